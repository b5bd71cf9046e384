"""Gearboxes: the rotations of two links against a third one, as the coupling of the joints that hold them.

A joint of the type ``gearbox`` moves nothing itself. With the angles of its parent (about ``axis``) and of its child
(about ``axis2``) against ``gearbox_reference_body`` it means ``theta_2 = -gearbox_ratio * theta_1``. A coupling that
was a gearbox is written as one again, as long as the joints are coupled in this way; any other one is a mimic.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    IDENTITY,
    Axis,
    Joint,
    JointType,
    LinearCoupling,
    Motion,
    Pose,
    Robot,
    Vector3,
    linear,
    rotate,
    unit,
)
from robotfmt.model.record import replace
from robotfmt.model.vectors import dot

from ..codes import GEAR, GEARBOX
from ..document.scopes import Item, Scope, end_of
from ..document.written_poses import Gear, Notation
from .joints import AXES, JointReader
from .names import Names

_TURNING = (JointType.REVOLUTE, JointType.CONTINUOUS)
_PARALLEL = 1e-6
"""How far the cosine between two parallel directions may be from 1 or -1."""
_SAME = 1e-9
_UP: Vector3 = (0.0, 0.0, 1.0)


def is_gearbox(item: Item) -> bool:
    """Return True if a joint is a gearbox."""
    return item.kind == "joint" and (item.element.peek("type") or "").strip().lower() == "gearbox"


def with_gears(
    joints: list[Joint], gearboxes: Iterable[tuple[Item, str, Scope]], reader: JointReader
) -> tuple[list[Joint], dict[str, Gear]]:
    """Return joints with the couplings of gearboxes, and the gearboxes by their names."""
    found: dict[str, Gear] = {}
    for item, name, scope in gearboxes:
        by_name = {each.name: each for each in joints}
        gear = _read(by_name, item, scope, reader) if name == item.name else None
        factor = _factor(gear, by_name) if gear is not None else None
        if gear is None or factor is None or not _is_free(by_name[gear.follower], gear.leader, by_name):
            item.element.give_back()
            item.element.report(GEARBOX, f"joint '{name}' is a gearbox; it is copied unchanged")
            continue
        _take(item)
        found[name] = gear
        message = f"joint '{name}' is a gearbox: joint '{gear.follower}' follows '{gear.leader}' by {factor:g}"
        item.element.report(GEAR, message)
        coupling = LinearCoupling(origin=item.element.origin, joint=gear.leader, multiplier=factor)
        joints = [_coupled(each, coupling) if each.name == gear.follower else each for each in joints]
    return joints, found


def _coupled(joint: Joint, coupling: LinearCoupling) -> Joint:
    return replace(joint, axes=(replace(joint.axes[0], coupling=coupling),))


def _read(joints: dict[str, Joint], item: Item, scope: Scope, reader: JointReader) -> Gear | None:
    """Return a gearbox; None if its links are not each on a joint of the reference body."""
    element = item.element
    body = element.find("gearbox_reference_body")
    words = (body.text.strip() if body is not None else "", end_of(element, "parent"), end_of(element, "child"))
    keys = [reader.link_key(scope, item, word) for word in words]
    base, first, second = (reader.names.get(key or "") for key in keys)
    leader, follower = _on(joints.values(), base, first), _on(joints.values(), base, second)
    ratio = element.find("gearbox_ratio")
    value = ratio.take().text_number() if ratio is not None else 1.0
    if keys[0] is None or leader is None or follower is None or leader is follower or value is None:
        return None
    axis, axis2 = (_direction(index, keys[0], item, scope, reader) for index in range(2))
    return Gear(leader=leader.name, follower=follower.name, ratio=value, axis=axis, axis2=axis2)


def _on(joints: Iterable[Joint], parent: str | None, child: str | None) -> Joint | None:
    """Return the joint by which one link turns on another one."""
    is_known = parent is not None and child is not None
    found = (each for each in joints if is_known and (each.parent, each.child) == (parent, child) and _turns(each))
    return next(found, None)


def _turns(joint: Joint) -> bool:
    return joint.type in _TURNING and len(joint.axes) == 1 and joint.axes[0].motion is Motion.TURN


def _direction(index: int, base: str, item: Item, scope: Scope, reader: JointReader) -> Vector3:
    """Return an axis of a gearbox in the frame of a link; it is z of the joint unless it is given."""
    element = item.element.find(AXES[index])
    direction = reader.direction(scope, item, item.name, index, element) if element is not None else _UP
    word, key = reader.words.get(f"expressed/{item.name}/{index}"), item.key
    if word is not None:
        direction, key = reader.axes[f"{item.name}/{index}"], scope.named(word, item.home) or item.key
    turn = reader.tree.frames.between(base, key).matrix
    return direction if turn == IDENTITY.matrix else rotate(turn, direction)


def _take(item: Item) -> None:
    """Take what a gearbox is written with again."""
    element = item.element.take()
    element.attribute("type")
    for tag in ("parent", "child", "gearbox_reference_body", "gearbox_ratio"):
        leaf = element.find(tag)
        if leaf is not None:
            leaf.take().take_text()
            leaf.attribute("link")
    for tag in AXES:
        axis = element.find(tag)
        if axis is not None:
            axis.take()


def _is_free(follower: Joint, leader: str, joints: dict[str, Joint]) -> bool:
    """Return True if a joint follows no other one yet, and its leader does not follow it."""
    above = linear_of(joints[leader].axes[0])
    return follower.axes[0].coupling is None and (above is None or above.joint != follower.name)


def linear_of(axis: Axis) -> LinearCoupling | None:
    """Return the coupling of an axis if it is a linear one."""
    return linear(axis.coupling) if axis.coupling is not None else None


def _factor(gear: Gear, joints: dict[str, Joint]) -> float | None:
    """Return the factor by which one joint follows the other one; None if they turn about other axes, or elsewhere."""
    leader, follower = joints.get(gear.leader), joints.get(gear.follower)
    if leader is None or follower is None or not (_turns(leader) and _turns(follower)):
        return None
    signs = _sign(gear.axis, leader) * _sign(gear.axis2, follower)
    return -gear.ratio * signs if signs and leader.parent == follower.parent else None


def _sign(direction: Vector3, joint: Joint) -> int:
    """Return whether a joint turns about a direction of its parent (1), or against it (-1); 0 if about another one."""
    axis = rotate((joint.pose_in_parent or Pose()).matrix, joint.axes[0].direction_or_x)
    cosine = dot(unit(axis), unit(direction))
    return 0 if abs(cosine) < 1 - _PARALLEL else 1 if cosine > 0 else -1


# Writing


def gears_of(robot: Robot) -> dict[str, Gear]:
    """Return the gearboxes of the document that still couple their joints as the robot does, by their names."""
    memory = robot.layout("sdf")
    gears = memory.gears if isinstance(memory, Notation) else {}
    joints = robot.joint_by_name
    return {name: each for name, each in gears.items() if name not in joints and _holds(each, joints)}


def _holds(gear: Gear, joints: dict[str, Joint]) -> bool:
    factor = _factor(gear, joints)
    coupling = linear_of(joints[gear.follower].axes[0]) if factor is not None else None
    if factor is None or coupling is None or (coupling.joint, coupling.axis) != (gear.leader, 0) or coupling.offset:
        return False
    return abs((1.0 if coupling.multiplier is None else coupling.multiplier) - factor) <= _SAME * abs(factor)


def gearbox(name: str, gear: Gear, robot: Robot, names: Names) -> Node:
    """Return the element of a gearbox."""
    leader, follower = robot.joint_by_name[gear.leader], robot.joint_by_name[gear.follower]
    base, parent, child = (
        names.seen((), ("link", each or "")) or each for each in (leader.parent, leader.child, follower.child)
    )
    directions = (
        make(tag, None, make("xyz", {"expressed_in": base}, text=each))
        for tag, each in zip(AXES, (gear.axis, gear.axis2), strict=True)
    )
    return make(
        "joint",
        {"name": name, "type": "gearbox"},
        make("parent", text=parent),
        make("child", text=child),
        make("gearbox_ratio", text=gear.ratio),
        make("gearbox_reference_body", text=base),
        *directions,
    )
