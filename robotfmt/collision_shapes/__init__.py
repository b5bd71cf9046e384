"""Collision shapes made from meshes: hulls, simpler meshes, convex pieces, primitive shapes and spheres, measured.

Imports ``spheres``, ``inertia`` and below; the verb ``edit`` uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .links import replace_collisions
    from .measure import LinkShapes
    from .options import KINDS

_HOMES = {"KINDS": "options", "LinkShapes": "measure", "replace_collisions": "links"}

__all__ = ["KINDS", "LinkShapes", "replace_collisions"]


def __getattr__(name: str) -> object:
    """Import names on first use: making shapes needs scipy and numba."""
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.collision_shapes' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
