"""The looks of a Wavefront OBJ: materials from its libraries (MTL), texture coordinates and normals.

An index that is out of range, or that counts backwards, gives no looks at its corner: it does not change the surface.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from ..errors import RobotfmtError
from ..model import Material, Origin, Rgba, Texture
from ..model.record import replace
from .triangles import Ints, Singles, Triangles

Files: TypeAlias = Callable[[str, str], "tuple[str, bytes]"]
"""Opens a file that another one names: its name and its bytes."""
_NO_MATERIAL = ("None", "(null)")
"""What Blender calls the material of faces that have none, for which it writes a grey one."""
_COLORS = {b"Kd": "color", b"Ka": "ambient", b"Ks": "specular", b"Ke": "emission"}


@dataclass(slots=True)
class Looks:
    """The lines of an OBJ about its looks."""

    texcoords: list[tuple[float, float]] = field(default_factory=list)
    normals: list[tuple[float, float, float]] = field(default_factory=list)
    materials: list[str] = field(default_factory=list)
    """The names of the materials, in the order in which they are used."""
    libraries: list[str] = field(default_factory=list)
    """The names of the files of materials."""
    current: int = -1

    def read(self, kind: bytes, tokens: list[bytes]) -> None:
        """Take a line."""
        if kind == b"vt":
            self.texcoords.append((_number(tokens, 0), _number(tokens, 1)))
        elif kind == b"vn":
            self.normals.append((_number(tokens, 0), _number(tokens, 1), _number(tokens, 2)))
        elif kind == b"usemtl":
            self._use(b" ".join(tokens).decode("utf-8", "replace"))
        elif kind == b"mtllib":
            self.libraries.append(b" ".join(tokens).decode("utf-8", "replace"))

    def _use(self, name: str) -> None:
        if name in _NO_MATERIAL:
            self.current = -1
            return
        if name not in self.materials:
            self.materials.append(name)
        self.current = self.materials.index(name)

    def dressed(self, surface: Triangles, corners: list[bytes], worn: list[int], name: str, files: Files) -> Triangles:
        """Return a surface with its looks.

        Args:
            surface: The triangles.
            corners: The texts of their corners, such as ``3/1/2``.
            worn: The index of the material of each triangle, -1 for none.
            name: The name of the file.
            files: Opens the libraries.
        """
        known = self._library(name, files)
        fields = [each.split(b"/") for each in corners]
        found = {
            "texcoords": _at_corners(self.texcoords, [_index(each, 1) for each in fields]),
            "normals": _unit(_at_corners(self.normals, [_index(each, 2) for each in fields])),
        }
        rows = [known.get(each, Material(name=each)) for each in self.materials]
        looks = {"materials": tuple(rows), "worn": np.array(worn, dtype=np.int64)} if rows else {}
        return replace(surface, **found, **looks)

    def _library(self, name: str, files: Files) -> dict[str, Material]:
        found: dict[str, Material] = {}
        for each in self.libraries:
            try:
                where, data = files(name, each)
            except RobotfmtError:
                continue  # the file is reported by who copies it
            found |= read_materials(data, where)
        return found


def read_materials(data: bytes, name: str) -> dict[str, Material]:
    """Return the materials of a library by their names: colours, opacity, shininess and the image of the colour."""
    found: dict[str, Material] = {}
    current, opacity = "", 1.0
    for line in data.splitlines():
        kind, *tokens = line.split() or [b""]
        if kind == b"newmtl":
            current, opacity = b" ".join(tokens).decode("utf-8", "replace"), 1.0
            found[current] = Material(origin=Origin(name), name=current)
        elif current and kind in (b"d", b"Tr"):
            value = _number(tokens, 0)
            opacity = value if kind == b"d" else 1.0 - value
            found[current] = _faded(found[current], opacity)
        elif current:
            found[current] = _faded(_with_line(found[current], kind, tokens, name), opacity)
    return found


def _with_line(material: Material, kind: bytes, tokens: list[bytes], name: str) -> Material:
    if kind in _COLORS and len(tokens) >= 3:
        color: Rgba = (_number(tokens, 0), _number(tokens, 1), _number(tokens, 2), 1.0)
        return replace(material, **{_COLORS[kind]: color}) if np.isfinite(color).all() else material
    if kind == b"Ns" and np.isfinite(_number(tokens, 0)):
        return replace(material, shininess=_number(tokens, 0))
    if kind == b"map_Kd" and tokens and not tokens[0].startswith(b"-"):
        uri = b" ".join(tokens).decode("utf-8", "replace")
        return replace(material, texture=Texture(origin=Origin(name), uri=uri))
    return material


def _faded(material: Material, opacity: float) -> Material:
    color = material.color
    if color is None or not 0 < opacity <= 1 or color[3] == opacity:
        return material  # an opacity of 0 is a mistake of the exporter: robots are not invisible
    return replace(material, color=(*color[:3], opacity))


def _number(tokens: list[bytes], at: int) -> float:
    try:
        return float(tokens[at])
    except (ValueError, IndexError):
        return float("nan")


def _index(corner: list[bytes], at: int) -> int:
    try:
        return int(corner[at])
    except (ValueError, IndexError):
        return 0


def _at_corners(rows: Sequence[tuple[float, ...]], indices: list[int]) -> Singles | None:
    """Return the values at the corners (m, 3, n), NaN where an index is 0 or out of range; None without any."""
    if not rows or not any(indices):
        return None
    values = np.array([*rows, (np.nan,) * len(rows[0])], dtype=np.float32)
    at: Ints = np.array(indices, dtype=np.int64)
    known = (at > 0) & (at <= len(rows))
    return values[np.where(known, at - 1, len(rows))].reshape(-1, 3, values.shape[1])


def _unit(normals: Singles | None) -> Singles | None:
    if normals is None:
        return None
    with np.errstate(all="ignore"):
        made: Singles = normals / np.linalg.norm(normals, axis=2, keepdims=True)
    return made
