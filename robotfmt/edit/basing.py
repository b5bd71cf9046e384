"""Attach the base of a robot to the world: fixed, floating, or moving in a plane."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from .. import codes
from ..adapting.bases import WORLD, joint_names, without_world
from ..diagnostics import Report
from ..errors import ModelError
from ..facts.difference import Difference
from ..kinematics.tree import roots
from ..model import (
    Axis,
    Joint,
    JointType,
    JointValue,
    Link,
    Motion,
    NamedState,
    Robot,
    RobotSimulation,
    Vector3,
    VirtualJoint,
)
from ..model.record import replace
from ..model.renaming import free_name
from .performing import perform
from .tracing import Verdict

Base: TypeAlias = Literal["fixed", "floating", "planar"]
BASES: tuple[Base, ...] = ("fixed", "floating", "planar")
_VALUES = {"fixed": 0, "floating": 7, "planar": 3}
"""The number of values of a base in a state."""
_STEPS: tuple[tuple[str, JointType, Motion, Vector3], ...] = (
    ("base_x", JointType.PRISMATIC, Motion.SLIDE, (1.0, 0.0, 0.0)),
    ("base_y", JointType.PRISMATIC, Motion.SLIDE, (0.0, 1.0, 0.0)),
    ("base_yaw", JointType.CONTINUOUS, Motion.TURN, (0.0, 0.0, 1.0)),
)
"""The joints of a base that moves in a plane."""


def with_base(robot: Robot, kind: Base, *, as_joints: bool = False, report: Report | None = None) -> Robot:
    """Return the robot with its base fixed to the world, floating in it, or moving in its xy plane.

    The connection is a virtual joint (SRDF), which MJCF stores as joints of the base. An empty root link ``world``
    and its only joint are removed first.

    Args:
        robot: The robot.
        kind: The connection of its root link to the world.
        as_joints: True to use joints from a new link ``world`` instead: one fixed or floating joint, or ``base_x``,
            ``base_y`` and ``base_yaw``. Formats and planners without virtual joints need it.
        report: Gets the changes.

    Raises:
        ModelError: The robot has no root link.
    """
    if not roots(robot):
        raise ModelError(codes.NO_LINKS, "a robot without a root link has no base", robot.origin)
    basing = _Basing(kind, as_joints)
    return perform(robot, basing.done, basing.judge, report)


class _Basing:
    """Attaches a base, and gives the reason for each change."""

    def __init__(self, kind: Base, as_joints: bool) -> None:
        self._kind, self._as_joints = kind, as_joints
        self._base = ""

    def done(self, robot: Robot) -> Robot:
        """Return the robot with its new base."""
        robot = _without_given_base(without_world(robot))
        self._base = roots(robot)[0]
        old = next((each for each in robot.virtual_joints if each.child_link == self._base), None)
        others = tuple(each for each in robot.virtual_joints if each.child_link != self._base)
        if self._as_joints:
            gone = old.name if old is not None else ""
            return self._jointed(replace(_without_values(robot, gone, -1), virtual_joints=others))
        name = old.name if old is not None else free_name("base_joint", joint_names(robot))
        made = VirtualJoint(name=name, type=self._kind, parent_frame=WORLD, child_link=self._base)
        if old is not None:
            made = replace(old, type=self._kind)
        return replace(_without_values(robot, name, _VALUES[self._kind]), virtual_joints=(made, *others))

    def _jointed(self, robot: Robot) -> Robot:
        """Return the robot with joints from a new link ``world``."""
        world = free_name(WORLD, robot.frame_names)
        made = list(self._steps(robot, world))
        made[0] = replace(made[0], pose_in_parent=robot.pose)
        between = (Link(name=each.child or "") for each in made[:-1])
        return replace(
            robot,
            pose=None,
            links=(Link(name=world), *between, *robot.links),
            joints=(*made, *robot.joints),
        )

    def _steps(self, robot: Robot, parent: str) -> Iterator[Joint]:
        joints, links = joint_names(robot), set(robot.frame_names)
        if self._kind != "planar":
            name = free_name("base_joint", joints)
            yield Joint(name=name, type=JointType(self._kind), parent=parent, child=self._base)
            return
        for index, (wanted, kind, motion, direction) in enumerate(_STEPS):
            name = free_name(wanted, joints)
            is_last = index + 1 == len(_STEPS)
            # The writer of MJCF recognises these names, and puts the joints of all these links into one body.
            child = self._base if is_last else free_name(f"{self._base}_{name}", links)
            axis = Axis(motion=motion, direction=direction)
            yield Joint(name=name, type=kind, parent=parent, child=child, axes=(axis,))
            parent = child

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        match difference.path:
            case ("virtual joint", name):
                return Verdict(codes.BASED, f"the base '{self._base}' is {self._kind}: virtual joint '{name}'")
            case ("state", state, name, *_) if difference.after is None:
                return Verdict(codes.BASED, f"state '{state}': the value of '{name}' does not fit the new base")
        return Verdict(codes.BASED)


def _without_given_base(robot: Robot) -> Robot:
    """Return the robot without what gives its base besides a virtual joint: a field, or that it is static."""
    tops = roots(robot)[:1]
    links = tuple(replace(each, static=None) if each.name in tops and each.static else each for each in robot.links)
    simulation = robot.simulation
    if simulation is not None and simulation.static:
        simulation = replace(simulation, static=None)
        simulation = simulation if simulation != RobotSimulation() else None
    return replace(robot, base=None, links=links, simulation=simulation)


def _without_values(robot: Robot, joint: str, count: int) -> Robot:
    """Return the robot whose states give no value for a virtual joint, unless it has a number of values."""

    def fits(value: JointValue) -> bool:
        return value.joint != joint or len(value.values) == count

    def kept(state: NamedState) -> NamedState:
        return state if all(map(fits, state.values)) else replace(state, values=tuple(filter(fits, state.values)))

    return replace(robot, states=tuple(map(kept, robot.states)))
