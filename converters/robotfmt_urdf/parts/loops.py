"""Joints that close loops. URDF 1.0 describes trees; three forms of loops are in use, and each is written as it was
read.

* a second ``joint`` with the same child link, as in the proposal for URDF 2;
* ``loop_joint``, with the joint's frame in two links (Drake's old parser, Isaac Sim);
* ``drake:ball_constraint``, with a point in each of two links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

from robotfmt.adapting import framed_at_child
from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.kinematics.tree import under_rings
from robotfmt.model import Axis, Joint, JointType, Pose, Robot, Rpy, is_identity
from robotfmt.model.joint import leaders, led_by
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import LOOP
from ..document.keys import BALL, TYPES, WORDS

TAGS = frozenset({"loop_joint", BALL})
"""The elements that describe only loops."""
_ENDS = ("link1", "link2")
_INVENTED = re.compile(r"ball_constraint(_\d+)?")
_STEP = re.compile(r"""(joint|loop_joint)\[@name=(['"])(.*)\2\]""", re.DOTALL)

ReadAxes: TypeAlias = "Callable[[Element, JointType | None], tuple[Axis, ...]]"
WriteAxis: TypeAlias = "Callable[[Axis], Iterable[Node | None]]"


# A second joint


def split(joints: list[tuple[Element, Joint]]) -> tuple[tuple[Joint, ...], tuple[Joint, ...]]:
    """Return the joints of the tree, and those that close loops: the first joint of a link is the tree's.

    A joint of a cycle stays in the tree, where it is reported as an error.
    """
    first: dict[str | None, Joint] = {}
    for _, joint in joints:
        first.setdefault(joint.child, joint)
    if len(first) == len(joints):
        return tuple(joint for _, joint in joints), ()
    stuck = under_rings(joint for _, joint in joints)
    tree: list[Joint] = []
    closing: list[Joint] = []
    for element, joint in joints:
        other = first[joint.child]
        if other is joint or joint.child is None or joint.child in stuck:
            tree.append(joint)
            continue
        message = (
            f"joint '{joint.name}' closes a loop: its child is link '{joint.child}', as is the child "
            f"of joint '{other.name}'"
        )
        element.report(LOOP, message)
        closing.append(joint)
    return tuple(tree), tuple(closing)


def _second_parents(robot: Robot) -> set[str]:
    """Return the loops that a second joint to their child can express without creating a cycle."""
    led_to = {joint.child for joint in robot.joints}
    stuck = under_rings(robot.all_joints)
    return {
        joint.name
        for joint in robot.loops
        if joint.child in led_to and joint.child not in stuck and framed_at_child(joint) is not None
    }


# loop_joint and drake:ball_constraint


def read(root: Element, links: Collection[str], joints: Collection[str], axes: ReadAxes) -> tuple[Joint, ...]:
    """Return the loops with elements of their own; incomplete ones, and those that name other links, stay in the
    ledger.

    Args:
        links, joints: The existing names.
        axes: The function that reads the axis of a joint, with all its properties.
    """
    closing = [each for each in root.children if each.tag in TAGS]
    found = [_read_loop_joint(each, axes) for each in closing if _is_loop_joint(each, links)]
    taken = {*joints, *(joint.name for joint in found)}
    for element in closing:
        if _is_ball(element, links):
            found.append(_read_ball(element, taken))
            taken.add(found[-1].name)
    return tuple(found)


def _ends(element: Element) -> list[Element]:
    """Return the first two links: Isaac Sim's manual names both of them ``link1``."""
    return [each for each in element.children if each.tag in _ENDS][:2]


def _is_loop_joint(element: Element, links: Collection[str]) -> bool:
    if element.tag != "loop_joint" or not element.peek("name") or element.peek("type") not in TYPES:
        return False
    ends = _ends(element)
    return len(ends) == 2 and all(each.peek("link") in links for each in ends)


def _read_loop_joint(element: Element, axes: ReadAxes) -> Joint:
    kind = TYPES[element.attribute("type") or ""]
    one, other = (each.take() for each in _ends(element))
    joint = Joint(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=kind,
        parent=one.attribute("link"),
        child=other.attribute("link"),
        pose_in_parent=_read_pose(one),
        pose_in_child=_read_pose(other),
        axes=axes(element, kind),
    )
    element.report(LOOP, f"<loop_joint> '{joint.name}' closes a loop", severity=Severity.NOTE)
    return joint


def _write_loop_joint(joint: Joint, axes: WriteAxis) -> Node:
    return make(
        "loop_joint",
        {"name": joint.name, "type": WORDS.get(joint.type or JointType.BALL, "spherical")},
        _write_end("link1", joint.parent, joint.pose_in_parent),
        _write_end("link2", joint.child, joint.pose_in_child),
        *(each for axis in joint.axes[:1] for each in axes(axis)),
    )


def _read_pose(element: Element) -> Pose | None:
    xyz, rpy = element.vector("xyz"), element.vector("rpy")
    return Pose(xyz, Rpy(*rpy) if rpy is not None else None) if xyz or rpy else None


def _write_end(tag: str, link: str | None, pose: Pose | None) -> Node:
    pose = pose or Pose()
    return make(tag, {"link": link, "xyz": pose.position, "rpy": pose.rpy})


def _is_ball(element: Element, links: Collection[str]) -> bool:
    given = {each.tag: each for each in element.children}
    bodies, points = _parts("body"), _parts("p")
    return (
        element.tag == BALL
        and all(each in given for each in (*bodies, *points))
        and all(given[each].peek("name") in links for each in bodies)
    )


def _parts(kind: str) -> tuple[str, str]:
    ends = {"body": ("body_A", "body_B"), "p": ("p_AP", "p_BQ")}[kind]
    return f"{BALL}_{ends[0]}", f"{BALL}_{ends[1]}"


def _read_ball(element: Element, taken: Collection[str]) -> Joint:
    one, other = (element.child(tag) for tag in _parts("body"))
    at_one, at_other = (element.child(tag) for tag in _parts("p"))
    assert one is not None and other is not None and at_one is not None and at_other is not None
    return Joint(
        origin=element.take().origin,
        name=element.attribute("name") or free_name("ball_constraint", taken),
        type=JointType.BALL,
        parent=one.attribute("name"),
        child=other.attribute("name"),
        pose_in_parent=Pose(at_one.vector("value")),
        pose_in_child=Pose(at_other.vector("value")),
    )


def _write_ball(joint: Joint) -> Node:
    poses = (joint.pose_in_parent or Pose(), joint.pose_in_child or Pose())
    bodies = zip(_parts("body"), (joint.parent, joint.child), strict=True)
    points = zip(_parts("p"), poses, strict=True)
    return make(
        BALL,
        {"name": None if _INVENTED.fullmatch(joint.name) else joint.name},
        *(make(tag, {"name": link}) for tag, link in bodies),
        *(make(tag, {"value": pose.xyz}) for tag, pose in points),
    )


# The choice of a form


def adapt(robot: Robot, wanted: str) -> Robot:
    """Return the robot without the loops that are not written; the child frames of loops written as second joints are
    adapted.
    """
    if not robot.loops:
        return robot
    forms = _forms(robot, wanted)
    kept = (joint for joint in robot.loops if joint.name in forms)
    loops = tuple((forms[each.name] == "joint" and framed_at_child(each)) or each for each in kept)
    if loops == robot.loops:
        return robot
    gone = {joint.name for joint in robot.loops} - forms.keys()
    joints = tuple(_freed(joint, gone) for joint in robot.joints)
    return replace(robot, joints=joints, loops=tuple(_freed(joint, gone) for joint in loops))


def _freed(joint: Joint, gone: set[str]) -> Joint:
    """Return the joint; a mimic of a missing joint is removed."""
    axes = (replace(each, coupling=None) if gone.intersection(led_by(each)) else each for each in joint.axes)
    return replace(joint, axes=tuple(axes)) if gone.intersection(leaders(joint)) else joint


def write(robot: Robot, wanted: str, second: Callable[[Joint], Node], axes: WriteAxis) -> list[Node]:
    """Return the elements of the loops.

    Args:
        wanted: The value of the option ``loops``.
        second: The function that writes a ``joint``.
        axes: The function that writes an axis, with all its properties.
    """
    forms = _forms(robot, wanted) if robot.loops else {}
    found: list[Node] = []
    for joint in robot.loops:
        match forms[joint.name]:
            case "joint":
                found.append(second(joint))
            case "loop_joint":
                found.append(_write_loop_joint(joint, axes))
            case _:
                found.append(_write_ball(joint))
    return found


def _forms(robot: Robot, wanted: str) -> dict[str, str]:
    """Return the element that each loop is written as; loops without one are dropped."""
    asked = {"two-parents": "joint", "loop_joint": "loop_joint"}.get(wanted)
    read_as = _read_as(robot)
    second = _second_parents(robot)
    found: dict[str, str] = {}
    for joint in robot.loops:
        form = asked or read_as.get(joint.name)
        if form is None and _is_plain_ball(joint):
            found[joint.name] = BALL
        elif form == "joint" and joint.type in WORDS and joint.name in second:
            found[joint.name] = "joint"
        elif form is not None and joint.type in (*WORDS, JointType.BALL) and len(joint.axes) <= 1:
            found[joint.name] = "loop_joint"
    return found


def _read_as(robot: Robot) -> dict[str, str]:
    """Return the elements of joints in the URDF that the robot comes from."""
    layout = robot.layout("urdf")
    roots = [item for item in layout.items if item.kind == "element"] if layout is not None else []
    steps = (_STEP.fullmatch(item.step) for root in roots for item in root.items)
    return {step.group(3): step.group(1) for step in steps if step is not None}


def _is_plain_ball(joint: Joint) -> bool:
    """Return True if two points describe the joint completely."""
    poses = (joint.pose_in_parent or Pose(), joint.pose_in_child or Pose())
    turned = any(not is_identity(Pose(None, pose.rotation)) for pose in poses)
    return joint.type is JointType.BALL and not joint.axes and not turned
