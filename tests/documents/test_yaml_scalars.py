"""What we write is read as the same by readers of YAML 1.1 and of 1.2, whatever a link is called."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from robotfmt.diagnostics import Report
from robotfmt.documents import tokens
from robotfmt.documents.yaml import lines
from robotfmt.documents.yaml.document import Mapping, Scalar, parse_document

TRAPS = [
    *("on", "off", "yes", "no", "y", "n", "Y", "N", "true", "false", "True"),
    *("null", "Null", "~", "", "1", "0", "-1", "012", "0o12", "0x1", "0b1", "1_000", "1:30", "190:20:30"),
    *("1e-3", "1e3", "1E5", "+1e-3", ".5", "-.5", "5.", ".", ".inf", "-.Inf", ".nan", "NaN", "inf"),
    *("2001-01-01", "2001-12-14t21:59:43.10-05:00", "=", "<<", "-", "--", "---", "...", "?", ":", "a:", ":a"),
    *("#a", "a#b", "&a", "*a", "!a", "|a", ">a", "'a", '"a', "%a", "@a", "`a", "[a", "{a", "a]", "a}", "a,"),
    *(" ", " a", "a ", "a b", "a: b", "a #b", "a\nb", "a\tb", "\\", "_", "a-b", "a.b", "a/b", "e3"),
    *("\x7f", "\x85", "\u2028", "\ufeff", "\U0001f916"),
]
NUMBERS = [0.0, -0.0, 1.0, -2.5, 0.1, 1e-3, 1e-7, 1.5e300, 5e-324, 1e16, 1e22, 123456789.123, -1e-5, 2.0**60]
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=40)


def _ours(text: str) -> Mapping:
    root = parse_document(text.encode(), name="a", format="test", report=Report()).root
    assert isinstance(root, Mapping)
    return root


def _ruamel(text: str, version: tuple[int, int]) -> Any:
    yaml = YAML(typ="safe", pure=True)
    yaml.version = version
    return yaml.load(io.StringIO(text))


def _pyyaml(text: str) -> Any:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(text)


@pytest.mark.parametrize("name", TRAPS)
def test_a_name_stays_a_name(name: str) -> None:
    text = f"{lines.plain(name)}: {lines.flow(name)}\n"
    assert text.isascii()
    root = _ours(text)
    assert [entry.key for entry in root.entries] == [name]
    assert root.text(name) == name
    assert _ruamel(text, (1, 1)) == {name: name}
    assert _ruamel(text, (1, 2)) == {name: name}


@pytest.mark.parametrize("name", TRAPS)
def test_a_name_stays_a_name_for_pyyaml(name: str) -> None:
    assert _pyyaml(f"{lines.plain(name)}: {lines.flow(name)}\n") == {name: name}


@pytest.mark.parametrize("value", NUMBERS)
def test_a_number_stays_a_number(value: float) -> None:
    text = lines.number(value)
    assert "." in text
    assert tokens.real(text) == value
    for loaded in (_ruamel(f"x: {text}", (1, 1)), _ruamel(f"x: {text}", (1, 2))):
        assert type(loaded["x"]) is float
        assert loaded["x"] == value
    assert lines.is_number_everywhere(text)


@pytest.mark.parametrize("value", NUMBERS)
def test_a_number_stays_a_number_for_pyyaml(value: float) -> None:
    loaded = _pyyaml(f"x: {lines.number(value)}")
    assert type(loaded["x"]) is float
    assert loaded["x"] == value


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1.0"), (-0.0, "0.0"), (1e-3, "0.001"), (1e-7, "1.0e-07"), (1e22, "1.0e+22"), (2, "2.0")],
)
def test_numbers_have_a_point_and_a_signed_exponent(value: float, text: str) -> None:
    assert lines.number(value) == text


@given(texts)
def test_any_text_comes_back(text: str) -> None:
    written = f"{lines.plain(text)}: {lines.flow(text)}\n"
    assert written.isascii()
    assert _ours(written).text(text) == text
    assert _ruamel(written, (1, 1)) == _ruamel(written, (1, 2)) == {text: text}


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_number_comes_back(value: float) -> None:
    assert tokens.real(lines.number(value)) == value


def test_numbers_that_are_none_are_at_least_yaml() -> None:
    written = [lines.number(float(each)) for each in ("inf", "-inf", "nan")]
    assert written == [".inf", "-.inf", ".nan"]


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("on", "a boolean"),
        ("No", "a boolean"),
        ("~", "nothing"),
        ("null", "nothing"),
        ("1", "a number"),
        ("012", "a number"),
        ("1_000", "a number"),
        ("1:30", "a number"),
        ("0x1F", "a number"),
        (".inf", "a number"),
        ("1e-3", "a number"),
        ("2001-01-01", "a date"),
        ("=", "another type"),
        ("link_1", None),
        ("one", None),
        ("base-link", None),
        ("1st", None),
    ],
)
def test_plain_names_that_other_parsers_misread(source: str, what: str | None) -> None:
    assert lines.misread(source) == what


@pytest.mark.parametrize("name", [name for name in TRAPS if name.isascii() and name.isprintable()])
def test_scalars_without_a_report_are_read_alike_by_all_parsers(name: str) -> None:
    """What a reader of either version takes for no text is found by ``misread``."""
    for version in ((1, 1), (1, 2)):
        try:
            loaded = _ruamel(f"- {name}\n", version)
        except Exception:
            continue
        if loaded and loaded != [name] and lines.misread(name) is None:
            assert not isinstance(loaded[0], bool | int | float), (name, loaded)


@pytest.mark.parametrize("source", ["1e-3", "1E5", "+1.5e3", "012", "1:30"])
def test_numbers_that_only_yaml_1_2_reads(source: str) -> None:
    assert not lines.is_number_everywhere(source)


@pytest.mark.parametrize("source", ["0", "-1", "+2", "10", "0.5", ".5", "5.", "1.0e-03", "1.5e+3"])
def test_numbers_that_everybody_reads(source: str) -> None:
    assert lines.is_number_everywhere(source)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("part", "end", "misread"), [("1", "x", None), ("1_", "x", None), (":59", "", None), ("2001-01-01 ", "", "a date")]
)
def test_a_long_name_costs_its_length(part: str, end: str, misread: str | None) -> None:
    """It takes milliseconds; a look at all pairs of its letters would take hours."""
    name = part * (1_000_000 // len(part)) + end
    assert lines.misread(name) == misread
    assert not lines.is_number_everywhere(name)


def test_a_quoted_null_is_a_text() -> None:
    value = _ours('a: "null"').get("a")
    assert isinstance(value, Scalar)
    assert not value.is_null
