"""Bodies in a body: ``SubBody`` nodes, whose links become links of the whole."""

from __future__ import annotations

from robotfmt import edit
from robotfmt.diagnostics import Report, quoted
from robotfmt.documents.yaml.values import escape
from robotfmt.errors import InputError
from robotfmt.kinematics.tree import base_of, roots
from robotfmt.model import Base, Joint, JointType, Pose, Robot
from robotfmt.model.record import replace

from ..codes import NO_LINKS, NO_URI, SUB_BODY
from ..document.mappings import Part
from .elements import Elements
from .joints import read_joint
from .links import Body, add, at_joint
from .resources import Resources


def read_sub_body(part: Part, body: Body, resources: Resources) -> None:
    """Add the links of another body; its root gets the parent, the pose and the joint that the node gives.

    Raises:
        InputError: The body is not found, or cannot be read.
    """
    uri = part.text("uri")
    if uri is None:
        raise InputError(NO_URI, "a SubBody has no uri", part.origin)
    placed = part.scope.context.read(uri, part.origin).robots[0]
    before, after = part.text("prefix") or "", part.text("suffix") or ""
    robot = _named(replace(placed.robot, pose=placed.pose), before, after, part)
    tops = roots(robot)
    if not tops:
        part.mapping.report(NO_LINKS, f"{quoted(uri)} has no link without a parent; it adds nothing")
        return
    root = tops[0]
    part.at_home("")
    part.mapping.report(SUB_BODY, f"the links of {uri} become links of the whole body")
    _attach(part, body, robot, root)
    elements = Elements(root, resources)
    elements.read(part)
    _elements(body, elements, root)


def _named(robot: Robot, before: str, after: str, part: Part) -> Robot:
    """Return a body with the prefix and the suffix of its node, and with other indices of its joints."""
    devices = part.text("device_prefix")
    plain = [each.name for each in robot.sensors]
    if before or after:
        robot = edit.prefix(robot, before, after, report=Report())
    prefix = before if devices is None else devices
    robot = _with_sensors(robot, [f"{prefix}{name}" for name in plain])
    offset = part.whole("joint_id_offset") or 0
    return replace(robot, joints=tuple(_counted(each, offset) for each in robot.joints))


def _counted(joint: Joint, offset: int) -> Joint:
    if joint.dof_index is None or joint.dof_index < 0:
        return joint
    return replace(joint, dof_index=joint.dof_index + offset)


def _attach(part: Part, body: Body, robot: Robot, root: str) -> None:
    """Add the robot of a sub-body, with its root at the joint and the pose of the node."""
    moved, attached = read_joint(part, root, part.text("parent")), part.pose() or Pose()
    virtual = next((each for each in robot.virtual_joints if each.child_link == root), None)
    joint = moved.joint
    kind = joint.type or (JointType.FLOATING if base_of(robot) is Base.FLOATING else None)
    name = virtual.name if virtual is not None and joint.name == root else joint.name
    values = tuple(replace(each, joint=name) for each in moved.positions)
    moved = replace(moved, joint=replace(joint, type=kind, name=name), positions=values)
    placement = robot.pose or Pose()
    pose = Pose(attached.position or placement.position, attached.rotation or placement.rotation)
    for link in robot.links:
        if link.name == root:
            add(body, link, moved, pose if pose != Pose() else None)
        else:
            body.links.append(link)
    body.joints += robot.joints
    body.loops += robot.loops
    holder = moved.joint.name if moved.joint.parent is not None else None
    body.sensors += [at_joint(each, holder) if each.link == root else each for each in robot.sensors]
    body.positions += robot.default_positions
    body.groups += robot.groups
    part.scope.kept.extend(each for each in robot.extensions if each.place.startswith("/links/"))


def _with_sensors(robot: Robot, names: list[str]) -> Robot:
    """Return a body with other names of its sensors."""
    known: dict[str, str] = {}
    for each, name in zip(robot.sensors, names, strict=True):
        home = f"/links/{escape(each.link or '')}/sensor"
        known[f"{home}/{escape(each.name)}"] = f"{home}/{escape(name)}"
    sensors = tuple(replace(each, name=name) for each, name in zip(robot.sensors, names, strict=True))
    kept = tuple(replace(each, place=known.get(each.place, each.place)) for each in robot.extensions)
    return replace(robot, sensors=sensors, extensions=kept)


def _elements(body: Body, elements: Elements, root: str) -> None:
    """Add the elements that the node of a sub-body gives to its root."""
    content = elements.content
    index = next(i for i, each in enumerate(body.links) if each.name == root)
    link = body.links[index]
    body.links[index] = replace(
        link,
        visuals=(*link.visuals, *content.visuals),
        collisions=(*link.collisions, *content.collisions),
        lights=(*link.lights, *content.lights),
    )
    body.sensors += content.sensors
