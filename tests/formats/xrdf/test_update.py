"""Real documents that are changed in place."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import reduce
from pathlib import Path

import pytest
from real import CORPUS

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import CollisionSphere, FrameSpheres, IgnoredPair, Robot
from robotfmt.model.record import replace

DOCUMENTS = CORPUS / "xrdf"
FILES = sorted(DOCUMENTS.rglob("*.xrdf"))
IDS = [str(path.relative_to(DOCUMENTS)) for path in FILES]
Edit = Callable[[Robot], Robot]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not FILES, reason="the corpus of real documents is not here")]


def _first_spheres(robot: Robot, change: Callable[[FrameSpheres], FrameSpheres]) -> Robot:
    """The robot with other spheres of the first frame that has some."""
    for index, group in enumerate(robot.sphere_sets):
        for place, frame in enumerate(group.frames):
            if frame.spheres and not group.clones:
                frames = (*group.frames[:place], change(frame), *group.frames[place + 1 :])
                sets = robot.sphere_sets
                changed = replace(group, frames=frames)
                return replace(robot, sphere_sets=(*sets[:index], changed, *sets[index + 1 :]))
    return robot


def _radius(robot: Robot) -> Robot:
    return _first_spheres(
        robot, lambda it: replace(it, spheres=(*it.spheres[:-1], replace(it.spheres[-1], radius=0.1234)))
    )


def _spheres(robot: Robot) -> Robot:
    spheres = tuple(CollisionSphere(center=(1.5, 2.5, float(z)), radius=0.25) for z in range(3))
    return _first_spheres(robot, lambda it: replace(it, spheres=spheres))


def _pair(robot: Robot) -> Robot:
    pairs = robot.ignored_pairs
    new = (IgnoredPair(first=each.first, second="a_new_one") for each in pairs[:1])
    return replace(robot, ignored_pairs=(*pairs, *new))


def _default(robot: Robot) -> Robot:
    values = robot.default_positions
    return replace(robot, default_positions=(*values[:-1], *(replace(it, values=(0.123,)) for it in values[-1:])))


def _tool(robot: Robot) -> Robot:
    tools = robot.tool_frames
    return replace(robot, tool_frames=(*tools, "a_new_one") if tools else ())


def updated(path: Path, edit: Edit, report: Report) -> tuple[int, int]:
    """How many lines go and come when a document is changed."""
    before = path.read_text(encoding="utf-8").splitlines()
    robotfmt.update(path, edit=lambda robot, **_: edit(robot), report=report)
    lines = list(difflib.unified_diff(before, path.read_text(encoding="utf-8").splitlines(), n=0))[2:]
    return sum(each.startswith("-") for each in lines), sum(each.startswith("+") for each in lines)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_only_lines_of_changed_values_change(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.xrdf"
    copy.write_bytes(path.read_bytes())
    robot, report = robotfmt.read(path), Report()
    assert updated(copy, lambda robot: robot, report) == (0, 0)
    assert copy.read_bytes() == path.read_bytes()
    edits = [edit for edit in (_radius, _default, _tool, _pair) if edit(robot) != robot]
    gone, new = updated(copy, lambda robot: reduce(lambda it, edit: edit(it), edits, robot), report)
    assert new >= len(edits) or not edits
    assert report.having("update.rewritten") or max(gone, new) == len(edits)


@pytest.mark.parametrize("path", FILES[::8], ids=IDS[::8])
def test_the_spheres_of_a_frame(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.xrdf"
    copy.write_bytes(path.read_bytes())
    robot, report = robotfmt.read(path), Report()
    _, new = updated(copy, _spheres, report)
    assert bool(new) == (_spheres(robot) != robot)
    assert new <= 6 or report.having("update.rewritten")
    if not report.having("update.rewritten"):
        assert robotfmt.diff(robotfmt.read(copy), _spheres(robot)) == []
