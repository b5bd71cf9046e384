"""Contacts of links without coal: the distances of triangles and simple solids, by bounds that are proved.

``supports`` has the shapes, ``simplex`` and ``gaps`` the distance of two of them, ``trees`` boxes around many of them,
``walks`` the distance of two links, and ``narrow`` what :mod:`..library` chooses.
"""

from __future__ import annotations

from .narrow import contact, link_solid, mesh_solid, shape_solid

__all__ = ["contact", "link_solid", "mesh_solid", "shape_solid"]
