"""Lights, on links and in worlds."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from .fields import given_fields
from .geometry import Rgba
from .node import Node
from .pose import Pose
from .record import replace
from .vectors import Vector3


class LightType(str, Enum):
    """The kind of a light."""

    POINT = "point"
    """Light from a point in all directions."""
    SPOT = "spot"
    """Light from a point in a cone."""
    DIRECTIONAL = "directional"
    """Light from infinity in one direction."""
    AMBIENT = "ambient"
    """Ambient light."""


class Light(Node):
    """A light; missing properties are None."""

    name: str | None = None
    type: LightType | None = None
    pose: Pose | None = None
    """The pose in the link, or in the world."""
    direction: Vector3 | None = None
    """The direction in the light's own frame; None for -z."""
    color: Rgba | None = None
    """The colour of the diffuse light."""
    specular: Rgba | None = None
    """The colour of the specular highlights."""
    intensity: float | None = None
    """The factor on the colours."""
    on: bool | None = None
    cast_shadows: bool | None = None
    range: float | None = None
    """The reach in metres."""
    constant: float | None = None
    """The attenuation: a factor 1 / (constant + linear d + quadratic d^2), with d in metres."""
    linear: float | None = None
    quadratic: float | None = None
    inner_angle: float | None = None
    """The angle of a spot's inner, brightest cone, from edge to edge, in radians."""
    outer_angle: float | None = None
    """The angle of the whole cone, from edge to edge, in radians."""
    falloff: float | None = None
    """The exponent by which a spot fades from the inner to the outer cone."""


Lights: TypeAlias = tuple[Light, ...]
_CONE = frozenset(("inner_angle", "outer_angle", "falloff"))
_IDLE: dict[LightType | None, frozenset[str]] = {LightType.SPOT: frozenset(), LightType.POINT: _CONE | {"direction"}}
"""The properties that mean nothing for a kind of light; for others those of a cone."""


def completed(light: Light, silence: Light) -> Light:
    """Return a light with the properties that it does not give.

    Args:
        light: The light.
        silence: What a program takes for properties that are not given.
    """
    known = {name for name, _ in given_fields(light)} | _IDLE.get(light.type, _CONE)
    return replace(light, **{name: value for name, value in given_fields(silence) if name not in known})
