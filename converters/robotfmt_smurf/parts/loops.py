"""Closed loops: the constraints of submechanisms, as hyrodyn solves them.

The frames of two bodies coincide when a loop is closed. Each constraint locks one direction: three numbers for the
rotation, three for the translation. What is not locked is free, and makes the type of the joint.
"""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Mapping, Sequence
from robotfmt.documents.yaml.values import escape
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import Axis, Joint, JointType, Motion, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name
from robotfmt.model.vectors import IDENTITY3

from ..codes import CONSTRAINT, UNKNOWN_NAME
from ..document.sections import Sections

DIRECTIONS = ("rx", "ry", "rz", "x", "y", "z")
"""The directions that constraints lock, in their order, as steps of places."""
NUMERICAL = "NUMERICAL"
"""The type of a submechanism whose loops hyrodyn closes by iteration."""


def with_loops(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with the loops of its submechanisms; everything else of these stays in the ledger."""
    found: list[Joint] = []
    taken = {each.name for each in robot.all_joints}
    for item in sections.items("submechanisms"):
        item.take()
        name = item.text("name")
        rows = item.get("loop_constraints")
        if isinstance(rows, Sequence):
            rows.take()
            home = f"{sections.home(item)}/loop_constraints"
            loops = [_loop(each, home, robot, taken, sections) for each in rows.items if isinstance(each, Mapping)]
            _take_defaults(item, name, loops)
            found += [each for each in loops if each is not None]
    return replace(robot, loops=(*robot.loops, *found))


def _take_defaults(item: Mapping, name: str | None, loops: list[Joint | None]) -> None:
    """Take the usual values of a submechanism that has only a loop, as those from other formats have."""
    if [name] != [each.name for each in loops if each is not None]:
        return
    for key, value in (("contextual_name", name), ("type", NUMERICAL)):
        scalar = item.scalar(key)
        if scalar is not None and scalar.source == value:
            scalar.take()
    for entry in item.entries:
        if isinstance(entry.value, Sequence) and entry.value.is_empty:
            entry.value.take()


def default_cut(robot: Robot, ends: tuple[str | None, str | None]) -> str | None:
    """Return the joint that a loop is cut at, for programs that need one of the tree: that above one of its links."""
    above = joints_above(robot)
    return next((above[each].name for each in reversed(ends) if each in above), None)


def loop_name(cut: str | None, taken: Collection[str]) -> str:
    """Return the name of a loop that has none: that of its cut joint, if no other joint has it."""
    name = cut or "loop"
    return free_name(name if name not in taken else f"{name}_loop", taken)


def _loop(row: Mapping, home: str, robot: Robot, taken: set[str], sections: Sections) -> Joint | None:
    cut = row.scalar("cut_joint")
    word = cut.source if cut is not None else None
    locked = _locked(row)
    if locked is None:
        row.report(CONSTRAINT, f"the loop at {quoted(word or '')} is copied unchanged")
        return None
    row.take()
    ends = row.text("predecessor_body"), row.text("successor_body")
    for each in ends:
        if each is not None and each not in robot.link_by_name:
            row.report(UNKNOWN_NAME, f"the loop at {quoted(word or '')} is between links, and {quoted(each)} is none")
    own = row.text("name")
    name = own if own is not None and own not in taken else loop_name(word, taken)
    taken.add(name)
    home = f"{home}/{escape(name)}"
    _place_content(row, home, sections)
    if cut is not None and (own is None or word != default_cut(robot, ends)):
        sections.keep(cut, home, "cut_joint")
    elif cut is not None:
        cut.take()
    return _joint(row, name, ends, [index for index in range(6) if index not in locked])


def _place_content(row: Mapping, home: str, sections: Sections) -> None:
    """Give the unrecognised content of a loop, and of its constraints, places by names; take their usual names."""
    sections.name(row, home)
    constraints = row.get("constraint_axes")
    for each in constraints.items if isinstance(constraints, Sequence) else ():
        axis = each.get("axis") if isinstance(each, Mapping) else None
        if isinstance(each, Mapping) and isinstance(axis, Sequence):
            numbers = axis.numbers() or ()
            direction = DIRECTIONS[next(index for index, number in enumerate(numbers) if number)]
            place = f"{home}/constraint_axes/{direction}"
            sections.name(each, place)
            if sum(numbers) != 1:
                sections.keep(axis, place, "axis")
            name = each.scalar("name")
            if name is not None and name.source == constraint_name(direction):
                name.take()


def constraint_name(direction: str) -> str:
    """Return the usual name of a constraint, as hyrodyn's models have it."""
    return f"loop{'R' if direction.startswith('r') else 'T'}{direction[-1].upper()}"


def _joint(row: Mapping, name: str, ends: tuple[str | None, str | None], free: list[int]) -> Joint:
    kind, axes = free_motion(free)
    return Joint(
        origin=row.origin,
        name=name,
        type=kind,
        parent=ends[0],
        child=ends[1],
        axes=tuple(
            Axis(
                origin=row.origin,
                motion=Motion.TURN if index < 3 else Motion.SLIDE,
                direction=IDENTITY3[index % 3],
            )
            for index in axes
        ),
    )


def _locked(row: Mapping) -> set[int] | None:
    """Take the constraints, and return the directions that they lock; None if one is along no axis."""
    constraints = row.get("constraint_axes")
    found: set[int] = set()
    for each in constraints.items if isinstance(constraints, Sequence) else ():
        axis = each.get("axis") if isinstance(each, Mapping) else None
        numbers = axis.numbers() if isinstance(axis, Sequence) else None
        places = [index for index, number in enumerate(numbers or ()) if number]
        if numbers is None or len(numbers) != 6 or len(places) != 1:
            return None
        found.add(places[0])
    if isinstance(constraints, Sequence):
        constraints.take()
        for each in constraints.items:
            each.take()
    return found


def free_motion(free: list[int]) -> tuple[JointType, list[int]]:
    """Return the type of a joint with these free directions, and those that it has axes for."""
    turns, slides = [each for each in free if each < 3], [each - 3 for each in free if each >= 3]
    match len(turns), len(slides):
        case 0, 0:
            return JointType.FIXED, []
        case 1, 0:
            return JointType.REVOLUTE, free
        case 0, 1:
            return JointType.PRISMATIC, free
        case 2, 0:
            return JointType.UNIVERSAL, free
        case 3, 0:
            return JointType.BALL, []
        case 3, 3:
            return JointType.FLOATING, []
        case 1, 1 if turns == slides:
            return JointType.CYLINDRICAL, free
    return JointType.COMPOUND, free
