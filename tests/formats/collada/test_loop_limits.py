"""Limits of joints that close loops, and names of axes."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Motion, Robot
from robotfmt.model.record import replace

LINKS = (Link(name="body"), Link(name="arm"))
HINGE = Joint(
    name="hinge",
    type=JointType.CONTINUOUS,
    parent="body",
    child="arm",
    axes=(Axis(direction=(0.0, 0.0, 1.0)),),
)


@pytest.mark.parametrize(
    ("soft", "kind"),
    [
        (Limits(effort=1.0), JointType.REVOLUTE),
        (Limits(acceleration=0.5), JointType.CONTINUOUS),
        (Limits(upper=1.0), JointType.PRISMATIC),
    ],
)
def test_soft_limits_of_a_loop(soft: Limits, kind: JointType, tmp_path: Path) -> None:
    motion = Motion.SLIDE if kind is JointType.PRISMATIC else Motion.TURN
    axis = Axis(motion=motion, direction=(0.0, 0.0, 1.0), soft=soft)
    loop = Joint(name="closing", type=kind, parent="arm", child="body", axes=(axis,))
    robotfmt.write(Robot(name="r", links=LINKS, joints=(HINGE,), loops=(loop,)), tmp_path / "r.dae")
    assert len(robotfmt.read(tmp_path / "r.dae").loops) == 1


def test_axes_of_one_name_are_numbered(tmp_path: Path) -> None:
    axes = tuple(
        Axis(direction=direction, name="axis", hard=Limits(lower=-1.0, upper=1.0, velocity=speed))
        for direction, speed in (((1.0, 0.0, 0.0), 1.0), ((0.0, 1.0, 0.0), 2.0))
    )
    joint = replace(HINGE, type=JointType.UNIVERSAL, axes=axes)
    robotfmt.write(Robot(name="r", links=LINKS, joints=(joint,)), tmp_path / "r.dae")
    found = robotfmt.read(tmp_path / "r.dae").joints[0].axes
    assert [each.hard.velocity for each in found if each.hard is not None] == [1.0, 2.0]
