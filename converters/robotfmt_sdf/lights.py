"""Lights, of a world and on links."""

from __future__ import annotations

from robotfmt.documents.tokens import BadToken
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.parts import NUMBER, VECTOR, One, Part, Token, read_parts, write_parts
from robotfmt.model import Light, LightType, Pose

from .contact import FLAG
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


def read_light(element: Element, pose: Pose | None) -> Light:
    """Take a light, whose pose was taken already."""
    element.take()
    name, found = element.attribute("name"), read_parts(element, _PARTS)
    return Light(origin=element.origin, name=name or None, pose=pose, **found)


def write_light(light: Light, said: Said) -> Node:
    """Return the element of a light.

    Args:
        light: The light, which has a name.
        said: The form of its pose.
    """
    node = make("light", {"name": light.name})
    place = write_said(said)
    if place is not None:
        node.append(place)
    write_parts(node, _PARTS, light)
    return node


def is_held(light: Light) -> bool:
    """Return True if SDF has lights of this type."""
    return light.type is not LightType.AMBIENT
