"""The kinematics model: links nested in one another by attachments, and the joints between them.

COLLADA 1.5, chapter "Kinematics". A child's frame is the attachment's transforms, then the motion of the joint,
then the child link's own transforms. Angles are degrees, lengths in the unit of the nearest asset.
"""

from __future__ import annotations

from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.kinematics.tree import children, roots
from robotfmt.model import (
    Joint,
    Link,
    Pose,
    Robot,
    compose,
    inverse,
)
from robotfmt.model.record import replace

from ..codes import NAME_INVENTED, UNRESOLVED
from ..document.claims import claim
from ..document.transforms import full_pose, read_pose
from .body import Body, Ids, LinkDraft
from .joints import add_joint, read_joint, write_joint


@dataclass(frozen=True, slots=True)
class _Hanging:
    """A link that is still to be read, and its parent."""

    link: Element
    parent: LinkDraft | None = None
    attachment: Element | None = None


def read_model(body: Body, model: Element, root_frame: Pose) -> list[LinkDraft]:
    """Read the links and joints of a kinematics model into a body; return its root links.

    Args:
        root_frame: The pose of the first root link's parent frame in the body.
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
        below = [_hanging(body, attachment, draft, joints, common) for attachment in attachments]
        pending.extend(each for found in reversed(below) for each in found)
    _read_loops(body, joints)
    body.order_joints(list(joints))
    return tops


def _hanging(
    body: Body, attachment: Element, parent: LinkDraft, joints: dict[Element, Element], common: Element
) -> list[_Hanging]:
    """Return the child of an attachment; a link that already exists closes a loop, as OpenRAVE writes it."""
    link = next((child for child in attachment.children if child.tag == "link"), None)
    if link is None:
        attachment.report(UNRESOLVED, "<attachment_full> contains no link; it was dropped")
        return []
    claim(attachment).child("link")
    known = body.links.get(link.peek("name") or "")
    sid = known.element.peek("sid") if known is not None and known.element is not None else None
    if known is None or sid is None or sid != link.peek("sid") or not _is_in(known, common):
        return [_Hanging(link, parent, attachment)]
    claim(link)
    in_parent = read_pose(attachment, body.index.unit(attachment))
    in_link = read_pose(link, body.index.unit(link))
    closing = read_joint(body, attachment, joints, parent.name, known.name, in_parent, in_link)
    closing.closes_loop = True
    return []


def _is_in(draft: LinkDraft, model: Element) -> bool:
    return draft.element is not None and model in draft.element.ancestors


def _declared_joints(body: Body, common: Element) -> dict[Element, Element]:
    """Return the joints of a model: the referenced elements, each with the ``joint`` that defines it."""
    found: dict[Element, Element] = {}
    for element in common.children_of("joint", "instance_joint"):
        template = element if element.tag == "joint" else body.index.instanced(element)
        if template is None or template.tag != "joint":
            body.index.report_missing(element, "joint")
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
    in_link = read_pose(element, meter)
    frame = compose(parent.frame, compose(in_parent, in_link))
    child = body.add_link(_link_name(body, element), element, frame)
    read_joint(body, attachment, joints, parent.name, child.name, in_parent, in_link)
    return child


def _link_name(body: Body, element: Element) -> str:
    name = element.attribute("name")
    if name:
        return name
    name = element.peek("sid") or f"link{len(body.links)}"
    element.report(NAME_INVENTED, f"a link has no name; it is named '{name}'")
    return name


def _read_loops(body: Body, joints: dict[Element, Element]) -> None:
    """Read closed loops: ``attachment_start`` and ``attachment_end`` of the same joint."""
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
            element.report(UNRESOLVED, "the joint of a closed loop is attached at one end only")
        closing = add_joint(
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
    """Return the ``kinematics_model`` of a robot."""
    declared = [write_joint(joint, ids) for joint in (*robot.joints, *robot.loops)]
    links = _write_links(robot, ids)
    common = make("technique_common", None, *declared, *links, *formulas)
    return make("kinematics_model", {"id": ids.model, "name": robot.name}, common, *extras)


def _write_links(robot: Robot, ids: Ids) -> list[Node]:
    """Return the root links with all their descendants; built from the leaves up."""
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
