"""Pairs of links whose collisions are known without a computer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from real import BROKEN
from rods import ball, body, fixed, rail, slide

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import (
    Axis,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Joint,
    JointType,
    JointValue,
    Limits,
    Link,
    Mesh,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
)
from robotfmt.model.record import replace
from robotfmt.selfcollision import Pair, PairClass, classify
from robotfmt.selfcollision.ignoring import report_unknown
from robotfmt.selfcollision.pairs import Classes

pytestmark = pytest.mark.usefixtures("checks")
ADJACENT, NEVER, ALWAYS = PairClass.ADJACENT, PairClass.NEVER, PairClass.ALWAYS
DEFAULT, SOMETIMES = PairClass.DEFAULT, PairClass.SOMETIMES


def kinds(robot: Robot, samples: int = 64, searching: bool = True) -> dict[tuple[str, str], PairClass]:
    """The class of every pair."""
    found = classify(robot, samples=samples, searching=searching)
    return {(pair.first, pair.second): pair.kind for pair in found.pairs}


def test_a_ball_that_reaches_another_one() -> None:
    found = classify(rail(1.0), samples=64)
    pair = found.find("far", "near")
    assert pair is not None
    assert (pair.first, pair.second, pair.kind) == ("near", "far", SOMETIMES)
    assert pair.joints == ("carriage_slide",)
    assert pair.witness is not None
    assert 0.9 - 1e-6 <= pair.witness[0].values[0] <= 1.0


def test_a_ball_that_stops_short() -> None:
    found = classify(rail(0.89), samples=64)
    pair = found.find("near", "far")
    assert pair is not None
    assert (pair.kind, pair.witness, pair.poses) == (NEVER, None, 64)
    assert pair.distance == pytest.approx(0.01, abs=1e-6)
    assert pair.bound == pytest.approx(3 / 64)


def test_links_without_shapes_are_transparent() -> None:
    assert kinds(rail(0.5)) == {("bar", "near"): ADJACENT, ("bar", "far"): ADJACENT, ("near", "far"): NEVER}


def test_a_loop_makes_its_links_adjacent() -> None:
    tie = Joint(name="tie", type=JointType.REVOLUTE, parent="near", child="far", axes=(Axis(),))
    assert kinds(replace(rail(1.0), loops=(tie,)))["near", "far"] is ADJACENT


def test_the_search_finds_what_the_samples_miss() -> None:
    """Two carriages meet only where both are within 2 mm of the ends of their ways."""
    robot = Robot(
        name="meeting",
        links=(
            Link(name="base"),
            body("middle", Box((0.01, 0.01, 0.01)), (0.0, 0.0, 5.0)),
            ball("left"),
            ball("right"),
        ),
        joints=(
            fixed("base", "middle", (0.0, 0.0, 0.0)),
            slide("middle", "left", (0.0, 0.0, 0.0), 1.0),
            replace(slide("middle", "right", (2.098, 0.0, 0.0), 1.0), pose_in_parent=_turned(2.098)),
        ),
    )
    without, found = (classify(robot, samples=200, searching=each) for each in (False, True))
    missed, pair = without.find("left", "right"), found.find("left", "right")
    assert missed is not None
    assert pair is not None
    assert missed.kind is NEVER
    assert (pair.kind, pair.searched) == (SOMETIMES, True)
    assert pair.witness is not None
    values = {each.joint: each.values[0] for each in pair.witness}
    assert values["left_slide"] + values["right_slide"] >= 1.998 - 1e-6


def _turned(x: float) -> Pose:
    from robotfmt.model import Rpy

    return Pose((x, 0.0, 0.0), Rpy(0.0, 0.0, np.pi))


def test_links_that_always_touch_and_links_that_are_fixed_together() -> None:
    robot = rail(0.5)
    shaft = body("shaft", Box((4.0, 0.01, 0.01)))
    robot = replace(
        robot,
        links=(*robot.links, shaft, Link(name="pad"), ball("cap", (0.0, 0.0, 0.04))),
        joints=(
            *robot.joints,
            fixed("far", "shaft", (0.0, 0.0, 0.0)),
            fixed("near", "pad", (0.0, 0.0, 0.0)),
            fixed("pad", "cap", (0.0, 0.0, 0.0)),
        ),
    )
    found = kinds(robot)
    assert found["near", "shaft"] is ALWAYS
    assert found["shaft", "cap"] is ALWAYS
    assert found["bar", "shaft"] is NEVER  # fixed to one another by way of a ball, 19 cm apart
    pair = classify(robot, samples=8).find("bar", "shaft")
    assert pair is not None
    assert pair.distance == pytest.approx(0.185)
    assert pair.bound is None


def test_a_pair_that_touches_in_the_default_pose_only() -> None:
    robot = replace(rail(0.9000001), default_positions=(JointValue(joint="carriage_slide", values=(0.9000001,)),))
    assert kinds(robot, searching=False)["near", "far"] is DEFAULT


def test_a_joint_that_follows_another_one() -> None:
    """The follower goes half as far, so that it stops short of what it would reach on its own."""
    links = (
        body("base", Box((0.01, 0.01, 0.01)), (0.0, 0.0, 9.0)),
        Link(name="leader"),
        ball("follower"),
        ball("post"),
    )
    joints = (
        slide("base", "leader", (0.0, 0.0, 0.0), 1.0),
        slide("base", "follower", (0.0, 0.0, 0.0), 1.0, follows=("leader_slide", 0.5)),
        fixed("base", "post", (1.0, 0.0, 0.0)),
    )
    robot = Robot(name="pulley", links=links, joints=joints)
    assert kinds(robot)["follower", "post"] is NEVER
    free = replace(robot, joints=(joints[0], slide("base", "follower", (0.0, 0.0, 0.0), 1.0), joints[2]))
    found = classify(free, samples=64).find("follower", "post")
    assert found is not None
    assert (found.kind, found.joints) == (SOMETIMES, ("follower_slide",))


SHAPES: list[tuple[Shape, float]] = [
    (Box((0.2, 0.2, 0.2)), 0.1),
    (Sphere(0.1), 0.1),
    (Cylinder(0.1, 0.3), 0.1),
    (Capsule(0.1, 0.3), 0.1),
    (Cone(0.2, 0.3), 0.1 + 0.05 * (np.hypot(0.2, 0.3) / 0.3 - 1)),  # whose side leans away from the ball
    (Ellipsoid((0.1, 0.2, 0.3)), 0.1),
]


@pytest.mark.parametrize(("shape", "half"), SHAPES, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize(("gap", "kind"), [(0.002, NEVER), (-0.002, SOMETIMES)])
def test_every_shape_is_solid_and_as_large_as_it_is(shape: Shape, half: float, gap: float, kind: PairClass) -> None:
    """A ball comes near along x, at the middle of the shape."""
    reach = 1.0 - half - 0.05 - gap
    links = (body("base", Box((0.01, 0.01, 0.01)), (0.0, 0.0, 9.0)), ball("near"), body("shape", shape))
    joints = (slide("base", "near", (0.0, 0.0, 0.0), reach), fixed("base", "shape", (1.0, 0.0, 0.0)))
    assert kinds(Robot(name="r", links=links, joints=joints))["near", "shape"] is kind


def test_one_seed_gives_the_same_and_witnesses_are_poses() -> None:
    path = BROKEN / "collisions" / "sound.urdf"
    robot = robotfmt.read(path)
    found, again = (classify(robot, samples=200, seed=3) for _ in range(2))
    assert found == again
    assert found != classify(robot, samples=200, seed=4)
    pair = found.find("upper", "ball")
    assert pair is not None
    assert pair.witness is not None
    pose = forward_kinematics(robot, {each.joint: each.values[0] for each in pair.witness})
    center = (np.linalg.inv(pose["upper"]) @ pose["ball"])[:3, 3]
    from_rod = np.hypot(np.hypot(*center[:2]) - 0.03, 0.0) if 0.05 <= center[2] <= 0.45 else np.inf
    assert from_rod <= 0.05 + 1e-9


def test_chunks_of_samples_give_the_same_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = robotfmt.read(BROKEN / "collisions" / "sound.urdf")
    whole = classify(robot, samples=3000, searching=False)
    monkeypatch.setattr("robotfmt.selfcollision.looking._ROOM", 1)
    parts = classify(robot, samples=3000, searching=False)
    assert [(each.kind, each.default) for each in parts.pairs] == [(each.kind, each.default) for each in whole.pairs]
    assert all(each.poses == 3000 for each in parts.of(NEVER) if each.joints)


def test_a_link_with_a_mesh_that_is_missing_is_not_judged(tmp_path: Path) -> None:
    robot = rail(1.0)
    lost = Geometry(shape=Mesh("nowhere.stl"), purpose=Purpose.COLLISION)
    far = replace(robot.link_by_name["far"], collisions=(*robot.link_by_name["far"].collisions, lost))
    report = Report()
    found = classify(replace(robot, links=(*robot.links[:-1], far)), report=report, samples=8)
    assert found.without_shape == ("far",)
    assert found.find("near", "far") is None
    assert found.find("bar", "far") is not None  # adjacent all the same
    assert {each.code for each in report} - {"collisions.without-coal"} == {"mesh.missing"}


@pytest.mark.parametrize(("shape", "is_file"), [(Mesh("nowhere.stl"), True), (None, False), (Box(None), False)])
def test_the_help_for_a_link_that_is_not_judged_names_the_cause(shape: Shape | None, is_file: bool) -> None:
    robot, report = rail(1.0), Report()
    lost = Geometry(shape=shape, purpose=Purpose.COLLISION)
    robot = replace(robot, links=(*robot.links[:-1], replace(robot.link_by_name["far"], collisions=(lost,))))
    report_unknown(robot, Classes(pairs=(), samples=1, seed=0, without_shape=("far",)), report)
    (found,) = report.having("collisions.no-shape")
    assert ("--package" in (found.help or "")) is is_file


def test_robots_without_shapes_and_of_several_roots() -> None:
    assert classify(Robot(name="empty")).pairs == ()
    assert classify(Robot(name="bare", links=(Link(name="a"),))).pairs == ()
    two = replace(rail(0.5), links=(*rail(0.5).links, ball("loose")))
    found = classify(two, samples=8)
    assert found.unplaced == ("loose",)
    assert all("loose" not in (pair.first, pair.second) for pair in found.pairs)


def test_shapes_against_the_world_alone_do_not_count() -> None:
    robot = rail(1.0)
    far = robot.link_by_name["far"]
    outer = tuple(replace(each, purpose=Purpose.ENVIRONMENT) for each in far.collisions)
    assert ("near", "far") not in kinds(replace(robot, links=(*robot.links[:-1], replace(far, collisions=outer))))


def test_visual_shapes_count_where_it_is_asked_for() -> None:
    robot = rail(1.0)
    far = robot.link_by_name["far"]
    seen = replace(far, collisions=(), visuals=tuple(replace(it, purpose=Purpose.VISUAL) for it in far.collisions))
    robot = replace(robot, links=(*robot.links[:-1], seen))
    assert classify(robot, samples=8).find("near", "far") is None
    assert classify(robot, samples=64, visuals=True).find("near", "far") is not None


def _two_fingers(seed: int) -> Robot:
    """An arm with two small fingers side by side, and a grain somewhere in its reach."""
    grain = np.round(np.random.default_rng(seed).uniform(-0.4, 0.4, 3), 2)
    links = [body("grain", Sphere(0.004), (float(grain[0]), float(grain[1]), float(grain[2])))]
    joints: list[Joint] = []
    for number, (x, y, z) in enumerate(((0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0))):
        name = f"rod{number}"
        links.append(body(name, Sphere(0.01)) if number in (1, 3) else Link(name=name))
        axis = Axis(direction=(float(x), float(y), float(z)), hard=Limits(lower=-2.5, upper=2.5))
        foot = Pose((0.0, 0.0, 0.2 if number else 0.05))
        joints.append(
            Joint(
                name=f"turn{number}",
                type=JointType.REVOLUTE,
                parent=links[-2].name,
                child=name,
                pose_in_parent=foot,
                axes=(axis,),
            )
        )
    for number in (0, 1):
        links.append(body(f"finger{number}", Sphere(0.004), (0.01 * number, 0.0, 0.1)))
        joints.append(fixed("rod4", f"finger{number}", (0.0, 0.0, 0.0)))
    return Robot(links=tuple(links), joints=tuple(joints))


@pytest.mark.parametrize("seed", [1, 8, 22, 23, 28])
def test_poses_in_which_neighbouring_fingers_touch_are_tried_too(seed: int) -> None:
    found = kinds(_two_fingers(seed), samples=100)
    assert found["grain", "finger0"] is found["grain", "finger1"] is SOMETIMES


def test_a_pair_that_is_free_in_almost_no_pose_touches_always() -> None:
    """A ball that slides through another one, and out of it in 0.5 % of its way."""

    def found(reach: float) -> Pair:
        links = (body("base", Box((0.01, 0.01, 0.01)), (0.0, 0.0, 9.0)), ball("near"), ball("far"))
        joints = (slide("base", "near", (0.0, 0.0, 0.0), reach), fixed("base", "far", (0.0, 0.0, 0.0)))
        pair = classify(Robot(name="r", links=links, joints=joints), samples=2000).find("near", "far")
        assert pair is not None
        return pair

    # They touch up to 10 cm.
    rarely = found(0.1005)
    assert (rarely.kind, rarely.poses, rarely.bound) == (ALWAYS, 1000, None)
    assert 3 <= rarely.free <= 7
    assert rarely.reason == f"touch in {1000 - rarely.free} of 1000 poses"
    assert (found(0.0999).kind, found(0.0999).free) == (ALWAYS, 0)
    assert found(0.102).kind is SOMETIMES
