"""All robots of a world as one robot, whose root is a link ``world``."""

from __future__ import annotations

from .. import codes
from ..adapting.bases import WORLD
from ..diagnostics import Report
from ..kinematics.tree import base_of, roots
from ..model import Base, Extension, Frame, Joint, JointType, Link, PlacedRobot, Robot, World, WorldJoint
from ..model.record import replace
from ..model.renaming import free_name
from .foreign import Names, with_foreign_names
from .joining import attach
from .naming import prefixed_names

_USUAL, _NEAR = (0.0, 0.0, -9.81), 0.02
"""The gravity in m/s^2 that programs assume, and how much they differ."""


def as_one(world: World, report: Report | None = None) -> Robot:
    """Return all robots of a world as one robot, each at its pose, with its name as the prefix of its parts.

    A joint of the world to the root of a robot attaches it; other joints of the world close loops. A robot without such
    a joint floats if its base does, and else is fixed at its place; that is reported if no document gives it.

    Args:
        world: The world.
        report: Where fixed robots are reported.

    Raises:
        UsageError: Names of parts clash.
        ModelError: A robot has several roots, or none.
    """
    report = report if report is not None else Report()
    whole = Robot(origin=world.origin, name=world.name or WORLD, links=(Link(name=WORLD, lights=world.lights),))
    holding = _holding(world)
    for placed in _in_order(world, holding):
        joint = holding.get(placed.name)
        if joint is None and base_of(placed.robot) is None:
            report.add(
                codes.FIXED,
                f"robot '{placed.name}' has no joint in the world; it is fixed at its pose",
                placed.origin,
            )
        whole = _with(whole, placed, joint)
    used = {id(each) for each in holding.values()}
    loops = tuple(_renamed(each, whole) for each in world.joints if id(each) not in used)
    frames = tuple(
        Frame(origin=each.origin, name=each.name, parent=_part(each.robot, each.parent), pose=each.pose)
        for each in world.frames
        if each.name not in whole.frame_names
    )
    _report_gravity(world, report)
    content = (*whole.extensions, *_content(world, report))
    return replace(whole, loops=(*whole.loops, *loops), frames=(*whole.frames, *frames), extensions=content)


def _content(world: World, report: Report) -> tuple[Extension, ...]:
    """Return the unrecognised content of a world, which refers to the parts of robots by their new names.

    A name that parts of several robots have stays, because it is open which of them is meant.
    """
    names: Names = {}
    taken: set[tuple[str, str]] = set()
    for placed in world.robots:
        for kind, renamed in prefixed_names(placed.robot, _prefix(placed.name)).items():
            fresh = {old: new for old, new in renamed.items() if (kind, old) not in taken}
            names.setdefault(kind, {}).update(fresh)
            taken |= {(kind, old) for old in renamed}
    return with_foreign_names(Robot(extensions=world.extensions), names, report).extensions


def _report_gravity(world: World, report: Report) -> None:
    """Report a gravity that programs do not assume, because one robot has no place for it."""
    if world.gravity is not None and max(abs(a - b) for a, b in zip(world.gravity, _USUAL, strict=True)) > _NEAR:
        gravity = " ".join(f"{each:g}" for each in world.gravity)
        report.add(codes.NOT_TAKEN_OVER, f"the gravity of the world is lost ({gravity} m/s^2)", world.origin)


def _prefix(name: str) -> str:
    return f"{name}_"


def _part(robot: str | None, link: str | None) -> str:
    """Return the name of a robot's link in the combined robot; that of the world does not change."""
    return WORLD if robot is None or link is None else f"{_prefix(robot)}{link}"


def _holding(world: World) -> dict[str, WorldJoint]:
    """Return the joint to the root of each robot, without cycles."""
    found: dict[str, WorldJoint] = {}
    for each in world.joints:
        placed = world.robot_by_name.get(each.child_robot or "")
        if placed is None or placed.name in found or each.joint.child != next(iter(roots(placed.robot)), None):
            continue
        above = each.parent_robot
        while above is not None and above != placed.name:
            above = found[above].parent_robot if above in found else None
        if above is None:
            found[placed.name] = each
    return found


def _in_order(world: World, holding: dict[str, WorldJoint]) -> list[PlacedRobot]:
    """Return the robots, each after the one that it is attached to."""
    done: dict[str, PlacedRobot] = {}
    for placed in world.robots:
        row = [placed]
        while row[-1].name in holding:
            above = holding[row[-1].name].parent_robot
            if above is None or above in done or above not in world.robot_by_name:
                break
            row.append(world.robot_by_name[above])
        done |= {each.name: each for each in reversed(row) if each.name not in done}
    return list(done.values())


def _with(whole: Robot, placed: PlacedRobot, held: WorldJoint | None) -> Robot:
    """Return the combined robot with a further robot, attached to the world directly or by a joint."""
    name = free_name(f"{placed.name}_mount", whole.joint_by_name.keys())
    robot = replace(placed.robot, pose=None)
    if held is None:
        made = attach(whole, robot, WORLD, joint=name, pose=placed.pose, prefix=_prefix(placed.name))
        return _floating(made, name) if base_of(robot) is Base.FLOATING else made
    at = _part(held.parent_robot, held.joint.parent)
    made = attach(whole, robot, at, joint=name, prefix=_prefix(placed.name))
    mount = _renamed(held, made)
    return replace(made, joints=tuple(mount if each.name == name else each for each in made.joints))


def _floating(robot: Robot, name: str) -> Robot:
    """Return a robot with one of its joints floating."""
    joints = (replace(each, type=JointType.FLOATING) if each.name == name else each for each in robot.joints)
    return replace(robot, joints=tuple(joints))


def _renamed(it: WorldJoint, whole: Robot) -> Joint:
    """Return a joint of the world as a joint of the whole."""
    return replace(
        it.joint,
        name=free_name(it.joint.name, whole.joint_by_name.keys()),
        type=it.joint.type or JointType.FIXED,
        parent=_part(it.parent_robot, it.joint.parent),
        child=_part(it.child_robot, it.joint.child),
    )
