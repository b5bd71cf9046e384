"""The base of a robot: fixed, floating or planar, as a virtual joint or as joints."""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import oracle
from real import FIXTURES

import robotfmt
from robotfmt import edit, model
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.edit.basing import BASES, Base
from robotfmt.errors import ModelError
from robotfmt.kinematics.tree import base_of
from robotfmt.model import Joint, JointType, JointValue, Link, NamedState, Pose, Robot
from robotfmt.model.record import replace

ARM = FIXTURES / "arm6" / "arm6.urdf"
HELD = Robot(
    name="held",
    links=(Link(name="world"), Link(name="base")),
    joints=(
        Joint(
            name="mount",
            type=JointType.FIXED,
            parent="world",
            child="base",
            pose_in_parent=Pose((0.0, 0.0, 2.0)),
        ),
    ),
)
SIZES = {"fixed": 0, "floating": 7, "planar": 3}


@pytest.mark.parametrize("kind", BASES)
def test_the_base_in_mjcf(kind: Base, tmp_path: Path) -> None:
    source, out = tmp_path / "arm.xml", tmp_path / "out.xml"
    robotfmt.convert(ARM, source, meshes="keep")
    assert main(["edit", str(ARM), "--base", kind, "-o", str(out), "-q"]) == 0
    robot = robotfmt.read(out, report=Report())
    if kind == "planar":
        assert [each.name for each in robot.joints[:3]] == ["base_x", "base_y", "base_yaw"]
    else:
        assert base_of(robot) is model.Base(kind)
    mujoco = oracle("mujoco")
    for path in (source, out):
        path.write_text("".join(each for each in path.read_text().splitlines(True) if "mesh" not in each))
    before, after = (mujoco.MjModel.from_xml_path(str(path)) for path in (source, out))
    assert after.nq - before.nq == SIZES[kind]
    assert after.nbody == before.nbody


def test_a_world_that_holds_the_base_goes() -> None:
    report = Report()
    robot = edit.with_base(HELD, "floating", report=report)
    assert [each.name for each in robot.links] == ["base"]
    assert not robot.joints
    assert robot.pose is not None
    assert robot.pose.xyz == (0.0, 0.0, 2.0)
    assert {each.code for each in report} == {"edit.base"}


def test_a_world_that_is_used_stays() -> None:
    frame = replace(HELD, links=(Link(name="world", static=True), Link(name="base")))
    assert edit.with_base(frame, "fixed").virtual_joints[0].child_link == "world"


def test_joints_replace_a_virtual_joint() -> None:
    robot = edit.with_base(HELD, "planar", as_joints=True)
    assert [each.name for each in robot.joints] == ["base_x", "base_y", "base_yaw"]
    assert [each.name for each in robot.links] == ["world", "base_base_x", "base_base_y", "base"]
    assert robot.joints[0].pose_in_parent == Pose((0.0, 0.0, 2.0))
    assert [each.type for each in edit.with_base(HELD, "floating", as_joints=True).joints] == [JointType.FLOATING]
    assert edit.with_base(robot, "planar", as_joints=True, report=Report()).joint_by_name.keys() > {"base_x"}


def test_values_that_do_not_fit_are_dropped() -> None:
    floating = edit.with_base(HELD, "floating")
    name = floating.virtual_joints[0].name
    value = JointValue(joint=name, values=(0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0))
    report = Report()
    robot = edit.with_base(replace(floating, states=(NamedState(name="up", values=(value,)),)), "planar", report=report)
    assert robot.states == (NamedState(name="up"),)
    assert any("does not fit" in each.message for each in report)
    assert robot.virtual_joints[0].name == name


def test_a_robot_without_links_and_an_unknown_base_are_refused() -> None:
    with pytest.raises(ModelError, match="no base"):
        edit.with_base(Robot(name="none"), "fixed")
    assert main(["edit", str(ARM), "--base", "flying", "-o", "out.urdf", "-q"]) == 2
