"""NVIDIA's programs that read XRDF, and their deviations from its specification: from their code and their tests."""

from __future__ import annotations

from .conditions import NO_SPHERES
from .planners import URDFDOM
from .rows import Target, changes, needs, refuses, tolerates

_NO_KEY = "refuses it: 'key not found in xrdf'"
_FIT = "robotfmt xrdf fits them"

CUMOTION = Target(
    name="cumotion",
    title="cuMotion",
    reads=("xrdf", "urdf"),
    source="cuMotion's code and tests",
    rows=(
        *URDFDOM,
        *refuses(
            *("xrdf.base-unknown", "xrdf.buffer-scalar", "xrdf.buffered-radius", "xrdf.collision-geometry"),
            *("xrdf.cspace-joint-fixed", "xrdf.cspace-joint-mimic", "xrdf.cspace-joint-unknown"),
            *("xrdf.default-joint-fixed", "xrdf.default-joint-mimic", "xrdf.default-joint-unknown"),
            *("xrdf.default-out-of-limits", "xrdf.duplicate-key", "xrdf.frame-name-taken", "xrdf.limits-length"),
            "xrdf.tool-frame-unknown",
        ),
        *refuses("xrdf.tool-frames-empty", says="requires a tool frame, and plans for the first"),
        *tolerates(
            *("xrdf.base-added", "xrdf.cspace-empty", "xrdf.defaults-absent", "xrdf.empty-value"),
            *("xrdf.joint-type-spelling", "xrdf.many-groups", "xrdf.self-collision-absent"),
            "xrdf.self-geometry-differs",
        ),
        *tolerates("xrdf.cspace-order", says="accepts any order"),
        *tolerates("xrdf.default-missing-nonzero", says="uses the limit of the joint"),
        *needs(NO_SPHERES, says=f"plans with those of an XRDF; {_FIT}"),
    ),
)
CUROBO = Target(
    name="curobo",
    title="cuRobo",
    reads=("xrdf", "urdf", "curobo"),
    source="cuRobo's code and tests, 0.7",
    rows=(
        *refuses("xrdf.collision-geometry", says="ends with KeyError: 'geometry'"),
        *refuses("xrdf.cspace-empty", says="looks for the largest limit, but finds none"),
        *refuses("xrdf.cspace-joint-unknown", says="accepts it, and mixes up the values of other joints"),
        *refuses("xrdf.cspace-order", says="assigns default positions to the wrong joints"),
        *refuses("xrdf.default-missing-nonzero", says="locks the joint at 0 regardless"),
        *refuses("xrdf.defaults-absent", "xrdf.self-collision-absent", "xrdf.tool-frames-empty", says=_NO_KEY),
        *refuses("xrdf.duplicate-key", says="uses the last one"),
        *refuses("xrdf.joint-type-spelling", says="ends with a KeyError"),
        *refuses("xrdf.key-of-2-0", "xrdf.unknown-modifier", says="ignores it"),
        *refuses("xrdf.limits-length", says="fills the list up"),
        *refuses("xrdf.modifier-sibling-form", says="refuses it: 'Each modifier should have only one key'"),
        *refuses(
            "xrdf.self-geometry-differs",
            says="refuses it: 'self_collision geometry does not match collision geometry'",
        ),
        *refuses("xrdf.version-string", says="ends with a TypeError"),
        *changes("xrdf.buffer-scalar", says="accepts it, but ends with a TypeError if it is a whole number"),
        *changes("xrdf.empty-spheres", says="fails later if the list is missing"),
        *changes("xrdf.empty-value", says="accepts it, and fails later"),
        *changes("xrdf.non-ascii", says="cannot open it where the locale is 'C'"),
        *tolerates("xrdf.negative-radius", says="reads it as a placeholder"),
        *needs(NO_SPHERES, says=f"plans with those of an XRDF or of its own configuration; {_FIT}"),
    ),
)
ISAACSIM = Target(
    name="isaacsim",
    title="Isaac Sim's editor",
    reads=("xrdf", "urdf", "mjcf", "lula"),
    source="the code and the tests of Isaac Sim's editor of robot descriptions",
    rows=(
        *changes("xrdf.cspace-joint-unknown", says="warns, and drops it"),
        *changes("xrdf.default-out-of-limits", says="moves it to the limit"),
        *changes("xrdf.self-geometry-differs", says="reads the group of the world only"),
        *tolerates("xrdf.defaults-absent", "xrdf.self-collision-absent", "xrdf.version-string"),
        *tolerates(
            *("xrdf.joint-type-spelling", "xrdf.modifier-sibling-form", "xrdf.tool-frame-unknown"),
            *("xrdf.tool-frames-empty", "xrdf.unknown-modifier"),
            says="does not read it",
        ),
    ),
)
NVIDIA = (CUROBO, CUMOTION, ISAACSIM)
