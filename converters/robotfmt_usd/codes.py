"""The diagnostics of USD stages.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_usd")
NOT_USD = _error("usd.not-usd")
NOT_INSTALLED = _error("usd.not-installed")
NO_VARIANT = _error("usd.no-variant")
TOO_LARGE = _error("usd.too-large")
BAD_UNITS = _error("usd.bad-units", Fate.BROKEN)
MESH = _error("usd.mesh", Fate.BROKEN)
ASSET = _warning("usd.asset", Fate.BROKEN)
VARIANT = _warning("usd.no-physics-selected", Fate.BROKEN)
UNITS_ASSUMED = _warning("usd.units-assumed", Fate.BROKEN)
MISSING_PRIM = _warning("usd.missing-prim", Fate.BROKEN)
JOINT_ENDS = _warning("usd.joint-ends", Fate.BROKEN)
CYCLE = _warning("usd.cycle", Fate.BROKEN)
REVERSED = _warning("usd.reversed", Fate.BROKEN)
PLACE_DIFFERS = _warning("usd.place-differs", Fate.BROKEN)
ONE_LIMIT = _warning("usd.one-limit", Fate.BROKEN)
MASS_MISSING = _warning("usd.mass-missing", Fate.BROKEN)
AXES_ZERO = _warning("usd.no-principal-axes", Fate.BROKEN)
MIMIC = _warning("usd.mimic", Fate.BROKEN)
MIMIC_SWAPPED = _warning("usd.mimic-swapped", Fate.BROKEN)
SAMPLED = _warning("usd.sampled", Fate.LOST)
JOINT = _warning("usd.joint", Fate.LOST)
GROUPS = _warning("usd.groups", Fate.LOST)
SHAPE_SCALED = _warning("usd.shape-scaled", Fate.APPROXIMATED)
NAME_TAKEN = _warning("usd.name-taken", Fate.CONVERTED)
NOT_DRAWN = _note("usd.not-drawn", Fate.LOST)
UNLIMITED = _note("usd.unlimited", Fate.CONVERTED)
ROOT_ON_BODY = _warning("usd.root-on-body")
TWO_INERTIAS = _warning("usd.two-inertias")
TWO_JOINTS = _warning("usd.two-joints")
OTHER_UNITS = _warning("usd.other-units")
BODY_IN_INSTANCE = _warning("usd.body-in-instance")
OLD_WORD = _warning("usd.old-word")
NO_DRIVE = _note("usd.no-drive")

CODES = tuple(each for each in globals().values() if isinstance(each, Code))
