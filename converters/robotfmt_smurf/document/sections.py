"""The annotations of a model: sections of several files, merged.

Each section is a list of items with names. Unrecognised content is kept at a place by these names, such as
``/motors/elbow_motor``, so that it stays with its item in any file; ``writer`` turns it into the path of its document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from robotfmt.assets.documents import find_document
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import (
    Document,
    Mapping,
    Scalar,
    Sequence,
    Value,
    canonical,
    parse_document,
)
from robotfmt.documents.yaml.values import escape
from robotfmt.errors import RobotfmtError
from robotfmt.model import Extension, ExtensionKind
from robotfmt.model.record import replace

from ..codes import FILE

_NAMES = {
    "collisions": "collision",
    "links": "link",
    "joints": "joint",
    "material": "materials",
    "motor": "motors",
    "sensor": "sensors",
    "visual": "visuals",
}
"""Sections that MARS and Phobos name differently, with the names that both read."""
NAMED = ("motors", "sensors", "collision", "materials", "poses", "submechanisms")
"""The sections whose items are found by their names."""
TEXTS = ("modelname", "SMURF version", "date", "version", "description", "additional_files")
"""The description of a model itself."""


@dataclass(slots=True)
class Sections:
    """The sections of all files of a model, each as the items of its lists."""

    roots: list[Mapping] = field(default_factory=list)
    kept: list[Extension] = field(default_factory=list)
    """Content that the model has no place for, and that needs no report."""
    _homes: dict[tuple[Document, str], str] = field(default_factory=dict)
    """The places by names, by the paths in their documents."""
    _items: dict[tuple[Document, str], tuple[str, int]] = field(default_factory=dict)
    """The section and the number of each item."""
    _counts: Counter[str] = field(default_factory=Counter)

    def add(self, root: Mapping) -> None:
        """Add the sections of a document."""
        root.take()
        self.roots.append(root)
        for entry in root.entries:
            if isinstance(entry.value, Sequence) and entry.key != "files":
                self._add_items(entry.value, canonical_name(entry.key))
            elif entry.key in TEXTS and isinstance(entry.value, Scalar) and entry.key != "modelname":
                self.keep(entry.value, "/", entry.key)
            elif entry.key in TEXTS and entry.value.is_empty:
                entry.value.take_all()

    def _add_items(self, rows: Sequence, section: str) -> None:
        for item in rows.items:
            at = rows.document, item.path
            self._items[at] = section, self._counts[section]
            home = f"/{section}/{self._counts[section]}"
            self._counts[section] += 1
            if section in NAMED and isinstance(item, Mapping):
                name = item.get("name")
                home = f"/{section}/{escape(name.source if isinstance(name, Scalar) else '')}"
                self._counts[home] += 1
                home = numbered(home, self._counts[home])
            self._homes[at] = home

    def items(self, section: str) -> Iterator[Mapping]:
        """Take the items of a section, in all files: MARS appends lists."""
        for root in self.roots:
            root.get(section)  # a section that is asked for is one that may have been misspelt
            for entry in root.entries:
                if canonical_name(entry.key) == section and isinstance(entry.value, Sequence):
                    entry.value.take()
                    yield from (each for each in entry.value.items if isinstance(each, Mapping))

    def home(self, value: Value) -> str:
        """Return the place by names of an item, or of a part of one that was named."""
        return self._homes[value.document, value.path]

    def name(self, part: Value, home: str) -> None:
        """Keep the content of a part of an item at a place by names."""
        self._homes[part.document, part.path] = home

    def keep(self, value: Value, place: str, name: str) -> None:
        """Take a value and keep it at a place, without a report: the rest of its part is understood."""
        value.take_all()
        self.kept.append(
            Extension(
                origin=value.origin,
                format="smurf",
                place=place,
                kind=ExtensionKind.ENTRY,
                name=name,
                content=canonical(value),
            )
        )

    def leftovers(self) -> tuple[Extension, ...]:
        """Return what no reader took, at places by names."""
        rest = (
            replace(each, **self._moved(root.document, each))
            for root in self.roots
            for each in root.document.leftovers()
        )
        return (*self.kept, *rest)

    def _moved(self, document: Document, it: Extension) -> dict[str, str]:
        item = self._items.get((document, f"{it.place}/{escape(it.name)}"))
        if item is not None:
            return {"place": f"/{item[0]}", "name": str(item[1])}
        if it.place == "/":
            return {"name": canonical_name(it.name)}
        steps = it.place.split("/")
        for count in range(len(steps), 2, -1):
            home = self._homes.get((document, "/".join(steps[:count])))
            if home is not None:
                return {"place": "/".join((home, *steps[count:]))}
        return {}


def canonical_name(section: str) -> str:
    """Return the name of a section that both MARS and Phobos read."""
    return _NAMES.get(section, section)


def numbered(home: str, count: int) -> str:
    """Return the place of the item that is the given one of those with its name."""
    return home if count == 1 else f"{home} ({count})"


def without_number(step: str, steps: Collection[str]) -> str:
    """Return the step of the first item with the name of another one, which has a number."""
    base, between, _ = step.rpartition(" (")
    return base if between and base in steps else step


def opened(uri: Scalar, context: Context) -> Mapping | None:
    """Return the mapping in an annotation file; None, with a report, if there is none."""
    name = find_document(uri.source, uri.document.name, context.assets)
    if name is None:
        uri.report(FILE, f"{quoted(uri.source)} is not found, or may not be opened")
        return None
    try:
        data = context.assets.staged(Path(name)) or context.assets.document(name)
        document = parse_document(data, name=name, format="smurf", report=context.report, limits=context.limits)
    except (RobotfmtError, OSError) as error:
        uri.report(FILE, f"{quoted(uri.source)} cannot be read: {error}")
        return None
    if isinstance(document.root, Mapping):
        return document.root
    uri.report(FILE, f"{quoted(uri.source)} is {document.root.kind}, not a mapping")
    return None
