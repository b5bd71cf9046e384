"""Write COLLADA 1.5 in the profile that OpenRAVE and ROS's parser both read: a robot, or several in one scene.

Nodes are written inline, every axis is bound, mass frames are relative to the first link, vertices are in the frame
of their link, and OpenRAVE's extras are on the motion system. The output does not depend on the time or the machine.
"""

from __future__ import annotations

from pathlib import PurePath

from robotfmt.context import Context
from robotfmt.documents.archive import pack
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Robot, Vector3, World

from .document.decimals import OFF, round_numbers
from .document.homes import LIBRARIES
from .document.order import ORDER
from .document.others import KEYS
from .document.producer import Dialect, dialect_of
from .parts.appearance import Materials
from .parts.bindings import write_scene
from .parts.body import SCENE, Ids
from .parts.body_written import WrittenBody
from .parts.extras import write_libraries
from .parts.grabs import grabbed_links, write_grabs

NAMESPACE = "http://www.collada.org/2008/03/COLLADASchema"
_TIMELESS = "2000-01-01T00:00:00Z"

_STYLE = Style(format="collada", keys=KEYS, home=NAMESPACE, names_last=False, order=ORDER)


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot; an archive if the name ends in ``.zae``."""
    scene = _Scene(None, None, context)
    scene.add(robot, robot.name)
    return _composed(scene, robot, context)


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the document of several robots, each with its own models, systems and nodes."""
    scene = _Scene(world.name, world.gravity, context)
    for placed in world.robots:
        scene.add(placed.alone, placed.name)
    return _composed(scene, world, context)


def _composed(scene: _Scene, whole: Robot | World, context: Context) -> dict[str, bytes]:
    root = scene.document()
    if context.option("round") != OFF:
        round_numbers(root, int(context.option("round")))
    data = compose(root, whole, _STYLE)
    path = PurePath(context.output)
    if path.suffix.lower() == ".zae":
        data = pack(name := f"{path.stem}.dae", {name: data})
    return {context.output: data}


class _Scene:
    """A document: the content of its libraries, and its scene."""

    def __init__(self, name: str | None, gravity: Vector3 | None, context: Context) -> None:
        self.name, self.gravity, self.context = name, gravity, context
        self.dialect = dialect_of(context)
        self.materials = Materials()
        self.bodies: list[WrittenBody] = []

    def add(self, robot: Robot, called: str | None) -> None:
        """Add a robot with a pose, by the name that it has in the scene."""
        ids = Ids(robot, len(self.bodies), self.bodies[-1].ids if self.bodies else None)
        self.bodies.append(WrittenBody(robot, called, ids, self.materials, self.context))

    def document(self) -> Node:
        """Return the root element, with the libraries in the order of the schema."""
        bodies = self.bodies
        return make(
            "COLLADA",
            {"version": "1.5.0"},
            _asset(self.dialect),
            *self.materials.libraries(),
            _library("geometries", *(it for each in bodies for it in each.shapes.geometries)),
            _library("kinematics_models", *(each.kinematics() for each in bodies)),
            _library("visual_scenes", self._visual_scene()),
            *self._physics(),
            _library(
                "articulated_systems",
                *(it for each in bodies for it in each.systems(self.dialect)),
            ),
            _library("kinematics_scenes", self._kinematics_scene()),
            self._scene(),
            *write_libraries(each.extras for each in bodies),
        )

    def _visual_scene(self) -> Node:
        attributes = {"id": "vscene", "name": self.name}
        return make("visual_scene", attributes, *(each.nodes() for each in self.bodies))

    def _kinematics_scene(self) -> Node:
        attributes = {"id": SCENE, "name": self.name}
        return make("kinematics_scene", attributes, *(each.instance() for each in self.bodies))

    def _physics(self) -> list[Node | None]:
        """Return the libraries of physics models and physics scenes."""
        grabbed = grabbed_links(each.robot for each in self.bodies)
        found = [each.physics(grabbed.get(each.called or "", ())) for each in self.bodies]
        written = [each for each in found if each is not None]
        gravity = make("gravity", text=self.gravity) if self.gravity is not None else None
        scene = make(
            "physics_scene",
            {"id": "pscene", "name": self.name},
            *(instance for _, instance in written),
            make("technique_common", None, gravity),
        )
        return [
            _library("physics_models", *(model for model, _ in written)),
            _library("physics_scenes", scene),
        ]

    def _scene(self) -> Node:
        names = {each.called: each.ids for each in self.bodies if each.called is not None}
        held = (write_grabs(each.robot, each.ids, names) for each in self.bodies)
        bindings = [it for each in self.bodies for it in each.bindings(self.dialect)]
        return write_scene(bindings, [each for each in held if each is not None])


def _library(kind: str, *entries: Node) -> Node | None:
    """Return a library with an id; None without entries."""
    return make(f"library_{kind}", {"id": LIBRARIES[kind]}, *entries) if entries else None


def _asset(dialect: Dialect) -> Node:
    return make(
        "asset",
        None,
        *dialect.contributors(),
        make("created", text=_TIMELESS),
        make("modified", text=_TIMELESS),
        make("unit", {"name": "meter", "meter": "1.0"}),
        make("up_axis", text="Z_UP"),
    )
