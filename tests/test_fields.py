"""Diagnostics carry what they are about in fields, and their sentences are made from these."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Report
from robotfmt.cli import main
from robotfmt.codes import DANGLING
from robotfmt.facts import Fact, Kind
from robotfmt.facts.difference import Difference
from robotfmt.facts.phrases import Wording
from robotfmt.model.features import Feature

ARM = FIXTURES / "arm6" / "arm6.urdf"
ROOT = Path(robotfmt.__file__).parent
PARSING = {
    "partition",
    "rpartition",
    "split",
    "rsplit",
    "removeprefix",
    "removesuffix",
    "startswith",
    "endswith",
}
VELOCITY = ("joint", "elbow", "velocity")


def fact(value: object) -> Fact:
    return Fact(VELOCITY, Feature.VELOCITY, Kind.NUMBERS, value, unit="rad/s")


@pytest.mark.parametrize(
    ("before", "after", "sentence", "fields"),
    [
        (2.5, 2.0, "joint 'elbow': velocity limit 2.5 -> 2 rad/s", {"before": "2.5", "after": "2"}),
        (2.5, None, "joint 'elbow': velocity limit 2.5 rad/s -> nothing", {"before": "2.5"}),
        (None, 2.0, "joint 'elbow': velocity limit nothing -> 2 rad/s", {"after": "2"}),
        (
            2.00000001,
            2.0,
            "joint 'elbow': velocity limit 2.00000001 -> 2 rad/s",
            {"before": "2.00000001", "after": "2"},
        ),
    ],
)
def test_a_difference_is_reported_with_its_values(
    before: float | None, after: float | None, sentence: str, fields: dict[str, str]
) -> None:
    one, other = (fact(each) if each is not None else None for each in (before, after))
    found = Difference(VELOCITY, one, other).diagnosed(DANGLING)
    assert found.message == sentence
    about = {"subject": "joint/elbow/velocity", "feature": "velocity limits", "unit": "rad/s"}
    assert found.record() == {**DIAGNOSTIC, "message": sentence, **about, **fields}


DIAGNOSTIC = {"code": DANGLING.slug, "severity": DANGLING.severity.value, "help": DANGLING.help}
if DANGLING.fate is not None:
    DIAGNOSTIC["fate"] = DANGLING.fate.value


def test_the_sentence_is_made_from_the_words() -> None:
    assert str(Wording("link 'hand'", "mass", "1", "2", "kg")) == "link 'hand': mass 1 -> 2 kg"
    assert str(Wording("link 'hand'", "", None, None, words="removed")) == "link 'hand': removed"


def test_lost_facts_are_grouped_by_feature(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "arm.xrdf"
    assert main(["convert", str(ARM), "-o", str(output), "--json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)["conversions"]
    lost = [each for each in record["diagnostics"] if each["code"] == "convert.no-place"]
    for each in lost:
        assert each["message"].endswith(" is lost; no output format stores it")
        assert each["feature"] in {feature.value for feature in Feature}
        assert each["subject"]
        assert "after" not in each
    output.unlink()
    assert main(["convert", str(ARM), "-o", str(output)]) == 0
    shown = [line for line in capsys.readouterr().err.splitlines() if "[convert.no-place]" in line]
    assert len(shown) == len({each["feature"] for each in lost})


def test_a_reference_is_reported_with_the_name_in_the_document(tmp_path: Path) -> None:
    path = tmp_path / "a.urdf"
    blocks = "<link name='base'/><gazebo reference='tool'><x/></gazebo>"
    path.write_text(f"<robot name='a'>{blocks}</robot>", encoding="utf-8")
    report = Report()
    robotfmt.validate(robotfmt.read(path, report=report), report=report)
    (found,) = report.having(DANGLING.slug)
    assert found.value == "tool"
    assert found.record()["value"] == "tool"


def test_no_module_takes_a_message_apart() -> None:
    sources = (
        (path, path.read_text(encoding="utf-8"))
        for path in [*ROOT.rglob("*.py"), *(ROOT.parent / "converters").rglob("*.py")]
        if "xacro/child" not in path.as_posix()  # the messages of xacro
    )
    found = [
        f"{path.name}:{node.lineno}"
        for path, text in sources
        if re.search(r"\.message\s*\.", text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in PARSING
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "message"
    ]
    assert found == []
