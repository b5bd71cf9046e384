"""Simpler meshes whose distance from the original is measured; surfaces of any kind as patches, each of which is
closed.

Each patch of a mesh is simplified by manifold3d, with a tolerance that grows as long as its measured distance from the
patch stays within the bound. Openings are closed by cones for that, so that meshes with cracks and sheets are
simplified too. Triangles of an open patch that would be lost are kept as they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..mesh.hull import simpler
from ..mesh.repair import connected, repair
from ..mesh.triangles import Flags, Floats, Ints, Triangles, join
from ..spheres.measuring.distance import farther
from .measure import DEVIATION_SAMPLES, Surface, are_near, deviation, surface_points
from .options import ShapeOptions

# Patches
#
# Two triangles of a patch share an edge only if no third one has it and both face the same side, and all triangles
# around a corner share edges in a row. Where a surface branches, it is cut.

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
    """Return a surface whose triangles share corners only across edges of exactly two triangles of one orientation."""
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


# Simplification

_DRAFT = 5_000
"""The largest number of points on each of two surfaces during the search."""
_FEWEST = 200
_STEP = 1.2
"""The factor from one tolerance to the next one."""
_FIRST, _LARGEST = 3e-4, 0.2
"""The first and the largest tolerance relative to the diagonal, where the number of triangles is bounded."""
_BEGINS, _ENDS = 1 / 6, 2.0
"""The first and the largest tolerance relative to the bound."""
_LITTLE = 0.6
"""The share of an open patch's triangles above which those that would be lost are kept, and the rest is simplified."""
_WITH_KEPT = 0.6
"""The tolerance relative to the bound for patches of which some triangles are kept."""
_MARGIN = 0.9
"""The share of the bound beyond which a triangle is kept: only some of its points are measured."""
_ROUNDS = 10
_MISSES = 4
"""The number of tolerances that are too large, after which a search ends."""
_TIGHTER = (1.0, 0.8)
"""Factors on the bound: samples during the search are few, and the last measurement may find more."""


def simplified(surface: Triangles, options: ShapeOptions) -> tuple[Triangles | None, str]:
    """Return a simpler surface, or None and the reason.

    Args:
        surface: The surface.
        options: ``within`` bounds its measured distance from the surface in both directions, ``faces`` the number of
            triangles. With ``within`` alone it has as few triangles as were found.
    """
    patches = patches_of(surface)
    if not patches:
        return None, "none of its triangles has an area"
    if options.faces is not None:
        return _with_faces(surface, patches, options.faces, options.within)
    whole, within = Surface(surface), options.within or 0.0
    for factor in _TIGHTER:
        made = together([_within(each, factor * within) for each in patches])
        if len(made) < len(surface) and are_near(whole, Surface(made), within):
            return made, ""
    return surface, ""


def _with_faces(
    surface: Triangles, patches: Sequence[Patch], faces: int, within: float | None
) -> tuple[Triangles | None, str]:
    """Return a surface with a number of triangles at most, or None and the reason."""
    for made in _fewer(patches, float(np.linalg.norm(np.ptp(surface.corners.reshape(-1, 3), axis=0)))):
        if 0 < len(made) <= faces:
            gap = deviation(Surface(surface), Surface(made))
            if within is not None and gap > within:
                return None, f"the surface with {len(made)} faces is {1000 * gap:.3g} mm off"
            return made, ""
    return None, f"no surface with {faces} faces or fewer was found"


def _fewer(patches: Sequence[Patch], size: float) -> Iterator[Triangles]:
    """Yield the patches together, simpler and simpler; at last with corners joined, for few but the main openings."""
    count = int(math.log(_LARGEST / _FIRST) / math.log(_STEP))
    tolerances = [_FIRST * size * _STEP**k for k in range(count)]
    families = [list(_family(each, tolerances)) for each in patches]
    for step in range(count):
        yield together([each[step] for each in families if step < len(each)])
    half = count // 2
    middle = together([each[min(half, len(each) - 1)] for each in families if each])
    yield from (with_joined_corners(middle, width) for width in tolerances[half:])


def _family(patch: Patch, tolerances: Sequence[float]) -> Iterator[Triangles]:
    """Return a patch, simpler and simpler, until nothing of it is left."""
    return simpler(*patch.with_cones(), tolerances)


def _within(patch: Patch, within: float) -> Triangles:
    """Return the simplest patch within a distance that was found; the patch itself if none was."""
    whole, near, misses = Surface(patch.triangles), list[Triangles](), 0
    draft, all_points = (
        _samples(patch.triangles, within, _DRAFT),
        _samples(patch.triangles, within / 4, DEVIATION_SAMPLES),
    )
    steps = range(math.ceil(math.log(_ENDS / _BEGINS) / math.log(_STEP)))
    for made in _family(patch, [_BEGINS * within * _STEP**k for k in steps]):
        if are_near(whole, Surface(made), within, draft):
            near.append(made)
        else:
            misses += 1
        if misses == _MISSES:
            break
    fewest = min(map(len, near), default=len(patch.triangles))
    if not patch.is_closed and fewest > _LITTLE * len(patch.triangles):
        near.append(_with_kept(patch, within))
    for made in sorted(near, key=len):
        if len(made) < len(patch.triangles) and are_near(whole, Surface(made), within, all_points):
            return made
    return patch.triangles


def _samples(surface: Triangles, within: float, most: int) -> int:
    """Return the number of points that are about half a distance apart, within limits."""
    corners = surface.corners
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return int(np.clip(2 * np.linalg.norm(normals, axis=1).sum() / within**2, _FEWEST, most))


def _with_kept(patch: Patch, within: float) -> Triangles:
    """Return a patch simplified with a tolerance, except those triangles that would be farther off than the bound."""
    whole = patch.triangles
    kept: Flags = np.zeros(len(whole), dtype=np.bool_)
    tolerances = [_WITH_KEPT * within * _STEP**k for k in range(-8, 1)]
    for _ in range(_ROUNDS):
        *_, simplest = [whole.only(np.zeros_like(kept)), *_family(cut(whole.only(~kept)), tolerances)]
        made = together([simplest, whole.only(kept)])
        if not len(made):
            return whole
        lost = ~kept & _beyond(whole, Surface(made), _MARGIN * within)
        if not lost.any():
            return made
        near = np.zeros(len(whole.vertices), dtype=np.bool_)
        near[whole.faces[lost]] = True
        kept |= near[whole.faces].any(axis=1)
        if kept.all():
            break
    return whole


def _beyond(surface: Triangles, other: Surface, within: float) -> Flags:
    """Return (m,): True for triangles with a sample that is farther from a surface than a bound."""
    corners = surface.corners
    middles = corners.mean(axis=1, keepdims=True)
    rows = np.concatenate([corners, (corners + np.roll(corners, 1, axis=1)) / 2, middles], axis=1)
    which = np.repeat(np.arange(len(surface)), rows.shape[1])
    spread = surface_points(surface, _samples(surface, within / 4, DEVIATION_SAMPLES))
    far = farther(np.concatenate([rows.reshape(-1, 3), spread[0]]), other.tree, within)
    found = np.zeros(len(surface), dtype=np.bool_)
    found[np.concatenate([which, spread[1]])[far]] = True
    return found
