"""The surfaces of links: shapes, mesh files, and meshes inside documents, as triangles.

Imports ``mesh``, and ``formats`` for what lies inside documents; pairs, spheres, checks and pictures use it.
"""

from __future__ import annotations

from .loading import link_surface, surface, with_digests

__all__ = ["link_surface", "surface", "with_digests"]
