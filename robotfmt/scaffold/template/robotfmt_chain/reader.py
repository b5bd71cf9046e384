"""Read chains."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError
from robotfmt.model import Axis, Joint, JointType, Motion, Robot
from robotfmt.model.record import replace

from .codes import NOT_CHAIN
from .words import AXIS, JOINT, KEYS, LINK


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot of a document."""
    document = parse_document(
        source.data, name=source.name, format="chain", report=context.report, limits=context.limits, keys=KEYS
    )
    root = document.root.take()
    if root.tag != "chain":
        raise InputError(NOT_CHAIN, f"the root element is <{root.tag}>", root.origin)
    return Robot(
        origin=root.origin,
        name=root.attribute("name"),
        links=tuple(map(LINK.read_element, root.children_of("link"))),
        joints=tuple(map(_joint, root.children_of("joint"))),
        extensions=tuple(document.leftovers()),
        layouts=(document.layout(),),
    )


def _joint(element: Element) -> Joint:
    joint = JOINT.read_element(element)
    if joint.type in (None, JointType.FIXED):
        return joint
    axis = AXIS.take(element, None) or Axis(origin=element.origin)
    motion = Motion.SLIDE if joint.type is JointType.PRISMATIC else Motion.TURN
    return replace(joint, axes=(replace(axis, motion=motion),))
