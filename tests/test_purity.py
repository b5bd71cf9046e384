"""Documents contain the words of their formats and nothing of robotfmt's; what is called kept is in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pure import has_private_words
from real import FIXTURES
from renamed import under_first_names

import robotfmt
from robotfmt import formats
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.facts import facts
from robotfmt.facts.difference import numbered_alike
from robotfmt.hub.proof import Files, kept
from robotfmt.model import World

SOURCES = [
    "arm6/arm6.urdf",
    "gripper/gripper.urdf",
    "four_bar/four_bar.dae",
    "mjcf/leg.xml",
    "openrave_examples/arm.dae",
    "openrave_xml/gripper.robot.xml",
    "choreonoid/picker.body",
    "sdf/cart-1_4.sdf",
    "sdf/picker.sdf",
    "smurf/leg.smurf",
]
WORLDS = [
    *("openrave_xml/kitchen.env.xml", "sdf/cell.world", "smurf/cell.smurfs"),
    *("worlds/hall.sdf", "worlds/two_arms.sdf"),
]
MESHES = (".stl", ".obj", ".mtl", ".msh", ".png")
"""Files whose comments name the program that made them."""
NAMED = re.compile(rb"<!--.*?-->|<authoring_tool>.*?</authoring_tool>|<author>.*?</author>", re.DOTALL)
"""Comments of sources, and COLLADA's own words for who wrote a document."""
OWN = {"world"}
"""Formats of robotfmt's own."""
WRITTEN = sorted({each.name for each in formats.all_formats() if each.write is not None} - OWN)
OF_WORLDS = sorted({each.name for each in formats.all_formats() if each.write_world is not None} - OWN)


def converted(source: str, format: str, folder: Path) -> robotfmt.Conversion:
    """A conversion into an empty folder, whatever the target's program refuses."""
    path = folder / f"out{formats.find(format).suffixes[0]}"
    allow = [each.slug for it in formats.all_formats() for each in it.codes]
    settings = robotfmt.Settings(target_format=format)
    try:
        return robotfmt.convert(FIXTURES / source, path, settings=settings, allow=allow, meshes="keep")
    except RobotfmtError as error:
        if error.code.slug.startswith("internal."):
            raise
        pytest.skip(str(error))


def read_as(done: robotfmt.Conversion, path: Path) -> robotfmt.Robot | World:
    """What a document describes: a world, if one was converted."""
    return robotfmt.read_world(path) if isinstance(done.whole, World) else robotfmt.read(path)


def is_pure(done: robotfmt.Conversion) -> bool:
    """Return True if no document has a name of robotfmt's, besides the comments of its source."""
    written = [each for each in done.files if each.suffix not in MESHES]
    assert written
    return not any(has_private_words(NAMED.sub(b"", each.read_bytes())) for each in written)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("format", WRITTEN)
def test_a_document_of_a_robot_contains_no_name_of_robotfmt(source: str, format: str, tmp_path: Path) -> None:
    assert is_pure(converted(source, format, tmp_path))


@pytest.mark.parametrize("source", WORLDS)
@pytest.mark.parametrize("format", OF_WORLDS)
def test_a_document_of_a_world_contains_no_name_of_robotfmt(source: str, format: str, tmp_path: Path) -> None:
    assert is_pure(converted(source, format, tmp_path))


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("format", ["mjcf", "sdf", "urdf"])
def test_facts_reported_as_kept_are_in_the_document_alone(source: str, format: str, tmp_path: Path) -> None:
    done = converted(source, format, tmp_path)
    before, files = facts(done.whole), Files(Context(report=Report()))
    back = facts(under_first_names(read_as(done, done.files[0]), done.report))
    there = kept(before, numbered_alike(back, before, files.same), files)
    called = {each.subject for each in done.report if " is called '" in each.message}
    assert done.tally.kept == len([path for path in there if "/".join(path) not in called])
    assert done.tally.lost <= len(before) - len(there)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("format", ["mjcf", "sdf", "urdf"])
def test_a_sidecar_changes_nothing_of_the_document(source: str, format: str, tmp_path: Path) -> None:
    (tmp_path / "without_sidecar").mkdir()
    done = converted(source, format, tmp_path / "without_sidecar")
    path = tmp_path / "with_sidecar" / done.files[0].name
    allow = [each.slug for it in formats.all_formats() for each in it.codes]
    settings = robotfmt.Settings(target_format=format)
    both = robotfmt.convert(FIXTURES / source, path, settings=settings, allow=allow, meshes="keep", keep=True)
    assert path.read_bytes() == done.files[0].read_bytes().replace(b"/without_sidecar/", b"/with_sidecar/")
    assert both.tally.kept == done.tally.kept
    assert (both.tally.lost, both.tally.stored) == (0, done.tally.lost)
    assert robotfmt.diff(both.whole, read_as(both, path)) == []
