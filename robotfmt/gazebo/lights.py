"""A ``<light>`` of Gazebo: everything but its pose. What is as Gazebo takes it anyway is not written."""

from __future__ import annotations

from ..diagnostics import Report
from ..documents.tokens import BadToken
from ..documents.xml.document import parse_document
from ..documents.xml.element import Element
from ..documents.xml.nodes import Node, make
from ..model import Light, LightType, Pose
from ..model.fields import given_fields
from ..model.light import Lights, completed
from ..model.record import replace
from ..model.renaming import free_name
from ..words.elements import One, Part, read_parts, write_parts
from ..words.notations import NUMBER, POSE, VECTOR, Notation
from .tokens import FLAG, RGBA


def _type(text: str) -> LightType:
    for each in LightType:
        if text.strip().lower() == each.value and each is not LightType.AMBIENT:
            return each
    raise BadToken("is not a kind of light", "point, spot or directional")


_TYPE = Notation(_type, lambda value: str(value.value))
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
_SILENCE = Light(
    direction=(0.0, 0.0, -1.0),
    color=(1.0, 1.0, 1.0, 1.0),
    specular=(0.1, 0.1, 0.1, 1.0),
    intensity=1.0,
    on=True,
    cast_shadows=False,
    range=10.0,
    constant=1.0,
    linear=1.0,
    quadratic=0.0,
    inner_angle=0.0,
    outer_angle=0.0,
    falloff=0.0,
)
"""The properties of a light that gives none (SDF specification, <light>)."""
_GROUPS = (
    ("on",),
    ("cast_shadows",),
    ("intensity",),
    ("color",),
    ("specular",),
    ("range", "constant", "linear", "quadratic"),
)
"""The properties that can be left out, alone or together."""


def read_light(element: Element, pose: Pose | None) -> Light:
    """Take a light, whose pose was taken already."""
    element.take()
    name, found = element.attribute("name"), read_parts(element, _PARTS)
    return completed(Light(origin=element.origin, name=name or None, pose=pose, **found), _SILENCE)


def read_lone_light(text: str) -> Light | None:
    """Return the light of an element outside of its document; None if its place is relative to something else."""
    report = Report()
    element = parse_document(text.encode(), name="", format="sdf", report=report, keys={}).root
    pose = read_parts(element, (One("pose", "pose", POSE),)).get("pose")
    light = read_light(element, pose)
    return (
        None
        if list(report)
        or any(element.left())
        or any(each.tag == "pose" and any(each.left()) for each in element.children)
        else light
    )


def write_light(light: Light) -> Node:
    """Return the element of a light, which has a name, without its pose."""
    node = make("light", {"name": light.name})
    silence = dict(given_fields(_SILENCE))
    for group in _GROUPS:
        if all(getattr(light, field) in (None, silence[field]) for field in group):
            light = replace(light, **dict.fromkeys(group))
    write_parts(node, _PARTS, light)
    return node


def named_lights(lights: Lights) -> Lights:
    """Return lights with names of their own, which Gazebo requires."""
    found: list[Light] = []
    for each in lights:
        taken = {it.name or "" for it in found}
        name = each.name
        if not name or not name.strip() or name in taken:
            name = free_name(name if name and name.strip() else "light", taken)
        found.append(each if name == each.name else replace(each, name=name))
    return tuple(found)


def whole_lights(lights: Lights) -> Lights:
    """Return lights with all properties: one without a type is a point light."""
    return tuple(completed(replace(each, type=each.type or LightType.POINT), _SILENCE) for each in lights)
