"""The diagnostics of Lula's robot descriptions.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_lula")
_BROKEN = Fate.BROKEN

ROOT_NOT_MAP = _error("lula.root-not-map")
VERSION = _error("lula.version")
NO_CSPACE = _error("lula.no-cspace", _BROKEN)
LENGTH = _error("lula.length", _BROKEN)
RULE = _warning("lula.rule", _BROKEN)
SPHERES = _error("lula.spheres", _BROKEN)

CODES = tuple(code for code in list(vars().values()) if isinstance(code, Code))
"""Every code of Lula, in the order of a document."""
