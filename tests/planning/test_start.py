"""Poses to start in."""

from __future__ import annotations

import numpy as np
import pytest
from programs import needs
from real import BROKEN
from trees import tree

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import (
    CSpace,
    CSpaceJoint,
    IgnoredPair,
    JointValue,
    NamedState,
    Robot,
)
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions
from robotfmt.planning.start import freed, report_overlaps, with_start
from robotfmt.selfcollision import Classes, Pair, PairClass
from robotfmt.settings import context_of
from robotfmt.spheres.overlaps import overlaps_of

pytestmark = [needs("coal"), pytest.mark.usefixtures("shared_fits")]
ARM = replace(
    tree("base>a a>b b-hand hand>left hand~right"),
    cspace=CSpace(joints=(CSpaceJoint(joint="to_a"), CSpaceJoint(joint="to_b"))),
)
FOLDER = BROKEN / "planning"
NOTHING = Classes(pairs=(), samples=1, seed=0)


def positions(robot: Robot) -> dict[str, float]:
    """Where each joint starts."""
    return {each.joint: each.values[0] for each in robot.default_positions}


def values(**positions: float) -> tuple[JointValue, ...]:
    return tuple(JointValue(joint=name, values=(value,)) for name, value in positions.items())


def started(robot: Robot, options: PlanOptions | None = None, report: Report | None = None) -> Robot:
    return with_start(robot, options or PlanOptions(), report if report is not None else Report(), context_of())


def test_joints_that_lead_to_no_tool_are_at_rest() -> None:
    assert positions(started(ARM)) == {"to_a": 0.0, "to_b": 0.0, "to_left": 0.0}


def test_the_start_pose_is_that_of_the_documents_unless_options_give_another() -> None:
    home = NamedState(name="home", values=(JointValue(joint="to_a", values=(0.25,)),))
    bow = NamedState(name="bow", values=(JointValue(joint="to_b", values=(1.5,)),))
    robot = replace(ARM, states=(bow, home))
    assert positions(started(robot)) == {"to_a": 0.25, "to_b": 0.0, "to_left": 0.0}
    ready = NamedState(name="ready", values=(JointValue(joint="to_a", values=(0.75,)),))
    assert positions(started(replace(robot, states=(ready, home))))["to_a"] == 0.25
    assert positions(started(robot, PlanOptions(state="bow")))["to_b"] == 1.5
    reported = replace(robot, default_positions=(JointValue(joint="to_a", values=(1.0,)),))
    assert positions(started(reported))["to_a"] == 1.0
    assert positions(started(reported, PlanOptions(pose={"to_a": -0.5})))["to_a"] == -0.5


def test_names_of_states_are_found_in_upper_case_too() -> None:
    home = NamedState(name="Home", values=values(to_a=0.25))
    assert positions(started(replace(ARM, states=(home,))))["to_a"] == 0.25


@pytest.mark.parametrize("name", ["bow", "home", "ready", "default"])
def test_states_of_one_name_in_several_groups_are_one_pose(name: str) -> None:
    states = [
        NamedState(name=name, group=joint, values=(JointValue(joint=joint, values=(value,)),))
        for joint, value in (("to_a", 0.25), ("to_b", 0.5), ("to_left", 0.01))
    ]
    options = PlanOptions(state="bow") if name == "bow" else PlanOptions()
    robot = started(replace(ARM, states=tuple(states)), options)
    assert positions(robot) == {"to_a": 0.25, "to_b": 0.5, "to_left": 0.01}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (PlanOptions(state="bow"), "the state 'bow' does not exist"),
        (PlanOptions(pose={"to_c": 1.0}), "the joint 'to_c' does not exist"),
        (PlanOptions(pose={"to_right": 1.0}), "the joint 'to_right' does not exist"),
        (PlanOptions(pose={"to_a": 2.5}), "cannot be at 2.5: its limits are -1 and 2"),
    ],
)
def test_options_that_cannot_be_met(options: PlanOptions, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        started(ARM, options)


def rods() -> Robot:
    """An arm that a finger of touches the post where it is folded."""
    return robotfmt.read(FOLDER / "sound.urdf", FOLDER / "sound.xrdf")


def test_overlaps_of_links_are_measured_with_their_spheres() -> None:
    """Worked out by hand: the finger's sphere goes round the elbow, 4.4 cm and 1.1 cm from the post's at the fold."""
    overlaps = overlaps_of(rods())
    poses = {"shoulder": np.array([0.0, 0.9]), "elbow": np.array([0.0, 2.0]), "left": np.zeros(2)}
    assert {pair: list(flags) for pair, flags in overlaps.found(poses).items()} == {
        ("post", "right_finger"): [False, True]
    }
    assert list(overlaps.free(poses)) == [True, False]
    assert overlaps.joints_between([("post", "right_finger")]) == {
        "shoulder",
        "elbow",
        "wrist",
        "right",
        "left",
    }
    ignored = replace(rods(), ignored_pairs=(IgnoredPair(first="right_finger", second="post"),))
    assert list(overlaps_of(ignored).free(poses)) == [True, True]


def test_a_pose_in_collision_is_left_for_a_near_one() -> None:
    folded, report = started(rods(), PlanOptions(pose={"shoulder": 0.9, "elbow": 2.0})), Report()
    free = freed(folded, overlaps_of(folded), PlanOptions(), report)
    assert [each.code for each in report] == ["planning.pose-moved"]
    assert overlaps_of(free).free({name: np.array([each]) for name, each in positions(free).items()}).all()
    moved = {name: positions(free)[name] - each for name, each in positions(folded).items()}
    assert moved["left"] == 0  # not controlled, and not needed
    assert 0 < np.hypot(moved["shoulder"], moved["elbow"]) < 0.5
    assert freed(free, overlaps_of(free), PlanOptions(), report) is free
    assert freed(folded, overlaps_of(folded), PlanOptions(), Report()) == free


def test_spheres_that_overlap_in_the_pose_are_reported() -> None:
    report = Report()
    folded = replace(rods(), default_positions=values(shoulder=0.9, elbow=2.0, left=0.0))
    report_overlaps(folded, overlaps_of(folded), NOTHING, report)
    (found,) = report.having("planning.spheres-overlap")
    assert found.message == "'post' and 'right_finger' overlap by their spheres in the default pose"
    report_overlaps(rods(), overlaps_of(rods()), NOTHING, report)
    touch = Pair(first="post", second="right_finger", kind=PairClass.SOMETIMES, default=True)
    report_overlaps(folded, overlaps_of(folded), replace(NOTHING, pairs=(touch,)), report)
    assert len(report) == 1
