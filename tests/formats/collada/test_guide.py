"""The guide shows what happens to a real robot: every line that it quotes comes, in this order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from real import corpus

import robotfmt_collada
from robotfmt.cli import main

GUIDE = Path(robotfmt_collada.__file__).parent / "GUIDE.md"
PR2 = corpus("collada/*/pr2-beta-static.zae")


def sessions() -> list[tuple[str, list[str]]]:
    """Every command of the guide, and the lines that it quotes of the output."""
    text = "".join(re.findall(r"```console\n(.*?)```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL))
    entries = (entry.splitlines() for entry in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:])
    return [(command, [line for line in lines if line != "..."]) for command, *lines in entries]


@pytest.mark.slow
@pytest.mark.skipif(not PR2, reason="the corpus is not here")
def test_the_guide_shows_the_real_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pr2.zae").write_bytes(PR2[0].read_bytes())
    monkeypatch.chdir(tmp_path)
    assert len(sessions()) == 4
    for command, quoted in sessions():
        main(shlex.split(command)[1:])
        printed = capsys.readouterr()
        rest = iter((printed.out + printed.err).splitlines())
        assert [line for line in quoted if line not in rest] == []
    assert (tmp_path / "pr2.png").exists()
