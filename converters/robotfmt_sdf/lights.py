"""Lights, of a world and on links."""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.documents.tokens import BadToken
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.parts import NUMBER, VECTOR, One, Part, Token, read_parts, write_parts
from robotfmt.model import Light, LightType, Pose
from robotfmt.model.renaming import free_name

from .contact import FLAG
from .keys import own
from .looks import RGBA
from .said import Said, write_said


def _type(text: str) -> LightType:
    for each in LightType:
        if text.strip().lower() == each.value and each is not LightType.AMBIENT:
            return each
    raise BadToken("is not a kind of light", "point, spot or directional")


_TYPE = Token(_type, lambda value: str(value.value))
_PARTS: tuple[Part, ...] = (
    One("@type", "type", _TYPE),
    One("light_on", "on", FLAG),
    One("cast_shadows", "cast_shadows", FLAG),
    One("intensity", "intensity", NUMBER),
    One("diffuse", "color", RGBA),
    One("specular", "specular", RGBA),
    One("attenuation/range", "range", NUMBER),
    One("attenuation/linear", "linear", NUMBER),
    One("attenuation/constant", "constant", NUMBER),
    One("attenuation/quadratic", "quadratic", NUMBER),
    One("direction", "direction", VECTOR),
    One("spot/inner_angle", "inner_angle", NUMBER),
    One("spot/outer_angle", "outer_angle", NUMBER),
    One("spot/falloff", "falloff", NUMBER),
)

_ASSUMED = "point"
"""The type of a light without one, which SDF requires."""


def read_light(element: Element, pose: Pose | None) -> Light:
    """Take a light, whose pose was taken already."""
    element.take()
    name, true = element.attribute("name"), element.attribute(own("name"))
    found = read_parts(element, _PARTS)
    if element.attribute(own("untyped")) is not None:
        found.pop("type", None)
    return Light(origin=element.origin, name=(true if true is not None else name) or None, pose=pose, **found)


def write_light(light: Light, said: Said, taken: Collection[str]) -> Node:
    """Return the element of a light.

    Args:
        said: The form of its pose.
        taken: The names of its sibling lights.
    """
    name = light.name
    if not name or not name.strip() or name in taken:
        name = free_name(name if name and name.strip() else "light", taken)
    node = make("light", {"name": name, own("name"): None if name == light.name else light.name or ""})
    place = write_said(said)
    if place is not None:
        node.append(place)
    write_parts(node, _PARTS, light)
    if light.type is None:
        node.set("type", _ASSUMED)
        node.set(own("untyped"), "true")
    return node


def is_held(light: Light) -> bool:
    """Return True if SDF has lights of this type."""
    return light.type is not LightType.AMBIENT
