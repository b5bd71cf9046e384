"""Read SRDF. Each function reads what the function of the same name in ``writer.py`` writes.

The format has no specification: everything that srdfdom's parser accepts is accepted here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from robotfmt.context import Context
from robotfmt.diagnostics import Report, Severity, quoted
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError
from robotfmt.model import (
    Chain,
    CheckedPair,
    CollisionUse,
    EndEffector,
    Extension,
    ExtensionKind,
    Group,
    IgnoredPair,
    JointProperty,
    JointValue,
    NamedState,
    PassiveJoint,
    Robot,
    UncheckedLink,
    VirtualJoint,
)
from robotfmt.model.record import replace

from .check import check
from .codes import (
    NO_NAME,
    NO_VALUE,
    NOT_SRDF,
    OTHER_ROBOT,
    STATE_WITHOUT_GROUP,
    XACRO,
)
from .parts.mentions import Mentions, is_complete
from .parts.merge import merge
from .parts.spheres import SET, read_spheres

KEYS = {
    **dict.fromkeys(("group", "link", "joint", "group_state", "end_effector"), ("name",)),
    **dict.fromkeys(("virtual_joint", "passive_joint"), ("name",)),
    "chain": ("base_link tip_link",),
    "joint_property": ("joint_name property_name",),
    "disable_default_collisions": ("link",),
    "enable_collisions": ("link1 link2",),
    "disable_collisions": ("link1 link2",),
    "link_sphere_approximation": ("link",),
}
_W = Severity.WARNING
_N = TypeVar("_N")


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot with the contents of an SRDF document.

    Args:
        source: The document.
        robot: The robot from earlier documents, usually a URDF; None to read the document alone.

    Raises:
        InputError: The document is not SRDF.
        UnsafeInput: The document must be expanded by xacro first.
    """
    document = _document(source, context)
    root = document.root.take()
    if root.tag != "robot":
        raise InputError(NOT_SRDF, f"the root element is <{root.tag}>, not <robot>", root.origin)
    if document.may_use_xacro:
        from robotfmt.xacro.refusal import refuse_xacro

        refuse_xacro(document, XACRO)
    mentions = Mentions()
    name, other = _name(root, robot)
    given = replace(_robot(root, mentions), name=name)
    whole = merge(robot, given, context.report) if robot is not None else given
    check(mentions, whole)
    # A document of another format may carry what this one holds itself.
    kept = (*other, *document.leftovers())
    return replace(
        whole,
        extensions=(*whole.extensions, *(each for each in kept if each not in whole.extensions)),
        layouts=(*(each for each in whole.layouts if each.format != "srdf"), document.layout()),
    )


def taken(source: Source, context: Context) -> Document:
    """Return a document that was read before, with its ledger filled again; nothing is reported twice."""
    document = _document(source, context.having(report=Report()))
    root = document.root.take()
    root.attribute("name")
    _robot(root, Mentions())
    return document


def _document(source: Source, context: Context) -> Document:
    return parse_document(
        source.data, name=source.name, format="srdf", report=context.report, limits=context.limits, keys=KEYS
    )


def _name(root: Element, robot: Robot | None) -> tuple[str | None, tuple[Extension, ...]]:
    """Return the robot's name, and the document's if it differs: the URDF determines the name."""
    given = root.attribute("name") or None
    if given is None:
        root.report(NO_NAME, "<robot> has no name")
    earlier = robot.name if robot is not None else None
    if given is None or earlier is None or given == earlier:
        return (earlier if given is None else given), ()
    root.report(OTHER_ROBOT, f"the document is for {quoted(given)}, but the robot is {quoted(earlier)}", "name")
    kept = Extension(
        origin=root.origin,
        format="srdf",
        place=root.path,
        kind=ExtensionKind.ATTRIBUTE,
        name="name",
        content=given,
    )
    return earlier, (kept,)


def _robot(root: Element, mentions: Mentions) -> Robot:
    """Return the contents of the document only."""
    spheres = read_spheres(root, mentions)
    use = CollisionUse(origin=spheres[0].origin, spheres=SET) if spheres else None
    return Robot(
        origin=root.origin,
        groups=_each(root, "group", _group, mentions),
        states=_each(root, "group_state", _state, mentions),
        end_effectors=_each(root, "end_effector", _end_effector, mentions),
        virtual_joints=_each(root, "virtual_joint", _virtual_joint, mentions),
        passive_joints=_each(root, "passive_joint", _passive_joint, mentions),
        joint_properties=_each(root, "joint_property", _joint_property, mentions),
        sphere_sets=spheres,
        world_collision=use,
        self_collision=use,
        unchecked_links=_each(root, "disable_default_collisions", _unchecked_link, mentions),
        checked_pairs=_each(root, "enable_collisions", _checked_pair, mentions),
        ignored_pairs=_each(root, "disable_collisions", _ignored_pair, mentions),
    )


def _each(
    parent: Element, tag: str, read_one: Callable[[Element, Mentions], _N | None], mentions: Mentions
) -> tuple[_N, ...]:
    """Return all children with a name; incomplete ones stay in the ledger."""
    found = (read_one(each, mentions) for each in parent.children_of(tag))
    return tuple(each for each in found if each is not None)


def _group(element: Element, mentions: Mentions) -> Group | None:
    if not is_complete(element, "name"):
        return None
    group = Group(
        origin=element.origin,
        name=mentions.name(element),
        links=_members(element, "link", mentions.link),
        joints=_members(element, "joint", mentions.joint),
        chains=_each(element, "chain", _chain, mentions),
        groups=_members(element, "group", mentions.group),
    )
    mentions.groups.append((element, group))
    return group


def _members(group: Element, tag: str, name: Callable[[Element], str]) -> tuple[str, ...]:
    return tuple(name(each) for each in group.children_of(tag) if is_complete(each, "name"))


def _chain(element: Element, mentions: Mentions) -> Chain | None:
    if not is_complete(element, "base_link", "tip_link"):
        return None
    base, tip = mentions.link(element, "base_link"), mentions.link(element, "tip_link")
    return Chain(origin=element.origin, base=base, tip=tip)


def _state(element: Element, mentions: Mentions) -> NamedState | None:
    """Return a named state; None if it has no name."""
    if not is_complete(element, "name"):
        return None
    group = mentions.group(element, "group") if element.peek("group") is not None else None
    if group is None:
        element.report(STATE_WITHOUT_GROUP, f"the state {quoted(element.peek('name') or '')} does not name a group")
    values = [(each, value) for each in element.children_of("joint") if (value := _value(each, mentions))]
    state = NamedState(
        origin=element.origin,
        name=mentions.name(element),
        group=group,
        values=tuple(value for _, value in values),
    )
    mentions.states.append((element, state))
    mentions.values.extend((each, value, state) for each, value in values)
    return state


def _value(element: Element, mentions: Mentions) -> JointValue | None:
    """Return the values of a joint; empty if one is not a number, and then the attribute stays in the ledger."""
    if not is_complete(element, "name"):
        return None
    given = element.peek("value")
    if given is None or not given.strip():
        element.report(NO_VALUE, f"the joint {quoted(element.peek('name') or '')} has no value")
    numbers = element.numbers("value", severity=_W) if given is not None and given.strip() else None
    return JointValue(origin=element.origin, joint=mentions.joint(element), values=_w_first(numbers or ()))


def _w_first(values: tuple[float, ...]) -> tuple[float, ...]:
    """Return the seven values of a floating joint: in SRDF the w of the quaternion comes last."""
    return (*values[:3], values[6], *values[3:6]) if len(values) == 7 else values


def _end_effector(element: Element, mentions: Mentions) -> EndEffector | None:
    if not is_complete(element, "name", "group", "parent_link"):
        return None
    has_parent = element.peek("parent_group") is not None
    effector = EndEffector(
        origin=element.origin,
        name=mentions.name(element),
        group=mentions.group(element, "group"),
        parent_link=mentions.link(element, "parent_link"),
        parent_group=mentions.group(element, "parent_group") if has_parent else None,
    )
    mentions.end_effectors.append((element, effector))
    return effector


def _virtual_joint(element: Element, mentions: Mentions) -> VirtualJoint | None:
    if not is_complete(element, "name", "type", "parent_frame", "child_link"):
        return None
    virtual = VirtualJoint(
        origin=element.origin,
        name=mentions.name(element),
        type=element.attribute("type") or "",
        parent_frame=mentions.name(element, "parent_frame"),
        child_link=mentions.link(element, "child_link"),
    )
    mentions.virtual_joints.append((element, virtual))
    return virtual


def _passive_joint(element: Element, mentions: Mentions) -> PassiveJoint | None:
    if not is_complete(element, "name"):
        return None
    passive = PassiveJoint(origin=element.origin, joint=mentions.joint(element))
    mentions.passive_joints.append((element, passive))
    return passive


def _joint_property(element: Element, mentions: Mentions) -> JointProperty | None:
    if not is_complete(element, "joint_name", "property_name", "value"):
        return None
    property_of_joint = JointProperty(
        origin=element.origin,
        joint=mentions.joint(element, "joint_name"),
        name=mentions.name(element, "property_name"),
        value=element.attribute("value") or "",
    )
    mentions.properties.append((element, property_of_joint))
    return property_of_joint


def _unchecked_link(element: Element, mentions: Mentions) -> UncheckedLink | None:
    if not is_complete(element, "link"):
        return None
    link = UncheckedLink(origin=element.origin, link=mentions.link(element, "link"))
    mentions.unchecked.append((element, link))
    return link


def _checked_pair(element: Element, mentions: Mentions) -> CheckedPair | None:
    if not is_complete(element, "link1", "link2"):
        return None
    first, second = mentions.link(element, "link1"), mentions.link(element, "link2")
    pair = CheckedPair(origin=element.origin, first=first, second=second, reason=element.attribute("reason"))
    mentions.checked_pairs.append((element, pair))
    return pair


def _ignored_pair(element: Element, mentions: Mentions) -> IgnoredPair | None:
    if not is_complete(element, "link1", "link2"):
        return None
    first, second = mentions.link(element, "link1"), mentions.link(element, "link2")
    pair = IgnoredPair(origin=element.origin, first=first, second=second, reason=element.attribute("reason"))
    mentions.ignored_pairs.append((element, pair))
    return pair
