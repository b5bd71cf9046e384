"""Write MJCF: the robot was adapted by :func:`robotfmt_mjcf.adapt.adapt`, so a document can store all of it.

The document is flat, with explicit numbers in their shortest exact form: MuJoCo tolerates no rounding of an inertia.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from robotfmt.context import Context
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Extension, PlacedRobot, Robot, World
from robotfmt.model.completion import Given
from robotfmt.model.json import to_object
from robotfmt.model.record import replace

from .codes import KEPT_APART
from .layout import MjcfLayout
from .writing.bodies import BodyWriter
from .writing.inertials import weighed
from .writing.plan import Plan
from .writing.rest import STYLE, classes_of, compiler, custom_of, folders_of, with_folders, with_source
from .writing.rows import WORLD, named_after_document
from .writing.scopes import clashing, prefixed
from .writing.shapes import Assets
from .writing.whole import WholeWriter
from .writing.written import Words


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the MJCF document of a robot."""
    parts = _Document([robot], _layout(robot), context, robot.extensions)
    data = parts.composed(robot, robot.name, {}, context)
    return {context.output: data}


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the MJCF document of a world: each robot is a body on top."""
    layout = next((found for each in world.robots if (found := _layout(each.robot)) is not None), None)
    own = [_alone(placed) for placed in world.robots]
    scopes = {index: f"{world.robots[index].name}/" for index in clashing(own)}
    robots = [prefixed(robot, scopes[index]) if index in scopes else robot for index, robot in enumerate(own)]
    extensions = (*world.extensions, *(each for robot in robots for each in robot.extensions))
    parts = _Document(robots, layout, context, extensions)
    name, records = _names(world, parts, scopes)
    whole = replace(world, extensions=extensions)
    return {context.output: parts.composed(whole, name, records, context)}


def _alone(placed: PlacedRobot) -> Robot:
    return replace(placed.robot, pose=placed.pose)


def _layout(robot: Robot) -> MjcfLayout | None:
    layout = robot.layout("mjcf")
    return layout if isinstance(layout, MjcfLayout) else None


class _Document:
    """The robots of a document, each with its bodies.

    Args:
        robots: The robots, with unique names and their poses.
        layout: The forms of values in the source.
        context: The context of the writer.
        extensions: The unread content of the source.
    """

    def __init__(
        self,
        robots: Sequence[Robot],
        layout: MjcfLayout | None,
        context: Context,
        extensions: Collection[Extension],
    ) -> None:
        self.robots, self.layout = robots, layout
        extensions = set(extensions)
        self.words = Words(layout)
        self.assets = Assets(robots, layout, self.words)
        self.bodies = [
            BodyWriter(each, Plan(each), self.words, self.assets, extensions, weighed(each, context)) for each in robots
        ]
        self.world = make("worldbody")
        for each in self.bodies:
            each.fill(self.world)
        self.wholes = [WholeWriter(each, extensions) for each in self.bodies]

    def composed(self, whole: Robot | World, name: str | None, more: dict[str, Given], context: Context) -> bytes:
        """Return the document.

        Args:
            whole: The robot or the world with all unrecognised content.
            name: The name of the model.
            more: Records of the world.
            context: The context of the writer.
        """
        sections = list(self._sections())
        records = {**self._records(), **more}
        custom = custom_of(records)
        root = make("mujoco", {"model": name}, compiler(self.layout))
        if isinstance(whole, World) and whole.gravity is not None:
            root.append(make("option", {"gravity": whole.gravity}))
        classes = classes_of(whole, self.layout)
        rows = self.assets.written()
        assets = make("asset", None, *rows) if rows else None
        kept = [custom if len(custom) else None, classes, assets, self.world, *sections]
        root.extend(each for each in kept if each is not None)
        done = with_source(root, whole)
        with_folders(root, folders_of(whole, self.layout, context.output), context.output)
        rest = replace(whole, extensions=tuple(each for each in whole.extensions if each not in done))
        data = compose(root, rest, STYLE)
        if records:
            message = (
                f"MJCF cannot store some properties of {len(records)} part{'s' * (len(records) > 1)}; "
                "they are kept in <custom>, which only robotfmt reads"
            )
            context.report.add(KEPT_APART, message, whole.origin)
        return data

    def _sections(self) -> Iterator[Node]:
        for tag, rows in (
            ("equality", [row for each in self.wholes for row in each.couplings()]),
            ("contact", [row for each in self.wholes for row in each.pairs()]),
            ("sensor", [row for each in self.wholes for row in each.sensors()]),
            ("keyframe", list(self._keys())),
        ):
            if rows:
                yield make(tag, None, *rows)

    def _keys(self) -> Iterator[Node]:
        """Yield the names of states that all robots have completely: a keyframe belongs to the whole document."""
        moving = [each for each in self.wholes if each.moves]
        for name in moving[0].states() if moving else ():
            found = [each.states().get(name) for each in moving]
            known = [each for each in found if each is not None]
            if len(known) == len(found):
                for each in moving:
                    each.written.add(name)
                yield make("key", {"name": name, "qpos": tuple(number for row in known for number in row)})

    def _records(self) -> dict[str, Given]:
        found: dict[str, Given] = {}
        for bodies, whole in zip(self.bodies, self.wholes, strict=True):
            whole.note_materials()
            bodies.note("robot", top_of(bodies.plan), whole.record())
            found |= bodies.records
        return found


def top_of(plan: Plan) -> str:
    """Return the name of the body on top of a robot."""
    return plan.name(plan.order[0]) if plan.order else WORLD if plan.is_ground else ""


def _names(world: World, parts: _Document, scopes: dict[int, str]) -> tuple[str | None, dict[str, Given]]:
    """Return the name of the model, and records of the names that are not read from it."""
    named = named_after_document([each.robot for each in world.robots])
    model = named.name if named is not None else world.name
    records: dict[str, Given] = {}
    for index, (placed, bodies) in enumerate(zip(world.robots, parts.bodies, strict=True)):
        top = top_of(bodies.plan)
        wanted = model if placed.robot is named else top
        given: Given = {"prefix": scopes[index]} if index in scopes else {}
        if placed.robot.name != wanted:
            given["robot"] = placed.robot.name
        if placed.name != (placed.robot.name or top) or given:
            given["name"] = placed.name
        if placed.state is not None:
            given["state"] = placed.state
        if given:
            records[f"place:{top}"] = given
    whole: Given = {"name": world.name} if named is not None and world.name is not None else {}
    rows = (("joints", world.joints), ("frames", world.frames), ("lights", world.lights))
    whole |= {name: to_object(row) for name, row in rows if row}
    if whole:
        records["world:"] = whole
    return model, records
