"""Read chains."""

from __future__ import annotations

from robotfmt.codes import BAD_WORD
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Motion, Pose, Robot, Rpy

from .codes import NOT_CHAIN

KEYS = {"link": ("name",), "joint": ("name",)}
WORDS = {
    "fixed": JointType.FIXED,
    "turn": JointType.REVOLUTE,
    "spin": JointType.CONTINUOUS,
    "slide": JointType.PRISMATIC,
}


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
        links=tuple(Link(origin=each.origin, name=each.required("name") or "") for each in root.children_of("link")),
        joints=tuple(map(_joint, root.children_of("joint"))),
        extensions=tuple(document.leftovers()),
        layouts=(document.layout(),),
    )


def _joint(element: Element) -> Joint:
    kind = WORDS.get(element.peek("type") or "")
    if kind is None:
        element.report(BAD_WORD, f"'{element.peek('type')}' is not a joint type")
    else:
        element.attribute("type")
    position, angles = element.vector("xyz"), element.vector("rpy")
    return Joint(
        origin=element.origin,
        name=element.required("name") or "",
        type=kind,
        parent=element.required("parent"),
        child=element.required("child"),
        pose_in_parent=Pose(position, Rpy(*angles) if angles is not None else None),
        axes=() if kind in (None, JointType.FIXED) else (_axis(element, kind),),
    )


def _axis(element: Element, kind: JointType | None) -> Axis:
    hard = Limits(origin=element.origin, lower=element.number("lower"), upper=element.number("upper"))
    return Axis(
        origin=element.origin,
        motion=Motion.SLIDE if kind is JointType.PRISMATIC else Motion.TURN,
        direction=element.vector("axis"),
        hard=hard if hard != Limits() else None,
    )
