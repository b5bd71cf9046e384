"""Documents that another document names: searched for in its folder, or in a package, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from .files import is_file
from .locations import document_folders, document_root, is_within, normal
from .resolver import Assets
from .uris import parse


def find_document(uri: str, document: str | None, assets: Assets) -> str | None:
    """Return the name of the document that a URI in another one leads to; None if it must not be opened.

    Args:
        uri: A path relative to the document, or ``package://NAME/PATH``, ``model://NAME/PATH`` or ``SCHEME:/PATH``.
        document: The document that names it.
        assets: Finds packages, and files that are about to be written.
    """
    for name in _candidates(uri, document, assets):
        if assets.staged(Path(name)) is not None or is_file(Path(name)):
            return name
    return None


def _candidates(uri: str, document: str | None, assets: Assets) -> Iterator[str]:
    """Yield the paths where a document may be, only in folders that documents are permitted to use."""
    reference = parse(uri.strip())
    if reference.package is not None:
        folder = assets.package(reference.package, document).path
        if folder is not None and is_within(normal(folder / reference.path), (folder,)):
            yield str(normal(folder / reference.path))
        return
    if reference.scheme is not None:
        for place in assets.places(reference, document_folders(document)):
            if is_within(normal(place.folder / reference.path), (place.folder,)):
                yield str(normal(place.folder / reference.path))
        return
    for folder in document_folders(document):
        candidate = normal(folder / reference.path)
        if is_within(candidate, (document_root(folder), *assets.roots, *assets.packages.values())):
            yield _named_like(document, candidate)


def _named_like(document: str | None, path: Path) -> str:
    """Return a path, relative to the current folder if the document's is."""
    if document is None or Path(document).is_absolute():
        return str(path)
    return os.path.relpath(path)
