"""The clauses about worlds, for formats whose documents contain several robots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from .. import formats
from ..context import Context
from ..diagnostics import Report
from ..errors import InternalError, RobotfmtError
from ..facts import facts
from ..facts.names import named_as
from ..formats import Format
from ..hub.conversion import write, written
from ..hub.outputs import ConversionOptions
from ..hub.proof import Files, kept
from ..hub.reading import read_world
from ..model import (
    IDENTITY,
    Axis,
    Joint,
    JointType,
    Light,
    LightType,
    PlacedRobot,
    Pose,
    Rpy,
    World,
    WorldFrame,
    WorldJoint,
    compose,
    inverse,
)
from ..model.features import OF_WORLDS
from ..model.record import replace
from ..settings import Settings
from .bench import share, unreported
from .featured import PLAIN

_LEFT, _RIGHT = Pose((0.0, 0.5, 0.25)), Pose((0.0, -0.5, 0.25), Rpy(0.0, 0.0, 0.5))


def featured_world() -> World:
    """Return a world with every feature of worlds."""
    base = PLAIN.links[0].name
    pose = compose(inverse(_LEFT), _RIGHT)
    weld = Joint(name="right_anchor", type=JointType.FIXED, parent=base, child=base, pose_in_parent=pose)
    rail = replace(weld, name="rail", type=JointType.PRISMATIC, axes=(Axis(direction=(1.0, 0.0, 0.0)),))
    return World(
        name="cell",
        robots=(_placed("left", _LEFT), _placed("right", _RIGHT)),
        joints=tuple(WorldJoint(joint=each, parent_robot="left", child_robot="right") for each in (weld, rail)),
        frames=(WorldFrame(name="table", pose=Pose((0.6, 0.0, 0.4))),),
        lights=(Light(name="sun", type=LightType.DIRECTIONAL, direction=(0.0, 0.0, -1.0)),),
        gravity=(0.0, 0.0, -1.62),
    )


def _placed(name: str, pose: Pose) -> PlacedRobot:
    return PlacedRobot(name=name, robot=replace(PLAIN, name=name), pose=pose)


def worlds_are_true(format: Format) -> list[str]:
    """Check that a document stores as much of a world as ``carries`` declares, that losses are reported, and that it is
    stable.
    """
    with TemporaryDirectory() as made, formats.added(format):
        first, second = (_path(Path(made) / each, format) for each in ("first", "second"))
        world, report = featured_world(), Report()
        options = ConversionOptions(allow=[each.slug for each in format.codes])
        writing, _ = written(world, [first], report, Settings(), options)
        back = read_world(first)
        written(back, [second], Report(), Settings(), options)
        again = first.read_bytes() == second.read_bytes()
    before, after = facts(world), facts(named_as(back, writing.prepared[0].adapted))
    same = kept(before, after, Files(Context(report=Report())))
    problems = [] if again else ["a world that is written a second time differs"]
    for feature in sorted(OF_WORLDS, key=lambda each: each.name):
        mine = [fact for fact in before if fact.feature is feature]
        paths = {fact.path for fact in mine}
        found = share(paths, same & paths, {fact.path for fact in after})
        problems += unreported(feature, mine, same, report)
        if format.holds(feature) is not found:
            problems.append(
                f"{feature.name}: carries declares {format.holds(feature).value}, but a document supports {found.value}"
            )
    return problems


def _path(folder: Path, format: Format) -> Path:
    folder.mkdir()
    return folder / f"cell{format.suffixes[0]}"


def _moved(world: World) -> World:
    first, *others = world.robots
    pose = compose(Pose((0.001, 0.0, 0.0)), first.pose or IDENTITY)
    return replace(world, robots=(replace(first, pose=pose), *others))


def _swapped(world: World) -> World:
    first, second = world.robots
    return replace(world, robots=(replace(first, pose=second.pose), replace(second, pose=first.pose)))


def _dropped(world: World) -> World:
    return replace(world, robots=world.robots[:1], joints=())


_DAMAGES: tuple[Callable[[World], World], ...] = (_moved, _swapped, _dropped)


def faults_in_worlds_are_found(format: Format) -> list[str]:
    """Check that a writer that moves, swaps or drops robots of a world fails the conversion, and nothing is written."""
    found = (_of_fault(format, damage) for damage in _DAMAGES)
    return [each for each in found if each is not None]


def _of_fault(format: Format, damage: Callable[[World], World]) -> str | None:
    def faulty(world: World, context: Context) -> dict[str, bytes]:
        return format.write_world(damage(world), context) if format.write_world is not None else {}

    what = f"a writer that has {damage.__name__.removeprefix('_')} a robot"
    with TemporaryDirectory() as made, formats.added(replace(format, write_world=faulty)):
        path = Path(made) / f"cell{format.suffixes[0]}"
        try:
            write(featured_world(), path)
        except InternalError:
            return f"{what} fails, but has written its document" if path.exists() else None
        except RobotfmtError as error:
            return f"{what} ends in another error: {error}"
    return f"{what} is not detected by a conversion"
