"""The only module that uses coal, which exactly checks whether the shapes of two links touch (:mod:`.bodies`).

Chosen by measurement against python-fcl (``tests/benchmarks/selfcollision.py --libraries``): for a check of a pair of
meshes of panda, ur5 and tiago coal takes 85, 152 and 22 microseconds, python-fcl 38, 83 and 16, if coal does not
measure the distance of shapes that do not touch (``break_distance``; it takes up to 13 times as long otherwise). coal
and its requirements are 66 MB of wheels for Linux and macOS, python-fcl is 5 MB, for Windows too; neither has types.
But an exception in python-fcl's solver for round and convex shapes ends the whole process, because its ``collide`` and
``distance`` translate none, and meshes and sizes come from unchecked files.

coal's ``collide`` counts shapes less than 0.001 mm apart as touching. Meshes are surfaces, as in every such library: a
link that is completely inside another one's mesh does not touch it. The other shapes are solid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import coal as untyped  # type: ignore[import-untyped]
import numpy as np

from ..mesh.triangles import Floats, Triangles
from ..model import Box, Capsule, Cone, Cylinder, Ellipsoid, Shape, Sphere

coal: Any = untyped
_FEW = 4


class Solid:
    """A shape of coal, with its pose in its link."""

    def __init__(self, geometry: Any, place: Floats, *, is_mesh: bool = False) -> None:
        self.geometry = geometry
        self.place = place
        self.is_mesh = is_mesh


def mesh_solid(triangles: Triangles) -> Solid:
    """Return a surface in the frame of its link."""
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(triangles), len(triangles.vertices))
    model.addVertices(np.ascontiguousarray(triangles.vertices))
    model.addTriangles(np.ascontiguousarray(triangles.faces))
    model.endModel()
    model.computeLocalAABB()
    return Solid(model, np.eye(4), is_mesh=True)


def shape_solid(shape: Shape, place: Floats) -> Solid | None:
    """Return a shape that coal supports, all of whose sizes are positive; None for every other one."""
    match shape:
        case Box(size) if size is not None:
            return Solid(coal.Box(*size), place)
        case Sphere(radius) if radius is not None:
            return Solid(coal.Sphere(radius), place)
        case Cylinder(radius, length) if radius is not None and length is not None:
            return Solid(coal.Cylinder(radius, length), place)
        case Capsule(radius, length) if radius is not None and length is not None:
            return Solid(coal.Capsule(radius, length), place)
        case Cone(radius, length) if radius is not None and length is not None:
            return Solid(coal.Cone(radius, length), place)
        case Ellipsoid(radii) if radii is not None:
            return Solid(coal.Ellipsoid(*radii), place)
    return None


def link_solid(solids: Sequence[Solid]) -> list[Solid]:
    """Return all shapes of a link together."""
    return list(solids)


def contact(first: list[Solid], second: list[Solid], margin: float = 0.0) -> Contact:
    """Return the contact check of two links; shapes closer than a margin in metres count as touching."""
    return Contact(first, second, margin)


class Contact:
    """A contact check of two links at a relative pose."""

    def __init__(self, first: list[Solid], second: list[Solid], margin: float = 0.0) -> None:
        """Prepare the checks.

        Args:
            first: The shapes of a link.
            second: The shapes of another link.
            margin: The distance in metres below which shapes count as touching.
        """
        self._parts = [(one, other) for one in first for other in second]
        self.is_cheap = len(self._parts) <= _FEW and not any(each.is_mesh for each in (*first, *second))
        """True if distances take hardly any time."""
        self._tests = [coal.ComputeCollision(one.geometry, other.geometry) for one, other in self._parts]
        self._request, self._result = coal.CollisionRequest(), coal.CollisionResult()
        self._request.security_margin = margin
        self._request.break_distance = margin
        self._ask, self._answer = coal.DistanceRequest(), coal.DistanceResult()
        self._distance = coal.distance
        self._link_poses = [coal.Transform3s(one.place[:3, :3], one.place[:3, 3]) for one, _ in self._parts]
        self._there = coal.Transform3s()

    def touch(self, pose: Floats) -> bool:
        """Return True if the links touch, with the second at a pose (4, 4) in the first."""
        for (_, other), place, test in zip(self._parts, self._link_poses, self._tests, strict=True):
            self._result.clear()
            if test(place, self._moved(pose, other), self._request, self._result):
                return True
        return False

    def distance(self, pose: Floats) -> float:
        """Return the distance of the links in metres; 0 if they touch."""
        return min(
            self._measured(one, other, place, pose)
            for (one, other), place in zip(self._parts, self._link_poses, strict=True)
        )

    def _measured(self, one: Solid, other: Solid, place: Any, pose: Floats) -> float:
        self._answer.clear()
        there = self._moved(pose, other)
        found = self._distance(one.geometry, place, other.geometry, there, self._ask, self._answer)
        return max(float(found), 0.0)

    def _moved(self, pose: Floats, solid: Solid) -> Any:
        """Return the pose of a shape of the second link, in an object that the next call changes."""
        whole = pose if solid.is_mesh else pose @ solid.place  # meshes are in the frame of their link
        self._there.setTransform(whole[:3, :3], whole[:3, 3])
        return self._there
