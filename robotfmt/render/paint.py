"""Colour the visible surfaces, and blend translucent bodies; normals are smooth where a surface is nearly flat,
separate at edges.

Colours are premultiplied by their opacity, so that blending is a sum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..mesh.triangles import Flags, Floats, Ints, Triangles
from ..spheres.arrays import Spheres
from .camera import View
from .raster import FARTHEST, Buffer, chunks, draw_spheres, draw_triangles, ragged, sphere_normals
from .scene import Part, Scene

# Normals

_EDGE = math.cos(math.radians(40))
"""Triangles that meet at a sharper angle have an edge between them."""
_MOST = 64
"""The maximum number of triangles at one vertex that are considered."""
_PAIRS = 1 << 19


def corner_normals(triangles: Triangles, which: Ints) -> Floats:
    """Return the normals at the corners of some triangles, (n, 3, 3), of length 1; 0 for triangles without area.

    Each normal is the mean over the triangles at the corner that no edge separates from its own, weighted by angle.

    Args:
        triangles: A surface with merged vertices.
        which: Indices of triangles, ascending.
    """
    wanted = triangles.faces[which]
    is_near = np.zeros(len(triangles.vertices), dtype=np.bool_)
    is_near[wanted] = True
    near = np.flatnonzero(is_near[triangles.faces].any(axis=1))
    faces = triangles.faces[near]
    normals, angles = _face_normals(triangles.vertices[faces])
    order = np.argsort(faces.reshape(-1), kind="stable")
    ordered, corners = faces.reshape(-1)[order], wanted.reshape(-1)
    start = np.searchsorted(ordered, corners)
    count = np.searchsorted(ordered, corners, side="right") - start
    asked = np.minimum(count, _MOST)
    face_normals = normals[np.repeat(np.searchsorted(near, which), 3)]
    found = np.zeros((len(corners), 3))
    for part in chunks(asked, _PAIRS):
        corner, offset = ragged(asked[part])
        spread = offset * count[part][corner] // asked[part][corner]
        other = order[start[part][corner] + spread]
        their = normals[other // 3]
        is_smooth = (face_normals[part][corner] * their).sum(axis=1) >= _EDGE
        weights = angles.reshape(-1)[other] * is_smooth
        for axis in range(3):
            found[part, axis] = np.bincount(corner, weights * their[:, axis], minlength=len(asked[part]))
    return _unit(found).reshape(-1, 3, 3)


def _face_normals(corners: Floats) -> tuple[Floats, Floats]:
    """Return the normals of triangles (n, 3, 3), and the angles at their corners."""
    edges = _unit(np.roll(corners, -1, axis=1) - corners)
    normals = _unit(np.cross(edges[:, 0], edges[:, 1]))
    cosines = -(edges * np.roll(edges, 1, axis=1)).sum(axis=2)
    return normals, np.arccos(np.clip(cosines, -1.0, 1.0))


def _unit(vectors: Floats) -> Floats:
    """Return normalised vectors; 0 stays 0."""
    lengths = np.sqrt((vectors**2).sum(axis=-1, keepdims=True))
    unit: Floats = vectors / np.where(lengths > 0, lengths, 1.0)
    return unit


# Painting

_LIGHT = np.array([-2.0, 3.0, -6.0]) / 7
"""The direction of the light, in the camera's frame: from the left, above and behind."""
_SHADE, _LIT = 0.4, 0.6
"""The brightness of a surface in the shade, and the part that the light adds."""
_RIM, _DARK, _DENSE = 0.72, 0.6, 0.9
"""The slant at which the edge of a sphere begins, its darkness, and its opacity."""
_TOUCHING = 1 << 12
"""The depth difference below a solid surface, as a share of all depths, up to which an object still lies on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The visible part of one body."""

    pixels: Ints
    depths: Ints
    colors: Floats
    """The colours with opacity: an array (n, 4)."""

    def chosen(self, which: Flags) -> Layer:
        """Return the layer with only some of its pixels."""
        return Layer(self.pixels[which], self.depths[which], self.colors[which])


def paint(scene: Scene, view: View, background: Floats) -> Floats:
    """Return the picture of a scene: (height * width, 4), red, green, blue and opacity, from 0 to 1.

    Args:
        scene: The scene, with its surfaces joined.
        background: A colour premultiplied by its opacity.
    """
    canvas = np.tile(background, (view.width * view.height, 1))
    deepest = np.full(len(canvas), FARTHEST)
    for part in scene.surfaces:
        solid = _layer(part, view)
        canvas[solid.pixels] = solid.colors
        deepest[solid.pixels] = solid.depths + _TOUCHING
    veils = [_layer(part, view) for part in scene.veils]
    _cover(canvas, [veil.chosen(veil.depths <= deepest[veil.pixels]) for veil in veils])
    for part in scene.frames:
        frames = _layer(part, view)
        canvas[frames.pixels] = frames.colors
    return canvas


def _cover(canvas: Floats, layers: list[Layer]) -> None:
    """Blend layers over a canvas, at each pixel the farthest first."""
    if not layers:
        return
    pixels = np.concatenate([each.pixels for each in layers])
    depths = np.concatenate([each.depths for each in layers])
    colors = np.concatenate([each.colors for each in layers])
    order = np.lexsort((-depths, pixels))
    pixels, colors = pixels[order], colors[order]
    count = np.unique(pixels, return_counts=True)[1]
    turn = ragged(count)[1]
    for number in range(int(count.max(initial=0))):
        now = turn == number
        over = colors[now]
        canvas[pixels[now]] = over + (1 - over[:, 3:]) * canvas[pixels[now]]


def _layer(part: Part, view: View) -> Layer:
    """Return the pixels of a part with their depths and lit colours."""
    buffer = Buffer(view.width, view.height)
    if isinstance(part.shape, Spheres):
        draw_spheres(part.shape, view, buffer)
    else:
        draw_triangles(part.shape, view, buffer)
    pixels, depths, owners = buffer.seen()
    if isinstance(part.shape, Spheres):
        normals = sphere_normals(part.shape, view, pixels, owners)
    else:
        normals = _normals(part.shape, view, pixels, owners)
    colors = part.colors[owners]
    if isinstance(part.shape, Spheres):
        _outline(colors, normals, view, pixels)
    colors[:, :3] *= (_SHADE + _LIT * np.maximum(normals @ _LIGHT, 0.0))[:, None]
    colors[:, :3] *= colors[:, 3:]
    return Layer(pixels, depths, colors)


def _outline(colors: Floats, normals: Floats, view: View, pixels: Ints) -> None:
    """Make the edge of spheres dark and nearly opaque, so that each is visible against any background."""
    x, y = view.at(pixels)
    rays = np.stack([x * view.bend, y * view.bend, np.ones(len(pixels))], axis=1)
    facing = np.abs((normals * rays).sum(axis=1)) / np.sqrt((rays**2).sum(axis=1))
    rim = np.clip((1 - facing - _RIM) / (1 - _RIM), 0.0, 1.0)
    rim = rim * rim * (3 - 2 * rim)
    colors[:, :3] *= (1 - _DARK * rim)[:, None]
    colors[:, 3] += (np.maximum(colors[:, 3], _DENSE) - colors[:, 3]) * rim


def _normals(triangles: Triangles, view: View, pixels: Ints, owners: Ints) -> Floats:
    """Return (n, 3): the normals of triangles at pixels, in the camera's frame, on the visible side."""
    is_seen = np.zeros(len(triangles), dtype=np.bool_)
    is_seen[owners] = True
    which, place = np.flatnonzero(is_seen), (np.cumsum(is_seen) - 1)[owners]
    turned = corner_normals(triangles, which) @ view.axes.T
    weights = _weights(triangles.vertices[triangles.faces[which]], view, pixels, place)
    # right, down, away is the picture's frame: there, what is seen from its front turns the other way round
    front = np.where(weights.sum(axis=1) < 0, 1.0, -1.0)
    weights = np.clip(weights / weights.sum(axis=1, keepdims=True), 0.0, 1.0)
    normals = front[:, None] * (weights[:, :, None] * turned[place]).sum(axis=1)
    lengths = np.sqrt((normals**2).sum(axis=1, keepdims=True))
    unit: Floats = normals / np.where(lengths > 0, lengths, 1.0)
    return unit


def _weights(corners: Floats, view: View, pixels: Ints, place: Ints) -> Floats:
    """Return (n, 3): the weights of a triangle's corners at a pixel, up to a factor.

    With ``(X, Y, w)`` of the corners the weights are determinants, correct for every perspective, and also for a
    corner behind the camera.
    """
    projected = view.project(corners.reshape(-1, 3)).reshape(-1, 3, 4)[:, :, (0, 1, 3)]
    crosses = np.cross(np.roll(projected, -1, axis=1), np.roll(projected, -2, axis=1))
    x, y = pixels % view.width + 0.5, pixels // view.width + 0.5
    weights: Floats = crosses[place, :, 0] * x[:, None] + crosses[place, :, 1] * y[:, None] + crosses[place, :, 2]
    return weights
