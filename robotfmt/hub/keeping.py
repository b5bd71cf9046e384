"""Sidecars that are read with their documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..assets.files import is_file, read_bytes
from ..codes.kept import BAD_SIDECAR, COMPLETED, STALE
from ..diagnostics import Report
from ..documents.source import Source
from ..facts import Whole, facts
from ..facts.difference import compare
from ..formats import Format
from ..kept.paths import is_sidecar, path_of
from ..model import Origin, Robot, World
from ..settings import Settings

W = TypeVar("W", Robot, World, Whole)


def completed(
    whole: W,
    documents: Sequence[tuple[Source, Format]],
    paths: Sequence[str],
    settings: Settings,
    report: Report,
) -> W:
    """Return the robot or the world of documents with what their sidecars have.

    Args:
        whole: What the documents alone describe.
        documents: The documents.
        paths: The given paths, some of which may be those of sidecars.
    """
    for source in _sidecars(documents, paths, settings):
        whole = _with(whole, source, report)
    return whole


def _sidecars(documents: Sequence[tuple[Source, Format]], paths: Sequence[str], settings: Settings) -> Iterator[Source]:
    """Yield the sidecars that were given, and those next to documents."""
    limit = settings.limits.mesh_bytes
    known: set[Path] = set()
    near = (str(path_of(Path(source.name), format.name)) for source, format in documents)
    for name in (*filter(is_sidecar, paths), *near):
        place = Path(name).absolute()
        given = settings.given.get(name)
        if place not in known and (given is not None or is_file(Path(name))):
            known.add(place)
            yield Source(name, given if given is not None else read_bytes(name, limit))


def _with(whole: W, source: Source, report: Report) -> W:
    from ..kept.restoring import Stale  # few documents have a sidecar
    from ..kept.sidecar import parse
    from ..model.completion import BadRecord

    stale, origin = Stale(), Origin(source.name)
    try:
        made: Any = parse(source).completed(whole, stale)
    except BadRecord as error:
        report.add(BAD_SIDECAR, f"'{source.name}' {error}; it is ignored", origin)
        return whole
    for place, reason in stale.found.items():
        report.add(STALE, f"'{place}' {reason}; the document is used instead of '{source.name}'", origin)
    count = len(compare(facts(whole), facts(made)))
    if count:
        report.add(COMPLETED, f"{count} propert{'ies' if count > 1 else 'y'} read from '{source.name}'", origin)
    completed: W = made
    return completed
