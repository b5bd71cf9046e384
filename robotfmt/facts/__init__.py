"""A robot as a list of facts, each with a path, a feature and a value.

Losses are counted in this list (a fact whose feature a format does not support is lost there), robots are compared by
it, and the paths in diagnostics refer to it. Facts are physical: a pose is the same in any notation, an inertia is in
the axes of its link, a joint is its motion, and defaults are omitted.

``difference`` compares two such lists, ``phrases`` describes a difference. Imports ``kinematics``, ``assets`` and
below; ``edit``, ``compare`` and ``hub`` use it.
"""

from __future__ import annotations

from ..model import Robot
from ..model.features import Feature
from .control import note_control
from .fact import Fact, Facts, Kind, Path, PlacedMesh
from .joints import note_joints
from .links import note_links
from .placement import PLACE, note_place
from .semantics import extension_paths, note_collision_model, note_rest, note_semantics
from .simulation import note_simulation

__all__ = ["PLACE", "Fact", "Kind", "Path", "PlacedMesh", "extension_paths", "facts"]


def __dir__() -> list[str]:
    return __all__


_RECENT, _LARGEST = 4, 50_000
_recent: tuple[tuple[Robot, tuple[Fact, ...]], ...] = ()
"""A cache of the facts of recent robots: a conversion needs those of each of its robots several times."""


def facts(robot: Robot) -> tuple[Fact, ...]:
    """Return all facts of a robot, a node before its descendants."""
    global _recent
    for known, its in _recent:
        if known is robot:
            return its
    found = _facts(robot)
    if len(found) <= _LARGEST:  # more are not kept in memory
        _recent = (*_recent[1 - _RECENT :], (robot, found))
    return found


def _facts(robot: Robot) -> tuple[Fact, ...]:
    say = Facts()
    say.exact(("name",), Feature.NAME, robot.name, robot)
    note_place(say, robot)
    note_links(say, robot)
    note_joints(say, robot)
    note_semantics(say, robot)
    note_collision_model(say, robot)
    if robot.sensors:
        # Most robots have none, and their records cost time to make.
        from .sensors import note_sensors

        note_sensors(say, robot)
    note_control(say, robot)
    note_simulation(say, robot)
    note_rest(say, robot)
    return tuple(say.found)
