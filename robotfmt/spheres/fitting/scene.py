"""The links of a robot in poses that a planner may choose: which touch, and where they come near each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...context import Context
from ...mesh.triangles import Floats, Ints
from ...model import Robot
from ...selfcollision.bodies import Body, bodies_of
from ...selfcollision.contacts import contacts_between
from ...selfcollision.link_poses import LinkPoses, link_poses
from ...surfaces import link_surface
from ..measuring.poses import ShapesInPoses, checked_ends, touches
from ..overlaps import LinkPair, planned_poses
from .samples import spread, thinned

POSES = 1000
"""The number of poses."""
_MOST = 300
"""The maximum number of poses in which a pair is examined."""
_FEW, _STILL = 10, 1e-9
"""The number of poses that show whether two links move relative to each other, and the difference that counts."""
_FINE, _OUTLINE = 200, 6000
"""The gap between points on a surface relative to its size, and their maximum number."""


@dataclass(frozen=True)
class Scene:
    """The bodies of a robot in many poses."""

    robot: Robot
    context: Context
    bodies: Mapping[str, Body]
    poses: LinkPoses
    pairs: Sequence[LinkPair]
    """The pairs of links that planners check."""
    shapes: ShapesInPoses
    """The same poses, and the pairs of links whose shapes touch in them."""
    _outlines: dict[tuple[str, int], Floats] = field(default_factory=dict)

    def near(self, pair: LinkPair, reach: float) -> tuple[Ints, float]:
        """Return poses in which two links do not touch, but may be nearer than a reach in metres, and the share of all
        poses for which each stands.
        """
        one, other = (self.bodies[name] for name in pair)
        flags = self.poses.gaps(one, other) <= reach
        touching = self.shapes.touching
        if pair in touching:
            flags &= ~touching[pair]
        rows = np.flatnonzero(flags)
        some: Ints = rows[:: -(-len(rows) // _MOST) or 1]
        return some, len(rows) / max(len(some), 1) / POSES

    def moves(self, pair: LinkPair) -> bool:
        """Return True if two links move relative to each other."""
        poses = self.relative(pair, np.arange(_FEW))
        return float(np.ptp(poses, axis=0).max()) > _STILL

    def relative(self, pair: LinkPair, rows: Ints) -> Floats:
        """Return the pose of the second link of a pair in the first, (rows, 4, 4)."""
        return self.poses.relative(self.bodies[pair[0]], self.bodies[pair[1]], rows)

    def outline(self, link: str, count: int = _OUTLINE) -> Floats:
        """Return about a number of points all over the surface of a link, (n, 3)."""
        key = link, count
        if key not in self._outlines:
            points = self.outline(link) if count < _OUTLINE else self._surface(link)
            self._outlines[key] = _thinned(points, _size(points) / _FINE, count)
        return self._outlines[key]

    def _surface(self, link: str) -> Floats:
        corners = link_surface(self.robot.link_by_name[link], self.context).corners
        return spread(corners, _size(corners.reshape(-1, 3)) / _FINE).points


def scene_of(
    robot: Robot,
    context: Context,
    checked: Iterable[LinkPair] | None = None,
    seed: int = 0,
    links: Collection[str] | None = None,
) -> Scene:
    """Return the links of a robot in random poses of its controlled joints.

    Args:
        robot: The robot.
        context: Its assets find the meshes.
        checked: The pairs of links that planners check; by default those that touch in some of the poses.
        seed: The seed of the poses.
        links: The links that are fitted, of which one is in each pair; by default all.
    """
    bodies, _ = bodies_of(robot, context, visuals=True)
    values = planned_poses(robot, POSES, seed)
    known = set(bodies)
    ends = checked_ends(robot, bodies) if checked is None else [each for each in checked if known >= set(each)]
    if links is not None:
        ends = [each for each in ends if not set(links).isdisjoint(each)]
    touching = touches(contacts_between(robot, bodies, ends), values)
    pairs = list(touching) if checked is None else ends
    shapes = ShapesInPoses(POSES, values, touching)
    scene = Scene(robot, context, bodies, link_poses(robot, bodies, values), pairs, shapes)
    return replace(scene, pairs=[pair for pair in pairs if scene.moves(pair)])


def _size(points: Floats) -> float:
    return float(np.linalg.norm(np.ptp(points, axis=0)))


def _thinned(points: Floats, cell: float, count: int) -> Floats:
    """Return points of which one is kept in each cube, for cubes so large that about a number of points is left."""
    while len(points) > count:
        cell *= 1.25
        points = points[thinned(points, cell)]
    return points
