"""``robotfmt new-format`` lays a package whose tests pass at once; the guide shows it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from robotfmt.cli import main
from robotfmt.scaffold import package

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "GUIDE.md").read_text(encoding="utf-8")


def run_tests(folder: Path, *chosen: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a package as its author does, in a folder of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_its_tests_pass_at_once_and_fail_where_a_field_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "here"
    assert main(["new-format", "rows", "--out", str(folder)]) == 0
    assert str(folder) in capsys.readouterr().out
    assert 'rows = "robotfmt_rows:FORMAT"' in (folder / "pyproject.toml").read_text()
    assert not [path for path in folder.rglob("*") if path.is_file() and "chain" in path.read_text().lower()]
    done = run_tests(folder)
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 12
    writer = folder / "robotfmt_rows" / "writer.py"
    writer.write_text(writer.read_text().replace("AXIS.put(node, None, joint.axis)", "pass"))
    done = run_tests(folder, "-k", "proved")
    assert "not read back: joint 'wrist': upper limit 2" in done.stdout


@pytest.mark.parametrize("name", ["urdf", "Rows", "a-b", "../x", ""])
def test_other_names_are_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-format", name, "--out", str(tmp_path / "x")]) == 2
    assert not (tmp_path / "x").exists()
    capsys.readouterr()


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pyproject.toml").write_text("mine")
    assert main(["new-format", "rows", "--out", str(tmp_path)]) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]
    assert (tmp_path / "pyproject.toml").read_text() == "mine"
    capsys.readouterr()


def test_the_guide_shows_the_files_of_the_scaffold() -> None:
    shown = dict(re.findall(r"`([\w./]+)`:\n\n```\w*\n(.*?)```", GUIDE, re.DOTALL))
    laid = package("chain")
    assert {name for name in laid if name.endswith((".py", ".toml", ".chain"))} == set(shown)
    for name, text in shown.items():
        assert laid[name] == text, name
