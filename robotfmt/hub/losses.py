"""Report the facts that no output contains."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from shlex import quote
from typing import cast

from .. import codes, formats
from ..diagnostics import Change, Report
from ..facts import Fact, Path
from ..facts.phrases import value_in_words, wording
from ..model import Pose
from ..model.features import Feature
from ..model.pose import pose_in_words
from . import proof


def tell_losses(
    facts: Iterable[Fact], held: Collection[Path], reported: Collection[str], report: Report
) -> None:
    """Report the facts of a robot that no output stores, except those reported already.

    Args:
        held: The paths of the facts that outputs store.
        reported: The subjects of the diagnostics about the others.
    """
    for fact in proof.lost(facts, held):
        if fact.subject not in reported:
            _tell_lost(fact, report)


def _tell_lost(fact: Fact, report: Report) -> None:
    if fact.feature is Feature.PLACEMENT:
        _tell_placement(fact, report)
        return
    message = f"{wording(fact, None).lost}; no output format stores it"
    help = _way_out(fact.feature)
    report.add(codes.NO_PLACE, message, fact.origin, subject=fact.subject, change=_loss(fact), help=help)


def _loss(fact: Fact) -> Change:
    return Change(value_in_words(fact), None, fact.feature.value, fact.unit or None)


def _tell_placement(fact: Fact, report: Report) -> None:
    source = quote(fact.origin.document) if fact.origin is not None else "INPUT"
    pose = pose_in_words(cast(Pose, fact.value))
    message = f"the pose of the robot in the scene is lost ({pose}); no output format stores it"
    help = f"Keep it as a fixed joint from a link 'world': robotfmt edit {source} --place -o OUTPUT"
    report.add(codes.PLACEMENT, message, fact.origin, subject=fact.subject, change=_loss(fact), help=help)


def _way_out(feature: Feature) -> str | None:
    able = [
        each.name
        for each in formats.all_formats()
        if each.write is not None and each.holds(feature) is formats.Carries.FULL
    ]
    return f"Formats that can store it: {', '.join(able)}." if able else None
