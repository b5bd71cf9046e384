"""Diagnostics of meshes."""

from __future__ import annotations

from ..diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
MESH_MISSING = _warning("mesh.missing")
TEXTURE_MISSING = _warning("mesh.texture-missing")
MESH_UNREADABLE = _warning("mesh.unreadable")
MESH_EMPTY = _warning("mesh.empty")
MESH_PART = _warning("mesh.part")
MESH_DAMAGED = _warning("mesh.damaged")
MESH_NOT_READ = _warning("mesh.not-read")
MESH_REPAIRED = _warning("mesh.repaired")
MESH_SUFFIX = _warning("mesh.suffix")
MESH_UNSAFE = _warning("mesh.outside")
URI_SLASHES = _warning("mesh.uri-slashes")
URI_COLON = _warning("mesh.uri-colon")
URI_BACKSLASH = _warning("mesh.uri-backslash")
MESH_FORMAT = _warning("mesh.format")
MESH_SURFACE_ONLY = _note("mesh.surface-only")

MESH_LOST = _warning("mesh.lost", Fate.LOST)
FILE_OUTSIDE = _note("mesh.stays-outside")
FILE_LEFT_BEHIND = _warning("mesh.left-behind")
MESH_PACKAGE = _note("mesh.package-unmarked")
MESH_CONVERTED = _note("mesh.converted")
MESH_COLORS = _note("mesh.colors", Fate.CONVERTED)
MESH_APPEARANCE_LOST = _warning("mesh.appearance-lost", Fate.LOST)
MESH_FLAT = _note("mesh.flat")
MESH_THICKENED = _note("mesh.thickened", Fate.APPROXIMATED)
SHAPE_AS_MESH = _note("mesh.shape", Fate.APPROXIMATED)

SHAPE_LEFT_OUT = _note("mesh.shape-left-out")

# Findings for which the mesh files are read
MESH_HUGE = _warning("mesh.huge")
MESH_TINY = _warning("mesh.tiny")
MESH_INVERTED = _warning("mesh.inverted")
MESH_MIXED = _warning("mesh.mixed-orientation")
MESH_DOUBLED = _warning("mesh.doubled-faces")
MESH_OPEN = _note("mesh.open")
MESH_BRANCHING = _note("mesh.non-manifold")
MESH_FAR = _warning("mesh.far")
MESH_HEAVY = _note("mesh.heavy")
COM_OUTSIDE = _warning("robot.com-outside")
