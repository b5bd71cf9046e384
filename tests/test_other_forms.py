"""What an output holds in another form is converted, not lost; what the other form leaves out is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Report
from robotfmt.compare.other_forms import other_forms
from robotfmt.diagnostics import Fate
from robotfmt.facts import facts
from robotfmt.model import Actuator, Chain, CSpace, CSpaceJoint, Group, Manipulator, Robot
from robotfmt.model.record import replace

WAM = FIXTURES / "openrave_examples" / "arm.dae"
DUAL_ARM = FIXTURES / "mobile_dual_arm" / "dual_arm.dae"
UR10E = [FIXTURES / "ur10e" / "ur10e.urdf", FIXTURES / "ur10e" / "ur10e.xrdf"]


def lost(sources: list[Path], outputs: list[Path]) -> set[str]:
    """What a conversion says is lost; what is lost and new at once, from one place of the source, is a lie."""
    report = Report()
    robotfmt.convert(sources, *outputs, report=report)
    gone = {each.subject for each in report.having(Fate.LOST)}
    new = {
        (each.file, each.path)
        for each in report.having(Fate.CONVERTED)
        if each.subject not in gone and each.code != "urdf.tool-link"  # of a manipulator that is lost otherwise
    }
    nodes = [each for each in report.having(Fate.LOST) if each.subject.count("/") == 1]
    assert not [each.subject for each in nodes if (each.file, each.path) in new]
    return gone


@pytest.mark.parametrize("source", [WAM, DUAL_ARM])
def test_a_manipulator_is_a_group_and_an_actuator_in_a_transmission(source: Path, tmp_path: Path) -> None:
    alone = lost([source], [tmp_path / "a.urdf"])
    both = lost([source], [tmp_path / "b.urdf", tmp_path / "b.srdf"])
    arms = {f"manipulator/{each.name}" for each in robotfmt.read(source).manipulators}
    assert arms <= alone
    assert not arms & both
    assert any(each.startswith(f"{arm}/gripper/") for arm in arms for each in both)


def test_a_configuration_space_is_a_group_with_a_state(tmp_path: Path) -> None:
    gone = lost(UR10E, [tmp_path / "a.urdf", tmp_path / "a.srdf"])
    assert not {each for each in gone if each.startswith(("cspace", "default position"))} & {
        "cspace",
        "default position/shoulder_pan_joint",
    }
    assert "cspace/0/jerk_limit" in gone


def test_the_counted_facts_add_up_to_all_facts(tmp_path: Path) -> None:
    done = robotfmt.convert(WAM, tmp_path / "a.urdf", tmp_path / "a.srdf")
    counted = done.tally
    whole = len(facts(done.robot))
    assert counted.kept + counted.converted + counted.approximated + counted.lost == whole


def test_one_group_is_one_manipulator_and_a_group_of_other_joints_none() -> None:
    robot = robotfmt.read(DUAL_ARM)
    arm = robot.manipulators[0]
    twice = replace(robot, manipulators=(arm, replace(arm, name="again")))
    group = Group(name="g", chains=(Chain(base=arm.base, tip=arm.tip),))
    held = other_forms(twice, Robot(groups=(group,))).manipulators
    assert held == (Manipulator(name=arm.name, base=arm.base, tip=arm.tip),)
    other = Group(name="g", joints=(robot.joints[-1].name,))
    assert other_forms(twice, Robot(groups=(other,))).manipulators == ()


def test_the_order_of_joints_in_a_configuration_space_is_kept() -> None:
    robot = robotfmt.read(*UR10E)
    assert robot.cspace is not None
    names = tuple(each.joint for each in robot.cspace.joints)
    back = other_forms(robot, Robot(groups=(Group(name="g", joints=names[::-1]),)))
    assert back.cspace == CSpace(joints=tuple(CSpaceJoint(joint=each) for each in names[::-1]))
    assert other_forms(robot, Robot(groups=(Group(name="g", joints=names[1:]),))).cspace is None


def test_an_actuator_has_only_what_the_transmission_gives() -> None:
    before = Robot(actuators=(Actuator(name="m", joint="j", type="electric_motor"), Actuator(name="n", joint="k")))
    after = Robot(actuators=(Actuator(name="other", joint="j"),))
    assert other_forms(before, after).actuators == (Actuator(name="m", joint="j"),)
