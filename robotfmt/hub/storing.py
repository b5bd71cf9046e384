"""The sidecar of written documents: what they have no words for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..diagnostics import Report
from ..facts import Whole, facts
from ..facts.difference import SameFile, compare
from ..formats import Format
from ..kept.changes import Ground, changes_of
from ..kept.paths import path_of
from ..kept.restoring import Stale
from ..kept.sidecar import Sidecar
from .proof import refuse


def sidecar_of(
    wanted: Whole,
    found: Whole,
    documents: Sequence[tuple[Path, Format]],
    same_file: SameFile,
    report: Report,
) -> tuple[Sidecar, Whole] | None:
    """Return the sidecar of written documents, and what both describe together; None if nothing remains to store.

    Args:
        wanted: The robot or the world that was converted.
        found: What the documents alone describe.
        documents: The documents; the sidecar is next to the first.
        same_file: Compares files by content.

    Raises:
        InternalError: The documents and the sidecar together differ from what was converted.
    """
    path = path_of(*_named(documents[0]))
    document = wanted.origin.document if wanted.origin is not None else None
    change = changes_of(wanted, found, Ground(same_file=same_file, folder=path.parent, document=document))
    if change is None:
        return None
    names = tuple((each.name, format.name) for each, format in documents)
    sidecar = Sidecar(name=str(path), documents=names, kind=type(wanted).__name__, change=change)
    together = sidecar.completed(found, Stale())
    differences = compare(facts(wanted), facts(together), same_file=same_file)
    refuse(differences, path.name, report)
    return sidecar, together


def _named(document: tuple[Path, Format]) -> tuple[Path, str]:
    path, format = document
    return path, format.name
