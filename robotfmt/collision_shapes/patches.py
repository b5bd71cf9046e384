"""Surfaces of any kind as patches, each of which is closed by cones over its openings: libraries for solids take them.

Two triangles of a patch share an edge only if no third one has it and both face the same side, and all triangles
around a corner share edges in a row. Where a surface branches, it is cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..mesh.repair import connected, repair
from ..mesh.triangles import Flags, Floats, Ints, Triangles, join

_FEW = 50
"""The number of triangles below which patches are put together."""
_HEIGHT = 10.0
"""The height of a cone over an opening, in diagonals of the patch: its faces differ in direction from the patch."""
_ASKEW = (0.4, 0.5, 0.77)
"""The axis of a cone over an opening that has no direction."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Triangles that share edges, or several such sets."""

    triangles: Triangles
    border: Flags
    """An array (m, 3): True for the side from corner k to the next one if no other triangle shares it."""

    @property
    def is_closed(self) -> bool:
        """True if each side is shared."""
        return not self.border.any()

    def with_cones(self) -> tuple[Triangles, Ints]:
        """Return the patch with a cone over each opening, and (m,): 0 for its own triangles, 1 for others."""
        vertices, faces = self.triangles.vertices, self.triangles.faces
        start, end = faces[self.border], np.roll(faces, -1, axis=1)[self.border]
        _, loop = np.unique(connected(len(vertices), start, end)[start], return_inverse=True)
        tips = _tips(vertices, start, end, loop.reshape(-1)) if len(start) else np.zeros((0, 3))
        cones = np.stack([end, start, len(vertices) + loop.reshape(-1)], axis=1)
        kinds = np.repeat(np.array([0, 1]), [len(faces), len(cones)])
        return Triangles(np.concatenate([vertices, tips]), np.concatenate([faces, cones])), kinds


def _tips(vertices: Floats, start: Ints, end: Ints, loop: Ints) -> Floats:
    """Return the tips of cones over openings, given the ends of the sides and the opening of each."""
    count = np.bincount(loop)
    sums = np.stack([np.bincount(loop, weights=vertices[start, k]) for k in range(3)], axis=1)
    middle = sums / count[:, None]
    areas = np.cross(vertices[start] - middle[loop], vertices[end] - middle[loop])
    axis = np.stack([np.bincount(loop, weights=areas[:, k]) for k in range(3)], axis=1)
    size = float(np.linalg.norm(np.ptp(vertices, axis=0)))
    length = np.linalg.norm(axis, axis=1, keepdims=True)
    axis = np.where(length > 1e-9 * size**2, axis / np.maximum(length, 1e-300), _ASKEW)
    found: Floats = middle - _HEIGHT * size * axis
    return found


def patches_of(surface: Triangles) -> list[Patch]:
    """Return the patches of a surface with at least one triangle, small ones together; empty triangles are left out."""
    whole = repair(surface).triangles.welded()
    a, b, c = whole.faces.T
    whole = whole.only((a != b) & (b != c) & (c != a))
    return list(_patches(whole)) if len(whole) else []


def cut(surface: Triangles) -> Patch:
    """Return a surface with its corners separated where its triangles do not share edges as those of a patch do."""
    start, end = surface.faces.ravel(), np.roll(surface.faces, -1, axis=1).ravel()
    key = np.minimum(start, end) * (int(surface.faces.max()) + 1) + np.maximum(start, end)
    _, which, count = np.unique(key, return_inverse=True, return_counts=True)
    order = np.argsort(which, kind="stable")
    one, other = order[count[which[order]] == 2].reshape(-1, 2).T
    agree = (start < end)[one] != (start < end)[other]
    one, other = one[agree], other[agree]
    # A side begins at the corner with its number, and ends at the next one of the triangle.
    after = np.roll(np.arange(len(start)).reshape(-1, 3), -1, axis=1).ravel()
    corner = connected(len(start), np.append(one, after[one]), np.append(after[other], other))
    _, first, faces = np.unique(corner, return_index=True, return_inverse=True)
    border = np.ones(len(start), dtype=np.bool_)
    border[one] = border[other] = False
    return Patch(Triangles(surface.vertices[start[first]], faces.reshape(-1, 3)), border.reshape(-1, 3))


def _patches(surface: Triangles) -> Iterator[Patch]:
    whole = cut(surface)
    faces = whole.triangles.faces
    part = connected(len(whole.triangles.vertices), faces[:, :2].ravel(), faces[:, 1:].ravel())[faces[:, 0]]
    _, part, count = np.unique(part, return_inverse=True, return_counts=True)
    part = np.where(count[part] < _FEW, -1, part)
    for each in np.unique(part):
        some = whole.triangles.only(part == each)
        used, which = np.unique(some.faces, return_inverse=True)
        yield Patch(Triangles(some.vertices[used], which.reshape(-1, 3)), whole.border[part == each])


def together(patches: list[Triangles]) -> Triangles:
    """Return surfaces as one, whose coincident corners are the same."""
    return join(patches).welded()


def with_joined_corners(surface: Triangles, width: float) -> Triangles:
    """Return a surface whose corners in one cell of a grid are one, their mean; triangles that vanish are left out.

    J. Rossignac and P. Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993.
    """
    _, cell, count = np.unique(np.floor(surface.vertices / width), axis=0, return_inverse=True, return_counts=True)
    cell = cell.reshape(-1)
    means = np.stack([np.bincount(cell, weights=surface.vertices[:, k]) for k in range(3)], axis=1)
    a, b, c = cell[surface.faces].T
    faces = cell[surface.faces][(a != b) & (b != c) & (c != a)]
    _, first = np.unique(np.sort(faces, axis=1), axis=0, return_index=True)
    return Triangles(means / count[:, None], faces[np.sort(first)])
