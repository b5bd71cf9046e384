"""Rasterise spheres exactly, by intersecting the ray of each pixel."""

from __future__ import annotations

import numpy as np

from ..mesh.triangles import Floats, Ints
from ..spheres.arrays import Spheres
from .buffer import Buffer
from .camera import View
from .ragged import chunks, ragged

_PIXELS = 1 << 19
"""The number of pixels processed at once; a single sphere may have more."""


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
        seen = np.flatnonzero(1 + view.bend * away >= view.nearest)  # not where it is NaN
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
