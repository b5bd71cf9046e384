"""Joints that may have one value only: OpenRAVE takes them for fixed ones, at 0."""

from __future__ import annotations

from math import radians
from pathlib import Path

import numpy as np
import pytest
from reading import read_text
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import (
    Axis,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Motion,
    Robot,
)

SOUND = (BROKEN / "collada" / "sound.dae").read_text()
RANGE = "<limits><min>-90</min><max>90</max></limits>"
LAMP = BROKEN / "conversion" / "convert.placement-lost.dae"


def lamp(limits: str, info: str = "") -> str:
    """The lamp with other limits of its joint, and with something said of its axis in a kinematics system."""
    system = f"""<library_articulated_systems><articulated_system id="lamp_kinematics"><kinematics>
    <instance_kinematics_model url="#kmodel0" sid="kmodel0_inst"/>
    <technique_common><axis_info sid="info0" axis="kmodel0/swing/axis0">{info}</axis_info></technique_common>
    </kinematics></articulated_system></library_articulated_systems></COLLADA>"""
    return SOUND.replace(RANGE, limits).replace("</COLLADA>", system if info else "</COLLADA>")


def span(lower: float, upper: float, inside: str = "{}") -> str:
    """The limits of an axis."""
    ends = (inside.format(each) for each in (lower, upper))
    return "<limits><min>{}</min><max>{}</max></limits>".format(*ends)


def soft(lower: float, upper: float) -> str:
    """The limits in an ``axis_info``."""
    return span(lower, upper, "<float>{}</float>")


def joint(text: str, report: Report | None = None) -> Joint:
    """The only joint of a document."""
    (found,) = read_text(text, "collada", report).joints
    return found


@pytest.mark.parametrize(
    ("limits", "info"),
    [
        (span(30, 30), ""),
        (span(-90, 90), soft(30, 30)),
        (span(30, 30), soft(30, 30)),
        ("", soft(30, 30)),
        (span(30, 30), "<active><bool>true</bool></active>"),
        (span(30, 30), "<active><bool>false</bool></active>"),
    ],
)
def test_a_joint_with_one_value_is_fixed_at_0(limits: str, info: str) -> None:
    report = Report()
    found = joint(lamp(limits, info), report)
    assert found.type is JointType.FIXED
    (reported,) = report.having("collada.equal-limits")
    assert reported.message == (
        "both limits of joint 'swing' are 30 deg; it is read as fixed at 0, as OpenRAVE reads it"
    )


def test_a_slider_with_one_value_is_fixed() -> None:
    report = Report()
    text = lamp(span(0.1, 0.1)).replace("revolute", "prismatic")
    assert joint(text, report).type is JointType.FIXED
    assert "are 0.1 m;" in report.having("collada.equal-limits")[0].message


@pytest.mark.parametrize(
    ("limits", "info", "kind"),
    [
        (span(-90, 90), "", JointType.REVOLUTE),
        (span(30, 30), soft(-20, 20), JointType.REVOLUTE),
        (span(0, 0), "", JointType.REVOLUTE),
        (span(0, 0), "<active><bool>false</bool></active>", JointType.FIXED),
        (span(30, 30), '<newparam sid="circular"><bool>true</bool></newparam>', JointType.REVOLUTE),
    ],
)
def test_no_other_joint_is_meant(limits: str, info: str, kind: JointType) -> None:
    report = Report()
    assert joint(lamp(limits, info), report).type is kind
    assert report.having("collada.equal-limits") == []


def test_one_that_follows_another_joint_moves(tmp_path: Path) -> None:
    robot = hinged(Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=1.0)))
    follower = Axis(
        direction=(0.0, 0.0, 1.0), hard=Limits(lower=0.5, upper=0.5), coupling=LinearCoupling(joint="hinge")
    )
    second = Joint(name="second", type=JointType.REVOLUTE, parent="leaf", child="handle", axes=(follower,))
    robot = Robot(name="gate", links=(*robot.links, Link(name="handle")), joints=(*robot.joints, second))
    robotfmt.write(robot, tmp_path / "gate.dae")
    text = (tmp_path / "gate.dae").read_text()
    found = read_text(text, "collada").joint_by_name["second"]
    assert found.type is JointType.REVOLUTE
    assert found.coupling is not None


def test_the_scene_cannot_move_a_joint_with_equal_limits() -> None:
    report = Report()
    text = LAMP.read_text().replace(RANGE, span(30, 30)).replace("<float>0</float>", "<float>30</float>")
    robot = read_text(text, "collada", report)
    assert robot.scene_positions == ()
    assert np.allclose(forward_kinematics(robot)["arm"][:3, 3], (0, 0, 0.1))
    assert [each.message for each in report.having("collada.equal-limits")][1:] == [
        "joint 'swing' is fixed; its value in the scene, 30, is dropped"
    ]


@pytest.mark.parametrize(
    ("limits", "info", "hard", "axis"),
    [
        (span(30, 30), "", (30, 30), (30, 30)),
        (span(-90, 90), soft(30, 30), (-90, 90), (30, 30)),
        (span(45, 45), soft(30, 30), (45, 45), (30, 30)),
    ],
)
def test_limits_are_written_as_they_were(
    tmp_path: Path, limits: str, info: str, hard: tuple[float, float], axis: tuple[float, float]
) -> None:
    (tmp_path / "lamp.dae").write_text(lamp(limits, info))
    robotfmt.convert(tmp_path / "lamp.dae", tmp_path / "again.dae")
    assert ranges(tmp_path / "again.dae") == [hard, axis]
    again = robotfmt.read(tmp_path / "again.dae")
    assert again.joints[0].type is JointType.FIXED
    assert robotfmt.diff(robotfmt.read(tmp_path / "lamp.dae"), again) == []


def ranges(path: Path) -> list[tuple[float, float]]:
    """The limits of the only joint, and those of its axis in the kinematics system, in degrees."""
    from lxml import etree

    tags = list(etree.parse(path).iter("{*}limits"))
    return [tuple(float("".join(end.itertext())) for end in each) for each in tags]  # type: ignore[misc]


# Writing


def hinged(axis: Axis, kind: JointType = JointType.REVOLUTE) -> Robot:
    """Two links and a joint."""
    door = Joint(name="hinge", type=kind, parent="frame", child="leaf", axes=(axis,))
    return Robot(name="gate", links=(Link(name="frame"), Link(name="leaf")), joints=(door,))


@pytest.mark.parametrize("kind", [JointType.REVOLUTE, JointType.PRISMATIC])
def test_a_joint_of_another_format_is_fixed(tmp_path: Path, kind: JointType) -> None:
    motion = Motion.SLIDE if kind is JointType.PRISMATIC else Motion.TURN
    limits = Limits(lower=radians(30), upper=radians(30), velocity=1.0, effort=1.0)
    robot = hinged(Axis(motion=motion, direction=(0.0, 0.0, 1.0), hard=limits), kind)
    report = Report()
    robotfmt.write(robot, tmp_path / "gate.dae", report=report, keep=True)
    assert "joint/hinge/type" in [each.subject for each in report]
    assert robotfmt.diff(robot, robotfmt.read(tmp_path / "gate.dae")) == []
    (tmp_path / "alone.dae").write_bytes((tmp_path / "gate.dae").read_bytes())
    assert robotfmt.read(tmp_path / "alone.dae").joints[0].type is JointType.FIXED


def test_a_joint_locked_at_its_limit_has_the_same_place_in_openrave(tmp_path: Path) -> None:
    from robotfmt import edit

    limits = Limits(lower=0.5, upper=0.5)
    robot = edit.lock(hinged(Axis(direction=(0.0, 0.0, 1.0), hard=limits)), {"hinge": 0.5})
    report = Report()
    robotfmt.write(robot, tmp_path / "gate.dae", report=report)
    again = robotfmt.read(tmp_path / "gate.dae")
    assert np.allclose(forward_kinematics(again)["leaf"], forward_kinematics(robot)["leaf"])
    assert report.having("collada.equal-limits") == []
