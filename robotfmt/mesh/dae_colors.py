"""The colours of COLLADA: a symbol is bound to a material, that to an effect with a diffuse colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..documents.tokens import BadToken
from ..model.geometry import Rgba
from .dae_nodes import children, text_of
from .numbers import reals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..documents.xml import Node

_PROFILE = ("profile_COMMON", "technique")
_SHADERS = ("phong", "lambert", "blinn")


def instance_colors(instance: Node, named: Mapping[str, Node]) -> dict[str, Rgba]:
    """The diffuse colour of each symbol that an instance of a geometry binds to a material that has one."""
    found: dict[str, Rgba] = {}
    for bound in _below(instance, "bind_material", "technique_common", "instance_material"):
        material = named.get((bound.get("target") or "").lstrip("#"))
        color = _color(material, named) if material is not None else None
        if color is not None:
            found[bound.get("symbol") or ""] = color
    return found


def _color(material: Node, named: Mapping[str, Node]) -> Rgba | None:
    for used in children(material, "instance_effect"):
        effect = named.get((used.get("url") or "").lstrip("#"))
        for technique in _below(effect, *_PROFILE) if effect is not None else ():
            for shader in children(technique, *_SHADERS):
                for color in _below(shader, "diffuse", "color"):
                    return _rgba(color)
    return None


def _rgba(color: Node) -> Rgba | None:
    try:
        values = reals(text_of(color))
    except BadToken:
        return None
    if len(values) < 3 or not np.isfinite(values).all():
        return None
    red, green, blue, opacity = np.clip([*values, 1.0][:4], 0.0, 1.0).tolist()
    return (red, green, blue, opacity)


def _below(node: Node, name: str, *further: str) -> Iterator[Node]:
    """What is below a node at a path of names."""
    for each in children(node, name):
        if further:
            yield from _below(each, *further)
        else:
            yield each
