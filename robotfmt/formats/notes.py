"""The notes of readers that unrecognised content is kept, where it is not."""

from __future__ import annotations

from collections.abc import Iterable

from .. import codes
from ..diagnostics import Diagnostic, Fate, Report
from ..model import Origin
from ..model.record import replace


def drop_kept(origins: Iterable[Origin | None], report: Report) -> None:
    """Drop the notes that the content at some places is kept.

    That something is not understood stays, without the words that it is kept: it may be misspelt.
    """
    places = ((each.document, place) for each in origins if each is not None for place in (each.line, each.path))
    gone = {(document, place) for document, place in places if place}
    # A note about an attribute is at its line, which need not be that of its element.
    found = (_without_keeping(each) if gone & each.places else each for each in report)
    report.diagnostics = [each for each in found if each is not None]


def _without_keeping(found: Diagnostic) -> Diagnostic | None:
    if found.fate is not Fate.PASSED_THROUGH:
        return found
    if found.code != codes.NOT_UNDERSTOOD.slug:
        return None
    return replace(found, fate=None, message=found.message.replace("; it is kept verbatim", ""))
