"""Drake's elements of a URDF, at their places in the model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from robotfmt import adapting
from robotfmt.context import Context
from robotfmt.documents.tokens import written
from robotfmt.documents.xml.nodes import canonical, subtree
from robotfmt.gazebo import drake
from robotfmt.gazebo.drake import ACCELERATION, FILTER, OF_ACTUATORS, PREFIX, URI, as_sdf, is_drakes
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import Extension, ExtensionKind, Geometry, Joint, LinearCoupling, Robot
from robotfmt.model.joint import linear
from robotfmt.model.record import replace

from .. import FORMAT
from ..codes import DRAKE
from ..document.scopes import step
from ..parts.model_writer import ModelWriter

_NAME = r"""\[@name=(?:'([^']*)'|"([^"]*)")\]"""
_ACTUATOR = re.compile(rf"/robot/transmission{_NAME}/actuator")
_LIMIT = re.compile(rf"/robot/joint{_NAME}/limit$")


def actuated(robot: Robot) -> dict[str, str]:
    """Return the joint of each transmission of one joint."""
    rows = ((each.name, [it.name for it in each.joints]) for each in robot.transmissions)
    return {name: joints[0] for name, joints in rows if name and len(joints) == 1}


def with_drake(robot: Robot, joints: Mapping[str, str], context: Context) -> Robot:
    """Return a robot, as SDF stores it, with the elements of Drake that its URDF has; report each of them.

    Args:
        joints: The joints of transmissions.
    """
    if not any(each.format == "urdf" and is_drakes(each) for each in robot.extensions):
        return robot
    moved = list(_moved(robot, joints, ModelWriter(robot, context)))
    return with_twins(robot, moved, FORMAT, DRAKE, "is the element of SDF", context)


def with_filters(robot: Robot, context: Context) -> Robot:
    """Return a robot for Drake, with a group of links that do not collide for each ignored pair."""
    if context.option("target") != "drake":
        return robot
    return drake.with_filters(robot, "sdf", ModelWriter(robot, context).place, 2)


def with_mimics(robot: Robot, context: Context) -> Robot:
    """Return a robot for Drake, with an element of Drake for each axis that follows another one.

    Drake 1.51 does not read SDF's own ``<mimic>``. It couples joints that have one axis.
    """
    if context.option("target") != "drake":
        return robot
    place, made = ModelWriter(robot, context).place, list[Extension]()

    def change(joint: Joint) -> Joint:
        coupling = joint.axes[0].coupling if len(joint.axes) == 1 else None
        straight = linear(coupling) if coupling is not None else None
        if straight is None or straight.axis or len(robot.joint_by_name[straight.joint].axes) != 1:
            return joint
        made.append(_mimic(straight, f"{place}/{step('joint', joint.name)}"))
        return replace(joint, axes=(replace(joint.axes[0], coupling=None),))

    changed = adapting.with_each_joint(robot, change)
    return replace(changed, extensions=(*robot.extensions, *made)) if made else robot


def _mimic(coupling: LinearCoupling, place: str) -> Extension:
    node = subtree(f'<drake:mimic xmlns:drake="{URI}"/>', None)
    node.set("joint", coupling.joint)
    node.set("multiplier", written(1.0 if coupling.multiplier is None else coupling.multiplier))
    node.set("offset", written(coupling.offset or 0.0))
    content = canonical(node, None)
    return Extension(format="sdf", place=place, kind=ExtensionKind.ELEMENT, name=f"{PREFIX}mimic", content=content)


def with_friction(robot: Robot, context: Context) -> Robot:
    """Return a robot for Drake, whose dynamic friction, SDF's second one, is not above the static one."""
    if context.option("target") != "drake":
        return robot
    links = tuple(
        replace(link, collisions=tuple(map(_with_friction, link.collisions)))
        if any(each is not _with_friction(each) for each in link.collisions)
        else link
        for link in robot.links
    )
    same = all(new is old for new, old in zip(links, robot.links, strict=True))
    return robot if same else replace(robot, links=links)


def _with_friction(shape: Geometry) -> Geometry:
    surface = shape.surface
    if surface is None or (surface.friction is None and surface.second_friction is None):
        return shape
    static, dynamic = _or_one(surface.friction), _or_one(surface.second_friction)
    return shape if dynamic <= static else replace(shape, surface=replace(surface, second_friction=static))


def _or_one(friction: float | None) -> float:
    """Return a friction, or the one that Drake takes where none is given."""
    return 1.0 if friction is None else friction


def _moved(robot: Robot, joints: Mapping[str, str], writer: ModelWriter) -> Iterator[Moved]:
    for each in robot.extensions:
        place = _place(each, robot, joints, writer) if each.format == "urdf" and is_drakes(each) else None
        if place is not None and each.kind is ExtensionKind.ELEMENT:
            yield Moved(each, (replace(each, format="sdf", place=place, content=as_sdf(each.content)),))
        elif place is not None:
            tag = f"drake:{each.name.removeprefix(PREFIX)}"
            content = f'<{tag} xmlns:drake="{URI}">{each.content}</{tag}>'
            yield Moved(each, (replace(each, format="sdf", place=place, kind=ExtensionKind.ELEMENT, content=content),))


def _place(extension: Extension, robot: Robot, joints: Mapping[str, str], writer: ModelWriter) -> str | None:
    if extension.place == "/robot":
        return writer.place if extension.name == FILTER else None
    actuator, limit = _ACTUATOR.match(extension.place), _LIMIT.match(extension.place)
    if actuator is not None and extension.name in OF_ACTUATORS:
        joint = joints.get(actuator[1] or actuator[2] or "")
        return f"{writer.place}/{step('joint', joint)}" if joint in robot.joint_by_name else None
    if limit is not None:
        is_limit = extension.name == ACCELERATION
        return f"{writer.place}/{step('joint', limit[1] or limit[2] or '')}/axis/limit" if is_limit else None
    return next(_shapes_at(extension.place, robot, writer), None)


def _shapes_at(path: str, robot: Robot, writer: ModelWriter) -> Iterator[str]:
    """Yield the place of the shape that was read at a path."""
    for link in robot.links:
        for each in (*link.visuals, *link.collisions):
            if each.origin is not None and each.origin.path == path:
                tag = "visual" if each in link.visuals else "collision"
                yield f"{writer.place}/{step('link', link.name)}/{step(tag, each.name or '')}"
