"""Appearance: UsdPreviewSurface, the constants of Isaac's OmniPBR, and displayColor."""

from __future__ import annotations

from typing import Any

from robotfmt.model import Material, Rgba, Texture

from ..document.stage import Prim, Stage, shortest
from .shape_names import is_numbered

_TEXTURE = "UsdUVTexture"
_COLORS = ("inputs:diffuseColor", "inputs:diffuse_color_constant")
_NUMBERS = {
    "metalness": ("inputs:metallic", "inputs:metallic_constant"),
    "roughness": ("inputs:roughness", "inputs:reflection_roughness_constant"),
}
_MAPS = {
    "texture": ("inputs:diffuseColor", "inputs:diffuse_texture"),
    "metalness_map": ("inputs:metallic", "inputs:metallic_texture"),
    "roughness_map": ("inputs:roughness", "inputs:reflectionroughness_texture"),
    "normal_map": ("inputs:normal", "inputs:normalmap_texture"),
}
_SHADING = ("inputs:", "outputs:", "info:", "ui:")


class Appearance:
    """Reads materials; each once."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._known: dict[str, Material | None] = {}

    def of(self, prim: Prim) -> Material | None:
        """Return the material of a shape: the one bound to it, else its own colour."""
        bound = self.bound(prim.material)
        return bound if bound is not None else _own_color(prim)

    def bound(self, path: str | None) -> Material | None:
        """Return the material of a prim; None if it has no appearance."""
        if path is None:
            return None
        if path not in self._known:
            prim = self.stage.prim(path)
            self._known[path] = self._material(prim) if prim is not None else None
        return self._known[path]

    def _material(self, prim: Prim) -> Material | None:
        shader = self._shader(prim)
        for each in self.stage.inside(prim):
            each.skip(*_SHADING)
        if shader is None:
            return None
        maps = {field: self._texture(shader, names) for field, names in _MAPS.items()}
        numbers = {field: self._first(shader, names) for field, names in _NUMBERS.items()}
        return Material(
            origin=prim.origin,
            name=prim.label or (None if is_numbered(prim.name) else prim.name),
            color=self._color(shader),
            emission=_opaque(self._first(shader, ("inputs:emissiveColor",))),
            metalness=_number(numbers["metalness"]),
            roughness=_number(numbers["roughness"]),
            texture=maps["texture"],
            metalness_map=maps["metalness_map"],
            roughness_map=maps["roughness_map"],
            normal_map=maps["normal_map"],
        )

    def _shader(self, prim: Prim) -> Prim | None:
        for name in ("outputs:surface", "outputs:mdl:surface"):
            source = prim.source(name)
            if source is not None:
                return self.stage.prim(source.partition(".")[0])
        return None

    def _color(self, shader: Prim) -> Rgba | None:
        color = self._first(shader, _COLORS) or self._scale(shader, "inputs:diffuseColor")[:3]
        opacity = _number(self._first(shader, ("inputs:opacity", "inputs:opacity_constant")))
        if opacity is None:  # that of an image is part of the image, but for what it is multiplied by
            opacity = next((_tidy(each) for each in self._scale(shader, "inputs:opacity")[3:] if each != 1), None)
        if not isinstance(color, list) or len(color) != 3:
            return None if opacity is None else (1.0, 1.0, 1.0, opacity)
        red, green, blue = map(_tidy, color)
        return red, green, blue, 1.0 if opacity is None else opacity

    def _scale(self, shader: Prim, name: str) -> list[float]:
        """Return what the image of an input is multiplied by; nothing if it has no image, or is unchanged."""
        source = shader.source(name)
        owner = self.stage.prim(source.partition(".")[0]) if source is not None else None
        scale = owner.peek("inputs:scale") if owner is not None and owner.peek("info:id") == _TEXTURE else None
        return scale if isinstance(scale, list) and len(scale) == 4 else []

    def _first(self, shader: Prim, names: tuple[str, ...]) -> Any:
        """Return the first authored value of some inputs: at the shader, or at what the input is connected to."""
        for name in names:
            source = shader.source(name)
            if source is None:
                if shader.peek(name) is not None:
                    return shader.peek(name)
                continue
            owner = self.stage.prim(source.partition(".")[0])
            if owner is not None and owner.peek("info:id") != _TEXTURE:
                return owner.peek(source.partition(".")[2])
        return None

    def _texture(self, shader: Prim, names: tuple[str, ...]) -> Texture | None:
        for name in names:
            source = shader.source(name)
            owner = self.stage.prim(source.partition(".")[0]) if source is not None else None
            image = owner.peek("inputs:file") if owner is not None else shader.peek(name)
            if isinstance(image, dict) and image.get("asset"):
                return Texture(origin=shader.origin, uri=image["place"])
        return None


def _own_color(prim: Prim) -> Material | None:
    rows = prim.peek("primvars:displayColor")
    if not isinstance(rows, list) or len(rows) != 1 or len(rows[0]) != 3:
        return None
    opacity = prim.peek("primvars:displayOpacity")
    alpha = float(opacity[0]) if isinstance(opacity, list) and len(opacity) == 1 else 1.0
    red, green, blue = map(_tidy, rows[0])
    return Material(origin=prim.origin, color=(red, green, blue, _tidy(alpha)))


def _opaque(color: Any) -> Rgba | None:
    if not isinstance(color, list) or len(color) != 3 or not any(color):
        return None
    red, green, blue = map(_tidy, color)
    return red, green, blue, 1.0


def _number(value: Any) -> float | None:
    return _tidy(value) if isinstance(value, int | float) else None


def _tidy(value: float) -> float:
    """Return a part of a colour within its range, with the digits that single precision has."""
    return min(max(shortest(value), 0.0), 1.0)
