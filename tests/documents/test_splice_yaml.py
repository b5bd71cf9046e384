"""Editing YAML in place: what changes is said, and what does not stays byte for byte."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import pytest
import yaml_texts

from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.compose import Item, Tree, as_node
from robotfmt.documents.yaml.document import parse_document
from robotfmt.documents.yaml.lines import Node
from robotfmt.documents.yaml.splice.entries import Unfit
from robotfmt.documents.yaml.splice.marks import marked, meaning, node_of
from robotfmt.documents.yaml.splice.text import Spliced, splice

Said: TypeAlias = object


def reported(node: Node) -> Said:
    """What a value says, however it is written."""
    if node.literal is not None:
        return meaning(node.literal)
    if node.entries is not None:
        return {key: reported(each) for key, each in node.entries.items()}
    return [reported(each) for each in node.items or ()]


def read(text: str) -> Said:
    """What a document says; it must be one that our own reader takes, too."""
    report = Report()
    parse_document(text.encode(), name="a", format="test", report=report)
    assert report.errors == []
    return reported(node_of(marked(text)))


def spliced(text: str, wanted: Tree) -> Spliced:
    """A document with what it shall say, which it must say then."""
    result = splice(text, as_node(wanted))
    assert read(result.text) == reported(as_node(wanted))
    return result


def check(text: str, wanted: Tree, expected: str, *rewritten: str) -> None:
    result = spliced(text, wanted)
    assert result.text == expected
    assert result.rewritten == rewritten


def test_a_scalar_keeps_its_quotes_and_its_comment() -> None:
    text = "a: 'x'   # one\nb:   y\nc: \"z\"\n\n# below\n"
    check(text, {"a": "p", "b": "q", "c": "r"}, "a: 'p'   # one\nb:   q\nc: \"r\"\n\n# below\n")
    check(text, {"a": "it's", "b": "on", "c": 2.5}, "a: 'it''s'   # one\nb:   \"on\"\nc: 2.5\n\n# below\n")


@pytest.mark.parametrize("number", ["1", "1.0", "1e0", "+1.", "0.1e+1"])
def test_equal_numbers_are_left_alone(number: str) -> None:
    check(
        f"a: {number}\nb: ~\nc: true\nd: w\n",
        {"a": 1.0, "b": Item(None), "c": True, "d": "w"},
        f"a: {number}\nb: ~\nc: true\nd: w\n",
    )


def test_new_entries_have_the_style_of_their_siblings() -> None:
    text = "a:\n    'x': 1\n    'y': 2  # two\n\nb: 3\n"
    wanted: Tree = {"a": {"x": 1, "n": 5.0, "y": 2, "z": [1, 2]}, "b": 3}
    check(text, wanted, "a:\n    'x': 1\n    'n': 5.0\n    'y': 2  # two\n    'z': [1.0, 2.0]\n\nb: 3\n")


def test_entries_in_braces() -> None:
    text = "a: { w: 1, xyz: [0, 0,1] }  # turn\n"
    check(
        text,
        {"a": {"w": 2, "xyz": [0, 0, 1, 4], "m": "t"}},
        "a: { w: 2.0, xyz: [0, 0,1,4.0], m: t }  # turn\n",
    )
    check(text, {"a": {"xyz": [0]}}, "a: { xyz: [0] }  # turn\n")
    check(text, {"a": {}}, "a: {}  # turn\n")


def test_spheres_come_and_go() -> None:
    text = "s:\n  l:\n  - center: [0, 0, 0]  # mid\n    radius: 0.1\n  - {center: [1, 0, 0], radius: 0.2}\n"
    one: Tree = {"center": [0, 0, 0], "radius": 0.1}
    two: Tree = {"center": [1, 0, 0], "radius": 0.2}
    new: Tree = {"center": [0, 0, 5], "radius": 0.25}
    lines = text.splitlines(keepends=True)
    check(text, {"s": {"l": [two]}}, "".join((*lines[:2], lines[4])))
    check(text, {"s": {"l": [one]}}, "".join(lines[:4]))
    added = "  - {center: [0.0, 0.0, 5.0], radius: 0.25}\n"
    check(text, {"s": {"l": [one, two, new]}}, text + added)
    before = "  - center: [0.0, 0.0, 5.0]\n    radius: 0.25\n"
    check(text, {"s": {"l": [new, one, two]}}, "".join((*lines[:2], before, *lines[2:])))
    check(
        text,
        {"s": {"l": []}},
        "s:\n  l: []\n",
    )


def test_comments_stay_with_their_items() -> None:
    text = "a: [\n  x,  # ix\n  y   # why\n]\n"
    check(text, {"a": ["x", "y", "z"]}, "a: [\n  x,  # ix\n  y,   # why\n  z\n]\n")
    check(text, {"a": ["y"]}, "a: [\n  y   # why\n]\n")
    check(text, {"a": ["x"]}, "a: [\n  x,  # ix\n]\n")


def test_comments_on_the_same_line_are_changed() -> None:
    text = "a:\n  - x  # old\n  - y\n  - z  # z\n"
    before = as_node({"a": [Item("x", beside="old"), "y", Item("z", beside="z")]})
    after = as_node({"a": [Item("x", beside="new"), Item("y", beside="why"), "z"]})
    assert splice(text, after, before).text == "a:\n  - x  # new\n  - y  # why\n  - z\n"


def test_a_comment_between_brackets_needs_lines() -> None:
    before, after = (as_node({"a": {"b": [*"xt", *more]}}) for more in ((), (Item("z", beside="new"),)))
    result = splice("a:\n  b: [x, t]  # all\n", after, before)
    assert result.text == "a:\n  b:  # all\n    - x\n    - t\n    - z  # new\n"
    assert result.rewritten == ("/a/b",)


def test_equal_values_keep_the_form_of_the_document() -> None:
    """One number for all; a section that was only assumed; a key of which the writer knows nothing."""
    text = "all: 0.1\nown: {x: 1}\nr: 2\n"
    before: dict[str, Tree] = {"all": {"l1": 0.1, "l2": 0.1}, "assumed": [1], "r": 2}
    changed = splice(text, as_node({**before, "r": 3}), as_node(before))
    assert changed == ("all: 0.1\nown: {x: 1}\nr: 3.0\n", ())
    with pytest.raises(Unfit):  # 'own' may be another form of 'assumed'
        splice(text, as_node({**before, "assumed": [2]}), as_node(before))
    without = splice(
        "all: 0.1  # m\nr: 2\n",
        as_node({"all": {"l1": 0.1, "l2": 0.2}, "r": 2}),
        as_node({"all": before["all"], "r": 2}),
    )
    assert without == ("all:  # m\n  l1: 0.1\n  l2: 0.2\nr: 2\n", ("/all",))


def test_aliases_of_what_changes_are_written_out() -> None:
    text = "a: &x [1, 2]\nb: *x\nc: &y {k: *x}\nd: *y\n"
    one = [1.0, 2.0]
    check(
        text,
        {"a": [3, 2], "b": one, "c": {"k": one}, "d": {"k": one}},
        "a: &x [3.0, 2]\nb: [1, 2]\nc: &y {k: [1, 2]}\nd: *y\n",
        "/b",
        "/c/k",
    )
    check(
        text,
        {"a": one, "b": [1], "c": {"k": one}, "d": {"k": one}},
        "a: &x [1, 2]\nb: [1.0]\nc: &y {k: *x}\nd: *y\n",
        "/b",
    )
    check(
        text,
        {"b": one, "c": {"k": one}, "d": {"k": one}},
        "b: [1, 2]\nc: &y {k: [1, 2]}\nd: *y\n",
        "/b",
        "/c/k",
    )


def test_a_duplicate_key() -> None:
    text = "a: {x: 1}\nb: 2\na: {t: 2}\n"
    before: Tree = {"a": {"x": 1, "t": 2}, "b": 2}
    after: Tree = {"a": {"x": 1, "t": 3}, "b": 2}
    assert splice(text, as_node(before), as_node(before)) == (text, ())
    assert splice(text, as_node(after), as_node(before)) == ("b: 2\na: {x: 1.0, t: 3.0}\n", ("/a",))


def test_line_ends_and_the_end_without_one() -> None:
    check("a: 1\r\nb:\r\n  - x", {"a": 2, "b": ["x", "t"]}, "a: 2.0\r\nb:\r\n  - x\r\n  - t")
    check(
        "a: 1\r\n\r\nb: 2\r\n",
        {"a": 1, "m": {"k": "v"}, "b": 2},
        'a: 1\r\n\r\nm:\r\n  k: "v"\r\n\r\nb: 2\r\n',
    )


def test_block_texts_and_empty_values() -> None:
    text = "a: |\n  one\n  two\n\nb:\nc: >-\n  three\n# end\n"
    check(text, {"a": "one\ntwo\n", "b": "x", "c": "y"}, 'a: |\n  one\n  two\n\nb: x\nc: "y"\n# end\n')
    check("-\n- b\n", ["m", "b"], "- m\n- b\n")


def test_tags_and_explicit_keys() -> None:
    check("a: !!str 1\nb: 2\n", {"a": 1, "b": 2}, "a: 1.0\nb: 2\n")
    result = spliced("m:\n  ? a\n  : 1\n  b: 2\nn: 3\n", {"m": {"a": 4, "b": 2}, "n": 3})
    assert result == ("m:\n  a: 4.0\n  b: 2.0\nn: 3\n", ("/m",))


def test_rows_that_would_be_long_are_broken() -> None:
    text = "a: [{x: 1}]\n"
    result = spliced(text, {"a": [{"x": float(index)} for index in range(1, 40)]})
    assert result.text.startswith("a: [{x: 1},\n    {x: 2.0},\n    {x: 3.0},\n")


@pytest.mark.parametrize("seed", range(60))
def test_random_documents_are_changed_in_place(seed: int) -> None:
    """It says what it shall, and the lines that speak of nothing that changed are the same bytes."""
    random = Random(seed)
    before = yaml_texts.mapping(random, 4)
    after = yaml_texts.changed_mapping(random, before)
    text = yaml_texts.text(random, before)
    assert read(text) == reported(as_node(before))
    try:
        result = spliced(text, after)
    except Unfit:
        return
    if reported(as_node(before)) == reported(as_node(after)):
        assert result.text == text
    same = [key for key in before if key in after and reported(as_node(before[key])) == reported(as_node(after[key]))]
    for block in (_block(text, key) for key in same):
        assert block in result.text
    assert "\r\n" not in text or "\n" not in result.text.replace("\r\n", "")


def _block(text: str, key: str) -> str:
    """The lines of an entry at the top, without what stands above and below it."""
    root = marked(text)
    index = root.names.index(key)
    return text[root.places[index] : root.items[index].end]
