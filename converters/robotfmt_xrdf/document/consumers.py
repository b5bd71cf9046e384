"""The programs that read XRDF, and their deviations from the specification: data from their code and their tests.

``PORTABLE`` represents all of them. A verdict describes a program's reaction to a finding of a check, by the code of
that finding; other deviations are in ``for_consumer``.
"""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.diagnostics import Severity
from robotfmt.model.record import Record

PORTABLE = "portable"
_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE


class Verdict(Record, kw_only=False):
    """A program's reaction to a finding."""

    severity: Severity
    says: str


class Consumer(Record, kw_only=False):
    """A program that reads XRDF."""

    title: str
    verdicts: Mapping[str, Verdict]
    """The verdicts, by the code of a finding."""
    versions: tuple[str, ...] = ("1.0", "2.0")
    """The versions that the program reads completely."""


_REFUSED = Verdict(_E, "refuses it")
_ACCEPTED = Verdict(_N, "accepts it")
_NO_KEY = Verdict(_E, "refuses it: 'key not found in xrdf'")
_NOT_READ = Verdict(_N, "does not read it")

_URDFDOM = dict.fromkeys(
    (
        "robot.no-limits",
        "urdf.limit-incomplete",
        "urdf.no-gain",
        "urdf.empty-dynamics",
        "urdf.material-again",
        "urdf.white-space",
    ),
    Verdict(_E, "reads the robot with urdfdom, which refuses it"),
)

CONSUMERS = {
    "cumotion": Consumer(
        "cuMotion",
        {
            **_URDFDOM,
            **dict.fromkeys(
                (
                    "xrdf.base-unknown",
                    "xrdf.buffer-scalar",
                    "xrdf.buffered-radius",
                    "xrdf.collision-geometry",
                    "xrdf.cspace-joint-fixed",
                    "xrdf.cspace-joint-mimic",
                    "xrdf.cspace-joint-unknown",
                    "xrdf.default-joint-fixed",
                    "xrdf.default-joint-mimic",
                    "xrdf.default-joint-unknown",
                    "xrdf.default-out-of-limits",
                    "xrdf.duplicate-key",
                    "xrdf.frame-name-taken",
                    "xrdf.limits-length",
                    "xrdf.tool-frame-unknown",
                ),
                _REFUSED,
            ),
            "xrdf.tool-frames-empty": Verdict(_E, "requires a tool frame, and plans for the first"),
            **dict.fromkeys(
                (
                    "xrdf.base-added",
                    "xrdf.cspace-empty",
                    "xrdf.defaults-absent",
                    "xrdf.empty-value",
                    "xrdf.joint-type-spelling",
                    "xrdf.many-groups",
                    "xrdf.self-collision-absent",
                    "xrdf.self-geometry-differs",
                ),
                _ACCEPTED,
            ),
            "xrdf.cspace-order": Verdict(_N, "accepts any order"),
            "xrdf.default-missing-nonzero": Verdict(_N, "uses the limit of the joint"),
        },
    ),
    "curobo": Consumer(
        "cuRobo",
        {
            "xrdf.buffer-scalar": Verdict(_W, "accepts it, but ends with a TypeError if it is a whole number"),
            "xrdf.collision-geometry": Verdict(_E, "ends with KeyError: 'geometry'"),
            "xrdf.cspace-empty": Verdict(_E, "looks for the largest limit, but finds none"),
            "xrdf.cspace-joint-unknown": Verdict(_E, "accepts it, and mixes up the values of other joints"),
            "xrdf.cspace-order": Verdict(_E, "assigns default positions to the wrong joints"),
            "xrdf.default-missing-nonzero": Verdict(_E, "locks the joint at 0 regardless"),
            "xrdf.defaults-absent": _NO_KEY,
            "xrdf.duplicate-key": Verdict(_E, "uses the last one"),
            "xrdf.empty-spheres": Verdict(_W, "fails later if the list is missing"),
            "xrdf.empty-value": Verdict(_W, "accepts it, and fails later"),
            "xrdf.joint-type-spelling": Verdict(_E, "ends with a KeyError"),
            "xrdf.key-of-2-0": Verdict(_E, "ignores it"),
            "xrdf.limits-length": Verdict(_E, "fills the list up"),
            "xrdf.modifier-sibling-form": Verdict(_E, "refuses it: 'Each modifier should have only one key'"),
            "xrdf.negative-radius": Verdict(_N, "reads it as a placeholder"),
            "xrdf.non-ascii": Verdict(_W, "cannot open it where the locale is 'C'"),
            "xrdf.self-collision-absent": _NO_KEY,
            "xrdf.self-geometry-differs": Verdict(
                _E, "refuses it: 'self_collision geometry does not match collision geometry'"
            ),
            "xrdf.tool-frames-empty": _NO_KEY,
            "xrdf.unknown-modifier": Verdict(_E, "ignores it"),
            "xrdf.version-string": Verdict(_E, "ends with a TypeError"),
        },
        versions=("1.0",),
    ),
    "isaacsim": Consumer(
        "Isaac Sim's editor",
        {
            "xrdf.cspace-joint-unknown": Verdict(_W, "warns, and drops it"),
            "xrdf.default-out-of-limits": Verdict(_W, "moves it to the limit"),
            "xrdf.self-geometry-differs": Verdict(_W, "reads the group of the world only"),
            **dict.fromkeys(
                (
                    "xrdf.defaults-absent",
                    "xrdf.self-collision-absent",
                    "xrdf.version-string",
                ),
                _ACCEPTED,
            ),
            **dict.fromkeys(
                (
                    "xrdf.joint-type-spelling",
                    "xrdf.modifier-sibling-form",
                    "xrdf.tool-frame-unknown",
                    "xrdf.tool-frames-empty",
                    "xrdf.unknown-modifier",
                ),
                _NOT_READ,
            ),
        },
    ),
}
