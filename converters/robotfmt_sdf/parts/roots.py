"""The roots of a model: links and joints as a tree, loops apart, a link for the world, a joint for each free link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from robotfmt.model import Joint, JointType, Link, Pose, Robot, Sensor
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import FREE_LINK, WORLD_LINK
from ..document.scopes import Scope

Between: TypeAlias = Callable[[str, str], Pose]
"""The pose of a link in another one, by their names."""
WORLD = "world"


@dataclass(frozen=True)
class Forest:
    """The links and joints of a robot."""

    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    loops: tuple[Joint, ...]
    root: Link | None


def arrange(scope: Scope, between: Between, links: list[Link], joints: list[Joint], static: bool) -> Forest:
    """Arrange the links and joints of a model as a tree.

    In a static model nothing moves: links without a joint are fixed.
    """
    if any(joint.parent == WORLD for joint in joints) and all(link.name != WORLD for link in links):
        origin = scope.element.origin
        links = [Link(origin=origin, name=WORLD), *links]
        message = f"joints of '{scope.name}' are attached to the world, which becomes a link 'world' of the robot"
        scope.element.report(WORLD_LINK, message)
    tree, loops = split(joints)
    children = {joint.child for joint in tree}
    roots = [link for link in links if link.name not in children]
    free = _unattached(scope, between, roots, joints, static)
    return Forest(tuple(links), (*tree, *free), tuple(loops), roots[0] if roots else None)


def split(joints: list[Joint]) -> tuple[list[Joint], list[Joint]]:
    """Return the joints of the tree, and those that close loops: the first joint of a link is the tree's."""
    above: dict[str, str] = {}
    parents: set[str | None] = set()
    tree: list[Joint] = []
    loops: list[Joint] = []
    for joint in joints:
        hung = joint.child in above or joint.child == joint.parent
        if joint.child is not None and (
            hung or (joint.child in parents and _is_below(joint.parent, joint.child, above))
        ):
            loops.append(joint)
            continue
        tree.append(joint)
        parents.add(joint.parent)
        if joint.child is not None and joint.parent is not None:
            above[joint.child] = joint.parent
    return tree, loops


def _is_below(link: str | None, other: str, above: dict[str, str]) -> bool:
    """Return True if a link is below another one, or is the same."""
    while link is not None and link != other:
        link = above.get(link)
    return link is not None


def _unattached(scope: Scope, between: Between, roots: list[Link], joints: list[Joint], static: bool) -> list[Joint]:
    """Return a joint for each root except the first one."""
    taken = {joint.name for joint in joints}
    found: list[Joint] = []
    for link in roots[1:]:
        name, parent = free_name(name_of_free_joint(link.name), taken), roots[0].name
        taken.add(name)
        scope.element.report(FREE_LINK, f"link '{link.name}' has no parent joint in '{scope.name}'")
        kind = JointType.FIXED if static else JointType.FLOATING
        pose = between(parent, link.name)
        joint = Joint(origin=link.origin, name=name, type=kind, parent=parent, child=link.name, pose_in_parent=pose)
        found.append(joint)
    return found


def name_of_free_joint(link: str) -> str:
    """Return the name of the joint for a link that has no joint in the document."""
    return f"{link}_free"


def free_joints(robot: Robot) -> list[Joint]:
    """Return the joints that SDF implies: floating ones, and in a static model those of unattached links."""
    static = robot.simulation is not None and bool(robot.simulation.static)
    first = first_root(robot)
    return [
        joint
        for joint in robot.joints
        if joint.type is JointType.FLOATING
        or (static and joint.type is JointType.FIXED and _is_of(joint, first) and not joint.axes)
    ]


def unwritten(robot: Robot) -> list[tuple[str, str]]:
    """Return the joints and the link that have no element, as the kind and the name of each."""
    world = is_world(robot)
    found = [("joint", joint.name) for joint in free_joints(robot)]
    return found if world is None else [*found, ("link", world)]


def _is_of(joint: Joint, root: str | None) -> bool:
    return joint.name == name_of_free_joint(joint.child or "") and joint.parent == root


def first_root(robot: Robot) -> str | None:
    """Return the first link without a parent joint."""
    children = {joint.child for joint in robot.joints}
    return next((link.name for link in robot.links if link.name not in children), None)


def is_world(robot: Robot) -> str | None:
    """Return the link that is not written because it represents the world."""
    link = robot.link_by_name.get(WORLD)
    if link is None or first_root(robot) != WORLD or robot.pose is not None:
        return None
    if link != Link(name=WORLD) and replace(link, origin=None) != Link(name=WORLD):
        return None
    free = {joint.name for joint in free_joints(robot)}
    hung = any(joint.parent == WORLD and joint.name not in free for joint in robot.all_joints)
    used = any(frame.parent == WORLD for frame in robot.frames) or any(it.link == WORLD for it in robot.sensors)
    into = any(joint.child == WORLD for joint in robot.all_joints)
    return WORLD if hung and not used and not into else None


def has_place(sensor: Sensor, robot: Robot) -> bool:
    """Return True if a sensor is in the element of its joint, or of its link."""
    joint = robot.joint_by_name.get(sensor.joint or "")
    if sensor.joint is not None:
        return joint is not None and all(each.name != joint.name for each in free_joints(robot))
    return sensor.link in robot.link_by_name
