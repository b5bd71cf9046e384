"""The catalogue of codes: each is explained, helps, is raised by a document, and not by one that is right."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from real import BROKEN

from robotfmt.catalogue import all_codes, explanation
from robotfmt.cli import main

ELSEWHERE = {
    "format.two-of-one-name": "needs two packages that bring one format; tests/test_packaging.py",
    "internal.claim": "",
}
"""Codes that no document raises, and where they are tested."""
LEAST_WORDS = 25


def cases() -> Iterator[tuple[str, str, str, Path]]:
    """Each code, a command that raises it, one that does not, and the folder they run in."""
    for table in sorted(BROKEN.glob("*/cases.md")):
        for line in table.read_text(encoding="utf-8").splitlines():
            row = re.fullmatch(r"\| `([a-z0-9.-]+)` \| `(.+?)` \| `(.+?)` \|", line)
            if row is not None:
                yield row.group(1), row.group(2), row.group(3), table.parent


CASES = list(cases())


def run(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code of a command, and all it says."""
    program, *arguments = shlex.split(command)
    assert program == "robotfmt"
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.mark.parametrize(("code", "raises", "silent", "folder"), CASES, ids=[each[0] for each in CASES])
def test_a_code_is_raised_where_it_should_be_and_only_there(
    code: str,
    raises: str,
    silent: str,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert code in all_codes()
    here = shutil.copytree(folder, tmp_path / "here")
    monkeypatch.chdir(here)
    assert f"[{code}]" in run(raises, here, capsys)[1]
    exit_code, said = run(silent, here, capsys)
    assert f"[{code}]" not in said
    assert exit_code == 0


def test_every_code_has_a_case() -> None:
    assert {each[0] for each in CASES} | set(ELSEWHERE) == set(all_codes())
    assert len(CASES) == len({each[0] for each in CASES})


@pytest.mark.parametrize("slug", all_codes())
def test_a_code_is_explained_and_helps(slug: str) -> None:
    assert len(explanation(slug).split()) >= LEAST_WORDS
    assert all_codes()[slug].help
