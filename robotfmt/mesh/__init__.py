"""Meshes: triangles in arrays, from files and shapes, and to files.

Importing this imports numpy and nothing heavier: lxml and trimesh are imported with the first mesh that needs them.
Imports ``context`` and below; ``surfaces`` finds and loads with it, ``hub`` writes with it.
"""

from __future__ import annotations

from .digest import digest, same_surface
from .load import load
from .shapes import tessellate
from .stl import stl_bytes
from .triangles import Triangles, join

__all__ = [
    "Triangles",
    "digest",
    "join",
    "load",
    "same_surface",
    "stl_bytes",
    "tessellate",
]


def __dir__() -> list[str]:
    return __all__
