"""Lights on links: ``SpotLight`` and ``PointLight``."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.model import Light, LightType, Rgba

from ..document.mappings import Part
from ..document.values import Angle

TYPES = {"SpotLight": LightType.SPOT, "PointLight": LightType.POINT}
_NODES = {kind: node for node, kind in TYPES.items()}


def read_light(part: Part, node: str, name: str | None) -> Light:
    """Return the light of a node, without its pose."""
    fading = part.numbers("attenuation", 3)
    constant, linear, quadratic = fading if fading is not None else (None, None, None)
    return Light(
        origin=part.origin,
        name=name,
        type=TYPES[node],
        direction=part.vector("direction"),
        color=_color(part),
        intensity=part.number("intensity"),
        on=part.truth("on"),
        constant=constant,
        linear=linear,
        quadratic=quadratic,
        inner_angle=_twice(part.angle("beam_width")),
        outer_angle=_twice(part.angle("cut_off_angle")),
        falloff=part.number("cut_off_exponent"),
    )


def _twice(angle: float | None) -> float | None:
    """Return a whole angle; a body gives those between the direction and the edge, as VRML does."""
    return 2 * angle if angle is not None else None


def _half(angle: float | None) -> Angle | None:
    return Angle(angle / 2) if angle is not None else None


def _color(part: Part) -> Rgba | None:
    found = part.vector("color")
    return (*found, 1.0) if found is not None else None


def write_light(light: Light) -> dict[str, Tree]:
    """Return the keys that :func:`read_light` reads, without the pose."""
    fading = (light.constant, light.linear, light.quadratic)
    spot = light.type is LightType.SPOT
    return {
        "type": Word(_NODES[light.type or LightType.POINT]),
        "name": light.name,
        "on": light.on,
        "color": light.color[:3] if light.color is not None else None,
        "intensity": light.intensity,
        "direction": light.direction if spot else None,
        "beam_width": _half(light.inner_angle) if spot else None,
        "cut_off_angle": _half(light.outer_angle) if spot else None,
        "cut_off_exponent": light.falloff if spot else None,
        "attenuation": [each or 0.0 for each in fading] if any(each is not None for each in fading) else None,
    }


def supported_light(light: Light) -> Light:
    """Return a light as a body can store it."""
    fading = (light.constant, light.linear, light.quadratic)
    some = any(each is not None for each in fading)
    constant, linear, quadratic = ((each or 0.0) if some else None for each in fading)
    spot = light.type is LightType.SPOT
    return Light(
        origin=light.origin,
        name=light.name,
        type=light.type,
        pose=light.pose,
        direction=light.direction if spot else None,
        color=(*light.color[:3], 1.0) if light.color is not None else None,
        intensity=light.intensity,
        on=light.on,
        constant=constant,
        linear=linear,
        quadratic=quadratic,
        inner_angle=light.inner_angle if spot else None,
        outer_angle=light.outer_angle if spot else None,
        falloff=light.falloff if spot else None,
    )
