"""libyaml and ruamel.yaml read the same documents in the same way, or ruamel.yaml is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from random import Random

import pytest
import yaml
from real import CORPUS, FIXTURES, fixtures

from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.document import parse_document
from robotfmt.documents.yaml.events import (
    DEEPEST,
    DeepError,
    DisputedError,
    Event,
    Kind,
    NotYamlError,
    events,
    exact,
    quick,
)
from robotfmt.errors import InputError, LimitError
from robotfmt.limits import Limits

SUFFIXES = (".xrdf", ".yml", ".yaml", ".body", ".smurf", ".smurfs")
DOCUMENTS = [path.read_text(encoding="utf-8") for path in fixtures(*SUFFIXES)]
SMALL = (
    'a: 1\nb:\n  - x\n  - {c: 2, d: [3, 4]}\ne: "f g"\n',
    "links:\n- name: A\n  translation: [ 0, 0, 1.5 ]\n  elements:\n    -\n      type: Shape\n      size: &s [ 1, 2 ]\n",
    "geometry:\n  g:\n    spheres:\n      - center: [0.1, 0.2, 0.3]\n        radius: 0.1 # c\nignore: {a: [b, c]}\n",
    "x: |\n  text\n  more\ny: >\n  folded\n  text\nz: &k [1]\nw: *k\nv:\n",
)
ODD = (
    *":,[]{}#&*!|>'\"%@`-?~ \n\t\\",
    *("\r\n", "\r", "\x85", "\u2028", "\ufeff", "é", "\U0001f600", "\x7f", "\x07", "\ud800"),
    *(": ", " #", "- ", "? ", "<<: ", "---\n", "...\n", "%YAML 1.1\n", "# c\n", " \t", "-\ta", "a:\tb"),
    *("|\n  a\n", ">-\n  a\n\n  b\n", "|2\n   a\n", "|+\n a\n\n", "- - a\n", "&a ", "*a ", "&a:", "*a:", "&a?", "&a\n"),
    *("!!str ", "!x ", "!<tag:x> ", "!!map {}", '"a\\x41"', "'it''s'", '"\\/"', '"\\N"', '"a\n b"', '"a" : b'),
    *("{a: 1}", "[1, 2]", "{a:1}", '{"a":1}', "a:b", "::", "1:30", "{? a}", "[a: b]", "{a, b: c}", "{a: , b}", "a?b"),
)
DISPUTED = (
    *("a:\t1\n", "a: 1\u2028b: 2\n", "a: !x 1\n", "%YAML 1.1\n---\na: 1\n", "\ufeffa: 1\n", "a: &b? 1\n"),
    *("a: |# x\n  b\n", '{"a":1}\n', "a: [?:: 1]\n", "a: |+\n \n\n  b\n", "{a: &b: 1}\n", "? [a]\n: \ud800\n"),
    "a: [1\n",
)
"""What libyaml reads otherwise, or refuses."""


def changed(text: str, chance: Random) -> str:
    """A document with some characters inserted, removed, or exchanged for others."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        place, removed = chance.randrange(len(text) + 1), chance.choice((0, 0, 0, 1, 4))
        text = text[:place] + chance.choice(ODD) + text[place + removed :]
    return text


def read_exactly(text: str) -> list[tuple[object, ...]]:
    return list(map(compared, exact(text)))


def compared(event: Event) -> tuple[object, ...]:
    """What a document is made of; libyaml gives other positions for what is empty, and at the end of the text."""
    is_empty = event.kind is Kind.SCALAR and event.begin == event.end
    if is_empty or event.kind in (Kind.END, Kind.DOCUMENT):
        return event.kind, event.anchor, event.tag, event.text, event.style, event.flow
    return tuple(event)


def read_quickly(text: str) -> list[tuple[object, ...]] | None:
    try:
        return list(map(compared, quick(text)))
    except DisputedError:
        return None


@pytest.mark.parametrize("text", DOCUMENTS)
def test_our_documents_are_read_alike(text: str) -> None:
    quickly = read_quickly(text)
    assert quickly is None or quickly == read_exactly(text)


def test_most_documents_are_read_quickly() -> None:
    assert sum(read_quickly(each) is not None for each in DOCUMENTS) > 0.8 * len(DOCUMENTS)


def test_documents_of_others_are_read_alike() -> None:
    paths = [path for path in CORPUS.rglob("*") if path.suffix in SUFFIXES and path.stat().st_size < 30_000]
    if not paths:
        pytest.skip("the corpus of real documents is not here")
    for path in paths[::4]:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
        quickly = read_quickly(text)
        assert quickly is None or quickly == read_exactly(text), path


@pytest.mark.parametrize("seed", range(4))
def test_the_quick_parser_reads_what_the_exact_one_reads(seed: int) -> None:
    chance, alike = Random(seed), 0
    for _ in range(1500):
        text = changed(chance.choice(SMALL), chance)
        quickly = read_quickly(text)
        if quickly is not None:
            assert quickly == read_exactly(text), text
            alike += 1
    assert alike > 150


@pytest.mark.parametrize("text", DISPUTED)
def test_disputed_documents_are_left_to_the_exact_parser(text: str) -> None:
    assert read_quickly(text) is None
    assert result(events, text) == result(exact, text)


def result(read: Callable[[str], Iterable[Event]], text: str) -> object:
    """The events of the values of a document, or what is wrong with it."""
    try:
        return [each for each in read(text) if each.kind is not Kind.DOCUMENT]
    except NotYamlError as error:
        return error.args


def test_a_document_that_is_refused_at_its_end_is_read_again() -> None:
    text = "a: 'x # y'\nb: {c: 'd # e'}\nf: [g\n"
    with pytest.raises(InputError, match=r"x:4:1: .*expected ',' or '\]'"):
        parse_document(text.encode(), name="x", format="", report=Report())
    whole = parse_document(b"a: 'x # y' # z\nb: [c, :d]\n", name="x", format="", report=Report())
    assert whole.hashes == [(3, 10)]


@pytest.mark.parametrize("levels", [900, 1100])
def test_too_deeply_nested_documents_are_refused_at_once(levels: int) -> None:
    data = b"a:\n- " + b"[\n " * levels + b"]" * levels
    with pytest.raises(DeepError) if levels > DEEPEST else nullcontext():
        list(quick(data.decode()))
    with pytest.raises(LimitError, match=r"x:\d+: .* nested too deeply; yaml_depth allows 64"):
        parse_document(data, name="x", format="", report=Report())
    limits = Limits(yaml_depth=2000)
    assert parse_document(data, name="x", format="", report=Report(), limits=limits).root.kind == "a mapping"


def test_without_libyaml_the_same_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (FIXTURES / "ur10e" / "ur10e.xrdf").read_bytes()
    before = parse_document(data, name="x", format="", report=Report())
    assert "yaml" in sys.modules
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    after = parse_document(data, name="x", format="", report=Report())
    assert after.layout() == before.layout()
    assert [each.content for each in after.leftovers()] == [each.content for each in before.leftovers()]
