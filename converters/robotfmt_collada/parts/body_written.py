"""A body while it is written: its shapes, and what it contributes to the libraries and the scene of a document."""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.context import Context
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Geometry, Link, Robot
from robotfmt.model.record import replace

from ..document.producer import Dialect
from .appearance import Materials
from .axes import each_axis
from .bindings import write_bindings
from .body import Ids, mirrored
from .extras import prepared_extras
from .formulas import write_formulas
from .geometries import Geometries
from .links import write_model
from .masses import write_physics
from .nodes import write_nodes
from .systems import scene_parameters, write_systems


class WrittenBody:
    """One robot of a document.

    Args:
        robot: The robot, with its pose in the scene.
        called: Its name in the scene.
        ids: Its sids and ids.
        materials: The materials of the document.
        context: Finds its meshes.
    """

    def __init__(
        self,
        robot: Robot,
        called: str | None,
        ids: Ids,
        materials: Materials,
        context: Context,
    ) -> None:
        self.robot, self.called, self.ids = robot, called, ids
        # First, so that no geometry takes the id of a device.
        self.extras = prepared_extras(robot, ids)
        self.axes = each_axis(robot, ids)
        for each in robot.materials:
            if each.name is not None:
                materials.use(each, ids.free(each.name))
        self.shapes = _Shapes(robot, ids, materials, context)

    def kinematics(self) -> Node:
        """Return the robot's kinematics model."""
        extras = self.extras.of_model(self.shapes.bound)
        return write_model(self.robot, self.ids, write_formulas(self.robot, self.ids), extras)

    def nodes(self) -> Node:
        """Return the robot's node in the visual scene."""
        return write_nodes(self.robot, self.ids, self.shapes.instances)

    def physics(self, grabbed: Collection[str]) -> tuple[Node, Node] | None:
        """Return the robot's physics model and the instance of it; None without masses.

        Args:
            grabbed: The links at which other robots grab it.
        """
        return write_physics(self.robot, self.ids, self.shapes.ids_of, grabbed)

    def systems(self, dialect: Dialect) -> tuple[Node, Node]:
        """Return the robot's two articulated systems."""
        return write_systems(self.robot, self.ids, self.extras.of_system(), dialect)

    def instance(self) -> Node:
        """Return the robot's instance in the kinematics scene."""
        motion = self.ids.motion
        attributes = {"url": f"#{motion}", "sid": f"{motion}_inst", "name": self.called}
        return make("instance_articulated_system", attributes, *scene_parameters(self.ids, self.axes))

    def bindings(self, dialect: Dialect) -> list[Node]:
        """Return the robot's bindings between the kinematics scene and the visual one."""
        return write_bindings(self.robot, self.ids, self.axes, dialect)


class _Shapes:
    """The geometries of all links, each written once, and the nodes that instance them."""

    def __init__(self, robot: Robot, ids: Ids, materials: Materials, context: Context) -> None:
        self.geometries: list[Node] = []
        self.instances: dict[str, list[Node]] = {}
        self.ids_of: dict[str, list[str]] = {}
        self.bound: dict[tuple[str, int], str] = {}
        self._robot = robot
        self._writing = Geometries(ids, context, materials, self.geometries)
        for link in robot.links:
            self._write_link(link, ids.links[link.name])

    def _write_link(self, link: Link, sid: str) -> None:
        written = [self._write(each, f"{sid}_geom{number}") for number, each in enumerate(link.visuals)]
        self.instances[link.name] = [instance for _, instance in written]
        self.ids_of[link.name] = [name for name, _ in written]
        if link.collisions != mirrored(link.visuals):
            for number, each in enumerate(link.collisions):
                name, _ = self._write(each, f"{sid}_collision{number}")
                self.bound[link.name, number] = name

    def _write(self, geometry: Geometry, wanted: str) -> tuple[str, Node]:
        material = geometry.material
        if material is not None:
            geometry = replace(geometry, material=self._robot.resolved(material))
        return self._writing.write(geometry, wanted)
