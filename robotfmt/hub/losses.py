"""Report what outputs lack: facts that no output contains, or that outputs have in another form, unrecognised content
without a place, and values of states in which programs differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from shlex import quote
from typing import cast

from .. import codes, formats
from ..assets.files import is_file
from ..codes.kept import LEFT_BEHIND_SIDECAR, STORED
from ..compare.other_forms import other_forms
from ..diagnostics import Change, Diagnostic, Fate, Report, Severity, quoted
from ..facts import Fact, Path, Whole, extension_paths, facts
from ..facts.difference import Difference, is_below
from ..facts.fact import named
from ..facts.phrases import value_in_words, wording
from ..facts.worlds import ROBOT
from ..formats import Carries, Format
from ..formats.worlds import drop_kept
from ..kept.paths import path_of
from ..kinematics.colliding import with_joined_pairs
from ..model import Extension, ExtensionKind, Pose, Robot, World
from ..model.features import COSMETIC, Feature
from ..model.pose import pose_in_words
from ..model.record import replace
from ..validation.states import check_followers
from . import proof
from .composing import of_robot
from .outputs import Output
from .proof import Files, kept

# Lost facts


def report_losses(
    facts: Sequence[Fact],
    held: Collection[Path],
    claims: Collection[Diagnostic],
    report: Report,
) -> list[Fact]:
    """Report the facts of a robot that no output stores, except those reported already; return them.

    Args:
        facts: The facts.
        held: The paths of the facts that outputs store.
        claims: The diagnostics about the others.
    """
    reported = {each.subject for each in claims}
    lost = [fact for fact in proof.lost(facts, held) if fact.subject not in reported]
    foreign = {(each.file, each.line) for each in report if each.code == codes.FOR_ANOTHER_PROGRAM.slug}
    for fact in lost:
        _report_lost(fact, report, foreign)
    drop_kept((fact.origin for fact in lost if fact.feature is Feature.EXTENSIONS), report)
    return lost


def report_other_forms(facts: Iterable[Fact], paths: Collection[Path], report: Report) -> None:
    """Report the facts that an output has in another form; for a part that is converted as a whole, only the part."""
    for fact in facts:
        if fact.path in paths and not any(fact.path[:end] in paths for end in range(1, len(fact.path))):
            it = wording(fact, None)
            what = f"{it.owner}: {it.aspect}: " if it.aspect else f"{it.owner}: "
            message = f"{what}written in another form"
            report.add(codes.OTHER_FORM, message, fact.origin, subject=fact.subject)


def report_stored(report: Report, stored: Collection[Path], name: str) -> None:
    """Turn the losses of facts that the sidecar has into notes that name it.

    Args:
        name: The file name of the sidecar.
    """
    paths = {"/".join(path) for path in stored}
    report.diagnostics = [_stored(each, name) if _is_lost(each, paths) else each for each in report]


def _is_lost(found: Diagnostic, paths: Collection[str]) -> bool:
    return found.fate is Fate.LOST and found.subject in paths


def _stored(found: Diagnostic, name: str) -> Diagnostic:
    message = found.message.replace("is lost; no output format stores it", f"is stored in {name}")
    if found.code != codes.NO_PLACE.slug:
        message = f"{found.message}; stored in {name}"
    return replace(found, code=STORED.slug, severity=Severity.NOTE, fate=Fate.STORED, message=message, help=STORED.help)


def report_untested(before: Whole, adapted: Whole, read_back: Whole, report: Report) -> None:
    """Report links that a joint connects, if the source has them tested and programs that read the output do not.

    Args:
        before: The robot or the world of the source.
        adapted: What is written.
        read_back: What the document describes.
    """
    if not (isinstance(before, Robot) and isinstance(adapted, Robot) and isinstance(read_back, Robot)):
        return
    if before.neighbours_pass or not before.ignored_pairs or not read_back.neighbours_pass:
        return
    known = {each.links for each in (*before.ignored_pairs, *adapted.ignored_pairs)}
    for each in with_joined_pairs(replace(before, neighbours_pass=True)).ignored_pairs:
        if each.links not in known:
            message = f"links '{each.first}' and '{each.second}' are not tested: a joint connects them"
            report.add(codes.UNTESTED_PAIR, message, each.origin)


def report_left_behind(outputs: Iterable[Output], report: Report) -> None:
    """Report sidecars of earlier conversions next to outputs that are written without one."""
    for each in outputs:
        path = path_of(each.path, each.format.name)
        if is_file(path):
            message = f"'{path}' is a sidecar of an earlier conversion; it is read together with '{each.path.name}'"
            report.add(LEFT_BEHIND_SIDECAR, message)


def _report_lost(fact: Fact, report: Report, foreign: Collection[tuple[str | None, int | None]]) -> None:
    """Report a lost fact; a note is enough for looks, and for what only another program than the source's reads.

    Args:
        foreign: The places of content for other programs.
    """
    if fact.feature is Feature.PLACEMENT:
        _report_placement(fact, report)
        return
    message = f"{wording(fact, None).lost}; no output format stores it"
    origin = fact.origin
    is_foreign = origin is not None and (origin.document, origin.line) in foreign
    severity = Severity.NOTE if fact.feature in COSMETIC or is_foreign or _is_setting(fact) else None
    report.add(
        codes.NO_PLACE,
        message,
        fact.origin,
        subject=fact.subject,
        severity=severity,
        change=_loss(fact),
        help=_way_out(fact),
    )


def _is_setting(fact: Fact) -> bool:
    """Return True for an attribute or a text that only the program of the source knows."""
    kinds = {ExtensionKind.ATTRIBUTE.value, ExtensionKind.TEXT.value}
    return fact.feature is Feature.EXTENSIONS and not kinds.isdisjoint(_of_extension(fact)[3:4])


def _of_extension(fact: Fact) -> tuple[str, ...]:
    """Return the path of unrecognised content from its own step on: "extension", format, place, kind, name, digest."""
    return fact.path[fact.path.index("extension") :] if "extension" in fact.path else ()


def _loss(fact: Fact) -> Change:
    return Change(value_in_words(fact), None, fact.feature.value, fact.unit or None)


def _report_placement(fact: Fact, report: Report) -> None:
    source = quote(fact.origin.document) if fact.origin is not None else "INPUT"
    pose = pose_in_words(cast(Pose, fact.value))
    message = f"the pose of the robot in the scene is lost ({pose}); no output format stores it"
    help = f"Keep it as a fixed joint from a link 'world': robotfmt edit {source} --place -o OUTPUT"
    report.add(codes.PLACEMENT, message, fact.origin, subject=fact.subject, change=_loss(fact), help=help)


def _way_out(fact: Fact) -> str | None:
    if fact.feature is Feature.EXTENSIONS:
        return f"Only a document of the format '{_of_extension(fact)[1]}' has it."
    feature = fact.feature
    able = [each.name for each in formats.all_formats() if each.writes and each.holds(feature) is formats.Carries.FULL]
    return f"To keep it, also write one of: {', '.join(able)}." if able else None


# Content without a place


def misplaced(whole: Whole, format: Format, misread: Sequence[Difference]) -> frozenset[Path]:
    """Return the unrecognised content that does not read back, or hides what it is in or next to; else all of it."""
    if not misread:
        return frozenset()
    names, gone = (format.name, format.inner), {each.path for each in misread}
    of_format = {path for path, each in _extensions(whole) if each.format in names}
    hidden = tuple(_place(each.path) for each in misread if each.before is None and _is_own(each, names))
    hiding = {path for path in of_format if _place(path).startswith(hidden)}
    lost = {each for each in of_format if each in gone or is_below(each, gone)}
    return frozenset(lost | hiding) or frozenset(of_format)


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
    dropped_ids = {id(each) for path, each in _extensions(whole) if path in dropped}
    for path, each in _extensions(whole):
        if path in dropped:
            message = (
                f"{quoted(each.name or each.content)} of {quoted(each.place)} has no place in the output; it is lost"
            )
            report.add(codes.PLACE_GONE, message, each.origin, subject="/".join(path), fate=Fate.LOST)
    made = replace(whole, extensions=tuple(each for each in whole.extensions if id(each) not in dropped_ids))
    if not isinstance(made, World):
        return made
    robots = (each.robot for each in made.robots)
    return made.with_robots(
        replace(each, extensions=tuple(it for it in each.extensions if id(it) not in dropped_ids)) for each in robots
    )


def _extensions(whole: Whole) -> Iterator[tuple[Path, Extension]]:
    """Yield unrecognised content with the paths of its facts, including that of the robots of a world."""
    yield from extension_paths(whole)
    if isinstance(whole, World):
        for placed, path in named(whole.robots, ROBOT):
            yield from (((*path, *inner), each) for inner, each in extension_paths(placed.robot))


# Facts in another form


def held_otherwise(whole: Whole, outputs: Iterable[Whole], before: Sequence[Fact], files: Files) -> set[Path]:
    """Return the paths of the facts of a robot or a world that an output has in another form.

    Args:
        outputs: What reads back from each output.
        before: The facts of the robot or the world.
        files: Compares meshes.
    """
    forms = (form for there in outputs for form in _forms(whole, there))
    return set[Path]().union(*(kept(before, form, files) for form in forms))


def _forms(whole: Whole, there: Whole) -> Iterator[list[Fact]]:
    """Yield the facts of a robot, or of each robot of a world, in the forms that an output has for them."""
    if isinstance(whole, Robot) and isinstance(there, Robot):
        yield list(filter(_is_form, facts(other_forms(whole, there))))
    if isinstance(whole, World) and isinstance(there, World):
        known = there.robot_by_name
        same = [each for each in whole.robots if each.name in known]
        forms = (replace(each, robot=other_forms(each.robot, known[each.name].robot), pose=None) for each in same)
        yield [each for each in facts(World(robots=tuple(forms))) if each.owner is not None and _is_form(each)]


def _is_form(fact: Fact) -> bool:
    """Return False for facts of links which are only there for those of the masses of their shapes."""
    return fact.own[0] != "link" or fact.own[-1] in ("mass", "density")


# Contradictory states


def report_contradictions(whole: Whole, outputs: Iterable[Output], report: Report) -> None:
    """Report states that give a mimic joint another value than the joint that it follows does, if an output has them.

    They are written as they are, because only their author knows which value is meant.
    """
    if all(each.format.holds(Feature.STATES) is Carries.NONE for each in outputs):
        return
    if isinstance(whole, Robot):
        check_followers(whole, report)
        return
    for placed in whole.robots:
        findings = Report()
        check_followers(placed.robot, findings)
        report.extend(findings, partial(of_robot, name=placed.name))
