"""The facts of a world: those of its robots below their names, and the joints between them; and of lights, which links
have too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..model import Light, PlacedRobot, Robot, World, WorldJoint
from ..model.features import Feature
from ..model.fields import given_fields
from .fact import Fact, Facts, Kind, Path, kind_of, named
from .joints import note_joint, note_place

# Lights

_UNITS = {"range": "m", "inner_angle": "rad", "outer_angle": "rad"}


def note_lights(notes: Facts, lights: Iterable[Light], above: Path) -> None:
    """Note lights below a path."""
    for light, step in named(lights, "light"):
        path = (*above, *step)
        notes.node(path, Feature.LIGHTS, light)
        notes.pose(light.pose, path, Feature.LIGHTS, light)
        for name, value in given_fields(light):
            if name == "direction":
                notes.add((*path, name), Feature.LIGHTS, Kind.DIRECTION, value, light)
            elif name not in ("name", "pose"):
                notes.add((*path, name), Feature.LIGHTS, kind_of(value), value, light, _UNITS.get(name, ""))


# Worlds

ROBOT = "robot"
_Facts = Callable[[Robot], Iterable[Fact]]


def note_world(notes: Facts, world: World, facts_of: _Facts) -> None:
    """Note everything about a world except unrecognised content.

    Args:
        facts_of: Gives the facts of a robot; called once for each, however many times it is placed.
    """
    notes.exact(("name",), Feature.NAME, world.name, world)
    known: dict[int, list[Fact]] = {}
    for placed, path in named(world.robots, ROBOT):
        if id(placed.robot) not in known:
            known[id(placed.robot)] = list(facts_of(placed.robot))
        _robot(notes, placed, path, known[id(placed.robot)])
    for joint, path in named(world.joints, "joint"):
        _joint(notes, joint, path)
    _frames(notes, world)
    note_lights(notes, world.lights, ())
    notes.numbers(("gravity",), Feature.GRAVITY, world.gravity, world, "m/s^2")


def _robot(notes: Facts, placed: PlacedRobot, path: Path, inner: Iterable[Fact]) -> None:
    """Note a robot of a world: its place and start, and its facts under its name."""
    owner = path[1]
    notes.node(path, Feature.ROBOTS, placed)
    notes.exact((*path, "start"), Feature.STATES, placed.state, placed)
    place = Facts()
    note_place(place, Robot(origin=placed.origin, pose=placed.pose))
    for fact in (*place.found, *inner):
        notes.found.append(
            Fact(
                (*path, *fact.path),
                fact.feature,
                fact.kind,
                fact.value,
                fact.origin,
                fact.unit,
                fact.called,
                owner,
            )
        )


def _joint(notes: Facts, it: WorldJoint, path: Path) -> None:
    note_joint(notes, it.joint, path, Feature.WORLD_JOINTS)
    notes.exact((*path, "parent robot"), Feature.WORLD_JOINTS, it.parent_robot, it)
    notes.exact((*path, "child robot"), Feature.WORLD_JOINTS, it.child_robot, it)


def _frames(notes: Facts, world: World) -> None:
    for frame, path in named(world.frames, "frame"):
        notes.node(path, Feature.WORLD_FRAMES, frame)
        notes.exact((*path, "robot"), Feature.WORLD_FRAMES, frame.robot, frame)
        notes.exact((*path, "parent"), Feature.WORLD_FRAMES, frame.parent, frame)
        notes.pose(frame.pose, path, Feature.WORLD_FRAMES, frame)
