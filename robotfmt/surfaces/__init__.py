"""The surfaces of links: shapes, mesh files, and meshes inside documents, as triangles.

Its names are imported on first use: loading needs numpy. Imports ``mesh``, and ``formats`` for meshes inside
documents; pairs, spheres, checks and pictures use it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "loading": "link_surface surface with_digests",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
