"""The same stage in other units is the same robot: in centimetres and grams, in millimetres, with another axis up."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from nearly import apart
from real import CORPUS, FIXTURES, fixtures
from stage_units import Form, rewritten

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.model import World
from robotfmt.settings import context_of

pytest.importorskip("pxr")
FORMS = {
    "in centimetres and grams": Form(metres=0.01, kilograms=0.001),
    "in millimetres": Form(metres=0.001),
    "with another axis up": Form(turned=True),
    "in all of these": Form(metres=0.01, kilograms=0.001, turned=True),
}
ALL = "in all of these"
THOROUGH = ("arm6.urdf", "leg.xml", "picker.sdf")
"""The documents that are tried in each form by itself."""
PARTS = ("motors.xml", "kitchen.env.xml", "package.xml")
"""Documents that are no robot."""
ROBOTS = [
    each for each in fixtures(".urdf", ".sdf", ".xml", ".dae", ".smurf", ".wrl", ".body") if each.name not in PARTS
]
INDEX = CORPUS / "usd" / "INDEX.tsv"
STAGES = [INDEX.parent / row.split("\t")[3] for row in INDEX.read_text().splitlines()[1:]] if INDEX.is_file() else []


def read(path: Path) -> tuple[World, Context, list[str]]:
    """A stage, what its meshes are read with, and the codes of what is reported but for its units."""
    report = Report()
    world = robotfmt.read_world(path, report=report)
    return world, context_of(Report()), sorted(each.code for each in report if each.code != "usd.units-assumed")


def found_in(source: Path, folder: Path, forms: Iterable[str] = FORMS) -> dict[str, list[str]]:
    """What differs between a stage and the same one in other units."""
    first, before, reported = read(rewritten(source, folder / "as it is", Form()))
    found = {}
    for how in forms:
        second, after, codes = read(rewritten(source, folder / how, FORMS[how]))
        found[how] = apart(first, second, (before, after))
        if codes != reported:
            found[how].append(f"reported: {reported} and {codes}")
    return found


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda path: str(path.relative_to(FIXTURES)))
def test_a_written_stage_in_other_units(robot: Path, tmp_path: Path) -> None:
    robotfmt.convert(robot, tmp_path / "written" / "robot.usda")
    forms = FORMS if robot.name in THOROUGH else (ALL,)
    assert found_in(tmp_path / "written" / "robot.usda", tmp_path, forms) == {each: [] for each in forms}


@pytest.mark.slow
@pytest.mark.skipif(not STAGES, reason="the corpus of stages is not there")
@pytest.mark.parametrize("stage", STAGES, ids=lambda path: "/".join(path.parts[-2:]))
def test_a_stage_by_others_in_other_units(stage: Path, tmp_path: Path) -> None:
    assert found_in(stage, tmp_path) == {each: [] for each in FORMS}
