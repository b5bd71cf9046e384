"""With a number of spheres that is too small for two links, nothing is ignored: the command fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

from robotfmt.cli import main


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_pair_that_touches_is_not_ignored_because_of_a_budget(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "arm6.xrdf"
    asked = ["--budget", "60", "--share", "protrusion", "--effort", "0.1"]
    assert main(["xrdf", str(FIXTURES / "arm6" / "arm6.urdf"), "-o", str(out), *asked]) == 1
    printed = capsys.readouterr().err
    assert "[planning.pair-too-near]" not in printed
    assert "error [planning.spheres-always-overlap]" in printed


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("asked", [["--for", "base_link:per-link=6"], ["--no-clip-base"]])
def test_spheres_of_a_base_that_are_asked_for_stay(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arm = str(FIXTURES / "arm6" / "arm6.urdf")
    for options, is_inside in ((asked, False), ([], True)):
        main(["xrdf", arm, "-o", str(tmp_path / f"{is_inside}.xrdf"), "--effort", "0.1", *options])
        assert ("[spheres.flat-base]" in capsys.readouterr().err) is is_inside
