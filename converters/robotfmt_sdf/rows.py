"""Joints that SDF does not have, as joints in a row with massless links between them; and such rows as joints again.

The first joint of a row keeps in ``robotfmt:row`` the number of joints in the row and the fields that they do not
describe: ``{"joints": 2, "type": {"is": "JointType", "value": "cylindrical"}}``. The rest is read from the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from robotfmt import edit
from robotfmt.documents.xml.element import Element
from robotfmt.facts.difference import diff
from robotfmt.model import Axis, Joint, JointType, LinearCoupling, Link, Motion, Origin, Robot
from robotfmt.model.completion import BadRecord, Given, completed, parsed, whole
from robotfmt.model.json import to_object
from robotfmt.model.record import replace

from .codes import BAD_KEPT, CHANGED_SINCE
from .keys import own
from .scopes import Item, Scope, end_of
from .tree import Tree

Items: TypeAlias = Sequence[tuple[Item, str, Scope]]

ROW = "row"
_FIELDS = frozenset({"type", "axes"})
"""The fields that a row may not describe."""
_Axes = Callable[[Joint], tuple[Axis, ...]]


# Writing


def in_rows(robot: Robot, target: str | None) -> tuple[Robot, dict[str, Given]]:
    """Return a robot with rows of joints for joints that SDF, or Drake, does not have.

    Returns:
        The robot, and what is kept of each row, by the name of its first joint, which is that of the whole joint.
    """
    axes_of = _axes_in_drake if target == "drake" else _axes_of
    whole = {joint.name: joint for joint in robot.all_joints if axes_of(joint)}
    if not whole:
        return robot, {}
    made = edit.loops_in_rows(edit.in_rows(robot, axes_of), axes_of)
    made = edit.with_each_joint(made, lambda each: _first(each, whole[each.name]) if each.name in whole else each)
    return made, {name: _kept(joint, axes_of(joint)) for name, joint in whole.items()}


def _axes_of(joint: Joint) -> tuple[Axis, ...]:
    """Return the axes to split a joint into; an empty tuple if it can stay one joint."""
    match joint.type:
        case JointType.PLANAR:
            return edit.planar_axes(joint)
        case JointType.COMPOUND if _is_of_two_turns(joint):
            return ()
        case JointType.COMPOUND | JointType.CYLINDRICAL:
            return joint.axes
        case JointType.UNIVERSAL if len(joint.axes) == 2:
            return ()
    return joint.axes if len(joint.axes) > 1 else ()


def _axes_in_drake(joint: Joint) -> tuple[Axis, ...]:
    return joint.axes if joint.type is JointType.COMPOUND else _axes_of(joint)


def _is_of_two_turns(joint: Joint) -> bool:
    return len(joint.axes) == 2 and all(axis.motion is Motion.TURN for axis in joint.axes)


def _first(first: Joint, joint: Joint) -> Joint:
    """Return the first joint of a row, with the properties of the whole joint that belong to no axis."""
    return replace(
        joint,
        type=first.type,
        parent=first.parent,
        child=first.child,
        pose_in_parent=first.pose_in_parent,
        pose_in_child=first.pose_in_child,
        axes=first.axes,
    )


def _kept(joint: Joint, axes: tuple[Axis, ...]) -> Given:
    kept: Given = {"joints": len(axes), "type": to_object(joint.type)}
    if axes != joint.axes:
        return kept | {"axes": to_object(joint.axes)}
    circular = {str(index): {"circular": True} for index, axis in enumerate(axes) if axis.circular}
    return kept | {"axes": circular} if circular else kept


# Reading


def without_rows(items: Items, tree: Tree, links: list[Link], joints: list[Joint]) -> tuple[list[Link], list[Joint]]:
    """Return links and joints with one joint for each row that is as it was written; other rows are reported.

    Args:
        items: All parts of the robot, with their names in it and their scopes.
    """
    busy: set[str] | None = None
    for item, name, _ in items:
        element = item.element
        text = element.peek(own(ROW)) if item.kind == "joint" else None
        first = next((each for each in joints if each.name == name), None) if text is not None else None
        if text is None or first is None:
            continue
        busy = _busy(items, tree) if busy is None else busy
        try:
            found = _joined(first, parsed(text), (links, joints), busy, element.origin)
        except BadRecord as error:
            element.report(BAD_KEPT, f"robotfmt:row of joint '{name}' {error}; it is kept verbatim", own(ROW))
            continue
        element.attribute(own(ROW))
        if found is None:
            _report(element, name)
        else:
            links, joints = found
    return links, joints


def _report(element: Element, name: str) -> None:
    message = f"the row of joints that begins with '{name}' is no longer as robotfmt wrote it; its joints are read"
    element.report(CHANGED_SINCE, message, own(ROW))


def _joined(
    first: Joint, given: Given, parts: tuple[list[Link], list[Joint]], busy: Collection[str], origin: Origin
) -> tuple[list[Link], list[Joint]] | None:
    """Return links and joints with one joint in the place of a row; None if the row was changed.

    Raises:
        BadRecord: The attribute does not describe a joint.
    """
    links, joints = parts
    count: int = whole(given.get("joints"), int, origin)
    fields = {name: value for name, value in given.items() if name != "joints"}
    if not fields.keys() <= _FIELDS:
        raise BadRecord(f"gives '{min(fields.keys() - _FIELDS)}', which a row does not have")
    row = _row(first, count, joints)
    between = {each.child for each in row[:-1]}
    if len(row) != count or (between | {each.name for each in row[1:]}) & {*busy}:
        return None
    joined = replace(
        first,
        child=row[-1].child,
        pose_in_child=row[-1].pose_in_child,
        axes=tuple(axis for each in row for axis in each.axes),
    )
    joint: Joint = completed(joined, fields, origin)
    inner = [each for each in links if each.name in between]
    taken = ({each.name for each in links} | {each.name for each in joints}) - between - {each.name for each in row}
    if not _is_same(row, inner, joint, taken):
        return None
    return [each for each in links if each.name not in between], _put(joint, row, joints)


def _row(first: Joint, count: int, joints: list[Joint]) -> list[Joint]:
    """Return the joints of a row, as far as its links have no other joints."""
    ends = Counter(end for each in joints for end in (each.parent, each.child))
    row = [first]
    while len(row) < count and ends[row[-1].child] == 2:
        following = next((each for each in joints if each.parent == row[-1].child), None)
        if following is None:
            break
        row.append(following)
    return row


def _is_same(row: list[Joint], inner: list[Link], joint: Joint, taken: Collection[str]) -> bool:
    """Return True if a joint would be written as a row."""
    axes = edit.planar_axes(joint) if joint.type is JointType.PLANAR else joint.axes
    if len(axes) != len(row):
        return False
    (first, *others), links = edit.in_a_row(replace(joint, axes=axes), taken)
    expected = [_first(first, joint), *others]
    one, other = (
        Robot(links=tuple(its), joints=tuple(map(_uncoupled, each))) for its, each in ((inner, row), (links, expected))
    )
    return not diff(one, other)


def _uncoupled(joint: Joint) -> Joint:
    return replace(joint, axes=tuple(replace(each, coupling=None) for each in joint.axes))


def _put(joint: Joint, row: list[Joint], joints: list[Joint]) -> list[Joint]:
    """Return joints with one in the place of a row; what follows a joint of the row follows its axis."""
    places = {each.name: index for index, each in enumerate(row)}

    def followed(axis: Axis) -> Axis:
        leader = axis.coupling
        if not isinstance(leader, LinearCoupling) or leader.joint not in places or leader.axis:
            return axis
        return replace(axis, coupling=replace(leader, joint=joint.name, axis=places[leader.joint]))

    kept = (joint if each is row[-1] else each for each in joints if each is row[-1] or each.name not in places)
    return [replace(each, axes=tuple(map(followed, each.axes))) if each.axes else each for each in kept]


def _busy(items: Items, tree: Tree) -> set[str]:
    """Return the links and joints that have sensors, and links that frames, or joints of the world, are on."""
    found: set[str] = set()
    keys = {item.key for item, _, _ in items if item.kind in ("frame", "merged")}
    for item, name, _ in items:
        if any(each.tag == "sensor" for each in item.element.children):
            found.add(name)
    for item in tree.world.items:
        ends = [end_of(item.element, tag) for tag in ("parent", "child")] if item.kind == "joint" else []
        keys |= {item.key, *(key for end in ends if (key := tree.world.named(end, item.home)))}
    names = {item.key: name for item, name, _ in items}
    links = (tree.bodies.link(key) for key in keys)
    return found | {names[link] for link in links if link is not None and link in names}
