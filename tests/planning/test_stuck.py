"""Pairs because of which a planner would find hardly any free pose: they get more spheres, or the number is refused."""

from __future__ import annotations

import re

import pytest
from efforts import DRAFT
from real import FIXTURES, named_robots

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Axis, Box, Geometry, Joint, JointType, Limits, Link, Pose, Purpose, Robot, Vector3
from robotfmt.planning import Plan, prepare
from robotfmt.spheres import measure

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]


def _link(name: str, size: Vector3, at: Vector3 = (0.0, 0.0, 0.0)) -> Link:
    return Link(name=name, collisions=(Geometry(shape=Box(size), pose=Pose(at), purpose=Purpose.COLLISION),))


def _turns(name: str, parent: str, child: str, at: Vector3, upper: float) -> Joint:
    axis = Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-upper, upper=upper))
    return Joint(name=name, type=JointType.REVOLUTE, parent=parent, child=child, pose_in_parent=Pose(at), axes=(axis,))


def _shears(side: float = 0.06) -> Robot:
    """Two long plates that turn side by side, 100 mm apart or less, until they touch at one end."""
    links = (
        _link("base", (0.1, 0.1, 0.1)),
        _link("left", (0.4, 0.02, 0.1), (0.2, side, 0.0)),
        _link("middle", (0.02, 0.02, 0.02), (0.0, 0.0, 0.2)),
        _link("right", (0.4, 0.02, 0.1), (0.2, -side, 0.0)),
    )
    joints = (
        _turns("turn", "base", "left", (0.0, 0.0, 0.3), 3.0),
        _turns("left_to_middle", "left", "middle", (0.0, 0.0, 0.0), 0.06),
        _turns("middle_to_right", "middle", "right", (0.0, 0.0, 0.0), 0.2),
    )
    return Robot(name="shears", links=links, joints=joints)


def _assert_about(plan: Plan, report: Report) -> None:
    """What is reported is about the spheres of the plan, not about those that were fitted first, and only once."""
    (note,) = report.having("spheres.fitted")
    assert note.message.startswith(f"{sum(plan.spheres.values())} spheres on {len(plan.spheres)} links ")
    measures = measure(plan.robot, report=Report(), samples=3000)
    reach = float(re.findall(r"protrude by up to ([\d.]+) mm", note.message)[0])
    assert max(1000 * each.protrusion for each in measures) <= reach + 0.1
    messages = [(each.code, each.message) for each in report]
    assert len(messages) == len(set(messages))


def test_links_that_block_each_other_get_more_spheres() -> None:
    report = Report()
    plan = prepare(_shears(0.022), spheres={"effort": DRAFT}, samples=500, report=report)
    (note,) = report.having("planning.more-spheres")
    assert "spheres of 'left' and 'right' overlap" in note.message
    assert f"{sum(plan.spheres.values())} in total" in note.message
    _assert_about(plan, report)
    assert plan.poses is not None
    assert plan.poses.refused < 0.7 * plan.poses.free  # nearly all with the usual number
    assert not any(each.links == {"left", "right"} for each in plan.robot.ignored_pairs)


def test_a_number_that_blocks_links_is_refused_with_one_that_would_do() -> None:
    report = Report()
    plan = prepare(_shears(), spheres={"budget": 4, "effort": DRAFT}, samples=500, report=report)
    (error,) = report.having("planning.spheres-always-overlap")
    assert "'left' and 'right'" in error.message
    assert error.help is not None
    enough = int(error.help.split("--budget ")[1].split()[0])
    assert enough > 4 >= sum(plan.spheres.values())
    assert not any(each.links == {"left", "right"} for each in plan.robot.ignored_pairs)
    numbers = re.findall(r"--for (\w+):per-link=(\d+)", error.help)
    given = {link: {"per_link": int(number)} for link, number in numbers}
    again = Report()
    followed = prepare(
        _shears(), spheres={"budget": enough, "overrides": given, "effort": DRAFT}, samples=500, report=again
    )
    assert not again.having("planning.spheres-always-overlap")
    assert sum(followed.spheres.values()) <= enough


def test_links_that_no_number_keeps_apart_are_ignored_with_a_warning() -> None:
    report = Report()
    plan = prepare(_shears(0.012), spheres={"effort": DRAFT}, samples=500, report=report)
    (warning,) = report.having("planning.pair-too-near")
    assert "'left' and 'right' overlap, with 32 spheres on each too" in warning.message
    assert any(each.links == {"left", "right"} for each in plan.robot.ignored_pairs)
    assert sum(plan.spheres.values()) < 30


def test_a_base_that_the_arm_often_touches_is_covered_with_more_spheres() -> None:
    """Spheres that stay inside the base would let poses pass in which the arm is in it."""
    axis = Axis(direction=(0.0, 1.0, 0.0), hard=Limits(lower=-1.5, upper=1.5))
    lift = Joint(
        name="lift",
        type=JointType.REVOLUTE,
        parent="column",
        child="arm",
        pose_in_parent=Pose((0.0, 0.0, 0.06)),
        axes=(axis,),
    )
    robot = Robot(
        name="lift",
        links=(
            _link("base", (0.2, 0.2, 0.12), (0.0, 0.0, 0.06)),
            _link("column", (0.03, 0.03, 0.06), (0.0, 0.0, 0.03)),
            _link("arm", (0.3, 0.03, 0.03), (0.15, 0.0, 0.0)),
        ),
        joints=(_turns("turn", "base", "column", (0.0, 0.0, 0.12), 3.0), lift),
    )
    report = Report()
    plan = prepare(robot, spheres={"effort": DRAFT}, samples=500, report=report)
    assert plan.poses is not None
    assert plan.poses.collide < 0.02 * plan.poses.clear
    assert plan.spheres["base"] > 3
    assert not report.having("spheres.flat-base")


def test_a_pedestal_gets_more_spheres_inside_where_others_refuse_every_pose() -> None:
    """The forearm and the hand of this arm block all poses at first, so none is left that its base lets pass."""
    report = Report()
    plan = prepare(robotfmt.read(FIXTURES / "arm6" / "arm6.urdf"), samples=500, report=report)
    assert plan.poses is not None
    assert plan.spheres["base_link"] > 3
    assert plan.poses.collide < 0.02 * plan.poses.clear
    assert plan.poses.refused < 0.4 * plan.poses.free
    assert len(report.having("spheres.flat-base")) == 1
    _assert_about(plan, report)


def test_a_plate_that_the_arm_nearly_touches_is_covered_and_stops_it() -> None:
    """Three spheres inside the base of a UR5 let 4 % of the poses pass; its socket is below those that cover."""
    (path,) = named_robots(("ur_description/urdf/ur5_robot.urdf",), ())
    report = Report()
    plan = prepare(robotfmt.read(path, report=Report()), samples=500, report=report)
    assert 18 <= plan.spheres["base_link"] <= 36
    assert not report.having("spheres.flat-base")
    assert plan.poses is not None
    assert plan.poses.refused < 0.08 * plan.poses.free
    assert plan.poses.collide < 0.005 * plan.poses.clear
