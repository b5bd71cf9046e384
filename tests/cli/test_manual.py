"""The manual page, and completion, which are made from the parser."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from robotfmt.cli import main, parser
from robotfmt.cli.completion import SHELLS
from robotfmt.cli.manual import page

Capture = pytest.CaptureFixture[str]


def verbs(it: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in it._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield each
                yield from verbs(each)


def test_the_page_has_every_verb_and_every_option(capsys: Capture) -> None:
    assert main(["--man"]) == 0
    text = capsys.readouterr().out
    assert text == page()
    found = list(verbs(parser()))
    assert len(found) >= 18
    for verb in found:
        name = verb.prog.upper().replace("-", "\\-")
        section = text.partition(f'.SH "{name}"\n')[2].partition("\n.SH ")[0]
        options = [each for action in verb._actions for each in action.option_strings]
        assert all(each.replace("-", "\\-") in section for each in options), verb.prog


def test_no_line_is_a_request_by_chance() -> None:
    known = {".TH", ".SH", ".SS", ".TP", ".B", ".nf", ".fi"}
    requests = {line.split()[0] for line in page().splitlines() if line.startswith((".", "'"))}
    assert requests == known


def test_the_page_is_what_man_understands(tmp_path: Path) -> None:
    program = shutil.which("mandoc") or pytest.skip("mandoc is not installed")
    (tmp_path / "robotfmt.1").write_text(page(), encoding="utf-8")
    command = [program, "-T", "lint", "-W", "warning", str(tmp_path / "robotfmt.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wrong = [line for line in done.stdout.splitlines() if "missing date" not in line]
    assert wrong == []


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(shell: str, capsys: Capture) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(each.prog.split()[1] in script for each in verbs(parser()))


def test_fish_completes_what_is_begun(tmp_path: Path, capsys: Capture) -> None:
    fish = shutil.which("fish") or pytest.skip("fish is not installed")
    main(["completion", "fish"])
    (tmp_path / "robotfmt.fish").write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / "robotfmt").write_text("#!/bin/sh\n")
    (tmp_path / "robotfmt").chmod(0o755)
    (tmp_path / "arm.urdf").write_text("")
    lines = ("robotfmt ch", "robotfmt check --fail-on n", "robotfmt spheres f", "robotfmt check ar")
    asked = "; ".join(f'complete -C "{line}"' for line in lines)
    environment = {**os.environ, "HOME": str(tmp_path), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [fish, "--no-config", "-c", f"source robotfmt.fish; {asked}"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    found = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    assert found == ["check", "note", "never", "fit", "arm.urdf"]
