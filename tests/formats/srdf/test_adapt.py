"""What SRDF can say of a robot that other formats described, and what is reported of the rest."""

from __future__ import annotations

from math import pi
from pathlib import Path

import pytest
from reading import context_for, read_text, write_bytes
from real import FIXTURES

import robotfmt
from robotfmt.adapting import spell_out_pairs
from robotfmt.diagnostics import Fate, Report
from robotfmt.facts import facts
from robotfmt.hub.proof import Files, differences, unexplained, untrue
from robotfmt.kinematics.colliding import joined_links
from robotfmt.model import (
    AddFrame,
    Axis,
    Buffer,
    Chain,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    EndEffector,
    Extension,
    ExtensionKind,
    Frame,
    FrameSpheres,
    GripperJoint,
    Group,
    Joint,
    JointType,
    JointValue,
    LinearCoupling,
    Link,
    Manipulator,
    NamedState,
    PassiveJoint,
    Pose,
    Robot,
    Rpy,
    SphereSet,
)
from robotfmt_srdf import FORMAT

LINKS = tuple(Link(name=name) for name in ("base", "arm", "tip", "finger"))
JOINTS = (
    Joint(name="j1", type=JointType.REVOLUTE, parent="base", child="arm", axes=(Axis(),)),
    Joint(name="j2", type=JointType.REVOLUTE, parent="arm", child="tip", axes=(Axis(),)),
    Joint(name="grip", type=JointType.PRISMATIC, parent="tip", child="finger", axes=(Axis(),)),
)
ROBOT = Robot(name="r", links=LINKS, joints=JOINTS)
ARM = Manipulator(name="m", base="base", tip="tip", gripper_joints=(GripperJoint(joint="grip", closing=((0, 1.0),)),))
ONE = CollisionSphere(center=(0.0, 0.0, 0.0), radius=1.0)
TWO = CollisionSphere(center=(1.0, 0.0, 0.0), radius=2.0)


def adapted(**reported: object) -> tuple[Robot, dict[str, str]]:
    """A robot with something said of it as SRDF can say it, proved; and what was reported, by subject."""
    assert FORMAT.adapt is not None
    robot = Robot(**{"name": "r", "links": LINKS, "joints": JOINTS, **reported})  # type: ignore[arg-type]
    report = Report()
    context = context_for("srdf", report)
    done = FORMAT.adapt(robot, context)
    changed = differences(facts(robot), facts(done), FORMAT, Files(context))
    assert unexplained(changed, report) == []
    assert untrue(robotfmt.diff(robot, done), report) == []
    back = read_text(write_bytes(done, "srdf"), "srdf", robot=ROBOT)
    assert differences(facts(done), facts(back), FORMAT, Files(context)) == []
    return done, {each.subject: each.code for each in report}


def test_a_robot_read_from_srdf_is_not_changed() -> None:
    reported = read_text((FIXTURES / "arm6" / "arm6.srdf").read_bytes(), "srdf")
    report = Report()
    assert FORMAT.adapt is not None
    assert FORMAT.adapt(reported, context_for("srdf", report)) is reported
    assert len(report) == 0


def test_a_manipulator_becomes_a_chain_and_its_gripper_an_end_effector() -> None:
    robot, reported = adapted(manipulators=(ARM,))
    assert robot.groups == (
        Group(name="m", chains=(Chain(base="base", tip="tip"),)),
        Group(name="m_gripper", joints=("grip",)),
    )
    assert robot.end_effectors == (
        EndEffector(name="m_gripper", group="m_gripper", parent_link="tip", parent_group="m"),
    )
    subjects = ("group/m", "group/m_gripper", "end effector/m_gripper")
    assert reported == dict.fromkeys(subjects, "srdf.manipulator")


def test_groups_with_equal_members_are_used() -> None:
    groups = (
        Group(name="arm", chains=(Chain(base="base", tip="tip"),)),
        Group(name="hand", joints=("grip",)),
    )
    effector = EndEffector(name="e", group="hand", parent_link="tip")
    robot, reported = adapted(manipulators=(ARM,), groups=groups, end_effectors=(effector,))
    assert (robot.groups, robot.end_effectors, reported) == (groups, (effector,), {})
    robot, reported = adapted(manipulators=(ARM,), groups=groups)
    assert robot.groups == groups
    assert robot.end_effectors[0].parent_group == "arm"
    assert reported == {"end effector/m_gripper": "srdf.manipulator"}


def test_other_groups_of_the_name_are_left_alone() -> None:
    groups = (Group(name="m", joints=("j1",)), Group(name="m_gripper"))
    robot, _ = adapted(manipulators=(ARM,), groups=groups)
    assert robot.groups[:2] == groups
    assert [each.name for each in robot.groups[2:]] == ["m_2", "m_gripper_2"]
    assert (robot.end_effectors[0].group, robot.end_effectors[0].parent_group) == ("m_gripper_2", "m_2")


def test_a_manipulator_of_one_link_is_no_chain() -> None:
    robot, reported = adapted(manipulators=(Manipulator(name="m", base="tip", tip="tip"),))
    assert (robot.groups, reported) == ((), {})


def test_two_manipulators_with_one_gripper() -> None:
    other = Manipulator(name="n", base="arm", tip="tip", gripper_joints=ARM.gripper_joints)
    robot, _ = adapted(manipulators=(ARM, other))
    assert [each.name for each in robot.groups] == ["m", "m_gripper", "n"]
    assert [each.name for each in robot.end_effectors] == ["m_gripper"]


def test_a_joint_that_is_not_active_is_passive() -> None:
    follower = Axis(active=False, coupling=LinearCoupling(joint="j1"))
    joints = (
        Joint(name="a", type=JointType.REVOLUTE, parent="base", child="arm", axes=(Axis(active=False),)),
        Joint(name="b", type=JointType.REVOLUTE, parent="arm", child="tip", axes=(follower,)),
        Joint(name="c", type=JointType.FIXED, parent="tip", child="finger", axes=(Axis(active=False),)),
    )
    robot, reported = adapted(joints=joints)
    assert robot.passive_joints == (PassiveJoint(joint="a"),)
    assert reported == {"passive joint/a": "srdf.passive"}


def set_of(name: str, *spheres: CollisionSphere, frame: str = "tip", clones: tuple[str, ...] = ()) -> SphereSet:
    """A set of spheres on one frame."""
    return SphereSet(name=name, frames=(FrameSpheres(frame=frame, spheres=spheres),), clones=clones)


def test_the_set_that_is_used_is_written_under_the_only_name() -> None:
    robot, reported = adapted(
        sphere_sets=(set_of("a", ONE), set_of("b", TWO)),
        world_collision=CollisionUse(spheres="b", buffers=(Buffer(frame="tip", distance=0.1),)),
    )
    assert robot.sphere_sets == (set_of("collision_spheres", TWO),)
    assert robot.world_collision == robot.self_collision == CollisionUse(spheres="collision_spheres")
    assert reported == {
        "spheres/a": "srdf.other-spheres",
        "spheres/b": "srdf.spheres",
        "spheres/collision_spheres": "srdf.spheres",
        "world collision/spheres": "srdf.spheres",
        "world collision/buffer/tip": "srdf.buffers",
        "self collision": "srdf.both-uses",
    }


@pytest.mark.parametrize(
    ("uses", "written"),
    [
        ({}, ONE),
        ({"self_collision": CollisionUse(spheres="b")}, TWO),
        ({"world_collision": CollisionUse(spheres="?"), "self_collision": CollisionUse(spheres="b")}, TWO),
        (
            {"world_collision": CollisionUse(spheres="a"), "self_collision": CollisionUse(spheres="b")},
            ONE,
        ),
    ],
)
def test_which_set_is_written(uses: dict[str, CollisionUse], written: CollisionSphere) -> None:
    robot, _ = adapted(sphere_sets=(set_of("a", ONE), set_of("b", TWO)), **uses)
    assert robot.sphere_sets == (set_of("collision_spheres", written),)


def test_clones_are_flattened_into_the_set() -> None:
    robot, reported = adapted(
        sphere_sets=(set_of("collision_spheres", ONE, clones=("b", "?")), set_of("b", TWO, clones=("b",)))
    )
    assert robot.sphere_sets == (set_of("collision_spheres", ONE, TWO),)
    assert reported["spheres/collision_spheres/tip/1"] == "srdf.spheres"
    assert reported["spheres/b"] == "srdf.other-spheres"


def test_an_empty_sphere_set_is_dropped() -> None:
    robot, reported = adapted(
        sphere_sets=(SphereSet(name="a"),), world_collision=CollisionUse(spheres="a"), self_collision=None
    )
    assert (robot.sphere_sets, robot.world_collision) == ((), None)
    assert reported == {"spheres/a": "srdf.other-spheres", "world collision": "srdf.both-uses"}


def test_spheres_on_a_frame_go_to_its_link() -> None:
    quarter = Rpy(0.0, 0.0, pi / 2)
    tool = Frame(name="tool", parent="tip", pose=Pose((0.0, 0.0, 0.5), quarter))
    added = AddFrame(frame="far", parent="tool", joint="j", pose=Pose((2.0, 0.0, 0.0)))
    ring = Frame(name="ring", parent="ring")
    spheres = SphereSet(
        name="collision_spheres",
        frames=(
            FrameSpheres(frame="far", spheres=(TWO, CollisionSphere(center=None, radius=1.0))),
            FrameSpheres(frame="tip", spheres=(ONE,)),
            FrameSpheres(frame="ring", spheres=(ONE,)),
        ),
    )
    robot, reported = adapted(frames=(tool, ring), modifiers=(added,), sphere_sets=(spheres,))
    first, second = robot.sphere_sets[0].frames
    assert (first.frame, second.frame) == ("tip", "ring")
    assert first.spheres[0].center == pytest.approx((0.0, 3.0, 0.5))
    assert (first.spheres[0].radius, first.spheres[1].center, first.spheres[2]) == (2.0, None, ONE)
    assert {code for subject, code in reported.items() if subject.startswith("spheres/")} == {"srdf.sphere-frame"}


def test_content_of_a_removed_sphere_is_lost() -> None:
    place = "/robot/link_sphere_approximation[@link='tip']"
    kept, lost = (
        Extension(format="srdf", place=f"{place}{step}", kind=ExtensionKind.ATTRIBUTE, name="n", content="1")
        for step in ("", "/sphere")
    )
    robot, reported = adapted(sphere_sets=(set_of("collision_spheres"),), extensions=(kept, lost))
    assert robot.extensions == (kept,)
    assert {code for subject, code in reported.items() if subject.startswith("extension")} == {"convert.no-place"}


def test_openrave_to_moveit(tmp_path: Path) -> None:
    source = FIXTURES / "mobile_dual_arm" / "dual_arm.dae"
    done = robotfmt.convert(source, tmp_path / "a.urdf", tmp_path / "a.srdf")
    back = robotfmt.read(tmp_path / "a.urdf", tmp_path / "a.srdf")
    assert [each.name for each in back.groups] == [
        "left_arm",
        "left_arm_gripper",
        "right_arm",
        "right_arm_gripper",
    ]
    assert [(each.parent_link, each.parent_group) for each in back.end_effectors] == [
        ("left_hand", "left_arm"),
        ("right_hand", "right_arm"),
    ]
    count = len(done.robot.ignored_pairs)
    assert back.ignored_pairs[:count] == done.robot.ignored_pairs
    assert {each.links for each in back.ignored_pairs[count:]} <= joined_links(done.robot)
    # The arms are groups, which is no loss; how their grippers close no group says.
    lost = {each.subject for each in done.report.having(Fate.LOST)}
    arms = done.robot.manipulators
    assert {f"manipulator/{each.name}/gripper/{each.gripper_joints[0].joint}" for each in arms} <= lost
    assert not lost & {f"manipulator/{each.name}{part}" for each in arms for part in ("", "/base", "/tip")}


def test_ignored_pairs_survive_collada_and_xrdf(tmp_path: Path) -> None:
    arm, reported = FIXTURES / "arm6" / "arm6.urdf", FIXTURES / "arm6" / "arm6.srdf"
    robotfmt.convert([arm, reported], tmp_path / "a.dae")
    robotfmt.convert(tmp_path / "a.dae", tmp_path / "b.srdf")
    robotfmt.convert([arm, reported], tmp_path / "c.xrdf")
    robotfmt.convert([arm, tmp_path / "c.xrdf"], tmp_path / "d.srdf")
    first = robotfmt.read(arm, reported)
    whole = spell_out_pairs(first).ignored_pairs
    assert len(whole) == len(first.ignored_pairs) + 6  # the tool's, with all links but itself and the base
    there = robotfmt.read(tmp_path / "a.dae", tmp_path / "b.srdf").ignored_pairs
    count = len(whole)
    assert [(each.first, each.second) for each in there[:count]] == [(each.first, each.second) for each in whole]
    assert not any(each.reason for each in there[:count])  # COLLADA has no reasons
    # OpenRAVE tests no links that a joint connects.
    assert [(each.first, each.second, each.reason) for each in there[count:]] == [("forearm", "wrist", "Adjacent")]
    for name in ("c.xrdf", "d.srdf"):
        assert set(robotfmt.read(arm, tmp_path / name).ignored_pairs) == set(whole)


def test_spheres_go_to_xrdf_and_back(tmp_path: Path) -> None:
    arm, reported = FIXTURES / "arm6" / "arm6.urdf", FIXTURES / "arm6" / "arm6.srdf"
    there = robotfmt.convert([arm, reported], tmp_path / "a.xrdf")
    assert not there.report.having("xrdf.collision-assumed")
    back = robotfmt.convert([arm, tmp_path / "a.xrdf"], tmp_path / "b.srdf")
    assert not [each for each in back.report if each.subject.startswith(("spheres", "world", "self"))]
    assert robotfmt.read(arm, tmp_path / "b.srdf").sphere_sets == there.robot.sphere_sets


def test_the_urdf_of_the_same_robot_loses_nothing(tmp_path: Path) -> None:
    arm, reported = FIXTURES / "arm6" / "arm6.urdf", FIXTURES / "arm6" / "arm6.srdf"
    done = robotfmt.convert([arm, reported], tmp_path / "a.urdf", tmp_path / "a.srdf")
    assert not done.report.having(Fate.LOST)
    assert (tmp_path / "a.srdf").read_bytes() == reported.read_bytes()
    assert robotfmt.read(tmp_path / "a.urdf", tmp_path / "a.srdf").groups == done.robot.groups


def test_a_robot_without_a_name_among_documents_of_other_names(tmp_path: Path) -> None:
    nameless = tmp_path / "in.urdf"
    nameless.write_text('<robot><link name="a"/></robot>', encoding="utf-8")
    robotfmt.convert(nameless, tmp_path / "one.urdf", tmp_path / "two.srdf")
    assert robotfmt.read(tmp_path / "one.urdf", tmp_path / "two.srdf").name == "one"


CONTROLLED = CSpace(joints=(CSpaceJoint(joint="j2"), CSpaceJoint(joint="j1")))
POSITIONS = (JointValue(joint="j1", values=(0.5,)), JointValue(joint="j2", values=(-0.5,)))


def test_a_configuration_space_becomes_a_group_and_its_positions_a_state() -> None:
    robot, reported = adapted(cspace=CONTROLLED, default_positions=POSITIONS)
    assert robot.groups == (Group(name="cspace", joints=("j2", "j1")),)
    assert robot.states == (NamedState(name="default", group="cspace", values=POSITIONS),)
    assert reported == {"group/cspace": "srdf.cspace", "state/default": "srdf.cspace"}


def test_a_group_and_a_state_that_are_there_are_taken() -> None:
    arm = Group(name="arm", joints=("j1", "j2"))
    robot, _ = adapted(cspace=CONTROLLED, default_positions=POSITIONS, groups=(arm,))
    assert robot.groups == (arm,)
    assert robot.states[0].group == "arm"
    state = NamedState(name="default", group="arm")
    robot, reported = adapted(cspace=CONTROLLED, default_positions=POSITIONS, groups=(arm,), states=(state,))
    assert (robot.states, reported) == ((state,), {})


def test_from_xrdf_to_srdf_and_back(tmp_path: Path) -> None:
    """But for the limits, which SRDF does not have, and the order, which is the robot's: cuRobo demands that."""
    reported = Robot(cspace=CONTROLLED, default_positions=POSITIONS)
    robotfmt.write(ROBOT, tmp_path / "r.urdf")
    robotfmt.write(reported, tmp_path / "in.xrdf")
    robotfmt.convert([tmp_path / "r.urdf", tmp_path / "in.xrdf"], tmp_path / "r.srdf")
    robotfmt.convert([tmp_path / "r.urdf", tmp_path / "r.srdf"], tmp_path / "out.xrdf")
    after = robotfmt.read(tmp_path / "out.xrdf")
    assert after.cspace is not None
    assert [each.joint for each in after.cspace.joints] == ["j1", "j2"]
    positions = {each.joint: each.values for each in after.default_positions}
    assert positions == {"j1": (0.5,), "j2": (-0.5,), "grip": (0.0,)}  # the last is assumed


def test_the_quaternion_of_a_joint_that_floats() -> None:
    """In SRDF w stands last, in the model first; the words of kinematics are those of the model."""
    text = (
        '<robot name="r"><group_state name="s" group="g"><joint name="root" value="1 2 3 0.1 0.2 0.3 0.9"/>'
        "</group_state></robot>"
    )
    robot = read_text(text, "srdf")
    assert robot.states[0].values == (JointValue(joint="root", values=(1.0, 2.0, 3.0, 0.9, 0.1, 0.2, 0.3)),)
    assert b'value="1 2 3 0.1 0.2 0.3 0.9"' in write_bytes(robot, "srdf")


@pytest.mark.parametrize(
    "spheres", ["", '<link_sphere_approximation link="{0}"><sphere {1}/></link_sphere_approximation>']
)
def test_spheres_go_to_an_xrdf_if_the_read_srdf_has_none(spheres: str, tmp_path: Path) -> None:
    arm, own = FIXTURES / "arm6" / "arm6.urdf", spheres.format("tool0", 'center="0 0 0" radius="0.1"')
    (tmp_path / "a.srdf").write_text(f'<robot name="arm6"><group name="g"><link name="tool0"/></group>{own}</robot>')
    (tmp_path / "a.xrdf").write_text(
        "format: xrdf\nformat_version: 1.0\ndefault_joint_positions: {elbow: 0.2}\n"
        "cspace: {joint_names: [elbow], acceleration_limits: [1.0], jerk_limits: [1.0]}\ntool_frames: [tool0]\n"
        "collision: {geometry: collision_spheres}\nself_collision: {geometry: collision_spheres}\n"
        "geometry: {collision_spheres: {spheres: {tool0: [{center: [0, 0, 0], radius: 0.2}]}}}\n"
    )
    inputs = [arm, tmp_path / "a.srdf", tmp_path / "a.xrdf"]
    done = robotfmt.convert(inputs, tmp_path / "b.srdf", tmp_path / "b.xrdf")
    written = robotfmt.read(arm, tmp_path / "b.srdf")
    assert [each.name for each in written.groups] == ["g"]
    assert not written.states
    assert bool(written.sphere_sets) is bool(spheres)
    assert not [each for each in done.report.having(Fate.LOST) if "sphere" in each.message or "cspace" in each.subject]
    robotfmt.convert(inputs, tmp_path / "alone.srdf")
    alone = robotfmt.read(arm, tmp_path / "alone.srdf")
    assert ([each.name for each in alone.states], len(alone.sphere_sets)) == (["default"], 1)
