"""Several robots in one scene."""

from __future__ import annotations

from .joint import Joint
from .node import Extension, Node
from .pose import Pose
from .record import replace
from .robot import Robot
from .vectors import Vector3


class PlacedRobot(Node):
    """A robot in a scene."""

    robot: Robot
    """The robot without a pose of its own."""
    name: str | None = None
    """Its name in the scene, if it differs from the robot's own."""
    pose: Pose | None = None
    """The pose of its first root link in the world; None for the identity."""

    @property
    def alone(self) -> Robot:
        """The robot as if it were read without the others: with its pose."""
        return replace(self.robot, pose=self.pose)


class World(Node):
    """The contents of one document: placed robots, joints between them, and gravity."""

    robots: tuple[PlacedRobot, ...] = ()
    joints: tuple[Joint, ...] = ()
    """Joints between links of different robots, named ``robot::link``."""
    gravity: Vector3 | None = None
    extensions: tuple[Extension, ...] = ()
