"""Check a glTF or GLB file before trimesh reads it, every length against the data; and read the colours of its
materials, without their images, which are inside of the file.

Only data that the meshes use are checked. Buffers in other files and compressed meshes are refused.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

from ..limits import Limits
from ..model import Material, Origin, Rgba
from .problems import check_triangles, refuse, refuse_format

# Lengths

# The words "glTF" and "JSON" as little-endian numbers (glTF 2.0, 4.4).
_MAGIC = 0x46546C67
_JSON = 0x4E4F534A
# The bytes of a number by its OpenGL type: BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT and FLOAT.
_COMPONENT_SIZES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
_COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
# The modes of a primitive with a surface; 0 to 3 are points and lines (glTF 2.0, mesh.primitive.mode).
_TRIANGLES, _STRIP, _FAN = 4, 5, 6


@dataclass(frozen=True, slots=True)
class _Content:
    """The JSON part, and the size of the binary one."""

    tree: dict[str, Any]
    binary: int
    name: str

    def item(self, kind: str, index: object) -> dict[str, Any]:
        """Return one entry of a top-level list."""
        items = self.tree.get(kind, [])
        inside = isinstance(items, list) and isinstance(index, int) and 0 <= index < len(items)
        found: object = items[index] if inside and isinstance(index, int) else None
        if not isinstance(found, dict):
            refuse(self.name, f"it refers to {kind}[{ascii(index)[:20]}], which it does not have")
        return found

    def whole(self, holder: dict[str, Any], key: str, default: int | None = None) -> int:
        """Return a length, offset or count of an object; refuse the file if it is negative or no integer."""
        value = holder.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            refuse(self.name, f"its '{key}' is not a length, offset or count: {ascii(value)[:20]}")
        return value


def check_glb(data: bytes, name: str, limits: Limits) -> int:
    """Check a GLB file; return the number of triangles of its meshes, each counted once.

    Raises:
        MeshError: A length is wrong, or the file needs other files or decompression.
    """
    if len(data) < 20:
        refuse(name, f"{len(data)} bytes are too few for a GLB")
    magic, version, total, length, kind = struct.unpack_from("<5I", data)
    if magic != _MAGIC or version != 2 or kind != _JSON:
        refuse(name, "it is not a GLB of version 2")
    if total > len(data) or 20 + length > len(data):
        refuse(name, f"it declares {max(total, length)} bytes, but has {len(data)}")
    binary = 0
    if 28 + length <= len(data):
        (binary,) = struct.unpack_from("<I", data, 20 + length)
        if 28 + length + binary > len(data):
            refuse(name, f"its binary chunk declares {binary} bytes, but has {len(data) - 28 - length}")
    return _check(_Content(_contents(data[20 : 20 + length], name), binary, name), limits)


def glb_rest(data: bytes) -> int:
    """Return the number of bytes after the end of a checked GLB file."""
    return len(data) - int.from_bytes(data[8:12], "little")


def check_gltf(data: bytes, name: str, limits: Limits) -> int:
    """Check a glTF file in text form; return the number of triangles of its meshes, each counted once.

    Raises:
        MeshError: A length is wrong, or the file needs other files or decompression.
    """
    return _check(_Content(_contents(data, name), 0, name), limits)


def _contents(data: bytes, name: str) -> dict[str, Any]:
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError) as error:
        refuse(name, f"its JSON is invalid: {error}")
    if not isinstance(tree, dict):
        refuse(name, "its JSON is not an object")
    return tree


def _check(content: _Content, limits: Limits) -> int:
    if any("compression" in str(each) for each in _list(content, "extensionsRequired")):
        refuse_format(content.name, "its meshes are compressed, which is not supported")
    for i in range(_length(content, "buffers")):
        _check_buffer(content, i)
    for i in range(_length(content, "bufferViews")):
        _check_view(content, content.item("bufferViews", i))
    for i in range(_length(content, "accessors")):
        _check_accessor(content, content.item("accessors", i))
    counts = [_mesh_triangles(content, i) for i in range(_length(content, "meshes"))]
    check_triangles(sum(counts), content.name, limits)
    placed = [node.get("mesh") for node in _list(content, "nodes") if isinstance(node, dict)]
    check_triangles(sum(counts[i] for i in placed if isinstance(i, int) and 0 <= i < len(counts)), content.name, limits)
    return sum(counts)


def _list(content: _Content, kind: str) -> list[Any]:
    items = content.tree.get(kind, [])
    if not isinstance(items, list):
        refuse(content.name, f"its '{kind}' is not a list")
    return items


def _length(content: _Content, kind: str) -> int:
    return len(_list(content, kind))


def _check_buffer(content: _Content, index: int) -> None:
    buffer = content.item("buffers", index)
    length, uri = content.whole(buffer, "byteLength"), buffer.get("uri")
    if uri is None:
        there = content.binary if index == 0 else 0
    elif isinstance(uri, str) and uri.startswith("data:"):
        there = len(uri) * 3 // 4
    else:
        refuse_format(content.name, f"its data is in another file, {ascii(uri)[:60]}, which is not opened")
    if length > there:
        refuse(content.name, f"a buffer declares {length} bytes, but has at most {there}")


def _check_view(content: _Content, view: dict[str, Any]) -> None:
    end = content.whole(view, "byteOffset", 0) + content.whole(view, "byteLength")
    size = content.whole(content.item("buffers", view.get("buffer")), "byteLength")
    if end > size:
        refuse(content.name, f"a view ends at byte {end} of a buffer of {size}")


def _check_accessor(content: _Content, accessor: dict[str, Any]) -> None:
    if "bufferView" not in accessor:
        refuse(content.name, "an accessor has no data of its own")
    component, kind = accessor.get("componentType"), accessor.get("type")
    if component not in _COMPONENT_SIZES or kind not in _COMPONENTS:
        refuse(content.name, "an accessor has an unknown type")
    view = content.item("bufferViews", accessor["bufferView"])
    item = _COMPONENT_SIZES[component] * _COMPONENTS[kind]
    stride = content.whole(view, "byteStride", 0) or item
    count = content.whole(accessor, "count")
    end = content.whole(accessor, "byteOffset", 0) + max(count - 1, 0) * stride + (item if count else 0)
    if end > content.whole(view, "byteLength"):
        refuse(content.name, f"an accessor ends at byte {end} of a view of {view['byteLength']}")


def _mesh_triangles(content: _Content, index: int) -> int:
    primitives = content.item("meshes", index).get("primitives", [])
    if not isinstance(primitives, list) or not all(isinstance(each, dict) for each in primitives):
        refuse(content.name, "a mesh has no list of primitives")
    return sum(_primitive_triangles(content, each) for each in primitives)


def _primitive_triangles(content: _Content, primitive: dict[str, Any]) -> int:
    mode = primitive.get("mode", _TRIANGLES)
    attributes = primitive.get("attributes")
    if mode not in (_TRIANGLES, _STRIP, _FAN) or not isinstance(attributes, dict):
        return 0
    corners = content.item("accessors", primitive.get("indices", attributes.get("POSITION")))
    count = content.whole(corners, "count")
    return count // 3 if mode == _TRIANGLES else max(count - 2, 0)


# Colours
#
# Section 3.9 of the glTF 2.0 specification; ``KHR_materials_pbrSpecularGlossiness`` names the same colour otherwise.

_HEAD = 12
"""The bytes before the first chunk of a GLB."""
_GLOSSY = "KHR_materials_pbrSpecularGlossiness"
_WHITE = [1.0, 1.0, 1.0, 1.0]


def numbered(data: bytes) -> bytes:
    """Return a checked glTF or GLB whose materials are called by their numbers, and have no images.

    What reads it need not decode images, and gives no numbers of materials.
    """
    tree, rest = _opened(data)
    count = len(_materials(tree))
    plain = {key: value for key, value in tree.items() if key not in ("images", "textures", "samplers")}
    text = json.dumps(plain | {"materials": [{"name": str(each)} for each in range(count)]}).encode()
    if not data.startswith(b"glTF"):
        return text
    text += b" " * (-len(text) % 4)
    total = _HEAD + 8 + len(text) + len(rest)
    return b"".join((data[:8], struct.pack("<3I", total, len(text), 0x4E4F534A), text, rest))


def read_materials(data: bytes, name: str) -> tuple[Material, ...]:
    """Return the materials of a checked glTF or GLB in order; one with an image has no colour."""
    return tuple(_material(each if isinstance(each, dict) else {}, name) for each in _materials(_opened(data)[0]))


def _opened(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the JSON part, and the chunks after it."""
    if not data.startswith(b"glTF"):
        return json.loads(data), b""
    (length,) = struct.unpack_from("<I", data, _HEAD)
    start = _HEAD + 8
    return json.loads(data[start : start + length]), data[start + length : int.from_bytes(data[8:12], "little")]


def _materials(tree: dict[str, Any]) -> list[Any]:
    found = tree.get("materials", [])
    return found if isinstance(found, list) else []


def _material(given: dict[str, Any], name: str) -> Material:
    surface, factor, image = _inner(given, "pbrMetallicRoughness"), "baseColorFactor", "baseColorTexture"
    glossy = _inner(_inner(given, "extensions"), _GLOSSY)
    if glossy and not surface:
        surface, factor, image = glossy, "diffuseFactor", "diffuseTexture"
    title = given.get("name")
    color = _color(surface.get(factor, _WHITE), given.get("alphaMode", "OPAQUE") != "OPAQUE")
    named = title if isinstance(title, str) and title else None
    return Material(origin=Origin(name), name=named, color=None if image in surface else color)


def _inner(given: dict[str, Any], key: str) -> dict[str, Any]:
    found = given.get(key)
    return found if isinstance(found, dict) else {}


def _color(factor: object, is_translucent: bool) -> Rgba | None:
    """Return the sRGB colour of a linear one; None for what is no colour."""
    numbers = [each for each in factor if isinstance(each, int | float)] if isinstance(factor, list) else []
    if len(numbers) != 4 or not all(0 <= each <= 1 for each in numbers):
        return None
    red, green, blue = map(_shown, numbers[:3])
    return (red, green, blue, float(numbers[3]) if is_translucent else 1.0)


def _shown(value: float) -> float:
    """Return the sRGB value of a linear colour channel (section 3.9.2), to the digits that a screen has."""
    found = value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(min(max(found, 0.0), 1.0), 6)
