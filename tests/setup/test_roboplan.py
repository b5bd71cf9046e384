"""What roboplan and pinocchio need of names and states."""

from __future__ import annotations

from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.edit import rename
from robotfmt.model import Group, JointValue, NamedState, Robot
from robotfmt.model.record import replace
from robotfmt.setup.roboplan import WHOLE, with_joint_names, with_whole_home

ARM = FIXTURES / "arm6" / "arm6.urdf"
JOINTS = tuple(f"joint_{number}" for number in range(1, 7))


def with_homes(robot: Robot, *groups: tuple[str, ...]) -> Robot:
    """The robot with groups and a state ``home`` of each, in which its joints are at 1."""
    named = [Group(name=f"part_{number}", joints=joints) for number, joints in enumerate(groups)]
    states = [
        NamedState(name="home", group=each.name, values=tuple(JointValue(joint=name, values=(1.0,)) for name in joints))
        for each, joints in zip(named, groups, strict=True)
    ]
    return replace(robot, groups=tuple(named), states=tuple(states))


def test_the_first_home_is_that_of_all_joints() -> None:
    robot = with_homes(robotfmt.read(ARM), JOINTS[:2], JOINTS[2:])
    home = dict.fromkeys(JOINTS, 1.0)
    made = with_whole_home(robot, home, JOINTS)
    assert made.groups[2] == Group(name=WHOLE, joints=JOINTS)
    assert made.states[0].group == WHOLE
    assert {each.joint: each.values[0] for each in made.states[0].values} == home
    assert made.states[1:] == robot.states


def test_a_state_of_all_that_is_not_at_zero_comes_first() -> None:
    robot = with_homes(robotfmt.read(ARM), JOINTS[4:], JOINTS[:4])
    made = with_whole_home(robot, {**dict.fromkeys(JOINTS, 0.0), "joint_1": 1.0, "joint_3": 1.0}, JOINTS)
    assert [each.group for each in made.states] == ["part_1", "part_0"]
    assert made.groups == robot.groups
    one = with_homes(robot, JOINTS[:2])
    assert with_whole_home(one, dict.fromkeys(JOINTS, 1.0), JOINTS) is one


def test_no_joint_has_the_name_of_a_link() -> None:
    robot = rename(robotfmt.read(ARM), joints={"joint_2": "forearm", "joint_3": "forearm_joint"})
    robot = with_homes(robot, ("joint_1", "forearm"))
    report = Report()
    made = with_joint_names(robot, report)
    names = [each.name for each in made.joints]
    assert "forearm_joint_2" in names
    assert "forearm_joint" in names
    assert not set(names) & set(made.link_by_name)
    assert [each.joint for each in made.states[0].values] == ["joint_1", "forearm_joint_2"]
    (found,) = report.having("planning.joint-renamed")
    assert found.message == "joint 'forearm' is called 'forearm_joint_2' for roboplan: a link has its name"
    untouched = robotfmt.read(ARM)
    assert with_joint_names(untouched, report) is untouched
