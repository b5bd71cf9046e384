"""The triangles of one COLLADA ``geometry`` element, in the document's own unit.

Every count, stride, offset and index is held against the numbers that are really there. Names of elements
count without their namespace. Polygons become fans. Skinned, convex and spline geometry is not read.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from robotfmt.diagnostics import Report
from robotfmt.documents import xml
from robotfmt.documents.tokens import BadToken
from robotfmt.mesh.dae_nodes import (
    accessed,
    accessor_of,
    children,
    compare_count,
    count_of,
    numbers_of,
    place,
    text_of,
    vertices_of,
)
from robotfmt.mesh.numbers import wholes
from robotfmt.mesh.problems import refuse, warn
from robotfmt.mesh.triangles import Floats, Ints, Triangles, join

if TYPE_CHECKING:
    from robotfmt.documents.xml import Node

_SURFACES = frozenset({"triangles", "polylist", "polygons", "tristrips", "trifans"})


@dataclass(frozen=True, slots=True)
class _Input:
    source: str
    offset: int
    stride: int


def geometry_triangles(
    geometry: Node, name: str, report: Report, symbols: Collection[str] | None = None
) -> Triangles:
    """The surface of a ``geometry`` element, in the document's unit.

    Args:
        geometry: The element.
        name: What to call the document in messages.
        report: Gets a warning for what is damaged and was left out.
        symbols: Only the primitives with one of these material symbols.

    Raises:
        MeshError: A number, count, stride, offset or index is impossible.
    """
    meshes = children(geometry, "mesh")
    if not meshes:
        warn(report, name, f"the geometry '{geometry.get('id')}' has no mesh; it was left out")
    parts: list[Triangles] = []
    for mesh in meshes:
        named = {node.get("id"): node for node in mesh if xml.is_element(node)}
        for primitive in children(mesh, *_SURFACES):
            if symbols is not None and (primitive.get("material") or "") not in symbols:
                continue
            parts.append(_surface(primitive, named, name, report))
    return join(parts)


def _surface(primitive: Node, named: dict[str | None, Node], name: str, report: Report) -> Triangles:
    vertex = _vertex_input(primitive, named, name)
    if vertex is None:
        refuse(name, f"{place(primitive)} has no positions")
    positions = _positions(named.get(vertex.source), named, name, report)
    faces = _faces(primitive, vertex, name, report)
    if len(faces) and (faces.min() < 0 or faces.max() >= len(positions)):
        refuse(name, f"{place(primitive)} has an index that is none of its {len(positions)} vertices")
    return Triangles(positions, faces)


def _vertex_input(primitive: Node, named: dict[str | None, Node], name: str) -> _Input | None:
    """Where the positions are, through the ``vertices`` element."""
    inputs = children(primitive, "input")
    stride = max((count_of(each, "offset", 0, name) for each in inputs), default=0) + 1
    for each in inputs:
        vertices = vertices_of(each.get("source") or "", named)
        if each.get("semantic") != "VERTEX" or vertices is None:
            continue
        for inner in children(vertices, "input"):
            if inner.get("semantic") == "POSITION":
                source = (inner.get("source") or "").lstrip("#")
                return _Input(source, count_of(each, "offset", 0, name), stride)
    return None


def _positions(source: Node | None, named: dict[str | None, Node], name: str, report: Report) -> Floats:
    """(count, 3), as the accessor says."""
    if source is None:
        refuse(name, "it refers to positions that it does not have")
    accessor = accessor_of(source, name)
    values = _array(source, (accessor.get("source") or "").lstrip("#"), named, name, report)
    return accessed(values, source, accessor, name, report)


def _array(source: Node, wanted: str, named: dict[str | None, Node], name: str, report: Report) -> Floats:
    own = children(source, "float_array")
    others = [array for node in named.values() for array in children(node, "float_array")]
    array = next((each for each in (*own, *others) if each.get("id") == wanted), None)
    if array is None:
        refuse(name, f"the source '{source.get('id')}' refers to an array that it does not have")
    values = numbers_of(array, name)
    compare_count(array, len(values), "numbers", name, report)
    return values


def _faces(primitive: Node, vertex: _Input, name: str, report: Report) -> Ints:
    kind = xml.local_name(primitive)
    lists = [_corners(each, vertex, name, report) for each in _index_lists(primitive, name, report)]
    if kind == "tristrips":
        compare_count(primitive, len(lists), "strips", name, report)
        return _joined([_strip(corners) for corners in lists])
    if kind in ("polygons", "trifans"):
        compare_count(primitive, len(lists), "polygons", name, report)
        counts = np.array([len(corners) for corners in lists], dtype=np.int64)
    elif kind == "triangles":
        counts = np.full(sum(len(corners) // 3 for corners in lists), 3, dtype=np.int64)
        compare_count(primitive, len(counts), "triangles", name, report)
        lists = [corners[: len(corners) // 3 * 3] for corners in lists]
    else:
        counts = _vertex_counts(primitive, name)
        compare_count(primitive, len(counts), "polygons", name, report)
    flat = _joined(lists)
    if counts.sum() != len(flat):
        refuse(
            name, f"<{kind}> on line {primitive.sourceline} has {len(flat)} corners and needs {counts.sum()}"
        )
    return _fans(flat, counts)


def _index_lists(primitive: Node, name: str, report: Report) -> list[Node]:
    """Every ``p``; of a polygon with holes the outline."""
    lists: list[Node] = []
    for node in children(primitive, "p", "ph"):
        if xml.local_name(node) == "p":
            lists.append(node)
            continue
        lists += children(node, "p")
        warn(report, name, f"the holes of the polygon on line {node.sourceline} were left out")
    return lists


def _corners(node: Node, vertex: _Input, name: str, report: Report) -> Ints:
    """The indices of positions in one ``p``."""
    indices = _wholes(node, name)
    items = len(indices) // vertex.stride
    if items * vertex.stride != len(indices):
        what = f"<p> on line {node.sourceline} ends in the middle of a corner"
        warn(report, name, f"{what}; what stands there was left out")
    return indices[: items * vertex.stride].reshape(items, vertex.stride)[:, vertex.offset]


def _vertex_counts(primitive: Node, name: str) -> Ints:
    counts = _joined([_wholes(node, name) for node in children(primitive, "vcount")])
    if (counts < 0).any():
        refuse(name, f"<vcount> on line {primitive.sourceline} has a negative count")
    return counts


def _wholes(node: Node, name: str) -> Ints:
    try:
        return wholes(text_of(node))
    except BadToken as error:
        refuse(name, f"<{xml.local_name(node)}> on line {node.sourceline} {error}")


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)


def _fans(corners: Ints, counts: Ints) -> Ints:
    """(m, 3): the triangles of polygons that stand one after the other."""
    pieces = np.maximum(counts - 2, 0)
    starts = np.repeat(np.cumsum(counts) - counts, pieces)
    step = np.arange(pieces.sum(), dtype=np.int64) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    fans: Ints = corners[starts[:, None] + np.stack([np.zeros_like(step), step + 1, step + 2], axis=1)]
    return fans


def _strip(corners: Ints) -> Ints:
    """The triangles of a strip: every other one is turned around."""
    if len(corners) < 3:
        return np.zeros((0, 3), dtype=np.int64)
    faces = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
    faces[1::2] = faces[1::2, [1, 0, 2]]
    return faces
