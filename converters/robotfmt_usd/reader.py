"""Read OpenUSD stages: bodies from their schemas, the tree from the joints, everything in SI units with z up."""

from __future__ import annotations

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
    WorldJoint,
    compose,
    is_identity,
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
from .parts.bodies import LINK, Bodies, given_name
from .parts.couplings import couple
from .parts.joints import read_joints
from .parts.leftovers import leftovers_of
from .parts.motors import motors_by_joint
from .parts.pairs import Pairs
from .parts.robot_types import DEFAULT, robot_type
from .parts.robots import RobotReader
from .parts.roots import report_roots
from .parts.shapes import COLLISION, Shapes
from .parts.trees import between, grow

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
    report_roots(stage)
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
        self.between = between(self.bodies, connections)
        self.trees = grow(self.bodies, [each for each in connections if each not in self.between])
        couple(connections)

    def world(self) -> World:
        """Return the world."""
        placed, owners = self._robots()
        gravity = self._gravity()
        self._take_types([each.robot for each in placed])
        leftovers = self._leftovers()
        if len(placed) == 1:
            placed = [replace(placed[0], robot=replace(placed[0].robot, extensions=leftovers))]
            leftovers = ()
        return World(
            name=self._name(placed),
            origin=self.stage.prims[0].origin,
            robots=tuple(placed),
            joints=self._joints(owners),
            gravity=gravity,
            extensions=leftovers,
        )

    def _robots(self) -> tuple[list[PlacedRobot], dict[str, str]]:
        """Return the robots in the order of their prims, and the names of the robots that bodies are of."""
        pairs, motors, is_only = Pairs(self.bodies), motors_by_joint(self.stage), len(self.trees) == 1
        read = [RobotReader(self.bodies, self.shapes, pairs, motors, each, is_only).placed() for each in self.trees]
        found: list[tuple[PlacedRobot, list[str]]] = [
            (it, tree.bodies) for it, tree in zip(read, self.trees, strict=True)
        ]
        found += [(each, []) for each in self._surroundings(bool(read))]
        order = {each.path: index for index, each in enumerate(self.stage.prims)}
        found.sort(key=lambda each: order[each[0].origin.path] if each[0].origin is not None else 0)
        placed = list(unique_names(each for each, _ in found))
        owners = {path: it.name for it, (_, bodies) in zip(placed, found, strict=True) for path in bodies}
        return placed, owners

    def _name(self, robots: list[PlacedRobot]) -> str | None:
        """Return the name of a stage: that of its default prim, if that is no robot; without one it has none."""
        start = self.stage.prim(self.stage.start)
        if start is None:
            return None if robots else "stage"
        places = [each.origin.path for each in robots if each.origin is not None]
        return given_name(start) if all(each.startswith(f"{start.path}/") for each in places) else None

    def _joints(self, owners: dict[str, str]) -> tuple[WorldJoint, ...]:
        """Return the joints between robots.

        Args:
            owners: The names of the robots that bodies are of.
        """
        found = []
        for each in self.between:
            joint = each.from_end(0)
            names = [self.bodies.names[end.link] if end.link is not None else None for end in each.ends]
            poses = [None if is_identity(it) else it for it in (joint.pose_in_parent, joint.pose_in_child)]
            joint = replace(joint, parent=names[0], child=names[1], pose_in_parent=poses[0], pose_in_child=poses[1])
            robots = [owners.get(end.body or "") for end in each.ends]
            made = WorldJoint(origin=each.prim.origin, joint=joint, parent_robot=robots[0], child_robot=robots[1])
            found.append(made)
        return tuple(found)

    # The rest of the stage

    def _surroundings(self, is_further: bool) -> list[PlacedRobot]:
        """Return the shapes that belong to no body, as bodies that do not move: one for each link, one for the rest."""
        groups: dict[Prim | None, list[Prim]] = {}
        for each in self.bodies.inside(None):
            if each.is_shape:
                groups.setdefault(self._still_link(each), []).append(each)
        found = [self._still(link, prims) for link, prims in groups.items() if link is not None]
        rest = groups.get(None, [])
        if rest and (not (is_further or found) or any(each.has(COLLISION) for each in rest)):
            found.append(self._still(None, rest))
        else:
            for each in rest:
                each.skip_all()
        return found

    def _still_link(self, prim: Prim) -> Prim | None:
        """Return the link of a shape that belongs to no body."""
        return next((each for each in self.stage.above(prim.path) if each.has(LINK)), None)

    def _still(self, link: Prim | None, prims: list[Prim]) -> PlacedRobot:
        """Return a robot that is a fixed part of the world."""
        path, origin = (link.path, link.origin) if link is not None else (None, prims[0].origin)
        visuals, collisions = self.shapes.among(prims, path)
        holders = [each for each in self.stage.above(link.parent) if each.type == "Xform"] if link is not None else []
        name = given_name(holders[0]) if holders else "surroundings"
        of_link = given_name(link) if link is not None else "surroundings"
        robot = Robot(
            origin=origin,
            name=name,
            base=Base.FIXED,
            links=(Link(origin=origin, name=of_link, visuals=visuals, collisions=collisions),),
            simulation=RobotSimulation(origin=origin, static=True),
        )
        pose = compose(self.stage.units.upright, self.bodies.place(path).pose)
        return PlacedRobot(origin=origin, name=name, robot=robot, pose=None if is_identity(pose) else pose)

    def _gravity(self) -> Vector3 | None:
        """Return the gravity; None for what engines take where none is authored (UsdPhysicsScene)."""
        for prim in self.stage.prims:
            if prim.type == "PhysicsScene":
                size, direction = prim.number("physics:gravityMagnitude"), prim.vector("physics:gravityDirection")
                if (size is None or size < 0) and not any(direction or ()):
                    return None
                size = size * self.stage.units.length if size is not None and size >= 0 else _EARTH
                turn = (self.stage.units.upright or Pose()).matrix
                x, y, z = rotate(turn, unit(direction)) if direction is not None and any(direction) else _DOWN
                return x * size, y * size, z * size
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
