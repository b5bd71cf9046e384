"""Poses to start in."""

from __future__ import annotations

import numpy as np
import pytest
from programs import needs
from reading import read_text
from real import BROKEN
from trees import tree

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import (
    CollisionSphere,
    CSpace,
    CSpaceJoint,
    FrameSpheres,
    IgnoredPair,
    JointValue,
    NamedState,
    PassiveJoint,
    Pose,
    Robot,
    Rpy,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions
from robotfmt.planning.posture import postures_of
from robotfmt.planning.start import freed, is_given, with_start
from robotfmt.spheres.overlaps import overlaps_of

pytestmark = [needs("coal"), pytest.mark.usefixtures("shared_fits")]
ARM = replace(
    tree("base>a a>b b-hand hand>left hand~right"),
    cspace=CSpace(joints=(CSpaceJoint(joint="to_a"), CSpaceJoint(joint="to_b"))),
)
FOLDER = BROKEN / "planning"


def positions(robot: Robot) -> dict[str, float]:
    """Where each joint starts."""
    return {each.joint: each.values[0] for each in robot.default_positions}


def test_joints_are_at_rest_until_a_pose_is_chosen() -> None:
    assert positions(with_start(ARM, PlanOptions())) == {"to_a": 0.0, "to_b": 0.0, "to_left": 0.0}


def test_the_start_pose_is_that_of_the_documents_unless_options_give_another() -> None:
    home = NamedState(name="home", values=(JointValue(joint="to_a", values=(0.25,)),))
    bow = NamedState(name="bow", values=(JointValue(joint="to_b", values=(1.5,)),))
    robot = replace(ARM, states=(bow, home))
    assert positions(with_start(robot, PlanOptions())) == {"to_a": 0.25, "to_b": 0.0, "to_left": 0.0}
    ready = NamedState(name="ready", values=(JointValue(joint="to_a", values=(0.75,)),))
    assert positions(with_start(replace(robot, states=(ready, home)), PlanOptions()))["to_a"] == 0.25
    assert positions(with_start(robot, PlanOptions(state="bow")))["to_b"] == 1.5
    reported = replace(robot, default_positions=(JointValue(joint="to_a", values=(1.0,)),))
    assert positions(with_start(reported, PlanOptions()))["to_a"] == 1.0
    assert positions(with_start(reported, PlanOptions(pose={"to_a": -0.5})))["to_a"] == -0.5


@pytest.mark.parametrize("name", ["bow", "home", "ready", "default"])
def test_states_of_one_name_in_several_groups_are_one_pose(name: str) -> None:
    states = [
        NamedState(name=name, group=joint, values=(JointValue(joint=joint, values=(value,)),))
        for joint, value in (("to_a", 0.25), ("to_b", 0.5), ("to_left", 0.01))
    ]
    options = PlanOptions(state="bow") if name == "bow" else PlanOptions()
    started = with_start(replace(ARM, states=tuple(states)), options)
    assert positions(started) == {"to_a": 0.25, "to_b": 0.5, "to_left": 0.01}


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
        with_start(ARM, options)


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
    folded, report = with_start(rods(), PlanOptions(pose={"shoulder": 0.9, "elbow": 2.0})), Report()
    free = freed(folded, overlaps_of(folded), PlanOptions(), report)
    assert [each.code for each in report] == ["planning.pose-moved"]
    assert overlaps_of(free).free({name: np.array([each]) for name, each in positions(free).items()}).all()
    moved = {name: positions(free)[name] - each for name, each in positions(folded).items()}
    assert moved["left"] == 0  # not controlled, and not needed
    assert 0 < np.hypot(moved["shoulder"], moved["elbow"]) < 0.5
    assert freed(free, overlaps_of(free), PlanOptions(), report) is free
    assert freed(folded, overlaps_of(folded), PlanOptions(), Report()) == free


# A pose that no document gives

SHOULDER = (
    '<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
    '<origin xyz="{xyz}"/><axis xyz="{axis}"/><limit lower="{low}" upper="{high}" effort="1" velocity="1"/></joint>'
)


def planar(low: float = -3.0, high: float = 3.0) -> Robot:
    """An arm of three links of one metre in a plane: at zero it is stretched out, and singular."""
    rows = [
        SHOULDER.format(name="s", parent="base", child="a", xyz="0 0 0", axis="0 0 1", low=-3, high=3),
        SHOULDER.format(name="e", parent="a", child="b", xyz="1 0 0", axis="0 0 1", low=low, high=high),
        SHOULDER.format(name="w", parent="b", child="c", xyz="1 0 0", axis="0 0 1", low=-3, high=3),
        SHOULDER.format(name="f", parent="base", child="d", xyz="0 0 1", axis="0 0 1", low=0.5, high=1),
    ]
    links = "".join(f'<link name="{name}"/>' for name in ("base", "a", "b", "c", "d", "tip"))
    tip = '<joint name="t" type="fixed"><parent link="c"/><child link="tip"/><origin xyz="1 0 0"/></joint>'
    robot = read_text(f'<robot name="p">{links}{"".join(rows)}{tip}</robot>', "urdf")
    space = CSpace(joints=tuple(CSpaceJoint(joint=name) for name in ("s", "e", "w", "f")))
    point = CollisionSphere(center=(0.0, 0.0, 0.0), radius=0.01)
    spheres = SphereSet(name="s", frames=(FrameSpheres(frame="tip", spheres=(point,)),))
    return replace(robot, cspace=space, tool_frames=("tip",), sphere_sets=(spheres,))


def test_the_condition_is_that_of_the_jacobian() -> None:
    postures = postures_of(planar())
    (posture,) = postures._postures(np.array([[0.3, 1.2, -0.7]]))
    angles = np.cumsum([0.3, 1.2, -0.7])
    ends = np.cumsum(np.column_stack([np.cos(angles), np.sin(angles)]), axis=0)
    arms = (ends[-1] - np.vstack([[0.0, 0.0], ends[:-1]])) / postures._unit
    values = np.linalg.svd(np.vstack([-arms[:, 1], arms[:, 0], np.ones(3)]), compute_uv=False)
    assert posture.condition == pytest.approx(values[2] / values[0], rel=1e-6)
    assert posture.margin == pytest.approx(1.8 / 6)
    assert 1 < postures._unit < 3
    assert [joint.name for joint in postures.joints] == ["s", "e", "w"]  # the fourth leads to no tool


@pytest.mark.parametrize(
    ("robot", "why"),
    [
        (planar(), "nearly singular"),
        (planar(0.9, 3.0), "from a limit"),
        (planar(-0.1, 2.6), "nearly singular"),
    ],
)
def test_a_pose_at_zero_that_collides_or_is_singular_is_changed(robot: Robot, why: str) -> None:
    report = Report()
    started = with_start(robot, PlanOptions())
    free = freed(started, overlaps_of(started), PlanOptions(), report, given=False)
    (reported,) = report
    assert reported.code == "planning.pose"
    assert why in reported.message
    found = positions(free)
    assert found["s"] == 0.0  # the base may turn anywhere
    assert found["f"] == 0.5  # at rest: its limit next to 0
    (posture,) = postures_of(free)._postures(np.array([[found[name] for name in ("s", "e", "w")]]))
    assert posture.is_good
    assert freed(started, overlaps_of(started), PlanOptions(), Report(), given=False) == free


def test_zero_is_taken_where_it_is_good_and_free() -> None:
    report = Report()
    straight = planar()
    elbow = straight.joint_by_name["e"]
    bent = replace(elbow, pose_in_parent=Pose((1.0, 0.0, 0.0), Rpy(0.0, 0.0, 1.5)))
    robot = replace(straight, joints=tuple(bent if each is elbow else each for each in straight.joints))
    started = with_start(robot, PlanOptions())
    free = freed(started, overlaps_of(started), PlanOptions(), report, given=False)
    assert positions(free) == {"s": 0.0, "e": 0.0, "w": 0.0, "f": 0.5}
    assert "using zero" in report.diagnostics[0].message


def test_without_a_controlled_joint_everything_stays_at_rest() -> None:
    robot = planar()
    passive = tuple(PassiveJoint(joint=each.name) for each in robot.joints)
    idle = replace(robot, passive_joints=passive, cspace=CSpace())
    assert postures_of(idle).joints == []
    started = with_start(idle, PlanOptions())
    free = freed(started, overlaps_of(started), PlanOptions(), Report(), given=False)
    assert set(positions(free).values()) <= {0.0, 0.5}


def test_a_pose_that_is_given_stays() -> None:
    robot = replace(planar(), default_positions=(JointValue(joint="e", values=(0.0,)),))
    assert is_given(robot, PlanOptions())
    assert is_given(planar(), PlanOptions(pose={"e": 0.0}))
    assert not is_given(planar(), PlanOptions())
    report = Report()
    started = with_start(robot, PlanOptions())
    assert freed(started, overlaps_of(started), PlanOptions(), report) is started
    assert list(report) == []
