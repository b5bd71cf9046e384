"""Ranges with one end: the document has both, as OpenRAVE and ROS require."""

from __future__ import annotations

from pathlib import Path

import pytest
from extras import NAMESPACE
from lxml import etree

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.documents.tokens import degrees
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Motion, Robot
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
def test_a_prismatic_joint_with_one_limit(
    tmp_path: Path, hard: Limits | None, soft: Limits | None, ends: list[tuple[float, float]]
) -> None:
    robot, path, report = _robot(SLIDE, hard, soft), tmp_path / "gate.dae", Report()
    robotfmt.write(robot, path, report=report, keep=True)
    assert _ends(path) == ends
    assert robotfmt.diff(robot, robotfmt.read(path)) == []
    assert not report.having("collada.range")


def test_a_revolute_joint_with_one_limit(tmp_path: Path) -> None:
    robot, path = _robot(HINGE, Limits(lower=-1.0), None), tmp_path / "gate.dae"
    robotfmt.write(robot, path, keep=True)
    assert _ends(path)[0] == (degrees(-1.0), degrees(100.0))
    assert robotfmt.diff(robot, robotfmt.read(path)) == []


def test_joint_that_collada_does_not_have(tmp_path: Path) -> None:
    turn = Axis(motion=Motion.TURN, direction=(0.0, 0.0, 1.0), hard=Limits(upper=1.0), soft=Limits(upper=0.5))
    slide = Axis(motion=Motion.SLIDE, direction=(0.0, 0.0, 1.0), hard=Limits(lower=-0.5))
    joint = Joint(name="door", type=JointType.CYLINDRICAL, parent="frame", child="leaf", axes=(turn, slide))
    robot = Robot(name="gate", links=(Link(name="frame"), Link(name="leaf")), joints=(joint,))
    robotfmt.write(robot, tmp_path / "gate.dae", keep=True)
    assert b"robotfmt:" not in (tmp_path / "gate.dae").read_bytes()
    assert robotfmt.diff(robot, robotfmt.read(tmp_path / "gate.dae")) == []


def test_a_loop_of_another_type_is_left_open(tmp_path: Path) -> None:
    robot, report = _robot(SLIDE, Limits(lower=-0.5, upper=0.5), None), Report()
    ball = Joint(name="ball", type=JointType.BALL, parent="frame", child="leaf")
    robotfmt.write(replace(robot, loops=(ball,)), tmp_path / "gate.dae", report=report)
    assert [each.subject for each in report.having("collada.open-loop")] == ["loop/ball"]
    assert robotfmt.read(tmp_path / "gate.dae").loops == ()


def test_soft_limits_without_hard_ones_become_hard(tmp_path: Path) -> None:
    robot, path, report = _robot(SLIDE, None, Limits(lower=-0.4)), tmp_path / "gate.dae", Report()
    robotfmt.write(robot, path, report=report)
    (axis,) = robotfmt.read(path).joints[0].axes
    assert (axis.hard, axis.soft) == (Limits(lower=-0.4, upper=100.0), None)
    assert report.having("collada.range")
