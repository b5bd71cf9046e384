"""Xacro on the command line: the flag, the arguments, the verb."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from programs import needs
from real import FIXTURES

import robotfmt
from robotfmt.cli import main

pytestmark = needs("xacro")
MAST = FIXTURES / "xacro" / "robots" / "mast.urdf.xacro"


@pytest.fixture
def mast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, to write beside it."""
    shutil.copytree(FIXTURES / "xacro", tmp_path / "mast_description")
    monkeypatch.chdir(tmp_path / "mast_description" / "robots")
    return Path("mast.urdf.xacro")


@pytest.mark.parametrize(
    "words",
    [
        ["mast.urdf.xacro", "out.urdf", "--xacro", "prefix:=left_", "lamp:=false"],
        ["--xacro", "prefix:=left_", "mast.urdf.xacro", "lamp:=false", "out.urdf"],
        ["lamp:=false", "mast.urdf.xacro", "-o", "out.urdf", "prefix:=left_", "--xacro"],
    ],
)
def test_arguments_may_be_anywhere_on_the_command_line(words: list[str], mast: Path) -> None:
    assert main(["convert", *words]) == 0
    robot = robotfmt.read("out.urdf")
    assert [link.name for link in robot.links] == ["left_mast", "left_boom"]


def test_arguments_without_the_flag_are_a_mistake(mast: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(mast), "prefix:=left_"]) == 2
    assert "add --xacro" in capsys.readouterr().err
    assert main(["formats", "prefix:=left_"]) == 2


def test_only_the_flag_allows_xacro(mast: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(mast), "out.urdf"]) == 3
    printed = capsys.readouterr().err
    assert "[urdf.xacro]" in printed
    assert "--xacro" in printed
    assert not Path("out.urdf").exists()


def test_every_verb_that_reads_expands(mast: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(mast), "--xacro", "lamp:=false", "-q"]) == 0
    assert "links       2" in capsys.readouterr().out
    assert main(["resolve", str(mast), "--xacro", "-q"]) == 0
    assert main(["diff", str(mast), str(mast), "--xacro", "-q"]) == 0
    assert main(["check", str(mast), "mast.srdf.xacro", "--xacro"]) == 0
    shown = capsys.readouterr().out
    assert "mast.urdf.xacro (expanded):27:3" in shown
    assert '27 |   <link name="boom">' in shown


def test_a_batch_names_its_outputs_without_the_suffix(mast: Path) -> None:
    assert main(["convert", str(mast), "--to", "urdf", "--out-dir", "out", "--xacro", "prefix:=b_"]) == 0
    assert robotfmt.read("out/mast.urdf").links[0].name == "b_mast"


def test_expand_prints(mast: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["expand", str(mast), "prefix:=left_"]) == 0
    printed = capsys.readouterr()
    assert '<link name="left_lamp"/>' in printed.out
    assert printed.err == ""


def test_expand_writes_but_replaces_nothing_unasked(mast: Path) -> None:
    assert main(["expand", str(mast), "-o", "mast.urdf"]) == 0
    assert Path("mast.urdf").read_bytes() == robotfmt.expand(mast)
    assert main(["expand", str(mast), "-o", "mast.urdf"]) == 4
    assert main(["expand", str(mast), "lamp:=false", "-o", "mast.urdf", "--overwrite"]) == 0
    assert b"lamp" not in Path("mast.urdf").read_bytes()
    assert main(["expand", str(mast), "-o", str(mast)]) == 4


def test_json_output_of_expand(mast: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["expand", str(mast), "lmp:=false", "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    assert reported["text"].encode() == robotfmt.expand(mast)
    assert [each["code"] for each in reported["diagnostics"]] == ["xacro.unused-argument"]


def test_variables_are_passed_on_by_name(mast: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("env.xacro").write_text('<robot name="$(env PATH)$(env LEG)"/>', encoding="utf-8")
    assert main(["expand", "env.xacro", "--xacro-env", "PATH", "--xacro-env", "LEG=a=b"]) == 0
    assert f'name="{os.environ["PATH"]}a=b"' in capsys.readouterr().out
    assert main(["expand", "env.xacro", "--xacro-env", "NOT_SET_ANYWHERE"]) == 2


def test_code_hosts_are_shown_the_document(mast: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(mast), "--xacro", "--output-format", "github", "-q"]) == 0
    assert capsys.readouterr().out.startswith("::notice file=mast.urdf.xacro,title=robot.no-collision-shape::")
    assert main(["check", str(mast), "--xacro", "--output-format", "sarif", "-q"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"] == {"artifactLocation": {"uri": "mast.urdf.xacro"}}
    assert "(line 27 of its expansion)" in result["message"]["text"]
