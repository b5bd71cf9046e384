"""Real configurations: each is read, written and read again, and becomes an XRDF and either version of itself."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path

import pytest
from real import corpus

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.formats import of_input
from robotfmt.model import Robot
from robotfmt.settings import Settings

FILES = corpus("curobo/v*/*.yml")
SMALL = [path for path in FILES if path.stat().st_size < 20_000]
TARGETS = ("curobo@1", "xrdf", "curobo@2", "xrdf")
URDFS = {path.name: path for path in corpus("curobo/urdfs/*.urdf")}

pytestmark = pytest.mark.skipif(not FILES, reason="the corpus of real documents is not here")


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def documents(path: Path) -> list[Path]:
    """A configuration with the URDF that it names, if that is there."""
    named = re.search(r"urdf_path: *\"?([^\"\n]+)", path.read_text("utf-8"))
    urdf = URDFS.get(Path(named.group(1)).name) if named is not None else None
    return [path] if urdf is None else [urdf, path]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_real_configurations_are_recognised_and_read(path: Path) -> None:
    assert of_input(str(path), path.read_bytes()).name == "curobo"
    report = Report()
    robot = robotfmt.read(*documents(path), report=report)
    assert report.errors == []
    assert robot.cspace is not None
    assert robot.tool_frames


@pytest.mark.parametrize(("path", "target"), list(zip(SMALL, cycle(TARGETS), strict=False)), ids=str)
def test_a_conversion_proves_itself(path: Path, target: str, tmp_path: Path) -> None:
    output = tmp_path / "out"
    settings = Settings(target_format=target)
    before = robotfmt.convert(documents(path), output, settings=settings).robot
    after = again(documents(path)[:-1], output, target)
    assert differences(before, after) == set()


def again(base: list[Path], output: Path, target: str) -> Robot:
    format = target.partition("@")[0]
    named = output.rename(output.with_suffix({"curobo": ".yml", "xrdf": ".xrdf"}[format]))
    return robotfmt.read(*base, named)


def differences(before: Robot, after: Robot) -> set[str]:
    """What differs beside what is passed through, and what cuRobo and XRDF must add."""
    found = {each.subject for each in robotfmt.diff(before, after)}
    return {each for each in found if not each.startswith(("extension/", "cspace/"))} - {"cspace"}


@pytest.mark.parametrize("path", SMALL, ids=name_of)
def test_a_rewritten_document_is_the_same(path: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.yml", tmp_path / "two.yml"
    base = documents(path)[:-1]
    robotfmt.convert([*base, path], one)
    robotfmt.convert([*base, one], two)
    assert one.read_bytes() == two.read_bytes()
