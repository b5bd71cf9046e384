"""The files of VAMP: URDFs whose collision shapes are spheres, fine and coarse, and the description for cricket.

cricket compiles them for VAMP; it reads spheres only, and a robot with one sphere for each link for its first check.
"""

from __future__ import annotations

import numpy as np

from ..model import CollisionSphere, FrameSpheres, Geometry, Link, Pose, Purpose, Robot, Sphere
from ..model.record import replace
from ..spheres.arrays import frames_of, sphere_set
from .description import Described, without_semantics
from .folder import Document, Folder, indented

RESOLUTION = 32
"""The number of poses in which cricket checks a motion at once."""
_STEPS = 200


def vamp(robot: Described) -> Folder:
    """Return the contents of a folder for VAMP."""
    name, frames = robot.name, frames_of(robot.spheres, sphere_set(robot.spheres, None))
    fine, coarse = f"{name}_spherized.urdf", f"{name}_spherized_coarse.urdf"
    return Folder(
        (
            Document(_spherized(robot.spheres, frames), (fine, f"{name}.srdf")),
            Document(_bare(_spherized(robot.spheres, [_around(each) for each in frames])), (coarse,)),
        ),
        {f"{name}.json": indented(_cricket(robot, fine))},
    )


def _cricket(robot: Described, urdf: str) -> dict[str, object]:
    tips = [chain.tip for group in robot.chains for chain in group.chains]
    return {
        "name": robot.name,
        "urdf": urdf,
        "srdf": f"{robot.name}.srdf",
        "end_effector": tips[0] if tips else robot.base,
        "end_effectors": tips,
        "resolution": RESOLUTION,
    }


def _spherized(robot: Robot, frames: list[FrameSpheres]) -> Robot:
    """Return the robot with spheres as its only collision shapes, and no spheres besides."""
    spheres: dict[str, list[CollisionSphere]] = {}
    for frame in frames:
        spheres.setdefault(frame.frame, []).extend(frame.spheres)
    return replace(
        robot,
        links=tuple(_with_spheres(link, spheres.get(link.name, [])) for link in robot.links),
        sphere_sets=(),
        world_collision=None,
        self_collision=None,
        cspace=None,
        tool_frames=(),
        default_positions=(),
    )


def _bare(robot: Robot) -> Robot:
    """Return the robot without visual shapes, and without what the SRDF has."""
    links = tuple(replace(link, visuals=()) for link in robot.links)
    return replace(without_semantics(robot), links=links, ignored_pairs=())


def _with_spheres(link: Link, spheres: list[CollisionSphere]) -> Link:
    shapes = (
        Geometry(shape=Sphere(radius=each.radius), pose=Pose(each.center), purpose=Purpose.COLLISION)
        for each in spheres
        if each.center is not None and not each.disabled
    )
    return replace(link, collisions=tuple(shapes))


def _around(frame: FrameSpheres) -> FrameSpheres:
    """Return one sphere around the spheres of a link, by steps towards the farthest one (Badoiu and Clarkson 2003)."""
    given = [each for each in frame.spheres if each.center is not None and each.radius and not each.disabled]
    if len(given) < 2:
        return frame
    centers, radii = np.array([each.center for each in given]), np.array([each.radius for each in given])
    center = centers.mean(axis=0)
    for step in range(1, _STEPS):
        reach = np.linalg.norm(centers - center, axis=1) + radii
        center = center + (centers[reach.argmax()] - center) / (step + 1)
    radius = float((np.linalg.norm(centers - center, axis=1) + radii).max())
    x, y, z = (round(float(each), 6) for each in center)
    whole = CollisionSphere(center=(x, y, z), radius=round(radius + 1e-6, 6))
    return replace(frame, spheres=(whole,))
