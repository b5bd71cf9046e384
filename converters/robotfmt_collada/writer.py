"""Write COLLADA 1.5 in the profile that OpenRAVE and ROS's parser both read.

Nodes are written inline, every axis is bound, mass frames are relative to the first link, vertices are in the frame
of their link, and OpenRAVE's extras are on the motion system. The output does not depend on the time or the machine.
"""

from __future__ import annotations

from pathlib import PurePath

from robotfmt.assets.output_folder import safe_name
from robotfmt.context import Context
from robotfmt.documents.archive import pack
from robotfmt.documents.xml.compose import Style, compose
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.mesh.images import Images, image_finder
from robotfmt.model import Geometry, Link, Robot
from robotfmt.model.record import replace

from .addresses.others import KEYS
from .body import MOTION, Ids, mirrored
from .decimals import OFF, round_numbers
from .extras import prepared_extras
from .geometry.geometries import Geometries
from .geometry.materials import Materials
from .kinematics.axes import WrittenAxis, each_axis
from .kinematics.formulas import write_formulas
from .kinematics.model import write_model
from .kinematics.systems import scene_parameters, write_systems
from .openrave.grabs import write_grabs
from .order import ORDER
from .own.extension import PROFILE
from .producer import Dialect, dialect_of
from .scenes.bindings import SCENE, write_scene
from .scenes.nodes import write_visual_scene
from .scenes.physics import write_physics

NAMESPACE = "http://www.collada.org/2008/03/COLLADASchema"
_TIMELESS = "2000-01-01T00:00:00Z"

_STYLE = Style(format="collada", keys=KEYS, home=NAMESPACE, names_last=False, order=ORDER)


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot; an archive if the name ends in ``.zae``."""
    slot = make("technique", {"profile": PROFILE})
    root, beside = _document(robot, context, slot)
    if context.option("round") != OFF:
        round_numbers(root, int(context.option("round")))
    data = compose(root, robot, _STYLE, slot=slot, report=context.report, apart=context.apart)
    path = PurePath(context.output)
    if path.suffix.lower() == ".zae":
        data = pack(name := f"{path.stem}.dae", {name: data})
    return {context.output: data, **beside}


def _document(robot: Robot, context: Context, slot: Node) -> tuple[Node, dict[str, bytes]]:
    """Return the root element, and the files that it refers to."""
    ids = Ids(robot)
    # First, so that no geometry takes the id of a device.
    extras = prepared_extras(robot, ids)
    axes = each_axis(robot, ids)
    dialect = dialect_of(context)
    shapes = _written_shapes(robot, ids, context)
    models, scenes = write_physics(robot, ids, shapes.ids_of)
    kinematics = write_model(robot, ids, write_formulas(robot, ids), extras.of_model(shapes.bound))
    root = make(
        "COLLADA",
        {"version": "1.5.0"},
        _asset(dialect),
        *shapes.libraries(),
        make("library_kinematics_models", {"id": "kmodels"}, kinematics),
        write_visual_scene(robot, ids, shapes.instances),
        models,
        scenes,
        write_systems(robot, ids, extras.of_system(), dialect),
        make("library_kinematics_scenes", {"id": "kscenes"}, _kinematics_scene(robot, axes)),
        write_scene(robot, ids, axes, dialect, write_grabs(robot, ids)),
        *extras.of_document,
        make("extra", {"type": "extensions"}, slot) if robot.extensions else None,
    )
    return root, shapes.materials.files()


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


def _kinematics_scene(robot: Robot, axes: list[WrittenAxis]) -> Node:
    instance = make(
        "instance_articulated_system",
        {"url": f"#{MOTION}", "sid": f"{MOTION}_inst", "name": robot.name},
        *scene_parameters(SCENE, axes),
    )
    return make("kinematics_scene", {"id": SCENE, "name": robot.name}, instance)


def _written_shapes(robot: Robot, ids: Ids, context: Context) -> _Shapes:
    """Write the materials and the geometries of all links."""
    shapes = _Shapes(robot, ids, context)
    for material in robot.materials:
        if material.name is not None:
            shapes.materials.use(material, ids.free(material.name))
    for link in robot.links:
        shapes.write_link(link, ids.links[link.name])
    return shapes


class _Shapes:
    """The geometries of all links, each written once, and the nodes that instance them."""

    def __init__(self, robot: Robot, ids: Ids, context: Context) -> None:
        folder = safe_name(f"{PurePath(context.output).stem}_meshes")
        self.materials = Materials(Images(image_finder(context)), folder)
        self.geometries: list[Node] = []
        self.instances: dict[str, list[Node]] = {}
        self.ids_of: dict[str, list[str]] = {}
        self.bound: dict[tuple[str, int], str] = {}
        self._robot = robot
        self._writing = Geometries(ids, context, self.materials, self.geometries)

    def libraries(self) -> list[Node]:
        """Return the libraries of geometries and materials, without the empty ones."""
        library = make("library_geometries", {"id": "geometries"}, *self.geometries)
        return [*self.materials.libraries(), *([library] if self.geometries else [])]

    def write_link(self, link: Link, sid: str) -> None:
        """Write the geometries of a link."""
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
