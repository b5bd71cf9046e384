"""Wavefront OBJ: positions and faces, and on request the appearance: materials of the libraries (MTL), texture
coordinates and normals.

Coordinates are metres. Materials are in separate files.

Reading and checking are one: an index counts from 1, or backwards from the preceding vertex, and a parser that accepts
0 or too large an index silently gives a wrong surface. Faces with more than three corners become fans, as in every
viewer.
"""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..diagnostics import Report
from ..errors import RobotfmtError
from ..limits import Limits
from ..model import Material, Origin, Rgba, Texture
from ..model.record import replace
from .companions import Images
from .numbers import reals, whole_tokens
from .problems import check_triangles, mended, refuse, refuse_part
from .triangles import Ints, Singles, Triangles, indexed_together

# Appearance
#
# An index of a texture coordinate or a normal that is out of range, or that counts backwards, leaves its corner without
# them: it does not change the surface.

Files: TypeAlias = Callable[[str, str], "tuple[str, bytes]"]
"""Opens a file that another one names: its name and its bytes."""
_NO_MATERIAL = ("None", "(null)")
"""What Blender calls the material of faces that have none, for which it writes a grey one."""
_COLORS = {b"Kd": "color", b"Ka": "ambient", b"Ks": "specular", b"Ke": "emission"}


@dataclass(slots=True)
class Appearance:
    """The lines of an OBJ about its appearance."""

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

    def with_appearance(
        self, surface: Triangles, corners: list[bytes], indices: list[int], name: str, files: Files
    ) -> Triangles:
        """Return a surface with its appearance.

        Args:
            surface: The triangles.
            corners: The texts of their corners, such as ``3/1/2``.
            indices: The index of the material of each triangle, -1 for none.
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
        by_triangle = {"materials": tuple(rows), "material_indices": np.array(indices, dtype=np.int64)} if rows else {}
        return replace(surface, **found, **by_triangle)

    def _library(self, name: str, files: Files) -> dict[str, Material]:
        found: dict[str, Material] = {}
        for each in self.libraries:
            try:
                where, data = files(name, each)
            except RobotfmtError:
                continue  # a missing library is reported where it is copied
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


# Surfaces

_Any = TypeVar("_Any", bound=np.generic)
_OF_OTHERS = re.compile(rb"/[^ ]*")
"""The indices of texture coordinates and normals at a corner."""


@dataclass(slots=True)
class _Lines:
    """The tokens of the relevant lines."""

    positions: list[bytes] = field(default_factory=list)
    """Three coordinates for each vertex."""
    faces: defaultdict[int, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    """Corners, such as ``3`` or ``3/1/2``, by their number in a face."""
    known: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The number of vertices before each face with a number of corners."""
    lone: int = 0
    """Faces with one or two corners."""
    names: set[str] = field(default_factory=set)
    """The names of objects and groups."""
    appearance: Appearance | None = None
    """The lines about appearance; None if they are not needed."""
    material_indices: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The material of each face with a number of corners."""


def obj_files(triangles: Triangles, stem: str, images: Images) -> tuple[bytes, dict[str, bytes]]:
    """Return a surface as OBJ, and the file of its materials, if it has any."""
    whole = _with_all_normals(triangles.welded())
    parts = list(whole.parts())
    texcoords, its_texcoords = indexed_together([part.texcoords for _, part in parts])
    normals, its_normals = indexed_together([part.normals for _, part in parts])
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in whole.vertices.tolist()]
    lines += [*_number_lines("vt", texcoords), *_number_lines("vn", normals)]
    materials: list[str] = []
    for index, (material, part) in enumerate(parts):
        if material is not None:
            name = f"material{triangles.materials.index(material)}"
            materials += [] if f"newmtl {name}" in materials else _material(name, material, images)
            lines.append(f"usemtl {name}")
        lines += _faces(part.faces, its_texcoords[index], its_normals[index])
    if not materials:
        return _text(lines), {}
    return _text([f"mtllib {stem}.mtl", *lines]), {f"{stem}.mtl": _text(materials)}


def _with_all_normals(triangles: Triangles) -> Triangles:
    """Return a surface with normals at all corners, or at none: MuJoCo refuses a file with some only."""
    normals = triangles.normals
    if normals is None:
        return triangles
    lacking = ~np.isfinite(normals).all(axis=(1, 2))
    if not lacking.any() or lacking.all():
        return triangles
    a, b, c = triangles.corners[lacking].transpose(1, 0, 2)
    across = np.cross(b - a, c - a)
    lengths = np.linalg.norm(across, axis=1, keepdims=True)
    made = np.where(lengths > 0, across / np.where(lengths > 0, lengths, 1.0), (0.0, 0.0, 1.0))
    full = normals.copy()
    full[lacking] = made[:, None, :].astype(np.float32)
    return dataclasses.replace(triangles, normals=full)


def _number_lines(kind: str, rows: Singles | None) -> list[str]:
    """Return the lines for one kind of numbers."""
    if rows is None:
        return []
    line = kind + " %.9g" * rows.shape[1]
    return [line % tuple(row) for row in (rows + 0.0).tolist()]


def _faces(corners: Ints, texcoords: Ints | None, normals: Ints | None) -> list[str]:
    columns = [corners + 1, *(each + 1 for each in (texcoords, normals) if each is not None)]
    corner = "%d" + ("/%d" if texcoords is not None else "/" if normals is not None else "")
    corner += "/%d" if normals is not None else ""
    line = f"f {corner} {corner} {corner}"
    return [line % tuple(row) for row in np.stack(columns, axis=2).reshape(len(corners), -1).tolist()]


def _material(name: str, material: Material, images: Images) -> list[str]:
    """Return the lines of a material. An image is multiplied by the colour, which is then white."""
    image = images.put_beside(material)
    color = material.color or (1.0, 1.0, 1.0, 1.0)
    lines = [f"newmtl {name}"]
    colors = {"Ka": material.ambient, "Kd": color, "Ks": material.specular, "Ke": material.emission}
    for key, value in colors.items():
        if value is not None:
            channels = (1.0, 1.0, 1.0) if key == "Kd" and image is not None else value[:3]
            lines.append(f"{key} {' '.join(map(repr, channels))}")
    lines += [f"Ns {material.shininess!r}"] if material.shininess is not None else []
    lines.append(f"d {color[3]!r}")
    return [*lines, f"map_Kd {image}"] if image is not None else lines


def _text(lines: list[str]) -> bytes:
    return "\n".join(["# robotfmt", *lines, ""]).encode()


def read_obj(
    data: bytes, name: str, limits: Limits, report: Report, part: str | None = None, files: Files | None = None
) -> Triangles:
    """Return the triangles of an OBJ file.

    Args:
        data, name: The file.
        limits, report: The limits of its size, and what gets remarks.
        part: The name of the objects or groups that are wanted; None for all.
        files: Opens the files of its materials; None if its appearance is not needed.

    Raises:
        MeshError: An index is out of range, a vertex has fewer than three numbers, a limit is exceeded, or no object
            and no group has the name.
    """
    lines = _lines(data, name, part, Appearance() if files is not None else None)
    if part is not None and part not in lines.names:
        refuse_part(part, lines.names, name)
    check_triangles(sum((n - 2) * len(known) for n, known in lines.known.items()), name, limits)
    if lines.lone:
        mended(report, name, f"{lines.lone} faces have fewer than three corners; they were dropped")
    vertices = reals(b" ".join(lines.positions)).reshape(-1, 3)
    parts = [_fan(_indices(lines, n, len(vertices), name)) for n in sorted(lines.faces)]
    faces = np.concatenate(parts) if parts else np.zeros((0, 3), dtype=np.int64)
    if part is not None:
        used, faces = np.unique(faces, return_inverse=True)
        vertices, faces = vertices[used], faces.reshape(-1, 3)
    surface = Triangles(vertices, faces)
    return (
        surface
        if lines.appearance is None or files is None
        else _with_appearance(surface, lines, lines.appearance, name, files)
    )


def _with_appearance(surface: Triangles, lines: _Lines, appearance: Appearance, name: str, files: Files) -> Triangles:
    corners: list[bytes] = []
    indices: list[int] = []
    for count in sorted(lines.faces):
        texts = np.array(lines.faces[count], dtype=object).reshape(-1, count)
        corners += _fan(texts).ravel().tolist()
        indices += np.repeat(lines.material_indices[count], count - 2).tolist()
    return appearance.with_appearance(surface, corners, indices, name, files)


def _lines(data: bytes, name: str, part: str | None, appearance: Appearance | None) -> _Lines:
    """Sort the lines of an OBJ file; of a part, only the faces in the object or group of this name."""
    lines, around = _Lines(appearance=appearance), {b"o": "", b"g": ""}
    for line in data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").splitlines():
        kind, *tokens = line.split() or [b""]
        if kind == b"v":
            if len(tokens) < 3:
                refuse(name, "a vertex has fewer than three coordinates")
            lines.positions += tokens[:3]
        elif kind in around and part is not None:
            around[kind] = b" ".join(tokens).decode("utf-8", "replace")
            lines.names.add(around[kind])
        elif kind == b"f" and (part is None or part in around.values()):
            _add_face(lines, line.partition(b"#")[0].split()[1:] if b"#" in line else tokens)
        elif appearance is not None:
            appearance.read(kind, tokens)
    return lines


def _add_face(lines: _Lines, tokens: list[bytes]) -> None:
    if len(tokens) < 3:
        lines.lone += 1
        return
    lines.faces[len(tokens)] += tokens
    lines.known[len(tokens)].append(len(lines.positions) // 3)
    if lines.appearance is not None:
        lines.material_indices[len(tokens)].append(lines.appearance.current)


def _indices(lines: _Lines, corners: int, vertices: int, name: str) -> Ints:
    """Return (faces, corners), counted from 0."""
    positions = _OF_OTHERS.sub(b"", b" ".join(lines.faces[corners]))
    written = whole_tokens(positions.split(b" ")).reshape(-1, corners)
    before = np.array(lines.known[corners], dtype=np.int64)[:, None]
    indices = np.where(written < 0, written + before, written - 1)
    if (written == 0).any() or (indices < 0).any() or (indices >= vertices).any():
        refuse(name, f"a face has an index outside of its {vertices} vertices")
    return indices


def _fan(faces: NDArray[_Any]) -> NDArray[_Any]:
    corners = faces.shape[1]
    pieces = [faces[:, [0, i, i + 1]] for i in range(1, corners - 1)]
    return np.stack(pieces, axis=1).reshape(-1, 3)
