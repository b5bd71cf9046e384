"""Nothing is lost in silence: what nobody knows, put anywhere in a document, comes out at the same place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree
from reading import read_text, write_bytes
from real import FIXTURES

from robotfmt.formats import of_input

UNKNOWN = "zz_unknown"
CONTENT = "<deep x='1'>text</deep>"
DOCUMENTS = sorted(path for path in FIXTURES.rglob("*") if path.suffix in (".urdf", ".dae"))
TOGETHER = 12
"""How many elements of a large document are tried in one reading, far from one another."""


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


def chosen(count: int) -> list[range]:
    """Every element of a document, alone or with others far from it."""
    groups = count if count < 400 else -(-count // TOGETHER)
    return [range(start, count, groups) for start in range(groups)]


def problem(root: etree._Element, name: str, numbers: range) -> str | None:
    """What is wrong with the way that unknown things in these elements take."""
    found = elements(root)
    for number in numbers:
        inject(found[number], number)
    given = set(places(root))
    format = of_input(name, etree.tostring(root)).name
    robot = read_text(etree.tostring(root), format, name=name)
    kept = "\n".join(f"{each.name}={each.content}" for each in robot.extensions)
    missing = [n for n in numbers if f"{UNKNOWN}{n}=value {n}" not in kept and f'{UNKNOWN}{n}="' not in kept]
    missing += [n for n in numbers if f"<{UNKNOWN}{n}" not in kept]
    if missing:
        return f"not in an extension: {[tags(found[n]) for n in missing]}"
    written = set(places(parsed(write_bytes(robot, format, output=name))))
    return f"lost or moved: {given ^ written}" if given != written else None


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_is_unknown_comes_out_where_it_went_in(path: Path) -> None:
    data = path.read_bytes()
    count = len(elements(parsed(data)))
    assert count > 20
    problems = [problem(parsed(data), str(path), numbers) for numbers in chosen(count)]
    assert [each for each in problems if each is not None] == []
