"""Write the elements of a link: its geometry, its sensors and its lights, each under the place of its own content."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.documents.yaml.steps import escape
from robotfmt.model import Geometry, Link, Material, Mesh, Pose, Sensor, axis_angles_of

from ..document.values import write_pose, write_turns
from .appearance import write_appearance
from .lasers import in_body_frame
from .lights import write_light
from .sensors import write_device
from .shapes import scale_of, write_shape, written_turns

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
            own = f"visual/{index}"
            written.add(node, **{own: "", f"{own}/shape": "", f"{own}/resource": "/geometry"})
            written.places[f"collision/{index}"] = written.places[own]
    else:
        for name, kind, row in (
            ("visual", "Visual", link.visuals),
            ("collision", "Collision", link.collisions),
        ):
            for index, each in enumerate(row):
                own = f"{name}/{index}"
                node = _use(kind, each, each.material if name == "visual" else None)
                mesh = "/resource" if "resource" in node else "/shape/geometry"
                written.add(
                    node,
                    **{
                        own: "",
                        f"{own}/shape": "/shape" if "shape" in node else _NOWHERE,
                        f"{own}/resource": mesh,
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
