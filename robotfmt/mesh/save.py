"""Save triangles as mesh files: the supported formats, and the appearance that each keeps; meshes without volume, which
some programs refuse, get a thickness.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from .companions import Images
from .glb import glb_bytes
from .obj import obj_files
from .stl import stl_bytes
from .triangles import Triangles, join

Saved: TypeAlias = tuple[bytes, dict[str, bytes]]
"""A file, and its companions by name."""

COLORS, TEXTURES = "colours", "textures"
_OF_VRML = {
    COLORS: rb"MaterialBinding\s*\{\s*value\s+PER_(?:VERTEX|PART)|\b(?:orderedRGBA|PackedColor)\b"
    rb"|\A(?![\s\S]*colorPerVertex\s+FALSE)[\s\S]*\bcolor\s+(?:DEF\s+\S+\s+)?Color\s*\{",
    TEXTURES: rb"\b(?:ImageTexture|PixelTexture|MovieTexture|Texture2)\s*\{",
}
_APPEARANCE = {
    ".ply": {COLORS: rb"property\s+\w+\s+red\b", TEXTURES: rb"comment\s+TextureFile\b"},
    ".glb": {COLORS: rb'"COLOR_0"', TEXTURES: rb'"images"'},
    ".gltf": {COLORS: rb'"COLOR_0"', TEXTURES: rb'"images"'},
    **dict.fromkeys((".wrl", ".vrml", ".iv"), _OF_VRML),
}
"""Markers of an appearance that is not read, by format."""


def save(triangles: Triangles, format: str, stem: str, images: Images | None = None) -> Saved:
    """Return a surface as a mesh file, in metres.

    Args:
        format: One of :data:`FORMATS`.
        stem: The stem of the file name; companions are named after it.
        images: Finds the images of textures; without it they are omitted.
    """
    images = images if images is not None else Images()
    data, beside = _WRITERS[format](triangles, stem, images)
    return data, {**beside, **images.beside}


def appearance(triangles: Triangles) -> frozenset[str]:
    """Return the kinds of appearance that a surface has: :data:`COLORS`, :data:`TEXTURES`."""
    materials = triangles.materials
    textured = triangles.texcoords is not None and any(each.texture is not None for each in materials)
    colored = any(each.color is not None for each in materials)
    return frozenset({COLORS} if colored else ()) | frozenset({TEXTURES} if textured else ())


def has_own_appearance(triangles: Triangles) -> bool:
    """Return True if every triangle has a colour or a texture of its own, so no other material shows.

    RViz gives the material of a URDF only to the parts of a mesh that have none (``robot_link.cpp``).
    """
    if triangles.material_indices is None or not len(triangles) or (triangles.material_indices < 0).any():
        return False
    mapped = triangles.texcoords is not None
    used = (triangles.materials[each] for each in set(triangles.material_indices.tolist()))
    return all(each.color is not None or (mapped and each.texture is not None) for each in used)


def unread_appearance(data: bytes, suffix: str) -> frozenset[str]:
    """Return the kinds of appearance in a mesh file that are not read."""
    return frozenset(
        what for what, sign in _APPEARANCE.get(suffix.lower(), {}).items() if re.search(sign, data, re.IGNORECASE)
    )


def kept_appearance(triangles: Triangles, format: str, images: Images) -> frozenset[str]:
    """Return the kinds of appearance that a file in this format keeps, after saving with these images."""
    if format == "stl":
        return frozenset()
    return appearance(triangles) - (frozenset() if images.found else {TEXTURES})


def _save_dae(triangles: Triangles, _stem: str, images: Images) -> Saved:
    from .dae_written import dae_bytes  # imports lxml

    return dae_bytes(triangles, images), {}


_WRITERS: dict[str, Callable[[Triangles, str, Images], Saved]] = {
    "stl": lambda triangles, _stem, _images: (stl_bytes(triangles), {}),
    "obj": obj_files,
    "glb": lambda triangles, _stem, images: (glb_bytes(triangles, images), {}),
    "dae": _save_dae,
}
FORMATS = tuple(_WRITERS)


# Meshes without volume

_LEAST = 1e-9
"""The volume between a surface and its mid-plane, relative to the cube of its size, below which it is flat."""
_THICKNESS = 1e-3
"""The thickness, relative to the size."""


def is_flat(triangles: Triangles) -> bool:
    """Return True if all triangles lie in one plane, or nearly so."""
    corners = triangles.corners - triangles.corners.reshape(-1, 3).mean(axis=0)
    a, b, c = corners.transpose(1, 0, 2)
    volume = float(np.abs(np.einsum("ij,ij->i", a, np.cross(b, c))).sum()) / 6
    return volume <= _LEAST * _size(triangles) ** 3


def count_corners(triangles: Triangles) -> int:
    """Return the number of positions; vertices that differ only in normals or texture coordinates count once."""
    return len(np.unique(triangles.vertices, axis=0))


def thickened(triangles: Triangles) -> Triangles:
    """Return two sheets instead of a flat surface, facing away from each other."""
    middle = triangles.vertices - triangles.vertices.mean(axis=0)
    across = np.linalg.svd(middle, full_matrices=False)[2][-1]
    half = 0.5 * _THICKNESS * _size(triangles) * across
    a, b, c = triangles.corners.transpose(1, 0, 2)
    turned = np.cross(b - a, c - a) @ across < 0
    faces = np.where(turned[:, None], triangles.faces[:, ::-1], triangles.faces)
    front = replace(triangles, faces=faces, normals=None, texcoords=None)
    back = front.turned_around()
    sheets = replace(front, vertices=front.vertices + half), replace(back, vertices=back.vertices - half)
    return replace(join(sheets), conventions=triangles.conventions)


def _size(triangles: Triangles) -> float:
    return float(np.linalg.norm(np.ptp(triangles.vertices, axis=0)))
