"""Several robots in one scene."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from .joint import Joint
from .light import Light
from .lookup import UnknownName, suggestion
from .names import LinkName, RobotName, StateName
from .node import Extension, Layout, Node
from .pose import Pose
from .record import field, replace
from .robot import Robot
from .vectors import Vector3


class PlacedRobot(Node):
    """A robot in a scene."""

    name: RobotName
    """The unique name in the scene; the robot's own name may differ."""
    robot: Robot
    """The robot, without a pose."""
    pose: Pose | None = None
    """The pose of the robot's first root link in the world; None for the identity."""
    state: StateName | None = None
    """The named state of the joints at the start; single positions are the robot's ``scene_positions``."""
    source: str | None = field(default=None, compare=False, repr=False)
    """The URI of the document that the scene includes it from, in the document that ``origin`` names."""

    @property
    def alone(self) -> Robot:
        """The robot with its pose in the world, as if it were read without the other robots."""
        return replace(self.robot, pose=self.pose)


class WorldJoint(Node):
    """A joint between two robots of a world, or between one and the world itself."""

    joint: Joint
    """The joint, whose parent and child are links or frames of their robots; None where that end is the world."""
    parent_robot: RobotName | None = None
    """None for the world."""
    child_robot: RobotName | None = None

    @property
    def name(self) -> str:
        """The name of the joint."""
        return self.joint.name


class WorldFrame(Node):
    """A frame of a world: fixed in it, or on a robot."""

    name: str
    robot: RobotName | None = None
    """None for a frame that is fixed in the world."""
    parent: LinkName | None = None
    """The link or frame of the robot that the frame is on."""
    pose: Pose | None = None
    """The pose in the parent, or in the world."""


class World(Node, dict=True):
    """The content of one document: robots with their poses, joints between them, frames, lights and gravity."""

    name: str | None = None
    robots: tuple[PlacedRobot, ...] = ()
    joints: tuple[WorldJoint, ...] = ()
    frames: tuple[WorldFrame, ...] = ()
    lights: tuple[Light, ...] = ()
    """The lights; their poses are in the world."""
    gravity: Vector3 | None = None
    """The gravity in m/s^2."""
    extensions: tuple[Extension, ...] = ()
    layouts: tuple[Layout, ...] = field(default=(), compare=False, repr=False)

    def __repr__(self) -> str:
        name = repr(self.name) if self.name is not None else "without a name"
        return f"<World {name}: {len(self.robots)} robots, {len(self.joints)} joints between them>"

    @cached_property
    def robot_by_name(self) -> dict[str, PlacedRobot]:
        """The robots by name; the first one if several have the same name."""
        return {each.name: each for each in reversed(self.robots)}

    def placed(self, name: str) -> PlacedRobot:
        """Return the robot of this name, with its place.

        Raises:
            KeyError: No robot has the name; the message names the most similar ones.
        """
        if name not in self.robot_by_name:
            raise UnknownName(f"the world has no robot {name!r}{suggestion(name, self.robot_by_name)}")
        return self.robot_by_name[name]

    def layout(self, format_name: str) -> Layout | None:
        """Return the order of the parts in the document of a format that the world was read from."""
        return next((item for item in self.layouts if item.format == format_name), None)

    def with_robots(self, robots: Iterable[Robot]) -> World:
        """Return the world with its robots replaced by others, in the same order and at the same places."""
        pairs = zip(self.robots, robots, strict=True)
        return replace(self, robots=tuple(_with_robot(placed, robot) for placed, robot in pairs))


def _with_robot(placed: PlacedRobot, robot: Robot) -> PlacedRobot:
    return placed if robot is placed.robot else replace(placed, robot=robot)


def placed_robots(robots: Iterable[Robot]) -> tuple[PlacedRobot, ...]:
    """Return robots as parts of a world, without poses, each under its name."""
    from .renaming import unique_names  # renaming needs all records

    return unique_names(PlacedRobot(origin=each.origin, name=each.name or "robot", robot=each) for each in robots)


def world_of(robot: Robot) -> World:
    """Return the world of a document that describes one robot."""
    placed = PlacedRobot(
        origin=robot.origin, name=robot.name or "robot", robot=replace(robot, pose=None), pose=robot.pose
    )
    return World(origin=robot.origin, robots=(placed,))
