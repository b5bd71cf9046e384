"""Standard input and output as documents: ``-``."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.cli import main
from robotfmt.settings import Settings

GRIPPER = FIXTURES / "gripper" / "gripper.urdf"
ARM6 = FIXTURES / "arm6"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, GRIPPER.read_bytes())


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let standard input be some bytes."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.usefixtures("stdin")
@pytest.mark.parametrize("arguments", [["-"], ["-", "--from", "urdf"]])
def test_a_document_from_standard_input(arguments: list[str], capsys: Capture) -> None:
    assert main(["info", *arguments, "-q"]) == 0
    assert capsys.readouterr().out.startswith("name        gripper\n")


@pytest.mark.usefixtures("stdin")
def test_findings_show_the_line(capsys: Capture) -> None:
    assert main(["check", "-"]) == 0
    out, err = capsys.readouterr()
    assert "  --> -:4:3  /robot/link[@name='palm']\n  |\n4 |   <link name=\"palm\">\n" in out
    assert err == "1 document: 2 warnings, 4 notes\n"


@pytest.mark.usefixtures("stdin")
def test_a_conversion_from_stream_to_stream(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(GRIPPER), "gripper.dae", "-q"]) == 0
    assert main(["convert", "-", "-", "--from", "urdf", "--to", "collada"]) == 0
    out, err = capsys.readouterr()
    assert out == (tmp_path / "gripper.dae").read_text(encoding="utf-8")
    assert err.splitlines()[-1].startswith("wrote standard output ('gripper': 5 links, 4 joints): ")
    assert [each.name for each in tmp_path.iterdir()] == ["gripper.dae"]


def test_several_outputs_of_which_one_is_the_stream(tmp_path: Path, capsys: Capture) -> None:
    ur10e = [str(FIXTURES / "ur10e" / f"ur10e.{suffix}") for suffix in ("urdf", "xrdf")]
    assert main(["convert", *ur10e, "-o", str(tmp_path / "u.dae"), "-o", "-", "--to", "xrdf", "-q"]) == 0
    assert capsys.readouterr().out.startswith("format: xrdf\n")
    assert (tmp_path / "u.dae").exists()


def test_meshes_are_found_from_where_the_program_runs(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(ARM6)
    give(monkeypatch, (ARM6 / "arm6.urdf").read_bytes())
    assert main(["convert", "-", "-", "--to", "collada", "-q"]) == 0
    assert capsys.readouterr().out.count("<geometry ") >= 4


@pytest.mark.usefixtures("stdin")
def test_an_edit_and_a_picture(capsys: Capture) -> None:
    assert main(["edit", "-", "--prefix", "left_", "-o", "-", "--to", "urdf", "-q"]) == 0
    assert '<link name="left_palm">' in capsys.readouterr().out


def test_a_picture_goes_to_the_stream() -> None:
    program = "from robotfmt.cli import main; raise SystemExit(main(['render', '-', '-o', '-', '--size', '64x64']))"
    with GRIPPER.open("rb") as stream:
        done = subprocess.run([sys.executable, "-c", program], stdin=stream, capture_output=True, check=True)
    assert done.stdout.startswith(b"\x89PNG")


@pytest.mark.usefixtures("stdin")
def test_a_report_of_a_stream(tmp_path: Path, capsys: Capture) -> None:
    report = tmp_path / "report.json"
    assert main(["convert", "-", "-", "--to", "collada", "--report", str(report), "-q"]) == 0
    (record,) = json.loads(report.read_text())["conversions"]
    assert (record["inputs"], record["outputs"]) == (["-"], ["-"])


@pytest.mark.usefixtures("stdin")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-", "-"], "the format of standard output is not given: add --to FORMAT"),
        (["-", "-", "out.dae"], "standard input can be read only once"),
        (["-", "-", "--to", "urdf", "--json"], "--json writes to standard output"),
        (["-", "-", "--to", "urdf", "--meshes", "copy"], "mesh files cannot be written to standard output"),
        (["-", "-", "--to", "urdf", "--report", "r.html"], "the HTML report shows the written files"),
        (["-", "--to", "urdf", "--out-dir", "out"], "standard input cannot be combined with --out-dir"),
        (["in.urdf", "--update", "-"], "--update cannot be combined with -"),
    ],
)
def test_options_that_do_not_go_with_streams_are_usage_errors(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", *arguments]) == 2
    out, err = capsys.readouterr()
    assert message in out + err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("stdin")
def test_the_page_needs_a_name_to_save_under(capsys: Capture) -> None:
    assert main(["view", "-", "--no-browser"]) == 2
    assert "standard input has no file name for the spheres: add -o FILE" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "code", "arguments"),
    [
        (b"", "file.empty", []),
        (b"<!doctype html><html>", "file.html-page", []),
        (b"<robot", "xml.syntax", []),
        (b"<robot name='r'/>", "limit.exceeded", ["--limit", "mesh_bytes=8"]),
    ],
)
def test_a_stream_is_not_trusted_either(
    data: bytes, code: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    give(monkeypatch, data)
    assert main(["info", "-", *arguments]) == 3
    assert capsys.readouterr().err.startswith("-:" if code != "xml.syntax" else "-:1:")
    give(monkeypatch, data)
    main(["info", "-", "--json", *arguments])
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


@pytest.mark.parametrize("verb", ["expand", "info"])
def test_xacro_expands_files_only(verb: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    pytest.importorskip("xacro")
    text = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="l${1+1}"/></robot>'
    give(monkeypatch, text.encode())
    assert main([verb, "-", *(["--xacro"] if verb == "info" else [])]) == 2
    assert "-: error [usage]: '-' uses xacro, which expands files only" in capsys.readouterr().err


def test_python_reads_documents_from_memory() -> None:
    robot = robotfmt.read("hand.urdf", settings=Settings(given={"hand.urdf": GRIPPER.read_bytes()}))
    assert robot == robotfmt.read(GRIPPER)


def test_long_paths_are_shown_short_but_not_those_of_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ("a" * 40) / ("b" * 40)
    folder.mkdir(parents=True)
    path = folder / "arm.urdf"
    path.write_text('<robot name="r"><link name="a"/><link name="b"/></robot>')
    monkeypatch.chdir(tmp_path.parent)
    main(["convert", str(path), "-o", str(tmp_path / "arm.sdf")])
    printed = capsys.readouterr().err
    assert f"{Path('...', *path.parts[-3:])}:" in printed
    assert str(path) not in printed
    path.write_text("<robot>")
    main(["convert", str(path), "-o", str(tmp_path / "other.sdf")])
    assert capsys.readouterr().err.startswith(f"{path}:")
