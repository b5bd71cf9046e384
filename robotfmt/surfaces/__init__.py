"""The surfaces of links: shapes, mesh files, and meshes inside documents, as triangles.

Imports ``mesh``, and ``formats`` for meshes inside documents; pairs, spheres, checks and pictures use it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .loading import link_surface, surface, with_digests

_HOMES = {"link_surface": "loading", "surface": "loading", "with_digests": "loading"}

__all__ = ["link_surface", "surface", "with_digests"]


def __getattr__(name: str) -> object:
    """Import names on first use: loading needs numpy."""
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.surfaces' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
