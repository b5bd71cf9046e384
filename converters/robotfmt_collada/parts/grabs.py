"""Grabbed bodies of a robot, and bodies that are connected to it.

The extension text, "dynamic_rigid_constraints": a rigid body of one model is fixed to one of another, and some bodies
of the first are not checked against it. The text names bodies with their model, OpenRAVE's ``ignore_link`` without;
both are read, the latter is written. ``connect_body`` is OpenRAVE's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import ConnectedBody, Grab, Robot

from ..codes import UNRESOLVED
from ..document.addresses import Index
from ..document.transforms import read_pose, write_pose
from ..document.values import OPENRAVE, claim_extra, first, name_of, read_boolean, technique_of
from .body import Body, Ids
from .masses import rigid_reference, rigid_sid


@dataclass(frozen=True, slots=True)
class Part:
    """A link of one of the bodies of a document."""

    number: int
    """The index of the body."""
    body: str
    link: str


_TYPE = "dynamic_rigid_constraints"
_CONNECTED = "connect_body"


def read_grabs(index: Index, scenes: Iterable[Element], parts: Mapping[Element, Part]) -> dict[int, list[Grab]]:
    """Return the grabbed bodies of each body of a scene, by the body's index.

    Args:
        scenes: Each ``instance_physics_scene``.
        parts: The target of each ``instance_rigid_body``.
    """
    found: dict[int, list[Grab]] = {}
    for extra in (child for scene in scenes for child in scene.children):
        technique = technique_of(extra) if extra.peek("type") == _TYPE else None
        if technique is not None:
            claim_extra(extra, technique)
            for constraint in technique.children:
                if constraint.tag == "rigid_constraint":
                    _read_constraint(index, constraint, parts, found)
    return found


def _read_constraint(
    index: Index, constraint: Element, parts: Mapping[Element, Part], found: dict[int, list[Grab]]
) -> None:
    """Read a constraint; one with an unknown end stays in the ledger."""
    holder, held = first(constraint, "ref_attachment"), first(constraint, "attachment")
    by, what = _part(index, holder, parts), _part(index, held, parts)
    if by is None or what is None:
        constraint.give_back()
        return
    constraint.take().attribute("sid")
    for end in (holder, held):
        if end is not None:
            end.attribute("rigid_body")
    ignored = tuple(_read_ignored(index, constraint, holder, parts))
    grab = Grab(origin=constraint.origin, link=by.link, body=what.body, body_link=what.link, ignored_links=ignored)
    found.setdefault(by.number, []).append(grab)


def _part(index: Index, end: Element | None, parts: Mapping[Element, Part]) -> Part | None:
    """Return the link that an end of a constraint names."""
    if end is None:
        return None
    reference = end.peek("rigid_body") or ""
    bound = _bound(index, reference, end)
    part = parts.get(bound) if bound is not None else None
    if part is None:
        end.report(UNRESOLVED, f"'{reference}' is not a rigid body of the scene", "rigid_body")
    return part


def _bound(index: Index, reference: str, at: Element) -> Element | None:
    """Return the ``instance_rigid_body`` of a reference, which has its own sid or that of its body."""
    model, _, body = reference.rpartition("/")
    found = index.sidref(model, at)
    for each in found.element.children if found is not None else ():
        if each.tag == "instance_rigid_body" and body in (each.peek("sid"), each.peek("body")):
            return each
    return None


def _read_ignored(
    index: Index, constraint: Element, holder: Element | None, parts: Mapping[Element, Part]
) -> Iterable[str]:
    """Yield the links of a body that are not checked against the body that it holds."""
    technique = technique_of(constraint)
    model = ((holder.peek("rigid_body") or "") if holder is not None else "").rpartition("/")[0]
    for element in technique.children if technique is not None else ():
        reference = element.peek("link") or ""
        if element.tag != "ignore_link":
            continue
        bound = _bound(index, reference if "/" in reference else f"{model}/{reference}", element)
        if bound is None or bound not in parts:
            element.report(UNRESOLVED, f"'{reference}' is not a rigid body of the scene", "link")
            continue
        element.take().attribute("link")
        if technique is not None:
            technique.take().attribute("profile")
        yield parts[bound].link


def write_grabs(robot: Robot, ids: Ids, others: Mapping[str, Ids]) -> Node | None:
    """Return the extra for the instance of the physics scene; None for a robot that grabs nothing.

    Args:
        others: The bodies of the scene, by name.
    """
    constraints = [_write_constraint(grab, number, ids, others) for number, grab in enumerate(robot.grabs)]
    if not constraints:
        return None
    return make("extra", {"type": _TYPE}, make("technique", {"profile": OPENRAVE}, *constraints))


def grabbed_links(robots: Iterable[Robot]) -> dict[str, set[str]]:
    """Return the links at which the bodies of a scene are grabbed, by body."""
    found: dict[str, set[str]] = {}
    for grab in (each for robot in robots for each in robot.grabs):
        if grab.body_link is not None:
            found.setdefault(grab.body, set()).add(grab.body_link)
    return found


def _write_constraint(grab: Grab, number: int, ids: Ids, others: Mapping[str, Ids]) -> Node:
    ignored = [make("ignore_link", {"link": rigid_sid(ids, link)}) for link in grab.ignored_links]
    return make(
        "rigid_constraint",
        {"sid": f"grab{number}"},
        make("ref_attachment", {"rigid_body": rigid_reference(ids, grab.link)}),
        make("attachment", {"rigid_body": rigid_reference(others[grab.body], grab.body_link or "")}),
        make("technique", {"profile": OPENRAVE}, *ignored) if ignored else None,
    )


def read_connected(body: Body, extras: Iterable[Element]) -> tuple[ConnectedBody, ...]:
    """Read every ``connect_body`` among some extras; one on a missing link stays in the ledger."""
    found: dict[str, ConnectedBody] = {}
    for extra in extras:
        technique = technique_of(extra) if extra.peek("type") == _CONNECTED else None
        frame = first(technique, "frame_origin") if technique is not None else None
        link = body.link(frame.peek("link"), frame, "link") if frame is not None else None
        if technique is None or frame is None or link is None:
            continue
        claim_extra(extra, technique)
        frame.attribute("link")
        instance, active = first(technique, "instance_body"), first(technique, "active")
        name = name_of(extra, "body", found)
        found[name] = ConnectedBody(
            origin=extra.origin,
            name=name,
            link=link.name,
            pose=read_pose(frame, body.index.unit(frame)),
            uri=instance.attribute("url") if instance is not None else None,
            active=_read_active(body, active, extra) if active is not None else None,
        )
    return tuple(found.values())


def _read_active(body: Body, active: Element, extra: Element) -> bool | None:
    value = read_boolean(body.index, active, extra.parent or extra, body.override)
    if value is not None:
        active.take()
    return value


def write_connected(connected: ConnectedBody, ids: Ids) -> Node:
    """Return the extra of a body that is connected to the robot."""
    flag = make("bool", text="true" if connected.active else "false")
    return make(
        "extra",
        {"type": _CONNECTED, "name": connected.name},
        make(
            "technique",
            {"profile": OPENRAVE},
            make("frame_origin", {"link": ids.link(connected.link)}, *write_pose(connected.pose)),
            make("instance_body", {"url": connected.uri}) if connected.uri is not None else None,
            make("active", None, flag) if connected.active is not None else None,
        ),
    )
