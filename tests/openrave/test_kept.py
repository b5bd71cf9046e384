"""What OpenRAVE's XML has no words for is kept, and is read again; invalid texts stay, stale ones are left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Report
from robotfmt.model import (
    Axis,
    Box,
    Camera,
    Dynamics,
    Geometry,
    GripperJoint,
    Group,
    Joint,
    JointType,
    Limits,
    Link,
    Manipulator,
    Material,
    Parameter,
    Robot,
    Sensor,
)

_START = '<Robot xmlns:robotfmt="urn:robotfmt:openrave" name="r"'


@pytest.fixture
def robot() -> Robot:
    """A robot with properties of all kinds that OpenRAVE's XML does not have."""
    axis = Axis(
        direction=(0.0, 0.0, 1.0),
        hard=Limits(lower=-1.0, upper=1.0, jerk=4.0),
        dynamics=Dynamics(damping=0.5),
        name="turn",
    )
    look = Material(color=(1.0, 0.0, 0.0, 1.0), ambient=(0.5, 0.0, 0.0, 0.25), shininess=0.5)
    box = Geometry(shape=Box((1.0, 1.0, 1.0)))
    shown = Geometry(shape=Box((1.0, 1.0, 1.0)), material=look)
    return Robot(
        name="r",
        links=(Link(name="a", visuals=(shown,), collisions=(box,)), Link(name="b")),
        joints=(Joint(name="j", type=JointType.REVOLUTE, parent="a", child="b", axes=(axis,)),),
        groups=(Group(name="arm", joints=("j",)),),
        tool_frames=("b",),
        manipulators=(
            Manipulator(name="m", base="a", tip="b", gripper_joints=(GripperJoint(joint="j", closing=((0, 0.5),)),)),
        ),
        sensors=(Sensor(name="eye", link="b", data=Camera(width=640, horizontal_fov=1.5), topic="image"),),
    )


def test_a_robot_is_the_same_again(robot: Robot, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    back = robotfmt.read(tmp_path / "r.robot.xml")
    assert not robotfmt.diff(robot, back)
    (found,) = report.having("openrave.kept")
    assert found.message.endswith(
        ": groups, tool frames; of links 'a'; of joints 'j'; of manipulators 'm'; of sensors 'eye'"
    )
    robotfmt.write(back, tmp_path / "again.robot.xml")
    assert (tmp_path / "again.robot.xml").read_bytes() == (tmp_path / "r.robot.xml").read_bytes()


@pytest.mark.parametrize("direction", [(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), None])
def test_the_axis_of_a_fixed_joint_is_kept(direction: tuple[float, float, float] | None, tmp_path: Path) -> None:
    axis = Axis(direction=direction, hard=Limits(lower=0.0, upper=0.0), active=False)
    joint = Joint(name="j", type=JointType.FIXED, parent="a", child="b", axes=(axis,))
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))
    robotfmt.write(robot, tmp_path / "r.robot.xml")
    assert robotfmt.diff(robot, robotfmt.read(tmp_path / "r.robot.xml")) == []


def test_names_follow_an_edit(robot: Robot, tmp_path: Path) -> None:
    robotfmt.write(robot, tmp_path / "r.robot.xml")
    made = edit.rename(robotfmt.read(tmp_path / "r.robot.xml"), links={"b": "tip"}, joints={"j": "wrist"})
    robotfmt.write(made, tmp_path / "new.robot.xml")
    back = robotfmt.read(tmp_path / "new.robot.xml")
    assert (back.tool_frames, back.groups[0].joints) == (("tip",), ("wrist",))


def test_names_get_the_prefix_of_a_document_that_includes_it(robot: Robot, tmp_path: Path) -> None:
    robotfmt.write(robot, tmp_path / "r.robot.xml")
    (tmp_path / "left.robot.xml").write_text('<Robot file="r.robot.xml" prefix="left_" name="l"/>')
    back = robotfmt.read(tmp_path / "left.robot.xml")
    assert (back.tool_frames, back.groups[0].joints) == (("left_b",), ("left_j",))


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        ("robotfmt:groups='{'", "is not JSON"),
        ("robotfmt:tool_frames='[1]'", "has a value of another type"),
        ("robotfmt:links='[]'", "is no property that is kept"),
    ],
)
def test_what_is_not_sound_stays(kept: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "r.robot.xml").write_text(f'{_START} {kept}><KinBody><Body name="a"/></KinBody></Robot>')
    report = Report()
    robot = robotfmt.read(tmp_path / "r.robot.xml", report=report)
    (found,) = report.having("openrave.bad-kept")
    assert message in found.message
    assert len(robot.extensions) == 1


KEPT = FIXTURES / "openrave_xml" / "kept.robot.xml"


@pytest.mark.parametrize(
    ("old", "new", "attribute"),
    [
        ("<joints>", "<direction>1 0 0</direction><joints>", "direction"),
        ("<closingdirection>-1</closingdirection>", "", "gripper_joints"),
        ("<closingdirection>-1", "<closingdirection>1", "gripper_joints"),
        ("<ambientColor>0.5 0", "<ambientColor>0.5 1", "visuals"),
        ("<ambientColor>0.5 0 0.25</ambientColor>", "", "visuals"),
        ('mimic_pos="((finger*2)+0.5)" mimic_vel="|finger 2"', 'enable="false"', "axes"),
        ("&quot;jerk&quot;: 4.0", "&quot;upper&quot;: 4.0", "axes"),
        (
            'name="kept"',
            """name="kept" robotfmt:passive_joints='[{"is": "PassiveJoint", "joint": "finger"}]'""",
            "passive_joints",
        ),
        (
            'name="kept"',
            """name="kept" robotfmt:sensors='[{"is": "Sensor", "name": "eye", "link": "tip"}]'""",
            "sensors",
        ),
    ],
)
def test_words_that_were_changed_count(old: str, new: str, attribute: str, tmp_path: Path) -> None:
    text = KEPT.read_text()
    assert old in text
    (tmp_path / "r.robot.xml").write_text(text.replace(old, new))
    report = Report()
    robot = robotfmt.read(tmp_path / "r.robot.xml", report=report)
    (found,) = report.having("openrave.stale-kept")
    assert found.message.startswith(f"robotfmt:{attribute} of <")
    assert not robot.extensions


def test_a_joint_without_an_element_keeps_nothing(tmp_path: Path) -> None:
    """A link that nothing holds has no joint in the XML; what its joint has is reported as lost."""
    loose = Joint(
        name="b_free",
        type=JointType.FLOATING,
        parent="a",
        child="b",
        parameters=(Parameter(name="stiffness", values=(1.0,)),),
    )
    report = Report()
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(loose,))
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    (lost,) = report.having("openrave.not-held")
    assert lost.subject == "joint/b_free/parameter/stiffness"
