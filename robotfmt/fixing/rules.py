"""The rules: the codes of findings that can be repaired, the repair, and what it may change in the robot."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from ..diagnostics import Diagnostic
from ..facts import Kind
from ..facts.difference import Difference
from ..model.features import Feature
from ..model.record import Record
from . import repairs
from .marks import AXES, BYTES, INERTIAS, TURNS, URIS, WORDS

Repair: TypeAlias = Callable[[bytes, Sequence[Diagnostic]], bytes]
_LARGEST_TURN = 0.01
"""The change of a number, in radians or metres, that a repaired angle may bring."""
_ROUNDING = 2e-3
"""The share of a moment of inertia that may change."""
_NAME = re.compile(r"\[@name='([^']*)'\]")


class Rule(Record, kw_only=False):
    """A repair of the findings of some codes."""

    codes: tuple[str, ...]
    repair: Repair
    may_change: Callable[[Difference, Diagnostic], bool]
    """Return True if the repair of a finding may make this difference of the robot."""


def _nothing(difference: Difference, finding: Diagnostic) -> bool:
    return False


def _file(difference: Difference, finding: Diagnostic) -> bool:
    return difference.fact.kind in (Kind.MESH, Kind.FILE)


def _inertia(difference: Difference, finding: Diagnostic) -> bool:
    before, after = (each.value if each is not None else None for each in (difference.before, difference.after))
    if difference.fact.feature is not Feature.INERTIA or before is None or after is None:
        return False
    return difference.error is not None and difference.error <= _ROUNDING * _largest(before)


def _largest(value: object) -> float:
    if isinstance(value, int | float):
        return abs(value)
    return max(map(_largest, value), default=0.0) if isinstance(value, tuple | list) else 0.0


def _turn(difference: Difference, finding: Diagnostic) -> bool:
    if difference.before is None or difference.after is None:  # an orientation of identity is no fact
        return False
    return difference.error is not None and difference.error <= _LARGEST_TURN


def _named(difference: Difference, finding: Diagnostic) -> bool:
    """Return True if a difference is one of the part that the misspelt word belongs to."""
    names = _NAME.findall(finding.path)
    return difference.fact.feature is Feature.EXTENSIONS or not names or names[-1] in difference.path


RULES = (
    Rule(BYTES, repairs.with_plain_bytes, _nothing),
    Rule(WORDS, repairs.with_right_words, _named),
    Rule(URIS, repairs.with_plain_uris, _file),
    Rule(AXES, repairs.with_unit_axes, _nothing),
    Rule(INERTIAS, repairs.with_balanced_inertias, _inertia),
    Rule(TURNS, repairs.with_exact_turns, _turn),
)
