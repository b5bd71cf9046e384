"""Frames and links without a body: Xforms that a schema marks as a place on a body."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.model import Frame, Joint, JointType, Link

from ..document.stage import Prim
from .bodies import FIXED_BY, Bodies, is_place

_SITES = ("IsaacSiteAPI", "IsaacAttachmentPointAPI", "NewtonSiteAPI", "MjcSiteAPI")


def frames_on(bodies: Bodies, members: list[str], taken: set[str]) -> tuple[Frame, ...]:
    """Return the frames on some bodies, with names that are not taken."""
    found = []
    for body, prim in _on(bodies, members):
        if prim.path != body and _is_frame(prim, bodies):
            bodies.give_names((prim,), taken)
            name = bodies.names[prim.path]
            link = bodies.link_of(prim.parent) or body
            pose = bodies.pose_in(link, prim.place)
            found.append(Frame(origin=prim.origin, name=name, parent=bodies.names[link], pose=pose))
    return tuple(found)


def links_on(bodies: Bodies, members: list[str], taken: set[str]) -> tuple[list[Link], list[Joint]]:
    """Return the links without a body on some bodies, with the joints that fix them; with names not taken."""
    links, joints = [], []
    for body, prim in _on(bodies, members):
        if prim.path != body and is_place(prim):
            bodies.give_names((prim,), taken)
            name = bodies.names[prim.path]
            link = bodies.link_of(prim.parent) or body
            links.append(Link(origin=prim.origin, name=name))
            joint = Joint(
                origin=prim.origin,
                name=str(prim.data.get(FIXED_BY, f"{name}_joint")),
                type=JointType.FIXED,
                parent=bodies.names[link],
                child=name,
                pose_in_parent=bodies.pose_in(link, prim.place),
            )
            joints.append(joint)
    return links, joints


def _on(bodies: Bodies, members: list[str]) -> Iterator[tuple[str, Prim]]:
    """Yield bodies with each prim on them."""
    for body in members:
        for prim in bodies.inside(body):
            yield body, prim


def _is_frame(prim: Prim, bodies: Bodies) -> bool:
    """Return True for a site, and for an empty Xform: converters of URDF write links without mass so."""
    if is_place(prim):
        return False
    if any(map(prim.has, _SITES)):
        return not prim.is_shape
    return prim.type == "Xform" and prim.path not in bodies.stage.children
