"""The writer against documents that were worked out by hand, and what cuRobo demands."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from reading import write_bytes
from real import FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.model import (
    AddFrame,
    Axis,
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    FrameSpheres,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Limits,
    Link,
    Pose,
    Robot,
    Rpy,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.settings import Settings
from robotfmt_curobo import FORMAT

ARM = FIXTURES / "arm6"


def sphere(z: float, radius: float) -> CollisionSphere:
    return CollisionSphere(center=(0.0, 0.0, z), radius=radius)


ROBOT = Robot(
    links=tuple(Link(name=name) for name in ("base", "arm", "hand", "finger")),
    joints=(
        Joint(name="turn", type=JointType.REVOLUTE, parent="base", child="arm", axes=(Axis(),)),
        Joint(name="bend", type=JointType.REVOLUTE, parent="arm", child="hand", axes=(Axis(),)),
        Joint(
            name="grip",
            type=JointType.PRISMATIC,
            parent="hand",
            child="finger",
            axes=(Axis(hard=Limits(lower=0.01, upper=0.04)),),
        ),
    ),
    modifiers=(
        SetBaseFrame(frame="base"),
        AddFrame(frame="tip", parent="hand", joint="tip_joint", pose=Pose((0.0, 0.0, 0.5), Rpy(0.0, 0.0, 0.0))),
    ),
    cspace=CSpace(
        joints=(
            CSpaceJoint(joint="turn", acceleration_limit=10.0, jerk_limit=500.0),
            CSpaceJoint(joint="bend", acceleration_limit=12.0, jerk_limit=500.0),
        )
    ),
    default_positions=(JointValue(joint="turn", values=(0.5,)), JointValue(joint="bend", values=(-1.0,))),
    tool_frames=("tip", "hand"),
    sphere_sets=(
        SphereSet(
            name="spheres",
            frames=(
                FrameSpheres(frame="arm", spheres=(sphere(0.1, 0.05), sphere(0.2, -1.0))),
                FrameSpheres(frame="tip", spheres=(sphere(0.0, -100.0),) * 2),
            ),
        ),
    ),
    world_collision=CollisionUse(
        spheres="spheres", buffers=(Buffer(frame="arm", distance=0.02), Buffer(frame="tip", distance=0.02))
    ),
    self_collision=CollisionUse(spheres="spheres", buffers=(Buffer(frame="arm", distance=-0.01),)),
    ignored_pairs=(IgnoredPair(first="arm", second="hand", reason="Adjacent"),),
)
KINEMATICS = {
    "format_version": 2.0,
    "base_link": "base",
    "tool_frames": ["tip", "hand"],
    "lock_joints": {"grip": 0.01},
    "cspace": {
        "joint_names": ["turn", "bend", "grip"],
        "default_joint_position": [0.5, -1.0, 0.01],
        "max_acceleration": [10.0, 12.0, 12.0],
        "max_jerk": 500.0,
    },
    "extra_links": {
        "tip": {
            "parent_link_name": "hand",
            "link_name": "tip",
            "joint_name": "tip_joint",
            "joint_type": "FIXED",
            "fixed_transform": [0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0],
        }
    },
    "collision_link_names": ["arm", "tip"],
    "collision_spheres": {
        "arm": [{"center": [0.0, 0.0, 0.1], "radius": 0.05}, {"center": [0.0, 0.0, 0.2], "radius": -1.0}]
    },
    "extra_collision_spheres": {"tip": 2},
    "collision_sphere_buffer": 0.02,
    "self_collision_buffer": {"arm": -0.01},
    "self_collision_ignore": {"arm": ["hand"]},
}


def written(robot: Robot, version: str, report: Report | None = None) -> tuple[bytes, dict[str, object]]:
    assert FORMAT.adapt is not None
    assert FORMAT.write is not None
    context = Context(report=report if report is not None else Report(), output="a.yml", version=version)
    data = FORMAT.write(FORMAT.adapt(robot, context), context)["a.yml"]
    return data, yaml.safe_load(data)["robot_cfg"]["kinematics"]


def test_version_2() -> None:
    report = Report()
    data, found = written(ROBOT, "2", report)
    assert found == KINEMATICS
    assert b"collision_spheres:  # named spheres\n" in data
    assert b'arm: ["hand"]  # Adjacent\n' in data
    assert {each.code for each in report} == {"curobo.default-assumed", "curobo.incomplete"}


def test_version_1() -> None:
    _, found = written(ROBOT, "1")
    cspace = KINEMATICS["cspace"]
    assert isinstance(cspace, dict)
    expected = {key: it for key, it in KINEMATICS.items() if key not in ("format_version", "tool_frames")}
    expected |= {"ee_link": "tip", "link_names": ["hand"]}
    expected["cspace"] = {
        "joint_names": cspace["joint_names"],
        "retract_config": cspace["default_joint_position"],
        "max_acceleration": cspace["max_acceleration"],
        "max_jerk": 500.0,
    }
    # Version 1 makes place holders of another radius by itself.
    holders = [{"center": [0.0, 0.0, 0.0], "radius": -100.0}] * 2
    spheres = KINEMATICS["collision_spheres"]
    assert isinstance(spheres, dict)
    expected["collision_spheres"] = {**spheres, "tip": holders}
    del expected["extra_collision_spheres"]
    assert found == expected


def test_numbers_are_floats_everywhere() -> None:
    """cuRobo asks whether a limit or a buffer is a float, and takes 15 for something else."""
    _, found = written(ROBOT, "2")
    cspace = found["cspace"]
    assert isinstance(cspace, dict)
    assert isinstance(cspace["max_jerk"], float)
    assert isinstance(found["collision_sphere_buffer"], float)


def test_a_urdf_alone(tmp_path: Path) -> None:
    output = tmp_path / "arm.yml"
    report = robotfmt.convert(ARM / "arm6.urdf", output).report
    text = output.read_text()
    found = yaml.safe_load(text)["robot_cfg"]["kinematics"]
    assert set(found) == {"urdf_path", "base_link", "ee_link"}
    assert (tmp_path / found["urdf_path"]).resolve() == (ARM / "arm6.urdf").resolve()
    assert found["base_link"] == "base_link"
    reported = {each.code for each in report if each.code.startswith("curobo.")}
    assumed = {"curobo.base-assumed", "curobo.tool-frame-assumed", "curobo.urdf-path"}
    assert reported == {*assumed, "curobo.spheres-absent"}


@pytest.mark.parametrize("version", ["1", "2"])
def test_an_xrdf_comes_back(version: str, tmp_path: Path) -> None:
    urdf, xrdf = FIXTURES / "ur10e" / "ur10e.urdf", FIXTURES / "ur10e" / "ur10e.xrdf"
    output = tmp_path / "ur10e.yml"
    done = robotfmt.convert([urdf, xrdf], output, settings=Settings(target_format=f"curobo@{version}"))
    assert done.tally.lost == done.tally.approximated == 0
    back = robotfmt.read(urdf, output)
    reported = {each.subject for each in done.report if each.code.startswith("curobo.")}
    assert {each.subject for each in robotfmt.diff(done.robot, back)} <= reported
    robotfmt.convert([urdf, output], tmp_path / "again.xrdf")
    again = robotfmt.read(urdf, tmp_path / "again.xrdf")
    assert robotfmt.diff(done.robot, again) == []


@pytest.mark.parametrize(("name", "version"), [("arm6-curobo-1.yml", "1"), ("arm6-curobo-2.yml", "2")])
def test_a_document_comes_out_as_it_went_in(name: str, version: str, tmp_path: Path) -> None:
    urdf, output = ARM / "arm6.urdf", tmp_path / name
    done = robotfmt.convert([urdf, ARM / name], output)
    assert done.tally.lost == done.tally.approximated == done.tally.assumed == 0
    before, after = (yaml.safe_load(path.read_text())["robot_cfg"] for path in (ARM / name, output))
    if version == "2":
        del before["kinematics"]["lock_joints"]  # it held nothing
    else:
        before["kinematics"]["collision_spheres"] = yaml.safe_load(
            (ARM / "spheres" / "arm6.yml").read_text().replace("-1e-2", "-0.01")
        )["collision_spheres"]
        before["kinematics"]["link_names"] = ["wrist"]  # 'ee_link' stood there too
    assert after == before


def test_weights_follow_their_joints(tmp_path: Path) -> None:
    robot = robotfmt.read(ARM / "arm6.urdf", ARM / "arm6-curobo-1.yml")
    report = Report()
    renamed = edit.rename(robot, joints={"joint_6": "last"}, report=report)
    data = write_bytes(renamed, "curobo")
    cspace = yaml.safe_load(data)["robot_cfg"]["kinematics"]["cspace"]
    assert cspace["joint_names"][-1] == "last"
    assert cspace["null_space_weight"] == [1, 1, 1, 1, 1, 2]


def test_weights_of_the_wrong_length_are_lost_and_reported(tmp_path: Path) -> None:
    xrdf = tmp_path / "more.xrdf"
    xrdf.write_text(
        "format: xrdf\nformat_version: 1.0\ntool_frames: [hand]\n"
        "cspace: {joint_names: [joint_1, other], acceleration_limits: [1, 1], jerk_limits: [1, 1]}\n"
    )
    source = ARM / "arm6-curobo-1.yml"
    done = robotfmt.convert([source, xrdf], tmp_path / "out.yml")
    lost = {each.subject for each in done.report.having("convert.no-place")}
    weights = "extension/curobo//robot_cfg/kinematics/cspace/null_space_weight/entry/joint_"
    assert len([each for each in lost if each.startswith(weights)]) == 6
    found = yaml.safe_load((tmp_path / "out.yml").read_text())["robot_cfg"]["kinematics"]["cspace"]
    assert "null_space_weight" not in found
