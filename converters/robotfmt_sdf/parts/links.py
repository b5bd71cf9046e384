"""Links: inertia, visuals and collisions, each with its reader and writer.

Since version 1.11 an inertia can be computed from shapes: ``<inertial auto="true">``, and the densities for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo.lights import read_light, write_light
from robotfmt.model import Geometry, Inertia, Inertial, Link, Pose, Purpose, Robot
from robotfmt.model.record import replace
from robotfmt.words.elements import read_parts, write_parts

from ..codes import NAME
from ..document.written_poses import Version, WrittenPose, put_pose, read_pose, write_pose
from ..words import COMPUTED, DENSITY, INERTIA, MASS
from . import shapes
from .appearance import read_material, read_script, write_material
from .simulation import read_link_simulation, read_shape, write_link_simulation, write_shape

_ONE = Inertia(ixx=1.0, iyy=1.0, izz=1.0, ixy=0.0, ixz=0.0, iyz=0.0)
DEFAULT = Inertial(mass=1.0, inertia=_ONE)
"""The inertia of a link that gives none (SDF specification, <inertial>)."""
Places = Callable[[str, Element, WrittenPose], "Pose | None"]
"""Resolves the pose of a part of a link, by its key, and records its notation."""
Words = Callable[[str, "Pose | None"], WrittenPose]
"""The notation of the pose of a part of a link, by its key."""


def read_computed(inertial: Element) -> dict[str, Any]:
    """Take the flag of a computed inertia, and the density of shapes that give none."""
    return read_parts(inertial, COMPUTED)


def read_filling(shape: Element) -> dict[str, Any]:
    """Take the density of a collision shape."""
    return read_parts(shape, DENSITY) if shape.local == "collision" else {}


def write_computed(node: Node, inertial: Inertial) -> None:
    """Write the flag of a computed inertia."""
    write_parts(node, COMPUTED, inertial)


def write_filling(node: Node, shape: Geometry) -> None:
    """Write the density of a collision shape."""
    write_parts(node, DENSITY, shape)


def read_link(element: Element, name: str, version: Version, places: Places) -> Link:
    """Return the link of an element."""
    visuals, collisions = element.children_of("visual"), element.children_of("collision")
    for each in (visuals, collisions):
        _check_names(each, name)
    made = {
        purpose: tuple(
            _read_geometry(each, purpose, places(f"{purpose.value}/{name}/{index}", each, read_pose(each, version)))
            for index, each in enumerate(elements)
        )
        for purpose, elements in ((Purpose.VISUAL, visuals), (Purpose.COLLISION, collisions))
    }
    return Link(
        origin=element.origin,
        name=name,
        inertial=_read_inertial(element, name, version, places),
        visuals=made[Purpose.VISUAL],
        collisions=made[Purpose.COLLISION],
        lights=tuple(
            read_light(each, places(f"light/{name}/{index}", each, read_pose(each, version)))
            for index, each in enumerate(element.children_of("light"))
        ),
        simulation=read_link_simulation(element),
    )


def _check_names(elements: Iterable[Element], link: str) -> None:
    """Report shapes of the same kind with the same name; Gazebo refuses such a document."""
    seen: set[str] = set()
    for each in elements:
        name = each.peek("name") or ""
        if name in seen:
            message = f"link '{link}' has two <{each.local}> elements named '{name}'"
            each.report(NAME, message, "name", severity=Severity.WARNING)
        seen.add(name)


def write_link(
    link: Link,
    robot: Robot,
    words: Words,
) -> Node:
    """Return the element of a link, without its name and pose.

    Args:
        link: The link.
        robot: The robot, whose materials its visuals may refer to.
        words: The forms of the poses of its parts.
    """
    node = make("link")
    inertial = _write_inertial(link, words)
    if inertial is not None:
        node.append(inertial)
    write_link_simulation(node, link.simulation)
    for index, each in enumerate(link.visuals):
        node.append(_write_visual(robot, each, words(f"visual/{link.name}/{index}", each.pose)))
    for index, each in enumerate(link.collisions):
        node.append(_write_collision(each, words(f"collision/{link.name}/{index}", each.pose)))
    for index, light in enumerate(link.lights):
        node.append(put_pose(write_light(light), words(f"light/{link.name}/{index}", light.pose)))
    return node


def _read_inertial(link: Element, name: str, version: Version, places: Places) -> Inertial | None:
    """Return the mass of a link; SDF's defaults where nothing is given."""
    element = link.child("inertial")
    if element is None:
        return replace(DEFAULT, origin=link.origin)
    written = read_pose(element, version)
    pose = places(f"inertial/{name}", element, WrittenPose(pose=written.pose, degrees=written.degrees))
    tensor = element.find("inertia")
    found = read_parts(tensor, INERTIA) if tensor is not None else {}
    if tensor is not None and (found or not tensor.children):
        tensor.take()
    inertia = Inertia(origin=tensor.origin, **found) if tensor is not None and tensor.is_taken else None
    given = Inertial(
        origin=element.origin,
        pose=pose,
        inertia=inertia,
        **read_parts(element, MASS),
        **read_computed(element),
    )
    return given if given.computed else _completed(given)


def _completed(given: Inertial) -> Inertial:
    """Return an inertia with what libsdformat takes where a document gives no value: 1 kg, moments of 1 kg m^2."""
    inertia = given.inertia or Inertia(origin=given.origin)
    entries = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    values = {name: getattr(_ONE, name) for name in entries if getattr(inertia, name) is None}
    mass = 1.0 if given.mass is None else given.mass
    return replace(given, mass=mass, inertia=replace(inertia, **values))


def _write_inertial(link: Link, words: Words) -> Node | None:
    """Return the element of an inertia; None for the one that SDF has without it."""
    inertial = link.inertial
    if inertial is None or (inertial == DEFAULT and inertial.origin == link.origin):
        return None
    node = make("inertial", None, write_pose(words(f"inertial/{link.name}", inertial.pose)))
    write_parts(node, MASS, inertial)
    write_computed(node, inertial)
    if inertial.inertia is not None:
        tensor = make("inertia")
        write_parts(tensor, INERTIA, inertial.inertia)
        node.append(tensor)
    return node


def _read_geometry(element: Element, purpose: Purpose, pose: Pose | None) -> Geometry:
    return Geometry(
        origin=element.origin,
        name=element.attribute("name"),
        pose=pose,
        shape=shapes.read(element),
        material=read_material(element) if purpose is Purpose.VISUAL else None,
        script=read_script(element) if purpose is Purpose.VISUAL else None,
        purpose=purpose,
        **read_filling(element),
        **read_shape(element, is_collision=purpose is Purpose.COLLISION),
    )


def _write_visual(robot: Robot, geometry: Geometry, written: WrittenPose) -> Node:
    material = robot.resolved(geometry.material) if geometry.material is not None else None
    node = _named("visual", geometry, written)
    write_shape(node, geometry, is_collision=False)
    look = write_material(material, geometry.script)
    if look is not None:
        node.append(look)
    return node


def _write_collision(geometry: Geometry, written: WrittenPose) -> Node:
    node = _named("collision", geometry, written)
    write_shape(node, geometry, is_collision=True)
    write_filling(node, geometry)
    return node


def _named(tag: str, geometry: Geometry, written: WrittenPose) -> Node:
    """Return the element of a shape."""
    return make(tag, {"name": geometry.name}, write_pose(written), shapes.write(geometry.shape))
