"""Geometry that nodes of a scene put on links. Meshes are embedded in the document, in the frame of the link."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath

from robotfmt.codes import MESH_SURFACE_ONLY
from robotfmt.context import Context
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.mesh import Triangles
from robotfmt.mesh.dae_geometry import SURFACES
from robotfmt.mesh.dae_materials import write_binding
from robotfmt.mesh.dae_written import write_mesh
from robotfmt.mesh.save import appearance, unread_appearance
from robotfmt.model import (
    Capsule,
    Cone,
    Cylinder,
    Geometry,
    Heightmap,
    Material,
    Mesh,
    Plane,
    Pose,
    Purpose,
    Shape,
    Sphere,
    compose,
)
from robotfmt.model.record import replace

from ..codes import NO_SURFACE, SCALED_SHAPE
from ..document.claims import PRIMITIVES, claim, claim_below
from ..document.transforms import Placed
from .appearance import Materials, read_binding
from .body import Body, Ids
from .shapes import read_info, write_info

_ARRAYS = ("float_array", "int_array", "Name_array", "IDREF_array", "bool_array")
_MESH = ("mesh", "source", "technique_common", "accessor", "param", "vertices", "input")
_INDICES = ("p", "vcount", "ph", "h")
_NO_SURFACES = ("lines", "linestrips", "spline", "brep")
# The mesh of a round shape deviates by 1 % of the radius, but by half a millimetre for small ones.
_ROUNDNESS = 0.01
_FINEST = 0.0005


# Reading


def read_instance(body: Body, instance: Element, pose: Pose | None, placed: Placed) -> list[Geometry]:
    """Return the geometry that an ``instance_geometry`` puts on a link: one for each of its materials.

    Args:
        pose: The pose of the node in the link.
        placed: The transform of the node, including its scale.
    """
    claim(instance)
    target = body.index.instanced(instance)
    if target is None or target.tag != "geometry":
        body.index.report_missing(instance, "geometry")
        return []
    materials = read_binding(body.index, instance)
    whole = _read(body, target, Purpose.VISUAL)
    if whole.shape is None and _no_surfaces(target):
        return []
    if isinstance(whole.shape, Mesh):
        parts = _parts(target, materials)
        return [
            replace(
                whole,
                shape=_stretched(_part(whole.shape, symbols if len(parts) > 1 else None), placed),
                material=material,
                pose=_placed(pose, whole.pose),
            )
            for material, symbols in parts
        ]
    if placed.stretch is not None:
        instance.report(SCALED_SHAPE, f"the shape '{target.peek('id')}' is not a mesh; its scale is ignored")
    return [replace(whole, material=_parts(target, materials)[0][0], pose=_placed(pose, whole.pose))]


def _part(mesh: Mesh, symbols: list[str] | None) -> Mesh:
    return mesh if symbols is None else replace(mesh, submesh=" ".join(symbols))


def _stretched(mesh: Mesh, placed: Placed) -> Mesh:
    """Return a mesh as scaled by its node."""
    if placed.stretch is None:
        return mesh
    stretch = placed.stretch if placed.scale is None else None
    return replace(mesh, scale=placed.scale, stretch=stretch)


def _no_surfaces(geometry: Element) -> list[Element]:
    """Return the lines and similar primitives of a geometry."""
    return [each for each in geometry.iter() if each.tag in _NO_SURFACES]


def _report_no_surfaces(geometry: Element) -> None:
    for each in _no_surfaces(geometry)[:1]:
        what = f"the geometry '{geometry.peek('id')}' has <{each.tag}>, which is not a surface"
        each.report(NO_SURFACE, f"{what}; it is not shown")


def _placed(outer: Pose | None, inner: Pose | None) -> Pose | None:
    return inner if outer is None else compose(outer, inner)


def read_bound_geometry(body: Body, at: Element, url: str | None, purpose: Purpose) -> Geometry | None:
    """Return the geometry that ``bind_instance_geometry`` puts on a link for collisions."""
    target = body.index.url(url, at, "geometry")
    if target is None or target.tag != "geometry":
        body.index.report_missing(at, "geometry")
        return None
    return _read(body, target, purpose)


def _parts(geometry: Element, materials: dict[str, Material]) -> list[tuple[Material | None, list[str]]]:
    """Return the primitives of a geometry, grouped by the materials that their symbols are bound to."""
    groups: list[tuple[Material | None, list[str]]] = []
    for primitive in (each for each in geometry.iter() if each.tag in SURFACES):
        symbol = primitive.peek("material") or ""
        material = materials.get(symbol)
        group = next((each for each in groups if each[0] == material), None)
        if group is None:
            groups.append((material, [symbol]))
        elif symbol not in group[1]:
            group[1].append(symbol)
    return groups or [(next(iter(materials.values()), None), [])]


def _read(body: Body, element: Element, purpose: Purpose) -> Geometry:
    """Return a geometry: the shape that OpenRAVE's elements give, or else the mesh."""
    is_new = not element.is_taken
    _claim_mesh(element)
    info = read_info(body.index, element)
    shape = info.shape
    if shape is None:
        shape = Mesh(uri=f"{_file(body, element)}#{element.peek('id')}") if _has_surface(element) else None
        if is_new:
            _report_no_surfaces(element)
    return Geometry(
        origin=element.origin,
        name=element.peek("name"),
        shape=shape,
        pose=info.pose,
        purpose=purpose,
        visible=info.visible,
    )


def _has_surface(geometry: Element) -> bool:
    """Return True if there is a mesh that is not only lines; an empty one counts, and is reported when it is read."""
    meshes = [each for each in geometry.children if each.tag in ("mesh", "convex_mesh")]
    inside = {each.tag for mesh in meshes for each in mesh.children}
    return bool(meshes) and (not inside.isdisjoint(SURFACES) or inside.isdisjoint(_NO_SURFACES))


def _file(body: Body, element: Element) -> str:
    """Return the document of an element, as named in references; an empty text for the main document."""
    name = PurePath(element.document.name).name
    return "" if element.document is body.index.document or "#" in name else name


def _claim_mesh(element: Element) -> None:
    claim(element)
    for mesh in (each for each in element.children if each.tag in ("mesh", "convex_mesh")):
        claim_below(mesh, *_MESH, *_ARRAYS, *PRIMITIVES, *_INDICES)
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
    _reported: set[str] = field(default_factory=set)

    def write(self, geometry: Geometry, wanted: str) -> tuple[str, Node]:
        """Write a geometry; return its id, and the ``instance_geometry`` for the node of its link."""
        name = self.ids.free(_wanted(geometry, wanted))
        triangles = self._triangles(geometry)
        materials = [geometry.material] if geometry.material is not None else []
        symbols = {material: f"mat{number}" for number, material in enumerate(materials)}
        self._report(geometry, triangles)
        self.nodes.append(
            make(
                "geometry",
                {"id": name, "name": geometry.name},
                self._mesh(name, geometry.material, triangles, symbols),
                write_info(geometry),
            )
        )
        bound = [(symbol, *self.materials.bind(each, self.ids, name)) for each, symbol in symbols.items()]
        return name, make("instance_geometry", {"url": f"#{name}"}, write_binding(bound))

    def _mesh(
        self, name: str, whole: Material | None, triangles: Triangles | None, symbols: dict[Material, str]
    ) -> Node | None:
        if triangles is None or not len(triangles):
            return None
        if whole is not None:
            triangles = triangles.with_material(whole)
        return write_mesh(name, triangles, lambda each: symbols.get(each) if each is not None else None)

    def _report(self, geometry: Geometry, triangles: Triangles | None) -> None:
        """Report the parts of a mesh that are not embedded in the document."""
        if not isinstance(geometry.shape, Mesh) or triangles is None:
            return
        report, uri = self.context.report, geometry.shape.uri or ""
        hidden = geometry.material is not None and appearance(triangles)
        if (hidden or self._is_unread(geometry.shape, geometry)) and uri not in self._reported:
            self._reported.add(uri)
            report.add(
                MESH_SURFACE_ONLY,
                f"only the surface of '{uri}' was embedded in the document",
                geometry.origin,
            )

    def _is_unread(self, mesh: Mesh, geometry: Geometry) -> bool:
        """Return True if a mesh file has an appearance that is not read."""
        from robotfmt.surfaces.loading import is_held

        uri = mesh.uri or ""
        if "#" in uri or is_held(mesh, geometry.origin, self.context):
            return False
        path, data = self.context.assets.load(uri, geometry.origin.document if geometry.origin else None)
        return bool(unread_appearance(data, path.suffix))

    def _triangles(self, geometry: Geometry) -> Triangles | None:
        """Return the surface in the frame of the link."""
        from robotfmt.surfaces.loading import surface

        shape = geometry.shape
        if isinstance(shape, Heightmap) or shape is None:
            return None
        if isinstance(shape, Plane):
            # A <geometry> without a mesh is invalid (COLLADA 1.4.1, <geometry>), and pycollada refuses the document.
            shape = replace(shape, size=shape.size or _SHOWN)
        triangles = surface(replace(geometry, shape=shape), self.context, _tolerance(shape), appearance=True)
        if triangles is None or geometry.pose is None:
            return triangles
        return triangles.moved(geometry.pose.matrix, geometry.pose.xyz)


_SHOWN = (10.0, 10.0)
"""The size in metres of the mesh of an endless plane; it only serves viewers."""


def _tolerance(shape: Shape) -> float:
    """Return the allowed deviation of a shape's mesh, in metres; the mesh only serves viewers."""
    match shape:
        case Sphere(float(radius)) | Cylinder(float(radius)) | Capsule(float(radius)) | Cone(float(radius)):
            return max(_FINEST, _ROUNDNESS * radius)
    return _FINEST


def _wanted(geometry: Geometry, wanted: str) -> str:
    """Return the id of a mesh in the document it comes from, else a new id."""
    shape = geometry.shape
    fragment = shape.uri.rpartition("#")[2] if isinstance(shape, Mesh) and shape.uri and "#" in shape.uri else ""
    return fragment or wanted
