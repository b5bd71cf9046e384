"""Lights, on links and in worlds."""

from __future__ import annotations

from enum import Enum

from .geometry import Rgba
from .node import Node
from .pose import Pose
from .vectors import Vector3


class LightType(str, Enum):
    """How a light shines."""

    POINT = "point"
    """From one place in all directions."""
    SPOT = "spot"
    """From one place in a cone."""
    DIRECTIONAL = "directional"
    """From far away in one direction."""
    AMBIENT = "ambient"
    """From everywhere."""


class Light(Node):
    """A light; missing properties are None."""

    name: str | None = None
    type: LightType | None = None
    pose: Pose | None = None
    """In the link that it is on, or in the world."""
    direction: Vector3 | None = None
    """Where it shines, in its own frame; None for -z."""
    color: Rgba | None = None
    """The colour of its diffuse light."""
    specular: Rgba | None = None
    """The colour of its specular highlights."""
    intensity: float | None = None
    """The factor on its colours."""
    on: bool | None = None
    cast_shadows: bool | None = None
    range: float | None = None
    """How far it reaches, in metres."""
    constant: float | None = None
    """It grows weaker by 1 / (constant + linear d + quadratic d^2), d in metres."""
    linear: float | None = None
    quadratic: float | None = None
    inner_angle: float | None = None
    """The angle of a spot's inner, brightest cone, from edge to edge, in radians."""
    outer_angle: float | None = None
    """The angle of the whole cone."""
    falloff: float | None = None
    """How fast a spot grows weaker from the inner to the outer cone: an exponent."""
