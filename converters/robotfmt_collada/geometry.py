"""Geometry: what a node of a scene puts on a link. Meshes stand inside the document, in the frame of the link."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath

from robotfmt.codes import MESH_NOT_EMBEDDED, MESH_SURFACE_ONLY
from robotfmt.context import Context
from robotfmt.documents.element import Element
from robotfmt.documents.xml import Node, make
from robotfmt.mesh import Triangles
from robotfmt.model import (
    Capsule,
    Cone,
    Cylinder,
    Extrusion,
    Geometry,
    Heightmap,
    Material,
    Mesh,
    Origin,
    Plane,
    Pose,
    Purpose,
    Shape,
    Sphere,
    Vector3,
    compose,
)
from robotfmt.model.record import replace

from .body import Body, Ids
from .claims import claim, claim_below
from .codes import SCALED_SHAPE
from .extension import find_extra, make_extra
from .materials import Materials, read_binding
from .meshes import write_mesh
from .shapes import number_text, read_info, read_own_shape, write_info, write_own_shape

_PRIMITIVES = ("triangles", "polylist", "polygons", "tristrips", "trifans", "lines", "linestrips")
_ARRAYS = ("float_array", "int_array", "Name_array", "IDREF_array", "bool_array")
_MESH = ("mesh", "source", "technique_common", "accessor", "param", "vertices", "input")
_INDICES = ("p", "vcount", "ph", "h")
_WITH_APPEARANCE = (".dae", ".zae", ".obj", ".glb", ".gltf", ".ply")
_ROUNDNESS = 0.01
_FINEST = 0.0005


# Reading


def read_instance(body: Body, instance: Element, pose: Pose | None, scale: Vector3 | None) -> list[Geometry]:
    """What an ``instance_geometry`` puts on a link: one geometry for each of its materials.

    Args:
        pose: Of the node, in the link.
        scale: Of the node.
    """
    claim(instance)
    target = body.index.instanced(instance)
    if target is None or target.tag != "geometry":
        body.index.report_missing(instance, "geometry")
        return []
    bind = instance.child("bind_material")
    if bind is not None:
        claim_below(bind, "technique_common")
    materials = read_binding(body.index, instance)
    parts = _parts(target, materials)
    whole = _read(body, target, Purpose.VISUAL)
    found: list[Geometry] = []
    for material, symbols in parts:
        part = replace(whole, material=material, pose=_placed(pose, whole.pose))
        if isinstance(part.shape, Mesh):
            submesh = " ".join(symbols) if len(parts) > 1 else None
            mesh = replace(part.shape, submesh=submesh)
            # Scaled by its node, it is no longer what the file holds that it was made from.
            part = replace(part, shape=mesh if scale is None else replace(mesh, scale=scale, source=None))
        elif found:
            break
        elif scale is not None and scale != (1.0, 1.0, 1.0):
            instance.report(SCALED_SHAPE, f"the shape '{target.peek('id')}' is no mesh, and is not scaled")
        found.append(part)
    return found


def _placed(outer: Pose | None, inner: Pose | None) -> Pose | None:
    return inner if outer is None else compose(outer, inner)


def read_bound_geometry(body: Body, at: Element, url: str | None, purpose: Purpose) -> Geometry | None:
    """The geometry that ``bind_instance_geometry`` puts on a link for collisions."""
    target = body.index.url(url, at, "geometry")
    if target is None or target.tag != "geometry":
        body.index.report_missing(at, "geometry")
        return None
    return _read(body, target, purpose)


def _parts(geometry: Element, materials: dict[str, Material]) -> list[tuple[Material | None, list[str]]]:
    """The primitives of a geometry, grouped by the materials that their symbols are bound to."""
    groups: list[tuple[Material | None, list[str]]] = []
    for primitive in (each for each in geometry.iter() if each.tag in _PRIMITIVES):
        symbol = primitive.peek("material") or ""
        material = materials.get(symbol)
        group = next((each for each in groups if each[0] == material), None)
        if group is None:
            groups.append((material, [symbol]))
        elif symbol not in group[1]:
            group[1].append(symbol)
    return groups or [(next(iter(materials.values()), None), [])]


def _read(body: Body, element: Element, purpose: Purpose) -> Geometry:
    _claim_mesh(element)
    info = read_info(body.index, element)
    shape = read_own_shape(element) or info.shape
    if shape is None:
        shape = _read_mesh_source(body, element)
    return Geometry(
        origin=element.origin,
        name=element.peek("name"),
        shape=shape,
        pose=info.pose,
        purpose=purpose,
        visible=info.visible,
    )


def _read_mesh_source(body: Body, element: Element) -> Mesh | None:
    """The mesh in the document, and the file it was made from; a geometry with neither is no shape."""
    source = find_extra(element, "mesh_source")
    said = source.child("mesh") if source is not None else None
    if said is None and not any(child.tag == "mesh" for child in element.children):
        return None
    mesh = Mesh(uri=f"{_file(body, element)}#{element.peek('id')}")
    if said is None:
        return mesh
    return replace(mesh, source=said.attribute("uri"), scale=said.vector("scale"))


def _file(body: Body, element: Element) -> str:
    """The document that an element stands in, as it may call itself; nothing for the one that is read."""
    name = PurePath(element.document.name).name
    return "" if element.document is body.index.document or "#" in name else name


def _claim_mesh(element: Element) -> None:
    claim(element)
    for mesh in element.children_of("mesh"):
        claim_below(mesh, *_MESH, *_ARRAYS, *_PRIMITIVES, *_INDICES)
        for each in mesh.iter():
            if each.tag in (*_ARRAYS, *_INDICES) and each.is_taken:
                each.take_text()


# Writing


@dataclass(slots=True)
class Geometries:
    """Collects the geometries of a document."""

    ids: Ids
    context: Context
    materials: Materials
    nodes: list[Node]
    _told: set[str] = field(default_factory=set)

    def write(self, geometry: Geometry, wanted: str) -> tuple[str, Node]:
        """Write a geometry; returns its id, and the ``instance_geometry`` for the node of its link."""
        name = self.ids.free(_wanted(geometry, wanted))
        material = geometry.material
        symbol = "mat0" if material is not None else None
        triangles = self._triangles(geometry)
        if isinstance(geometry.shape, Mesh):
            self._tell(geometry.shape.uri or "", triangles is not None, geometry.origin)
        self.nodes.append(
            make(
                "geometry",
                {"id": name, "name": geometry.name},
                write_mesh(name, triangles, symbol) if triangles is not None and len(triangles) else None,
                write_info(geometry),
                write_own_shape(geometry.shape),
                _write_source(geometry.shape, triangles is not None),
            )
        )
        return name, self._instance(name, material, symbol)

    def _tell(self, uri: str, is_embedded: bool, origin: Origin | None) -> None:
        report = self.context.report
        if not is_embedded:
            report.add(MESH_NOT_EMBEDDED, f"the mesh '{uri}' is not in the document; only its URI is", origin)
        elif PurePath(uri).suffix.lower() in _WITH_APPEARANCE and uri not in self._told:
            self._told.add(uri)
            report.add(MESH_SURFACE_ONLY, f"of '{uri}' only the surface is in the document", origin)

    def _instance(self, name: str, material: Material | None, symbol: str | None) -> Node:
        bind: Node | None = None
        if material is not None:
            wanted = self.ids.free(material.name or f"{name}_mat")
            target = f"#{self.materials.use(material, wanted)}"
            instance = make("instance_material", {"symbol": symbol, "target": target})
            bind = make("bind_material", None, make("technique_common", None, instance))
        return make("instance_geometry", {"url": f"#{name}"}, bind)

    def _triangles(self, geometry: Geometry) -> Triangles | None:
        """The surface in the frame of the link."""
        from robotfmt.mesh.surface import surface

        if isinstance(geometry.shape, Heightmap | Extrusion) or geometry.shape is None:
            return None
        if isinstance(geometry.shape, Plane) and geometry.shape.size is None:
            return None
        triangles = surface(geometry, self.context, _tolerance(geometry.shape))
        if triangles is None or geometry.pose is None:
            return triangles
        return triangles.moved(geometry.pose.matrix, geometry.pose.xyz)


def _tolerance(shape: Shape) -> float:
    """How far the mesh of a shape may be from it, in metres: it is there for viewers, who see the outline."""
    match shape:
        case Sphere(float(radius)) | Cylinder(float(radius)) | Capsule(float(radius)) | Cone(float(radius)):
            return max(_FINEST, _ROUNDNESS * radius)
    return _FINEST


def _wanted(geometry: Geometry, wanted: str) -> str:
    """The id that a mesh had in the document it comes from, else a new one."""
    shape = geometry.shape
    fragment = (
        shape.uri.rpartition("#")[2] if isinstance(shape, Mesh) and shape.uri and "#" in shape.uri else ""
    )
    return fragment or wanted


def _write_source(shape: Shape | None, embedded: bool) -> Node | None:
    """The file that a mesh comes from, and its scale; of what was embedded before, what was known of it."""
    if not isinstance(shape, Mesh):
        return None
    uri = shape.source
    if uri is None and ("#" not in (shape.uri or "") or not embedded):
        uri = shape.uri
    scale = number_text(shape.scale) if uri is not None else None
    return make_extra("mesh_source", make("mesh", {"uri": uri, "scale": scale})) if uri is not None else None
