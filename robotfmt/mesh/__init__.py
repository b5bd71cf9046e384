"""Meshes: triangles in arrays, from files, documents and shapes, and to files.

Importing this costs numpy and nothing heavier: lxml and trimesh come with the first mesh that needs them.
"""

from __future__ import annotations

from ..surfaces.surface import link_surface, surface, with_digests
from .digest import digest, same_surface
from .load import load
from .shapes import tessellate
from .stl import stl_bytes
from .triangles import Triangles, join

__all__ = [
    "Triangles",
    "digest",
    "join",
    "link_surface",
    "load",
    "same_surface",
    "stl_bytes",
    "surface",
    "tessellate",
    "with_digests",
]
