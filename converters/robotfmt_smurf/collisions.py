"""Collision bitmasks, by the names of the collision shapes in the URDF."""

from __future__ import annotations

from robotfmt.diagnostics import quoted
from robotfmt.model import CollisionMask, Geometry, Robot
from robotfmt.model.record import replace

from .codes import UNKNOWN_NAME
from .sections import Sections
from .values import whole


def with_masks(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with the masks of its shapes: two shapes touch if their masks have a bit in common."""
    known = {each.name for link in robot.links for each in link.collisions}
    masks: dict[str, CollisionMask] = {}
    for item in sections.items("collisions"):
        name, mask = item.text("name") or "", whole(item, "bitmask")
        item.take()
        if name not in known:
            item.report(UNKNOWN_NAME, f"no collision shape of the URDF is named {quoted(name)}")
        elif mask is not None:
            masks[name] = CollisionMask(origin=item.origin, collides_with=mask)

    def masked(geometry: Geometry) -> Geometry:
        mask = masks.get(geometry.name or "")
        return geometry if mask is None else replace(geometry, collision_mask=mask)

    if not masks:
        return robot
    links = (replace(link, collisions=tuple(map(masked, link.collisions))) for link in robot.links)
    return replace(robot, links=tuple(links))
