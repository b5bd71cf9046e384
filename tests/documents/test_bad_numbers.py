"""Numbers that cannot be read: everywhere reported, once, as an error where the robot depends on them."""

from __future__ import annotations

import pytest
from numbered import TEXTS, marked, sound
from reading import read_text

from robotfmt.diagnostics import Report, Severity
from robotfmt.documents.tokens import BadToken, reals

YAML = ("xrdf", "curobo", "lula")
TOKENS = ("nan", "-inf", "1e999", "0,5", "1_0", "abc")


@pytest.mark.parametrize("name", TEXTS)
def test_the_documents_are_sound(name: str) -> None:
    report = Report()
    read_text(sound(name), name, report)
    assert [each.message for each in report if each.code.startswith("number.")] == []
    assert report.errors == []


@pytest.mark.parametrize(
    ("name", "token"),
    # In a list of YAML a comma ends a number.
    [(name, token) for name in TEXTS for token in TOKENS if token != "0,5" or name not in YAML],
)
def test_each_number_that_cannot_be_read_is_reported_once(name: str, token: str) -> None:
    known = Report()
    read_text(sound(name), name, known)
    kept = [each.message for each in known.having("document.not-understood")]
    code = "number.not-finite" if token in ("nan", "-inf", "1e999") else "number.bad"
    count = 0
    for text, needed, line in marked(name, token):
        report = Report()
        read_text(text, name, report)
        (found,) = [each for each in report if each.code.startswith("number.")]
        assert (found.code, found.line) == (code, line), found.message
        assert found.severity is (Severity.ERROR if needed else Severity.WARNING), found.message
        assert token in found.message
        assert ": expected " in found.message
        again = [each.message for each in report.having("document.not-understood")]
        assert set(again) <= set(kept), found.message
        count += 1
    assert count >= 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'name="elbow" type="revolute">\n    <origin xyz="0 0 0"',
            'name="elbow" type="revolute">\n    <origin xyz="0,5 0 0"',
            "joint 'elbow': origin xyz '0,5 0 0': expected three numbers separated by spaces",
        ),
        (
            '<mass value="1"',
            '<mass value="nan"',
            "link 'base': inertial mass value 'nan': expected a finite number",
        ),
        (
            '<box size="1 1 1"',
            '<box size="1 1"',
            "link 'base': visual geometry box size '1 1': expected three numbers separated by spaces, got 2",
        ),
        (
            'lower="-1" upper="1" effort="1" velocity="1"/>\n    <dynamics',
            'lower="-1" upper="" effort="1" velocity="1"/>\n    <dynamics',
            "joint 'elbow': limit upper '': expected a number, got nothing",
        ),
        (
            'multiplier="1"',
            'multiplier="1e999"',
            "joint 'wrist': mimic multiplier '1e999': expected a number of at most 1.8e308",
        ),
    ],
)
def test_the_message_names_the_part(old: str, new: str, message: str) -> None:
    report, text = Report(), sound("urdf")
    assert text.count(old) == 1
    read_text(text.replace(old, new), "urdf", report)
    assert [each.message for each in report.errors] == [message]


def test_the_message_of_a_yaml_document_names_the_keys() -> None:
    report = Report()
    read_text(sound("xrdf").replace("jerk_limits: [500]", "jerk_limits: [5e2x]"), "xrdf", report)
    (found,) = report.errors
    assert found.message == "cspace jerk_limits item 1 '5e2x': expected a number"


@pytest.mark.parametrize(
    ("text", "count", "expected"),
    [
        ("x 0 0", 3, "three numbers separated by spaces"),
        ("0 inf 0", 3, "three finite numbers"),
        ("1e400 0 0 0", 4, "four numbers of at most 1.8e308"),
        ("${x} 0 0", 3, "three numbers separated by spaces, got an unexpanded xacro expression"),
        ("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", 16, "16 numbers separated by spaces, got 15"),
        ("x", None, "numbers separated by spaces"),
    ],
)
def test_a_bad_row_of_numbers_has_the_expected_form_in_its_error(text: str, count: int | None, expected: str) -> None:
    with pytest.raises(BadToken) as caught:
        reals(text, count)
    assert caught.value.expected == expected
