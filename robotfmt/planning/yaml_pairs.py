"""Ignored pairs of links, as planners write them in YAML.

A mapping has a list of other links for each link. A reason is written as a comment after the second link, or after
the first one for all of its pairs without one.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..documents.yaml.compose import Item, Tree
from ..documents.yaml.document import Mapping, Scalar, Value
from ..documents.yaml.lines import comment
from ..model import IgnoredPair


def line_of_braces(value: Value | None) -> int | None:
    """Return the line on which the braces of a mapping open, if it has any: a comment there belongs to the whole
    mapping.
    """
    if isinstance(value, Mapping) and value.entries and value.column < value.entries[0].name.column:
        return value.line
    return None


def reason_beside(name: Scalar, opening: int | None) -> str | None:
    """Take the comment after a name, unless it belongs to the whole mapping, whose braces open on the same line."""
    return (name.take_comment() or None) if name.line != opening else None


def as_comment(reason: str | None) -> str | None:
    """Return a reason as it reads back from a comment."""
    return comment(reason or "")[1:].strip() or None


def write_pairs(pairs: Iterable[IgnoredPair]) -> Tree:
    """Return a list for each frame, with the reasons as comments."""
    found: dict[str, list[IgnoredPair]] = {}
    for pair in pairs:
        found.setdefault(pair.first, []).append(pair)
    return {first: _write_list(each) for first, each in found.items()}


def _write_list(pairs: list[IgnoredPair]) -> Tree:
    reasons = {pair.reason for pair in pairs}
    if len(reasons) == 1:
        return Item([pair.second for pair in pairs], beside=reasons.pop() or "")
    return [Item(pair.second, beside=pair.reason or "") for pair in pairs]
