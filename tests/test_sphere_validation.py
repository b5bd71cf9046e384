"""Collision spheres of a robot, whatever document they came from: numbers worked out by hand."""

from __future__ import annotations

import pytest

from robotfmt.diagnostics import Diagnostic
from robotfmt.kinematics.joint_values import default_pose
from robotfmt.model import (
    Axis,
    Box,
    Buffer,
    CollisionSphere,
    CollisionUse,
    FrameSpheres,
    Geometry,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Motion,
    Pose,
    RemoveMimic,
    Robot,
    SetBaseFrame,
    SphereSet,
    UncheckedLink,
)
from robotfmt.model.record import replace
from robotfmt.validation import validate


def slide(name: str, parent: str, child: str, x: float, **axis: object) -> Joint:
    """A joint that slides along x, from a place on x."""
    moved = Axis(motion=Motion.SLIDE, direction=(1.0, 0.0, 0.0), **axis)  # type: ignore[arg-type]
    pose = Pose((x, 0.0, 0.0))
    return Joint(name=name, type=JointType.PRISMATIC, parent=parent, child=child, pose_in_parent=pose, axes=(moved,))


def sphere(frame: str, *radii: float) -> FrameSpheres:
    """Spheres at the origin of a frame."""
    return FrameSpheres(
        frame=frame, spheres=tuple(CollisionSphere(center=(0.0, 0.0, 0.0), radius=radius) for radius in radii)
    )


# The jaws stand at 0.1 and 0.35 in front of the base, and at a limit 0.02 further; the second follows the first.
JAWS = Robot(
    links=(Link(name="base"), Link(name="one"), Link(name="two")),
    joints=(
        slide("first", "base", "one", 0.1, hard=Limits(lower=0.02, upper=0.2)),
        slide("second", "base", "two", 0.35, coupling=LinearCoupling(joint="first", multiplier=-1.0)),
    ),
    sphere_sets=(SphereSet(name="s", frames=(sphere("base", 0.05), sphere("one", 0.1), sphere("two", 0.1))),),
    self_collision=CollisionUse(spheres="s"),
)


def overlaps(robot: Robot) -> dict[str, str]:
    """Each pair that is told to overlap, and by how much."""
    found = [each.message for each in validate(robot).having("robot.default-self-collision")]
    return {each.split(" overlap by ")[0]: each.split(" overlap by ")[1].split(" in ")[0] for each in found}


def test_the_default_pose_is_within_limits_and_mimic_joints_follow() -> None:
    # base 0, one 0.12, two 0.35 - 0.02 = 0.33: base-one 0.15 - 0.12, one-two 0.2 - 0.21
    assert default_pose(JAWS) == {"first": 0.02}
    assert overlaps(JAWS) == {"'base' and 'one'": "30.0 mm"}


def test_buffers_are_added_and_take_spheres_away() -> None:
    def with_buffer(distance: float) -> Robot:
        use = CollisionUse(spheres="s", buffers=(Buffer(frame="one", distance=distance),))
        return replace(JAWS, self_collision=use)

    assert overlaps(with_buffer(0.02)) == {"'base' and 'one'": "50.0 mm", "'one' and 'two'": "10.0 mm"}
    assert overlaps(with_buffer(-0.04)) == {}
    assert overlaps(with_buffer(-0.1)) == {}


def test_default_positions_move_the_pose() -> None:
    moved = replace(JAWS, default_positions=(JointValue(joint="first", values=(0.04,)),))
    # one 0.14, two 0.31
    assert overlaps(moved) == {"'base' and 'one'": "10.0 mm", "'one' and 'two'": "30.0 mm"}


@pytest.mark.parametrize(
    "changes",
    [
        {"ignored_pairs": (IgnoredPair(first="one", second="base"),)},
        {"unchecked_links": (UncheckedLink(link="base"),)},
        {"self_collision": None},
        {"sphere_sets": (SphereSet(name="s", frames=(sphere("base", -0.05), sphere("one", 0.1))),)},
        {"links": (*JAWS.links, Link(name="other"))},
    ],
    ids=["ignored", "unchecked", "no self-collision", "place holder", "two roots"],
)
def test_robots_whose_spheres_do_not_overlap(changes: dict[str, object]) -> None:
    assert overlaps(replace(JAWS, **changes)) == {}


def test_the_robot_is_the_one_that_its_modifiers_make() -> None:
    freed = replace(JAWS, modifiers=(RemoveMimic(joint="second", lower=-0.1, upper=-0.05),))
    # two 0.35 - 0.05 = 0.3: one-two 0.2 - 0.18
    assert overlaps(freed) == {"'base' and 'one'": "30.0 mm", "'one' and 'two'": "20.0 mm"}
    report = validate(replace(JAWS, modifiers=(SetBaseFrame(frame="one"),)))
    assert {each.message for each in report.having("edit.removed-by-base")} == {
        "the link 'base' is removed by the base 'one', but is used",
        "the link 'two' is removed by the base 'one', but is used",
    }


def test_neighbours_through_fixed_joints_are_recognised() -> None:
    def pairs(robot: Robot) -> set[str]:
        return {each.message.split(" are ")[0] for each in validate(robot).having("robot.adjacent-not-ignored")}

    assert pairs(JAWS) == {"'base' and 'one'"}
    far = Joint(name="bolt", type=JointType.FIXED, parent="one", child="tip")
    tip = replace(
        JAWS,
        links=(*JAWS.links, Link(name="tip")),
        joints=(*JAWS.joints, far),
        sphere_sets=(SphereSet(name="s", frames=(sphere("base", 0.05), sphere("two", 0.15), sphere("tip", 0.1))),),
    )
    assert overlaps(tip) == {"'base' and 'tip'": "30.0 mm", "'two' and 'tip'": "40.0 mm"}
    assert pairs(tip) == {"'base' and 'tip'"}


def reported(robot: Robot, code: str) -> list[Diagnostic]:
    """What is told under a code."""
    return validate(robot).having(code)


def test_spheres_inside_others() -> None:
    def at(x: float, radius: float) -> CollisionSphere:
        return CollisionSphere(center=(x, 0.0, 0.0), radius=radius)

    spheres = (at(0.0, 0.1), at(0.05, 0.05), at(0.06, 0.05), at(0.0, 0.1), at(0.0, -1.0), at(5.0, 0.2))
    robot = Robot(sphere_sets=(SphereSet(name="s", frames=(FrameSpheres(frame="arm", spheres=spheres),)),))
    (found,) = reported(robot, "robot.sphere-redundant")
    assert found.message == "of the 6 spheres of 'arm' 2 are inside other spheres: 2 in 1, 4 in 1"


def test_links_without_spheres_are_reported() -> None:
    box = Geometry(shape=Box((0.1, 0.1, 0.1)))
    links = tuple(Link(name=name, collisions=(box,)) for name in "abcdefgh")
    robot = Robot(links=links, sphere_sets=(SphereSet(name="s", frames=(sphere("a", 0.1), sphere("b", -1.0))),))
    (found,) = reported(robot, "robot.link-without-spheres")
    assert found.message == "'b', 'c', 'd', 'e', 'f' and 2 more have collision geometry, but no spheres"
    assert reported(replace(robot, sphere_sets=()), "robot.link-without-spheres") == []


@pytest.mark.parametrize(
    ("radius", "is_found"),
    [(0.005, True), (0.065, False)],  # the latter covers half of each side, and the corners are 22 mm away
)
def test_a_link_far_from_its_spheres_is_reported(radius: float, is_found: bool) -> None:
    link = Link(name="base", collisions=(Geometry(shape=Box((0.1, 0.1, 0.1))),))
    robot = Robot(links=(link,), sphere_sets=(SphereSet(name="s", frames=(sphere("base", radius),)),))
    found = reported(robot, "robot.hardly-covered")
    assert [each.message.partition(",")[0] for each in found] == [
        "the 1 sphere of link 'base' covers 0 % of its surface"
    ] * is_found
    assert validate(robot, files=False).having("robot.hardly-covered") == []


def test_spheres_that_approximate_a_link_are_not_reported() -> None:
    """They leave all of the surface a little outside."""
    link = Link(name="bar", collisions=(Geometry(shape=Box((0.3, 0.04, 0.04))),))
    spheres = tuple(CollisionSphere(center=(x / 100, 0.0, 0.0), radius=0.019) for x in range(-13, 14, 2))
    frames = (FrameSpheres(frame="bar", spheres=spheres),)
    assert not reported(Robot(links=(link,), sphere_sets=(SphereSet(name="s", frames=frames),)), "robot.hardly-covered")


def test_spheres_in_millimetres() -> None:
    robot = Robot(sphere_sets=(SphereSet(name="s", frames=(sphere("arm", 50.0, 80.0, 0.9),)),))
    (found,) = reported(robot, "robot.radius-implausible")
    assert found.message == "2 spheres of 'arm' with a radius of up to 80 m; are the units millimetres?"
