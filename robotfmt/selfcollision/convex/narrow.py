"""Contacts of links as coal finds them (:mod:`..narrow`), where it is not installed.

Meshes are surfaces here too, and the other shapes are solid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...mesh.triangles import Floats, Triangles
from ...model import Box, Capsule, Cone, Cylinder, Ellipsoid, Shape, Sphere
from ..contact import TOUCHING
from . import gaps
from .walks import Tree, closest, tree

_FEW = 4


class Solid(NamedTuple):
    """Cells of a link, in its frame."""

    kinds: list[int]
    cells: Floats
    is_mesh: bool


def mesh_solid(triangles: Triangles) -> Solid:
    """Return a surface in the frame of its link."""
    cells = np.zeros((len(triangles), gaps.WIDTH))
    cells[:, :9] = triangles.corners.reshape(-1, 9)
    return Solid([gaps.TRIANGLE] * len(cells), cells, is_mesh=True)


def shape_solid(shape: Shape, place: Floats) -> Solid | None:
    """Return a simple shape; None for every other one."""
    match shape:
        case Box(size) if size is not None:
            return _solid(gaps.BOX, place, *(each / 2 for each in size))
        case Sphere(radius) if radius is not None:
            return _solid(gaps.CORE, place, radius, 0.0)
        case Capsule(radius, length) if radius is not None and length is not None:
            return _solid(gaps.CORE, place, radius, max(length, 0.0) / 2)
        case Cylinder(radius, length) if radius is not None and length is not None:
            return _solid(gaps.CYLINDER, place, radius, length / 2)
        case Cone(radius, length) if radius is not None and length is not None:
            return _solid(gaps.CONE, place, radius, length / 2)
        case Ellipsoid(radii) if radii is not None:
            return _solid(gaps.ELLIPSOID, place, *radii)
    return None


def _solid(kind: int, place: Floats, *sizes: float) -> Solid:
    cell = np.zeros((1, gaps.WIDTH))
    cell[0, :9], cell[0, 9:12], cell[0, 12 : 12 + len(sizes)] = place[:3, :3].ravel(), place[:3, 3], sizes
    return Solid([kind], cell, is_mesh=False)


def link_solid(solids: Sequence[Solid]) -> Link:
    """Return all shapes of a link together."""
    kinds = np.concatenate([each.kinds for each in solids]).astype(np.int64)
    return Link(tree(kinds, np.concatenate([each.cells for each in solids])), any(each.is_mesh for each in solids))


class Link(NamedTuple):
    """The shapes of a link."""

    tree: Tree
    has_mesh: bool


def contact(first: Link, second: Link, margin: float = 0.0) -> Contact:
    """Return the contact check of two links; shapes closer than a margin in metres count as touching."""
    return Contact(first, second, margin)


class Contact:
    """A contact check of two links at a relative pose."""

    def __init__(self, first: Link, second: Link, margin: float) -> None:
        self._trees = first.tree, second.tree
        count = len(first.tree.cells) * len(second.tree.cells)
        self.is_cheap = count <= _FEW and not first.has_mesh and not second.has_mesh
        """True if distances take hardly any time."""
        self._margin = margin + TOUCHING
        self._last = 0, 0
        """The cells that were nearest at the last pose: at the next one the same ones are often near."""

    def touch(self, pose: Floats) -> bool:
        """Return True if the links touch, with the second at a pose (4, 4) in the first."""
        return self._closest(pose, self._margin, self._margin) <= self._margin

    def distance(self, pose: Floats) -> float:
        """Return the distance of the links in metres; 0 if they touch."""
        found = self._closest(pose, np.inf, TOUCHING)
        return found if found > TOUCHING else 0.0

    def _closest(self, pose: Floats, most: float, enough: float) -> float:
        """Return the distance, infinite beyond a limit, and not the smallest if it is small enough."""
        place = np.ascontiguousarray(pose, dtype=np.float64)
        found, self._last = closest(*self._trees, place, (most, enough), self._last)
        return float(found)
