"""The shapes of a segment: boxes, spheres and cylinders, mesh files, and any other node as a mesh in the document."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import pi
from typing import TYPE_CHECKING

from robotfmt.codes import MESH_EMPTY
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh.vrml.document import Document, Node
from robotfmt.mesh.vrml.syntax import Parser
from robotfmt.model import (
    AxisAngle,
    AxisAngles,
    Box,
    Cylinder,
    Geometry,
    Material,
    Mesh,
    Origin,
    Pose,
    Purpose,
    Shape,
    Sphere,
    compose,
)
from robotfmt.model.record import replace

if TYPE_CHECKING:
    from robotfmt.mesh import Triangles

_GROUPS = ("Group", "Transform")
_UPRIGHT = Pose((0.0, 0.0, 0.0), AxisAngles((AxisAngle((1.0, 0.0, 0.0), -pi / 2),)))
"""The pose of a cylinder, which VRML has along y."""


class Parsed:
    """A parsed document: its nodes, their names and their numbers."""

    def __init__(self, document: Document) -> None:
        self.document = document
        parser = Parser(document)
        self.nodes = parser.nodes()
        self.names = parser.names
        """The names of nodes, as text."""
        self.order = list(_below(self.nodes))
        """All nodes, in the order of the document."""


def _below(nodes: list[Node]) -> Iterator[Node]:
    met: set[Node] = set()
    pending = list(reversed(nodes))
    while pending:
        node = pending.pop()
        if node not in met:
            met.add(node)
            yield node
            pending += reversed(node.below())


def read_mesh(source: Source, mesh: Mesh, context: Context) -> Triangles:
    """Return the triangles of a node in a body.

    Raises:
        MeshError: The document has no such node, or its vertices are not sound.
    """
    from robotfmt.mesh.vrml.scene import Dialect, surface

    parsed = _parsed(source.data, source.name, context.limits)
    number = (mesh.uri or "").partition("#")[2]
    if not number.isdecimal() or int(number) >= len(parsed.order):
        raise MeshError(MESH_EMPTY, f"'{source.name}' has no node {number!r}", Origin(source.name))
    parsed.document.report = context.report
    return surface(parsed.document, [parsed.order[int(number)]], Dialect.VRML, context.appearance)


@lru_cache(maxsize=4)
def _parsed(data: bytes, name: str, limits: Limits) -> Parsed:
    return Parsed(Document(data, name, limits, Report()))


class Shapes:
    """Reads the shapes of one body."""

    def __init__(self, parsed: Parsed) -> None:
        self._document = parsed.document
        self._numbers = {node: number for number, node in enumerate(parsed.order)}

    def of(self, node: Node, pose: Pose | None, origin: Origin) -> Iterator[Geometry]:
        """Yield the shapes of a node, at a pose in their link."""
        if node.kind in _GROUPS and not self._is_scaled(node):
            inner = compose(pose, self.pose(node))
            for each in self._document.nodes(node, "children"):
                yield from self.of(each, inner, origin)
            return
        url = node.fields.get("url") if node.kind == "Inline" else None
        if isinstance(url, tuple) and url:
            yield Geometry(origin=origin, shape=Mesh(uri=url[0]), pose=pose)
            return
        found = self._plain(node) if node.kind == "Shape" else None
        if found is None:
            yield Geometry(origin=origin, shape=Mesh(uri=f"#{self._numbers[node]}"), pose=pose)
            return
        shape, turned = found
        placed = compose(pose, turned) if turned is not None else pose
        yield Geometry(origin=origin, shape=shape, pose=placed, material=self._material(node, origin))

    def pose(self, node: Node) -> Pose | None:
        """Return the translation and the rotation of a node; None without both."""
        if not {"translation", "rotation"} & node.fields.keys():
            return None
        x, y, z = map(float, self._document.vector(node, "translation", (0.0, 0.0, 0.0)))
        ax, ay, az, angle = map(float, self._document.vector(node, "rotation", (0.0, 0.0, 1.0, 0.0)))
        turn = AxisAngles((AxisAngle((ax, ay, az), angle),)) if angle and any((ax, ay, az)) else None
        return Pose((x, y, z), turn)

    def _is_scaled(self, node: Node) -> bool:
        return bool({"scale", "center"} & node.fields.keys())

    def _plain(self, node: Node) -> tuple[Shape, Pose | None] | None:
        """Return a box, a sphere or a cylinder, with its pose in the node."""
        document, geometry = self._document, self._document.one(node, "geometry")
        match geometry.kind if geometry is not None else "":
            case "Box":
                assert geometry is not None
                x, y, z = map(float, document.vector(geometry, "size", (2.0, 2.0, 2.0)))
                return Box((x, y, z)), None
            case "Sphere":
                assert geometry is not None
                return Sphere(document.scalar(geometry, "radius", 1.0)), None
            case "Cylinder" if geometry is not None and not {"side", "top", "bottom"} & geometry.fields.keys():
                radius, height = (document.scalar(geometry, k, v) for k, v in (("radius", 1.0), ("height", 2.0)))
                return Cylinder(radius, height), _UPRIGHT
        return None

    def _material(self, node: Node, origin: Origin) -> Material | None:
        appearance = self._document.one(node, "appearance", "Appearance")
        material = self._document.one(appearance, "material", "Material") if appearance is not None else None
        if material is None:
            return None
        red, green, blue = map(float, self._document.vector(material, "diffuseColor", (0.8, 0.8, 0.8)))
        clear = self._document.scalar(material, "transparency", 0.0)
        return Material(origin=origin, color=(red, green, blue, 1.0 - clear))


def as_collision(geometry: Geometry) -> Geometry:
    """Return a shape that is seen as one that collides: OpenHRP uses the same for both."""
    return replace(geometry, material=None, purpose=Purpose.COLLISION)
