"""The tree of a YAML document: values with positions, and the ledger of what nobody took."""

from __future__ import annotations

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.document import (
    Document,
    Mapping,
    Scalar,
    Sequence,
    canonical,
    escape,
    parse_document,
    unescape,
)


def _document(text: str) -> Document:
    return parse_document(text.encode(), name="a.yaml", format="test", report=Report())


def _root(text: str) -> Mapping:
    root = _document(text).root
    assert isinstance(root, Mapping)
    return root


def _contents(document: Document) -> list[tuple[str, str, str]]:
    return [(each.place, each.name, each.content) for each in document.leftovers()]


def test_every_value_knows_its_path_line_and_column() -> None:
    root = _root("a:\n  b/c:\n    - 1\n    - {d: 2}\n")
    outer = root.get("a")
    assert isinstance(outer, Mapping)
    items = outer.get("b/c")
    assert isinstance(items, Sequence)
    inner = items.items[1]
    assert isinstance(inner, Mapping)
    value = inner.get("d")
    assert value is not None
    assert (value.path, value.line, value.column) == ("/a/b~1c/1/d", 4, 11)
    assert (inner.entries[0].name.line, inner.entries[0].name.column) == (4, 8)
    assert inner.entries[0].origin.path == "/a/b~1c/1/d"


def test_unclaimed_content_is_left_over_in_the_largest_parts() -> None:
    document = _document("a: {b: 1, c: [x, 'y']}\nd: 2\ne: [f, {g: h}]\n")
    root = document.root
    assert isinstance(root, Mapping)
    root.take()
    taken = root.mapping("a")
    assert taken is not None
    assert taken.number("b") == 1
    items = root.sequence("e")
    assert items is not None
    assert _contents(document) == [
        ("/a", "c", '[x, "y"]'),
        ("/", "d", "2"),
        ("/e", "0", "f"),
        ("/e", "1", '{"g": h}'),
    ]
    assert [each.code for each in document.report] == ["document.not-understood"] * 4
    assert [(each.line, each.column) for each in document.report] == [(1, 14), (2, 4), (3, 5), (3, 8)]


def test_a_bad_number_leaves_the_whole_list_unread() -> None:
    document = _document("a: [1, x, 3]\n")
    root = document.root
    assert isinstance(root, Mapping)
    root.take()
    assert root.vector("a") is None
    assert _contents(document) == [("/", "a", "[1, x, 3]")]


def test_take_all_takes_everything_below() -> None:
    document = _document("a: {b: [1, {c: 2}]}\n")
    document.root.take_all()
    assert document.leftovers() == ()


def test_both_entries_of_a_duplicate_key_are_in_the_tree() -> None:
    document = _document("a: 1\nb: 2\na: 3\n")
    root = document.root
    assert isinstance(root, Mapping)
    assert [entry.key for entry in root.entries] == ["a", "b", "a"]
    assert root.number("a") == 1
    (found,) = document.report
    assert (found.code, found.line, found.column) == ("yaml.duplicate-key", 3, 1)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("x: plain", "plain"),
        ("x: a b-c/d", "a b-c/d"),
        ("x: 1e-3", "1e-3"),
        ("x: 'text'", '"text"'),
        ("x: ''", '""'),
        ("x:", "null"),
        ("x: ~", "~"),
        ("x: hello, world", '"hello, world"'),
        ("x: a]b}", '"a]b}"'),
        ("x: ---", '"---"'),
        ("x: caf\u00e9", '"caf\\xe9"'),
        ("x: |\n  a\n  b\n", '"a\\nb\\n"'),
        ("x: !!str 1", '"1"'),
        ('x: !!int "1"', "1"),
        ("x: ! 1", '"1"'),
        ('x: {"y z": [1, two, "three"], 1: }', '{"y z": [1, two, "three"], "1": null}'),
    ],
)
def test_the_canonical_form_is_the_same_value_on_one_line(source: str, text: str) -> None:
    value = _root(source).get("x")
    assert value is not None
    assert canonical(value) == text
    again = _root(f"x: {text}").get("x")
    assert again is not None
    assert canonical(again) == text


def test_an_alias_is_a_tree_of_its_own() -> None:
    document = _document("a: &x {b: 1}\nc: *x\n")
    root = document.root
    assert isinstance(root, Mapping)
    root.take()
    mapping = root.mapping("c")
    assert mapping is not None
    assert mapping.number("b") == 1
    assert _contents(document) == [("/", "a", '{"b": 1}')]


def test_an_alias_can_be_a_key() -> None:
    assert [entry.key for entry in _root("a: &x b\n*x : c\n").entries] == ["a", "b"]


def test_an_empty_document_is_nothing() -> None:
    for text in ("", "# only a comment\n", "---\n...\n"):
        root = _document(text).root
        assert isinstance(root, Scalar)
        assert root.is_null


@pytest.mark.parametrize("key", ["", "a/b", "~", "~1", "a~0/~1b"])
def test_a_key_survives_being_a_step(key: str) -> None:
    assert unescape(escape(key)) == key


def test_utf_16_is_read() -> None:
    document = parse_document("\ufeffa: \u00e9\n".encode("utf-16-le"), name="a", format="test", report=Report())
    root = document.root
    assert isinstance(root, Mapping)
    assert root.text("a") == "\u00e9"
