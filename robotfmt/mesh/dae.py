"""COLLADA as a mesh file: every geometry of the visual scene, transformed and joined.

The result is in metres: the document's ``unit`` is applied. Its ``up_axis`` is not: the axes do not change. Consumers
of robots do the same: RViz, MoveIt, Tesseract, OpenRAVE and coal (pinocchio) undo assimp's rotation to y-up, and DART
disables it. A mirroring transform reverses the triangles, so that they keep facing outwards. Materials, normals and
texture coordinates are read; skins are not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from ..diagnostics import Report
from ..documents import archive
from ..documents.tokens import BadToken, real
from ..documents.xml.document import parse_document
from ..documents.xml.element import Element
from ..errors import LimitError, RobotfmtError
from ..limits import Limits
from ..model import AxisAngle, Material, Origin, Vector3, axis_angle_matrix
from ..model.matrices import looking, skewed
from ..model.record import replace as changed
from .dae_geometry import Surfaces, geometry_surfaces
from .dae_materials import MaterialReader
from .dae_sources import children, numbers_of, place
from .problems import Named, check_limit, check_triangles, chosen, refuse, warn
from .triangles import Conventions, Floats, Triangles, all_moved, join

# The unit of a COLLADA document is any length in metres; these bounds refuse zeros, infinities and slips of the
# exponent.
_UNIT = (1e-9, 1e9)
_TRANSFORMS = {"matrix": 16, "translate": 3, "rotate": 4, "scale": 3, "skew": 7, "lookat": 9}


@dataclass(slots=True)
class _Document:
    root: Element
    named: dict[str, Element]
    name: str
    limits: Limits
    report: Report
    appearance: bool
    surfaces: dict[str, Surfaces] = field(default_factory=dict)
    """Geometries that were read, by id."""
    materials: dict[Element, Material] = field(default_factory=dict)

    def find(self, url: str, _at: Element, _tag: str) -> Element | None:
        """Return the target of a URL; None for targets in other documents."""
        return self.named.get(url.removeprefix("#"))


def read_dae(
    data: bytes, name: str, limits: Limits, report: Report, appearance: bool = True, part: str | None = None
) -> Triangles:
    """Return the surface of a COLLADA document, in metres; with the name of a part, only that of its nodes.

    Gazebo knows a part by the name of its node; where no node has the name, the id of a node, and the name and the
    id of a geometry are tried.

    Raises:
        MeshError: The document is invalid, unsafe or exceeds a limit, or has no such part.
    """
    document = _open(data, name, limits, report, appearance)
    conventions = Conventions(_unit(document), _up(document))
    surface = _shown(document, part).scaled([conventions.unit] * 3)
    return replace(surface, conventions=conventions)


def _shown(document: _Document, part: str | None) -> Triangles:
    """Return the surface of the scene, in the document's unit."""
    scene = _scene(document)
    if scene is None:
        what = "it has no visual scene; its geometries are used without transforms"
        warn(document.report, document.name, what)
        geometries = {key: each for key, each in document.named.items() if each.local == "geometry"}
        unplaced = [
            ((each.peek("name"), key), it) for key, each in geometries.items() for _, it in _parts(document, key)
        ]
        return join(chosen(unplaced, part, document.name))
    _check_graph(document, scene)
    return join(chosen(_placed(document, scene), part, document.name))


def read_zae(
    data: bytes, name: str, limits: Limits, report: Report, appearance: bool = True, part: str | None = None
) -> Triangles:
    """Return the surface of the main document of a zipped COLLADA file, in metres.

    Raises:
        MeshError: The document is invalid, unsafe or exceeds a limit.
    """
    try:
        document = archive.main_document(data, name, limits, report)
    except LimitError:
        raise
    except RobotfmtError as error:
        refuse(name, error.diagnostic.message)
    return read_dae(document, name, limits, report, appearance, part)


def _open(data: bytes, name: str, limits: Limits, report: Report, appearance: bool) -> _Document:
    """Return a COLLADA file with its elements by their ids."""
    try:
        root = parse_document(data, name=name, format="collada", report=report, limits=limits, keys={}).root
    except LimitError:
        raise
    except RobotfmtError as error:
        line = f"line {error.diagnostic.line}: " if error.diagnostic.line else ""
        refuse(name, line + error.diagnostic.message)
    if root.local != "COLLADA":
        refuse(name, f"its root is <{root.local}>, not <COLLADA>")
    named: dict[str, Element] = {}
    for element in root.iter():
        key = element.peek("id")
        if key is not None:
            named.setdefault(key, element)
    return _Document(root, named, name, limits, report, appearance)


def _unit(document: _Document) -> float:
    for asset in children(document.root, "asset"):
        for unit in children(asset, "unit"):
            text = unit.peek("meter") or "1"
            try:
                value = real(text)
            except BadToken as error:
                refuse(document.name, f"its unit {error}")
            if not _UNIT[0] <= value <= _UNIT[1]:
                refuse(document.name, f"its unit is {value} metres")
            return value
    return 1.0


def _up(document: _Document) -> str:
    """Return the up axis: Y if the document does not declare one."""
    for asset in children(document.root, "asset"):
        for axis in children(asset, "up_axis"):
            text = axis.text.strip()[:1]
            return text if text in ("X", "Y", "Z") else "Y"
    return "Y"


def _scene(document: _Document) -> Element | None:
    """Return the visual scene that is shown, or else the first one."""
    scenes = [
        each
        for library in children(document.root, "library_visual_scenes")
        for each in children(library, "visual_scene")
    ]
    wanted = [
        (each.peek("url") or "").lstrip("#")
        for scene in children(document.root, "scene")
        for each in children(scene, "instance_visual_scene")
    ]
    return next((each for each in scenes if each.peek("id") in wanted), scenes[0] if scenes else None)


def _below(document: _Document, node: Element) -> list[Element]:
    """Return the child nodes of a node, including instanced ones."""
    found: list[Element] = []
    for each in children(node, "node", "instance_node"):
        if each.local == "node":
            found.append(each)
            continue
        target = _target(document, each, "node")
        if target is not None:
            found.append(target)
    return found


def _target(document: _Document, reference: Element, kind: str) -> Element | None:
    url = reference.peek("url") or ""
    target = document.named.get(url[1:]) if url.startswith("#") else None
    if target is None or target.local != kind:
        warn(document.report, document.name, f"'{ascii(url)[1:61]}' is not a {kind} of it; it was dropped")
        return None
    return target


def _check_graph(document: _Document, scene: Element) -> None:
    """Refuse a scene that contains itself, or that exceeds the limit when its instances are expanded."""
    sizes: dict[Element, int] = {}
    open_nodes: set[Element] = set()
    pending = [(scene, False)]
    quiet = _Document(document.root, document.named, document.name, document.limits, Report(), False)
    while pending:
        node, done = pending.pop()
        if done:
            open_nodes.discard(node)
            sizes[node] = 1 + sum(sizes[each] for each in _below(quiet, node))
            check_limit(sizes[node], document.limits.instances, "instances", "instances", document.name)
        elif node in open_nodes:
            refuse(document.name, f"the node '{node.peek('id')}' contains itself")
        elif node not in sizes:
            open_nodes.add(node)
            pending.append((node, True))
            pending.extend((each, False) for each in _below(quiet, node))


def _placed(document: _Document, scene: Element) -> list[Named]:
    """Return the surfaces of the scene; a node without a name has that of the node around it."""
    names: list[tuple[str | None, ...]] = []
    parts: list[tuple[Triangles, Floats]] = []
    count = 0
    pending: list[tuple[Element, Floats, str | None]] = [(scene, np.eye(4), None)]
    while pending:
        node, parent, name = pending.pop()
        matrix = parent @ _matrix(document, node)
        name = node.peek("name") or name if node is not scene else None
        for surface_names, surface in _surfaces(document, node):
            count += len(surface)
            check_triangles(count, document.name, document.limits)
            names.append((name, node.peek("id"), *surface_names))
            parts.append((surface, matrix))
        pending.extend((each, matrix, name) for each in reversed(_below(document, node)))
    return list(zip(names, all_moved(parts), strict=True))


def _surfaces(document: _Document, node: Element) -> list[Named]:
    """Return the surfaces of a node, with the name and the id of their geometry."""
    found: list[Named] = []
    for each in children(node, "instance_geometry", "instance_controller"):
        if each.local == "instance_controller":
            warn(document.report, document.name, f"'{each.peek('url')}' is a skinned mesh; it was dropped")
            continue
        target = _target(document, each, "geometry")
        if target is not None:
            materials = _materials(document, each)
            key = str(target.peek("id"))
            names = (target.peek("name"), key)
            found += [(names, it.with_material(materials.get(symbol))) for symbol, it in _parts(document, key)]
    return found


def _materials(document: _Document, instance: Element) -> dict[str, Material]:
    """Return the materials for the symbols of an instance; textures are searched next to the document."""
    if not document.appearance:
        return {}
    reader = MaterialReader(document.find)
    bound = reader.bound(instance)
    for element in bound.values():
        if element not in document.materials:
            document.materials[element] = _without_source(reader.read(element), Origin(document.name))
    return {symbol: document.materials[element] for symbol, element in bound.items()}


def _without_source(material: Material, origin: Origin) -> Material:
    """Return the material without references to the document, which may be large."""
    texture = changed(material.texture, origin=origin) if material.texture is not None else None
    return changed(material, origin=origin, texture=texture)


def _parts(document: _Document, key: str) -> Surfaces:
    if key not in document.surfaces:
        element = document.named[key]
        document.surfaces[key] = geometry_surfaces(
            element, document.find, document.name, document.report, appearance=document.appearance
        )
    return document.surfaces[key]


def _matrix(document: _Document, node: Element) -> Floats:
    """Return the product of a node's transforms, in order."""
    matrix = np.eye(4)
    for each in children(node, *_TRANSFORMS):
        values = numbers_of(each, document.name)
        if len(values) != _TRANSFORMS[each.local] or not np.isfinite(values).all():
            refuse(document.name, f"{place(each)} needs {_TRANSFORMS[each.local]} numbers")
        matrix = matrix @ _transform(document, each, values.tolist())
    return matrix


def _transform(document: _Document, element: Element, values: list[float]) -> Floats:
    """Return one transform as a matrix."""
    if element.local == "matrix":
        return np.array(values).reshape(4, 4)
    matrix = np.eye(4)
    first, second, third = (_vector(values[start : start + 3]) for start in (0, 3, 6))
    match element.local:
        case "translate":
            matrix[:3, 3] = first
        case "scale":
            matrix[:3, :3] = np.diag(first)
        case "rotate":
            matrix[:3, :3] = axis_angle_matrix(AxisAngle(first, math.radians(values[3])))
        case "lookat":
            matrix[:3, :3], matrix[:3, 3] = looking(first, second, third), first
        case _:
            shear = skewed(math.radians(values[0]), _vector(values[1:4]), _vector(values[4:7]))
            if shear is None:
                refuse(
                    document.name,
                    f"{place(element)} has a skew angle that is not smaller than the angle between its two axes",
                )
            matrix[:3, :3] = shear
    return matrix


def _vector(values: list[float]) -> Vector3:
    x, y, z = (*values, 0.0, 0.0, 0.0)[:3]
    return (x, y, z)
