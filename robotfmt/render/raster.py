"""Rasterise triangles, without a loop over triangles or pixels: they are split into rows, rows into pixels; and
spheres, exactly, by intersecting the ray of each pixel.

A pixel belongs to a triangle that covers its middle. The time is proportional to the covered pixels; the number of rows
and pixels processed at once is limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..mesh.triangles import Flags, Floats, Ints, Triangles
from ..spheres.arrays import Spheres
from .camera import View

Keys: TypeAlias = NDArray[np.uint64]
# A key has the depth in its upper half and the owner of the pixel in its lower half. So the smallest key belongs to
# what is nearest, and the largest one to no triangle.
_NOTHING = np.uint64(2**64 - 1)
_LOWER = np.uint64(2**32 - 1)
_SHIFT = np.uint64(32)
FARTHEST = 2**32 - 2
"""Depths are whole numbers from 0 to this."""


@dataclass(slots=True, eq=False)
class Buffer:
    """One number for each pixel: its depth in the upper half, the object in the lower half."""

    width: int
    height: int
    keys: Keys = field(init=False)

    def __post_init__(self) -> None:
        self.keys = np.full(self.width * self.height, _NOTHING, dtype=np.uint64)

    def offer(self, pixels: Ints, depths: Floats, owners: Ints) -> None:
        """Offer objects at pixels, with depths from 0 to 1; the nearest stays, of equally near ones the first."""
        whole = (np.clip(depths, 0.0, 1.0) * FARTHEST).astype(np.uint64)
        np.minimum.at(self.keys, pixels, whole << _SHIFT | owners.astype(np.uint64))

    def seen(self) -> tuple[Ints, Ints, Ints]:
        """Return the covered pixels, with their depths and objects."""
        pixels = np.flatnonzero(self.keys != _NOTHING)
        keys = self.keys[pixels]
        return pixels, (keys >> _SHIFT).astype(np.int64), (keys & _LOWER).astype(np.int64)


# Rows of different lengths


def ragged(counts: Ints) -> tuple[Ints, Ints]:
    """Return, for rows of the given lengths, the row of every element, and its index in the row."""
    rows = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return rows, np.arange(len(rows)) - starts[rows]


def chunks(counts: Ints, most: int) -> Iterator[slice]:
    """Yield ranges of consecutive rows with at most this many elements, but at least one row."""
    ends = np.cumsum(counts)
    start, done = 0, 0
    while start < len(counts):
        stop = max(int(np.searchsorted(ends, done + most, side="right")), start + 1)
        yield slice(start, stop)
        start, done = stop, int(ends[stop - 1])


# Triangles

_TRIANGLES, _ROWS, _PIXELS = 1 << 16, 1 << 17, 1 << 19
"""The number of triangles, rows and pixels processed at once."""


def draw_triangles(triangles: Triangles, view: View, buffer: Buffer) -> None:
    """Offer every triangle to a buffer, by index."""
    projected = view.project(triangles.vertices)
    for start in range(0, len(triangles), _TRIANGLES):
        faces = triangles.faces[start : start + _TRIANGLES]
        corners, owners = _in_front(projected[faces.T], start + np.arange(len(faces)), view.nearest)
        _draw(corners[..., :3] / corners[..., 3:], owners, buffer)


def _in_front(corners: Floats, owners: Ints, nearest: float) -> tuple[Floats, Ints]:
    """Return the triangles (3, n, 4) without the parts behind the camera: a cut triangle becomes one or two."""
    front = corners[..., 3] >= nearest
    count = front.sum(axis=0)
    if (count == 3).all():
        return corners, owners
    one, two = np.flatnonzero(count == 1), np.flatnonzero(count == 2)
    a, b, c = _from(corners[:, one], front[:, one])
    parts = [np.stack([a, _cut(a, b, nearest), _cut(a, c, nearest)])]
    a, b, c = _from(corners[:, two], ~front[:, two])
    ab, ac = _cut(a, b, nearest), _cut(a, c, nearest)
    parts += [np.stack([ab, b, c]), np.stack([ab, c, ac])]
    whole = count == 3
    owners = np.concatenate([owners[whole], owners[one], owners[two], owners[two]])
    return np.concatenate([corners[:, whole], *parts], axis=1), owners


def _from(corners: Floats, is_first: Flags) -> tuple[Floats, Floats, Floats]:
    """Return the corners of each triangle, beginning with the marked one."""
    first, row = is_first.argmax(axis=0), np.arange(corners.shape[1])
    a, b, c = (corners[(first + turn) % 3, row] for turn in range(3))
    return a, b, c


def _cut(a: Floats, b: Floats, nearest: float) -> Floats:
    """Return the intersections of edges with the camera's near plane."""
    part = (nearest - a[:, 3:]) / (b[:, 3:] - a[:, 3:])
    point: Floats = a + part * (b - a)
    return point


def _draw(corners: Floats, owners: Ints, buffer: Buffer) -> None:
    """Draw triangles (3, n, 3) of the picture: corners; x, y and depth."""
    lowest, highest = corners.min(axis=0), corners.max(axis=0)
    first, last = (_covered(side[:, 0], buffer.width) for side in (lowest, highest))
    top, below = (_covered(side[:, 1], buffer.height) for side in (lowest, highest))
    some = np.flatnonzero((first < last) & (top < below))
    owners, top, height = owners[some], top[some], (below - top)[some]
    a, b, c = corners[:, some]
    a, b = _downward(a, b)
    b, c = _downward(b, c)
    a, b = _downward(a, b)
    for part in chunks(height, _ROWS):
        which, offset = ragged(height[part])
        row = top[part][which] + offset
        _draw_rows(a[part][which], b[part][which], c[part][which], row, owners[part][which], buffer)


def _downward(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return pairs of points, the upper one first."""
    swap = (a[:, 1] > b[:, 1])[:, None]
    return np.where(swap, b, a), np.where(swap, a, b)


def _covered(edges: Floats, size: int) -> Ints:
    """Return the first pixel whose middle is at or after an edge; the end of the picture if there is none."""
    whole: Ints = np.fmax(np.fmin(np.ceil(edges - 0.5), size), 0).astype(np.int64)
    return whole


def _draw_rows(a: Floats, b: Floats, c: Floats, rows: Ints, owners: Ints, buffer: Buffer) -> None:
    """Draw parts of triangles in one row of pixels each, given the corners from top to bottom."""
    y = rows + np.float64(0.5)
    upper = (y < b[:, 1])[:, None]
    one, other = _at(a, c, y), _at(np.where(upper, a, b), np.where(upper, b, c), y)
    swap = one[:, :1] > other[:, :1]
    left, right = np.where(swap, other, one), np.where(swap, one, other)
    start = _covered(left[:, 0], buffer.width)
    count = _covered(right[:, 0], buffer.width) - start
    some = np.flatnonzero(count > 0)
    left, right, start, count = left[some], right[some], start[some], count[some]
    slope = (right[:, 1] - left[:, 1]) / (right[:, 0] - left[:, 0])
    depth = left[:, 1] + slope * (start + 0.5 - left[:, 0])
    pixel, owners = rows[some] * buffer.width + start, owners[some]
    for part in chunks(count, _PIXELS):
        which, offset = ragged(count[part])
        depths = depth[part][which] + slope[part][which] * offset
        buffer.offer(pixel[part][which] + offset, depths, owners[part][which])


def _at(a: Floats, b: Floats, y: Floats) -> Floats:
    """Return x and depth of edges at a height between their ends."""
    part = (y - a[:, 1]) / (b[:, 1] - a[:, 1])
    found: Floats = a[:, ::2] + part[:, None] * (b[:, ::2] - a[:, ::2])
    return found


# Spheres


def draw_spheres(spheres: Spheres, view: View, buffer: Buffer) -> None:
    """Offer every sphere to a buffer, by index."""
    first, last = _boxes(spheres, view)
    width, height = (last - first).T
    for part in chunks(width * height, _PIXELS):
        which, offset = ragged((width * height)[part])
        which += part.start
        x, y = first[which, 0] + offset % width[which], first[which, 1] + offset // width[which]
        pixels = y * view.width + x
        away = _met(spheres, view, pixels, which)
        seen = np.flatnonzero(
            1 + view.bend * away >= view.nearest
        )  # the comparison is also false for NaN, so such pixels are not drawn
        buffer.offer(pixels[seen], view.depth(away[seen]), which[seen])


def sphere_normals(spheres: Spheres, view: View, pixels: Ints, which: Ints) -> Floats:
    """Return (n, 3): the normals of spheres at the visible points of pixels, in the camera's frame."""
    away = _met(spheres, view, pixels, which)
    x, y = view.at(pixels)
    w = 1 + view.bend * away
    points = np.stack([x * w, y * w, away], axis=1)
    normals: Floats = (points - view.turned(spheres.centers)[which]) / spheres.radii[which, None]
    return normals


def _met(spheres: Spheres, view: View, pixels: Ints, which: Ints) -> Floats:
    """Return the distances at which the rays of pixels first hit a sphere each; NaN without a hit."""
    x, y = view.at(pixels)
    right, up, away = (column[which] for column in view.turned(spheres.centers).T)
    square = 1 + view.bend**2 * (x * x + y * y)
    right, up = right - x, up - y
    along = view.bend * (x * right + y * up) + away
    root = np.sqrt(along**2 - square * (right**2 + up**2 + away**2 - spheres.radii[which] ** 2))
    met: Floats = (along - root) / square
    return met


def _boxes(spheres: Spheres, view: View) -> tuple[Ints, Ints]:
    """Return the first pixel of each sphere, and the one after its last: (n, 2), x and y."""
    x, y, away = view.turned(spheres.centers).T
    size = np.array([view.width, view.height])
    sides = np.stack([_sides(x, away, spheres.radii, view), _sides(-y, away, spheres.radii, view)], axis=2)
    pixels = np.array(view.middle) + view.scale * sides
    low, high = np.fmax(np.fmin([np.floor(pixels[0]), np.ceil(pixels[1])], size), 0).astype(np.int64)
    return low, high


def _sides(across: Floats, away: Floats, radii: Floats, view: View) -> Floats:
    """Return (2, n): the bounds of spheres in one direction, in metres at the target.

    With perspective these are the tangents from the camera; everything if the camera is inside the sphere or level with
    it.
    """
    if view.parallel:
        return np.stack([across - radii, across + radii])
    away = away + view.distance
    root = radii * np.sqrt(across**2 + away**2 - radii**2)
    sides = view.distance * (across * away + np.array([[-1.0], [1.0]]) * root) / (away**2 - radii**2)
    wide = np.array([[-np.inf], [np.inf]])
    return np.where(away - radii > view.nearest * view.distance, sides, wide)
