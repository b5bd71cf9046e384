"""The colours of a glTF: of its materials, without their images, which are inside of the file.

Section 3.9 of the glTF 2.0 specification; ``KHR_materials_pbrSpecularGlossiness`` names the same colour otherwise.
"""

from __future__ import annotations

import json
import struct
from typing import Any

from ..model import Material, Origin, Rgba

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
