"""A tree of boxes over triangles, for queries of many points at once.

Triangles are sorted along a Morton curve and bundled in pairs, the pairs again in pairs, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from ...mesh.triangles import Floats, Ints

FAN = 2
"""The number of children of a node."""
WAITING = 128
"""The size of a stack of nodes for a walk through the tree: at most one for each level."""
_BITS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """Nodes of the tree; node i of a level has the children 2 i and 2 i + 1 of the level below."""

    low: Floats
    """An array (n, 3): the corners of the boxes."""
    high: Floats
    center: Floats
    """An array (n, 3): the centroids; used to approximate distant nodes."""
    normal: Floats
    """An array (n, 3): the sum of the triangles' normals, weighted by area."""
    radius: Floats
    """An array (n,): the largest distance of a node's points from its centre."""


@dataclass(frozen=True, slots=True, eq=False)
class BoxTree:
    """Triangles in order, and the levels above them from the widest to the finest."""

    corners: Floats
    """An array (m, 3, 3), sorted; padded with a copy of the last one to an even number."""
    real: int
    """The number of triangles without padding."""
    nodes: Nodes
    """The nodes of all levels, from the widest to the finest; those of the last have triangles as children."""
    starts: Ints
    """An array (levels + 1,): the first node of each level, and the end."""


def build(corners: Floats) -> BoxTree:
    """Return the tree over triangles, (m, 3, 3) with m > 0."""
    ordered = corners[np.argsort(_morton(corners.mean(axis=1)), kind="stable")]
    real = len(ordered)
    padded = np.concatenate([ordered, np.repeat(ordered[-1:], -real % FAN, axis=0)])
    normals = np.cross(padded[:, 1] - padded[:, 0], padded[:, 2] - padded[:, 0]) / 2
    normals[real:] = 0.0
    below = Nodes(
        low=padded.min(axis=1),
        high=padded.max(axis=1),
        center=padded.mean(axis=1),
        normal=normals,
        radius=np.zeros(len(padded)),
    )
    weights = np.linalg.norm(normals, axis=1)
    levels: list[Nodes] = []
    while len(below.low) > 1:
        below, weights = _parents(below, weights)
        levels.append(below)
    levels.reverse()
    starts = np.cumsum([0, *(len(level.low) for level in levels)])
    return BoxTree(padded, real, _joined(levels), starts)


def _joined(levels: list[Nodes]) -> Nodes:
    """Return the nodes of all levels, one level after the other."""
    names = [field.name for field in fields(Nodes)]
    return Nodes(**{name: np.concatenate([getattr(level, name) for level in levels]) for name in names})


def _parents(level: Nodes, weights: Floats) -> tuple[Nodes, Floats]:
    """Return the next level: nodes that each combine two nodes, and their areas."""
    starts = np.arange(0, len(level.low), FAN)
    total = np.add.reduceat(weights, starts)
    low = np.minimum.reduceat(level.low, starts)
    high = np.maximum.reduceat(level.high, starts)
    sums = np.add.reduceat(level.center * weights[:, None], starts)
    middle = (low + high) / 2
    center = np.where(total[:, None] > 0, sums / np.where(total > 0, total, 1.0)[:, None], middle)
    reach = np.linalg.norm(np.maximum(high - center, center - low), axis=1)
    normal = np.add.reduceat(level.normal, starts)
    return Nodes(low=low, high=high, center=center, normal=normal, radius=reach), total


def _morton(points: Floats) -> Ints:
    """Return the interleaved bits of the coordinates."""
    low = points.min(axis=0)
    extent = max(float((points.max(axis=0) - low).max()), 1e-300)
    cells = ((points - low) / extent * (2**_BITS - 1)).astype(np.int64)
    code = np.zeros(len(points), dtype=np.int64)
    for bit in range(_BITS):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return code
