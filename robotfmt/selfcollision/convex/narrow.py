"""Contacts of links as coal finds them (:mod:`..narrow`), where it is not installed.

Meshes are surfaces here too, and the other shapes are solid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats, Ints, Triangles
from ...model import Box, Capsule, Cone, Cylinder, Ellipsoid, Shape, Sphere
from ..contact import TOUCHING
from . import gaps
from .gaps import WIDTH, bounds, gap, moved

# The distance of two links, by trees of boxes over their cells

# Trees

DEEPEST = 64
"""More than the depth of a tree, whose branches are halves."""


class Tree(NamedTuple):
    """Cells, and boxes around them and around all below."""

    kinds: Ints
    """An array (n,)."""
    cells: Floats
    """An array (n, 15)."""
    boxes: Floats
    """An array (2 n - 1, 6): the middle and half the size of each node's box; the first node is the root."""
    children: Ints
    """An array (2 n - 1, 2): the nodes below; or -1 and the cell."""


def tree(kinds: Ints, cells: Floats) -> Tree:
    """Return the tree over cells, of which there must be one at least: halves at the median of the longest side."""
    around = bounds(kinds, cells)
    order, starts = np.arange(len(cells)), np.zeros(1, dtype=np.int64)
    boxes: list[Floats] = []
    children: list[Ints] = []
    used = 1
    while len(order):
        low = np.minimum.reduceat(around[order, :3], starts)
        high = np.maximum.reduceat(around[order, 3:], starts)
        boxes.append(np.concatenate([low + high, high - low], axis=1) / 2)
        sizes = np.diff(np.append(starts, len(order)))
        divides = sizes > 1
        down = np.stack([np.full(len(starts), -1), order[starts]], axis=1)
        down[divides] = used + np.arange(2 * int(divides.sum())).reshape(-1, 2)
        children.append(down)
        used += 2 * int(divides.sum())
        longest = np.repeat((high - low).argmax(axis=1), sizes)[np.repeat(divides, sizes)]
        order, starts = _halved(order[np.repeat(divides, sizes)], sizes[divides], longest, around)
    return Tree(kinds, cells, np.concatenate(boxes), np.concatenate(children))


def _halved(order: Ints, sizes: Ints, along: Ints, around: Floats) -> tuple[Ints, Ints]:
    """Return the cells of some nodes, sorted in each along an axis, and the starts of the halves.

    Args:
        order: The cells, node by node.
        sizes: The number of cells of each node.
        along: The axis for each cell.
        around: The boxes around all cells.
    """
    middles = around[order, along] + around[order, 3 + along]
    sorted_cells = order[np.lexsort((middles, np.repeat(np.arange(len(sizes)), sizes)))]
    firsts = np.cumsum(sizes) - sizes
    return sorted_cells, np.stack([firsts, firsts + sizes // 2], axis=1).ravel()


# Walks

_WAITING = 2 * DEEPEST


@compiled
def closest(
    one: Tree, other: Tree, pose: Floats, limits: tuple[float, float], first: tuple[int, int]
) -> tuple[float, tuple[int, int]]:
    """Return the distance of two links in metres, and the two cells that have it.

    The distance is a lower bound, which differs from the distance by rounding.

    Args:
        one: The one link.
        other: The other.
        pose: The pose of the other in the one, (4, 4).
        limits: Cells farther apart than the first distance do not count, and two that are not farther apart than the
            second end the walk.
        first: Two cells to begin with.
    """
    turn = np.empty((3, 3))
    for k in range(9):
        turn[k // 3, k % 3] = abs(pose[k // 3, k % 3])
    nodes, gaps = np.zeros((_WAITING, 2), np.int64), np.zeros(_WAITING)
    room, there = np.empty((6, 4)), np.empty(WIDTH)
    least, cells = _of_cells(one, other, pose, first, limits, room, there), first
    left = 1
    while left and least > limits[1]:
        left -= 1
        if gaps[left] > least:
            continue
        a, b = nodes[left]
        if one.children[a, 0] < 0 and other.children[b, 0] < 0:
            these = (one.children[a, 1], other.children[b, 1])
            away = _of_cells(one, other, pose, these, (min(least, limits[0]), limits[1]), room, there)
            if away < least:
                least, cells = away, these
            continue
        left = _go_down(one, other, pose, turn, min(least, limits[0]), nodes, gaps, left)
    return least, cells


@compiled
def _of_cells(
    one: Tree,
    other: Tree,
    pose: Floats,
    cells: tuple[int, int],
    limits: tuple[float, float],
    room: Floats,
    there: Floats,
) -> float:
    """Return the distance of two cells; infinite beyond the first limit."""
    kind, other_kind = one.kinds[cells[0]], other.kinds[cells[1]]
    moved(other_kind, other.cells[cells[1]], pose, there)
    lower, _ = gap(kind, one.cells[cells[0]], other_kind, there, limits, room)
    return lower if lower <= limits[0] else np.inf


@compiled
def _go_down(
    one: Tree, other: Tree, pose: Floats, turn: Floats, least: float, nodes: Ints, gaps: Floats, left: int
) -> int:
    """Put the two halves of the larger of two boxes in line, the nearer one last; return the length of the line."""
    a, b = nodes[left]
    divides = other.children[b, 0] < 0 or (one.children[a, 0] >= 0 and _size(one.boxes[a]) > _size(other.boxes[b]))
    start = left
    for k in range(2):
        x, y = (one.children[a, k], b) if divides else (a, other.children[b, k])
        away = box_gap(one.boxes[x], other.boxes[y], pose, turn)
        if away > least:
            continue
        place = left
        if left > start and gaps[start] < away:
            nodes[left], gaps[left] = nodes[start], gaps[start]
            place = start
        nodes[place, 0], nodes[place, 1], gaps[place] = x, y, away
        left += 1
    return left


@compiled
def _size(box: Floats) -> float:
    return float(box[3] + box[4] + box[5])


@compiled
def box_gap(one: Floats, other: Floats, pose: Floats, turn: Floats) -> float:
    """Return a lower bound for the distance of two boxes: that of the one and a box in its frame around the other.

    The larger of both ways round counts.
    """
    total, back = 0.0, 0.0
    x = pose[0, 0] * other[0] + pose[0, 1] * other[1] + pose[0, 2] * other[2] + pose[0, 3] - one[0]
    y = pose[1, 0] * other[0] + pose[1, 1] * other[1] + pose[1, 2] * other[2] + pose[1, 3] - one[1]
    z = pose[2, 0] * other[0] + pose[2, 1] * other[1] + pose[2, 2] * other[2] + pose[2, 3] - one[2]
    between = (x, y, z)
    for k in range(3):
        reach = one[3 + k] + turn[k, 0] * other[3] + turn[k, 1] * other[4] + turn[k, 2] * other[5]
        total += max(abs(between[k]) - reach, 0.0) ** 2
        reach = other[3 + k] + turn[0, k] * one[3] + turn[1, k] * one[4] + turn[2, k] * one[5]
        along = abs(pose[0, k] * x + pose[1, k] * y + pose[2, k] * z)
        back += max(along - reach, 0.0) ** 2
    return math.sqrt(max(total, back))


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
