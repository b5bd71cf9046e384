"""``robotfmt diff``: compare two robots, in any formats."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Iterable, Sequence, Set
from math import degrees
from typing import TypeAlias

from .. import codes, schemas
from ..assets.mesh_files import UNFOUND
from ..compare.motion import Comparison, LinkMovement, Movement
from ..diagnostics import Fate, Report, Severity, did_you_mean
from ..errors import ModelError, UsageError
from ..facts import Kind
from ..facts.difference import TOLERANCE, Difference, Tolerance
from ..hub.comparing import compare_robots, diff
from ..hub.reading import Reading, WorldReading, as_world, read_any, read_documents
from ..model.features import Feature
from ..model.world import world_of
from ..settings import Settings
from .console import counted, plain, print_message, short, show_report
from .options import add_common, settings

LINK_FRAMES = "link-frames"
"""The kind of difference in which only the frame of a link has moved on the link."""
MOTION = "motion"
"""The kind of difference in the motion of a link, its pose, or the root link."""
MOST_ALIKE = 10
_EXAMPLES = """\
examples:
  robotfmt diff arm.urdf arm.dae
  robotfmt diff old.urdf new.urdf --tolerance 1e-6 --tolerance inertia=1e-3
  robotfmt diff old.urdf new.urdf --ignore link-frames,extensions
  robotfmt diff arm.urdf arm.urdf --with-a old.xrdf --with-b new.xrdf --only spheres

kinds: motion, link-frames, {kinds}

exit codes: 0 no difference, 1 differences, 2 usage, 3 unreadable input
"""


def kind_of(feature: Feature) -> str:
    """Return the name of a feature on the command line."""
    return feature.name.lower().replace("_", "-")


KINDS = {kind_of(feature): feature for feature in Feature}
_ALL = frozenset({MOTION, LINK_FRAMES, *KINDS})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES.format(kinds=", ".join(KINDS))
    parser.add_argument("a", metavar="A", help="document of the first robot")
    parser.add_argument("b", metavar="B", help="document of the second robot")
    parser.add_argument(
        "--with-a",
        action="append",
        default=[],
        metavar="FILE",
        help="document that adds to the first robot, such as an XRDF",
    )
    parser.add_argument(
        "--with-b",
        action="append",
        default=[],
        metavar="FILE",
        help="document that adds to the second robot, such as an XRDF",
    )
    parser.add_argument(
        "--tolerance",
        action="append",
        default=[],
        metavar="[KIND=]NUMBER",
        help=f"largest difference of values that are treated as equal (default {TOLERANCE:g}); relative for "
        "numbers above 1",
    )
    parser.add_argument("--only", default="", metavar="KINDS", help="compare only these features")
    parser.add_argument("--ignore", default="", metavar="KINDS", help="compare all features except these")
    add_common(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    wanted = (_kinds(options.only) or _ALL) - _kinds(options.ignore)
    chosen, reports = settings(options), (Report(), Report())
    a, b = _both([options.a, *options.with_a], [options.b, *options.with_b], chosen, reports)
    found = _Found(_compared(a, b, _tolerance(options.tolerance), chosen), wanted)
    if options.json:
        print(json.dumps(_record(options, found), indent=2))
    else:
        show_report(_shown(reports), quiet=options.quiet)
        _show(options, found)
    return int(found.count > 0)


def _shown(reports: tuple[Report, Report]) -> Report:
    """Return what was found in reading that matters for the comparison: what is missing, and what one document alone
    has that contradicts itself, so that it may be read in another way.
    """
    unfound = {code.slug for code in UNFOUND} | {codes.OTHER_BODIES.slug}
    words = [{(it.code, it.message) for it in each} for each in reports]
    shown = Report()
    for report, others in zip(reports, reversed(words), strict=True):
        for it in report:
            one_sided = (
                it.fate is Fate.BROKEN and it.severity is Severity.WARNING and (it.code, it.message) not in others
            )
            if one_sided or it.severity is Severity.ERROR or it.code in unfound:
                shown.diagnostics.append(it)
    shown.diagnostics = list(dict.fromkeys(shown.diagnostics))
    return shown


_Either: TypeAlias = Reading | WorldReading


def _both(a: list[str], b: list[str], chosen: Settings, reports: tuple[Report, Report]) -> tuple[_Either, _Either]:
    """Read two robots, or two worlds; of a world that is compared with a robot, the only one that moves.

    A world of one robot is compared with the whole world of the other document, if that has one robot, too.
    """
    one, other = (read_any(each, chosen, report) for each, report in zip((a, b), reports, strict=True))
    if isinstance(one, WorldReading) == isinstance(other, WorldReading):
        return one, other
    both = zip((one, other), reports, strict=True)
    worlds = [world for each, report in both if (world := as_world(each, chosen, report)) is not None]
    if len(worlds) == 2 and all(len(each.world.robots) == 1 for each in worlds):
        return worlds[0], worlds[1]
    with contextlib.suppress(ModelError):  # several robots move
        return read_documents(a, chosen, reports[0]), read_documents(b, chosen, reports[1])
    return one, other


def _compared(a: _Either, b: _Either, tolerance: Tolerance, chosen: Settings) -> Comparison:
    """Compare two robots; or two worlds, by their facts alone, if a document contains several robots."""
    if isinstance(a, WorldReading) or isinstance(b, WorldReading):
        one, other = (it.world if isinstance(it, WorldReading) else world_of(it.robot) for it in (a, b))
        return Comparison((), tuple(diff(one, other, tolerance, settings=chosen)))
    return compare_robots(a.robot, b.robot, tolerance, settings=chosen)


class _Found:
    """The differences of the selected kinds; each has one line and is counted once."""

    def __init__(self, done: Comparison, wanted: Set[str]) -> None:
        self.done = done
        self.frames = done.having(Movement.MOVED_FRAME) if LINK_FRAMES in wanted else []
        self.differences = [each for each in done.differences if kind_of(each.fact.feature) in wanted]
        moved = (Movement.DIFFERENT, Movement.SHIFTED) if MOTION in wanted else ()
        self.motion = [each for movement in moved for each in done.having(movement)]
        self.roots = done.roots if MOTION in wanted else None

    @property
    def count(self) -> int:
        """The number of differences."""
        return len(self.motion) + len(self.frames) + len(self.differences) + (1 if self.roots is not None else 0)


def _kinds(text: str) -> set[str]:
    names = {each.strip() for each in text.split(",") if each.strip()}
    for name in names - _ALL:
        hint = did_you_mean(name, sorted(_ALL))
        raise UsageError(codes.USAGE, f"the feature '{name}' does not exist{hint}")
    return names


def _tolerance(given: Sequence[str]) -> Tolerance:
    """Return the tolerance: one number for all kinds of facts, and others for some."""
    general, special = TOLERANCE, dict[Feature, float]()
    for text in given:
        name, equals, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            value = -1.0
        if value < 0:
            raise UsageError(codes.USAGE, f"'{text}' is not a tolerance; write 1e-6 or inertia=1e-3")
        if not equals:
            general = value
        else:
            if name not in KINDS:
                raise UsageError(codes.USAGE, f"'{name}' has no tolerance{did_you_mean(name, KINDS)}")
            special[KINDS[name]] = value
    return lambda feature: special.get(feature, general)


# Output as text


def _show(options: argparse.Namespace, found: _Found) -> None:
    for line in (*_roots(found), *_motion(found), *map(_frame, found.frames)):
        print(plain(line))
    for line in _lines(found.differences, options):
        print(plain(line))
    done = found.done
    same = ", and they move differently" if done.movements and not done.same_motion else ""
    print_message(f"{counted(found.count, 'difference')}{same}" if found.count else "no difference", options.quiet)


def _roots(found: _Found) -> Iterable[str]:
    if found.roots is not None:
        motion = "same motion, different root" if found.done.same_motion else "different root"
        yield f"{motion}: '{found.roots[0]}' -> '{found.roots[1]}'"


_MOVES = {Movement.DIFFERENT: "moves differently", Movement.SHIFTED: "has moved"}


def _motion(found: _Found) -> Iterable[str]:
    """Yield the links that move differently or have moved: the first few, which carry the others."""
    for movement, words in _MOVES.items():
        links = [each for each in found.motion if each.movement is movement]
        for each in links[:3]:
            yield f"link {each.link}: {words}, by up to {_amount(each)}"
        if len(links) > 3:
            yield f"  ... and {len(links) - 3} more links"


def _frame(it: LinkMovement) -> str:
    return f"link {it.link}: moves the same way; its frame is {_amount(it)} away"


def _amount(it: LinkMovement) -> str:
    parts = [f"{it.distance * 1000:.4g} mm"] if it.distance > 1e-9 else []
    parts += [f"{degrees(it.angle):.4g} deg"] if it.angle > 1e-9 else []
    return " and ".join(parts) or "nothing"


def _lines(found: list[Difference], options: argparse.Namespace) -> Iterable[str]:
    """Yield one line for each difference; of many of the same kind only the first ones."""
    groups: dict[tuple[Feature, str], list[Difference]] = {}
    for each in found:
        groups.setdefault((each.fact.feature, each.path[-1]), []).append(each)
    for group in groups.values():
        most = len(group) if options.verbose else MOST_ALIKE
        yield from (_words(each, options) for each in group[:most])
        if len(group) > most:
            yield f"  ... and {len(group) - most} more of this kind (-v shows them)"


def _words(it: Difference, options: argparse.Namespace) -> str:
    if it.fact.kind is Kind.NODE and it.fact.value is None:
        return f"{it.wording.owner}: only in {short(options.a if it.after is None else options.b)}"
    return str(it)


# Output as JSON


def _record(options: argparse.Namespace, found: _Found) -> dict[str, object]:
    """Return the comparison for ``--json``."""
    done = found.done
    return {
        "schema": schemas.DIFF,
        "a": [options.a, *options.with_a],
        "b": [options.b, *options.with_b],
        "same_motion": done.same_motion if done.movements else None,
        "roots": list(found.roots) if found.roots is not None else None,
        "links": [
            {
                "link": each.link,
                "movement": each.movement.value,
                "distance": each.distance,
                "angle": each.angle,
            }
            for each in done.movements
        ],
        "differences": [_difference(each) for each in found.differences],
        "count": found.count,
    }


def _difference(it: Difference) -> dict[str, object]:
    from ..model.json import to_object

    return {
        "subject": it.subject,
        "kind": kind_of(it.fact.feature),
        "words": str(it),
        "before": to_object(it.before.value) if it.before is not None else None,
        "after": to_object(it.after.value) if it.after is not None else None,
        "unit": it.fact.unit or None,
        "error": it.error,
    }
