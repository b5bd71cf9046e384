"""Find properties that one robot has in another form than another: a manipulator as a group, an actuator in a
transmission.

Formats have different words for one thing. A property that no output names, but that follows from named ones, is
converted and not lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..adapting.frames import tool_link
from ..adapting.grouping import moving
from ..kinematics.groups import Hierarchy, Members, hierarchy_of
from ..model import (
    Actuator,
    Chain,
    CSpace,
    CSpaceJoint,
    EndEffector,
    Geometry,
    Group,
    JointValue,
    Link,
    Manipulator,
    Robot,
)
from ..model.record import replace


def other_forms(before: Robot, after: Robot) -> Robot:
    """Return the parts of a robot that another robot states in another form, with the properties that it states.

    A manipulator is a group of the same chain, with an end effector for its gripper, and the reverse. A transmission
    names an actuator. A configuration space is a group of its joints, and default positions are a state. The masses of
    shapes are in that of their link.
    """
    groups, effectors = _groups(before, after) if before.groups and after.manipulators else ((), ())
    space, positions = _controlled(before, after) if before.cspace and after.groups else (None, ())
    return Robot(
        groups=groups,
        default_positions=positions,
        end_effectors=effectors,
        manipulators=tuple(_manipulators(before, after)) if before.manipulators and after.groups else (),
        cspace=space,
        actuators=tuple(_actuators(before, after)),
        links=tuple(_weighed(before, after)),
    )


class _Joints:
    """Finds the joints that groups move, in the tree of one robot."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._hierarchy: Hierarchy = hierarchy_of(robot)

    def of(self, groups: Iterable[Group]) -> dict[str, frozenset[str]]:
        """Return the joints of each group, without fixed and mimic joints; groups with unknown joints are omitted."""
        members = Members(groups, self._hierarchy)
        found = {each.name: members.joints(each.name) for each in groups}
        return {name: moving(self._robot, joints) for name, joints in found.items() if joints}

    def between(self, base: str, tip: str) -> frozenset[str]:
        """Return the joints that a chain from a base to a tip contains."""
        return self.of([Group(name="", chains=(Chain(base=base, tip=tip),))]).get("", frozenset())


def _manipulators(before: Robot, after: Robot) -> Iterator[Manipulator]:
    """Yield the manipulators whose chains are groups; a group is at most one of them."""
    joints = _Joints(before)
    moved = joints.of(after.groups)
    grippers = {each.parent_link: moved.get(each.group, frozenset()) for each in after.end_effectors}
    left = list(after.groups)
    for arm in before.manipulators:
        ends, between = (arm.base, arm.tip), joints.between(arm.base, arm.tip)
        found = (each for each in left if _is_chain(each, ends) or (between and moved.get(each.name) == between))
        group = next(found, None)
        if group is not None:
            left.remove(group)
            held = grippers.get(arm.tip, frozenset())
            closed = tuple(replace(each, closing=()) for each in arm.gripper_joints if each.joint in held)
            tool = arm.tool if tool_link(after, arm) is not None else None
            yield Manipulator(name=arm.name, base=arm.base, tip=arm.tip, tool=tool, gripper_joints=closed)


def _is_chain(group: Group, ends: tuple[str, str]) -> bool:
    return [(each.base, each.tip) for each in group.chains] == [ends]


def _groups(before: Robot, after: Robot) -> tuple[tuple[Group, ...], tuple[EndEffector, ...]]:
    """Return the groups that manipulators move, as arms or as grippers, and the end effectors of the latter."""
    joints = _Joints(before)
    grippers = {it.tip: frozenset(each.joint for each in it.gripper_joints) for it in after.manipulators}
    named = {joints.between(it.base, it.tip) for it in after.manipulators} | set(grippers.values())
    known = joints.of(before.groups)
    groups = tuple(each for each in before.groups if known.get(each.name) in named - {frozenset()})
    effectors = (each for each in before.end_effectors if each.group in known)
    return groups, tuple(each for each in effectors if grippers.get(each.parent_link) == known[each.group])


def _actuators(before: Robot, after: Robot) -> Iterator[Actuator]:
    named = {each.joint: each for each in after.all_actuators}
    for each in before.actuators:
        if each.joint in named:
            yield replace(named[each.joint], name=each.name)


def _controlled(before: Robot, after: Robot) -> tuple[CSpace | None, tuple[JointValue, ...]]:
    """Return the controlled joints and their default positions, which a group and a state of it have."""
    wanted = tuple(each.joint for each in before.cspace.joints) if before.cspace is not None else ()
    groups = [name for name, joints in _Joints(before).of(after.groups).items() if joints == frozenset(wanted)]
    if not groups:
        return None, ()
    listed = next((each.joints for each in after.groups if each.name == groups[0]), ())
    order = listed if frozenset(listed) == frozenset(wanted) else wanted
    space = CSpace(joints=tuple(CSpaceJoint(joint=each) for each in order))
    values = tuple(value for state in after.states if state.group in groups for value in state.values)
    return space, values


def _weighed(before: Robot, after: Robot) -> Iterator[Link]:
    """Yield the masses of the shapes of each link that has its mass as a whole in the other robot."""
    there = after.link_by_name
    for link in before.links:
        other = there.get(link.name)
        is_weighed = other is not None and other.inertial is not None and other.inertial.mass is not None
        if other is None or not is_weighed or not any(map(_weighs, (*link.visuals, *link.collisions))):
            continue
        yield Link(name=link.name, visuals=_masses(link.visuals), collisions=_masses(link.collisions))


def _weighs(shape: Geometry) -> bool:
    return shape.mass is not None or shape.density is not None


def _masses(shapes: Iterable[Geometry]) -> tuple[Geometry, ...]:
    return tuple(Geometry(shape=None, mass=each.mass, density=each.density) for each in shapes)
