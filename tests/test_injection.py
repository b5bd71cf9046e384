"""Nothing is lost in silence: what nobody knows, put anywhere in a document, comes out at the same place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree
from reading import read_text, write_bytes
from real import fixtures

from robotfmt.formats import of_input
from robotfmt.model import Extension

UNKNOWN = "zz_unknown"
CONTENT = "<deep x='1'>text</deep>"
DOCUMENTS = fixtures(".urdf", ".dae")
TOGETHER = 25
"""How many elements of a document, far from one another, get something unknown at a time."""
SLICE = 10
"""How many times one test does so."""


def parsed(data: bytes) -> etree._Element:
    return etree.fromstring(data)


def elements(root: etree._Element) -> list[etree._Element]:
    return [each for each in root.iter() if isinstance(each.tag, str)]


def tags(element: etree._Element) -> tuple[str, ...]:
    """The names from the root to an element."""
    above = [element, *element.iterancestors()]
    return tuple(etree.QName(each).localname for each in reversed(above))


def inject(element: etree._Element, mark: int) -> None:
    element.set(f"{UNKNOWN}{mark}", f"value {mark}")
    namespace = etree.QName(element).namespace
    name = f"{UNKNOWN}{mark}"
    child = etree.SubElement(element, f"{{{namespace}}}{name}" if namespace else name)
    child.append(etree.fromstring(CONTENT))


def places(root: etree._Element) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Everything injected in a document, and the names above it."""
    for element in elements(root):
        for attribute, value in element.attrib.items():
            if str(attribute).startswith(UNKNOWN):
                yield f"@{attribute}={value}", tags(element)
        if etree.QName(element).localname.startswith(UNKNOWN):
            inside = element[0]
            assert (etree.QName(inside).localname, dict(inside.attrib), inside.text) == (
                "deep",
                {"x": "1"},
                "text",
            )
            yield tags(element)[-1], tags(element)[:-1]


def slices() -> Iterator[tuple[Path, tuple[range, ...]]]:
    for path in DOCUMENTS:
        count = len(elements(parsed(path.read_bytes())))
        apart = -(-count // TOGETHER)
        batches = [range(start, count, apart) for start in range(apart)]
        yield from ((path, tuple(batches[i : i + SLICE])) for i in range(0, apart, SLICE))


def is_ours(path: Path) -> bool:
    """Whether a document is in the form in which it is written: its elements keep their ids."""
    return path.suffix == ".urdf" or b"<authoring_tool>robotfmt" in path.read_bytes()


def problem(data: bytes, path: Path, numbers: range) -> str | None:
    """What is wrong with the way that unknown things in some elements take."""
    root = parsed(data)
    targets = [elements(root)[number] for number in numbers]
    for number, target in zip(numbers, targets, strict=True):
        inject(target, number)
    given = etree.tostring(root)
    format = of_input(str(path), given).name
    robot = read_text(given, format, name=str(path))
    kept = "\n".join(f"{each.name}={each.content}" for each in robot.extensions)
    for number, target in zip(numbers, targets, strict=True):
        mark = f"{UNKNOWN}{number}"
        child, attribute = re.search(rf"<{mark}\b", kept), re.search(rf"{mark}=\"?value {number}\b", kept)
        if child is None or attribute is None:
            return f"not in an extension: {tags(target)}"
    written = write_bytes(robot, format, output=str(path))
    if is_ours(path):
        moved = set(places(root)) ^ set(places(parsed(written)))
        return f"lost or moved: {moved}" if moved else None
    again = read_text(written, format, name=str(path))
    lost = {unplaced(each) for each in robot.extensions} - {unplaced(each) for each in again.extensions}
    return f"lost: {lost}" if lost else None


def unplaced(extension: Extension) -> tuple[str, str]:
    """An extension without its place: ids are given anew."""
    return extension.name, " ".join(extension.content.split())


@pytest.mark.parametrize(("path", "batches"), list(slices()), ids=lambda each: getattr(each, "name", "some"))
def test_what_is_unknown_is_kept_and_comes_out_where_it_went_in(
    path: Path, batches: tuple[range, ...]
) -> None:
    data = path.read_bytes()
    problems = [problem(data, path, numbers) for numbers in batches]
    assert [each for each in problems if each is not None] == []


def test_every_element_of_every_fixture_was_tried() -> None:
    tried = {(path, number) for path, batches in slices() for numbers in batches for number in numbers}
    assert len(DOCUMENTS) > 6
    assert len(tried) == sum(len(elements(parsed(path.read_bytes()))) for path in DOCUMENTS) > 1000
