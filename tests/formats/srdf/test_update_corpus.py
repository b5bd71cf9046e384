"""Real SRDF documents that are changed in place: only the lines of what changes are others."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

import pytest
from real import CORPUS, FIXTURES, example_srdfs

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.hub.editing import Edit
from robotfmt.model import Chain, Group, IgnoredPair, JointValue, NamedState, Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.many]
DOCUMENTS = CORPUS / "srdf"
FILES = [FIXTURES / "arm6" / "arm6.srdf", *sorted(example_srdfs()), *sorted(DOCUMENTS.rglob("*.srdf"))]
IDS = [f"{number}-{path.stem}" for number, path in enumerate(FILES)]
SRDF = Settings(source_format="srdf")
"""A document without any pairs and groups left is no longer recognised by what is in it."""


def _new_pairs(robot: Robot) -> Robot:
    new = tuple(IgnoredPair(first=f"new_{each}", second="other", reason="a < b & c") for each in "ab")
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new))


def _no_pairs(robot: Robot) -> Robot:
    return replace(robot, ignored_pairs=())


def _other_pairs(robot: Robot) -> Robot:
    return _new_pairs(_no_pairs(robot))


def _every_second_pair(robot: Robot) -> Robot:
    return replace(robot, ignored_pairs=robot.ignored_pairs[::2])


def _reasons(robot: Robot) -> Robot:
    pairs = tuple(replace(each, reason="Never" if each.reason != "Never" else None) for each in robot.ignored_pairs)
    return replace(robot, ignored_pairs=pairs)


def _new_group(robot: Robot) -> Robot:
    group = Group(name="new", joints=("a", "b"), chains=(Chain(base="c", tip="d"),))
    state = NamedState(name="new", group="new", values=(JointValue(joint="a", values=(1.0, 2.0)),))
    return replace(robot, groups=(*robot.groups, group), states=(*robot.states, state))


def _groups_changed(robot: Robot) -> Robot:
    groups = tuple(replace(each, joints=(*each.joints[1:], "new")) for each in robot.groups)
    return replace(robot, groups=groups)


def _values(robot: Robot) -> Robot:
    states = tuple(
        replace(each, values=tuple(replace(it, values=(0.125,)) for it in each.values)) for each in robot.states
    )
    return replace(robot, states=states[1:])


EDITS = (
    _new_pairs, _no_pairs, _other_pairs, _every_second_pair, _reasons, _new_group, _groups_changed, _values,
)  # fmt: skip


def _named(change: Callable[[Robot], Robot]) -> Edit:
    """A change as it is called between reading and writing."""
    return lambda robot, **_: change(robot)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_edits_of_a_document(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.srdf"
    data = path.read_bytes()
    copy.write_bytes(data)
    done = robotfmt.update(copy, edit=lambda robot, **_: robot)
    assert (done.files, copy.read_bytes()) == ((), data)
    for edit in EDITS:
        copy.write_bytes(data)
        report = Report()
        robot = robotfmt.read(copy, settings=SRDF)
        done = robotfmt.update(copy, edit=_named(edit), report=report)
        assert report.having("update.rewritten") == []
        assert robotfmt.diff(robotfmt.read(copy, settings=SRDF), edit(robot)) == []
        assert (copy.read_bytes() != data) == bool(robotfmt.diff(robot, edit(robot)))


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_only_lines_of_pairs_change(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.srdf"
    copy.write_bytes(path.read_bytes())
    before = path.read_bytes().decode().splitlines(keepends=True)
    robotfmt.update(copy, edit=lambda robot, **_: _other_pairs(robot))
    after = copy.read_bytes().decode().splitlines(keepends=True)
    lines = list(difflib.unified_diff(before, after, n=0))[2:]
    changed = [line for line in lines if line[:1] in "+-"]
    strays = b"\\" in path.read_bytes()  # stray text, beside which white space goes too
    assert strays or [line for line in changed if "<disable_coll" not in line and "</robot>" not in line] == []
    assert strays or [line for line in changed if line[0] == "+" and "new_" not in line] == []
