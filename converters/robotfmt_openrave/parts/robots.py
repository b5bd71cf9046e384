"""From the draft of a body to the robot: the tree, the loops, the couplings.

OpenRAVE counts the joints between each link and the first one, and takes the nearer end of a joint as its parent.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from robotfmt import adapting
from robotfmt.adapting.axes import with_last_axes_first
from robotfmt.diagnostics import Report
from robotfmt.model import (
    AxisAngle,
    AxisAngles,
    Joint,
    JointType,
    JointValue,
    Link,
    Motion,
    Pose,
    Robot,
    RobotSimulation,
    compose,
    is_identity,
    unit,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import LOOSE_LINK, VALUES
from ..document.poses import cleaned
from .drafts import BodyDraft, JointDraft, LinkDraft
from .joints import read_coupling

_L = TypeVar("_L", bound=Hashable)


def turned_joints(links: list[LinkDraft], joints: Iterable[JointDraft]) -> set[JointDraft]:
    """Return the joints whose second link is the parent."""
    joints = list(joints)
    depths = depths_of(links, [(each.first, each.second) for each in joints])
    return {each for each in joints if is_turned(depths, each.first, each.second) and not each.first.link.static}


def is_turned(depths: Mapping[_L, int], first: _L, second: _L) -> bool:
    """Return True if the second end of a joint is nearer to the first link than its first end is."""
    return first in depths and second in depths and depths[second] < depths[first]


def depths_of(links: Sequence[_L], ends: Iterable[tuple[_L, _L]]) -> dict[_L, int]:
    """Return the number of joints between each link and the first one; links that no joints tie to it are left out.

    Args:
        links: The links.
        ends: The two ends of each joint.
    """
    near: dict[_L, list[_L]] = {each: [] for each in links}
    for first, second in ends:
        near[first].append(second)
        near[second].append(first)
    found: dict[_L, int] = {}
    level, depth = [*links[:1]], 0
    while level:
        found |= dict.fromkeys(level, depth)
        depth += 1
        level = list(dict.fromkeys(other for each in level for other in near[each] if other not in found))
    return found


def split(root: str, joints: Iterable[Joint]) -> tuple[list[Joint], list[Joint]]:
    """Return the joints of the tree, and those that close loops.

    A joint closes a loop if its child is held already, or is the root, or if other joints tie its two ends.
    """
    tree: list[Joint] = []
    loops: list[Joint] = []
    held = {root}
    leader: dict[str, str] = {}

    def tied(name: str) -> str:
        while name in leader:
            name = leader[name]
        return name

    for joint in joints:
        parent, child = joint.parent or "", joint.child or ""
        if child in held or tied(parent) == tied(child):
            loops.append(joint)
            continue
        held.add(child)
        leader[tied(child)] = tied(parent)
        tree.append(joint)
    return tree, loops


def finished(body: BodyDraft, report: Report) -> Robot:
    """Return the robot of a body, with its pose.

    Args:
        body: The body.
        report: The report.
    """
    _couple_joints(body)
    turned = turned_joints(body.links, body.joints)
    root = body.links[0].name if body.links else ""
    joints = [_joint(each, each in turned) for each in body.joints]
    tree, loops = split(root, joints)
    if not _is_in_order(joints, tree):
        tree, loops = split(root, _numbered(joints))
    free = list(_unattached(body, tree, report))
    first = body.links[0].pose if body.links else None
    made = Robot(
        origin=body.element.origin if body.element is not None else None,
        name=body.name,
        pose=None if is_identity(first) else first,
        links=tuple(each.link for each in body.links),
        joints=(*tree, *free),
        loops=tuple(loops),
        manipulators=tuple(body.manipulators),
        sensors=tuple(body.sensors),
        ignored_pairs=tuple(body.pairs),
        neighbours_pass=body.neighbours_pass,
        sphere_sets=tuple(body.spheres),
        scene_positions=_scene(body, report),
        simulation=simulation_of(tuple(each.link for each in body.links)),
        interfaces=(body.interface,) if body.interface is not None else (),
    )
    for each in body.imported:
        made = _with_rest(made, each)
    return with_last_axes_first(made, {each.name: len(each.axes) for each in turned if len(each.axes) > 1})


def simulation_of(links: tuple[Link, ...]) -> RobotSimulation | None:
    """Return that a robot is static, if all its links are."""
    return RobotSimulation(static=True) if links and all(each.static for each in links) else None


def _with_rest(robot: Robot, other: Robot) -> Robot:
    """Return a robot with every row of another one, and the properties of it that the robot lacks."""
    changes: dict[str, Any] = {}
    for name in Robot.compared_fields:
        value, other_value = getattr(robot, name), getattr(other, name)
        if isinstance(other_value, tuple) and other_value and isinstance(value, tuple):
            changes[name] = (*value, *other_value)
        elif value is None and other_value is not None:
            changes[name] = other_value
    return replace(robot, **changes)


def _couple_joints(body: BodyDraft) -> None:
    """Give joints their couplings."""
    names = [each.name for each in body.joints]
    for joint in body.joints:
        if joint.equations is not None:
            _couple(joint, names)


def _couple(draft: JointDraft, names: list[str]) -> None:
    assert draft.equations is not None
    coupling = read_coupling(draft.equations, draft.name, names)
    if draft.axes:
        active = draft.axes[0].active if coupling is not None else False
        draft.axes = (replace(draft.axes[0], coupling=coupling, active=active), *draft.axes[1:])


def _is_in_order(joints: list[Joint], tree: list[Joint]) -> bool:
    """Return True if no joint that closes a loop comes before a degree of freedom of the tree."""
    free = [joint for joint in joints if _freedom(joint)]
    held = {each.name for each in tree}
    ends = [joint.name in held for joint in free]
    return ends == sorted(ends, reverse=True)


def _numbered(joints: list[Joint]) -> list[Joint]:
    """Return joints with the numbers of their degrees of freedom, which are in the order of the document."""
    count, made = 0, []
    for joint in joints:
        freedom = _freedom(joint)
        made.append(replace(joint, dof_index=count) if freedom else joint)
        count += freedom
    return made


def numbers_as_read(joints: list[Joint], tree: list[Joint]) -> dict[str, int | None]:
    """Return the numbers of degrees of freedom that are read of joints in the order of a document; none if all are in
    the order of the tree.
    """
    plain = [replace(each, dof_index=None) for each in joints]
    return {} if _is_in_order(joints, tree) else {each.name: each.dof_index for each in _numbered(plain)}


def _freedom(joint: Joint) -> int:
    """Return how many values of a robot's configuration a joint has in OpenRAVE: none if it is passive or follows."""
    off = any(axis.active is False or axis.coupling is not None for axis in joint.axes)
    if off or joint.type is JointType.FIXED:
        return 0
    return 3 if joint.type is JointType.BALL else max(1, len(joint.axes))


def _joint(draft: JointDraft, is_turned: bool) -> Joint:
    """Return a joint, turned round if its second link is the parent."""
    in_first, in_second = _at_zero(draft), draft.in_second
    parts: dict[str, Any] = {
        "name": draft.name,
        "type": draft.type,
        "parent": draft.first.name,
        "child": draft.second.name,
        "pose_in_parent": None if is_identity(in_first) else in_first,
        "pose_in_child": None if is_identity(in_second) else in_second,
        "axes": draft.axes,
    }
    origin = draft.element.origin if draft.element is not None else None
    made = replace(draft.model, **parts) if draft.model is not None else Joint(origin=origin, **parts)
    return adapting.turned_round(made) if is_turned else made


def _at_zero(draft: JointDraft) -> Pose:
    """Return the frame of a joint in its first link at zero; the document shows it at its initial value."""
    if not draft.initial or not draft.axes:
        return draft.in_first
    axis = draft.axes[0]
    direction = unit(axis.direction_or_x)
    if axis.motion is Motion.SLIDE:
        x, y, z = direction
        back = Pose((-draft.initial * x, -draft.initial * y, -draft.initial * z))
    else:
        back = Pose(None, AxisAngles((AxisAngle(direction, -draft.initial),)))
    return cleaned(compose(draft.in_first, back)) or Pose()


def _unattached(body: BodyDraft, tree: list[Joint], report: Report) -> Iterator[Joint]:
    """Yield a joint for each link without a parent joint, except the first link."""
    held = {joint.child for joint in tree}
    taken = {joint.name for joint in body.joints}
    for draft in body.links[1:]:
        if draft.name in held:
            continue
        root = body.links[0]
        made = free_joint(draft.link, root.name, draft.pose_in(root), taken)
        taken.add(made.name)
        kind = "fixed" if draft.link.static else "floating"
        message = f"no joint ties '{draft.name}' to '{root.name}'; the {kind} joint '{made.name}' is added"
        report.add(LOOSE_LINK, message, made.origin, subject=f"joint/{made.name}")
        yield made


def free_joint(link: Link, root: str, pose: Pose | None, taken: Collection[str]) -> Joint:
    """Return the joint that is added for a link without a parent joint: fixed if the link is static, else floating.

    Args:
        link: The link.
        root: The first link of the robot.
        pose: The pose of the link in the first one.
        taken: The names of the other joints.
    """
    return Joint(
        origin=link.origin,
        name=free_name(f"{link.name}_free", taken),
        type=JointType.FIXED if link.static else JointType.FLOATING,
        parent=root,
        child=link.name,
        pose_in_parent=None if is_identity(pose) else pose,
    )


def _scene(body: BodyDraft, report: Report) -> tuple[JointValue, ...]:
    """Return the joint values of the scene: the initial ones, and those by degree of freedom."""
    found: dict[str, tuple[float, ...]] = {each.name: (each.initial,) for each in body.joints if each.initial}
    moving = [each for each in body.joints if _is_free(each)]
    count = sum(len(each.axes) or 3 for each in moving)
    if body.values is not None and len(body.values) != count:
        message = f"{len(body.values)} joint values for the {count} degrees of freedom of '{body.name or ''}'"
        report.add(VALUES, message, body.element.origin if body.element is not None else None)
    elif body.values is not None:
        rest = list(body.values)
        for each in moving:
            if each.axes:
                found[each.name] = tuple(rest[: len(each.axes)])
            del rest[: len(each.axes) or 3]
    return tuple(JointValue(joint=name, values=values) for name, values in found.items())


def _is_free(joint: JointDraft) -> bool:
    """Return True for a joint that is a degree of freedom: neither fixed, nor passive, nor a mimic joint."""
    passive = any(each.active is False or each.coupling is not None for each in joint.axes)
    return joint.type is not JointType.FIXED and not passive
