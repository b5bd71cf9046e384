"""Links: inertia, visuals and collisions, each with its reader and writer."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.parts import NUMBER, One, Part, read_parts, write_parts
from robotfmt.model import Geometry, Inertia, Inertial, Link, Pose, Purpose, Robot

from . import shapes
from .codes import NAME
from .computed import read_computed, read_filling, write_computed, write_filling
from .contact import read_link_simulation, read_shape, write_link_simulation, write_shape
from .kept import LINK, SHAPE, kept_of, read_kept, write_kept
from .keys import own
from .lights import read_light, write_light
from .looks import read_material, read_script, write_material
from .said import Said, Version, read_said, write_said

_MASS: tuple[Part, ...] = (One("mass", "mass", NUMBER),)
_INERTIA: tuple[Part, ...] = tuple(One(each, each, NUMBER) for each in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
Places = Callable[[str, Element, Said], "Pose | None"]
"""Resolves the pose of a part of a link, by its key, and records its notation."""
Words = Callable[[str, "Pose | None"], Said]
"""The notation of the pose of a part of a link, by its key."""


def read_link(element: Element, name: str, version: Version, places: Places) -> Link:
    """Return the link of an element."""
    visuals, collisions = element.children_of("visual"), element.children_of("collision")
    for each in (visuals, collisions):
        _check_names(each, name)
    made = {
        purpose: tuple(
            _read_geometry(each, purpose, places(f"{purpose.value}/{name}/{index}", each, read_said(each, version)))
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
            read_light(each, places(f"light/{name}/{index}", each, read_said(each, version)))
            for index, each in enumerate(element.children_of("light"))
        ),
        simulation=read_link_simulation(element),
        **read_parts(element, LINK),
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
    names: Callable[[Iterable[Geometry], str], list[str]],
    has_auto: bool,
    assumes_ambient: bool,
) -> Node:
    """Return the element of a link, without its name and pose.

    Args:
        link: The link.
        robot: The robot, whose materials its visuals may refer to.
        words: The forms of the poses of its parts.
        names: The names of its shapes.
        has_auto: True if the document can declare that inertia is computed from shapes.
        assumes_ambient: True if ambient colours that are not given are written.
    """
    node = make("link")
    write_kept(node, kept_of(link))
    write_parts(node, LINK, link)
    inertial = _write_inertial(link, words, has_auto)
    if inertial is not None:
        node.append(inertial)
    write_link_simulation(node, link.simulation)
    for index, (each, name) in enumerate(zip(link.visuals, names(link.visuals, "visual"), strict=True)):
        said = words(f"visual/{link.name}/{index}", each.pose)
        node.append(_write_visual(robot, each, name, said, assumes_ambient))
    for index, (each, name) in enumerate(zip(link.collisions, names(link.collisions, "collision"), strict=True)):
        child = _write_collision(each, name, words(f"collision/{link.name}/{index}", each.pose))
        write_filling(child, each, has_auto)
        node.append(child)
    taken: set[str] = set()
    for index, light in enumerate(link.lights):
        child = write_light(light, words(f"light/{link.name}/{index}", light.pose), taken)
        taken.add(child.get("name") or "")
        node.append(child)
    return node


def _read_inertial(link: Element, name: str, version: Version, places: Places) -> Inertial | None:
    element = link.child("inertial")
    if element is None:
        return None
    said = read_said(element, version)
    pose = places(f"inertial/{name}", element, Said(pose=said.pose, degrees=said.degrees))
    tensor = element.find("inertia")
    found = read_parts(tensor, _INERTIA) if tensor is not None else {}
    if tensor is not None and (found or not tensor.children):
        tensor.take()
    inertia = Inertia(origin=tensor.origin, **found) if tensor is not None and tensor.is_taken else None
    return Inertial(
        origin=element.origin,
        pose=pose,
        inertia=inertia,
        **read_parts(element, _MASS),
        **read_computed(element),
    )


def _write_inertial(link: Link, words: Words, has_auto: bool) -> Node | None:
    inertial = link.inertial
    if inertial is None:
        return None
    node = make("inertial", None, write_said(words(f"inertial/{link.name}", inertial.pose)))
    write_parts(node, _MASS, inertial)
    write_computed(node, inertial, has_auto)
    if inertial.inertia is not None:
        tensor = make("inertia")
        write_parts(tensor, _INERTIA, inertial.inertia)
        node.append(tensor)
    return node


def _read_geometry(element: Element, purpose: Purpose, pose: Pose | None) -> Geometry:
    said, true = element.attribute("name"), element.attribute(own("name"))
    if element.attribute(own("unnamed")) is not None:
        said = None
    found = Geometry(
        origin=element.origin,
        name=said if true is None else true,
        pose=pose,
        shape=shapes.read(element),
        material=read_material(element) if purpose is Purpose.VISUAL else None,
        script=read_script(element) if purpose is Purpose.VISUAL else None,
        purpose=purpose,
        **read_filling(element),
        **read_parts(element, SHAPE),
        **read_shape(element, is_collision=purpose is Purpose.COLLISION),
    )
    return read_kept(element, found)


def _write_visual(robot: Robot, geometry: Geometry, name: str, said: Said, assumes_ambient: bool) -> Node:
    material = robot.resolved(geometry.material) if geometry.material is not None else None
    node = _named("visual", geometry, name, said)
    write_filling(node, geometry, has_auto=False)
    write_shape(node, geometry, is_collision=False)
    look = write_material(material, geometry.script, assumes_ambient)
    if look is not None:
        node.append(look)
    return node


def _write_collision(geometry: Geometry, name: str, said: Said) -> Node:
    node = _named("collision", geometry, name, said)
    write_shape(node, geometry, is_collision=True)
    return node


def _named(tag: str, geometry: Geometry, name: str, said: Said) -> Node:
    """Return the element of a shape with a valid name; the original is kept in a separate attribute."""
    true = {own("name"): geometry.name} if geometry.name else {own("unnamed"): "true"}
    attributes = {"name": name, **(true if geometry.name != name else {})}
    node = make(tag, attributes, write_said(said), shapes.write(geometry.shape))
    write_parts(node, SHAPE, geometry)
    if geometry.purpose.value != tag:
        write_kept(node, kept_of(geometry))
    return node
