"""Reports: what is added once, and how the time grows with what they hold."""

from __future__ import annotations

import pytest

from robotfmt.codes import UNKNOWN_FORMAT
from robotfmt.diagnostics import Diagnostic, Report, Severity, diagnose

ONE, TWO, THREE = (diagnose(UNKNOWN_FORMAT, f"the {each} finding") for each in ("first", "second", "third"))


def test_known_findings_are_not_added_again() -> None:
    report = Report()
    report.put_off(lambda: [ONE])
    report.add_new([TWO, ONE, TWO, THREE])
    assert list(report) == [ONE, TWO, THREE]
    report.add_new([])
    report.extend_with(ONE, Severity.WARNING)
    report.extend_with(ONE, Severity.WARNING)
    assert [each.severity for each in report] == [*[ONE.severity] * 3, Severity.WARNING]


def test_replaced_findings_are_not_added() -> None:
    report = Report()

    def work_out() -> list[Diagnostic]:
        report.group([ONE])
        return [TWO]

    report.put_off(work_out)
    report.add_new([ONE, THREE])
    assert list(report) == [TWO, THREE]


def test_thousands_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [diagnose(UNKNOWN_FORMAT, f"finding {number}") for number in range(1000)]
    report, compared, same = Report(), [0], Diagnostic.__eq__

    def counted(one: Diagnostic, other: object) -> bool:
        compared[0] += 1
        return same(one, other)

    monkeypatch.setattr(Diagnostic, "__eq__", counted)
    report.add_new(found)
    report.add_new([*found, diagnose(UNKNOWN_FORMAT, "another")])
    monkeypatch.undo()
    assert len(report) == 1001
    assert compared[0] < 3000
