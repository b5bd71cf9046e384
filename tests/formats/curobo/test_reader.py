"""The reader against numbers that were worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import read_text
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError
from robotfmt.model import (
    AddFrame,
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    FrameSpheres,
    IgnoredPair,
    JointValue,
    Pose,
    Quaternion,
    Robot,
    SetBaseFrame,
    SphereSet,
)

ARM = FIXTURES / "arm6"
HEAD = "robot_cfg:\n  kinematics:\n    base_link: base\n"
NUMBERS = (0.0, 0.5, -1.25, 0.0, 0.75, 0.25)


def read(text: str, robot: Robot | None = None) -> tuple[Robot, list[str]]:
    report = Report()
    found = read_text(HEAD + text, "curobo", report, robot)
    return found, [each.code for each in report]


def sphere(x: float, y: float, z: float, radius: float) -> CollisionSphere:
    return CollisionSphere(center=(x, y, z), radius=radius)


def positions(*values: float) -> tuple[JointValue, ...]:
    return tuple(JointValue(joint=f"joint_{number}", values=(it,)) for number, it in enumerate(values, 1))


def test_a_configuration_of_version_1() -> None:
    report = Report()
    robot = robotfmt.read(ARM / "arm6-curobo-1.yml", report=report)
    turned = Pose((0.0, 0.0, 0.1), Quaternion(0.0, 1.0, 0.0, 0.0))
    assert robot.modifiers == (
        SetBaseFrame(frame="base_link"),
        AddFrame(frame="attached_object", parent="hand", joint="attach_joint", pose=turned),
    )
    assert robot.tool_frames == ("hand", "wrist")
    assert robot.default_positions == positions(*NUMBERS)
    assert robot.cspace == CSpace(
        joints=tuple(
            CSpaceJoint(joint=f"joint_{number}", acceleration_limit=15.0, jerk_limit=500.0)
            for number in (1, 2, 3, 4, 5)
        )
    )
    frames = (
        FrameSpheres(frame="base_link", spheres=(sphere(0.0, 0.0, 0.1, 0.12),)),
        FrameSpheres(frame="upper_arm", spheres=(sphere(0.0, 0.0, 0.1, 0.07), sphere(0.0, 0.0, 0.3, 0.07))),
        FrameSpheres(frame="hand", spheres=(sphere(0.0, 0.02, -0.01, 0.05),)),
        FrameSpheres(frame="attached_object", spheres=(sphere(0.0, 0.0, 0.0, -10.0),) * 3),
    )
    assert robot.sphere_sets == (SphereSet(name="collision_spheres", frames=frames),)
    assert robot.world_collision == CollisionUse(
        spheres="collision_spheres",
        buffers=tuple(Buffer(frame=each.frame, distance=0.004) for each in frames),
    )
    assert robot.self_collision == CollisionUse(
        spheres="collision_spheres",
        buffers=(Buffer(frame="base_link", distance=0.1), Buffer(frame="hand", distance=0.0)),
    )
    assert robot.ignored_pairs == (
        IgnoredPair(first="base_link", second="shoulder"),
        IgnoredPair(first="base_link", second="upper_arm"),
        IgnoredPair(first="upper_arm", second="forearm", reason="Adjacent"),
    )
    assert robot.layouts[0].version == "1"
    foreign = {(each.place, each.name): each.content for each in robot.extensions}
    weights = "/robot_cfg/kinematics/cspace/null_space_weight"
    assert foreign[weights, "joint_1"] == "1"
    assert foreign[weights, "joint_6"] == "2"
    assert foreign["/robot_cfg/kinematics", "usd_path"] == '"robot/arm6/arm6.usd"'
    assert foreign["/robot_cfg/kinematics/cspace", "position_limit_clip"] == "0.1"


def test_a_configuration_of_version_2() -> None:
    robot = robotfmt.read(ARM / "arm6-curobo-2.yml")
    assert robot.layouts[0].version == "2"
    assert robot.default_positions == positions(*NUMBERS)
    assert robot.cspace is not None
    limits = [(each.acceleration_limit, each.jerk_limit) for each in robot.cspace.joints]
    assert limits == [(10 + each, 500 + 100 * each) for each in range(6)]
    (spheres,) = robot.sphere_sets
    assert [each.frame for each in spheres.frames] == ["base_link", "upper_arm", "hand"]
    assert spheres.frames[1].spheres[1].disabled
    assert robot.world_collision is not None
    assert robot.world_collision.buffers == (
        Buffer(frame="hand", distance=0.01),
        Buffer(frame="upper_arm", distance=-0.002),
    )
    kept = {f"{each.place}/{each.name}" for each in robot.extensions}
    assert "/robot_cfg/kinematics/collision_spheres/shoulder" in kept
    assert "/robot_cfg/kinematics/extra_links/rail" in kept
    assert "/robot_cfg/load_dynamics" in kept


def test_a_document_without_the_outer_mapping() -> None:
    report = Report()
    text = "kinematics:\n  base_link: base\n  tool_frames: [hand]\n  mesh_link_names: [hand]\ndynamics: {a: 1}\n"
    robot = read_text(text, "curobo", report)
    assert robot.tool_frames == ("hand",)
    places = {f"{each.place}/{each.name}" for each in robot.extensions}
    assert places == {"/robot_cfg/kinematics/mesh_link_names", "/robot_cfg/dynamics"}


@pytest.mark.parametrize("text", ["", "- robot_cfg\n", "robot_cfg: franka.yml\n", "robot_cfg: {kinematics: []}\n"])
def test_no_robot(text: str) -> None:
    with pytest.raises(InputError):
        read_text(text or "# nothing\n", "curobo")


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("    ee_link: hand\n", "1"),
        ("    cspace: {joint_names: [a], retract_config: [1]}\n", "1"),
        ("    tool_frames: [hand]\n", "2"),
        ("    tool_frames: [hand]\n    ee_link: hand\n", "2"),
        ("    format_version: 2.0\n    ee_link: hand\n", "2"),
        ("    cspace: {joint_names: [a], default_joint_position: [1]}\n", "2"),
        ("", "1"),
    ],
)
def test_the_version_follows_from_the_keys(text: str, version: str) -> None:
    robot, _ = read(text)
    assert robot.layouts[0].version == version


def test_a_locked_joint_has_its_locked_position() -> None:
    text = (
        "    lock_joints: {a: 0.2, c: 3}\n"
        "    cspace: {joint_names: [a, b], default_joint_position: [0.3, 1], max_acceleration: [9, 5]}\n"
    )
    robot, codes = read(text)
    assert robot.default_positions == (
        JointValue(joint="a", values=(0.2,)),
        JointValue(joint="b", values=(1.0,)),
        JointValue(joint="c", values=(3.0,)),
    )
    assert robot.cspace == CSpace(joints=(CSpaceJoint(joint="b", acceleration_limit=5.0),))
    assert codes.count("curobo.locked-value") == 2


def test_a_list_of_the_wrong_length_is_an_extension() -> None:
    robot, codes = read("    cspace: {joint_names: [a, b], default_joint_position: [0.3], max_jerk: [1]}\n")
    assert robot.default_positions == ()
    assert codes.count("curobo.length") == 2
    kept = {each.name: each.content for each in robot.extensions}
    assert kept == {"default_joint_position": "[0.3]", "max_jerk": "[1]"}


def test_names_and_positions_are_looked_up_in_the_robot() -> None:
    report = Report()
    arm = robotfmt.read(ARM / "arm6.urdf")
    text = (
        "robot_cfg:\n  kinematics:\n    base_link: bas_link\n    tool_frames: [hand]\n"
        "    self_collision_ignore: {forarm: [wrist]}\n"
        "    extra_links: {rail: {parent_link_name: hand, link_name: rail, joint_name: rail_joint,\n"
        "      joint_type: X_PRISM, fixed_transform: [0, 0, 0, 1, 0, 0, 0]}}\n"
        "    lock_joints: {joint_2: 3.0}\n"
        "    cspace: {joint_names: [joint_1, flange_to_tool0, joint_9, rail_joint]}\n"
    )
    read_text(text, "curobo", report, arm)
    reported = [(each.code, each.message) for each in report if each.code.startswith("robot.")]
    assert reported == [
        (
            "robot.dangling-reference",
            "the link or added frame 'forarm' does not exist; did you mean 'forearm'?",
        ),
        (
            "robot.dangling-reference",
            "the link or added frame 'bas_link' does not exist; did you mean 'base_link'?",
        ),
        ("robot.not-controllable", "the joint 'flange_to_tool0' is fixed"),
        ("robot.dangling-reference", "the joint 'joint_9' does not exist; did you mean 'joint_6'?"),
        ("robot.state-outside-limits", "3 is above the upper limit 2.2 of 'joint_2'"),
    ]


def test_the_name_of_the_spheres_is_in_a_comment() -> None:
    spheres = "    collision_spheres:  # {}\n      hand: [{{center: [1, 2, 3], radius: 4}}]\n"
    listed = "    collision_link_names: [hand]\n"
    robot, _ = read(listed + spheres.format("named arm spheres"))
    assert robot.sphere_sets[0].name == "arm spheres"
    robot, _ = read(listed + spheres.format("by hand"))
    assert robot.sphere_sets[0].name == "collision_spheres"


def test_spheres_without_a_list_of_links_are_read() -> None:
    robot, codes = read("    collision_spheres: {hand: [{center: [1, 2, 3], radius: 4}]}\n")
    assert [each.frame for each in robot.sphere_sets[0].frames] == ["hand"]
    assert "curobo.not-listed" in codes


@pytest.mark.parametrize("path", ["../spheres.yml", "/etc/passwd", "spheres.txt", "none.yml", "out/spheres.yml"])
def test_a_file_of_spheres_that_may_not_be_opened(path: str, tmp_path: Path) -> None:
    folder = tmp_path / "robot"
    folder.mkdir()
    for place in (tmp_path / "spheres.yml", folder / "spheres.txt"):
        place.write_text("collision_spheres: {hand: [{center: [1, 2, 3], radius: 4}]}\n")
    (folder / "out").symlink_to(tmp_path)
    document = folder / "arm.yml"
    document.write_text(HEAD + f"    collision_link_names: [hand]\n    collision_spheres: {path}\n")
    report = Report()
    robot = robotfmt.read(document, report=report)
    assert robot.sphere_sets == ()
    assert [each.code for each in report.errors] == ["curobo.spheres-not-found"]


@pytest.mark.parametrize("count", ["-1", "1e3", "10001", "999999999999", "[1]", "many"])
def test_place_holders_are_counted(count: str) -> None:
    robot, codes = read(
        "    collision_link_names: [hand]\n    collision_spheres: {}\n"
        f"    extra_collision_spheres: {{hand: {count}}}\n"
    )
    assert "number.bad" in codes
    assert [each.name for each in robot.extensions] == ["hand"]
