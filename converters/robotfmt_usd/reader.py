"""Read OpenUSD stages: bodies from their schemas, the tree from the joints, everything in SI units with z up."""

from __future__ import annotations

from math import dist

from robotfmt.codes import NOT_UNDERSTOOD
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.formats.worlds import choose
from robotfmt.model import (
    Extension,
    ExtensionKind,
    Link,
    PlacedRobot,
    Pose,
    Robot,
    RobotSimulation,
    Vector3,
    World,
    rotate,
    unit,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import unique_names
from robotfmt.model.semantics import Base

from .codes import ASSET, SAMPLED, UNITS_ASSUMED, VARIANT
from .document.opening import stage_of
from .document.stage import Prim, Stage
from .parts.appearance import Appearance
from .parts.bodies import Bodies
from .parts.couplings import couple
from .parts.joints import read_joints
from .parts.leftovers import leftovers_of
from .parts.pairs import Pairs
from .parts.robot_types import DEFAULT, robot_type
from .parts.robots import RobotReader
from .parts.shapes import COLLISION, Shapes
from .parts.trees import grow

_EARTH, _DOWN = 9.81, (0.0, 0.0, -1.0)


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot of a stage."""
    return choose(read_world(source, context), context.robot, context.report)


def read_world(source: Source, context: Context) -> World:
    """Return everything of a stage: a robot for all bodies that joints connect.

    Raises:
        InputError: The document cannot be read.
    """
    stage = stage_of(source, context)
    _report_stage(stage, context)
    return _Reader(stage, context).world()


def _report_stage(stage: Stage, context: Context) -> None:
    """Report what was assumed when the stage was opened, and what it names and does not have."""
    report, top = context.report, stage.prims[0].origin
    for each in stage.left_out:
        report.add(ASSET, f"'{each['uri']}' is left out: {each['why']}", top)
    for path, why in stage.broken:
        report.add(ASSET, f"a reference of '{path}' is left out: {why}", top)
    if stage.chosen is not None:
        path, name, variant = stage.chosen
        message = f"no joint is in the stage as it is; variant '{variant}' of '{name}' at {path} is read"
        report.add(VARIANT, message, top)
    names = ("metersPerUnit", "kilogramsPerUnit", "upAxis")
    values = (f"{stage.units.length:g}", f"{stage.units.mass:g}", stage.units.up)
    for name, value, given in zip(names, values, stage.has_units, strict=True):
        if not given and (name, value) != ("kilogramsPerUnit", "1"):
            report.add(UNITS_ASSUMED, f"{name} is not given; OpenUSD's default {value} is taken", top)


class _Reader:
    """Reads one stage."""

    def __init__(self, stage: Stage, context: Context) -> None:
        self.stage, self.context, self.report = stage, context, context.report
        self.bodies = Bodies(stage)
        self.shapes = Shapes(self.bodies, Appearance(stage))
        connections = read_joints(self.bodies)
        self.trees = grow(self.bodies, connections)
        couple(connections)

    def world(self) -> World:
        """Return the world."""
        pairs = Pairs(self.bodies)
        is_only = len(self.trees) == 1
        robots = [RobotReader(self.bodies, self.shapes, pairs, each, is_only).placed() for each in self.trees]
        robots += self._surroundings(bool(robots))
        gravity = self._gravity()
        self._take_types([each.robot for each in robots])
        leftovers = self._leftovers()
        placed = list(unique_names(robots))
        if len(placed) == 1:
            placed = [replace(placed[0], robot=replace(placed[0].robot, extensions=leftovers))]
            leftovers = ()
        return World(
            name=self._name(placed),
            origin=self.stage.prims[0].origin,
            robots=tuple(placed),
            gravity=gravity,
            extensions=leftovers,
        )

    def _name(self, robots: list[PlacedRobot]) -> str | None:
        """Return the name of a stage without robots, such as a layer of materials; those with some have none."""
        start = self.stage.prim(self.stage.start)
        return (start.name if start is not None else "stage") if not robots else None

    # The rest of the stage

    def _surroundings(self, is_further: bool) -> list[PlacedRobot]:
        """Return the shapes that belong to no body, as a body that does not move."""
        prims = [each for each in self.bodies.inside(None) if each.is_shape]
        if not prims or (is_further and not any(each.has(COLLISION) for each in prims)):
            for each in prims:
                each.skip_all()
            return []
        visuals, collisions = self.shapes.of(None)
        origin = prims[0].origin
        link = Link(origin=origin, name="surroundings", visuals=visuals, collisions=collisions)
        robot = Robot(
            origin=origin,
            name="surroundings",
            base=Base.FIXED,
            links=(link,),
            simulation=RobotSimulation(origin=origin, static=True),
        )
        return [PlacedRobot(origin=origin, name="surroundings", robot=robot, pose=self.stage.units.upright)]

    def _gravity(self) -> Vector3 | None:
        """Return the gravity; None for what engines take where none is authored (UsdPhysicsScene)."""
        for prim in self.stage.prims:
            if prim.type == "PhysicsScene":
                size = prim.number("physics:gravityMagnitude")
                size = size * self.stage.units.length if size is not None and size >= 0 else _EARTH
                direction = prim.vector("physics:gravityDirection")
                down = rotate((self.stage.units.upright or Pose()).matrix, unit(direction)) if direction else _DOWN
                x, y, z = down if any(down) else _DOWN
                found = (x * size, y * size, z * size)
                return found if dist(found, (0.0, 0.0, -_EARTH)) > 0.01 else None
        return None

    def _take_types(self, robots: list[Robot]) -> None:
        """Take the types of robots that their joints show anyway: the writer adds them."""
        usual = {DEFAULT, *(robot_type(each)[0] for each in robots)}
        for prim in self.stage.prims:
            if prim.peek("isaac:robotType") in usual:
                prim.skip("isaac:robotType")

    def _leftovers(self) -> tuple[Extension, ...]:
        """Return what was not read, an extension for each attribute."""
        found: list[Extension] = []
        for prim in self.stage.prims:
            self._report_sampled(prim)
            found += leftovers_of(prim)
        for each in found:
            what = f"{each.name} of '{each.place}'" if each.kind is ExtensionKind.ATTRIBUTE else f"'{each.place}'"
            self.report.add(NOT_UNDERSTOOD, f"{what} is not understood; it is copied unchanged", each.origin)
        return tuple(found)

    def _report_sampled(self, prim: Prim) -> None:
        for name in prim.sampled():
            self.report.add(SAMPLED, f"{name} of '{prim.path}' changes with time; its first value is read", prim.origin)
