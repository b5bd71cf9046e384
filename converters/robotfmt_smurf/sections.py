"""The annotations of a model: sections of several files, merged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from robotfmt.assets.documents import find_document
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Document, Mapping, Scalar, Sequence, parse_document
from robotfmt.errors import RobotfmtError
from robotfmt.model import Extension

from .codes import FILE

_NAMES = {
    "collision": "collisions",
    "link": "links",
    "joint": "joints",
    "material": "materials",
    "motor": "motors",
    "sensor": "sensors",
    "visual": "visuals",
}
"""Sections that MARS and Phobos name differently, with the names that Phobos 2 writes."""
TEXTS = ("modelname", "SMURF version", "date", "version", "description", "additional_files")


@dataclass(slots=True)
class Sections:
    """The sections of all files of a model, each as the items of its lists."""

    documents: list[Document] = field(default_factory=list)
    roots: list[Mapping] = field(default_factory=list)

    def add(self, root: Mapping) -> None:
        """Add the sections of a document."""
        root.take()
        self.documents.append(root.document)
        self.roots.append(root)

    def items(self, section: str) -> Iterator[Mapping]:
        """Take the items of a section, in all files: MARS appends lists."""
        for root in self.roots:
            for entry in root.entries:
                if _NAMES.get(entry.key, entry.key) != section or not isinstance(entry.value, Sequence):
                    continue
                entry.value.take()
                yield from (each for each in entry.value.items if isinstance(each, Mapping))

    def leftovers(self) -> tuple[Extension, ...]:
        """Return what no reader took."""
        return tuple(each for document in self.documents for each in document.leftovers())


def opened(uri: Scalar, context: Context) -> Mapping | None:
    """Return the mapping in an annotation file; None, with a report, if there is none."""
    name = find_document(uri.source, uri.document.name, context.assets)
    if name is None:
        uri.report(FILE, f"{quoted(uri.source)} is not found, or may not be opened")
        return None
    try:
        data = context.assets.document(name)
        document = parse_document(
            data, name=name, format="smurf", report=context.report, limits=context.limits
        )
    except (RobotfmtError, OSError) as error:
        uri.report(FILE, f"{quoted(uri.source)} cannot be read: {error}")
        return None
    if isinstance(document.root, Mapping):
        return document.root
    uri.report(FILE, f"{quoted(uri.source)} is {document.root.kind}, not a mapping")
    return None
