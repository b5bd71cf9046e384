"""Collisions: ignored pairs, links without collision checks, and collision-only geometry.

The extension text, "collision". OpenRAVE reads ``link_visible_state`` only in an extra of the undocumented type
``visible``; both are read, and both written. The values of several levels are combined: a link takes part, or is
shown, only if all of them agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import IgnoredPair, Link, Purpose, Robot
from robotfmt.model.record import replace

from ..document.values import claim_extra, make_extra, read_boolean, technique_of
from .body import Body, Ids, LinkDraft

_USES = {"environment": Purpose.ENVIRONMENT, "self": Purpose.SELF}
_OTHER = {Purpose.ENVIRONMENT: Purpose.SELF, Purpose.SELF: Purpose.ENVIRONMENT}
_TYPES = ("collision", "visible")
_MATERIAL = "mat0"


@dataclass(slots=True)
class _CollisionExtras:
    body: Body
    pairs: dict[IgnoredPair, None] = field(default_factory=dict)
    bound: dict[tuple[LinkDraft, str, Purpose], list[int]] = field(default_factory=dict)
    """The indices of a link's collision geometries that were bound to a URL for one use only."""


def read_collision(body: Body, extras: Iterable[Element]) -> tuple[IgnoredPair, ...]:
    """Read every ``collision`` and ``visible`` among the extras of all levels of a body."""
    found = _CollisionExtras(body)
    for extra in extras:
        technique = technique_of(extra) if extra.peek("type") in _TYPES else None
        if technique is not None:
            claim_extra(extra, technique)
            for child in technique.children:
                _read_child(found, child, extra.parent or extra)
    return tuple(found.pairs)


def _read_child(extras: _CollisionExtras, child: Element, owner: Element) -> None:
    match child.tag:
        case "ignore_link_pair":
            _read_pair(extras, child)
        case "link_collision_state" | "link_visible_state":
            _read_state(extras.body, child, owner)
        case "bind_instance_geometry":
            _read_bind(extras, child)


def _read_pair(extras: _CollisionExtras, element: Element) -> None:
    names = ("link0", "link1")
    first, second = (extras.body.link(element.peek(name), element, name) for name in names)
    if first is None or second is None:
        return
    for name in names:
        element.attribute(name)
    pair = IgnoredPair(origin=element.origin, first=first.name, second=second.name)
    if replace(pair, first=pair.second, second=pair.first) not in extras.pairs:
        extras.pairs[pair] = None


def _read_state(body: Body, element: Element, owner: Element) -> None:
    draft = body.link(element.peek("link"), element, "link")
    value = read_boolean(body.index, element, owner, body.override) if draft is not None else None
    if draft is None or value is None:
        return
    element.take().attribute("link")
    if element.tag == "link_collision_state":
        draft.enabled = value and draft.enabled is not False
    else:
        draft.visible = value and draft.visible is not False


def _read_bind(extras: _CollisionExtras, element: Element) -> None:
    """Read a binding. Geometry bound both for the environment and for self-collisions is used against everything."""
    purpose = _USES.get(element.peek("type") or "")
    draft = extras.body.link(element.peek("link"), element, "link")
    url = element.peek("url")
    if purpose is None or draft is None or url is None:
        return
    half = extras.bound.get((draft, url, _OTHER[purpose]))
    if half:
        number = half.pop(0)
        draft.collisions[number] = replace(draft.collisions[number], purpose=Purpose.COLLISION)
    elif not _read_geometry(extras, element, draft, url, purpose):
        return
    for name in ("type", "link", "url", "material"):
        element.attribute(name)


def _read_geometry(extras: _CollisionExtras, element: Element, draft: LinkDraft, url: str, purpose: Purpose) -> bool:
    from .geometries import read_bound_geometry

    geometry = read_bound_geometry(extras.body, element, url, purpose)
    if geometry is None:
        return False
    draft.mirrors_visuals = False
    draft.collisions.append(geometry)
    extras.bound.setdefault((draft, url, purpose), []).append(len(draft.collisions) - 1)
    return True


# Writing


def write_collision(robot: Robot, ids: Ids, bound: Mapping[tuple[str, int], str]) -> Node | None:
    """Return the extra about collisions for the kinematics model; None for a robot without links.

    Args:
        bound: The ids of the collision-only geometries, by link name and by index among its collision geometries.
    """
    return make_extra(
        "collision",
        *(_write_bind(link, use, bound[key], ids) for link, key, use in _uses(robot, bound)),
        *(_write_pair(pair, ids) for pair in robot.ignored_pairs),
        *(_write_state("collision", link, collides(link), ids) for link in robot.links),
        *_write_visible(robot, ids),
    )


def write_visibility(robot: Robot, ids: Ids) -> Node | None:
    """Return the extra that OpenRAVE reads on an articulated system; None if no link is named."""
    return make_extra("visible", *_write_visible(robot, ids))


def _uses(robot: Robot, bound: Mapping[tuple[str, int], str]) -> list[tuple[Link, tuple[str, int], str]]:
    """Return each bound geometry with each of its uses."""
    return [
        (link, (link.name, number), use)
        for link in robot.links
        for number, geometry in enumerate(link.collisions)
        if (link.name, number) in bound
        for use, purpose in _USES.items()
        if geometry.purpose is not _OTHER[purpose]
    ]


def _write_bind(link: Link, use: str, geometry: str, ids: Ids) -> Node:
    """Return the binding of a geometry; OpenRAVE requires a material, of any kind."""
    attributes = {"type": use, "link": ids.link(link.name), "url": f"#{geometry}", "material": _MATERIAL}
    return make("bind_instance_geometry", attributes)


def _write_pair(pair: IgnoredPair, ids: Ids) -> Node:
    return make("ignore_link_pair", {"link0": ids.link(pair.first), "link1": ids.link(pair.second)})


def collides(link: Link) -> bool:
    """Return True if a link takes part in collision checks; one with only visual geometry does not."""
    return link.enabled is not False and (bool(link.collisions) or not link.visuals)


def _write_visible(robot: Robot, ids: Ids) -> list[Node]:
    return [_write_state("visible", link, link.visible, ids) for link in robot.links if link.visible is not None]


def _write_state(what: str, link: Link, state: bool, ids: Ids) -> Node:
    value = make("bool", text="true" if state else "false")
    return make(f"link_{what}_state", {"link": ids.link(link.name)}, value)
