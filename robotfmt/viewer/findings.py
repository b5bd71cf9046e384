"""What there is to say of a robot, for the page: each diagnostic, and those that are alike in one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..formats.catalogue import all_codes, explanation
from ..model import Robot
from .shown import Described

_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def findings_of(robot: Robot, report: Report) -> Described:
    """Return the diagnostics, the links and joints that they are about, and groups of them, the worst first."""
    names = {"link": set(robot.link_by_name), "joint": set(robot.joint_by_name)}
    every = list(report)
    return {
        "diagnostics": [_record(each, *_subject(each, names)) for each in every],
        "groups": [{"message": _message(each, every), "members": each} for each in _groups(every)],
    }


def pages_of(reports: Iterable[Report]) -> Described:
    """Return the title of each code of some reports, and the page that explains it, in Markdown."""
    slugs = sorted({each.code for report in reports for each in report})
    known = all_codes()
    return {
        slug: {"title": known[slug].title if slug in known else "", "text": explanation(slug)}
        for slug in slugs
    }


def _record(diagnostic: Diagnostic, kind: str | None, about: str | None) -> Described:
    return {**diagnostic.record(), "place": diagnostic.place, "kind": kind, "about": about}


def _groups(every: list[Diagnostic]) -> list[list[int]]:
    """Return which diagnostics are alike, by their places in the list."""
    found: dict[tuple[object, ...], list[int]] = {}
    order = sorted(
        range(len(every)), key=lambda i: (_ORDER.index(every[i].severity), every[i].fate is not Fate.LOST)
    )
    for i in order:
        it = every[i]
        apart = i if it.severity is Severity.ERROR else None
        found.setdefault((it.code, it.severity, it.fate, it.feature, apart), []).append(i)
    return list(found.values())


def _message(group: list[int], every: list[Diagnostic]) -> str:
    first = every[group[0]].message
    return first if len(group) == 1 else f"{first} (and {len(group) - 1} more)"


def _subject(diagnostic: Diagnostic, names: Mapping[str, set[str]]) -> tuple[str | None, str | None]:
    """Return the link or the joint that something is said of; their names may have slashes."""
    kind, _, rest = diagnostic.subject.partition("/")
    steps = rest.split("/")
    candidates = ("/".join(steps[:end]) for end in range(len(steps), 0, -1))
    name = next((each for each in candidates if each in names.get(kind, ())), None)
    return (kind, name) if name is not None else (None, None)
