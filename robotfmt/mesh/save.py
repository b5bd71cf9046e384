"""Triangles to mesh files: the formats that can be written, and what of the looks of a mesh each keeps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from .glb import glb_bytes
from .obj import obj_files
from .stl import stl_bytes
from .triangles import Triangles

Saved: TypeAlias = tuple[bytes, dict[str, bytes]]
"""A file, and the files that it refers to, by their names beside it."""

COLORS, TEXTURES = "colours", "textures"
_IMAGE = rb"[^<>\s\"']*\.(?:png|jpe?g|bmp|tga|tiff?|gif|dds)\b"
_LOOKS = {
    ".dae": {COLORS: rb"<diffuse\b", TEXTURES: rb"<init_from>[^<]*" + _IMAGE},
    ".obj": {COLORS: rb"(?m)^[ \t]*usemtl\b", TEXTURES: rb"(?m)^[ \t]*map_Kd\b"},
    ".ply": {COLORS: rb"property\s+\w+\s+red\b", TEXTURES: rb"comment\s+TextureFile\b"},
    ".glb": {COLORS: rb'"materials"|"COLOR_0"', TEXTURES: rb'"images"'},
    ".gltf": {COLORS: rb'"materials"|"COLOR_0"', TEXTURES: rb'"images"'},
}
"""By what in a file one sees that it has looks of its own."""


def save(triangles: Triangles, format: str, stem: str) -> Saved:
    """A surface as a mesh file, in metres.

    Args:
        format: One of :data:`FORMATS`.
        stem: Of the file's name; files that it refers to are called after it.
    """
    return _WRITERS[format](triangles, stem)


def looks(data: bytes, suffix: str) -> frozenset[str]:
    """What a mesh file says of how it looks: :data:`COLORS`, :data:`TEXTURES`."""
    return frozenset(
        what for what, sign in _LOOKS.get(suffix.lower(), {}).items() if re.search(sign, data, re.IGNORECASE)
    )


def _save_dae(triangles: Triangles, _stem: str) -> Saved:
    from .dae_written import dae_bytes  # brings lxml

    return dae_bytes(triangles), {}


_WRITERS: dict[str, Callable[[Triangles, str], Saved]] = {
    "stl": lambda triangles, _stem: (stl_bytes(triangles), {}),
    "obj": obj_files,
    "glb": lambda triangles, _stem: (glb_bytes(triangles), {}),
    "dae": _save_dae,
}
FORMATS = tuple(_WRITERS)
