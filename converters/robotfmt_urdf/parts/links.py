"""Links: mass, and the shapes that are shown and that collide, with their materials."""

from __future__ import annotations

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Geometry, Inertial, Link, Material, Purpose, Texture

from ..document.poses import read_pose, write_pose
from ..words import INERTIA
from . import shapes


def read_link(element: Element) -> Link:
    """Return the link of an element."""
    return Link(
        origin=element.origin,
        name=element.required("name") or "",
        inertial=_read_inertial(element),
        visuals=tuple(_read_geometry(each, Purpose.VISUAL) for each in element.children_of("visual")),
        collisions=tuple(_read_geometry(each, Purpose.COLLISION) for each in element.children_of("collision")),
    )


def write_link(link: Link) -> Node:
    """Return the element of a link."""
    return make(
        "link",
        {"name": link.name or None},
        _write_inertial(link.inertial),
        *map(_write_geometry, link.visuals),
        *map(_write_geometry, link.collisions),
    )


def _read_inertial(link: Element) -> Inertial | None:
    element = link.child("inertial")
    if element is None:
        return None
    mass = _saying(element, "mass", "value")
    return Inertial(
        origin=element.origin,
        pose=read_pose(element),
        mass=mass.number("value") if mass is not None else None,
        inertia=INERTIA.read(element),
    )


def _write_inertial(inertial: Inertial | None) -> Node | None:
    if inertial is None:
        return None
    mass = make("mass", {"value": inertial.mass}) if inertial.mass is not None else None
    return make("inertial", None, write_pose(inertial.pose), mass, INERTIA.write(inertial.inertia))


def _saying(parent: Element, tag: str, attribute: str) -> Element | None:
    """Take the first child with a name, if the model can store its content."""
    element = parent.find(tag)
    return element.take() if element is not None and element.peek(attribute) is not None else None


def _read_geometry(element: Element, purpose: Purpose) -> Geometry:
    material = element.child("material") if purpose is Purpose.VISUAL else None
    return Geometry(
        origin=element.origin,
        name=element.attribute("name"),
        pose=read_pose(element),
        shape=shapes.read(element),
        material=read_material(material) if material is not None else None,
        purpose=purpose,
    )


def _write_geometry(geometry: Geometry) -> Node:
    shape = shapes.write(geometry.shape)
    visual = geometry.purpose is Purpose.VISUAL
    return make(
        "visual" if visual else "collision",
        {"name": geometry.name},
        write_pose(geometry.pose),
        make("geometry", None, shape) if shape is not None else None,
        write_material(geometry.material) if geometry.material is not None else None,
    )


def read_material(element: Element) -> Material:
    """Return a material; a colour or an image that is not given is None."""
    color, texture = _saying(element, "color", "rgba"), _saying(element, "texture", "filename")
    uri = texture.attribute("filename") if texture is not None else None
    rgba = color.numbers("rgba", 4, severity=Severity.WARNING) if color is not None else None
    return Material(
        origin=element.origin,
        name=element.attribute("name"),
        color=(rgba[0], rgba[1], rgba[2], rgba[3]) if rgba is not None else None,
        texture=Texture(origin=texture.origin, uri=uri) if texture is not None and uri else None,
    )


def write_material(material: Material) -> Node:
    """Return the element of a material."""
    texture = material.texture
    return make(
        "material",
        {"name": material.name},
        make("color", {"rgba": material.color}) if material.color is not None else None,
        make("texture", {"filename": texture.uri}) if texture is not None else None,
    )
