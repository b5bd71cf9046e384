"""Ranges with one end: the document has both, as other readers want it, and ours knows which of them is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from extras import NAMESPACE
from lxml import etree

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.documents.tokens import degrees
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Motion, Robot, SafetyController
from robotfmt.model.record import replace

HINGE, SLIDE = JointType.REVOLUTE, JointType.PRISMATIC


def _robot(kind: JointType, hard: Limits | None, soft: Limits | None) -> Robot:
    motion = Motion.SLIDE if kind is SLIDE else Motion.TURN
    axis = Axis(motion=motion, direction=(0.0, 0.0, 1.0), hard=hard, soft=soft)
    joint = Joint(name="door", type=kind, parent="frame", child="leaf", axes=(axis,))
    return Robot(name="gate", links=(Link(name="frame"), Link(name="leaf")), joints=(joint,))


def _ends(path: Path) -> list[tuple[float, float]]:
    """The ranges of the joint and of its axis in the kinematics system."""
    root = etree.fromstring(path.read_bytes())
    texts = ["".join(each.itertext()) for each in root.iter(f"{{{NAMESPACE}}}limits")]
    found = [tuple(map(float, each.split())) for each in texts]
    return [(low, high) for low, high in found]


@pytest.mark.parametrize(
    ("hard", "soft", "ends"),
    [
        (Limits(lower=-0.5), None, [(-0.5, 100.0), (-0.5, 100.0)]),
        (Limits(upper=0.5, velocity=1.0), None, [(-100.0, 0.5), (-100.0, 0.5)]),
        (Limits(lower=150.0), None, [(150.0, 250.0), (150.0, 250.0)]),
        (Limits(upper=-150.0), None, [(-250.0, -150.0), (-250.0, -150.0)]),
        (Limits(lower=-0.5), Limits(lower=-0.4), [(-0.5, 100.0), (-0.4, 100.0)]),
        (Limits(lower=-0.5, upper=2.0), Limits(lower=-0.4), [(-0.5, 2.0), (-0.4, 2.0)]),
        (Limits(lower=-0.5), Limits(upper=0.4), [(-0.5, 100.0), (-0.5, 0.4)]),
        (Limits(lower=-0.5, effort=3.0), Limits(lower=-0.4, upper=0.4), [(-0.5, 100.0), (-0.4, 0.4)]),
    ],
)
def test_slide(tmp_path: Path, hard: Limits | None, soft: Limits | None, ends: list[tuple[float, float]]) -> None:
    robot, path, report = _robot(SLIDE, hard, soft), tmp_path / "gate.dae", Report()
    robotfmt.write(robot, path, report=report)
    assert _ends(path) == ends
    assert robotfmt.diff(robot, robotfmt.read(path)) == []
    assert not report.having("collada.range")


def test_hinge(tmp_path: Path) -> None:
    robot, path = _robot(HINGE, Limits(lower=-1.0), None), tmp_path / "gate.dae"
    robotfmt.write(robot, path)
    assert _ends(path)[0] == (degrees(-1.0), degrees(100.0))
    assert robotfmt.diff(robot, robotfmt.read(path)) == []


def test_joint_that_collada_does_not_have(tmp_path: Path) -> None:
    turn = Axis(motion=Motion.TURN, direction=(0.0, 0.0, 1.0), hard=Limits(upper=1.0), soft=Limits(upper=0.5))
    slide = Axis(motion=Motion.SLIDE, direction=(0.0, 0.0, 1.0), hard=Limits(lower=-0.5))
    joint = Joint(name="door", type=JointType.CYLINDRICAL, parent="frame", child="leaf", axes=(turn, slide))
    robot = Robot(name="gate", links=(Link(name="frame"), Link(name="leaf")), joints=(joint,))
    robotfmt.write(robot, tmp_path / "gate.dae")
    assert robotfmt.diff(robot, robotfmt.read(tmp_path / "gate.dae")) == []


def test_beside_a_safety_controller(tmp_path: Path) -> None:
    """Which says where its limits are, even if they are the hard ones."""
    robot, path = _robot(SLIDE, Limits(lower=-0.5), None), tmp_path / "gate.dae"
    (axis,) = robot.joints[0].axes
    safe = replace(axis, safety=SafetyController(k_velocity=1.0))
    robot = replace(robot, joints=(replace(robot.joints[0], axes=(safe,)),))
    robotfmt.write(robot, path)
    (axis,) = robotfmt.read(path).joints[0].axes
    assert axis.hard == axis.soft == Limits(lower=-0.5)
    assert robotfmt.diff(robot, robotfmt.read(path)) == []


def test_soft_ones_alone_are_hard(tmp_path: Path) -> None:
    robot, path, report = _robot(SLIDE, None, Limits(lower=-0.4)), tmp_path / "gate.dae", Report()
    robotfmt.write(robot, path, report=report)
    (axis,) = robotfmt.read(path).joints[0].axes
    assert (axis.hard, axis.soft) == (Limits(lower=-0.4), None)
    assert report.having("collada.range")


@pytest.mark.parametrize("reported", ["", "both", "upper lower"])
def test_what_is_no_end_stays(tmp_path: Path, reported: str) -> None:
    path = tmp_path / "gate.dae"
    robotfmt.write(_robot(SLIDE, Limits(lower=-0.5), None), path)
    path.write_text(path.read_text().replace('open="upper"', f'open="{reported}"'))
    (axis,) = robotfmt.read(path).joints[0].axes
    assert axis.hard == Limits(lower=-0.5, upper=100.0)
