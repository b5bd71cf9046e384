"""The tutorial of the WAM, the PR2 and a scene: its conversions print what it shows, and its comparison too."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from openrave_readings import laid, names_of_readings
from real import FIXTURES

from robotfmt.cli import main

PAGE = (FIXTURES.parent / "docs" / "tutorial-openrave-robots.md").read_text(encoding="utf-8")
STEPS = re.findall(r"```sh\n(.*)\n```\n(?:.*\n)*?```text\n((?:.*\n)*?)```", PAGE)
CHEAP = ("convert", "diff")
"""The verbs that are run: ``xrdf`` takes minutes, as the page says."""


@pytest.mark.slow
@pytest.mark.skipif(not names_of_readings(), reason="the corpus with OpenRAVE's robots is not there")
def test_the_page_shows_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "openrave").symlink_to(laid(tmp_path / "corpus") / "rdiankov+openrave")
    monkeypatch.chdir(tmp_path)
    data = Path("openrave/src/data")
    scene = (data / "wam_cabinet.env.xml").read_text(encoding="utf-8")
    cell = re.sub(r'file="[^"]*barrettwam[^"]*"', 'file="robots/barrett-wam-sensors.zae"', scene)
    assert cell != scene
    (data / "cell.env.xml").write_text(cell, encoding="utf-8")
    commands = [(shlex.split(command), shown) for command, shown in STEPS]
    assert [words[1] for words, _ in commands].count("convert") == 3
    for words, shown in commands:
        if words[1] in CHEAP:
            main(words[1:])
            printed = iter("".join(capsys.readouterr()).replace(f"{tmp_path}/", "").splitlines())
            missing = [line for line in shown.splitlines() if not is_shown(line, printed)]
            assert not missing, words


def is_shown(line: str, printed: Iterator[str]) -> bool:
    """Return True if one of the next lines is the line, up to the dots at its end."""
    start = re.sub(r"\.\.\.\)?$", "", line)
    return not start or any(each.startswith(start) for each in printed)
