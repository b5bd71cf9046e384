"""Lights: ``<light>``, which is at a place and shines in a direction. What is as MuJoCo takes it is not written."""

from __future__ import annotations

import math
from typing import Any

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import Light, LightType, Pose, Rgba, add, is_identity, rotate
from robotfmt.model.fields import given_fields
from robotfmt.model.light import Lights, completed
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.expansion import Part
from ..document.views import ClassedElement
from ..words import CONE, LIGHT

# MuJoCo's default for the attribute dir of a light.
_DOWN = (0.0, 0.0, -1.0)
_SILENCE = Light(
    direction=_DOWN,
    color=(0.7, 0.7, 0.7, 1.0),
    specular=(0.3, 0.3, 0.3, 1.0),
    intensity=1.0,
    on=True,
    cast_shadows=True,
    range=10.0,
    constant=1.0,
    linear=0.0,
    quadratic=0.0,
    inner_angle=0.0,
    outer_angle=math.radians(90.0),
    falloff=0.0,
)
"""The properties of a light that gives none, as MuJoCo 4.0 compiles it; the first three of a cone are those of light
that fades from its middle."""
_FADING = ("constant", "linear", "quadratic")
_TYPES = {each.value: each for each in (LightType.SPOT, LightType.DIRECTIONAL, LightType.POINT)}


def is_read(part: Part) -> bool:
    """Return True for a light of a kind that the model has: not the image of surroundings."""
    return part.view.peek("type") in (None, *_TYPES)


def read_light(part: Part) -> Light:
    """Take a light; its pose has no rotation."""
    view = part.view
    name = view.element.take().attribute("name")
    place, direction = view.vector("pos"), view.vector("dir")
    if part.frame is not None:
        place = add(part.frame.xyz, rotate(part.frame.matrix, place or (0.0, 0.0, 0.0)))
        direction = rotate(part.frame.matrix, direction or _DOWN)
    pose = Pose(place) if place is not None and any(place) else None
    light = LIGHT.read(view, name=part.name or name or None, type=_type(view), pose=pose)
    cone = CONE.read(view) if light.type is LightType.SPOT else {}
    return completed(replace(light, direction=direction, **cone), _SILENCE)


def _type(view: ClassedElement) -> LightType:
    """Take the kind: ``directional`` is the older word for one of them."""
    if view.has("type"):
        return _TYPES[view.choice("type", tuple(_TYPES), LightType.SPOT.value)]
    return LightType.DIRECTIONAL if view.flag("directional") else LightType.SPOT


def write_light(light: Light) -> Node:
    """Return the element of a light, as :func:`placed` and :func:`plain` leave it."""
    silent = {name for name, value in given_fields(_SILENCE) if value == getattr(light, name)}
    if not silent.issuperset(_FADING):
        silent.difference_update(_FADING)  # the attribute has all three
    if light.type is LightType.POINT:
        silent.discard("direction")
    given = replace(light, **dict.fromkeys(silent))
    names: dict[str, Content | None] = {
        "name": light.name,
        "type": None if light.type is LightType.SPOT else (light.type or LightType.SPOT).value,
        "pos": light.pose.xyz if light.pose is not None else None,
    }
    its: dict[str, Any] = {**names, **LIGHT.write(given), **CONE.write(given)}
    return make("light", its)


# The properties of lights that MJCF has


def placed(lights: Lights) -> Lights:
    """Turn the directions of lights in place of the lights, and make their intensities factors of their colours."""
    return tuple(map(_placed, lights))


def _placed(light: Light) -> Light:
    pose, factor = light.pose, light.intensity
    if pose is not None and (is_identity(pose) or pose.rotation is not None):
        direction = light.direction if light.type is LightType.POINT else rotate(pose.matrix, light.direction or _DOWN)
        light = replace(light, direction=direction, pose=Pose(pose.xyz) if any(pose.xyz) else None)
    if factor is None or factor == 1.0:
        return light
    color, specular = (_times(each, factor) for each in (light.color, light.specular))
    return replace(light, color=color, specular=specular, intensity=1.0)


def _times(color: Rgba | None, factor: float) -> Rgba | None:
    if color is None:
        return None
    red, green, blue, alpha = color
    return red * factor, green * factor, blue * factor, alpha


def whole(lights: Lights) -> Lights:
    """Return lights with all properties: one without a type is MuJoCo's, a spot."""
    return tuple(completed(replace(each, type=each.type or LightType.SPOT), _SILENCE) for each in lights)


def plain(lights: Lights) -> Lights:
    """Return lights as MJCF has them: opaque, with cones of one angle."""
    return tuple(map(_plain, lights))


def _plain(light: Light) -> Light:
    color, specular = ((*each[:3], 1.0) if each is not None else None for each in (light.color, light.specular))
    is_spot = light.type is LightType.SPOT
    return replace(
        light,
        color=color,
        specular=specular,
        inner_angle=0.0 if is_spot else None,
        outer_angle=light.outer_angle if is_spot else None,
        falloff=0.0 if is_spot else None,
    )


def with_own_names(lights: Lights, taken: set[str]) -> Lights:
    """Return lights, each with a name of its own or none: all of a document share one scope.

    Args:
        lights: The lights of a link or of the world.
        taken: The names that others have; those of these lights are added.
    """

    def change(light: Light) -> Light:
        name = free_name(light.name, taken) if light.name else None
        taken.add(name or "")
        return light if name == light.name else replace(light, name=name)

    return tuple(map(change, lights))
