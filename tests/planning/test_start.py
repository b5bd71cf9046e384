"""Poses to start in."""

from __future__ import annotations

import numpy as np
import pytest
from real import BROKEN
from trees import tree

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import CSpace, CSpaceJoint, IgnoredPair, JointValue, NamedState, Robot
from robotfmt.model.record import replace
from robotfmt.planning import Wishes

pytest.importorskip("coal")
from robotfmt.planning.overlaps import Overlaps
from robotfmt.planning.start import freed, with_start

ARM = replace(
    tree("base>a a>b b-hand hand>left hand~right"),
    cspace=CSpace(joints=(CSpaceJoint(joint="to_a"), CSpaceJoint(joint="to_b"))),
)
FOLDER = BROKEN / "planning"


def positions(robot: Robot) -> dict[str, float]:
    """Where each joint starts."""
    return {each.joint: each.values[0] for each in robot.default_positions}


def test_joints_start_in_the_middle_and_others_at_rest() -> None:
    assert positions(with_start(ARM, Wishes())) == {"to_a": 0.5, "to_b": 0.5, "to_left": 0.0}


def test_what_is_said_counts_and_wishes_count_more() -> None:
    home = NamedState(name="home", values=(JointValue(joint="to_a", values=(0.25,)),))
    bow = NamedState(name="bow", values=(JointValue(joint="to_b", values=(1.5,)),))
    robot = replace(ARM, states=(bow, home))
    assert positions(with_start(robot, Wishes())) == {"to_a": 0.25, "to_b": 0.5, "to_left": 0.0}
    assert positions(with_start(robot, Wishes(state="bow")))["to_b"] == 1.5
    said = replace(robot, default_positions=(JointValue(joint="to_a", values=(1.0,)),))
    assert positions(with_start(said, Wishes()))["to_a"] == 1.0
    assert positions(with_start(said, Wishes(pose={"to_a": -0.5})))["to_a"] == -0.5


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        (Wishes(state="bow"), "no state 'bow'"),
        (Wishes(pose={"to_c": 1.0}), "no joint 'to_c'"),
        (Wishes(pose={"to_right": 1.0}), "no joint 'to_right'"),
        (Wishes(pose={"to_a": 2.5}), "cannot stand at 2.5: its limits are -1 and 2"),
    ],
)
def test_wishes_that_cannot_be_met(wishes: Wishes, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        with_start(ARM, wishes)


def rods() -> Robot:
    """An arm that a finger of touches the post where it is folded."""
    return robotfmt.read(FOLDER / "sound.urdf", FOLDER / "sound.xrdf")


def test_overlaps_are_those_of_balls() -> None:
    """Worked out by hand: the finger's ball goes round the elbow, 4.4 cm and 1.1 cm from the post's at the fold."""
    overlaps = Overlaps(rods())
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
    assert list(Overlaps(ignored).free(poses)) == [True, True]


def test_a_pose_in_collision_is_left_for_a_near_one() -> None:
    folded, report = with_start(rods(), Wishes(pose={"shoulder": 0.9, "elbow": 2.0})), Report()
    free = freed(folded, Wishes(), report)
    assert [each.code for each in report] == ["planning.pose-moved"]
    assert Overlaps(free).free({name: np.array([each]) for name, each in positions(free).items()}).all()
    moved = {name: positions(free)[name] - each for name, each in positions(folded).items()}
    assert moved["left"] == 0  # not controlled, and not needed
    assert 0 < np.hypot(moved["shoulder"], moved["elbow"]) < 0.5
    assert freed(free, Wishes(), report) is free
    assert freed(folded, Wishes(), Report()) == free
