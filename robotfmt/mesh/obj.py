"""Wavefront OBJ, both ways: positions and faces. Coordinates are metres; materials stand in a file of their own.

Normals, textures and materials are not read; a surface with colours is written with its materials.

Read here because the check is the reading: an index counts from 1, or backwards from the vertex before it,
and a parser that lets 0 or too large an index pass gives a wrong surface without a word. Faces with more than
three corners become fans, as every viewer draws them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from ..diagnostics import Report
from ..limits import Limits
from ..model.geometry import Rgba
from .numbers import reals, whole_tokens
from .problems import check_triangles, refuse, warn
from .triangles import Ints, Triangles


@dataclass(slots=True)
class _Lines:
    """The tokens of the lines that matter."""

    positions: list[bytes] = field(default_factory=list)
    """Three for each vertex."""
    faces: defaultdict[int, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    """Indices of positions, by the number of corners."""
    known: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """For each face of a number of corners, how many vertices stand before it."""
    lone: int = 0
    """Faces with one or two corners."""


def obj_files(triangles: Triangles, stem: str) -> tuple[bytes, dict[str, bytes]]:
    """A surface as OBJ, and the file of its materials beside it, if it has colours."""
    whole = triangles.welded()
    lines = ["v " + " ".join(map(repr, row)) for row in whole.vertices.tolist()]
    materials: list[str] = []
    for index, (color, faces) in enumerate(whole.by_color()):
        if color is not None:
            materials.append(_material(f"color{index}", color))
            lines.append(f"usemtl color{index}")
        lines += [f"f {a} {b} {c}" for a, b, c in (faces + 1).tolist()]
    if not materials:
        return _text(lines), {}
    name = f"{stem}.mtl"
    return _text([f"mtllib {name}", *lines]), {name: _text(materials)}


def _material(name: str, color: Rgba) -> str:
    red, green, blue, opacity = color
    return f"newmtl {name}\nKd {red!r} {green!r} {blue!r}\nd {opacity!r}"


def _text(lines: list[str]) -> bytes:
    return "\n".join(["# robotfmt", *lines, ""]).encode()


def read_obj(data: bytes, name: str, limits: Limits, report: Report) -> Triangles:
    """The triangles of an OBJ file.

    Raises:
        MeshError: An index is out of range, a vertex has fewer than three numbers, or there is too much.
    """
    lines = _lines(data, name)
    check_triangles(sum((n - 2) * len(known) for n, known in lines.known.items()), name, limits)
    if lines.lone:
        warn(report, name, f"{lines.lone} faces have fewer than three corners; they were left out")
    vertices = reals(b" ".join(lines.positions)).reshape(-1, 3)
    parts = [_fan(_indices(lines, n, len(vertices), name)) for n in sorted(lines.faces)]
    return Triangles(vertices, np.concatenate(parts) if parts else np.zeros((0, 3), dtype=np.int64))


def _lines(data: bytes, name: str) -> _Lines:
    lines = _Lines()
    for line in data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").splitlines():
        kind, *tokens = line.split() or [b""]
        if kind == b"v":
            if len(tokens) < 3:
                refuse(name, "a vertex has fewer than three coordinates")
            lines.positions += tokens[:3]
        elif kind == b"f":
            _add_face(lines, line.partition(b"#")[0].split()[1:])
    return lines


def _add_face(lines: _Lines, tokens: list[bytes]) -> None:
    if len(tokens) < 3:
        lines.lone += 1
        return
    lines.faces[len(tokens)] += [token.partition(b"/")[0] for token in tokens]
    lines.known[len(tokens)].append(len(lines.positions) // 3)


def _indices(lines: _Lines, corners: int, vertices: int, name: str) -> Ints:
    """(faces, corners), counted from 0."""
    written = whole_tokens(lines.faces[corners]).reshape(-1, corners)
    before = np.array(lines.known[corners], dtype=np.int64)[:, None]
    indices = np.where(written < 0, written + before, written - 1)
    if (written == 0).any() or (indices < 0).any() or (indices >= vertices).any():
        refuse(name, f"a face has an index that is none of its {vertices} vertices")
    return indices


def _fan(faces: Ints) -> Ints:
    corners = faces.shape[1]
    pieces = [faces[:, [0, i, i + 1]] for i in range(1, corners - 1)]
    return np.stack(pieces, axis=1).reshape(-1, 3)
