"""A ``<light>`` of Gazebo: everything but its pose."""

from __future__ import annotations

from collections.abc import Iterable

from ..documents.tokens import BadToken
from ..documents.xml.element import Element
from ..documents.xml.nodes import Node, make
from ..documents.xml.parts import NUMBER, VECTOR, One, Part, Token, read_parts, write_parts
from ..model import Light, LightType, Pose
from ..model.record import replace
from ..model.renaming import free_name
from .tokens import FLAG, RGBA


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


def write_light(light: Light) -> Node:
    """Return the element of a light, which has a name, without its pose."""
    node = make("light", {"name": light.name})
    write_parts(node, _PARTS, light)
    return node


def sound_lights(lights: Iterable[Light]) -> tuple[Light, ...]:
    """Return lights with names of their own, and a type: a light without one is a point light.

    Ambient ones are left out: Gazebo has them in the scene instead.
    """
    found: list[Light] = []
    for each in lights:
        if each.type is LightType.AMBIENT:
            continue
        taken = {it.name or "" for it in found}
        name = each.name
        if not name or not name.strip() or name in taken:
            name = free_name(name if name and name.strip() else "light", taken)
        found.append(replace(each, name=name, type=each.type or LightType.POINT))
    return tuple(found)
