"""Lights on links: ``SpotLight`` and ``PointLight``."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.model import Light, LightType

from ..document.mappings import Part
from ..words import LIGHTS

TYPES = {"SpotLight": LightType.SPOT, "PointLight": LightType.POINT}
_NODES = {kind: node for node, kind in TYPES.items()}


def read_light(part: Part, node: str, name: str | None) -> Light:
    """Return the light of a node, without its pose; a cone of a light that has none is read, too."""
    return LIGHTS[LightType.SPOT].read(part, name=name, type=TYPES[node])


def write_light(light: Light) -> dict[str, Tree]:
    """Return the keys that :func:`read_light` reads, without the pose."""
    kind = light.type or LightType.POINT
    return {"type": Word(_NODES[kind]), "name": light.name, **LIGHTS[kind].write(light)}
