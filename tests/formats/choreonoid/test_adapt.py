"""Write bodies: what the numbers are, what is kept in place, and what a body cannot hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from pure import has_private_words
from real import FIXTURES, fixtures

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Axis, Base, Frame, Joint, JointType, JointValue, Limits, Link, NamedState, Pose, Robot
from robotfmt.model.record import replace

PICKER = FIXTURES / "choreonoid" / "picker.body"
LINKS = tuple(Link(name=name) for name in ("base", "arm", "tip"))


def turning(name: str, parent: str, child: str, index: int | None = None) -> Joint:
    axes = (Axis(direction=(0.0, 0.0, 1.0)),)
    return Joint(name=name, type=JointType.CONTINUOUS, parent=parent, child=child, axes=axes, dof_index=index)


def written(robot: Robot, folder: Path) -> tuple[str, Report]:
    report = Report()
    robotfmt.write(robot, folder / "robot.body", report=report)
    return (folder / "robot.body").read_text(), report


@pytest.mark.parametrize(
    ("base", "kind", "code"),
    [
        (Base.FLOATING, "free", None),
        (Base.FIXED, "fixed", None),
        (None, "fixed", "convert.assumed-base"),
        (Base.PLANAR, "fixed", "choreonoid.planar-base"),
    ],
)
def test_the_base_is_the_joint_of_the_root(base: Base | None, kind: str, code: str | None, tmp_path: Path) -> None:
    text, report = written(Robot(name="r", base=base, links=LINKS[:1]), tmp_path)
    assert f"joint_type: {kind}" in text
    assert robotfmt.read(tmp_path / "robot.body").base is (Base.FLOATING if kind == "free" else Base.FIXED)
    assert code is None or report.having(code)


def test_a_root_that_gives_nothing_is_fixed(tmp_path: Path) -> None:
    text = PICKER.read_text().replace("    joint_type: free\n", "", 1)
    (tmp_path / "picker.body").write_text(text)
    assert robotfmt.read(tmp_path / "picker.body").base is Base.FIXED


@pytest.mark.parametrize("path", fixtures(".body", ".urdf", ".dae"), ids=lambda it: it.name)
def test_only_words_of_choreonoid_are_written(path: Path, tmp_path: Path) -> None:
    robot = robotfmt.read(path)
    robotfmt.write(robot, tmp_path / "r.body", keep=True)
    assert not has_private_words((tmp_path / "r.body").read_bytes())
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "r.body"))


def test_the_order_of_joints(tmp_path: Path) -> None:
    joints = (turning("wrist", "arm", "tip", 0), turning("hinge", "base", "arm", 1))
    report = written(Robot(name="r", links=LINKS, joints=joints), tmp_path)[1]
    assert {each.subject for each in report.having("choreonoid.joint-order")} == {
        "joint/hinge/dof index",
        "joint/wrist/dof index",
    }


def test_joints_without_indices_are_numbered(tmp_path: Path) -> None:
    joints = (turning("hinge", "base", "arm"), turning("wrist", "arm", "tip"))
    text, report = written(Robot(name="r", links=LINKS, joints=joints), tmp_path)
    assert "joint_id: 0" in text
    assert "joint_id: 1" in text
    assert not report.having("choreonoid.joint-order")


def test_an_axis_of_another_length_does_not_multiply_the_limits(tmp_path: Path) -> None:
    axis = Axis(direction=(0.0, 3.0, 4.0), hard=Limits(lower=-1.0, upper=1.0))
    hinge = Joint(name="hinge", type=JointType.REVOLUTE, parent="base", child="arm", axes=(axis,))
    text, _ = written(Robot(name="r", links=LINKS[:2], joints=(hinge,)), tmp_path)
    assert "joint_axis: [0.0, 0.6, 0.8]" in text
    (back,) = robotfmt.read(tmp_path / "robot.body").joints
    assert back.axes[0].hard == axis.hard


def test_a_joint_on_a_frame(tmp_path: Path) -> None:
    frame = Frame(name="mount", parent="base", pose=Pose((0.0, 0.0, 0.1)))
    joints = (turning("hinge", "mount", "arm"), turning("wrist", "arm", "tip"))
    report = written(Robot(name="r", links=LINKS, joints=joints, frames=(frame,)), tmp_path)[1]
    assert {each.subject for each in report.having("choreonoid.frame")} == {
        "joint/hinge/parent",
        "joint/hinge/position",
    }


def test_a_link_without_mass_has_none_in_a_body(tmp_path: Path) -> None:
    joints = (turning("hinge", "base", "arm"), turning("wrist", "arm", "tip"))
    text = written(Robot(name="r", links=LINKS, joints=joints), tmp_path)[0]
    assert text.count("mass: 0.0") == 3
    assert "center_of_mass" not in text


def test_an_update_keeps_all_other_bytes(tmp_path: Path) -> None:
    body = tmp_path / "picker.body"
    text = PICKER.read_text().replace("mass: 1.5", "mass: &m 1.5   # weighed").replace("mass: 0.25", "mass: *m")
    body.write_text(text)
    robot = robotfmt.read(body)
    arm = robot.link("arm")
    assert arm.inertial is not None
    changed = robot.with_link(replace(arm, inertial=replace(arm.inertial, mass=2.25)))
    joint = changed.joint("lift")
    (axis,) = joint.axes
    assert axis.hard is not None
    changed = changed.with_joint(replace(joint, axes=(replace(axis, hard=replace(axis.hard, upper=0.5)),)))
    robotfmt.update(body, edit=lambda _, **__: changed)
    expected = text.replace("[-0.05, 0.45]", "[-0.05, 0.5]")
    assert body.read_text().replace("mass: &m 2.25 ", "mass: &m 1.5 ").count("# weighed") == 1
    assert len([1 for a, b in zip(expected.splitlines(), body.read_text().splitlines(), strict=True) if a != b]) <= 2
    assert robotfmt.read(body) == changed


def test_states_of_one_name_in_several_groups_are_one_pose(tmp_path: Path) -> None:
    joints = (turning("hinge", "base", "arm", 0), turning("wrist", "arm", "tip", 1))
    states = tuple(
        NamedState(name="home", group=name, values=(JointValue(joint=name, values=(value,)),))
        for name, value in (("hinge", 0.25), ("wrist", 0.5))
    )
    for suffix in (".body", ".smurf"):
        path = tmp_path / f"robot{suffix}"
        robotfmt.write(Robot(name="r", links=LINKS, joints=joints, states=states), path, report=Report())
        (state,) = robotfmt.read(path).states
        assert {each.joint: each.values for each in state.values} == {"hinge": (0.25,), "wrist": (0.5,)}
