"""Collision shapes made from meshes: hulls, simpler meshes, convex pieces, primitive shapes and spheres, measured.

Its names are imported on first use: making shapes needs scipy and numba. Imports ``spheres``, ``inertia`` and below;
the verb ``edit`` uses it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "links": "replace_collisions",
    "measure": "LinkShapes",
    "options": "KINDS",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
