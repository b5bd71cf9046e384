"""What a planner feels of spheres, and how fits take where other links pass into account."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from efforts import DRAFT

import robotfmt
from robotfmt.cli import main
from robotfmt.mesh.triangles import Floats
from robotfmt.model import (
    Axis,
    Box,
    CollisionSphere,
    FrameSpheres,
    Geometry,
    IgnoredPair,
    Joint,
    JointType,
    Limits,
    Link,
    Motion,
    Pose,
    Purpose,
    Robot,
    SphereSet,
    Vector3,
)
from robotfmt.model.record import replace
from robotfmt.settings import context_of
from robotfmt.spheres import fit, measure_poses
from robotfmt.spheres.fitting.occupancy import occupancies_of
from robotfmt.spheres.fitting.refusals import best_choices, blamed_links, refusals
from robotfmt.spheres.fitting.scene import scene_of

POST, BALL = 0.05, 0.02
"""Half the width of the post, and of the cube that slides past it, in metres."""


def _geometry(half: float) -> Geometry:
    size = 2 * half
    return Geometry(shape=Box((size, size, size)), pose=Pose(), purpose=Purpose.COLLISION)


def _slide(radius: float, post: float) -> Robot:
    """A cube that slides along x, 0 to 0.4 m, from the inside of a post; a sphere on each."""
    slide = Axis(motion=Motion.SLIDE, direction=(1.0, 0.0, 0.0), hard=Limits(lower=0.0, upper=0.4))
    joints = (
        Joint(name="lift", type=JointType.FIXED, parent="post", child="beam"),
        Joint(name="slide", type=JointType.PRISMATIC, parent="beam", child="cube", axes=(slide,)),
    )
    # The beam has a shape, so that post and cube are not adjacent; it is far from both.
    beam = Geometry(shape=Box((0.01, 0.01, 0.01)), pose=Pose((0.0, 0.0, 5.0)), purpose=Purpose.COLLISION)
    links = (
        Link(name="post", collisions=(_geometry(POST),)),
        Link(name="beam", collisions=(beam,)),
        Link(name="cube", collisions=(_geometry(BALL),)),
    )
    frames = tuple(
        FrameSpheres(frame=name, spheres=(CollisionSphere(center=(0.0, 0.0, 0.0), radius=size),))
        for name, size in (("post", post), ("cube", radius))
    )
    return Robot(name="slide", links=links, joints=joints, sphere_sets=(SphereSet(name="spheres", frames=frames),))


def test_poses_that_spheres_refuse_and_that_they_let_collide_are_counted() -> None:
    """The cube is free beyond 0.07 m: 0.33 of 0.4 m. Spheres that reach 0.11 m together refuse 0.04 of them."""
    wide = measure_poses(_slide(0.04, 0.07), poses=4000)
    assert wide.free / wide.poses == pytest.approx(0.33 / 0.4, abs=2e-3)
    assert wide.refused / wide.free == pytest.approx(0.04 / 0.33, abs=3e-3)
    assert wide.collide == 0
    (pair,) = wide.pairs
    assert ({pair.first, pair.second}, pair.refused) == ({"post", "cube"}, wide.refused)
    narrow = measure_poses(_slide(0.01, 0.04), poses=4000)
    assert narrow.refused == 0
    assert narrow.collide / narrow.clear == pytest.approx(0.02 / 0.35, abs=3e-3)


def test_a_pair_that_is_ignored_though_it_touches_lets_poses_collide() -> None:
    robot = replace(_slide(0.04, 0.07), ignored_pairs=(IgnoredPair(first="post", second="cube"),))
    found = measure_poses(robot, poses=1000)
    assert (found.refused, found.clear) == (0, 1000)
    assert found.collide == found.poses - found.free > 100


def test_the_command_prints_both_rates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot = fit(_slide(0.04, 0.07), per_link=2, effort=DRAFT)
    robotfmt.write(robot, tmp_path / "slide.urdf")
    robotfmt.write(robot, tmp_path / "slide.xrdf")
    documents = [str(tmp_path / "slide.urdf"), str(tmp_path / "slide.xrdf")]
    command = ["spheres", "measure", *documents, "-q", "--samples", "500"]
    assert main([*command, "--poses", "200"]) == 0
    assert "200 random poses: " in capsys.readouterr().out
    assert main([*command, "--poses", "200", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["poses"]["poses"] == 200
    assert main([*command, "--poses", "0"]) == 2


# Where other links pass


def test_excess_volume_is_dear_only_where_another_link_passes() -> None:
    scene = scene_of(_slide(0.04, 0.07), context_of())
    occupancy = occupancies_of(scene)["post"]
    beside, behind = np.array([[POST + 0.03, 0.0, 0.0]]), np.array([[-POST - 0.03, 0.0, 0.0]])
    assert occupancy.price(beside)[0] > 5
    assert occupancy.price(behind)[0] == 1
    assert occupancy.price(np.array([[9.0, 9.0, 9.0]]))[0] == 1
    turned = occupancy.seen_from(np.diag([-1.0, -1.0, 1.0, 1.0]))
    assert turned.price(behind)[0] == occupancy.price(beside)[0]


def _reach(rows: Floats, way: Vector3) -> float:
    return float((rows[:, :3] @ np.array(way) + rows[:, 3]).max())


@pytest.mark.slow
def test_spheres_protrude_less_where_another_link_passes() -> None:
    robot = fit(replace(_slide(0.04, 0.07), sphere_sets=()), per_link=4, effort=DRAFT, clip_base=False)
    (post,) = [frame for frame in robot.sphere_sets[0].frames if frame.frame == "post"]
    rows = np.array([(*(each.center or ()), each.radius) for each in post.spheres])
    assert _reach(rows, (1.0, 0.0, 0.0)) < _reach(rows, (-1.0, 0.0, 0.0)) - 0.003


def test_the_spheres_that_protrude_are_to_blame_and_tighter_ones_are_chosen() -> None:
    scene = scene_of(_slide(0.04, 0.07), context_of())
    tight, wide = np.array([[0.0, 0.0, 0.0, BALL]]), np.array([[0.0, 0.0, 0.0, 0.1]])
    spheres = {"post": wide, "cube": tight}
    found = refusals(scene, spheres)
    assert sum(found.values()) == pytest.approx(0.05 / 0.4, abs=0.005)
    assert found["cube"] < found["post"] / 2
    assert blamed_links(scene, spheres)[0] == "post"
    other = np.array([[0.0, 0.0, 0.0, 0.06]])
    assert best_choices(scene, spheres, {"post": [np.array([[0.0, 0.0, 0.0, 0.2]]), other]}) == {"post": 1}
    assert best_choices(scene, spheres, {"post": [np.array([[0.0, 0.0, 0.0, 0.2]])]}) == {}
