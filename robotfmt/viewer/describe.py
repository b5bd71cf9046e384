"""The description of a robot for the page, and the findings about it: all diagnostics, and lines for similar ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..codes.folding import folded, worst_first
from ..diagnostics import Diagnostic, Report
from ..diagnostics.pages import Page
from ..formats.catalogue import all_codes
from ..kinematics.joint_values import default_pose, first_pose, states
from ..model import Robot
from .appearance import Appearance
from .changing import setup_of
from .motion import motion_of
from .shown import Described, Shown
from .sphere_document import document_of, spheres_of

# Findings


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


# Robots


def describe(shown: Shown, appearance: Appearance, pose: Mapping[str, ArrayLike]) -> Described:
    """Return a robot as JSON; its surfaces go into the pack of ``appearance``.

    Raises:
        UsageError: The choice of spheres is ambiguous.
    """
    robot = shown.robot
    links = appearance.links(robot, shown.context)  # which reports missing meshes
    return {
        "caption": shown.caption,
        "name": robot.name,
        "links": links,
        "motion": motion_of(robot),
        "pose": [[name, _numbers(value)] for name, value in (pose or first_pose(robot)).items()],
        "states": list(_states(robot)),
        "spheres": spheres_of(robot, shown.spheres),
        "setup": setup_of(robot, shown.documents),
        "document": document_of(robot, shown.spheres),
        **findings_of(robot, given_report(shown)),
    }


def given_report(shown: Shown) -> Report:
    """Return the given diagnostics of a robot, or else those of its context."""
    return shown.report if shown.report is not None else shown.context.report


def _numbers(value: ArrayLike) -> list[float]:
    numbers: list[float] = np.asarray(value, dtype=np.float64).ravel().tolist()
    return numbers


def _states(robot: Robot) -> Iterator[tuple[str, list[object]]]:
    """Return the named poses, and the rest pose."""
    found = {name: {each.joint: list(each.values) for each in values} for name, values in states(robot).items()}
    rest = {name: [value] for name, value in default_pose(robot).items()}
    for name, values in ({"default": rest} | found).items():
        yield name, [[joint, numbers] for joint, numbers in values.items() if joint in robot.joint_by_name]
