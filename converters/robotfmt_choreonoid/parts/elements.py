"""The tree of nodes below ``elements``: what each of them adds to a link, with its frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from robotfmt.codes import NOT_UNDERSTOOD
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence, Value
from robotfmt.documents.yaml.values import escape
from robotfmt.model import Geometry, Inertial, Light, Link, Material, Mesh, Pose, Purpose, Sensor, Shape, axis_angles_of
from robotfmt.model.record import Record, replace

from ..codes import CONFLICTING_USE, ELEMENT, SHEARED, UNKNOWN_ELEMENT
from ..document.mappings import Part
from ..document.values import write_pose, write_turns
from .appearance import read_appearance, write_appearance
from .frames import Frame
from .inline_shapes import KINDS as INLINE
from .inline_shapes import as_vrml
from .lasers import in_body_frame, in_device_frame
from .lights import TYPES, read_light, write_light
from .masses import read_rigid_body
from .resources import Resources
from .sensors import DEVICES, read_device, write_device
from .shapes import Placed, read_shape, scale_of, write_shape, written_turns
from .verbatim import verbatim

BOTH, VISUAL, COLLISION = "both", "visual", "collision"
_MODES = {"Visual": VISUAL, "Collision": COLLISION}


@dataclass(slots=True)
class Content:
    """What the elements of a link add to it."""

    visuals: list[Geometry] = field(default_factory=list)
    collisions: list[Geometry] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    bodies: list[Inertial] = field(default_factory=list)


class Around(Record, kw_only=False):
    """The surroundings of an element."""

    frame: Frame = Frame()
    mode: str = BOTH
    """What geometry is for: ``both``, ``visual`` or ``collision``."""
    name: str | None = None
    """The name of the closest ``Visual`` or ``Collision``."""


class Elements:
    """Reads the elements of one link.

    Args:
        link: The name of the link.
        resources: The documents whose parts can be elements too.
    """

    def __init__(self, link: str, resources: Resources) -> None:
        self.link = link
        self.resources = resources
        self.content = Content()
        self.home = f"/links/{escape(link)}"

    def read(self, owner: Part, around: Around | None = None) -> None:
        """Read ``elements``: a list of nodes, a mapping from their types to nodes, or one node."""
        value = owner.get("elements")
        if value is not None:
            self.nodes(value, owner, around or Around())

    def nodes(self, value: Value, owner: Part, around: Around) -> None:
        """Read nodes, in one of their three forms."""
        if not isinstance(value, Sequence | Mapping):
            value.refuse(ELEMENT, f"{quoted(value.path)}: expected nodes, got {value.kind}")
            return
        value.take()
        for kind, node in _typed(value):
            self._node(kind, Part(node, owner.scope), around)

    def _node(self, kind: str, part: Part, around: Around) -> None:
        reader = _READERS.get(kind)
        if reader is None:
            self._unknown(kind, part, around)
            return
        part.mapping.take()
        part.text("type")
        reader(self, kind, part, around)

    def _unknown(self, kind: str, part: Part, around: Around) -> None:
        code = NOT_UNDERSTOOD if part.text_of("is_optional") == "true" else UNKNOWN_ELEMENT
        part.mapping.report(code, f"link '{self.link}': the element '{kind}' is copied unchanged")
        self._keep(kind, part, around)

    def _keep(self, kind: str, part: Part, around: Around) -> None:
        count = sum(1 for each in part.scope.kept if each.place == f"{self.home}/elements")
        extension = verbatim(kind, part, around.frame, around.mode, part.scope.degrees)
        part.mapping.take_all()
        part.scope.kept.append(replace(extension, place=f"{self.home}/elements", name=str(count)))

    def _inside(self, part: Part, around: Around) -> Around:
        """Return the surroundings of the content of a node with a pose and a scale of its own."""
        pose, scale = part.pose(), part.vector("scale")
        if around.frame.shears(pose):
            message = f"link '{self.link}': a scale around a rotation shears; it is taken along the turned axes"
            part.mapping.report(SHEARED, message)
        return replace(around, frame=around.frame.inside(pose, scale))

    def _group(self, kind: str, part: Part, around: Around) -> None:
        part.at_home("")
        self.read(part, self._inside(part, around) if kind == "Transform" else around)

    def _use(self, kind: str, part: Part, around: Around) -> None:
        """Read a ``Visual`` or a ``Collision``."""
        mode = _MODES[kind]
        if around.mode not in (BOTH, mode):
            part.mapping.report(CONFLICTING_USE, f"link '{self.link}': a {kind} is inside a node of the other use")
        inner = replace(self._inside(part, around), mode=mode, name=part.text("name"))
        part.at_home(self._next(mode))
        shape, resource = part.part("shape"), part.part("resource")
        if resource is not None:
            self._resource("Resource", resource, inner)
        if shape is not None:
            self._shape("Shape", shape, inner)
        self.read(part, inner)

    def _next(self, mode: str) -> str:
        """Return the place that a written document will have for the next geometry, numbered among those of its
        purpose.
        """
        if mode == COLLISION:
            return f"{self.home}/collision/{len(self.content.collisions)}"
        return f"{self.home}/visual/{len(self.content.visuals)}"

    def _shape(self, kind: str, part: Part, around: Around) -> None:
        """Read a ``Shape``; one whose geometry is unknown is copied unchanged."""
        inner = self._inside(part, around)
        given = part.mapping.get("geometry")
        geometry = part.part("geometry")
        if geometry is None:
            if given is None:
                part.mapping.report(ELEMENT, f"link '{self.link}': a Shape has no geometry")
            return
        home = f"{self._next(around.mode)}/shape"
        placed = self._geometry(geometry, inner.frame)
        if placed is None:
            word = geometry.text_of("type") or "of no type"
            part.mapping.report(UNKNOWN_ELEMENT, f"link '{self.link}': the geometry {quoted(word)} is copied unchanged")
            self._keep(kind, part, around)
            return
        part.at_home(home)
        geometry.at_home(self._home_of(geometry, home, around))
        appearance = part.part("appearance")
        if appearance is not None:
            appearance.at_home(f"{home}/appearance")
        material = read_appearance(appearance)
        self._add(part, placed.shape, placed.frame, around, material)

    def _home_of(self, geometry: Part, home: str, around: Around) -> str:
        """Return the home of the content of a geometry; a mesh of vertices is in a file when it is written."""
        kind = geometry.text_of("type")
        if kind == "Resource":
            return f"{self._next(around.mode)}/resource"
        return "" if kind in INLINE else f"{home}/geometry"

    def _geometry(self, part: Part, frame: Frame) -> Placed | None:
        """Return a shape in a frame; None, with nothing taken, if the model has no such shape."""
        kind = part.text_of("type")
        if kind == "Resource":
            part.text("type")
            return self.resources.mesh(part, frame)
        if kind not in INLINE:
            return read_shape(part, frame)
        as_vrml(part)
        scale = frame.scale if frame.is_scaled else None
        return Placed(Mesh(uri=f"#{part.scope.address}{part.mapping.path}", scale=scale), frame)

    def _resource(self, kind: str, part: Part, around: Around) -> None:
        inner = self._inside(part, around)
        nodes = self.resources.nodes(part)
        if nodes is not None:
            part.at_home("")
            with self.resources.inside(nodes):
                self.nodes(nodes.value, nodes.owner, inner)
            return
        part.at_home(f"{self._next(around.mode)}/resource")
        found = self.resources.mesh(part, inner.frame)
        if found is not None:
            self._add(part, found.shape, found.frame, around, None)

    def _add(self, part: Part, shape: Shape, frame: Frame, around: Around, material: Material | None) -> None:
        is_inline = isinstance(shape, Mesh) and (shape.uri or "").startswith("#")
        origin = part.scope.home if is_inline and part.scope.home is not None else part.origin
        geometry = Geometry(origin=origin, shape=shape, pose=frame.pose, name=around.name)
        if around.mode != COLLISION:
            self.content.visuals.append(replace(geometry, material=material))
        if around.mode != VISUAL:
            self.content.collisions.append(replace(geometry, purpose=Purpose.COLLISION))

    def _rigid_body(self, kind: str, part: Part, around: Around) -> None:
        part.at_home("")
        inner = self._inside(part, around)
        self.content.bodies.append(read_rigid_body(part, inner.frame))
        self.read(part, inner)

    def _device(self, kind: str, part: Part, around: Around) -> None:
        inner = self._inside(part, around)
        sensor = read_device(part, kind, self.link, part.text("name"))
        part.at_home(f"{self.home}/sensor/{escape(sensor.name)}")
        self.content.sensors.append(in_device_frame(replace(sensor, pose=inner.frame.pose)))
        self.read(part, inner)

    def _light(self, kind: str, part: Part, around: Around) -> None:
        inner = self._inside(part, around)
        part.at_home(f"{self.home}/light/{len(self.content.lights)}")
        light = read_light(part, kind, part.text("name"))
        self.content.lights.append(replace(light, pose=inner.frame.pose))
        self.read(part, inner)


_READERS = {
    "Transform": Elements._group,
    "Group": Elements._group,
    "Visual": Elements._use,
    "Collision": Elements._use,
    "Shape": Elements._shape,
    "Resource": Elements._resource,
    "RigidBody": Elements._rigid_body,
    **dict.fromkeys(DEVICES, Elements._device),
    **dict.fromkeys(TYPES, Elements._light),
}


def _typed(value: Sequence | Mapping) -> Iterator[tuple[str, Mapping]]:
    """Yield nodes with their types; others are reported."""
    if isinstance(value, Mapping) and value.get("type") is None:
        for key in sorted({entry.key for entry in value.entries}):
            node = value.get(key)
            if isinstance(node, Mapping):
                yield key, node
            elif node is not None:
                node.refuse(ELEMENT, f"{quoted(node.path)}: expected a node, got {node.kind}")
        return
    for node in value.items if isinstance(value, Sequence) else (value,):
        kind = node.get("type") if isinstance(node, Mapping) else None
        if isinstance(node, Mapping) and isinstance(kind, Scalar):
            yield kind.source, node
        else:
            node.refuse(ELEMENT, f"{quoted(node.path)}: a node has no type")


_NOWHERE = "/0"
"""A path that a node does not have: an item of a mapping."""


class Written:
    """The nodes of a link, and the places of the content of each: ``visual/0``, ``sensor/camera``, ..."""

    def __init__(self) -> None:
        self.nodes: list[Tree] = []
        self.places: dict[str, str] = {}

    def add(self, node: dict[str, Tree], **places: str) -> None:
        """Add a node.

        Args:
            node: The node.
            places: The paths of parts of the node, by the places of their content; the node's own is empty.
        """
        for place, inner in places.items():
            self.places[place] = f"/elements/{len(self.nodes)}{inner}"
        self.nodes.append(node)


def write_elements(link: Link, sensors: list[Sensor]) -> Written:
    """Return the nodes of a link.

    If all of its geometry is for both uses, each is a ``Shape`` alone, else it is in a ``Visual`` or a ``Collision``.
    """
    written = Written()
    if _are_alike(link):
        for index, each in enumerate(link.visuals):
            node = {"type": Word("Shape"), **_frame(each), **_shape(each, each.material)}
            path = f"visual/{index}"
            written.add(node, **{path: "", f"{path}/shape": "", f"{path}/resource": "/geometry"})
            written.places[f"collision/{index}"] = written.places[path]
    else:
        for name, kind, row in (
            ("visual", "Visual", link.visuals),
            ("collision", "Collision", link.collisions),
        ):
            for index, each in enumerate(row):
                path = f"{name}/{index}"
                node = _use(kind, each, each.material if name == "visual" else None)
                mesh = "/resource" if "resource" in node else "/shape/geometry"
                written.add(
                    node,
                    **{
                        path: "",
                        f"{path}/shape": "/shape" if "shape" in node else _NOWHERE,
                        f"{path}/resource": mesh,
                    },
                )
    for sensor in sensors:
        turned = in_body_frame(sensor)
        node = write_device(sensor)
        head = {key: node.pop(key) for key in ("type", "name", "id")}
        written.add({**head, **write_pose(turned.pose), **node}, **{f"sensor/{escape(sensor.name)}": ""})
    for index, light in enumerate(link.lights):
        node = write_light(light)
        head = {key: node.pop(key) for key in ("type", "name")}
        written.add({**head, **write_pose(light.pose), **node}, **{f"light/{index}": ""})
    return written


def _are_alike(link: Link) -> bool:
    pairs = list(zip(link.visuals, link.collisions, strict=False))
    return len(link.visuals) == len(link.collisions) and all(
        (one.shape, one.pose, one.name, other.name) == (other.shape, other.pose, None, None) for one, other in pairs
    )


def _use(kind: str, geometry: Geometry, material: Material | None) -> dict[str, Tree]:
    """Return a ``Visual`` or a ``Collision``."""
    head: dict[str, Tree] = {"type": Word(kind), "name": geometry.name or None, **_frame(geometry)}
    shape = geometry.shape
    if isinstance(shape, Mesh) and material is None:
        return {**head, "resource": _resource(shape)}
    return {**head, "shape": _shape(geometry, material)}


def _shape(geometry: Geometry, material: Material | None) -> dict[str, Tree]:
    shape = geometry.shape
    inner = {"type": Word("Resource"), **_resource(shape)} if isinstance(shape, Mesh) else write_shape(shape)
    return {"geometry": inner, "appearance": write_appearance(material)}


def _resource(mesh: Mesh) -> dict[str, Tree]:
    return {"uri": mesh.uri}


def _frame(geometry: Geometry) -> dict[str, Tree]:
    pose = geometry.pose or Pose()
    turns = written_turns(geometry.shape, axis_angles_of(pose.rotation).turns)
    return {
        "translation": pose.position,
        "rotation": write_turns(turns),
        "scale": scale_of(geometry.shape),
    }
