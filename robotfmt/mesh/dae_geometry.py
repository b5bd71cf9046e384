"""The surfaces of one COLLADA ``geometry`` element, in the document's own unit.

Every index is checked against the data. Polygons become fans, or, for dented polygons, triangles by ear clipping;
their holes are dropped and reported. Of several sets of texture coordinates the first is used, and that is reported.
Invalid normals and texture coordinates do not affect the rest. Skinned and spline geometry is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np

from ..diagnostics import Report
from ..documents.tokens import BadToken
from ..documents.xml.element import Element
from ..errors import MeshError
from .dae_sources import Input, Sources, children, compare_count, place
from .hull import convex_hull
from .numbers import whole_tokens, wholes
from .polygons import fans, strips, without_overlaps
from .problems import UnreadableMesh, refuse, warn
from .triangles import Floats, Ints, Singles, Triangles, join

Find: TypeAlias = Callable[[str, Element, str], Element | None]
"""Finds the target of a URL, given the element with the URL, and the expected type."""
SURFACES = ("triangles", "polylist", "polygons", "tristrips", "trifans")
Surfaces: TypeAlias = "list[tuple[str, Triangles]]"
"""Surfaces with the symbols of their materials; the symbol is empty without one."""


@dataclass(frozen=True, slots=True)
class _Corners:
    """The corners of a primitive: their indices, and the corners that form triangles."""

    indices: Ints
    """The indices: an array (corners, stride)."""
    picks: Ints | None = None
    """An array (m, 3) of rows of the indices; None if every three consecutive rows form a triangle."""

    def triangles(self, column: int) -> Ints:
        """Return (m, 3): one index of each corner."""
        values = np.ascontiguousarray(self.indices[:, column])
        return values.reshape(-1, 3) if self.picks is None else values[self.picks]


def geometry_surfaces(
    geometry: Element,
    find: Find,
    name: str,
    report: Report,
    symbols: Collection[str] | None = None,
    *,
    appearance: bool = True,
) -> Surfaces:
    """Return the surfaces of a ``geometry`` element, one for each primitive, in the document's unit.

    Args:
        geometry: The element.
        find: Finds the geometry that a ``convex_mesh`` is the hull of.
        name: The name of the document in messages.
        report: Gets a warning for damaged parts that were dropped.
        symbols: Only the primitives with one of these material symbols.
        appearance: True to read normals and texture coordinates.

    Raises:
        MeshError: A number, count, stride, offset or index is invalid.
    """
    found: Surfaces = []
    meshes = children(geometry, "mesh", "convex_mesh")
    if not meshes:
        warn(report, name, f"the geometry '{geometry.peek('id')}' has no mesh; it was dropped")
    for mesh in meshes:
        if mesh.local == "convex_mesh" and mesh.peek("convex_hull_of"):
            found.append(("", _hull_of(mesh, find, name, report)))
        sources = Sources(mesh, name, report)
        primitives = [(each.peek("material") or "", each) for each in children(mesh, *SURFACES)]
        wanted = [each for each in primitives if symbols is None or each[0] in symbols]
        found += [(symbol, _surface(primitive, sources, appearance)) for symbol, primitive in wanted]
        if appearance:
            _report_further_sets([primitive for _, primitive in wanted], sources)
    return found


def _report_further_sets(primitives: list[Element], sources: Sources) -> None:
    """Report once for a mesh that it has several sets of texture coordinates."""
    for primitive in primitives:
        mapped = {each.source for each in sources.inputs(primitive) if each.semantic == "TEXCOORD"}
        if len(mapped) > 1:
            what = f"{place(primitive)} has {len(mapped)} sets of texture coordinates; only the lowest was read"
            warn(sources.report, sources.name, what)
            return


def _hull_of(mesh: Element, find: Find, name: str, report: Report) -> Triangles:
    """Return the convex hull of another geometry, which is not a hull itself, to exclude cycles."""
    key = mesh.peek("convex_hull_of") or ""
    target = find(key, mesh, "geometry")
    if target is None or not children(target, "mesh"):
        warn(report, name, f"a <convex_mesh> is the hull of '{key}', which is not a geometry with a mesh")
        return join([])
    whole = join([surface for _, surface in geometry_surfaces(target, find, name, report, appearance=False)])
    hull = convex_hull(whole)
    if hull is None:
        warn(report, name, f"the convex hull of '{key}' is flat; it was dropped")
    return hull if hull is not None else join([])


def _surface(primitive: Element, sources: Sources, appearance: bool) -> Triangles:
    inputs = sources.inputs(primitive)
    position = next((each for each in inputs if each.semantic == "POSITION"), None)
    if position is None:
        refuse(sources.name, f"{place(primitive)} has no positions")
    points = sources.values(position.source, 3)
    corners = _corners(primitive, max(each.offset for each in inputs) + 1, points, position.offset, sources)
    faces = corners.triangles(position.offset)
    if not appearance:
        return Triangles(points, faces)
    inputs_read = _CornerInputs(primitive, inputs, sources, corners)
    return Triangles(points, faces, inputs_read.at_corners("NORMAL", 3), inputs_read.at_corners("TEXCOORD", 2))


@dataclass(frozen=True, slots=True)
class _CornerInputs:
    """The inputs of a primitive's corners other than positions."""

    primitive: Element
    inputs: list[Input]
    sources: Sources
    corners: _Corners

    def at_corners(self, semantic: str, width: int) -> Singles | None:
        """Return (m, 3, width): the values of an input of the lowest set; None if it cannot be read."""
        named = sorted((each for each in self.inputs if each.semantic == semantic), key=lambda each: each.set)
        if not named:
            return None
        try:
            values = self.sources.singles(named[0].source, width)
        except MeshError as error:
            reason = error.reason if isinstance(error, UnreadableMesh) else error.diagnostic.message
            self._report(f"the {semantic} of {place(self.primitive)} was dropped: {reason}")
            return None
        rows = self.corners.triangles(named[0].offset)
        if not _is_inside(rows, values):
            what = f"{place(self.primitive)} has a {semantic} index outside of its {len(values)} values"
            self._report(f"{what}; they were dropped")
            return None
        found: Singles = values[rows]
        return found

    def _report(self, what: str) -> None:
        warn(self.sources.report, self.sources.name, what)


def _is_inside(rows: Ints, values: Floats | Singles) -> bool:
    return not rows.size or bool(rows.min() >= 0 and rows.max() < len(values))


def _corners(primitive: Element, stride: int, points: Floats, column: int, sources: Sources) -> _Corners:
    """Return the corners of a primitive, whose position indices are in one column."""
    name, report, kind = sources.name, sources.report, primitive.local
    indices, lengths = _indices(_index_lists(primitive, sources), stride, sources)
    if not _is_inside(indices[:, column], points):
        refuse(name, f"{place(primitive)} has an index outside of its {len(points)} vertices")
    if kind == "triangles":
        return _Corners(_whole_triangles(primitive, indices, sources))
    if kind in ("tristrips", "trifans"):
        compare_count(primitive, len(lengths), "strips", name, report)
        return _Corners(indices, strips(lengths) if kind == "tristrips" else fans(lengths))
    counts = lengths if kind == "polygons" else _vertex_counts(primitive, sources)
    compare_count(primitive, len(counts), "polygons", name, report)
    if counts.sum() != len(indices):
        refuse(name, f"{place(primitive)} has {len(indices)} corners; expected {counts.sum()}")
    if (counts == 3).all():
        return _Corners(indices)
    return _Corners(indices, without_overlaps(fans(counts), counts, points[indices[:, column]]))


def _whole_triangles(primitive: Element, indices: Ints, sources: Sources) -> Ints:
    """Return the corners that form triangles, three by three."""
    count, rest = divmod(len(indices), 3)
    compare_count(primitive, count, "triangles", sources.name, sources.report)
    if rest:
        warn(
            sources.report,
            sources.name,
            f"{place(primitive)} has {rest} surplus corners; they were dropped",
        )
    return indices[: 3 * count]


def _index_lists(primitive: Element, sources: Sources) -> list[Element]:
    """Return every ``p``; for a polygon with holes its outline."""
    lists: list[Element] = []
    for element in children(primitive, "p", "ph"):
        if element.local == "p":
            lists.append(element)
            continue
        lists += children(element, "p")[:1]
        what = f"the holes of the polygon on line {element.line} were dropped"
        warn(sources.report, sources.name, what)
    return lists


def _indices(lists: list[Element], stride: int, sources: Sources) -> tuple[Ints, Ints]:
    """Return (corners, stride), the indices of all ``p``; and the number of corners of each."""
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
        what = f"{place(lists[each])} ends in the middle of a corner; the incomplete corner was dropped"
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
