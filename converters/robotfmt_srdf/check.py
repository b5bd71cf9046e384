"""Check a document, alone or with its robot. Most faults make MoveIt skip the element."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from robotfmt.diagnostics import Code, quoted
from robotfmt.documents.xml.element import Element
from robotfmt.kinematics.groups import Hierarchy, Members, hierarchy_of
from robotfmt.kinematics.tree import in_rings, roots
from robotfmt.model import (
    CheckedPair,
    EndEffector,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    NamedState,
    Robot,
)

from .codes import (
    BENT_CHAIN,
    CONTRADICTION,
    DUPLICATE_END_EFFECTOR,
    DUPLICATE_GROUP,
    DUPLICATE_JOINT,
    DUPLICATE_STATE,
    EMPTY_GROUP,
    GROUP_CYCLE,
    IN_PARENT_GROUP,
    JOINT_TWICE,
    NO_CHAIN,
    NOT_IN_GROUP,
    NOT_ON_ROOT,
    ON_ITSELF,
    PAIR_TWICE,
    PARENT_LINK_OUTSIDE,
    PASSIVE_TWICE,
    PROPERTY_TWICE,
    SELF_PAIR,
    UNCHECKED_TWICE,
    UNKNOWN_TYPE,
    VALUE_COUNT,
)
from .parts.mentions import Mentions

_N = TypeVar("_N")
_VIRTUAL = {"fixed": 0, "planar": 3, "floating": 7}
"""The number of values of each type of virtual joint: a quaternion has four."""
_DEGREES = {
    JointType.PLANAR: 3,
    JointType.FLOATING: 7,
    JointType.BALL: 4,
    JointType.ON_OFF: 0,
    JointType.FIXED: 0,
}
_SHOWN = 5


def check(mentions: Mentions, robot: Robot) -> None:
    """Report errors in the document, as a part of the whole robot."""
    mentions.check_names(robot)
    hierarchy = hierarchy_of(robot)
    _groups(mentions, robot)
    if robot.links:
        _chains(mentions, robot, hierarchy)
    _states(mentions)
    members = Members(robot.groups, hierarchy)
    _values(mentions, robot, members)
    _end_effectors(mentions, robot, hierarchy, members)
    _virtual_joints(mentions, robot)
    _twice(mentions.passive_joints, lambda it: it.joint, PASSIVE_TWICE, "the passive joint")
    _twice(mentions.properties, lambda it: (it.name, it.joint), PROPERTY_TWICE, "the property")
    _twice(mentions.unchecked, lambda it: it.link, UNCHECKED_TWICE, "the link")
    _pairs(mentions)


def _twice(
    found: Iterable[tuple[Element, _N]],
    key: Callable[[_N], Hashable],
    code: Code,
    what: str,
    joint: str = " of ",
) -> None:
    """Report repeated elements, with the line of the first one."""
    first: dict[Hashable, Element] = {}
    for element, it in found:
        other = first.setdefault(key(it), element)
        if other is not element:
            name = key(it)
            given = joint.join(map(quoted, name)) if isinstance(name, tuple) else quoted(str(name))
            element.report(code, f"{what} {given} is already given on line {other.line}")


def _groups(mentions: Mentions, robot: Robot) -> None:
    _twice(mentions.groups, lambda it: it.name, DUPLICATE_GROUP, "the group")
    rings = in_rings({group.name: group.groups for group in robot.groups})
    for element, group in mentions.groups:
        if not (group.links or group.joints or group.chains or group.groups):
            element.report(EMPTY_GROUP, f"the group {quoted(group.name)} is empty")
        if group.name in rings:
            message = f"the group {quoted(group.name)} contains itself, directly or through another group"
            element.report(GROUP_CYCLE, message)


def _chains(mentions: Mentions, robot: Robot, hierarchy: Hierarchy) -> None:
    for element, group in mentions.groups:
        for chain in group.chains:
            names = f"{quoted(chain.tip)} is not below {quoted(chain.base)}"
            known = chain.base in robot.link_by_name and chain.tip in robot.link_by_name
            if not known or hierarchy.is_under(chain.tip, chain.base):
                continue
            line = chain.origin.line if chain.origin is not None else None
            where = f"the chain on line {line} of group {quoted(group.name)}"
            if hierarchy.are_joined(chain.base, chain.tip):
                element.report(BENT_CHAIN, f"{where}: {names}")
            else:
                element.report(NO_CHAIN, f"{where}: {names}, and no joints connect the two")


def _states(mentions: Mentions) -> None:
    _twice(
        ((element, state) for element, state in mentions.states if state.group is not None),
        lambda it: (it.name, it.group),
        DUPLICATE_STATE,
        "the state",
    )


def _values(mentions: Mentions, robot: Robot, members: Members) -> None:
    """Report values of states that name a joint twice, or have a wrong number of values."""
    virtual = {each.name: each.type.strip().lower() for each in robot.virtual_joints}
    named: set[tuple[int, str]] = set()
    for element, value, state in mentions.values:
        if (id(state), value.joint) in named:
            element.report(JOINT_TWICE, f"the state {quoted(state.name)} has {quoted(value.joint)} already")
        named.add((id(state), value.joint))
        joint = robot.joint_by_name.get(value.joint)
        if joint is None and value.joint not in virtual:
            continue
        _membership(element, value, state, members)
        count = _degrees(joint) if joint is not None else _VIRTUAL.get(virtual[value.joint], 0)
        if count is not None and value.values and len(value.values) != count:
            due = f"{count} {'is' if count == 1 else 'are'} due"
            message = f"{len(value.values)} values for {quoted(value.joint)}, where {due}"
            element.report(VALUE_COUNT, message, "value")


def _membership(element: Element, value: JointValue, state: NamedState, members: Members) -> None:
    joints = members.joints(state.group) if state.group is not None else None
    if joints is not None and value.joint not in joints:
        message = f"the joint {quoted(value.joint)} is not in the group {quoted(state.group or '')}"
        element.report(NOT_IN_GROUP, message, "name")


def _degrees(joint: Joint) -> int | None:
    """Return the number of values that MoveIt expects for a joint; a quaternion has four."""
    if joint.type is None:
        return None
    return _DEGREES.get(joint.type, len(joint.axes) or 1)


def _end_effectors(mentions: Mentions, robot: Robot, hierarchy: Hierarchy, members: Members) -> None:
    _twice(mentions.end_effectors, lambda it: it.name, DUPLICATE_END_EFFECTOR, "the end effector")
    for element, effector in mentions.end_effectors:
        if effector.parent_group is None:
            continue
        given = f"the end effector {quoted(effector.name)}"
        if effector.parent_group == effector.group:
            element.report(ON_ITSELF, f"{given} is on its own group {quoted(effector.group)}", "parent_group")
        elif robot.links:
            _parent_group(element, effector, given, hierarchy, members)


def _parent_group(element: Element, effector: EndEffector, given: str, hierarchy: Hierarchy, members: Members) -> None:
    """Find a parent group that moves the end effector's own joints, or does not contain its parent link."""
    group = effector.parent_group or ""
    moved, parent = members.joints(effector.group), members.joints(group)
    if moved is None or parent is None:
        return
    shared = sorted(moved & parent)
    if shared:
        names = ", ".join(map(quoted, shared[:_SHOWN]))
        message = f"{given} is inside its parent group {quoted(group)}: both have {names}"
        element.report(IN_PARENT_GROUP, message, "parent_group")
    above = hierarchy.joint_above.get(effector.parent_link)
    if above is not None and above not in parent:
        link = quoted(effector.parent_link)
        message = f"{given}: its parent group {quoted(group)} does not have its parent link {link}"
        element.report(PARENT_LINK_OUTSIDE, message, "parent_link")


def _virtual_joints(mentions: Mentions, robot: Robot) -> None:
    _twice(mentions.virtual_joints, lambda it: it.name, DUPLICATE_JOINT, "the virtual joint")
    tops = set(roots(robot))
    for element, joint in mentions.virtual_joints:
        if joint.name in robot.joint_by_name:
            element.report(DUPLICATE_JOINT, f"the robot has a joint {quoted(joint.name)} already", "name")
        if joint.type.strip().lower() not in _VIRTUAL:
            element.report(UNKNOWN_TYPE, f"{quoted(joint.type)} is not a type of virtual joint", "type")
        if joint.child_link in robot.link_by_name and joint.child_link not in tops:
            root = ", ".join(map(quoted, sorted(tops))) or "none"
            link = quoted(joint.child_link)
            message = f"virtual joint {quoted(joint.name)}: child link {link} is not the root ({root})"
            element.report(NOT_ON_ROOT, message, "child_link")


def _pairs(mentions: Mentions) -> None:
    pairs: list[tuple[Element, IgnoredPair | CheckedPair]] = [
        *mentions.checked_pairs,
        *mentions.ignored_pairs,
    ]
    for element, pair in pairs:
        if pair.first == pair.second:
            element.report(SELF_PAIR, f"link {quoted(pair.first)} is paired with itself", "link2")
    _twice(mentions.checked_pairs, _ends, PAIR_TWICE, "the pair", " and ")
    _twice(mentions.ignored_pairs, _ends, PAIR_TWICE, "the pair", " and ")
    checked = {pair.links for _, pair in mentions.checked_pairs}
    for element, ignored in mentions.ignored_pairs:
        if ignored.links in checked:
            message = f"the pair {quoted(ignored.first)} and {quoted(ignored.second)} is enabled, too"
            element.report(CONTRADICTION, message)


def _ends(pair: IgnoredPair | CheckedPair) -> tuple[str, str]:
    first, second = sorted((pair.first, pair.second))
    return first, second
