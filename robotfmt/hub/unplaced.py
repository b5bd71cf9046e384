"""Unrecognised content that has no place in an output, or would mean something else there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import codes
from ..diagnostics import Fate, Report, quoted
from ..facts import Path, Whole, extension_paths
from ..facts.difference import Difference, is_below
from ..facts.fact import named
from ..facts.worlds import ROBOT
from ..formats import Format
from ..model import Extension, World
from ..model.features import Feature
from ..model.record import replace


def misplaced(whole: Whole, format: Format, misread: Sequence[Difference]) -> frozenset[Path]:
    """Return the unrecognised content that does not read back, or hides what it is in or next to; else all of it."""
    if not misread:
        return frozenset()
    names, gone = (format.name, format.inner), {each.path for each in misread}
    own = {path for path, each in _extensions(whole) if each.format in names}
    hidden = tuple(_place(each.path) for each in misread if each.before is None and _is_own(each, names))
    hiding = {path for path in own if _place(path).startswith(hidden)}
    lost = {each for each in own if each in gone or is_below(each, gone)}
    return frozenset(lost | hiding) or frozenset(own)


def _is_own(difference: Difference, formats: Sequence[str]) -> bool:
    """Return True for unrecognised content of some formats."""
    return difference.fact.feature is Feature.EXTENSIONS and _without_robot(difference.path)[1] in formats


def _place(path: Path) -> str:
    """Return the place of unrecognised content, with its own name: ``/robot/link/glow/``."""
    _, _, place, _, name, *_ = _without_robot(path)
    return f"{place}/{name}/"


def _without_robot(path: Path) -> Path:
    return path[2:] if path[0] == ROBOT else path


def without_extensions(whole: Whole, dropped: frozenset[Path], report: Report) -> Whole:
    """Return a robot or a world without some of its unrecognised content, which is reported as lost."""
    if not dropped:
        return whole
    gone = {id(each) for path, each in _extensions(whole) if path in dropped}
    for path, each in _extensions(whole):
        if path in dropped:
            message = (
                f"{quoted(each.name or each.content)} of {quoted(each.place)} has no place in the output; it is lost"
            )
            report.add(codes.PLACE_GONE, message, each.origin, subject="/".join(path), fate=Fate.LOST)
    made = replace(whole, extensions=tuple(each for each in whole.extensions if id(each) not in gone))
    if not isinstance(made, World):
        return made
    robots = (each.robot for each in made.robots)
    return made.with_robots(
        replace(each, extensions=tuple(it for it in each.extensions if id(it) not in gone)) for each in robots
    )


def _extensions(whole: Whole) -> Iterator[tuple[Path, Extension]]:
    """Yield unrecognised content with the paths of its facts, including that of the robots of a world."""
    yield from extension_paths(whole)
    if isinstance(whole, World):
        for placed, path in named(whole.robots, ROBOT):
            yield from (((*path, *own), each) for own, each in extension_paths(placed.robot))
