"""The diagnostics of SMURF models and SMURFS scenes.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_smurf")
NOT_SMURF = _error("smurf.not-smurf")
NO_MODEL = _error("smurf.no-model")
SEVERAL_MODELS = _warning("smurf.several-models", Fate.BROKEN)
FILE = _warning("smurf.file", Fate.BROKEN)
UNKNOWN_NAME = _warning("smurf.unknown-name", Fate.BROKEN)
NAMED_TWICE = _warning("smurf.named-twice", Fate.BROKEN)
REPLACED = _note("smurf.replaced")
CONSTRAINT = _warning("smurf.constraint", Fate.PASSED_THROUGH)
ENTITY = _warning("smurf.entity", Fate.BROKEN)
PARENT_CYCLE = _error("smurf.parent-cycle")
MOTOR = _warning("smurf.motor", Fate.LOST)
POSE = _warning("smurf.pose", Fate.LOST)
LOOP = _warning("smurf.loop", Fate.LOST)
LOOP_ENDS = _note("smurf.loop-ends", Fate.CONVERTED)
SENSOR = _warning("smurf.sensor", Fate.LOST)
SENSOR_LINK = _note("smurf.sensor-link", Fate.CONVERTED)
MASK = _warning("smurf.mask", Fate.APPROXIMATED)
MASKED_PAIR = _note("smurf.masked-pair", Fate.CONVERTED)
PAIR_MASK = _note("smurf.pair-mask", Fate.CONVERTED)
PAIR = _warning("smurf.pair", Fate.LOST)
SHAPE_NAME = _note("smurf.shape-name", Fate.CONVERTED)
APPEARANCE = _warning("smurf.appearance", Fate.LOST)
ANCHOR = _note("smurfs.anchor", Fate.CONVERTED)
ANCHORED = _note("smurfs.anchored", Fate.CONVERTED)
BASE = _warning("smurfs.base", Fate.LOST)
JOINT = _warning("smurfs.joint", Fate.LOST)
PLACE = _warning("smurfs.place", Fate.LOST)

_ALL = [each for each in globals().values() if isinstance(each, Code)]
CODES = tuple(each for each in _ALL if each.slug.startswith("smurf."))
CODES_OF_SCENES = tuple(each for each in _ALL if each.slug.startswith("smurfs."))
