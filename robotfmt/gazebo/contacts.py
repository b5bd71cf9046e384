"""The names of the collision shapes that contact sensors refer to.

Gazebo's import of URDF gives each shape a name of its own, by which the sensors in blocks have to call it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model import Contact, Link, Robot, Sensor

EVERY = "__default__"
"""SDF's default for the shape of a contact sensor."""
_LUMPED = re.compile(r"(.+)_fixed_joint_lump__(.+)_collision(?:_\d+)?")
"""``BODY_fixed_joint_lump__LINK_collision_1``: a shape of a link that Gazebo merges into another one."""


def is_reached(name: str | None, link: str) -> bool:
    """Return True if blocks about a link reach a shape of this name."""
    return not name or name.startswith(link)


def imported_names(link: Link) -> Iterator[str]:
    """Yield the names that Gazebo's import of URDF gives the collision shapes of a link, in their order."""
    for index, each in enumerate(link.collisions):
        before = "" if is_reached(each.name, link.name) else f"{link.name}_fixed_joint_lump__"
        yield f"{before}{each.name or link.name}_collision" + (f"_{index}" if index else "")


def missing_shapes(sensor: Sensor, robot: Robot) -> Iterator[tuple[str, Link, list[str]]]:
    """Yield the names in a contact sensor that no shape has, with the sensor's link and the names of its shapes."""
    link = robot.link_by_name.get(sensor.link or "")
    if not isinstance(sensor.data, Contact) or link is None:
        return
    imported = robot.layout("urdf") is not None and robot.layout("sdf") is None
    known = list(imported_names(link)) if imported else [each.name for each in link.collisions if each.name]
    for name in sensor.data.collisions:
        is_known = name in (*known, EVERY) or (imported and _is_lumped(name, robot))
        if not is_known and name.rpartition("::")[2] not in known:
            yield name, link, known


def _is_lumped(name: str, robot: Robot) -> bool:
    """Return True if a name is that of a shape which the import moves to another link; fixed joints decide which."""
    found = _LUMPED.fullmatch(name)
    if found is None or found.group(1) not in robot.link_by_name:
        return False
    stem = found.group(2)
    names = (each.name for link in robot.links for each in link.collisions)
    return (stem in robot.link_by_name and bool(robot.link_by_name[stem].collisions)) or stem in names
