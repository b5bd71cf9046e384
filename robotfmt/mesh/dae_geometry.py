"""The surfaces of one COLLADA ``geometry`` element, in the document's own unit.

Every index is held against what is really there. Polygons become fans, or where these would leave a dented polygon
the triangles of its ears; their holes are left out, and that is said. Of several sets of texture coordinates the first
counts. What is wrong with normals and texture coordinates costs only these. Skinned and spline geometry is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np

from ..diagnostics import Report
from ..documents.element import Element
from ..documents.tokens import BadToken
from ..errors import MeshError
from .dae_sources import Input, Sources, children, compare_count, place
from .hull import convex_hull
from .numbers import whole_tokens, wholes
from .polygons import fans, without_overlaps
from .problems import refuse, warn
from .triangles import Floats, Ints, Triangles, join, unit_rows

Find: TypeAlias = Callable[[str], Element | None]
"""Finds an element of the document by its id."""
SURFACES = ("triangles", "polylist", "polygons", "tristrips", "trifans")
Surfaces: TypeAlias = "list[tuple[str, Triangles]]"
"""Surfaces with the symbols of their materials, empty where they have none."""


@dataclass(frozen=True, slots=True)
class _Corners:
    """The corners of a primitive: their indices, and which of them make triangles."""

    indices: Ints
    """(corners, stride)"""
    picks: Ints
    """(m, 3), rows of the indices."""
    counts: Ints
    """How many corners each polygon has; of strips nothing."""


def geometry_surfaces(
    geometry: Element, find: Find, name: str, report: Report, symbols: Collection[str] | None = None
) -> Surfaces:
    """The surfaces of a ``geometry`` element, each primitive for itself, in the document's unit.

    Args:
        geometry: The element.
        find: Finds what a ``convex_mesh`` is the hull of.
        name: What to call the document in messages.
        report: Gets a warning for what is damaged and was left out.
        symbols: Only the primitives with one of these material symbols.

    Raises:
        MeshError: A number, count, stride, offset or index is impossible.
    """
    found: Surfaces = []
    meshes = children(geometry, "mesh", "convex_mesh")
    if not meshes:
        warn(report, name, f"the geometry '{geometry.peek('id')}' has no mesh; it was left out")
    for mesh in meshes:
        hull = (mesh.peek("convex_hull_of") or "").lstrip("#") if mesh.local == "convex_mesh" else ""
        if hull:
            found.append(("", _hull_of(hull, find, name, report)))
        sources = Sources(mesh, name, report)
        for primitive in children(mesh, *SURFACES):
            symbol = primitive.peek("material") or ""
            if symbols is None or symbol in symbols:
                found.append((symbol, _surface(primitive, sources)))
    return found


def _hull_of(key: str, find: Find, name: str, report: Report) -> Triangles:
    """The convex hull of another geometry, which is no hull itself: none can lead in a circle."""
    target = find(key)
    if target is None or not children(target, "mesh"):
        warn(report, name, f"a <convex_mesh> is the hull of '{key}', which is no geometry with a mesh")
        return join([])
    whole = join([surface for _, surface in geometry_surfaces(target, find, name, report)])
    hull = convex_hull(whole)
    if hull is None:
        warn(report, name, f"the convex hull of '{key}' is flat, and was left out")
    return hull if hull is not None else join([])


def _surface(primitive: Element, sources: Sources) -> Triangles:
    inputs = sources.inputs(primitive)
    position = next((each for each in inputs if each.semantic == "POSITION"), None)
    if position is None:
        refuse(sources.name, f"{place(primitive)} has no positions")
    points = sources.values(position.source, 3)
    corners = _corners(primitive, max(each.offset for each in inputs) + 1, sources)
    where = corners.indices[:, position.offset]
    if len(where) and (where.min() < 0 or where.max() >= len(points)):
        refuse(sources.name, f"{place(primitive)} has an index that is none of its {len(points)} vertices")
    picks = (
        without_overlaps(corners.picks, corners.counts, points[where])
        if len(corners.counts)
        else corners.picks
    )
    normals = _at_corners(primitive, "NORMAL", 3, inputs, sources, corners.indices, picks)
    texcoords = _at_corners(primitive, "TEXCOORD", 2, inputs, sources, corners.indices, picks)
    return Triangles(
        points,
        where[picks],
        unit_rows(normals) if normals is not None else None,
        texcoords.astype(np.float32) if texcoords is not None else None,
    )


def _at_corners(
    primitive: Element,
    semantic: str,
    width: int,
    inputs: list[Input],
    sources: Sources,
    indices: Ints,
    picks: Ints,
) -> Floats | None:
    """(m, 3, width): what an input of the lowest set says of each corner; None where nothing can be read."""
    named = sorted((each for each in inputs if each.semantic == semantic), key=lambda each: each.set)
    if not named:
        return None
    try:
        values = sources.values(named[0].source, width)
    except MeshError as error:
        warn(sources.report, sources.name, f"{semantic} of {place(primitive)}: {error.diagnostic.message}")
        return None
    rows = indices[:, named[0].offset]
    if len(rows) and (rows.min() < 0 or rows.max() >= len(values)):
        what = f"{place(primitive)} has an index of {semantic} that is none of its {len(values)}"
        warn(sources.report, sources.name, f"{what}; they were left out")
        return None
    found: Floats = values[rows[picks]]
    return found


def _corners(primitive: Element, stride: int, sources: Sources) -> _Corners:
    name, report, kind = sources.name, sources.report, primitive.local
    indices, lengths = _indices(_index_lists(primitive, sources), stride, sources)
    if kind == "tristrips":
        compare_count(primitive, len(lengths), "strips", name, report)
        return _Corners(indices, _strips(lengths), np.zeros(0, dtype=np.int64))
    if kind in ("polygons", "trifans"):
        compare_count(primitive, len(lengths), "polygons", name, report)
        counts = lengths if kind == "polygons" else np.zeros(0, dtype=np.int64)
        return _Corners(indices, fans(lengths), counts)
    if kind == "triangles":
        if len(indices) % 3:
            warn(
                report,
                name,
                f"{place(primitive)} has {len(indices) % 3} corners too many, and they were left out",
            )
        compare_count(primitive, len(indices) // 3, "triangles", name, report)
        return _Corners(
            indices, fans(np.full(len(indices) // 3, 3, dtype=np.int64)), np.zeros(0, dtype=np.int64)
        )
    counts = _vertex_counts(primitive, sources)
    compare_count(primitive, len(counts), "polygons", name, report)
    if counts.sum() != len(indices):
        refuse(name, f"{place(primitive)} has {len(indices)} corners and needs {counts.sum()}")
    return _Corners(indices, fans(counts), counts)


def _index_lists(primitive: Element, sources: Sources) -> list[Element]:
    """Every ``p``; of a polygon with holes the outline."""
    lists: list[Element] = []
    for element in children(primitive, "p", "ph"):
        if element.local == "p":
            lists.append(element)
            continue
        lists += children(element, "p")[:1]
        what = f"the holes of the polygon on line {element.line} were left out"
        warn(sources.report, sources.name, what)
    return lists


def _indices(lists: list[Element], stride: int, sources: Sources) -> tuple[Ints, Ints]:
    """(corners, stride): the numbers of all ``p``; and how many corners each of these has."""
    if len(lists) == 1:
        indices = _wholes(lists[0], sources.name)
        numbers = np.array([len(indices)], dtype=np.int64)
    else:  # of a thousand strips the texts are short, and quicker read in one
        texts = [each.text.encode().split() for each in lists]
        numbers = np.array([len(each) for each in texts], dtype=np.int64)
        indices = _checked(lambda: whole_tokens([*chain.from_iterable(texts)]), lists, sources.name)
    lengths = numbers // stride
    ragged = np.flatnonzero(lengths * stride != numbers)
    for each in ragged.tolist():
        what = f"{place(lists[each])} ends in the middle of a corner; what stands there was left out"
        warn(sources.report, sources.name, what)
    if len(ragged):
        within = np.arange(len(indices)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
        indices = indices[within < np.repeat(lengths * stride, numbers)]
    return indices.reshape(-1, stride), lengths


def _vertex_counts(primitive: Element, sources: Sources) -> Ints:
    parts = [_wholes(each, sources.name) for each in children(primitive, "vcount")]
    counts = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
    if (counts < 0).any():
        refuse(sources.name, f"<vcount> of {place(primitive)} has a negative count")
    return counts


def _wholes(element: Element, name: str) -> Ints:
    return _checked(lambda: wholes(element.text.encode()), [element], name)


def _checked(read: Callable[[], Ints], elements: list[Element], name: str) -> Ints:
    try:
        return read()
    except BadToken as error:
        refuse(name, f"{place(elements[0])} {error}")


def _strips(lengths: Ints) -> Ints:
    """The triangles of strips that stand one after the other: every other one of a strip is turned around."""
    pieces = np.maximum(lengths - 2, 0)
    starts = np.repeat(np.cumsum(lengths) - lengths, pieces)
    step = np.arange(pieces.sum(), dtype=np.int64) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    odd = step % 2
    picks: Ints = (starts + step)[:, None] + np.stack([odd, 1 - odd, np.full_like(odd, 2)], axis=1)
    return picks
