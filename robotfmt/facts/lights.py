"""The facts of lights, on links and in worlds."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Light
from ..model.features import Feature
from ..model.fields import given_fields
from .fact import Facts, Kind, Path, kind_of, named

_UNITS = {"range": "m", "inner_angle": "rad", "outer_angle": "rad"}


def note_lights(say: Facts, lights: Iterable[Light], above: Path) -> None:
    """Note lights below a path."""
    for light, step in named(lights, "light"):
        path = (*above, *step)
        say.node(path, Feature.LIGHTS, light)
        say.pose(light.pose, path, Feature.LIGHTS, light)
        for name, value in given_fields(light):
            if name == "direction":
                say.add((*path, name), Feature.LIGHTS, Kind.DIRECTION, value, light)
            elif name not in ("name", "pose"):
                say.add((*path, name), Feature.LIGHTS, kind_of(value), value, light, _UNITS.get(name, ""))
