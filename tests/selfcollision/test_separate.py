"""Planes that keep hulls apart, balls that hold surfaces, and points that fill the ranges of joints."""

from __future__ import annotations

import numpy as np
import pytest
from rods import body, rail

from robotfmt.context import Context
from robotfmt.kinematics.forward import rotations
from robotfmt.mesh import tessellate
from robotfmt.model import Axis, Box, Cylinder, Joint, JointType, Limits, Link, Motion, Robot, Sphere
from robotfmt.selfcollision import configurations
from robotfmt.selfcollision.bodies import bodies_of, cover
from robotfmt.selfcollision.neighbours import ways_of
from robotfmt.selfcollision.settle import apart, least_gaps


def test_planes_separate_shapes_that_are_apart_and_no_others() -> None:
    """A box and a ball, whose distance is known."""
    pytest.importorskip("coal")
    robot = Robot(name="r", links=(body("box", Box((0.4, 0.2, 0.1))), body("ball", Sphere(0.05))))
    bodies, _ = bodies_of(robot, Context(), visuals=False)
    generator = np.random.default_rng(0)
    poses = np.broadcast_to(np.eye(4), (4000, 4, 4)).copy()
    poses[:, :3, :3] = rotations(np.array([0.6, 0.0, 0.8]), generator.uniform(-3, 3, 4000))
    poses[:, :3, 3] = generator.uniform(-0.4, 0.4, (4000, 3))
    outside = np.maximum(np.abs(poses[:, :3, 3]) - [0.2, 0.1, 0.05], 0.0)
    distance = np.linalg.norm(outside, axis=1) - 0.05
    proved = apart(bodies["box"], bodies["ball"], poses)
    assert not proved[distance <= 0].any()
    assert proved[distance > 0.005].mean() > 0.99
    assert (distance <= 0).sum() > 100


def test_balls_hold_the_surface_and_come_as_near_as_it_does_at_least() -> None:
    triangles = tessellate(Cylinder(0.1, 1.0), 1e-3)
    assert triangles is not None
    balls = cover(triangles)
    assert len(balls) == 32
    reach = np.linalg.norm(triangles.vertices[:, None] - balls[:, :3], axis=2) - balls[:, 3]
    assert reach.min(axis=1).max() <= 1e-12
    assert balls[:, 3].max() < 0.2
    pose = np.eye(4)[None].copy()
    pose[0, 0, 3] = 0.5
    gap = least_gaps(balls, np.array([[0.0, 0.0, 0.0, 0.1]]), pose)
    assert 0.2 <= gap[0] <= 0.3  # the surfaces are 30 cm apart, and balls protrude


def _joint(kind: JointType, *axes: Axis) -> Robot:
    joint = Joint(name="j", type=kind, parent="a", child="b", axes=axes)
    return Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))


def test_samples_fill_the_narrower_of_two_ranges_evenly() -> None:
    axis = Axis(hard=Limits(lower=-1.0, upper=3.0), soft=Limits(upper=1.0))
    box = configurations.Box(_joint(JointType.REVOLUTE, axis))
    values = np.sort(box.values(configurations.samples(box, 1024, 7))["j"][:, 0])
    assert values[0] >= -1
    assert values[-1] < 1
    assert np.allclose(np.diff(values), 2 / 1024)


@pytest.mark.parametrize(
    ("kind", "width", "freedom"),
    [(JointType.FLOATING, 6, 7), (JointType.BALL, 3, 4), (JointType.PLANAR, 3, 3), (JointType.FIXED, 0, 0)],
)
def test_joints_of_several_degrees_of_freedom(kind: JointType, width: int, freedom: int) -> None:
    box = configurations.Box(_joint(kind))
    assert box.width == width
    if width:
        values = box.values(configurations.samples(box, 64, 0))["j"]
        assert values.shape == (64, freedom)
        if kind is not JointType.PLANAR:
            assert np.allclose(np.linalg.norm(values[:, -4:], axis=1), 1.0)


def test_a_joint_of_two_axes_and_one_without_limits() -> None:
    slide = Axis(motion=Motion.SLIDE, hard=Limits(lower=0.0, upper=0.5))
    box = configurations.Box(_joint(JointType.CYLINDRICAL, slide, Axis()))
    values = box.values(configurations.samples(box, 256, 0))["j"]
    assert 0 <= values[:, 0].min() < 0.01 < 0.49 < values[:, 0].max() <= 0.5
    assert values[:, 1].min() < -3.1
    assert values[:, 1].max() > 3.1
    assert set(np.unique(box.values(configurations.corners(box, 64, 0))["j"][:, 0])) == {0.0, 0.5}


def test_the_way_between_two_links_leads_through_the_last_one_above_both() -> None:
    up, down = ways_of(rail(1.0)).between("near", "far")
    assert [joint.name for joint in up] == ["carriage_slide", "near_mount"]
    assert [joint.name for joint in down] == ["far_mount"]
