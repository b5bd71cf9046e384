"""Links that are fixed to others as parts of them, with numbers worked out by hand."""

from __future__ import annotations

from math import pi

import pytest
from arms import MASS

from robotfmt import edit
from robotfmt.adapting.bodies import combined
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import (
    Axis,
    Box,
    Buffer,
    Chain,
    CollisionSphere,
    CollisionUse,
    Extension,
    ExtensionKind,
    Frame,
    FrameSpheres,
    Geometry,
    Group,
    IgnoredPair,
    Inertial,
    Joint,
    JointType,
    LinearCoupling,
    Link,
    Manipulator,
    Pose,
    Robot,
    Rpy,
    Sensor,
    SphereSet,
)
from robotfmt.model.record import replace

SHAPE = Geometry(shape=Box((0.1, 0.1, 0.1)), pose=Pose((0.0, 0.5, 0.0)))
TURN = Axis(direction=(0.0, 0.0, 1.0))


def fixed(name: str, parent: str, child: str, pose: Pose) -> Joint:
    return Joint(name=name, type=JointType.FIXED, parent=parent, child=child, pose_in_parent=pose)


def turning(name: str, parent: str, child: str, pose: Pose | None = None) -> Joint:
    kind = JointType.CONTINUOUS
    return Joint(name=name, type=kind, parent=parent, child=child, pose_in_parent=pose, axes=(TURN,))


ROBOT = Robot(
    name="r",
    links=(
        Link(name="base", inertial=MASS, collisions=(SHAPE,)),
        Link(name="plate", inertial=MASS, collisions=(SHAPE,)),
        Link(name="eye"),
        Link(name="arm", inertial=MASS, collisions=(SHAPE,)),
    ),
    joints=(
        fixed("screws", "base", "plate", Pose((1.0, 0.0, 0.0), Rpy(0.0, 0.0, pi / 2))),
        fixed("glue", "plate", "eye", Pose((0.0, 0.0, 2.0))),
        turning("shoulder", "eye", "arm", Pose((3.0, 0.0, 0.0))),
    ),
)


def reported(report: Report) -> list[str]:
    return [each.message.partition(": ")[2] for each in report.having("edit.not-merged")]


def test_a_merged_link_has_the_mass_and_inertia_of_both_links() -> None:
    robot = edit.merge_fixed_joints(ROBOT)
    assert [each.name for each in robot.links] == ["base", "arm"]
    inertial = robot.links[0].inertial
    assert inertial is not None
    assert inertial.mass == 4.0
    assert inertial.pose is not None
    assert inertial.pose.xyz == pytest.approx((0.5, 0.0, 0.1), abs=1e-12)
    # The plate is turned, so its xx and yy change places; 2 kg are 0.5 m away on either side.
    rows = inertial.link_inertia
    assert rows is not None
    flat = [value for row in rows for value in row]
    assert flat == pytest.approx([0.05, 0, 0, 0, 1.05, 0, 0, 0, 1.08], abs=1e-12)


def test_parts_placed_on_a_merged_link_keep_their_place() -> None:
    spheres = (CollisionSphere(center=(0.5, 0.0, 0.0), radius=0.1),)
    robot = replace(
        ROBOT,
        frames=(Frame(name="f", parent="eye", pose=Pose((1.0, 0.0, 0.0))),),
        sensors=(Sensor(name="s", type="camera", link="eye", pose=Pose((1.0, 0.0, 0.0))),),
        manipulators=(Manipulator(name="m", base="base", tip="eye", tool=Pose((1.0, 0.0, 0.0))),),
        sphere_sets=(
            SphereSet(
                name="b",
                frames=(
                    FrameSpheres(frame="base", spheres=spheres),
                    FrameSpheres(frame="plate", spheres=spheres),
                ),
            ),
        ),
    )
    new = edit.merge_fixed_joints(robot)
    (joint,) = new.joints
    assert joint.parent == "base"
    assert joint.pose_in_parent is not None
    assert joint.pose_in_parent.xyz == pytest.approx((1.0, 3.0, 2.0), abs=1e-12)
    shapes = [each.pose.xyz for each in new.links[0].collisions if each.pose is not None]
    assert shapes == [(0.0, 0.5, 0.0), pytest.approx((0.5, 0.0, 0.0), abs=1e-12)]
    places = (new.frames[0].pose, new.sensors[0].pose, new.manipulators[0].tool)
    for pose in places:
        assert pose is not None
        assert pose.xyz == pytest.approx((1.0, 1.0, 2.0), abs=1e-12)
    assert (new.frames[0].parent, new.sensors[0].link, new.manipulators[0].tip) == ("base",) * 3
    (frame,) = new.sphere_sets[0].frames
    assert [each.center for each in frame.spheres] == [
        (0.5, 0.0, 0.0),
        pytest.approx((1.0, 0.5, 0.0), abs=1e-12),
    ]


def test_joints_that_something_needs_stay() -> None:
    def stays(**changes: object) -> list[str]:
        report = Report()
        edit.merge_fixed_joints(replace(ROBOT, **changes), report=report)
        return reported(report)

    extension = Extension(
        format="urdf",
        place="/robot/joint[@name='glue']",
        kind=ExtensionKind.ATTRIBUTE,
        name="dont_collapse",
        content="true",
    )
    assert stays() == []
    assert stays(tool_frames=("eye",)) == ["it leads to a tool frame"]
    assert stays(groups=(Group(name="g", chains=(Chain(base="base", tip="eye"),)),)) == ["a chain begins or ends there"]
    assert stays(manipulators=(Manipulator(name="m", base="plate", tip="arm"),)) == [
        "it leads to the base of a manipulator"
    ]
    follower = replace(ROBOT.joints[2], axes=(replace(TURN, coupling=LinearCoupling(joint="glue")),))
    assert stays(joints=(*ROBOT.joints[:2], follower)) == ["another joint mimics it"]
    assert stays(extensions=(extension,)) == ["its document requests it"]
    assert stays(extensions=(replace(extension, content="false"),)) == []
    gazebo = replace(
        extension,
        place="/robot",
        kind=ExtensionKind.ELEMENT,
        name="gazebo",
        content='<gazebo reference="screws"><preserveFixedJoint>true</preserveFixedJoint></gazebo>',
    )
    assert stays(extensions=(gazebo,)) == ["its document requests it"]
    inside = replace(gazebo, place="/robot/link[@name='eye']/visual", name="x", content="<x></x>")
    assert stays(extensions=(inside,)) == ["its link contains unrecognised content"]
    plate = replace(ROBOT.links[1], inertial=Inertial(mass=1.0))
    assert stays(links=(ROBOT.links[0], plate, *ROBOT.links[2:])) == ["the inertia of link 'plate' is unknown"] * 2
    ghost = replace(ROBOT.links[2], visible=False)
    assert stays(links=(*ROBOT.links[:2], ghost, ROBOT.links[3])) == [
        "link 'eye' differs from link 'plate' in a flag (static, enabled or visible)"
    ]
    buffers = (Buffer(frame="plate", distance=0.1), Buffer(frame="eye", distance=0.1))
    use = CollisionUse(buffers=buffers)
    assert stays(self_collision=use) == []
    balls = SphereSet(name="b", frames=(FrameSpheres(frame="plate"), FrameSpheres(frame="eye")))
    assert stays(self_collision=use, sphere_sets=(balls,)) == ["the spheres of link 'plate' have a different buffer"]


def test_joints_can_be_kept_by_name() -> None:
    for name in ("glue", "eye"):
        robot = edit.merge_fixed_joints(ROBOT, [name])
        assert [each.name for each in robot.links] == ["base", "eye", "arm"]
    with pytest.raises(UsageError, match="the link or joint 'glu' does not exist"):
        edit.merge_fixed_joints(ROBOT, ["glu"])


def test_frames_can_stay() -> None:
    robot = edit.merge_fixed_joints(replace(ROBOT, tool_frames=("eye",)), keep_frames=True)
    assert [(each.name, each.parent) for each in robot.frames] == [("plate", "base"), ("eye", "base")]
    assert robot.tool_frames == ("eye",)
    pose = robot.frames[1].pose
    assert pose is not None
    assert pose.xyz == (1.0, 0.0, 2.0)


def test_pairs_become_pairs_of_bodies() -> None:
    pairs = (
        IgnoredPair(first="base", second="plate", reason="Adjacent"),
        IgnoredPair(first="plate", second="arm", reason="Never"),
        IgnoredPair(first="eye", second="arm", reason="User"),
    )
    report = Report()
    new = edit.merge_fixed_joints(replace(ROBOT, ignored_pairs=pairs), report=report)
    assert new.ignored_pairs == (IgnoredPair(first="base", second="arm", reason="Never"),)
    (widened,) = report.having("edit.pair-widened")
    assert (
        widened.message == "links 'base' and 'arm' are no longer checked for collisions, although 'base' and 'arm' were"
    )
    report = Report()
    whole = (*pairs, IgnoredPair(first="arm", second="base"))
    edit.merge_fixed_joints(replace(ROBOT, ignored_pairs=whole), report=report)
    assert not report.having("edit.pair-widened")


def test_a_mass_alone_is_left_as_it_is_written() -> None:
    light = replace(ROBOT, links=(Link(name="base"), ROBOT.links[1], *ROBOT.links[2:]))
    inertial = edit.merge_fixed_joints(light).links[0].inertial
    assert inertial is not None
    assert (inertial.mass, inertial.inertia) == (MASS.mass, MASS.inertia)
    assert combined([]) is None
    assert combined([Inertial(mass=0.0), MASS]) is MASS


def test_a_robot_without_fixed_joints_is_itself() -> None:
    robot = replace(ROBOT, joints=(turning("a", "base", "plate"), turning("b", "plate", "eye")))
    assert edit.merge_fixed_joints(robot) is robot


def test_nothing_is_merged_into_an_empty_root_on_request() -> None:
    rooted = replace(
        ROBOT,
        links=(Link(name="world"), *ROBOT.links),
        joints=(fixed("bolts", "world", "base", Pose((0.0, 0.0, 1.0))), *ROBOT.joints),
    )
    assert [each.name for each in edit.merge_fixed_joints(rooted).links] == ["world", "arm"]
    report = Report()
    kept = edit.merge_fixed_joints(rooted, keep_root=True, report=report)
    assert [each.name for each in kept.links] == ["world", "base", "arm"]
    assert reported(report) == ["the root link 'world' has neither mass nor shapes"]
    solid = replace(rooted, links=(replace(rooted.links[0], collisions=(SHAPE,)), *rooted.links[1:]))
    assert [each.name for each in edit.merge_fixed_joints(solid, keep_root=True).links] == ["world", "arm"]
