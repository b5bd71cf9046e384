"""Write GLB: one mesh, in metres and single precision, with a primitive for each material; images are embedded.

glTF defines Y as up. The axes are not converted, as for a file that a robot format refers to.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..model.geometry import Material
from .companions import Images
from .triangles import Triangles, indexed

# glTF 2.0, 4.4: a binary file begins with "glTF" and the version; its chunks are called "JSON" and "BIN".
_MAGIC, _VERSION, _JSON, _BINARY = 0x46546C67, 2, 0x4E4F534A, 0x004E4942
# Numbers of OpenGL, as glTF uses them: FLOAT and UNSIGNED_INT for components, ARRAY_BUFFER and ELEMENT_ARRAY_BUFFER for
# the purpose of a view.
_FLOAT, _UNSIGNED = 5126, 5125
_VERTICES, _INDICES = 34962, 34963
_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3"}
IMAGES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
"""The image formats that glTF 2.0 supports (section 3.8.3)."""


@dataclass(slots=True)
class _Binary:
    """The binary chunk, and the descriptions of its contents."""

    data: bytearray = field(default_factory=bytearray)
    views: list[dict[str, Any]] = field(default_factory=list)
    accessors: list[dict[str, Any]] = field(default_factory=list)

    def view(self, data: bytes, target: int | None = None) -> int:
        """Append bytes at a multiple of four, and return the index of their view."""
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        self.views.append(view if target is None else view | {"target": target})
        self.data += data
        return len(self.views) - 1

    def vertices(self, values: NDArray[np.float32], *, bounded: bool = False) -> int:
        """Append a row of numbers for each vertex."""
        rows = values.astype("<f4")
        bounds = {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()} if bounded else {}
        return self._accessor(self.view(rows.tobytes(), _VERTICES), _FLOAT, len(rows), rows.shape[1], bounds)

    def indices(self, values: NDArray[Any]) -> int:
        """Append the corners of triangles."""
        view = self.view(values.astype("<u4").tobytes(), _INDICES)
        return self._accessor(view, _UNSIGNED, values.size, 1, {})

    def _accessor(self, view: int, kind: int, count: int, width: int, bounds: dict[str, Any]) -> int:
        accessor = {"bufferView": view, "componentType": kind, "count": count, "type": _KINDS[width]}
        self.accessors.append(accessor | bounds)
        return len(self.accessors) - 1


def glb_bytes(triangles: Triangles, images: Images) -> bytes:
    """Return a surface as GLB; the output is deterministic."""
    binary = _Binary()
    parts = list(triangles.parts())
    materials = list(dict.fromkeys(material for material, _ in parts if material is not None))
    pictures = dict.fromkeys(image for image in map(images.load, materials) if image is not None)
    tree = {
        "asset": {"version": "2.0", "generator": "robotfmt"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [_primitive(binary, part, each, materials) for each, part in parts]}],
        **({"materials": [_material(each, images, list(pictures)) for each in materials]} if materials else {}),
        **_textures(binary, list(pictures)),
        "accessors": binary.accessors,
        "bufferViews": binary.views,
    }
    return _container(tree | {"buffers": [{"byteLength": len(binary.data)}]}, bytes(binary.data))


def _primitive(
    binary: _Binary, part: Triangles, material: Material | None, materials: list[Material]
) -> dict[str, Any]:
    """Return a primitive; vertices that differ in any attribute are separate."""
    columns: list[NDArray[Any]] = [part.corners.reshape(-1, 3).astype(np.float32)]
    if part.normals is not None:
        columns.append(part.normals.reshape(-1, 3))
    if (
        part.texcoords is not None
    ):  # the origin of glTF's texture coordinates is the upper left corner, not the lower one
        columns.append(np.array([0, 1], np.float32) + part.texcoords.reshape(-1, 2) * np.array([1, -1], np.float32))
    rows, which = indexed(np.concatenate(columns, axis=1) + np.float32(0))
    attributes = {"POSITION": binary.vertices(rows[:, :3], bounded=True)}
    if part.normals is not None:
        attributes["NORMAL"] = binary.vertices(rows[:, 3:6])
    if part.texcoords is not None:
        attributes["TEXCOORD_0"] = binary.vertices(rows[:, -2:])
    index = {"material": materials.index(material)} if material is not None else {}
    return {"attributes": attributes, "indices": binary.indices(which), **index}


def _material(material: Material, images: Images, pictures: list[tuple[str, bytes]]) -> dict[str, Any]:
    """Return a material. An image is multiplied by the colour, which is then white."""
    *channels, opacity = material.color or (1.0, 1.0, 1.0, 1.0)
    image = images.load(material)
    factor = [*(map(_linear, channels) if image is None else (1.0, 1.0, 1.0)), opacity]
    surface: dict[str, Any] = {"baseColorFactor": factor, "metallicFactor": 0.0, "roughnessFactor": 1.0}
    if image is not None:
        surface["baseColorTexture"] = {"index": pictures.index(image)}
    glow = [_linear(channel) for channel in (material.emission or ())[:3]]
    return {
        **({"name": material.name} if material.name else {}),
        "pbrMetallicRoughness": surface,
        **({"emissiveFactor": glow} if any(glow) else {}),
        **({"alphaMode": "BLEND"} if opacity < 1 else {}),
    }


def _textures(binary: _Binary, pictures: list[tuple[str, bytes]]) -> dict[str, Any]:
    if not pictures:
        return {}
    kept = [
        {"name": name, "mimeType": IMAGES[PurePath(name).suffix.lower()], "bufferView": binary.view(data)}
        for name, data in pictures
    ]
    return {"textures": [{"source": index} for index in range(len(kept))], "images": kept}


def _linear(value: float) -> float:
    """Return a linear colour channel, as glTF 2.0 requires (section 3.9.2), given its sRGB value."""
    value = min(max(value, 0.0), 1.0)
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _container(tree: dict[str, Any], binary: bytes) -> bytes:
    text = json.dumps(tree, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    binary += bytes(-len(binary) % 4)
    total = 12 + 8 + len(text) + 8 + len(binary)
    head = struct.pack("<3I", _MAGIC, _VERSION, total)
    return b"".join(
        (head, struct.pack("<2I", len(text), _JSON), text, struct.pack("<2I", len(binary), _BINARY), binary)
    )
