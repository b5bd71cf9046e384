"""Fold diagnostics that are alike into one line each, as the terminal, the page and code hosts show them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence

from ..diagnostics import Diagnostic, Fate, Severity
from ..model.features import COSMETIC
from ..model.record import Record

_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
_ASKED = (Fate.REMOVED, Fate.CHANGED)
"""The fates of requested changes: many changes are counted, few are shown."""
_BY_FEATURE = (Fate.LOST, Fate.ASSUMED)
"""The fates for which each kind of fact has a separate line."""
_COSMETIC = frozenset(each.value for each in COSMETIC)
_FEW, _NAMED, _SHORT = 3, 3, 60
_OWNER = re.compile(r"^[^:]*")
"""The part of the robot that a message is about."""
_NAMES = re.compile(r"'[^']+'|<[^>]+>")


class Fold(Record, kw_only=False):
    """Diagnostics that are alike, and the line that represents all of them."""

    members: tuple[Diagnostic, ...]
    message: str
    is_count: bool = False
    """True if the line only counts the diagnostics."""

    @property
    def first(self) -> Diagnostic:
        """The diagnostic whose place, severity and help the line has."""
        return self.members[0]


def worst_first(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics by severity, with the losses of each severity first."""
    return sorted(diagnostics, key=lambda each: (_ORDER.index(each.severity), each.fate is not Fate.LOST))


def folded(diagnostics: Iterable[Diagnostic], apart: Collection[Severity] = (Severity.ERROR,)) -> list[Fold]:
    """Return diagnostics in folds, in the order of the first ones.

    Args:
        diagnostics: The diagnostics to show.
        apart: The severities whose diagnostics are each a fold of its own.
    """
    groups: dict[Hashable, list[Diagnostic]] = {}
    for number, each in enumerate(diagnostics):
        groups.setdefault(number if each.severity in apart else _kind(each), []).append(each)
    return [fold for group in groups.values() for fold in _folds(group)]


def _kind(it: Diagnostic) -> Hashable:
    if _is_cosmetic(it):
        return Fate.LOST
    return it.code, it.fate, it.severity, it.feature if it.fate in _BY_FEATURE else None


def _is_cosmetic(it: Diagnostic) -> bool:
    return it.fate is Fate.LOST and it.feature in _COSMETIC


def _folds(group: list[Diagnostic]) -> Iterator[Fold]:
    first, number = group[0], len(group)
    if number == 1 or (first.fate in _ASKED and number <= _FEW):
        yield from (Fold((each,), each.message) for each in group)
    elif first.fate in _ASKED:
        yield Fold(tuple(group), parts_of(group), is_count=True)
    elif _is_cosmetic(first):
        kinds = Counter(each.feature for each in group)
        named = ", ".join(f"{kind} ({count})" for kind, count in kinds.items())
        yield Fold(tuple(group), f"{number} cosmetic details are lost: {named}", is_count=True)
    else:
        yield Fold(tuple(group), f"{first.message} ({_others(group)})")


def _others(group: Sequence[Diagnostic]) -> str:
    """Return the part of a line after the first message: the number of other diagnostics, and their subjects."""
    number = len(group)
    if len({each.message for each in group}) == 1:
        return f"{number} times"
    _, *names = dict.fromkeys(_labels(group))
    names = list(filter(None, names))
    more = ", ..." if len(names) > _NAMED else ""
    return f"and {number - 1} more{': ' if names else ''}{', '.join(names[:_NAMED])}{more}"


def _labels(group: Sequence[Diagnostic]) -> list[str]:
    """Return a label for each diagnostic: the words that differ, a part of the robot, or a name."""
    middles = _middles([each.message for each in group])
    if max(map(len, middles)) <= _SHORT and not any(":" in each for each in middles):
        return list(map(_short, middles))
    names = [found.group() for each in group if (found := _NAMES.search(each.message)) is not None]
    if len(names) == len(group) and len(set(names)) > 1:
        return list(map(_short, names))
    owners = _middles(["".join(_OWNER.findall(each.message)) for each in group])
    if all(0 < len(each) <= _SHORT for each in owners) and len(set(owners)) > 1:
        return list(map(_short, owners))
    parts = {tuple(_own_path(each.subject)[:2]) for each in group}
    steps = slice(2, None) if len(parts) == 1 else slice(2)
    return [_label(each, steps) for each in group]


def _middles(texts: Sequence[str]) -> list[str]:
    """Return what differs in texts: each without the words at the start and at the end that all share."""
    words = [re.findall(r"\S+", each) for each in texts]
    start = _common(words)
    end = _common([each[: start - 1 if start else None : -1] for each in words])
    return [" ".join(each[start : len(each) - end]).strip(":;,") for each in words]


def _common(rows: Sequence[Sequence[str]]) -> int:
    """Return the number of words at the start that all rows share."""
    number = 0
    for column in zip(*rows, strict=False):
        if len(set(column)) > 1:
            break
        number += 1
    return number


def _label(it: Diagnostic, steps: slice) -> str:
    """Return some steps of a diagnostic's subject, or its place if it has none."""
    return " ".join(_own_path(it.subject)[steps]) if it.subject else it.place


def _short(label: str) -> str:
    """Return a label; of the URI of a file only its name."""
    is_uri = label[:1] == label[-1:] == "'" and "/" in label
    return f"'{label.rpartition('/')[2]}" if is_uri else label


def parts_of(group: Iterable[Diagnostic]) -> str:
    """Count the parts that diagnostics are about: ``3 links, 2 joints``, or ``7 properties of 1 joint``."""
    steps = [tuple(_own_path(each.subject)) for each in group]
    kinds = Counter(kind for kind, *_ in dict.fromkeys(each[:2] for each in steps))
    parts = ", ".join(f"{number} {_plural(kind) if number > 1 else kind}" for kind, number in kinds.items())
    return parts if kinds.total() == len(steps) else f"{len(steps)} properties of {parts}"


def _own_path(subject: str) -> list[str]:
    """Return the steps of a subject without those that name one of several robots."""
    steps = subject.split("/")
    return steps[2:] if steps[0] == "robot" else steps


def _plural(kind: str) -> str:
    return kind if kind.endswith("s") else f"{kind}s"
