"""Each rule of ``RULES.md`` is raised by its document, with its severity, and says what it must."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from real import BROKEN

import robotfmt_xrdf
from robotfmt.diagnostics import Diagnostic, Report, Severity
from robotfmt.formats.catalogue import all_codes
from robotfmt.hub.checking import check
from robotfmt.hub.reading import read
from robotfmt.selfcollision.pairs import Collisions

TABLE = Path(robotfmt_xrdf.__file__).with_name("RULES.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+) \| ([a-z0-9-]+) \| ([EWI]) \| `([a-z0-9.-]+)` \| `([^`]+)` \| (.*) \|$", re.MULTILINE)
ROWS = ROW.findall(TABLE)
RULES = 93
LOOKS = "--collisions"
SEVERITIES = {"E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.NOTE}


def findings(documents: str) -> list[Diagnostic]:
    """What a check of documents among the broken ones says."""
    names = documents.split()
    looked = Collisions(samples=500) if LOOKS in names else None
    (done,) = check(*(BROKEN / "xrdf" / each for each in names if each != LOOKS), collisions=looked)
    return list(done.report)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_a_rule_is_held(row: tuple[str, ...]) -> None:
    _, _, severity, code, documents, says = row
    if LOOKS in documents:
        pytest.importorskip("coal")
    found = [each for each in findings(documents) if each.code == code]
    assert found
    assert {each.severity for each in found} == {SEVERITIES[severity]}
    assert all(each.file is not None for each in found)
    words = re.findall(r"`([^`]+)`", says)
    assert any(all(word in f"{each.message} {each.help}" for word in words) for each in found)


def test_no_rule_is_forgotten() -> None:
    assert {int(row[0]) for row in ROWS} == set(range(1, RULES + 1))
    names = defaultdict(set)
    for row in ROWS:
        names[row[0]].add(row[1])
    assert {len(each) for each in names.values()} == {1}


def test_codes_have_the_severity_of_their_rule() -> None:
    """That of version 1.0 where a rule is stricter in 2.0; what the hub tells of any document is milder elsewhere."""
    elsewhere = ("yaml.duplicate-key", "number.not-finite", "xrdf.self-geometry-differs")
    worst = {"E": 2, "W": 1, "I": 0}
    rules: dict[str, list[str]] = defaultdict(list)
    for _, _, severity, code, _, _ in ROWS:
        rules[code].append(severity)
    letters = {Severity.ERROR: "E", Severity.WARNING: "W", Severity.NOTE: "I"}
    for code, severities in rules.items():
        mild = min(severities, key=worst.__getitem__)
        own = letters[all_codes()[code].severity]
        assert own == mild or code in elsewhere, code


def test_a_sound_document_breaks_no_rule() -> None:
    for documents in ("sound.xrdf", "sound.urdf sound.xrdf", "sound.urdf sound-2.0.xrdf"):
        kept = {each.code for each in findings(documents)}
        assert kept <= {"xrdf.end-effector", "xrdf.self-geometry-differs"}


def test_names_missing_in_the_robot_are_warnings_of_a_conversion() -> None:
    documents = [BROKEN / "xrdf" / each for each in ("sound.urdf", "xrdf.cspace-joint-unknown.xrdf")]
    report = Report()
    read(*documents, report=report)
    assert [each.severity for each in report.having("xrdf.cspace-joint-unknown")] == [Severity.WARNING]
