"""Links and joints: one root, joints of one axis or three, and loops that are read as loops."""

from __future__ import annotations

from robotfmt import adapting
from robotfmt.kinematics.tree import links_downward, poses_at_zero, roots
from robotfmt.model import (
    Axis,
    Joint,
    JointType,
    Pose,
    Robot,
    compose,
    inverse,
    rotate,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name, renamed

from ..document.poses import cleaned
from ..parts.bodies import TYPES, joints_in_order
from ..parts.robots import depths_of, free_joint, is_turned, numbers_as_read, simulation_of, split

_TURNING = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.BALL)


def with_names(robot: Robot) -> Robot:
    """Give links and joints names without blanks: OpenRAVE reads lists of names."""
    taken = {each.name for each in robot.links} | {each.name for each in robot.all_joints}
    changed: dict[str, str] = {}
    names = [each.name for each in robot.links] + [each.name for each in robot.frames]
    for name in (*names, *(each.name for each in robot.all_joints)):
        if name.split() != [name] and name not in changed:
            changed[name] = free_name("_".join(name.split()) or "part", taken)
            taken.add(changed[name])
    if not changed:
        return robot

    def change(kind: str, name: str) -> str:
        return changed.get(name, name) if kind in ("link", "joint") else name

    return renamed(robot, change)


def in_rows(robot: Robot) -> Robot:
    """Split joints with several axes, which OpenRAVE cannot load, into chains of joints with one axis."""
    return adapting.in_rows(robot, _axes_of)


def _axes_of(joint: Joint) -> tuple[Axis, ...]:
    match joint.type:
        case JointType.SCREW if joint.axes:
            return adapting.screw_axes(joint)
        case JointType.PLANAR:
            return adapting.planar_axes(joint)
        case JointType.BALL | JointType.FLOATING | JointType.FIXED:
            return ()
    return joint.axes if len(joint.axes) > 1 else ()


def with_types(robot: Robot) -> Robot:
    """Fix the joints of other types, and give up those of other types that close loops."""

    def change(joint: Joint) -> Joint:
        if joint.type in TYPES or joint.type is JointType.FLOATING:
            return joint
        return replace(joint, type=JointType.FIXED, axes=())

    joints = tuple(map(change, robot.joints))
    loops = tuple(each for each in robot.loops if each.type in TYPES)
    is_same = joints == robot.joints and loops == robot.loops
    return robot if is_same else replace(robot, joints=joints, loops=loops)


def framed(robot: Robot) -> Robot:
    """Give each joint a frame with the axes of its child; one that turns keeps its place in the child."""

    def change(joint: Joint) -> Joint:
        inside = joint.pose_in_child
        if inside is None or (inside.rotation is None and joint.type in _TURNING):
            return joint
        turn = inside.matrix
        axes = tuple(replace(each, direction=rotate(turn, each.direction_or_x)) for each in joint.axes)
        anchor = inside.position if joint.type in _TURNING else None
        child = compose(joint.pose_in_parent, inverse(inside))
        return replace(
            joint,
            pose_in_parent=cleaned(compose(child, Pose(anchor))),
            pose_in_child=Pose(anchor) if anchor is not None and any(anchor) else None,
            axes=axes,
        )

    return adapting.with_each_joint(robot, change)


def rooted(robot: Robot) -> Robot:
    """Put the root first, and attach every other link without a parent joint to it, as the reader does."""
    first = next(iter(roots(robot)), None)
    if first is None:
        return robot
    made = _root_first(robot, first)
    poses = poses_at_zero(made)
    held_joints = [joint for joint in made.joints if joint.type is not JointType.FLOATING]
    held = {joint.child for joint in held_joints} | {first}
    taken = {joint.name for joint in (*held_joints, *made.loops)}
    tied: dict[str, Joint] = {}
    for link in made.links:
        if link.name not in held:
            tied[link.name] = free_joint(link, first, poses.get(link.name), taken)
            taken.add(tied[link.name].name)
    old = {each.child: each for each in made.joints if each.type is JointType.FLOATING}
    same = all(_is_same(old.get(name), each) for name, each in tied.items())
    return made if same and len(old) == len(tied) else replace(made, joints=(*held_joints, *tied.values()))


def _is_same(old: Joint | None, new: Joint) -> bool:
    return old is not None and (old.name, old.type, old.parent, old.axes) == (
        new.name,
        new.type,
        new.parent,
        (),
    )


def _root_first(robot: Robot, first: str) -> Robot:
    """Return the robot with its links in an order in which each comes after its parent."""
    place = {link.name: index for index, link in enumerate(robot.links)}
    in_order = all(place.get(joint.parent or "", 0) < place.get(joint.child or "", 0) for joint in robot.joints)
    if in_order and robot.links[0].name == first:
        return robot
    return links_downward(robot)


def loops_downward(robot: Robot) -> Robot:
    """Turn joints that close loops round where OpenRAVE would: the nearer end to the root is the parent."""
    turned = _turned(robot)
    loops = tuple(adapting.turned_round(each) if each.name in turned else each for each in robot.loops)
    return robot if loops == robot.loops else replace(robot, loops=loops)


def _turned(robot: Robot) -> set[str]:
    """Return the joints that OpenRAVE would reverse because their child is nearer to the root; those whose parent is
    static stay.
    """
    ends = {each.name: (each.parent or "", each.child or "") for each in joints_in_order(robot)}
    depths = depths_of([each.name for each in robot.links], ends.values())
    return {
        name
        for name, (parent, child) in ends.items()
        if is_turned(depths, parent, child) and not robot.link_by_name[parent].static
    }


def closed(robot: Robot) -> Robot:
    """Keep the joints that close loops if OpenRAVE finds the same tree with them."""
    poses = poses_at_zero(robot)
    loops = tuple(_met(each, poses) for each in robot.loops if {each.parent, each.child} <= poses.keys())
    made = robot if loops == robot.loops else replace(robot, loops=loops)
    return made if not loops or not robot.links or _is_read_so(made) else replace(robot, loops=())


def _met(joint: Joint, poses: dict[str, Pose]) -> Joint:
    """Return a joint that closes a loop where its two links are at zero, the only place that XML can store."""
    parent, child = poses[joint.parent or ""], poses[joint.child or ""]
    here = compose(compose(inverse(parent), child), joint.pose_in_child)
    if cleaned(compose(inverse(joint.pose_in_parent or Pose()), here)) is None:
        return joint
    return replace(joint, pose_in_parent=cleaned(here))


def _is_read_so(robot: Robot) -> bool:
    """Return True if the tree and the loops are found again, in the order of the document."""
    if _turned(robot):
        return False
    tree, _ = split(robot.links[0].name, joints_in_order(robot))
    return {each.name for each in tree} == {each.name for each in joints_in_order(replace(robot, loops=()))}


def passive(robot: Robot) -> Robot:
    """Mark the axes of joints that are listed as passive, instead of the list."""
    if not robot.passive_joints:
        return robot
    named = {each.joint for each in robot.passive_joints}

    def change(joint: Joint) -> Joint:
        if joint.name not in named or joint.coupling is not None:
            return joint
        return replace(joint, axes=tuple(replace(axis, active=False) for axis in joint.axes))

    return replace(robot, joints=tuple(map(change, robot.joints)), passive_joints=())


def with_static(robot: Robot) -> Robot:
    """Make all links of a static robot static, which is the same in OpenRAVE."""
    links = robot.links
    if robot.simulation is not None and robot.simulation.static:
        links = tuple(replace(each, static=True) for each in links)
    simulation = simulation_of(links)
    if (links, simulation) == (robot.links, robot.simulation):
        return robot
    return replace(robot, links=links, simulation=simulation)


def numbered(robot: Robot) -> Robot:
    """Put joints into the order of their degrees of freedom, with the numbers that the reader gives them."""
    order = joints_in_order(robot)
    place = {each.name: index for index, each in enumerate(order)}
    numbers = numbers_as_read(order, [each for each in order if each in robot.joints])

    def change(joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
        row = sorted(joints, key=lambda each: place.get(each.name, len(place)))
        return tuple(replace(each, dof_index=numbers.get(each.name)) for each in row)

    joints, loops = change(robot.joints), change(robot.loops)
    is_same = joints == robot.joints and loops == robot.loops
    return robot if is_same else replace(robot, joints=joints, loops=loops)
