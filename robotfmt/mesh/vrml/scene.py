"""From nodes to one surface: which nodes are drawn, where, and with what.

In VRML 2.0 a node affects only what is inside it. In VRML 1.0 and Open Inventor it affects all that follows, up to
the end of the ``Separator`` around it; a ``Group`` does not end this (The Inventor Mentor, chapter 3).

Of alternatives one counts. Switch: the child of ``whichChoice``, none by default or outside of the range (VRML 2.0,
6.46), with -3 all (SoSwitch). LOD and LevelOfDetail: the first child, which has the most details (6.26).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import numpy as np

from ...model import Material
from ..problems import check_limit, check_triangles
from ..triangles import Floats, Triangles, all_moved, join
from .document import FIELDS, Document, Inlined, Node
from .faces import Faces
from .kinds import GROUPS, NO_SURFACE, SEPARATORS, SHAPES, SILENT, SOLIDS
from .materials import base_color, colored, material_of, materials_of
from .transforms import matrix_of, unit_of


class Dialect(Enum):
    """What nodes mean."""

    VRML = auto()
    """VRML 2.0."""
    INVENTOR = auto()
    """VRML 1.0 and Open Inventor."""


@dataclass(slots=True)
class _State:
    """The properties that earlier nodes set for the following shapes."""

    matrix: Floats
    unit: float = 1.0
    points: Floats | None = None
    clockwise: bool = False
    materials: tuple[Material, ...] = ()
    binding: str = "OVERALL"


@dataclass(slots=True)
class _Level:
    """The nodes of one group that are left, and what follows them."""

    nodes: Iterator[Node]
    state: _State
    restored: tuple[Floats, float] | None = None
    """The transform after a TransformSeparator."""


@dataclass(slots=True)
class _Scene:
    document: Document
    dialect: Dialect
    appearance: bool
    inlined: Inlined | None
    """Opens the files that the document draws."""
    parts: list[tuple[Triangles, Floats]] = field(default_factory=list)
    solids: dict[Node, Triangles] = field(default_factory=dict)
    """The surfaces of nodes that were read, for their next USE; so the others."""
    matrices: dict[Node, Floats | None] = field(default_factory=dict)
    points: dict[Node, Floats | None] = field(default_factory=dict)
    materials: dict[Node, tuple[Material, ...]] = field(default_factory=dict)
    faces: dict[tuple[Node, int], Faces] = field(default_factory=dict)
    """Surfaces by their node, and the identity of the vertices that were given before it."""
    count: int = 0

    def matrix(self, node: Node) -> Floats | None:
        """Return the transform of a node; None if it has none."""
        if node not in self.matrices:
            self.matrices[node] = matrix_of(self.document, node)
        return self.matrices[node]

    def vertices(self, node: Node, name: str) -> Floats | None:
        """Return the vertices of a node; None if it has none."""
        if node not in self.points:
            self.points[node] = self.document.numbers(node, name, 3)
        return self.points[node]

    def materials_of_node(self, node: Node) -> tuple[Material, ...]:
        """Return the materials of a Material of VRML 1.0 or Open Inventor."""
        if node not in self.materials:
            self.materials[node] = materials_of(self.document, node)
        return self.materials[node]

    def add(self, triangles: Triangles, matrix: Floats) -> None:
        self.count += len(triangles)
        check_triangles(self.count, self.document.name, self.document.limits)
        if len(triangles):
            self.parts.append((triangles, matrix))


def surface(
    document: Document,
    nodes: list[Node],
    dialect: Dialect,
    appearance: bool,
    inlined: Inlined | None = None,
    unit: float = 1.0,
) -> Triangles:
    """Return the surface of a document's nodes.

    Args:
        inlined: Opens the files that it draws; without it they are left out.
        unit: The unit of its coordinates in metres, which is that of the surface too.

    Raises:
        MeshError: A node is invalid, or a limit is exceeded.
    """
    _check_size(document, nodes)
    scene = _Scene(document, dialect, appearance, inlined)
    levels = [_Level(iter(nodes), _State(np.eye(4), unit))]
    while levels:
        level = levels[-1]
        node = next(level.nodes, None)
        if node is not None:
            below = _visit(scene, node, level.state)
            levels += [below] if below is not None else []
            continue
        levels.pop()
        if level.restored is not None:
            level.state.matrix, level.state.unit = level.restored
    return join(all_moved(scene.parts))


def _check_size(document: Document, nodes: list[Node]) -> None:
    """Refuse a scene that exceeds the limit when each USE is replaced by its node; a node cannot contain itself."""
    sizes: dict[Node, int] = {}
    pending = [(node, False) for node in nodes]
    while pending:
        node, done = pending.pop()
        if done:
            sizes[node] = 1 + sum(sizes[each] for each in node.below())
        elif node not in sizes:
            pending.append((node, True))
            pending += [(each, False) for each in node.below()]
    total = sum(sizes[node] for node in nodes)
    check_limit(total, document.limits.instances, "nodes after expanding every USE", "instances", document.name)


def _visit(scene: _Scene, node: Node, state: _State) -> _Level | None:
    """Draw a node, or change the state by it; return the level below it."""
    if scene.dialect is Dialect.VRML:
        return _visit_vrml(scene, node, state)
    return _visit_inventor(scene, node, state)


def _visit_vrml(scene: _Scene, node: Node, state: _State) -> _Level | None:
    """Draw a node of VRML 97; return its children to visit, if it has any."""
    document = scene.document
    for child in node.children:
        document.warn(child, f"is in {node.kind}, but not in a field of it; it was dropped")
    match node.kind:
        case "Shape":
            _draw_shape(scene, node, state)
        case "Transform":
            matrix = scene.matrix(node)
            placed = state if matrix is None else replace(state, matrix=state.matrix @ matrix)
            return _Level(iter(document.nodes(node, "children")), placed)
        case "Group" | "Anchor" | "Billboard" | "Collision":
            return _Level(iter(document.nodes(node, "children")), state)
        case "Switch":
            return _Level(iter(_chosen(document, node, document.nodes(node, "choice"), "whichChoice")), state)
        case "LOD":
            return _Level(iter(document.nodes(node, "level")[:1]), state)
        case kind if kind in SHAPES or kind in SOLIDS:
            document.warn(node, "is not in a Shape; it was dropped")
        case _ if not _draw_file(scene, node, state):
            _pass_over(document, node)
    return None


def _draw_shape(scene: _Scene, node: Node, state: _State) -> None:
    """Draw a Shape: 6.41 of VRML 2.0."""
    document = scene.document
    geometry = document.one(node, "geometry")
    if geometry is None:
        return
    appearance = document.one(node, "appearance", "Appearance") if scene.appearance else None
    source = document.one(appearance, "material", "Material") if appearance is not None else None
    material = material_of(document, source) if source is not None else None
    _draw(scene, geometry, replace(state, materials=(material,) if material is not None else ()))


def _draw(scene: _Scene, node: Node, state: _State) -> None:
    """Draw the node of a shape."""
    document = scene.document
    material = state.materials[0] if state.materials else None
    if node.kind in SOLIDS:
        if node not in scene.solids:
            scene.solids[node] = SOLIDS[node.kind](document, node)
        scene.add(scene.solids[node].with_material(material), state.matrix)
    elif node.kind in SHAPES:
        key = node, id(state.points)
        if key not in scene.faces:
            scene.faces[key] = SHAPES[node.kind](document, node, state.points)
        faces = scene.faces[key]
        if scene.appearance:
            triangles = colored(document, node, faces, state.materials, state.binding)
        else:
            triangles = faces.triangles
        clockwise = state.clockwise != (not document.flag(node, "ccw", True))
        scene.add(triangles.turned_around() if clockwise else triangles, state.matrix)
    else:
        _pass_over(document, node)


def _draw_file(scene: _Scene, node: Node, state: _State) -> bool:
    """Draw the file that a node names; return False if it names none, or files are not opened."""
    if scene.inlined is None or node.kind not in FIELDS:
        return False
    found = scene.inlined.surface(scene.document, node, state.unit)
    if found is not None:
        scene.add(found, state.matrix)
    return True


def _visit_inventor(scene: _Scene, node: Node, state: _State) -> _Level | None:
    """Draw a node of Open Inventor, which may change the state of the nodes after it; return its children to visit."""
    document = scene.document
    match node.kind:
        case kind if kind in SEPARATORS:
            return _Level(iter(node.children), replace(state))
        case kind if kind in GROUPS:
            return _Level(iter(node.children), state)
        case "TransformSeparator":
            return _Level(iter(node.children), state, (state.matrix, state.unit))
        case "Switch":
            return _Level(iter(_chosen(document, node, node.children, "whichChild")), state)
        case "LOD" | "LevelOfDetail":
            inside = replace(state) if node.kind == "LOD" else state
            return _Level(iter(node.children[:1]), inside)
        case kind if kind in SHAPES or kind in SOLIDS:
            _draw(scene, node, state)
        case _ if not (_draw_file(scene, node, state) or _change(scene, node, state)):
            _pass_over(document, node)
    return None


def _change(scene: _Scene, node: Node, state: _State) -> bool:
    """Change the state by a node that gives a property; return False if the node gives none that is read."""
    document = scene.document
    matrix = scene.matrix(node)
    if matrix is not None:
        state.matrix = state.matrix @ matrix
        return True
    match node.kind:
        case "Coordinate3":
            state.points = scene.vertices(node, "point")
        case "VertexProperty":
            points = scene.vertices(node, "vertex")
            state.points = points if points is not None else state.points
        case "Units":
            unit = unit_of(document, node)
            state.matrix = state.matrix @ np.diag([*[unit / state.unit] * 3, 1.0])
            state.unit = unit
        case "ShapeHints":
            order = document.words(node, "vertexOrdering", "UNKNOWN_ORDERING", _ORDERS)
            state.clockwise = "CLOCKWISE" in order
        case "Material" if scene.appearance:
            state.materials = scene.materials_of_node(node)
        case "BaseColor" if scene.appearance:
            state.materials = base_color(document, node)
        case "MaterialBinding":
            state.binding = "".join(document.words(node, "value", "OVERALL", _BINDINGS)[:1])
        case _:
            return False
    return True


def _chosen(document: Document, node: Node, among: list[Node], name: str) -> list[Node]:
    """Return the child that ``whichChoice`` or ``whichChild`` selects: none by default, and all for -3 of Open
    Inventor.
    """
    choice = document.whole(node, name, -1)
    if choice == _ALL:
        return among
    if choice == _INHERIT:
        document.skipped(node, "inherits its choice, which is not supported; it was dropped")
    return among[choice : choice + 1] if choice >= 0 else []


def _pass_over(document: Document, node: Node) -> None:
    """Report a node that is not read, unless it has no surface by its type."""
    if node.kind in SILENT:
        return
    if node.kind in NO_SURFACE:
        document.skipped(node, f"{NO_SURFACE[node.kind]}; it was left out")
    else:
        document.skipped(node, "is of an unknown or unsupported type; it was left out with its content")


_ALL, _INHERIT = -3, -2
_ORDERS = ("UNKNOWN_ORDERING", "CLOCKWISE", "COUNTERCLOCKWISE")
_BINDINGS = (
    "DEFAULT",
    "NONE",
    "OVERALL",
    "PER_PART",
    "PER_PART_INDEXED",
    "PER_FACE",
    "PER_FACE_INDEXED",
    "PER_VERTEX",
    "PER_VERTEX_INDEXED",
)
