"""The types of robots for Isaac Sim, from their joints."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.model import Axis, Joint, JointType, LinearCoupling, Link, Motion, Pose, Robot
from robotfmt.model.record import replace
from robotfmt.model.semantics import Base
from robotfmt.settings import Settings
from robotfmt_usd.parts.robot_types import robot_type

UP, ACROSS = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)


def chain(name: str, start: str, count: int, *, type: JointType = JointType.REVOLUTE, down: bool = True) -> Robot:
    """Links in a row below another one."""
    joints = []
    for index in range(count):
        parent = start if index == 0 else f"{name}{index - 1}"
        axis = Axis(motion=Motion.TURN, direction=ACROSS)
        step = Pose((0.1, 0.0, -0.1 if down else 0.1))
        child = f"{name}{index}"
        joints.append(Joint(name=child, type=type, parent=parent, child=child, pose_in_parent=step, axes=(axis,)))
    return Robot(links=tuple(Link(name=each.child or "") for each in joints), joints=tuple(joints))


def robot(base: Base, *chains: Robot) -> Robot:
    """A robot of chains."""
    links = (Link(name="root"), *(it for each in chains for it in each.links))
    return Robot(name="r", base=base, links=links, joints=tuple(it for each in chains for it in each.joints))


LEGS = [chain(name, "root", 3) for name in "abcd"]
WHEELS = [chain(name, "root", 1, type=JointType.CONTINUOUS) for name in "lr"]
CASES = {
    "an arm": (Base.FIXED, [chain("a", "root", 6)], "Manipulator"),
    "an arm with fingers": (
        Base.FIXED,
        [chain("a", "root", 6), chain("f", "a5", 1), chain("g", "a5", 1)],
        "Manipulator",
    ),
    "a lever": (Base.FIXED, [chain("a", "root", 2)], "Default"),
    "two arms": (Base.FIXED, [chain("a", "root", 6), chain("b", "root", 6)], "Default"),
    "an arm that floats": (Base.FLOATING, [chain("a", "root", 6)], "Default"),
    "four legs": (Base.FLOATING, LEGS, "Quadruped"),
    "four legs that are bolted down": (Base.FIXED, LEGS, "Default"),
    "four fingers": (Base.FLOATING, [chain(name, "root", 3, down=False) for name in "abcd"], "Default"),
    "wheels": (Base.FLOATING, WHEELS, "Wheeled"),
    "one wheel": (Base.FLOATING, WHEELS[:1], "Default"),
    "wheels and an arm": (Base.FIXED, [*WHEELS, chain("a", "root", 6)], "Mobile Manipulators"),
    "a human": (
        Base.FLOATING,
        [*(chain(each, "root", 6) for each in "ab"), chain("t", "root", 1), *(chain(each, "t0", 7) for each in "cd")],
        "Humanoid",
    ),
    "a pair of legs": (Base.FLOATING, [chain(each, "root", 6) for each in "ab"], "Default"),
    "more joints than a robot has": (Base.FIXED, [chain("a", "root", 2000)], "Default"),
}


@pytest.mark.parametrize("case", CASES)
def test_joints_show_the_type_of_a_robot(case: str) -> None:
    base, chains, expected = CASES[case]
    assert robot_type(robot(base, *chains))[0] == expected


def test_wheels_turn_about_a_level_axis_and_followers_do_not_count() -> None:
    rotors = robot(Base.FLOATING, *WHEELS)
    up = tuple(replace(each, axes=(replace(each.axes[0], direction=UP),)) for each in rotors.joints)
    assert robot_type(replace(rotors, joints=up))[0] == "Default"
    arm = robot(Base.FIXED, chain("a", "root", 3))
    last = arm.joints[-1]
    follower = replace(last, axes=(replace(last.axes[0], coupling=LinearCoupling(joint="a0")),))
    assert robot_type(replace(arm, joints=(*arm.joints[:-1], follower)))[0] == "Default"


def test_the_type_is_chosen_or_found_and_reported(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    path, report = tmp_path / "r.usda", robotfmt.Report()
    robotfmt.write(robot(Base.FIXED, chain("a", "root", 6)), path, report=report)
    (found,) = report.having("usd.robot-type")
    assert found.message == "the type of the robot is 'Manipulator': it has a chain of 6 joints on a fixed base"
    assert 'token isaac:robotType = "Manipulator"' in path.read_text(encoding="utf-8")
    assert not robotfmt.read(path).extensions
    report, chosen = robotfmt.Report(), Settings(options={"usd.robot_type": "end-effector"})
    robotfmt.write(robot(Base.FIXED, chain("a", "root", 6)), path, report=report, overwrite=True, settings=chosen)
    assert not report.having("usd.robot-type")
    assert [each.content for each in robotfmt.read(path).extensions] == ['token = "End Effector"']
