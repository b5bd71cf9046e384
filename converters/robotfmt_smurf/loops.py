"""Closed loops: the constraints of submechanisms, as hyrodyn solves them.

The frames of two bodies coincide when a loop is closed. Each constraint locks one direction: three numbers for the
rotation, three for the translation. What is not locked is free, and makes the type of the joint.
"""

from __future__ import annotations

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Mapping, Sequence
from robotfmt.model import Axis, Joint, JointType, Motion, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name
from robotfmt.model.vectors import IDENTITY3

from .codes import CONSTRAINT, UNKNOWN_NAME
from .sections import Sections


def with_loops(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with the loops of its submechanisms; everything else of these stays in the ledger."""
    found: list[Joint] = []
    taken = {each.name for each in robot.all_joints}
    for item in sections.items("submechanisms"):
        item.take()
        rows = item.get("loop_constraints")
        if isinstance(rows, Sequence):
            rows.take()
            for row in rows.items:
                loop = _loop(row, robot, taken) if isinstance(row, Mapping) else None
                if loop is not None:
                    taken.add(loop.name)
                    found.append(loop)
    return replace(robot, loops=(*robot.loops, *found))


def _loop(row: Mapping, robot: Robot, taken: set[str]) -> Joint | None:
    locked = _locked(row)
    if locked is None:
        cut_joint = row.scalar("cut_joint")
        where = quoted(cut_joint.source if cut_joint is not None else "")
        row.report(CONSTRAINT, f"the loop at {where} is kept verbatim")
        return None
    row.take()
    cut = row.text("cut_joint") or "loop"
    ends = row.text("predecessor_body"), row.text("successor_body")
    for name in ends:
        if name is not None and name not in robot.link_by_name:
            row.report(
                UNKNOWN_NAME, f"the loop at {quoted(cut)} is between links, and {quoted(name)} is none"
            )
    free = [index for index in range(6) if index not in locked]
    kind, axes = _motion(free)
    return Joint(
        origin=row.origin,
        name=free_name(cut if cut not in taken else f"{cut}_loop", taken),
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


def _motion(free: list[int]) -> tuple[JointType, list[int]]:
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
