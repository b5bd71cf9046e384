"""Geometry: meshes inside the document, and the shapes that they stand for.

OpenRAVE's ``geometry_info`` says which shape a mesh stands for, and in which frame; the vertices stay in the frame of
the link. Cylinders and capsules lie along y there, and along z in the model. What a mesh was made from, and
shapes that OpenRAVE does not know, stand in a technique of robotfmt's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from robotfmt.codes import MESH_NOT_EMBEDDED
from robotfmt.context import Context, Source
from robotfmt.documents.element import Document, Element
from robotfmt.documents.tokens import written, written_all
from robotfmt.documents.xml import Node, make
from robotfmt.mesh import Triangles
from robotfmt.model import (
    AxisAngle,
    AxisAngles,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Extrusion,
    Geometry,
    Heightmap,
    Material,
    Mesh,
    Plane,
    Pose,
    Purpose,
    Shape,
    Sphere,
    Vector3,
    axis_angles_of,
    compose,
)

from .body import Body, Ids
from .claims import claim, claim_below
from .codes import UNRESOLVED
from .container import open_document
from .extension import find_extra, make_extra, technique
from .index import Index
from .materials import Materials, read_binding
from .transforms import full_pose, read_pose

_PRIMITIVES = ("triangles", "polylist", "polygons", "tristrips", "trifans", "lines", "linestrips")
_ARRAYS = ("float_array", "int_array", "Name_array", "IDREF_array", "bool_array")
_MESH = ("mesh", "source", "technique_common", "accessor", "param", "vertices", "input")
_INDICES = ("p", "vcount", "ph", "h")
_OPENRAVE = "OpenRAVE"
_QUARTER = math.pi / 2
_UPRIGHT = AxisAngle((1.0, 0.0, 0.0), _QUARTER)
"""Turns the y axis, along which COLLADA's cylinders lie, into z."""
SHAPE_TOLERANCE = 0.0005
"""How far the mesh of a shape may be from the shape, in metres."""


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
        instance.report(UNRESOLVED, f"'{instance.peek('url')}' is no geometry of the document", "url")
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
            part = replace(part, shape=replace(part.shape, submesh=submesh, scale=part.shape.scale or scale))
        elif found:
            break
        found.append(part)
    return found


def _placed(outer: Pose | None, inner: Pose | None) -> Pose | None:
    return inner if outer is None else compose(outer, inner)


def read_bound_geometry(body: Body, at: Element, url: str | None, purpose: Purpose) -> Geometry | None:
    """The geometry that ``bind_instance_geometry`` puts on a link for collisions."""
    target = body.index.url(url)
    if target is None or target.tag != "geometry":
        at.report(UNRESOLVED, f"'{url}' is no geometry of the document", "url")
        return None
    return _read(body, target, purpose)


def _parts(geometry: Element, materials: dict[str, Material]) -> list[tuple[Material | None, list[str]]]:
    """The primitives of a geometry, grouped by the materials that their symbols are bound to."""
    groups: list[tuple[Material | None, list[str]]] = []
    for primitive in (each for each in geometry.iterate() if each.tag in _PRIMITIVES):
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
    info = _info(body.index, element)
    shape = _own_shape(element) or info.shape
    if shape is None:
        shape = _read_mesh_source(element)
    return Geometry(
        origin=element.origin,
        name=element.peek("name"),
        shape=shape,
        pose=info.pose,
        purpose=purpose,
        visible=info.visible,
    )


def _read_mesh_source(element: Element) -> Mesh | None:
    """The mesh in the document, and the file it was made from; a geometry with neither is no shape."""
    source = find_extra(element, "mesh_source")
    said = source.child("mesh") if source is not None else None
    if said is None and not any(child.tag == "mesh" for child in element.children):
        return None
    mesh = Mesh(uri=f"#{element.peek('id')}")
    if said is None:
        return mesh
    return replace(mesh, source=said.attribute("uri"), scale=said.vector("scale"))


def _claim_mesh(element: Element) -> None:
    claim(element)
    for mesh in element.children_of("mesh"):
        claim_below(mesh, *_MESH, *_ARRAYS, *_PRIMITIVES, *_INDICES)
        for each in mesh.iterate():
            if each.tag in (*_ARRAYS, *_INDICES) and each.is_taken:
                each.take_text()


@dataclass(frozen=True, slots=True)
class _Info:
    """What ``geometry_info`` says."""

    shape: Shape | None = None
    pose: Pose | None = None
    visible: bool | None = None


def _info(index: Index, element: Element) -> _Info:
    for extra in element.children:
        if extra.tag != "extra" or extra.peek("type") != "geometry_info":
            continue
        found = technique(extra, _OPENRAVE)
        if found is None:
            continue
        extra.attribute("type")
        meter = index.unit(element)
        pose = _said(read_pose(found, meter))
        visible = found.child("visible")
        flag = visible.child("bool") if visible is not None else None
        is_visible = flag.text_boolean() if flag is not None else None
        shape, pose = _info_shape(found, meter, pose)
        return _Info(shape, pose, False if is_visible is False else None)
    return _Info()


def _said(pose: Pose | None) -> Pose | None:
    """Zeros and identities are written for readers that expect them; they say nothing."""
    if pose is None:
        return None
    position = pose.position if pose.position is not None and any(pose.position) else None
    turns = tuple(turn for turn in axis_angles_of(pose.rotation).turns if turn.angle != 0)
    if position is None and not turns:
        return None
    return Pose(position, AxisAngles(turns) if turns else None)


def _info_shape(info: Element, meter: float, pose: Pose | None) -> tuple[Shape | None, Pose | None]:
    for tag, read_shape in _SHAPES.items():
        element = info.child(tag)
        if element is not None:
            shape = read_shape(element, meter)
            upright = tag in ("cylinder", "capsule")
            return shape, _along_z(pose) if upright and shape is not None else pose
    return None, pose


def _along_z(pose: Pose | None) -> Pose | None:
    """The pose of a cylinder along z, of the pose of one along y."""
    turns = axis_angles_of(pose.rotation).turns if pose is not None else ()
    back = turns[:-1] if turns and turns[-1] == _UPRIGHT else (*turns, AxisAngle(_UPRIGHT.axis, -_QUARTER))
    position = pose.position if pose is not None else None
    return Pose(position, AxisAngles(back) if back else None) if back or position is not None else None


def _along_y(pose: Pose | None) -> Pose:
    """The pose of a cylinder along y, of the pose of one along z."""
    turns = axis_angles_of(pose.rotation).turns if pose is not None else ()
    return Pose(pose.position if pose is not None else None, AxisAngles((*turns, _UPRIGHT)))


def _numbers(parent: Element, tag: str, meter: float) -> tuple[float, ...]:
    element = parent.child(tag)
    values = element.text_numbers() if element is not None else None
    return tuple(value * meter if meter != 1 else value for value in values or ())


def _read_box(element: Element, meter: float) -> Shape | None:
    half = _numbers(element, "half_extents", meter)
    return Box((2 * half[0], 2 * half[1], 2 * half[2])) if len(half) == 3 else None


def _read_sphere(element: Element, meter: float) -> Shape | None:
    radius = _numbers(element, "radius", meter)
    # OpenRAVE writes 0 or nothing here; then only the mesh tells the radius.
    return Sphere(radius[0]) if radius and radius[0] > 0 else None


def _read_round(kind: Callable[[float, float], Shape]) -> Callable[[Element, float], Shape | None]:
    def read(element: Element, meter: float) -> Shape | None:
        radius, height = _numbers(element, "radius", meter), _numbers(element, "height", meter)
        return kind(radius[0], height[0]) if radius and height else None

    return read


_SHAPES: dict[str, Callable[[Element, float], Shape | None]] = {
    "box": _read_box,
    "sphere": _read_sphere,
    "cylinder": _read_round(Cylinder),
    "cylinderz": _read_round(Cylinder),
    "capsule": _read_round(Capsule),
}


def _own_shape(element: Element) -> Shape | None:
    """A shape of robotfmt's own technique, in metres whatever the unit of the document."""
    found = find_extra(element, "shape")
    said = found.children[0].take() if found is not None and found.children else None
    if said is None:
        return None
    match said.tag:
        case "cone":
            return Cone(said.number("radius"), said.number("length"))
        case "ellipsoid":
            return Ellipsoid(said.vector("radii"))
        case "plane":
            size = said.numbers("size", 2)
            return Plane(said.vector("normal"), (size[0], size[1]) if size is not None else None)
        case "heightmap":
            return Heightmap(said.attribute("uri") or "", said.vector("size"))
        case "extrusion":
            flat = said.numbers("points") or ()
            return Extrusion(tuple(zip(flat[::2], flat[1::2], strict=False)), said.number("height"))
    return None


def read_mesh(source: Source, mesh: Mesh, context: Context) -> Triangles:
    """The triangles of a geometry of a document in the frame of the shape, in metres.

    Raises:
        MeshError: There is no such geometry, or it is damaged.
    """
    from robotfmt.codes import MESH_MISSING
    from robotfmt.errors import MeshError
    from robotfmt.mesh.dae_geometry import geometry_triangles
    from robotfmt.model import Origin

    index = _opened(source, context)
    name = (mesh.uri or "").rpartition("#")[2]
    element = index.ids.get(name)
    if element is None or element.tag != "geometry":
        raise MeshError(MESH_MISSING, f"the document has no geometry '{name}'", Origin(source.name))
    symbols = set(mesh.submesh.split(" ")) if mesh.submesh is not None else None
    triangles = geometry_triangles(element.node, source.name, context.report, symbols)
    triangles = triangles.scaled([index.unit(element)] * 3)
    pose = _info(index, element).pose
    if pose is not None:
        turn = [list(row) for row in zip(*pose.matrix, strict=True)]
        offset = [-sum(row[i] * pose.xyz[i] for i in range(3)) for row in turn]
        triangles = triangles.moved(turn, offset)
    if mesh.source is not None and mesh.scale is not None and all(mesh.scale):
        x, y, z = mesh.scale
        triangles = triangles.scaled([1 / x, 1 / y, 1 / z])
    return triangles


def _opened(source: Source, context: Context) -> Index:
    key = ("collada", source.name, hash(source.data))
    known = context.assets.memo.get(key)
    if isinstance(known, Index):
        return known
    opened = open_document(source, context)
    document = Document(
        opened.data,
        name=source.name,
        format="collada",
        report=context.report,
        limits=context.limits,
        keys={},
    )
    index = Index(document)
    context.assets.memo[key] = index
    return index


# Writing


@dataclass(slots=True)
class Geometries:
    """Collects the geometries of a document."""

    ids: Ids
    context: Context
    materials: Materials
    nodes: list[Node]

    def write(self, geometry: Geometry, wanted: str) -> tuple[str, Node]:
        """Write a geometry; returns its id, and the ``instance_geometry`` for the node of its link."""
        name = self.ids.free(_wanted(geometry, wanted))
        material = geometry.material
        symbol = "mat0" if material is not None else None
        triangles = self._triangles(geometry)
        if triangles is None and isinstance(geometry.shape, Mesh):
            message = f"the mesh '{geometry.shape.uri}' is not in the document; only its URI is"
            self.context.report.add(MESH_NOT_EMBEDDED, message, geometry.origin)
        self.nodes.append(
            make(
                "geometry",
                {"id": name, "name": geometry.name},
                _write_mesh(name, triangles, symbol) if triangles is not None and len(triangles) else None,
                _write_info(geometry),
                _write_own_shape(geometry.shape),
                _write_source(geometry.shape, triangles is not None),
            )
        )
        return name, self._instance(name, material, symbol)

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
        triangles = surface(geometry, self.context, SHAPE_TOLERANCE)
        if triangles is None or geometry.pose is None:
            return triangles
        return triangles.moved(geometry.pose.matrix, geometry.pose.xyz)


def _wanted(geometry: Geometry, wanted: str) -> str:
    """The id that a mesh had in the document it comes from, else a new one."""
    shape = geometry.shape
    fragment = (
        shape.uri.rpartition("#")[2] if isinstance(shape, Mesh) and shape.uri and "#" in shape.uri else ""
    )
    return fragment or wanted


def _write_mesh(name: str, triangles: Triangles, symbol: str | None) -> Node:
    """Triangles with shared corners; nine digits hold what a float32 does."""
    import numpy as np

    vertices, inverse = np.unique(triangles.vertices, axis=0, return_inverse=True)
    faces = inverse.reshape(-1)[triangles.faces]
    numbers = " ".join(map("{:.9g}".format, (vertices + 0.0).ravel().tolist()))
    array = make("float_array", {"id": f"{name}_positions-array", "count": str(vertices.size)}, text=numbers)
    accessor = make(
        "accessor",
        {"count": str(len(vertices)), "source": f"#{name}_positions-array", "stride": "3"},
        *(make("param", {"name": axis, "type": "float"}) for axis in "XYZ"),
    )
    common = make("technique_common", None, accessor)
    return make(
        "mesh",
        None,
        make("source", {"id": f"{name}_positions"}, array, common),
        make(
            "vertices",
            {"id": f"{name}_vertices"},
            make("input", {"semantic": "POSITION", "source": f"#{name}_positions"}),
        ),
        make(
            "triangles",
            {"count": str(len(faces)), "material": symbol},
            make("input", {"semantic": "VERTEX", "source": f"#{name}_vertices", "offset": "0"}),
            make("p", text=" ".join(map(str, faces.ravel().tolist()))),
        ),
    )


def _write_info(geometry: Geometry) -> Node | None:
    shape, pose = _write_shape(geometry.shape), geometry.pose
    if isinstance(geometry.shape, Cylinder | Capsule):
        pose = _along_y(pose)
    if shape is None and pose is None and geometry.visible is None:
        return None
    visible = "false" if geometry.visible is False else "true"
    return make_extra(
        "geometry_info",
        shape,
        *full_pose(pose),
        make("visible", None, make("bool", text=visible)),
        profile=_OPENRAVE,
    )


def _write_shape(shape: Shape | None) -> Node | None:
    match shape:
        case Box((x, y, z)):
            return make("box", None, make("half_extents", text=written_all((x / 2, y / 2, z / 2))))
        case Sphere(float(radius)):
            return make("sphere", None, make("radius", text=written(radius)))
        case Cylinder(float(radius), float(length)):
            return _write_round("cylinder", radius, length)
        case Capsule(float(radius), float(length)):
            return _write_round("capsule", radius, length)
    return None


def _write_round(tag: str, radius: float, length: float) -> Node:
    radii = make("radius", text=written_all((radius, radius)))
    return make(tag, None, make("height", text=written(length)), radii)


def _write_own_shape(shape: Shape | None) -> Node | None:
    match shape:
        case Cone(radius, length):
            attributes = {"radius": _text(radius), "length": _text(length)}
        case Ellipsoid(radii):
            attributes = {"radii": _text(radii)}
        case Plane(normal, size):
            attributes = {"normal": _text(normal), "size": _text(size)}
        case Heightmap(uri, size):
            attributes = {"uri": uri, "size": _text(size)}
        case Extrusion(points, height):
            flat = tuple(number for point in points for number in point)
            attributes = {"points": _text(flat), "height": _text(height)}
        case _:
            return None
    return make_extra("shape", make(type(shape).__name__.lower(), attributes))


def _write_source(shape: Shape | None, embedded: bool) -> Node | None:
    """The file that a mesh comes from, and its scale; of what was embedded before, what was known of it."""
    if not isinstance(shape, Mesh):
        return None
    uri = shape.source
    if uri is None and ("#" not in (shape.uri or "") or not embedded):
        uri = shape.uri
    scale = _text(shape.scale) if uri is not None else None
    return make_extra("mesh_source", make("mesh", {"uri": uri, "scale": scale})) if uri is not None else None


def _text(value: float | tuple[float, ...] | None) -> str | None:
    if value is None:
        return None
    return written_all(value) if isinstance(value, tuple) else written(value)
