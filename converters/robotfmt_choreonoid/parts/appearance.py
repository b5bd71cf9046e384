"""The appearance of a shape: its ``material`` and its ``texture``."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree
from robotfmt.model import Material, Origin, Rgba, Texture
from robotfmt.model.record import replace
from robotfmt.words.mappings import given, read_parts, write_parts

from ..document.mappings import Part
from ..document.records import Paint
from ..words import PAINT, TEXTURE

_DULL = (0.5, 0.5, 0.5, 1.0)
"""The colour of a material that gives none."""


def read_appearance(part: Part | None) -> Material | None:
    """Return the material of an ``appearance``."""
    if part is None:
        return None
    material, texture = part.part("material"), part.part("texture")
    found = _material(PAINT.read(material), material.origin) if material is not None else Material(origin=part.origin)
    image = (
        Texture(origin=texture.origin, **{"uri": None, **read_parts(texture, TEXTURE)}) if texture is not None else None
    )
    return given(replace(found, texture=image if image is not None and image.uri else None))


def _material(paint: Paint, origin: Origin | None) -> Material:
    color, share = paint.diffuse, paint.ambient
    if paint.transparency is not None or share is not None:
        color = (*(color or _DULL)[:3], 1.0 - (paint.transparency or 0.0))
    return Material(
        origin=origin,
        color=color,
        ambient=_times(color, share) if color is not None and share is not None else None,
        specular=paint.specular,
        emission=paint.emission,
        shininess=paint.shininess,
    )


def _times(color: Rgba, factor: float) -> Rgba:
    return (color[0] * factor, color[1] * factor, color[2] * factor, 1.0)


# Writing


def write_appearance(material: Material | None) -> dict[str, Tree] | None:
    """Return the ``appearance`` that :func:`read_appearance` reads."""
    if material is None:
        return None
    paint, texture = _paint(material), material.texture
    return {
        "material": PAINT.write(paint) if given(paint) is not None else None,
        "texture": write_parts(texture, TEXTURE) if texture is not None and texture.uri else None,
    }


def _paint(material: Material) -> Paint:
    color = material.color
    return Paint(
        diffuse=color,
        ambient=intensity(material),
        specular=material.specular,
        emission=material.emission,
        shininess=material.shininess,
        transparency=1.0 - color[3] if color is not None and color[3] != 1 else None,
    )


def intensity(material: Material) -> float | None:
    """Return the share of the diffuse colour that the ambient one is; None if there is no such share."""
    color, ambient = material.color, material.ambient
    if color is None or ambient is None:
        return None
    shares = [part / whole for part, whole in zip(ambient[:3], color[:3], strict=True) if whole]
    share = shares[0] if shares else 0.0
    is_share = all(abs(part - whole * share) < 1e-9 for part, whole in zip(ambient[:3], color[:3], strict=True))
    return share if is_share else None


def supported_material(material: Material) -> Material:
    """Return a material as a body can store it."""
    found = _material(PAINT.supported(_paint(material)), material.origin)
    texture = material.texture
    image = Texture(origin=texture.origin, uri=texture.uri) if texture is not None and texture.uri else None
    return replace(found, color=material.color, texture=image)
