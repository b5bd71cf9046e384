"""Report the facts that no output contains."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from shlex import quote
from typing import cast

from .. import codes, formats
from ..assets.files import is_file
from ..codes.kept import LEFT_BEHIND_SIDECAR, STORED
from ..diagnostics import Change, Diagnostic, Fate, Report, Severity
from ..facts import Fact, Path
from ..facts.phrases import value_in_words, wording
from ..formats.notes import drop_kept
from ..kept.paths import path_of
from ..model import ExtensionKind, Pose
from ..model.features import COSMETIC, Feature
from ..model.pose import pose_in_words
from ..model.record import replace
from . import proof
from .outputs import Output


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
            message = f"{what}an output has it in another form"
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
