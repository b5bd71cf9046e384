"""Two robots as one."""

from __future__ import annotations

import numpy as np
import pytest
from arms import arms

from robotfmt import edit
from robotfmt.diagnostics import Report
from robotfmt.errors import ModelError, UsageError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.model import (
    CollisionUse,
    Extension,
    ExtensionKind,
    InterfaceType,
    Joint,
    JointType,
    Link,
    Material,
    Pose,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.validation import validate

TOOL = Robot(
    name="tool",
    links=(Link(name="mount"), Link(name="tip")),
    joints=(Joint(name="stem", type=JointType.FIXED, parent="mount", child="tip"),),
)


def test_an_attached_robot_is_at_the_given_pose_and_joint() -> None:
    robot = edit.attach(arms(), TOOL, "left_hand", pose=Pose((0.0, 0.0, 0.25)))
    mount = robot.joint_by_name["mount_mount"]
    assert (mount.type, mount.parent, mount.child) == (JointType.FIXED, "left_hand", "mount")
    poses = forward_kinematics(robot)
    there = np.linalg.inv(poses["left_hand"]) @ poses["tip"]
    assert np.allclose(there[:3, 3], (0.0, 0.0, 0.25))
    assert robot.name == "arms"
    assert edit.attach(arms(), TOOL, "left_grasp", joint="held").joint_by_name["held"].parent == "left_grasp"


def test_parts_of_the_same_name_are_refused() -> None:
    with pytest.raises(UsageError, match=r"both robots have link 'torso', link 'left_upper', .* and 29 more") as caught:
        edit.attach(arms(), arms(), "torso")
    assert caught.value.code.slug == "edit.name-taken"
    assert "prefix" in (caught.value.diagnostic.help or "")
    red = replace(TOOL, materials=(Material(name="grey", color=(1.0, 0.0, 0.0, 1.0)),))
    with pytest.raises(UsageError, match="material 'grey'"):
        edit.attach(arms(), red, "torso")
    same = replace(TOOL, materials=arms().materials)
    assert edit.attach(arms(), same, "torso").materials == arms().materials


def test_two_of_a_kind() -> None:
    report = Report()
    robot = edit.attach(arms(), arms(), "left_hand", prefix="b_", report=report)
    assert len(robot.links) == 14
    assert robot.joint_by_name["b_torso_mount"].child == "b_torso"
    assert [each.name for each in robot.sphere_sets] == ["spheres"]
    frames = [each.frame for each in robot.sphere_sets[0].frames]
    assert frames == ["left_hand", "right_hand", "b_left_hand", "b_right_hand"]
    assert robot.self_collision is not None
    assert len(robot.self_collision.buffers) == 4
    assert robot.cspace is not None
    assert [each.joint for each in robot.cspace.joints][2:] == ["b_left_shoulder", "b_right_shoulder"]
    assert [each.name for each in robot.virtual_joints] == ["stand"]
    assert [each.message for each in report.having("edit.left-out")] == [
        "virtual joint 'b_stand' of the attached robot"
    ]
    assert not validate(robot).errors


def test_the_part_can_be_taken_out_again() -> None:
    other = replace(arms(), virtual_joints=())
    robot = edit.attach(TOOL, other, "tip")
    again = edit.extract(robot, "torso")
    assert replace(again, name="arms") == other
    positions = sample(other, 4)
    before, after = forward_kinematics(other, positions), forward_kinematics(robot, positions)
    inverse = np.linalg.inv(after["torso"])
    assert all(np.allclose(before[name], inverse @ after[name]) for name in before)


def test_sets_of_spheres_that_are_checked_become_one() -> None:
    use = CollisionUse(spheres="others")
    (frames,) = (each.frames[:1] for each in arms().sphere_sets)
    tool = replace(
        TOOL,
        sphere_sets=(SphereSet(name="others", frames=(replace(frames[0], frame="tip"),)),),
        self_collision=use,
        world_collision=use,
    )
    robot = edit.attach(arms(), tool, "left_hand")
    assert [each.name for each in robot.sphere_sets] == ["spheres"]
    assert [each.frame for each in robot.sphere_sets[0].frames] == ["left_hand", "right_hand", "tip"]
    assert robot.world_collision == CollisionUse(spheres="spheres")


def test_spheres_are_checked_for_all_that_they_were_checked_for() -> None:
    """Where the robot has a set for each check, the one set of the other goes into both."""
    (own,) = arms().sphere_sets
    robot = replace(
        arms(),
        sphere_sets=(own, SphereSet(name="thin", frames=own.frames[:1])),
        world_collision=CollisionUse(spheres="spheres"),
        self_collision=CollisionUse(spheres="thin"),
    )
    use = CollisionUse(spheres="others")
    others = SphereSet(name="others", frames=(replace(own.frames[0], frame="tip"),))
    tool = replace(TOOL, sphere_sets=(others,), self_collision=use, world_collision=use)
    report = Report()
    both = edit.attach(robot, tool, "left_hand", report=report)
    frames = {each.name: [frame.frame for frame in each.frames] for each in both.sphere_sets}
    assert frames == {"spheres": ["left_hand", "right_hand", "tip"], "thin": ["left_hand", "tip"]}
    assert {each.subject for each in report.having("edit.attached")} >= {"robot/tool/self collision/spheres"}


def test_attributes_of_the_root_element_are_not_taken_over() -> None:
    def attribute(name: str, place: str, format: str = "urdf") -> Extension:
        return Extension(format=format, place=place, kind=ExtensionKind.ATTRIBUTE, name=name, content="x")

    kept = attribute("colour", "/robot/link[@name='tip']")
    plugin = Extension(format="urdf", place="/robot", kind=ExtensionKind.ELEMENT, name="gazebo", content="<gazebo/>")
    robot = replace(arms(), extensions=(plugin,))
    tool = replace(TOOL, extensions=(attribute("maker", "/robot"), attribute("name", "/robot", "srdf"), kept, plugin))
    report = Report()
    both = edit.attach(robot, tool, "left_hand", report=report)
    assert both.extensions == (plugin, kept)
    (maker,) = report.having("edit.not-taken-over")
    assert maker.subject.startswith("robot/tool/extension/urdf//robot/attribute/maker")
    assert "the name of 'tool' in its srdf document" in {each.message for each in report.having("edit.left-out")}


def test_the_degrees_of_freedom_come_after_those_of_the_first() -> None:
    def counted(robot: Robot) -> Robot:
        return replace(robot, joints=tuple(replace(each, dof_index=i) for i, each in enumerate(robot.joints)))

    robot = edit.attach(counted(arms()), counted(TOOL), "torso")
    assert [each.dof_index for each in robot.joints] == [0, 1, 2, 3, 4, 5, None, 6]


def test_interfaces_of_both_are_there() -> None:
    fast, thing = InterfaceType(name="fast", type="robot"), InterfaceType(name="", type="kinbody")
    robot = edit.attach(replace(arms(), interfaces=(fast,)), replace(TOOL, interfaces=(fast, thing)), "torso")
    assert robot.interfaces == (fast, thing)


def test_a_base_of_its_own_counts_before_it_is_attached() -> None:
    robot = edit.attach(arms(), replace(TOOL, modifiers=(SetBaseFrame(frame="tip"),)), "torso")
    assert robot.joints[-1].child == "tip"
    assert "mount" not in robot.link_by_name


def test_attaching_to_a_missing_frame_or_a_robot_without_one_root_is_refused() -> None:
    with pytest.raises(UsageError, match="the link or frame 'flange' does not exist"):
        edit.attach(arms(), TOOL, "flange")
    with pytest.raises(ModelError, match="one root; it has 2"):
        edit.attach(arms(), replace(TOOL, joints=()), "torso")
    with pytest.raises(ModelError, match="one root; it has 0"):
        edit.attach(arms(), Robot(), "torso")
