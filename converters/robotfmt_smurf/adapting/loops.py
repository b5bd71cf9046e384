"""Closed loops as submechanisms have them: between links whose frames coincide, free along or about their axes."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.documents.yaml.compose import Item, Tree
from robotfmt.documents.yaml.values import unescape
from robotfmt.model import (
    IDENTITY3,
    Axis,
    Joint,
    JointType,
    Link,
    Matrix3,
    Motion,
    Pose,
    Robot,
    RotationMatrix,
    Vector3,
    compose,
    cross,
    dot,
    is_identity,
    transpose,
    unit,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.sections import without_number
from ..parts.loops import DIRECTIONS, NUMERICAL, constraint_name, default_cut, free_motion, loop_name

_PLACE = "/submechanisms/"
# Axes are unit vectors: their product differs from 0 or 1 by rounding only.
_PARALLEL = 1e-12
_EVERY = tuple((motion, axis) for motion in (Motion.TURN, Motion.SLIDE) for axis in IDENTITY3)
_BY_AXES = (
    JointType.REVOLUTE,
    JointType.CONTINUOUS,
    JointType.PRISMATIC,
    JointType.CYLINDRICAL,
    JointType.UNIVERSAL,
    JointType.COMPOUND,
)

_Free = tuple[tuple[Motion, Vector3], ...]


def described(robot: Robot) -> Robot:
    """Return the robot with the loops that constraints describe, as far as they describe them."""
    loops: list[Joint] = []
    for each in robot.loops:
        free = _free(each)
        known = each.parent in robot.link_by_name and each.child in robot.link_by_name
        if known and free is not None and _frame(free) is not None:
            axes = tuple(Axis(origin=it.origin, motion=it.motion, direction=it.direction) for it in each.axes)
            loops.append(
                Joint(
                    origin=each.origin,
                    name=each.name,
                    type=each.type,
                    parent=each.parent,
                    child=each.child,
                    pose_in_parent=each.pose_in_parent,
                    pose_in_child=each.pose_in_child,
                    axes=axes,
                )
            )
    return robot if tuple(loops) == robot.loops else replace(robot, loops=tuple(loops))


def between_links(robot: Robot) -> Robot:
    """Return the robot with its loops between links whose frames are those of the joint, and free along their axes."""
    loops: list[Joint] = []
    for each in robot.loops:
        free = _free(each) or ()
        frame = _frame(free) or IDENTITY3
        robot, closing = _between_links(robot, each, frame)
        loops.append(_plain(closing, free, frame))
    return robot if tuple(loops) == robot.loops else replace(robot, loops=tuple(loops))


def _free(joint: Joint) -> _Free | None:
    """Return the directions that a joint leaves free; None if it couples them."""
    if joint.type in _BY_AXES:
        return tuple((axis.motion, unit(axis.direction or IDENTITY3[0])) for axis in joint.axes)
    match joint.type:
        case JointType.FIXED:
            return ()
        case JointType.BALL:
            return _EVERY[:3]
        case JointType.FLOATING:
            return _EVERY
        case JointType.PLANAR:
            normal = unit((joint.axis.direction if joint.axis is not None else None) or IDENTITY3[0])
            across = _across(normal)
            slides = (across, cross(normal, across))
            return ((Motion.TURN, normal), *((Motion.SLIDE, each) for each in slides))
    return None


def _across(direction: Vector3) -> Vector3:
    """Return a direction at a right angle to another one."""
    other = min(IDENTITY3, key=lambda each: abs(dot(each, direction)))
    return unit(cross(direction, other))


def _frame(free: _Free) -> Matrix3 | None:
    """Return three directions at right angles that have the free ones among them; None if there are none."""
    given = [direction for _, direction in free]
    if all(any(_parallel(each, axis) for axis in IDENTITY3) for each in given):
        return IDENTITY3
    found: list[Vector3] = []
    for each in given:
        if not any(_parallel(each, other) for other in found):
            if any(abs(dot(each, other)) > _PARALLEL for other in found):
                return None
            found.append(each)
    if len(found) == 1:
        found.append(_across(found[0]))
    return (found[0], found[1], cross(found[0], found[1]))


def _parallel(one: Vector3, other: Vector3) -> bool:
    return abs(abs(dot(one, other)) - 1.0) <= _PARALLEL


def _between_links(robot: Robot, loop: Joint, frame: Matrix3) -> tuple[Robot, Joint]:
    """Return the robot with links at the ends of a loop, where its links are not, and the loop between these."""
    turned = Pose((0.0, 0.0, 0.0), RotationMatrix(transpose(frame))) if frame != IDENTITY3 else None
    ends: dict[str, str | None] = {}
    for end in ("parent", "child"):
        name, given = getattr(loop, end), getattr(loop, f"pose_in_{end}")
        pose = compose(given, turned) if turned is not None else given
        if pose is not None and not is_identity(pose):
            robot, name = _with_link(robot, f"{loop.name}_{end}", name, pose)
        ends |= {end: name, f"pose_in_{end}": None}
    return robot, replace(loop, **ends)


def _with_link(robot: Robot, name: str, parent: str, pose: Pose) -> tuple[Robot, str]:
    taken = {*robot.frame_names, *(each.name for each in robot.all_joints)}
    name = free_name(name, taken)
    joint = Joint(
        name=free_name(f"{name}_joint", {*taken, name}),
        type=JointType.FIXED,
        parent=parent,
        child=name,
        pose_in_parent=pose,
    )
    links = (*robot.links, Link(name=name))
    return replace(robot, links=links, joints=(*robot.joints, joint)), name


def _plain(joint: Joint, free: _Free, frame: Matrix3) -> Joint:
    """Return a loop with nothing but its free directions, which are axes of its links."""
    places = sorted({_place(motion, direction, frame) for motion, direction in free})
    kind, axes = free_motion(places)
    return Joint(
        origin=joint.origin,
        name=joint.name,
        type=kind,
        parent=joint.parent,
        child=joint.child,
        axes=tuple(Axis(motion=_EVERY[each][0], direction=_EVERY[each][1]) for each in axes),
    )


def _place(motion: Motion, direction: Vector3, frame: Matrix3) -> int:
    axis = next(index for index, each in enumerate(frame) if _parallel(direction, each))
    return axis + (3 if motion is Motion.SLIDE else 0)


# Writing


def write_submechanisms(robot: Robot) -> list[tuple[str, Tree]]:
    """Return the items of the submechanisms with loops, by the steps of their places."""
    homes = dict(_homes(robot))
    taken = {each.name for each in robot.joints}
    found: list[tuple[str, Tree]] = []
    groups = grouped_loops(robot)
    keys = [key for key, _ in groups]
    for key, loops in groups:
        rows = [_row(each, robot, homes, taken) for each in loops]
        name = without_number(key, keys)
        item: dict[str, Tree] = {"name": name, "contextual_name": Item(name, default=True)}
        if loops[0].name not in homes:
            item |= {"type": NUMERICAL, "jointnames_spanningtree": []}
        found.append((key, {**item, "loop_constraints": rows}))
    return found


def grouped_loops(robot: Robot) -> list[tuple[str, list[Joint]]]:
    """Return the loops by their submechanisms: the one that a loop was read from, or one of its own."""
    homes, groups = dict(_homes(robot)), dict[str, list[Joint]]()
    for each in robot.loops:
        key, _ = homes.get(each.name, (each.name, ""))
        groups.setdefault(key, []).append(each)
    return list(groups.items())


def _homes(robot: Robot) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each loop that was read from a submechanism, with the step of that, and the joint that it is cut at."""
    for each in robot.extensions:
        if each.format == "smurf" and each.name == "cut_joint" and each.place.startswith(_PLACE):
            steps = [unescape(step) for step in each.place.split("/")]
            if len(steps) == 5:
                yield steps[4], (steps[2], each.content.strip("\"'"))


def _row(loop: Joint, robot: Robot, homes: dict[str, tuple[str, str]], taken: set[str]) -> Tree:
    home = homes.get(loop.name)
    derived = loop_name(home[1], taken) if home is not None else None
    taken.add(loop.name)
    return {
        "name": loop.name if derived != loop.name else None,
        "cut_joint": Item(default_cut(robot, (loop.parent, loop.child)) or loop.name, default=True),
        "predecessor_body": loop.parent,
        "successor_body": loop.child,
        "constraint_axes": [_constraint(each) for each in locked(loop)],
    }


def locked(loop: Joint) -> list[int]:
    """Return the directions that a loop locks, in the order of its constraints."""
    free = {_place(motion, direction, IDENTITY3) for motion, direction in _free(loop) or ()}
    return [index for index in range(len(DIRECTIONS)) if index not in free]


def _constraint(index: int) -> Tree:
    return {
        "name": Item(constraint_name(DIRECTIONS[index]), default=True),
        "axis": Item([1.0 if each == index else 0.0 for each in range(len(DIRECTIONS))], default=True),
    }
