"""Materials: of VRML 2.0 (6.27), and those of VRML 1.0 and Open Inventor, which have many values for many faces.

Colours of faces are read; colours of vertices, normals and textures are not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...model import Material, Origin
from ...model.record import replace as changed
from ..triangles import Floats, Ints, Triangles
from .document import Document, Node
from .faces import Faces

# The default of diffuseColor in VRML 1.0 and 2.0.
_GREY = (0.8, 0.8, 0.8)
_MOST = 256
"""The maximum number of colours of one shape's faces."""
_SHINIEST = 128.0
"""The exponent of the shininess 1."""


def material_of(document: Document, node: Node) -> Material:
    """Return a Material of VRML 2.0."""
    diffuse = document.vector(node, "diffuseColor", _GREY)
    opacity = 1.0 - document.scalar(node, "transparency", 0.0)
    return _material(
        document,
        diffuse,
        document.scalar(node, "ambientIntensity", 0.2) * diffuse,
        document.vector(node, "specularColor", (0.0, 0.0, 0.0)),
        document.vector(node, "emissiveColor", (0.0, 0.0, 0.0)),
        document.scalar(node, "shininess", 0.2),
        opacity,
    )


def materials_of(document: Document, node: Node) -> tuple[Material, ...]:
    """Return the materials of a Material of VRML 1.0 or Open Inventor: as many as it has diffuse colours."""
    diffuse = _rows(document, node, "diffuseColor", 3, _GREY)
    ambient = _rows(document, node, "ambientColor", 3, (0.2, 0.2, 0.2))
    specular = _rows(document, node, "specularColor", 3, (0.0, 0.0, 0.0))
    emissive = _rows(document, node, "emissiveColor", 3, (0.0, 0.0, 0.0))
    shininess = _rows(document, node, "shininess", 1, (0.2,))
    transparency = _rows(document, node, "transparency", 1, (0.0,))
    found: list[Material] = []
    for index, color in enumerate(diffuse[:_MOST]):
        at = [min(index, len(each) - 1) for each in (ambient, specular, emissive, shininess, transparency)]
        found.append(
            _material(
                document,
                color,
                ambient[at[0]],
                specular[at[1]],
                emissive[at[2]],
                float(shininess[at[3], 0]),
                1.0 - float(transparency[at[4], 0]),
            )
        )
    return tuple(found)


def base_color(document: Document, node: Node) -> tuple[Material, ...]:
    """Return the materials of a BaseColor of Open Inventor."""
    return tuple(_plain(document, row) for row in _rows(document, node, "rgb", 3, _GREY)[:_MOST])


def colored(document: Document, node: Node, faces: Faces, materials: tuple[Material, ...], binding: str) -> Triangles:
    """Return the triangles of a shape with the materials of its faces, or with the first one."""
    triangles, owner = faces.triangles, faces.owner
    by_face = _own_colors(document, node, materials[0] if materials else None)
    if by_face:
        materials, which = by_face, document.wholes(node, "colorIndex")
    elif binding in ("PER_FACE", "PER_FACE_INDEXED") and len(materials) > 1:
        which = document.wholes(node, "materialIndex") if binding == "PER_FACE_INDEXED" else None
    else:
        return triangles.with_material(materials[0] if materials else None)
    return _with_materials(triangles, owner, materials, which)


def _with_materials(
    triangles: Triangles, owner: Ints, materials: tuple[Material, ...], which: Ints | None
) -> Triangles:
    """Return the triangles with a material by face; faces without one have none."""
    unique = tuple(dict.fromkeys(materials))
    number = np.array([unique.index(each) for each in materials], dtype=np.int64)
    chosen = owner
    if which is not None and len(which):
        chosen = np.where(owner < len(which), which[np.minimum(owner, len(which) - 1)], -1)
    valid = (chosen >= 0) & (chosen < len(materials))
    indices = np.where(valid, number[np.clip(chosen, 0, len(materials) - 1)], -1)
    return replace(triangles, materials=unique, material_indices=indices)


def _own_colors(document: Document, node: Node, material: Material | None) -> tuple[Material, ...]:
    """Return the colours of the faces of a VRML 2.0 shape; none if it has none, or has colours of vertices."""
    source = document.one(node, "color", "Color")
    if source is None or document.flag(node, "colorPerVertex", True):
        return ()
    rows = _rows(document, source, "color", 3, _GREY)
    if len(np.unique(rows, axis=0)) > _MOST:
        document.skipped(source, f"has more than {_MOST} colours; they were left out")
        return ()
    known: dict[tuple[float, ...], Material] = {}
    for row in rows:
        key = tuple(row.tolist())
        if key not in known:
            plain = _plain(document, row)
            known[key] = plain if material is None else _recolored(material, plain)
    return tuple(known[tuple(row.tolist())] for row in rows)


def _recolored(material: Material, plain: Material) -> Material:
    """Return a material in another colour, with its opacity."""
    red, green, blue, _ = plain.color or (*_GREY, 1.0)
    opacity = material.color[3] if material.color is not None else 1.0
    return changed(material, color=(red, green, blue, opacity), ambient=None)


def _plain(document: Document, row: Floats) -> Material:
    red, green, blue = _shares(row)
    return Material(origin=Origin(document.name), color=(red, green, blue, 1.0))


def _material(
    document: Document,
    diffuse: Floats,
    ambient: Floats,
    specular: Floats,
    emissive: Floats,
    shininess: float,
    opacity: float,
) -> Material:
    """Return a material; values out of range are limited to it."""
    red, green, blue = _shares(diffuse)
    return Material(
        origin=Origin(document.name),
        color=(red, green, blue, min(max(opacity, 0.0), 1.0)),
        ambient=(*_shares(ambient), 1.0),
        specular=(*_shares(specular), 1.0),
        emission=(*_shares(emissive), 1.0),
        shininess=min(max(shininess, 0.0), 1.0) * _SHINIEST,
    )


def _shares(row: Floats) -> tuple[float, float, float]:
    red, green, blue = np.clip(row, 0.0, 1.0).tolist()
    return red, green, blue


def _rows(document: Document, node: Node, name: str, width: int, default: tuple[float, ...]) -> Floats:
    rows = document.numbers(node, name, width)
    if rows is None or not len(rows):
        return np.array([default])
    found: Floats = np.where(np.isfinite(rows), rows, 0.0)
    return found
