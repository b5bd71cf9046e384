"""The facts of the pose of a robot in the world of its document."""

from __future__ import annotations

from ..model import Robot
from ..model.features import Feature
from .fact import Facts, Kind, Path, moves

PLACE: Path = ("place",)


def note_place(say: Facts, robot: Robot) -> None:
    """Note the pose of a robot in its scene, as a node with its offset and rotation, unless it is the identity."""
    if robot.pose is not None and moves(robot.pose):
        say.add(PLACE, Feature.PLACEMENT, Kind.NODE, robot.pose, robot)
        say.pose(robot.pose, PLACE, Feature.PLACEMENT, robot)
