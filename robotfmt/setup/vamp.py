"""The files of VAMP: URDFs whose collision shapes are spheres, fine and coarse, and the description for cricket.

cricket compiles them for VAMP; it reads spheres only, and a robot with one sphere for each link for its first check.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..mesh.triangles import Floats
from ..model import Geometry, Link, Pose, Purpose, Robot, Sphere
from ..model.record import replace
from ..spheres.arrays import spheres_of_links
from .description import Described, without_semantics
from .folder import Document, Folder, indented

RESOLUTION = 32
"""The number of poses in which cricket checks a motion at once."""
_STEPS = 200


def vamp(robot: Described) -> Folder:
    """Return the contents of a folder for VAMP."""
    name, spheres = robot.name, spheres_of_links(robot.spheres, None)
    fine, coarse = f"{name}_spherized.urdf", f"{name}_spherized_coarse.urdf"
    return Folder(
        (
            Document(_spherized(robot.spheres, spheres), (fine, f"{name}.srdf")),
            Document(
                _bare(_spherized(robot.spheres, {link: _around(each) for link, each in spheres.items()})), (coarse,)
            ),
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


def _spherized(robot: Robot, spheres: Mapping[str, Floats]) -> Robot:
    """Return the robot with spheres as its only collision shapes, and no spheres besides."""
    return replace(
        robot,
        links=tuple(_with_spheres(link, spheres.get(link.name, np.zeros((0, 4)))) for link in robot.links),
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


def _with_spheres(link: Link, spheres: Floats) -> Link:
    shapes = (
        Geometry(shape=Sphere(radius=radius), pose=Pose((x, y, z)), purpose=Purpose.COLLISION)
        for x, y, z, radius in spheres.tolist()
    )
    return replace(link, collisions=tuple(shapes))


def _around(spheres: Floats) -> Floats:
    """Return one sphere around those of a link, by steps towards the farthest one (Badoiu and Clarkson 2003)."""
    if len(spheres) < 2:
        return spheres
    centers, radii = spheres[:, :3], spheres[:, 3]
    center = centers.mean(axis=0)
    for step in range(1, _STEPS):
        reach = np.linalg.norm(centers - center, axis=1) + radii
        center = center + (centers[reach.argmax()] - center) / (step + 1)
    radius = float((np.linalg.norm(centers - center, axis=1) + radii).max())
    return np.array([[*center.round(6), round(radius + 1e-6, 6)]])
