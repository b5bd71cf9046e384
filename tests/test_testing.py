"""The contract of formats finds what breaks it: formats with one thing wrong each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import count
from typing import cast

import pytest
from real import FIXTURES

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.formats import Adapter, Carries, Feature, Format, Reader, Writer, added, all_formats, find
from robotfmt.model import Axis, Dynamics, Link, Robot
from robotfmt.model.record import replace
from robotfmt.testing import BrokenContract, check_format, contract, unfaithful

GRIPPER = FIXTURES / "gripper" / "gripper.urdf"
URDF = find("urdf")
Change = Callable[[Robot], Robot]


def reading(change: Change) -> Format:
    """URDF with a reader that does something more."""

    def read(source: Source, robot: Robot | None, context: Context) -> Robot:
        return change(cast("Reader", URDF.read)(source, robot, context))

    return replace(URDF, read=read)


def writing(change: Change) -> Format:
    """URDF with a writer that writes another robot."""

    def write(robot: Robot, context: Context) -> dict[str, bytes]:
        return cast("Writer", URDF.write)(change(robot), context)

    return replace(URDF, write=write)


def adapting(change: Change) -> Format:
    """URDF with an adaptation that reports nothing."""

    def adapt(robot: Robot, context: Context) -> Robot:
        return change(cast("Adapter", URDF.adapt)(robot, context))

    return replace(URDF, adapt=adapt)


def limited(robot: Robot) -> Robot:
    """The robot with the same upper limit on every joint."""
    joints = (
        replace(
            joint,
            axes=tuple(
                replace(axis, hard=replace(axis.hard, upper=9.0)) if axis.hard is not None else axis
                for axis in joint.axes
            ),
        )
        for joint in robot.joints
    )
    return replace(robot, joints=tuple(joints))


def silent(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Read without a word of what is not understood."""
    found = cast("Reader", URDF.read)(source, robot, context.having(report=Report()))
    return replace(found, extensions=())


def fragile(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Read what is ASCII, and fail otherwise."""
    assert source.data.decode("ascii") is not None
    return cast("Reader", URDF.read)(source, robot, context)


def numbered(numbers: count[int]) -> Change:
    return lambda robot: replace(robot, links=(*robot.links, Link(name=f"link {next(numbers)}")))


BROKEN: dict[str, tuple[Format, str]] = {
    "a function that is not there": (replace(URDF, read="robotfmt_urdf.reader:reed"), "is-whole"),
    "a sniff that takes anything": (replace(URDF, sniff=lambda data: True), "is-whole"),
    "codes of another format": (replace(URDF, codes=find("srdf").codes), "is-whole"),
    "a page of a code that was removed": (replace(URDF, codes=URDF.codes[1:]), "is-whole"),
    "a table that boasts": (
        replace(URDF, carries={**URDF.carries, Feature.MANIPULATORS: Carries.FULL}),
        "table-is-true",
    ),
    "a table that is too modest": (
        replace(URDF, carries={**URDF.carries, Feature.MIMIC: Carries.PARTIAL}),
        "table-is-true",
    ),
    "a reader that fails": (replace(URDF, read=fragile), "harm-is-refused"),
    "a reader that fails of damage": (replace(URDF, read=fragile), "damage-is-refused"),
    "a reader that is never the same": (reading(numbered(count())), "understood"),
    "a reader that does not look": (reading(limited), "nothing-in-silence"),
    "a reader without a ledger": (replace(URDF, read=silent), "unknown-is-kept"),
    "a writer that is never the same": (writing(numbered(count())), "same-again"),
    "a writer of another value": (writing(limited), "proved"),
    "an adaptation in silence": (adapting(limited), "proved"),
}


@pytest.mark.parametrize(("format", "name"), BROKEN.values(), ids=BROKEN)
def test_a_broken_format_breaks_its_clause(format: Format, name: str) -> None:
    (clause,) = (each for each in contract(format, [GRIPPER]) if each.name == name)
    with pytest.raises(BrokenContract, match=name):
        clause.check()


def _as_name(axis: Axis) -> Axis:
    """An axis whose damping is only in its name, of which no fact tells."""
    damping = axis.dynamics.damping if axis.dynamics is not None else None
    return replace(axis, name=str(damping or 1.0), dynamics=None)


def _from_name(axis: Axis) -> Axis:
    return replace(axis, name=None, dynamics=Dynamics(damping=float(axis.name or 1.0)))


def _with_axes(robot: Robot, change: Callable[[Axis], Axis]) -> Robot:
    joints = (replace(each, axes=tuple(map(change, each.axes))) for each in robot.joints)
    return replace(robot, joints=tuple(joints))


def test_a_change_without_a_fact_is_undetected_sabotage() -> None:
    read = reading(lambda robot: _with_axes(robot, _as_name)).read
    write = writing(lambda robot: _with_axes(robot, _from_name)).write
    clauses = contract(replace(URDF, read=read, write=write), [GRIPPER])
    (clause,) = (each for each in clauses if each.name == "sabotage-is-noticed")
    assert any("/dynamics@damping" in each for each in clause.problems())


def test_a_hub_without_a_proof_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (clause,) = (each for each in contract(URDF, [GRIPPER]) if each.name == "faults-are-found")
    assert clause.problems() == []
    monkeypatch.setattr("robotfmt.testing.matrix.write", lambda robot, path, report: path.write_bytes(b""))
    assert "a faulty writer is not detected by a conversion" in clause.problems()


def test_all_broken_requirements_are_reported_together() -> None:
    heavy = ("table-is-true", "damage-is-refused", "harm-is-refused", "sabotage-is-noticed")
    with pytest.raises(BrokenContract) as caught:
        check_format(writing(limited), [GRIPPER], without=heavy)
    assert {"proved-gripper.urdf", "same-again-gripper.urdf"} <= {
        line.partition(":")[0] for line in str(caught.value).splitlines()
    }
    check_format(URDF, [GRIPPER], without=heavy)


def test_unfaithful_finds_a_changed_robot() -> None:
    robot = Robot(name="r", links=(Link(name="a"),))
    assert unfaithful(URDF, robot) == []
    assert unfaithful(writing(lambda each: replace(each, name="other")), robot) != []


def test_testing_needs_no_pytest() -> None:
    program = "import sys, robotfmt.testing; print('pytest' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_formats_are_listed_as_before_once_one_is_no_longer_added() -> None:
    before = [each.name for each in all_formats()]
    with added(find("urdf")):
        assert find("urdf").name == "urdf"
    assert [each.name for each in all_formats()] == before
