"""GLB, written: one mesh, positions in metres and single precision, a primitive and a material for each colour.

glTF says that Y is up. The axes stay as they are here, as they do when a robot format refers to the file.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

from ..model.geometry import Rgba
from .triangles import Ints, Triangles

_MAGIC, _VERSION, _JSON, _BINARY = 0x46546C67, 2, 0x4E4F534A, 0x004E4942
_FLOAT, _UNSIGNED = 5126, 5125
_VERTICES, _INDICES = 34962, 34963


def glb_bytes(triangles: Triangles) -> bytes:
    """A surface as GLB: the same bytes for the same triangles."""
    whole = triangles.welded()
    positions = whole.vertices.astype("<f4")
    groups = whole.by_color()
    indices = [faces.astype("<u4").tobytes() for _, faces in groups]
    binary = positions.tobytes() + b"".join(indices)
    starts = positions.nbytes + np.cumsum([0, *map(len, indices)])
    spot = {"bufferView": 0, "componentType": _FLOAT, "count": len(positions), "type": "VEC3"}
    limits = {"min": positions.min(axis=0).tolist(), "max": positions.max(axis=0).tolist()}
    colors = [color for color, _ in groups if color is not None]
    tree = {
        "asset": {"version": "2.0", "generator": "robotfmt"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [_primitive(i, color, colors) for i, (color, _) in enumerate(groups)]}],
        "accessors": [spot | limits, *(_accessor(i, faces) for i, (_, faces) in enumerate(groups))],
        "bufferViews": [
            _view(0, positions.nbytes, _VERTICES),
            *(_view(int(at), len(each), _INDICES) for at, each in zip(starts[:-1], indices, strict=True)),
        ],
        "buffers": [{"byteLength": len(binary)}],
        **({"materials": list(map(_material, colors))} if colors else {}),
    }
    return _container(tree, binary)


def _primitive(index: int, color: Rgba | None, colors: list[Rgba]) -> dict[str, Any]:
    material = {"material": colors.index(color)} if color is not None else {}
    return {"attributes": {"POSITION": 0}, "indices": index + 1, **material}


def _accessor(index: int, faces: Ints) -> dict[str, Any]:
    return {"bufferView": index + 1, "componentType": _UNSIGNED, "count": faces.size, "type": "SCALAR"}


def _view(start: int, length: int, target: int) -> dict[str, Any]:
    return {"buffer": 0, "byteOffset": start, "byteLength": length, "target": target}


def _material(color: Rgba) -> dict[str, Any]:
    *channels, opacity = color
    factor = [*map(_linear, channels), opacity]
    surface = {"baseColorFactor": factor, "metallicFactor": 0.0, "roughnessFactor": 1.0}
    return {"pbrMetallicRoughness": surface, **({"alphaMode": "BLEND"} if opacity < 1 else {})}


def _linear(value: float) -> float:
    """A channel of a colour as it is shown (sRGB), as glTF 2.0 wants it (section 3.9.2)."""
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
