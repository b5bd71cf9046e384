"""Damages of a stage, one at a time: ``diff`` with its source names each of them, and ``check`` alone most."""

from __future__ import annotations

import pytest
from damage_findings import Stage
from real import BROKEN, FIXTURES
from stage_damages import DAMAGES

import robotfmt
from robotfmt.cli import main

pytest.importorskip("pxr")
ARM = (FIXTURES / "arm6" / "arm6.urdf", FIXTURES / "arm6" / "arm6.srdf")
GRIPPER = (FIXTURES / "gripper" / "gripper.urdf",)
PLAUSIBLE = {
    *("limits in radians", "limit halved", "axis changed", "joint removed", "drive removed"),
    *("velocity dropped", "velocity in radians", "damping in radians", "friction dropped", "mimic removed"),
    *("center moved", "body unapplied", "pair removed", "collider removed", "radius doubled", "point moved"),
    *("colour changed",),
}
"""Damages after which a stage may be meant as it is: only its source shows them."""


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> list[Stage]:
    """An arm with ignored pairs, and a gripper whose joints follow each other."""
    folder = tmp_path_factory.mktemp("sound")
    found = []
    for sources in (ARM, GRIPPER):
        path = folder / f"{sources[0].stem}.usda"
        robotfmt.convert(list(sources), path)
        found.append(Stage(path, sources))
    return found


def test_there_are_twenty_kinds_and_fifteen_that_check_finds() -> None:
    assert len(DAMAGES) >= 20
    assert len(set(DAMAGES) - PLAUSIBLE) >= 15
    assert set(DAMAGES) >= PLAUSIBLE


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_is_named(damage: str, stages: list[Stage]) -> None:
    for stage in stages:
        try:
            found = stage.named(damage)
        except LookupError:
            continue
        assert found.diff, "diff"
        assert bool(found.check) == (damage not in PLAUSIBLE), found.check
        return
    pytest.fail("neither stage has anything to damage so")


def test_what_both_documents_contradict_is_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    """``diff`` prints what reading finds wrong in one document alone."""
    sound, moved = (BROKEN / "usd" / each for each in ("sound.usda", "usd.place-differs.usda"))
    main(["diff", str(sound), str(moved)])
    assert "usd.place-differs" in capsys.readouterr().err
    main(["diff", str(moved), str(moved)])
    assert "usd.place-differs" not in capsys.readouterr().err
