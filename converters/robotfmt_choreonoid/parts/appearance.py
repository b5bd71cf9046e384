"""The appearance of a shape: its ``material`` and its ``texture``."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree
from robotfmt.model import Material, Rgba, Texture, Vector3
from robotfmt.model.record import replace

from ..document.mappings import Part

_COLORS = (("specular", "specular"), ("emission", "emissive"))
_DULL = (0.5, 0.5, 0.5, 1.0)
"""The colour of a material that gives none."""


def read_appearance(part: Part | None) -> Material | None:
    """Return the material of an ``appearance``."""
    if part is None:
        return None
    material, texture = part.part("material"), part.part("texture")
    found = _material(material) if material is not None else Material(origin=part.origin)
    if texture is not None:
        uri = texture.text("uri") or texture.text("url")
        found = replace(found, texture=Texture(origin=texture.origin, uri=uri)) if uri else found
    return found if gives_something(found) else None


def gives_something(material: Material) -> bool:
    """Return True if a material gives anything."""
    return material != Material()


def _material(part: Part) -> Material:
    diffuse = _color(part, "diffuse")
    transparency, ambient = part.number("transparency"), part.number("ambient")
    ambient = part.number("ambient_intensity") if ambient is None else ambient
    color = diffuse
    if transparency is not None or ambient is not None:
        color = (*(diffuse or _DULL)[:3], 1.0 - (transparency or 0.0))
    return Material(
        origin=part.origin,
        color=color,
        ambient=_times(color, ambient) if color is not None and ambient is not None else None,
        specular=_color(part, "specular"),
        emission=_color(part, "emissive"),
        shininess=_shininess(part),
    )


def _color(part: Part, name: str) -> Rgba | None:
    found = part.vector(name) if part.get(name) is not None else part.vector(f"{name}_color")
    return (*found, 1.0) if found is not None else None


def _times(color: Rgba, factor: float) -> Rgba:
    return (color[0] * factor, color[1] * factor, color[2] * factor, 1.0)


def _shininess(part: Part) -> float | None:
    exponent = part.number("specular_exponent")
    return part.number("shininess") if exponent is None else (exponent - 1) / 127


# Writing


def write_appearance(material: Material | None) -> dict[str, Tree] | None:
    """Return the ``appearance`` that :func:`read_appearance` reads."""
    if material is None:
        return None
    color = material.color
    within: dict[str, Tree] = {
        "diffuse": _rgb(color),
        "ambient": intensity(material),
        **{key: _rgb(getattr(material, name)) for name, key in _COLORS},
        "shininess": material.shininess,
        "transparency": 1.0 - color[3] if color is not None and color[3] != 1 else None,
    }
    texture = material.texture
    return {
        "material": within if any(each is not None for each in within.values()) else None,
        "texture": {"uri": texture.uri} if texture is not None and texture.uri else None,
    }


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
    color, share = material.color, intensity(material)
    ambient = _times(color, share) if color is not None and share is not None else None
    texture = material.texture
    return Material(
        origin=material.origin,
        color=color,
        ambient=ambient,
        specular=_opaque(material.specular),
        emission=_opaque(material.emission),
        shininess=material.shininess,
        texture=Texture(origin=texture.origin, uri=texture.uri) if texture is not None and texture.uri else None,
    )


def _opaque(color: Rgba | None) -> Rgba | None:
    return (*color[:3], 1.0) if color is not None else None


def _rgb(color: Rgba | None) -> Vector3 | None:
    return color[:3] if color is not None else None
