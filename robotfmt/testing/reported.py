"""The stored part of a feature in a document, and its unreported losses."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Report
from ..facts import Fact
from ..facts import Path as FactPath
from ..formats import Carries, Feature


def share(paths: set[FactPath], same: set[FactPath], there: set[FactPath]) -> Carries:
    """Return how much of a feature a document stores: all, a part or another form, or nothing."""
    if same == paths:
        return Carries.FULL
    return Carries.PARTIAL if paths & there else Carries.NONE


def unreported(feature: Feature, before: list[Fact], same: set[FactPath], report: Report) -> list[str]:
    """Return the unreported losses of a feature."""
    subjects = {each.subject for each in report if each.fate is not None}
    gone = [each.subject for each in before if each.path not in same]
    return [f"{feature.name}: {each} is lost in silence" for each in gone if not _is_within(each, subjects)]


def _is_within(subject: str, wholes: Iterable[str]) -> bool:
    """Return True if a fact, or a node above it, is among some paths."""
    return any(f"{subject}/".startswith(f"{each}/") for each in wholes if each)
