"""COLLADA as a mesh file: every geometry of the visual scene, placed and joined.

The result is in metres: the document's ``unit`` is applied. Its ``up_axis`` is not: the axes stay as they are
written, which is what RViz and the robot formats take a mesh file to mean. A transform that mirrors turns the
triangles around, so that they keep facing outwards. Of materials the diffuse colour is read; textures, skins and
everything else are not.

The geometries are loaded by pycollada, behind checks (:mod:`robotfmt.mesh.dae_geometry`). The scene is walked here:
pycollada expands instances without a bound, and keeps transforms in single precision.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import Report
from ..documents import archive, xml
from ..documents.tokens import BadToken, real
from ..errors import LimitError, RobotfmtError
from ..limits import Limits
from .dae_colors import instance_colors
from .dae_geometry import geometry_triangles
from .dae_nodes import children, numbers_of, place
from .problems import check_limit, check_triangles, refuse, warn
from .triangles import Conventions, Floats, Triangles, join

if TYPE_CHECKING:
    from ..documents.xml import Node

_UNIT = (1e-9, 1e9)
_TRANSFORMS = {"matrix": 16, "translate": 3, "rotate": 4, "scale": 3}
_UNREAD = {"skew": 7, "lookat": 9}


@dataclass(slots=True)
class _Document:
    root: Node
    named: dict[str, Node]
    name: str
    limits: Limits
    report: Report
    surfaces: dict[str, list[tuple[str | None, Triangles]]]
    """Geometries that were read, by id: their surfaces, with the symbols of their materials."""


def read_dae(data: bytes, name: str, limits: Limits, report: Report) -> Triangles:
    """The surface of a COLLADA document, in metres.

    Raises:
        MeshError: It is broken, unsafe or beyond a limit.
    """
    document = _open(data, name, limits, report)
    conventions = Conventions(_unit(document), _up(document))
    surface = _shown(document).scaled(conventions.unit)
    return replace(surface, conventions=conventions)


def _shown(document: _Document) -> Triangles:
    """The surface of the scene, in the document's unit."""
    scene = _scene(document)
    if scene is None:
        what = "it has no visual scene; its geometries were taken as they stand"
        warn(document.report, document.name, what)
        ids = [key for key, node in document.named.items() if xml.local_name(node) == "geometry"]
        return join([part for key in ids for _, part in _parts(document, key)])
    _check_graph(document, scene)
    return join(_placed(document, scene))


def read_zae(data: bytes, name: str, limits: Limits, report: Report) -> Triangles:
    """The surface of the main document of a zipped COLLADA file, in metres.

    Raises:
        MeshError: It is broken, unsafe or beyond a limit.
    """
    try:
        document = archive.main_document(data, name, limits, report)
    except LimitError:
        raise
    except RobotfmtError as error:
        refuse(name, error.diagnostic.message)
    return read_dae(document, name, limits, report)


def _open(data: bytes, name: str, limits: Limits, report: Report) -> _Document:
    try:
        root = xml.parse(data, name, limits, report)
    except LimitError:
        raise
    except RobotfmtError as error:
        line = f"line {error.diagnostic.line}: " if error.diagnostic.line else ""
        refuse(name, line + error.diagnostic.message)
    if xml.local_name(root) != "COLLADA":
        refuse(name, f"its root is <{xml.local_name(root)}>, not <COLLADA>")
    named: dict[str, Node] = {}
    for node in root.iter():
        key = node.get("id") if xml.is_element(node) else None
        if key is not None:
            named.setdefault(key, node)
    return _Document(root, named, name, limits, report, {})


def _unit(document: _Document) -> float:
    for asset in children(document.root, "asset"):
        for unit in children(asset, "unit"):
            text = unit.get("meter", "1")
            try:
                value = real(text)
            except BadToken as error:
                refuse(document.name, f"its unit {error}")
            if not _UNIT[0] <= value <= _UNIT[1]:
                refuse(document.name, f"its unit is {value} metres")
            return value
    return 1.0


def _up(document: _Document) -> str:
    """The axis that points up: Y where the document does not say."""
    for asset in children(document.root, "asset"):
        for axis in children(asset, "up_axis"):
            said = (axis.text or "").strip()[:1]
            return said if said in ("X", "Y", "Z") else "Y"
    return "Y"


def _scene(document: _Document) -> Node | None:
    """The visual scene that is shown, else the first."""
    scenes = [
        each
        for library in children(document.root, "library_visual_scenes")
        for each in children(library, "visual_scene")
    ]
    wanted = [
        (each.get("url") or "").lstrip("#")
        for scene in children(document.root, "scene")
        for each in children(scene, "instance_visual_scene")
    ]
    return next((each for each in scenes if each.get("id") in wanted), scenes[0] if scenes else None)


def _below(document: _Document, node: Node) -> list[Node]:
    """The nodes under a node, with those that it has by reference."""
    found: list[Node] = []
    for each in children(node, "node", "instance_node"):
        if xml.local_name(each) == "node":
            found.append(each)
            continue
        target = _target(document, each, "node")
        if target is not None:
            found.append(target)
    return found


def _target(document: _Document, reference: Node, kind: str) -> Node | None:
    url = reference.get("url") or ""
    target = document.named.get(url[1:]) if url.startswith("#") else None
    if target is None or xml.local_name(target) != kind:
        warn(document.report, document.name, f"'{ascii(url)[1:61]}' is no {kind} of it; it was left out")
        return None
    return target


def _check_graph(document: _Document, scene: Node) -> None:
    """Refuse a scene that contains itself, or that grows beyond the limit when its instances are expanded."""
    sizes: dict[Node, int] = {}
    open_nodes: set[Node] = set()
    pending = [(scene, False)]
    quiet = _Document(document.root, document.named, document.name, document.limits, Report(), {})
    while pending:
        node, done = pending.pop()
        if done:
            open_nodes.discard(node)
            sizes[node] = 1 + sum(sizes[each] for each in _below(quiet, node))
            check_limit(sizes[node], document.limits.instances, "instances", "instances", document.name)
        elif node in open_nodes:
            refuse(document.name, f"the node '{node.get('id')}' contains itself")
        elif node not in sizes:
            open_nodes.add(node)
            pending.append((node, True))
            pending.extend((each, False) for each in _below(quiet, node))


def _placed(document: _Document, scene: Node) -> list[Triangles]:
    parts: list[Triangles] = []
    count = 0
    pending: list[tuple[Node, Floats]] = [(scene, np.eye(4))]
    while pending:
        node, parent = pending.pop()
        matrix = parent @ _matrix(document, node)
        for surface in _surfaces(document, node):
            count += len(surface)
            check_triangles(count, document.name, document.limits)
            parts.append(_moved(surface, matrix))
        pending.extend((each, matrix) for each in reversed(_below(document, node)))
    return parts


def _surfaces(document: _Document, node: Node) -> list[Triangles]:
    found: list[Triangles] = []
    for each in children(node, "instance_geometry", "instance_controller"):
        if xml.local_name(each) == "instance_controller":
            warn(document.report, document.name, f"'{each.get('url')}' is a skinned mesh; it was left out")
            continue
        target = _target(document, each, "geometry")
        if target is not None:
            colors = instance_colors(each, document.named)
            parts = _parts(document, str(target.get("id")))
            found += [part.colored(colors.get(symbol or "")) for symbol, part in parts]
    return found


def _parts(document: _Document, key: str) -> list[tuple[str | None, Triangles]]:
    if key not in document.surfaces:
        document.surfaces[key] = geometry_triangles(document.named[key], document.name, document.report)
    return document.surfaces[key]


def _moved(surface: Triangles, matrix: Floats) -> Triangles:
    moved = surface.moved(matrix[:3, :3], matrix[:3, 3])
    mirrored = np.linalg.det(matrix[:3, :3]) < 0
    return replace(moved, faces=moved.faces[:, ::-1]) if mirrored else moved


def _matrix(document: _Document, node: Node) -> Floats:
    """The product of a node's transforms, in order."""
    matrix = np.eye(4)
    for each in children(node, *_TRANSFORMS, *_UNREAD):
        kind = xml.local_name(each)
        if kind in _UNREAD:
            refuse(document.name, f"it has a {place(each)}, which is not read")
        values = numbers_of(each, document.name)
        if len(values) != _TRANSFORMS[kind] or not np.isfinite(values).all():
            refuse(document.name, f"{place(each)} needs {_TRANSFORMS[kind]} numbers")
        matrix = matrix @ _transform(kind, values)
    return matrix


def _transform(kind: str, values: Floats) -> Floats:
    if kind == "matrix":
        return values.reshape(4, 4)
    matrix = np.eye(4)
    if kind == "translate":
        matrix[:3, 3] = values
    elif kind == "scale":
        matrix[:3, :3] = np.diag(values)
    else:
        matrix[:3, :3] = _rotation(values[:3], math.radians(values[3]))
    return matrix


def _rotation(axis: Floats, angle: float) -> Floats:
    """Rodrigues' formula; a zero axis turns nothing."""
    length = np.linalg.norm(axis)
    if length == 0:
        return np.eye(3)
    x, y, z = axis / length
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turn: Floats = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross)
    return turn
