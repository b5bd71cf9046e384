"""The triangles of one COLLADA ``geometry`` element, loaded by pycollada from what was checked before.

pycollada 0.9.3 takes no notice of an accessor's offset and stride, reads NaN as 0, wraps indices that are negative
or large, reads an array only up to its first comment, and refuses a mesh for its normals. So it is given only the
positions, in plain arrays of numbers, and its errors of all kinds become one. What it gives is in single
precision, as every other mesh file has it. Skinned, convex and spline geometry is not read.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from collada import Collada  # type: ignore[import-untyped]
from collada.common import DaeError, DaeUnsupportedError  # type: ignore[import-untyped]
from collada.geometry import Geometry  # type: ignore[import-untyped]

from ..diagnostics import Report
from ..documents import xml
from .dae_nodes import (
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
from .problems import refuse, warn
from .triangles import Floats, Triangles, soup

if TYPE_CHECKING:
    from ..documents.xml import Node

_SURFACES = ("triangles", "polylist", "polygons", "tristrips", "trifans")
_NO_INDICES = re.compile(rb"[^0-9\s]|[0-9]{10}")
_UNREAD = "UNREAD"


def geometry_triangles(geometry: Node, name: str, report: Report) -> list[tuple[str | None, Triangles]]:
    """The surfaces of a ``geometry`` element with the symbols of their materials, in the document's unit.

    The element is changed.

    Raises:
        MeshError: A number, count, stride, offset or index is impossible.
    """
    meshes = children(geometry, "mesh")
    if not meshes:
        warn(report, name, f"the geometry '{geometry.get('id')}' has no mesh; it was left out")
        return []
    return _mesh_triangles(geometry, meshes[0], name, report)


def _mesh_triangles(
    geometry: Node, mesh: Node, name: str, report: Report
) -> list[tuple[str | None, Triangles]]:
    used = _reduce(mesh, name, report)
    for source in children(mesh, "source"):
        if source.get("id") in used:
            _make_plain(source, name, report)
        else:
            mesh.remove(source)
    for primitive in children(mesh, *_SURFACES):
        _check_indices(primitive, name, report)
    return _load(geometry, name, report)


def _reduce(mesh: Node, name: str, report: Report) -> set[str | None]:
    """Leave only surfaces and their positions; returns the sources of these."""
    named = {node.get("id"): node for node in children(mesh)}
    used: set[str | None] = set()
    for node in children(mesh):
        if xml.local_name(node) in _SURFACES:
            used.add(_reduce_surface(node, named, name, report))
        elif xml.local_name(node) not in ("source", "vertices"):
            mesh.remove(node)
    return used


def _reduce_surface(surface: Node, named: dict[str | None, Node], name: str, report: Report) -> str:
    """Leave only the positions among its inputs; returns the source of these."""
    positions: str | None = None
    for given in children(surface, "input"):
        vertices = vertices_of(given.get("source") or "", named)
        if given.get("semantic") == "VERTEX" and vertices is not None and positions is None:
            given.set("source", f"#{vertices.get('id')}")
            positions = _positions(vertices)
        else:
            given.set("semantic", _UNREAD)
        given.set("offset", str(count_of(given, "offset", 0, name)))
    if positions is None or positions not in named:
        refuse(name, f"{place(surface)} has no positions")
    for given in children(surface, "input"):
        if given.get("semantic") == _UNREAD:
            given.set("source", f"#{positions}")
    for outline in [each for hole in children(surface, "ph") for each in children(hole, "p")[:1]]:
        warn(report, name, f"the holes of the polygon on line {outline.sourceline} were left out")
        surface.append(outline)
    return positions


def _positions(vertices: Node) -> str | None:
    """The id of the source of positions; the other inputs of the vertices are taken away."""
    found: str | None = None
    for given in children(vertices, "input"):
        if given.get("semantic") == "POSITION" and found is None:
            found = (given.get("source") or "").lstrip("#")
        else:
            vertices.remove(given)
    return found


def _make_plain(source: Node, name: str, report: Report) -> None:
    """Let a source hold its positions one after the other: pycollada reads it from the first number on."""
    accessor, arrays = accessor_of(source, name), children(source, "float_array")
    if not arrays:
        refuse(name, f"the source '{source.get('id')}' has no array")
    array = arrays[0]
    values = numbers_of(array, name)
    compare_count(array, len(values), "numbers", name, report)
    if not np.isfinite(values).all():
        refuse(name, f"{place(array)} has numbers that are not finite")
    points = accessed(values, source, accessor, name, report)
    xml.drop_comments(array)
    if len(points) * 3 == len(values) == (points.ravel() == values).sum():
        array.text = text_of(array).decode()
    else:
        array.text = " ".join(map(repr, points.ravel().tolist()))
    _name_columns(accessor)


def _name_columns(accessor: Node) -> None:
    """Three parameters, for three numbers."""
    params = children(accessor, "param")
    for param in params[3:]:
        accessor.remove(param)
    for axis, param in zip("XYZ", params, strict=False):
        param.set("name", axis)
    home = xml.namespace(accessor)
    for axis in "XYZ"[len(params) :]:
        accessor.append(xml.make(f"{{{home}}}param" if home else "param", {"name": axis}))


def _check_indices(surface: Node, name: str, report: Report) -> None:
    """Refuse what numpy would wrap silently; join texts that comments split."""
    xml.drop_comments(surface)
    for node in children(surface, "p", "vcount"):
        bad = _NO_INDICES.search(text_of(node))
        if bad is not None:
            refuse(name, f"{place(node)} has {bad[0].decode()!a}, which is in no index")


def _load(geometry: Node, name: str, report: Report) -> list[tuple[str | None, Triangles]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of numpy, whose older ways it uses
            found = _by_pycollada(geometry)
            return [(each.xmlnode.get("material"), soup(_corners(each, name, report))) for each in found]
    except (DaeError, ValueError, TypeError, LookupError, AttributeError, RuntimeError) as error:
        refuse(name, f"{place(geometry)}: {error}")


def _by_pycollada(geometry: Node) -> list[Any]:
    document = Collada(ignore=[DaeUnsupportedError])  # inputs that are marked as unread
    namespace = xml.namespace(geometry)
    setattr(document, "tag", lambda tag: f"{{{namespace}}}{tag}" if namespace else tag)  # noqa: B010 - its type
    surfaces: list[Any] = Geometry.load(document, {}, geometry).primitives
    return surfaces


def _corners(surface: Any, name: str, report: Report) -> Floats:
    _compare(surface, name, report)
    triangles = surface.triangleset() if hasattr(surface, "triangleset") else surface
    if not len(triangles):
        return np.zeros((0, 3, 3))
    return np.asarray(triangles.vertex[triangles.vertex_index], np.float64)


def _compare(surface: Any, name: str, report: Report) -> None:
    """Hold the declared count against what is there: strips and fans count themselves, not their triangles."""
    node = surface.xmlnode
    is_strip = xml.local_name(node) in ("tristrips", "trifans")
    compare_count(node, len(children(node, "p")) if is_strip else len(surface), "faces", name, report)
