"""The kinematics model: links nested in one another by attachments, and the joints between them.

COLLADA 1.5, chapter "Kinematics". A child's frame is the attachment's transforms, then the motion of the joint,
then the child link's own transforms. Angles are degrees, lengths in the unit of the nearest asset.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from robotfmt.documents.element import Element
from robotfmt.documents.tokens import degrees, radians, written, written_all
from robotfmt.documents.xml import Node, make
from robotfmt.model import (
    Axis,
    Joint,
    JointType,
    Limits,
    Link,
    Motion,
    Pose,
    Robot,
    compose,
    inverse,
    is_identity,
)
from robotfmt.tree import children, roots

from .body import MODEL, Body, Ids, JointDraft, LinkDraft
from .claims import claim
from .codes import NAME_INVENTED, UNRESOLVED, ZERO_AXIS
from .extension import read_joint_extension, write_joint_extension
from .transforms import full_pose, read_pose, rounded

_CONSTRAINTS = ("revolute", "prismatic")
_STATIC_LIMITS = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class _Hanging:
    """A link that is still to be read, and what it hangs on."""

    link: Element
    parent: LinkDraft | None = None
    attachment: Element | None = None


def read_model(body: Body, model: Element, root_frame: Pose) -> list[LinkDraft]:
    """Read the links and joints of a kinematics model into a body; returns its root links.

    Args:
        root_frame: Where the first root link's parent frame is in the body.
    """
    claim(model)
    body.models.append(model)
    common = model.child("technique_common")
    if common is None:
        return []
    joints = _declared_joints(body, common)
    tops: list[LinkDraft] = []
    pending = [_Hanging(link) for link in reversed(common.children_of("link"))]
    while pending:
        hanging = pending.pop()
        draft = _read_link(body, hanging, joints, root_frame if not tops else Pose())
        if hanging.parent is None:
            tops.append(draft)
        attachments = [each for each in hanging.link.children if each.tag == "attachment_full"]
        below = [_hanging(body, attachment, draft, joints) for attachment in attachments]
        pending.extend(each for found in reversed(below) for each in found)
    _read_loops(body, joints)
    return tops


def _hanging(
    body: Body, attachment: Element, parent: LinkDraft, joints: dict[Element, Element]
) -> list[_Hanging]:
    """What an attachment hangs on a link; a link that is there already closes a loop, as OpenRAVE writes it."""
    link = next((child for child in attachment.children if child.tag == "link"), None)
    if link is None:
        attachment.report(UNRESOLVED, "<attachment_full> holds no link; it was left out")
        return []
    claim(attachment).child("link")
    known = body.links.get(link.peek("name") or "")
    sid = known.element.peek("sid") if known is not None and known.element is not None else None
    if known is None or sid is None or sid != link.peek("sid"):
        return [_Hanging(link, parent, attachment)]
    claim(link)
    in_parent = read_pose(attachment, body.index.unit(attachment))
    own = read_pose(link, body.index.unit(link))
    closing = _read_joint(body, attachment, joints, parent.name, known.name, in_parent, own)
    closing.closes_loop = True
    return []


def _declared_joints(body: Body, common: Element) -> dict[Element, Element]:
    """The joints of a model: what references mean, and the ``joint`` that says what it is."""
    found: dict[Element, Element] = {}
    for element in common.children_of("joint", "instance_joint"):
        template = element if element.tag == "joint" else body.index.instanced(element)
        if template is None or template.tag != "joint":
            element.report(UNRESOLVED, "<instance_joint> is an instance of nothing", "url")
            continue
        claim(element)
        claim(template)
        found[element] = template
    return found


def _read_link(body: Body, hanging: _Hanging, joints: dict[Element, Element], root_frame: Pose) -> LinkDraft:
    element, parent, attachment = hanging.link, hanging.parent, hanging.attachment
    if attachment is None or parent is None:
        claim(element)
        frame = compose(root_frame, read_pose(element, body.index.unit(element)))
        return body.add_link(_link_name(body, element), element, frame)
    meter = body.index.unit(attachment)
    in_parent = read_pose(attachment, meter)
    claim(element)
    own = read_pose(element, meter)
    frame = compose(parent.frame, compose(in_parent, own))
    child = body.add_link(_link_name(body, element), element, frame)
    _read_joint(body, attachment, joints, parent.name, child.name, in_parent, own)
    return child


def _link_name(body: Body, element: Element) -> str:
    name = element.attribute("name")
    if name:
        return name
    name = element.peek("sid") or f"link{len(body.links)}"
    element.report(NAME_INVENTED, f"a link has no name; it is called '{name}'")
    return name


def _read_joint(
    body: Body,
    attachment: Element,
    joints: dict[Element, Element],
    parent: str,
    child: str,
    in_parent: Pose | None,
    own: Pose | None,
) -> JointDraft:
    reference = attachment.required("joint")
    found = body.index.sidref(reference, attachment)
    element = found.element if found is not None else None
    if element not in joints:
        element = next(
            (each for each in joints if each.peek("sid") == (reference or "").rpartition("/")[2]), None
        )
    if element is None:
        attachment.report(
            UNRESOLVED, f"'{reference}' is no joint of the model; it is taken as fixed", "joint"
        )
        name = body.free_joint_name(f"{child}_joint", attachment)
        joint = Joint(origin=attachment.origin, name=name, type=JointType.FIXED, parent=parent, child=child)
        return body.add_joint(_placed(joint, in_parent, own), attachment, [])
    return _add_joint(body, element, joints[element], parent, child, in_parent, own)


def _add_joint(
    body: Body,
    element: Element,
    template: Element,
    parent: str | None,
    child: str | None,
    in_parent: Pose | None,
    own: Pose | None,
) -> JointDraft:
    constraints = [each for each in template.children if each.tag in _CONSTRAINTS]
    shared = len(body.index.all("instance_joint")) and element is not template
    joint = Joint(
        origin=element.origin,
        name=body.free_joint_name(_joint_name(body, element, template, bool(shared)), element),
        type=None,
        parent=parent,
        child=child,
        axes=tuple(_read_axis(body, each) for each in constraints),
    )
    joint = replace(joint, type=_type(joint, element))
    joint, settled = read_joint_extension(template, joint)
    draft = body.add_joint(_placed(joint, in_parent, own), element, constraints)
    draft.settled = settled
    return draft


def _placed(joint: Joint, in_parent: Pose | None, own: Pose | None) -> Joint:
    in_child = rounded(inverse(own)) if own is not None and not is_identity(own) else None
    if own is not None and (own.position is None or not any(own.position)):
        # A mere turn has an inverse that is written with the same numbers.
        in_child = inverse(Pose(None, own.rotation)) if not is_identity(own) else None
    return replace(joint, pose_in_parent=in_parent, pose_in_child=in_child)


def _joint_name(body: Body, element: Element, template: Element, shared: bool) -> str:
    """A template may be instanced several times; then the instances' sids tell the joints apart."""
    name = template.attribute("name")
    if shared:
        uses = [each for each in body.index.all("instance_joint") if body.index.instanced(each) is template]
        if len(uses) > 1 or not name:
            name = element.peek("sid") or name
    name = name or template.peek("sid") or template.peek("id")
    if name:
        return name
    name = f"joint{len(body.joints)}"
    element.report(NAME_INVENTED, f"a joint has no name; it is called '{name}'")
    return name


def _type(joint: Joint, element: Element) -> JointType:
    if not joint.axes:
        return JointType.FIXED
    if len(joint.axes) > 1:
        return JointType.COMPOUND
    axis = joint.axes[0]
    if not any(axis.unit_direction):
        element.report(ZERO_AXIS, f"the axis of '{joint.name}' has length zero; the joint is fixed")
        return JointType.FIXED
    if axis.motion is Motion.SLIDE:
        return JointType.PRISMATIC
    return JointType.CONTINUOUS if axis.hard is None else JointType.REVOLUTE


def _read_axis(body: Body, element: Element) -> Axis:
    claim(element)
    motion = Motion.TURN if element.tag == "revolute" else Motion.SLIDE
    direction = element.child("axis")
    values = direction.text_numbers(3) if direction is not None else None
    scale = radians(1.0) if motion is Motion.TURN else body.index.unit(element)
    sid = element.peek("sid")
    return Axis(
        origin=element.origin,
        motion=motion,
        direction=(values[0], values[1], values[2]) if values is not None else None,
        hard=read_limits(element, motion, scale),
        name=sid if sid is not None and not sid.startswith("axis") else None,
    )


def read_limits(parent: Element, motion: Motion, scale: float) -> Limits | None:
    """The ``limits`` of an axis in radians or metres; None without any."""
    element = parent.child("limits")
    if element is None:
        return None
    bounds = []
    for tag in ("min", "max"):
        child = element.child(tag)
        value = child.text_number() if child is not None else None
        bounds.append(in_si(value, motion, scale))
    return Limits(origin=element.origin, lower=bounds[0], upper=bounds[1])


def in_si(value: float | None, motion: Motion, scale: float) -> float | None:
    """A number of an axis in radians or metres."""
    if value is None:
        return None
    return radians(value) if motion is Motion.TURN else value * scale if scale != 1 else value


def _read_loops(body: Body, joints: dict[Element, Element]) -> None:
    """``attachment_start`` and ``attachment_end`` of one joint close a loop."""
    ends: dict[Element, dict[str, tuple[LinkDraft, Element]]] = {}
    for draft in list(body.links.values()):
        inside = draft.element.children if draft.element is not None else []
        for attachment in inside:
            if attachment.tag not in ("attachment_start", "attachment_end"):
                continue
            claim(attachment)
            found = body.index.sidref(attachment.attribute("joint"), attachment)
            if found is not None and found.element in joints:
                ends.setdefault(found.element, {})[attachment.tag] = (draft, attachment)
    for element, pair in ends.items():
        start, end = pair.get("attachment_start"), pair.get("attachment_end")
        if start is None or end is None:
            element.report(UNRESOLVED, "the joint of a loop is attached at one end only")
        closing = _add_joint(
            body,
            element,
            joints[element],
            start[0].name if start is not None else None,
            end[0].name if end is not None else None,
            read_pose(start[1], body.index.unit(start[1])) if start is not None else None,
            None,
        )
        if end is not None:
            in_child = read_pose(end[1], body.index.unit(end[1]))
            closing.joint = replace(closing.joint, pose_in_child=in_child)
        closing.closes_loop = True


# Writing


def write_model(robot: Robot, ids: Ids, formulas: list[Node], extras: list[Node]) -> Node:
    """The ``kinematics_model`` of a robot."""
    declared = [_write_joint(joint, ids) for joint in (*robot.joints, *robot.loops)]
    links = _write_links(robot, ids)
    common = make("technique_common", None, *declared, *links, *formulas)
    return make("kinematics_model", {"id": MODEL, "name": robot.name}, common, *extras)


def _write_joint(joint: Joint, ids: Ids) -> Node:
    axes = joint.axes or (Axis(hard=Limits(lower=0.0, upper=0.0)),)
    return make(
        "joint",
        {"sid": ids.joints[joint.name], "name": joint.name},
        *(_write_axis(joint, axis, number) for number, axis in enumerate(axes)),
        write_joint_extension(joint),
    )


def _write_axis(joint: Joint, axis: Axis, number: int) -> Node:
    limits = bounds(joint, axis, axis.hard)
    tag = "revolute" if axis.motion is Motion.TURN else "prismatic"
    direction = axis.direction if axis.direction is not None else (1.0, 0.0, 0.0)
    return make(
        tag,
        {"sid": axis_sid(axis, number)},
        make("axis", None, text=written_all(direction)),
        write_limits(limits, axis.motion),
    )


def axis_sid(axis: Axis, number: int) -> str:
    """The sid of an axis."""
    return axis.name or f"axis{number}"


def bounds(joint: Joint, axis: Axis, limits: Limits | None) -> tuple[float, float] | None:
    """The limits that are written for an axis: none for what turns freely, 0..0 for what does not move."""
    if joint.type in (JointType.FIXED, JointType.FLOATING, JointType.PLANAR, JointType.BALL):
        return _STATIC_LIMITS
    if joint.type is JointType.CONTINUOUS or limits is None:
        return None
    if limits.lower is None or limits.upper is None:
        return None
    return limits.lower, limits.upper


def write_limits(limits: tuple[float, float] | None, motion: Motion, wrapped: bool = False) -> Node | None:
    """A ``limits`` element in degrees or metres; inside an ``axis_info`` its numbers are wrapped."""
    if limits is None:
        return None
    numbers = [written(degrees(each) if motion is Motion.TURN else each) for each in limits]
    ends = zip(("min", "max"), numbers, strict=True)
    if wrapped:
        return make("limits", None, *(make(tag, None, make("float", text=text)) for tag, text in ends))
    return make("limits", None, *(make(tag, text=text) for tag, text in ends))


def _write_links(robot: Robot, ids: Ids) -> list[Node]:
    """The root links with all that hangs on them; built from the leaves up."""
    hanging = children(robot)
    nodes: dict[str, Node] = {}
    links = {link.name: link for link in robot.links}
    order: list[str] = []
    pending = list(reversed(roots(robot)))
    while pending:
        name = pending.pop()
        order.append(name)
        pending.extend(joint.child for joint in reversed(hanging.get(name, [])) if joint.child in links)
    for name in reversed(order):
        attached = [
            _write_attachment(joint, nodes.pop(joint.child), ids)
            for joint in hanging.get(name, [])
            if joint.child in nodes
        ]
        nodes[name] = _write_link(links[name], attached, _write_loop_ends(robot, name, ids), ids)
    return [nodes[name] for name in roots(robot) if name in nodes]


def _write_link(link: Link, attached: list[Node], loops: list[Node], ids: Ids) -> Node:
    return make("link", {"sid": ids.links[link.name], "name": link.name}, *attached, *loops)


def _write_attachment(joint: Joint, link: Node, ids: Ids) -> Node:
    if joint.pose_in_child is not None:
        for node in reversed(full_pose(inverse(joint.pose_in_child))):
            link.insert(0, node)
    return make("attachment_full", {"joint": ids.joint(joint.name)}, *full_pose(joint.pose_in_parent), link)


def _write_loop_ends(robot: Robot, name: str, ids: Ids) -> list[Node]:
    nodes: list[Node] = []
    for joint in robot.loops:
        attributes: dict[str, str | None] = {"joint": ids.joint(joint.name)}
        if joint.parent == name:
            nodes.append(make("attachment_start", attributes, *full_pose(joint.pose_in_parent)))
        if joint.child == name:
            nodes.append(make("attachment_end", attributes, *full_pose(joint.pose_in_child)))
    return nodes
