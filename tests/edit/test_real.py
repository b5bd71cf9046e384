"""Real robots under other names, and as two: nothing refers to what there is not, and the way back leads back."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import example_robots, example_srdfs

import robotfmt
from robotfmt import Robot, edit
from robotfmt.diagnostics import Report
from robotfmt.edit.naming import with_other_names
from robotfmt.model.renaming import names_in
from robotfmt.validation import validate

ROBOTS = example_robots()
SEMANTICS = {(path.parent.parent, path.stem): path for path in example_srdfs()}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.many,
    pytest.mark.skipif(not ROBOTS, reason="example-robot-data is not installed"),
]


def read(path: Path) -> Robot:
    srdf = SEMANTICS.get((path.parent.parent, path.stem))
    return robotfmt.read(path, *([srdf] if srdf is not None else []))


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_a_prefix_can_be_taken_away(path: Path) -> None:
    robot = read(path)
    new = edit.prefix(robot, "left_", report=Report())
    before, after = validate(robot).counts(), validate(new).counts()
    assert after == before
    names: dict[str, dict[str, str]] = {}
    for kind, name in names_in(new):
        names.setdefault(kind, {})[name] = name.removeprefix("left_")
    back = with_other_names(new, names)
    assert back == robot
    assert back.layouts == robot.layouts


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_two_of_a_kind(path: Path) -> None:
    robot = read(path)
    if not robot.links or validate(robot).errors:
        return
    both = edit.attach(robot, robot, robot.links[-1].name, prefix="second_", report=Report())
    assert not validate(both).errors
    (root,) = (each.child for each in both.joints if each.parent == robot.links[-1].name and each not in robot.joints)
    assert root is not None
    part = edit.extract(both, root, report=Report())
    assert [each.name for each in part.links] == [f"second_{each.name}" for each in robot.links]
    assert [each.name for each in part.joints] == [f"second_{each.name}" for each in robot.joints]
    assert len(part.ignored_pairs) == len(robot.ignored_pairs)


def test_most_robots_were_there() -> None:
    assert len(ROBOTS) > 50
    assert len([path for path in ROBOTS if (path.parent.parent, path.stem) in SEMANTICS]) > 10
