"""Every format converts to every other one with proof, or is refused with a code."""

from __future__ import annotations

from pathlib import Path

import pytest
from pairs import TARGETS, cell, rows
from real import FIXTURES

from robotfmt.formats.catalogue import all_codes

pytestmark = pytest.mark.slow
PAGE = Path(__file__).resolve().parent.parent / "docs" / "pairs.md"
LARGER = ("arm6/arm6.urdf", "sdf/picker.sdf", "choreonoid/picker.body")


def test_the_page_shows_what_conversions_do(tmp_path: Path) -> None:
    table = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("|")]
    assert table[0][1:] == list(TARGETS)
    assert {row[0]: row[1:] for row in table[2:]} == rows(tmp_path)
    codes = {each.strip("`") for row in table[2:] for each in row if each.startswith("`")}
    assert codes <= set(all_codes())


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGER)
@pytest.mark.parametrize("target", TARGETS)
def test_larger_robots_in_every_format(name: str, target: str, tmp_path: Path) -> None:
    found = cell([FIXTURES / name], target, tmp_path)
    assert found in ("yes", "part") or found.strip("`") in all_codes()
