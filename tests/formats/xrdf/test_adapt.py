"""What XRDF demands is assumed, what it cannot say is taken away, and all of it is reported."""

from __future__ import annotations

import pytest

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.facts import facts
from robotfmt.facts.difference import Difference
from robotfmt.hub.proof import Files, differences, unexplained, untrue
from robotfmt.model import (
    AddFrame,
    Axis,
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    EndEffector,
    Extension,
    ExtensionKind,
    FrameSpheres,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Manipulator,
    Pose,
    Quaternion,
    RemoveMimic,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt_xrdf import FORMAT


def _joint(name: str, parent: str, child: str, type: JointType = JointType.REVOLUTE, **axis: object) -> Joint:
    axes = () if type is JointType.FIXED else (replace(Axis(), **axis),)
    return Joint(name=name, type=type, parent=parent, child=child, axes=axes)


ARM = Robot(
    name="arm",
    links=tuple(Link(name=name) for name in ("base", "upper", "lower", "tip", "left", "right")),
    joints=(
        _joint("shoulder", "base", "upper", hard=Limits(lower=-3.0, upper=2.0, acceleration=7.0, jerk=70.0)),
        _joint("elbow", "upper", "lower", hard=Limits(lower=1.0, upper=3.0), soft=Limits(lower=1.5)),
        _joint("wrist", "lower", "tip", JointType.CONTINUOUS, hard=Limits(lower=1.0, upper=2.0)),
        _joint("grip", "tip", "left", JointType.PRISMATIC, hard=Limits(lower=-0.2, upper=-0.1, jerk=9.0)),
        _joint("follow", "tip", "right", JointType.PRISMATIC, coupling=LinearCoupling(joint="grip")),
    ),
)
ONE = CollisionSphere(center=(0.0, 0.0, 0.0), radius=1.0)
TWO = CollisionSphere(center=(0.0, 0.0, 0.0), radius=2.0)


def _adapt(robot: Robot) -> tuple[Robot, Report]:
    """Adapt a robot; every change must be claimed, and no claim be without a change."""
    assert FORMAT.adapt is not None
    context = Context(output="a.xrdf")
    adapted = FORMAT.adapt(robot, context)
    changed = _changes(robot, adapted)
    assert unexplained(changed, context.report) == []
    assert untrue(changed, context.report) == []
    _prove(adapted)
    return adapted, context.report


def _changes(before: Robot, after: Robot) -> list[Difference]:
    return differences(facts(before), facts(after), FORMAT, Files(Context()))


def _prove(adapted: Robot) -> None:
    """What is written reads back as the same robot, alone and beside it."""
    assert FORMAT.write is not None
    assert FORMAT.read is not None
    data = FORMAT.write(adapted, Context(output="a.xrdf"))["a.xrdf"]
    for beside in (None, Robot(links=adapted.links, joints=adapted.joints)):
        back = FORMAT.read(Source("a.xrdf", data), beside, Context())
        assert _changes(adapted, back) == []
    assert FORMAT.adapt is not None
    again = FORMAT.adapt(adapted, Context(output="a.xrdf"))
    assert again == adapted


def _claims(report: Report, code: str) -> list[str]:
    return [each.subject for each in report if each.code == f"xrdf.{code}"]


def test_a_robot_without_cspace_gets_one() -> None:
    adapted, report = _adapt(ARM)
    assert adapted.cspace == CSpace(
        joints=(
            CSpaceJoint(joint="shoulder", acceleration_limit=7.0, jerk_limit=70.0),
            CSpaceJoint(joint="elbow", acceleration_limit=10.0, jerk_limit=500.0),
            CSpaceJoint(joint="wrist", acceleration_limit=10.0, jerk_limit=500.0),
            CSpaceJoint(joint="grip", acceleration_limit=10.0, jerk_limit=9.0),
        )
    )
    assert _claims(report, "cspace-assumed") == ["cspace"]
    assert len(_claims(report, "acceleration-assumed")) == 3
    assert len(_claims(report, "jerk-assumed")) == 2
    assert len(_claims(report, "limit-of-joint")) == 3
    assert {each.fate.value for each in report if each.fate is not None} == {"assumed"}
    assert all(each.help for each in report if each.severity.value == "warning")


def test_limits_that_are_missing_are_assumed_one_by_one() -> None:
    cspace = CSpace(joints=(CSpaceJoint(joint="elbow", jerk_limit=3.0), CSpaceJoint(joint="shoulder")))
    adapted, report = _adapt(replace(ARM, cspace=cspace, tool_frames=("tip",)))
    assert adapted.cspace == CSpace(
        joints=(
            CSpaceJoint(joint="elbow", acceleration_limit=10.0, jerk_limit=3.0),
            CSpaceJoint(joint="shoulder", acceleration_limit=7.0, jerk_limit=70.0),
        )
    )
    assert _claims(report, "acceleration-assumed") == ["cspace/0/acceleration_limit"]
    assert _claims(report, "limit-of-joint") == ["cspace/1/acceleration_limit", "cspace/1/jerk_limit"]
    (guess,) = (each for each in report if each.code == "xrdf.acceleration-assumed")
    assert guess.message == "c-space joint 'elbow': no acceleration limit given; assuming 10 rad/s^2"


def test_default_positions_are_0_within_the_limits() -> None:
    adapted, report = _adapt(ARM)
    assert {each.joint: each.values for each in adapted.default_positions} == {
        "shoulder": (0.0,),
        "elbow": (1.5,),
        "wrist": (0.0,),
        "grip": (-0.1,),
    }
    assert _claims(report, "default-assumed") == [
        f"default position/{name}" for name in ("shoulder", "elbow", "wrist", "grip")
    ]


def test_default_positions_that_were_given_stay() -> None:
    given = (JointValue(joint="elbow", values=(2.0,)),)
    adapted, report = _adapt(replace(ARM, default_positions=given))
    assert adapted.default_positions == given
    assert _claims(report, "default-assumed") == []


def test_the_tool_is_at_the_end_of_the_longest_chain() -> None:
    adapted, report = _adapt(ARM)
    assert adapted.tool_frames == ("left",)
    assert _claims(report, "tool-frame-assumed") == ["tool frame/0"]
    robot = replace(ARM, joints=(*ARM.joints[:3], ARM.joints[4], ARM.joints[3]))
    assert _adapt(robot)[0].tool_frames == ("right",)
    assert _adapt(Robot(links=(Link(name="only"),)))[0].tool_frames == ("only",)


def test_tips_of_manipulators_precede_end_effectors_as_tool_frames() -> None:
    effector = EndEffector(name="hand", group="hand", parent_link="tip")
    assert _adapt(replace(ARM, end_effectors=(effector,)))[0].tool_frames == ("tip",)
    arms = (Manipulator(name="a", base="base", tip="lower"), Manipulator(name="b", base="base", tip="tip"))
    adapted, report = _adapt(replace(ARM, end_effectors=(effector,), manipulators=(*arms, arms[0])))
    assert adapted.tool_frames == ("lower", "tip")
    assert _claims(report, "tool-frame-assumed") == ["tool frame/0", "tool frame/1"]


def test_joints_above_the_base_are_not_controlled() -> None:
    for modifiers, joints in (
        ((SetBaseFrame(frame="upper"),), ["elbow", "wrist", "grip"]),
        ((SetBaseFrame(frame="right"),), []),
        ((SetBaseFrame(frame="nowhere"),), ["shoulder", "elbow", "wrist", "grip"]),
    ):
        adapted, _ = _adapt(replace(ARM, modifiers=modifiers))
        assert adapted.cspace is not None
        assert [each.joint for each in adapted.cspace.joints] == joints


def test_nothing_is_assumed_about_a_robot_that_is_not_known() -> None:
    adapted, report = _adapt(Robot())
    assert adapted == Robot()
    assert [each.code for each in report] == ["xrdf.no-cspace"]


def test_assumed_values_have_a_comment_in_the_document() -> None:
    assert FORMAT.write is not None
    adapted, _ = _adapt(ARM)
    text = FORMAT.write(adapted, Context(output="a"))["a"].decode()
    assert "default_joint_positions:  # assumed\n" in text
    assert "  acceleration_limits: [7.0, 10.0, 10.0, 10.0]  # assumed\n" in text
    assert 'tool_frames: ["left"]  # assumed\n' in text
    order = [line.partition(":")[0] for line in text.splitlines() if line and not line.startswith(" ")]
    assert order == ["format", "format_version", "default_joint_positions", "cspace", "tool_frames"]


def test_clones_are_flattened_where_they_are_used() -> None:
    sets = (
        SphereSet(name="a", frames=(FrameSpheres(frame="x", spheres=(ONE,)),)),
        SphereSet(name="b", frames=(FrameSpheres(frame="x", spheres=(TWO,)),), clones=("a",)),
        SphereSet(name="c", clones=("b", "a", "c", "gone")),
        SphereSet(name="d", clones=("a",)),
    )
    robot = Robot(sphere_sets=sets, world_collision=CollisionUse(spheres="c"), cspace=CSpace())
    adapted, report = _adapt(robot)
    assert adapted.sphere_sets == (
        sets[0],
        replace(sets[1], clones=()),
        SphereSet(name="c", frames=(FrameSpheres(frame="x", spheres=(TWO, ONE)),)),
        SphereSet(name="d"),
    )
    assert _claims(report, "clones-flattened") == [
        "spheres/b/clones",
        "spheres/c/clones",
        "spheres/d/clones",
        "spheres/c/x/0",
        "spheres/c/x/1",
    ]
    assert [each.code for each in report if each.fate is None] == ["xrdf.many-groups"]


def test_different_spheres_are_written_with_a_warning() -> None:
    robot = Robot(
        sphere_sets=(SphereSet(name="a"), SphereSet(name="b")),
        world_collision=CollisionUse(spheres="a"),
        self_collision=CollisionUse(spheres="b"),
        cspace=CSpace(),
    )
    adapted, report = _adapt(robot)
    assert adapted == robot
    assert [each.code for each in report] == ["xrdf.many-groups", "xrdf.self-geometry-differs"]


SPHERES = (SphereSet(name="g", frames=(FrameSpheres(frame="base", spheres=(ONE,)),)),)
PAIRS = (IgnoredPair(first="a", second="b"),)
USE = CollisionUse(spheres="g")


@pytest.mark.parametrize(
    ("given", "expected", "subjects"),
    [
        ({}, {}, []),
        ({"sphere_sets": SPHERES}, {"sphere_sets": SPHERES, "world_collision": USE}, ["world collision"]),
        (
            {"sphere_sets": SPHERES, "ignored_pairs": PAIRS},
            {"sphere_sets": SPHERES, "world_collision": USE, "self_collision": USE},
            ["world collision", "self collision"],
        ),
        (
            {"ignored_pairs": PAIRS},
            {
                "sphere_sets": (SphereSet(name="arm_collision_spheres"),),
                "world_collision": CollisionUse(spheres="arm_collision_spheres"),
                "self_collision": CollisionUse(spheres="arm_collision_spheres"),
            },
            ["spheres/arm_collision_spheres", "world collision", "self collision"],
        ),
        (
            {"sphere_sets": SPHERES, "world_collision": USE, "self_collision": CollisionUse()},
            {"self_collision": USE},
            ["self collision/spheres"],
        ),
        ({"sphere_sets": SPHERES, "world_collision": USE}, {"self_collision": None}, []),
        ({"sphere_sets": SPHERES, "self_collision": USE}, {"world_collision": None}, []),
        (
            {"sphere_sets": (), "world_collision": CollisionUse(spheres="gone"), "ignored_pairs": PAIRS},
            {"sphere_sets": (), "self_collision": CollisionUse(spheres="gone")},
            ["self collision"],
        ),
    ],
)
def test_the_use_of_spheres_for_collisions_is_assumed(
    given: dict[str, object], expected: dict[str, object], subjects: list[str]
) -> None:
    robot = replace(Robot(name="arm", cspace=CSpace()), **given)
    adapted, report = _adapt(robot)
    assert {name: getattr(adapted, name) for name in expected} == expected
    assert _claims(report, "collision-assumed") == subjects


def test_a_position_of_several_values_is_lost() -> None:
    values = (JointValue(joint="a", values=(1.0,)), JointValue(joint="b", values=(1.0, 2.0, 3.0)))
    adapted, report = _adapt(Robot(default_positions=values, cspace=CSpace()))
    assert adapted.default_positions == values[:1]
    assert _claims(report, "several-values") == ["default position/b"]


def test_duplicate_entries_are_lost() -> None:
    use = CollisionUse(spheres="g", buffers=(Buffer(frame="a", distance=1.0), Buffer(frame="a", distance=2.0)))
    robot = Robot(
        cspace=CSpace(),
        default_positions=(JointValue(joint="a", values=(1.0,)), JointValue(joint="a", values=(2.0,))),
        sphere_sets=(SphereSet(name="g"), SphereSet(name="g", frames=SPHERES[0].frames)),
        world_collision=use,
    )
    adapted, report = _adapt(robot)
    assert adapted.default_positions == robot.default_positions[:1]
    assert adapted.sphere_sets == robot.sphere_sets[:1]
    assert adapted.world_collision == replace(use, buffers=use.buffers[:1])
    assert _claims(report, "said-twice") == [
        "default position/a",
        "spheres/g#2",
        "world collision/buffer/a",
    ]


def test_a_joint_stays_coupled_in_1_0() -> None:
    modifiers = (SetBaseFrame(frame="base"), RemoveMimic(joint="follow"))
    extensions = (_extension("/modifiers/0", "x"), _extension("/modifiers/1/remove_mimic_attributes", "y"))
    adapted, report = _adapt(replace(ARM, modifiers=modifiers, extensions=extensions))
    assert adapted.modifiers == modifiers[:1]
    assert adapted.extensions == ()
    assert _claims(report, "remove-mimic-lost") == [
        "modifier/RemoveMimic/0",
        "extension/xrdf//modifiers/0/entry/x/83dcefb7",
        "extension/xrdf//modifiers/1/remove_mimic_attributes/entry/y/83dcefb7",
    ]


def test_unread_limits_do_not_shift_the_others() -> None:
    cspace = CSpace(joints=(CSpaceJoint(joint="elbow"), CSpaceJoint(joint="wrist", acceleration_limit=2.0)))
    extension = _extension("/cspace/acceleration_limits", "0")
    adapted, report = _adapt(replace(ARM, cspace=cspace, extensions=(extension,)))
    assert adapted.extensions == ()
    assert adapted.cspace is not None
    assert [each.acceleration_limit for each in adapted.cspace.joints] == [10.0, 2.0]
    assert [each.subject for each in report if each.code == "convert.no-place"] == [
        "extension/xrdf//cspace/acceleration_limits/entry/0/83dcefb7"
    ]


def test_transforms_are_made_whole() -> None:
    frames = (
        AddFrame(frame="a", parent="base", joint="x"),
        AddFrame(frame="b", parent="base", joint="y", pose=Pose((1.0, 0.0, 0.0))),
    )
    adapted, _ = _adapt(replace(ARM, modifiers=frames))
    still = Quaternion(1.0, 0.0, 0.0, 0.0)
    assert [each.pose for each in adapted.modifiers if isinstance(each, AddFrame)] == [
        Pose((0.0, 0.0, 0.0), still),
        Pose((1.0, 0.0, 0.0), still),
    ]


def _extension(place: str, name: str, format: str = "xrdf") -> Extension:
    return Extension(format=format, place=place, kind=ExtensionKind.ENTRY, name=name, content="1")


def test_extensions_without_a_place_are_lost() -> None:
    extensions = (
        _extension("/", "kept"),
        _extension("/cspace", "jerk_limits"),
        _extension("/tool_frames/9", "gone"),
        _extension("/world_collision", "gone"),
        _extension("/robot", "foreign", "urdf"),
    )
    adapted, report = _adapt(replace(ARM, extensions=extensions))
    assert adapted.extensions == (extensions[0], extensions[4])
    assert [each.subject for each in report if each.code == "convert.no-place"] == [
        "extension/xrdf//cspace/entry/jerk_limits/83dcefb7",
        "extension/xrdf//world_collision/entry/gone/83dcefb7",
        "extension/xrdf//tool_frames/9/entry/gone/83dcefb7",
    ]
