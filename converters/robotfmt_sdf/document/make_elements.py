"""Make elements.txt: the elements and attributes of all versions of SDF. Run it with the folder ``sdf`` of a copy of
https://github.com/gazebosim/sdformat, which has the descriptions of each version, to renew that file.

Each line is a kind of element: its number, its attributes, and its elements with the numbers of their kinds. ``<1.6``
means up to that version, ``*`` that the content is free, ``?`` that a text is true or false, and ``!`` that an
attribute is required in the last version that has it. The first kind is the root of documents.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
Version: TypeAlias = "tuple[int, ...]"
Place: TypeAlias = "tuple[Version, ElementTree.Element]"
"""A description of an element in a version."""
Row: TypeAlias = "tuple[frozenset[tuple[str, Version]], dict[str, tuple[frozenset[Place], Version]], str]"


def main(folder: str) -> None:
    """Write the table to the folder of this file."""
    descriptions = _Descriptions(Path(folder))
    rows: dict[frozenset[Place], Row] = {}
    pending = [descriptions.roots()]
    while pending:
        places = pending.pop()
        if places not in rows:
            rows[places] = descriptions.row(places)
            pending.extend(each for each, _ in rows[places][1].values())
    (HERE / "elements.txt").write_text(_written(descriptions.roots(), rows), encoding="utf-8")


class _Descriptions:
    """The descriptions of elements, by version and file."""

    def __init__(self, folder: Path) -> None:
        self.files = {
            (tuple(map(int, path.parent.name.split("."))), path.name): ElementTree.parse(path).getroot()
            for path in folder.glob("1.*/*.sdf")
        }
        self.newest = max(version for version, _ in self.files)

    def roots(self) -> frozenset[Place]:
        """Return the roots of documents of all versions."""
        return frozenset(
            (version, node) for (version, name), node in self.files.items() if name in ("root.sdf", "gazebo.sdf")
        )

    def row(self, places: Iterable[Place]) -> Row:
        """Return attributes with their marks, elements, and the mark of the content."""
        attributes: dict[str, tuple[Version, str]] = {}
        children: dict[str, set[Place]] = {}
        is_free = False
        for version, node in places:
            for each in node.findall("attribute"):
                name = each.attrib["name"]
                attributes[name] = max((version, _marks(each)), attributes.get(name, (version, "")))
            is_free = is_free or any(each.get("copy_data") for each in node.findall("element"))
            for name, inner in self._children(version, node):
                children.setdefault(name, set()).add((version, inner))
        elements = {name: (frozenset(each), max(version for version, _ in each)) for name, each in children.items()}
        content = "*" if is_free else _marks(max(places, key=lambda place: place[0])[1]).rstrip("!")
        marked = {f"{name}{marks}": version for name, (version, marks) in attributes.items()}
        return frozenset(marked.items()), elements, content

    def _children(self, version: Version, node: ElementTree.Element) -> Iterable[tuple[str, ElementTree.Element]]:
        for each in node.findall("element"):
            reference = each.get("ref")
            if reference is not None:
                yield each.attrib["name"], self.files[version, f"{reference}.sdf"]
            elif each.get("name") is not None:
                yield each.attrib["name"], each
        for each in node.findall("include"):
            inner = self.files[version, each.attrib["filename"]]
            yield inner.attrib["name"], inner


def _written(root: frozenset[Place], rows: Mapping[frozenset[Place], Row]) -> str:
    """Return the table, in which equal kinds are one."""
    newest = max(version for version, _ in root)
    kinds = dict.fromkeys(rows, 0)
    count = 0
    while count != (count := len(set(kinds.values()))):
        seen: dict[object, int] = {}
        kinds = {places: seen.setdefault(_kind(row, kinds), len(seen)) for places, row in rows.items()}
    numbers: dict[int, int] = {}
    lines: list[str] = []
    pending = [root]
    while pending:
        places = pending.pop()
        if kinds[places] in numbers:
            continue
        numbers[kinds[places]] = len(numbers)
        pending.extend(each for _, (each, _) in sorted(rows[places][1].items(), reverse=True))
    written = {kinds[places]: row for places, row in rows.items()}
    for kind, number in sorted(numbers.items(), key=lambda each: each[1]):
        attributes, children, content = written[kind]
        words = [f"@{name}{_until(last, newest)}" for name, last in sorted(attributes)]
        words += [
            f"{name}:{numbers[kinds[each]]}{_until(last, newest)}" for name, (each, last) in sorted(children.items())
        ]
        lines.append(" ".join([str(number), *([content] if content else []), *words]))
    return "\n".join([*lines, ""])


def _kind(row: Row, kinds: Mapping[frozenset[Place], int]) -> object:
    """Return what distinguishes a kind of element from others, as far as the kinds of its elements are known."""
    attributes, children, content = row
    return (
        attributes,
        content,
        frozenset((name, kinds[each], last) for name, (each, last) in children.items()),
    )


def _marks(described: ElementTree.Element) -> str:
    """Return the marks of an attribute, or of the text of an element."""
    return ("?" if described.get("type") == "bool" else "") + ("!" if described.get("required") == "1" else "")


def _until(last: Version, newest: Version) -> str:
    return "" if last == newest else f"<{'.'.join(map(str, last))}"


if __name__ == "__main__":
    main(*sys.argv[1:])
