"""The findings about a robot, for the page: all diagnostics, and lines for similar ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..codes.folding import folded, worst_first
from ..diagnostics import Diagnostic, Report
from ..diagnostics.pages import Page
from ..formats.catalogue import all_codes
from ..model import Robot
from .shown import Described


def findings_of(robot: Robot, report: Report) -> Described:
    """Return the diagnostics, their links and joints, and groups of diagnostics, the worst first."""
    names = {"link": set(robot.link_by_name), "joint": set(robot.joint_by_name)}
    every = list(report)
    places = {id(each): place for place, each in enumerate(every)}
    folds = folded(worst_first(every))
    return {
        "diagnostics": [_record(each, *_subject(each, names)) for each in every],
        "groups": [{"message": each.message, "members": [places[id(it)] for it in each.members]} for each in folds],
    }


def pages_of(reports: Iterable[Report]) -> Described:
    """Return the title of each code of some reports, and the page that explains it, in Markdown."""
    slugs = sorted({each.code for report in reports for each in report})
    known = all_codes()
    pages = {slug: known[slug].page if slug in known else Page() for slug in slugs}
    return {slug: {"title": page.title, "text": page.explanation} for slug, page in pages.items()}


def _record(diagnostic: Diagnostic, kind: str | None, about: str | None) -> Described:
    return {**diagnostic.record(), "place": diagnostic.place, "kind": kind, "about": about}


def _subject(diagnostic: Diagnostic, names: Mapping[str, set[str]]) -> tuple[str | None, str | None]:
    """Return the link or the joint that a diagnostic is about; their names may have slashes."""
    kind, _, rest = diagnostic.subject.partition("/")
    steps = rest.split("/")
    candidates = ("/".join(steps[:end]) for end in range(len(steps), 0, -1))
    name = next((each for each in candidates if each in names.get(kind, ())), None)
    return (kind, name) if name is not None else (None, None)
