"""A robot as a list of facts, each with a path, a feature and a value.

Losses are counted in this list (a fact whose feature a format does not support is lost there), robots are compared by
it, and the paths in diagnostics refer to it. Facts are physical: a pose is the same in any notation, an inertia is in
the axes of its link, a joint is its motion, and defaults are omitted.

``difference`` compares two such lists, ``phrases`` describes a difference. Imports ``kinematics``, ``assets`` and
below; ``edit``, ``compare`` and ``hub`` use it.
"""

from __future__ import annotations

from typing import TypeAlias

from ..model import Robot, World
from ..model.features import Feature
from .fact import Fact, Facts, Kind, Parts, Path, PlacedMesh
from .joints import PLACE, note_joints, note_place
from .links import note_links, note_simulation
from .names import in_first_names
from .semantics import (
    extension_paths,
    note_collision_model,
    note_control,
    note_extensions,
    note_other_parts,
    note_semantics,
)

__all__ = ["PLACE", "Fact", "Kind", "Path", "PlacedMesh", "Whole", "extension_paths", "facts"]
Whole: TypeAlias = Robot | World
"""The content of a document: a robot or a world."""


def __dir__() -> list[str]:
    return __all__


# Lists of facts are kept for the next calls: always the last few, older ones while all of them are small, and none of a
# robot with more facts than the last number.
_RECENT, _TOGETHER, _LARGEST = 4, 50_000, 200_000


class _Recent:
    """The last robots and worlds with their facts: a conversion needs those of each several times.

    There are more than four, such as the robots of a world, while they have few facts together.
    """

    def __init__(self) -> None:
        self._lists: dict[int, tuple[Whole, tuple[Fact, ...]]] = {}
        """By the identities of the robots and worlds, the latest last."""
        self._count = 0

    def of(self, whole: Whole) -> tuple[Fact, ...] | None:
        """Return the facts of a robot or a world; None if they are not known."""
        entry = self._lists.get(id(whole))
        return entry[1] if entry is not None and entry[0] is whole else None

    def add(self, whole: Whole, found: tuple[Fact, ...]) -> None:
        """Keep the facts of a robot or a world, and drop those of the earliest ones."""
        if len(found) > _LARGEST:  # longer lists would fill the memory
            return
        self._lists[id(whole)] = (whole, found)
        self._count += len(found)
        while len(self._lists) > _RECENT and self._count > _TOGETHER:
            _, dropped = self._lists.pop(next(iter(self._lists)))
            self._count -= len(dropped)


class _Known:
    """The parts of the last robots: each step of a conversion changes a few of them."""

    def __init__(self) -> None:
        self.parts: Parts = {}
        self._count = 0

    def add(self, notes: Facts) -> None:
        """Add the parts of a robot, and drop those of others if all have too many facts to keep."""
        if len(notes.found) > _LARGEST:
            self.parts, self._count = {}, 0
        elif self._count + notes.new_count > _TOGETHER:
            self.parts, self._count = notes.parts, len(notes.found)
        else:
            self.parts.update(notes.parts)
            self._count += notes.new_count


_recent, _known = _Recent(), _Known()


def facts(whole: Whole) -> tuple[Fact, ...]:
    """Return all facts of a robot or a world, each node before its descendants; parts have their first names."""
    found = _recent.of(whole)
    if found is None:
        first = in_first_names(whole)
        found = _facts_of_world(first) if isinstance(first, World) else _facts(first)
        _recent.add(whole, found)
    return found


def _facts_of_world(world: World) -> tuple[Fact, ...]:
    from .worlds import note_world  # most documents hold one robot

    notes = Facts()
    note_world(notes, world, facts)
    note_extensions(notes, world)
    return tuple(notes.found)


def _facts(robot: Robot) -> tuple[Fact, ...]:
    notes = Facts(_known.parts)
    notes.exact(("name",), Feature.NAME, robot.name, robot)
    note_place(notes, robot)
    note_links(notes, robot)
    note_joints(notes, robot)
    note_semantics(notes, robot)
    note_collision_model(notes, robot)
    if robot.sensors:
        # Most robots have none, and their records cost time to make.
        from .sensors import note_sensors

        note_sensors(notes, robot)
    note_control(notes, robot)
    note_simulation(notes, robot)
    note_other_parts(notes, robot)
    _known.add(notes)
    return tuple(notes.found)
