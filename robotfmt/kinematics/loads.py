"""What joints carry: the largest inertia and the largest torque of gravity over random poses, and the torques that
hold a robot in one pose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ModelError
from ..model import Axis, Joint, Motion, Robot, rotate, unit
from ..model.vectors import transpose
from .support import support_of

if TYPE_CHECKING:
    from .freedom import Array

_POSES, _GRAVITY = 500, 9.81
_STEP = 1e-3
"""The step in radians or metres for the differences of the potential energy."""


class Load(NamedTuple):
    """The load of a joint about its axis."""

    inertia: float
    """Kilogram square metres, or kilograms for a joint that slides; with the armature."""
    gravity: float
    """The torque of gravity in newton metres, or its force in newtons, without a sign."""


def largest_loads(robot: Robot, joints: Iterable[Joint], seed: int = 0) -> dict[str, Load]:
    """Return the largest inertia and the largest torque of gravity of all that each joint carries, over random poses.

    The inertia is the diagonal of the joint-space inertia matrix without mimic joints (Featherstone 2008, section 6.2),
    and the armature. Gravity is along -z of the robot's world.

    Args:
        robot: The robot; links without a mass count as massless.
        joints: Joints with one axis.
        seed: The seed of the poses.

    Returns:
        The loads by joint; none for joints that have no pose.
    """
    from .forward import poses_of_links, sample

    try:
        poses = poses_of_links(robot, sample(robot, _POSES, seed))
    except (ModelError, OverflowError):  # mimic joints in a cycle; limits beyond all numbers
        return {}
    bodies, down = _carried(robot, poses), _down(robot)
    return {
        joint.name: _load(joint, poses[joint.parent], bodies[joint.child], down)
        for joint in joints
        if joint.parent in poses and joint.child in bodies
    }


def holding_torques(robot: Robot, joints: Iterable[Joint], pose: Mapping[str, float]) -> dict[str, float]:
    """Return the torque of each joint that holds a robot against gravity in a pose.

    It is the derivative of the potential energy by the position of the joint, whose followers move with it, so that it
    holds these too. Gravity is along -z of the robot's world, except on links that a document takes from it, and the
    base does not move. The feet of a floating robot with legs carry its weight: see :func:`.support.support_of`.

    Args:
        robot: The robot; links without a mass count as massless.
        joints: Joints with one axis that follow no other.
        pose: The positions of joints in radians and metres; the others are at zero.

    Returns:
        The torques in newton metres, or forces in newtons, by joint; none if mimic joints form a cycle.
    """
    import numpy as np

    names = [joint.name for joint in joints]
    steps = np.concatenate([np.eye(len(names)), -np.eye(len(names))]) * _STEP
    values = {name: np.full(len(steps), value) for name, value in pose.items()}
    values |= {name: pose.get(name, 0.0) + column for name, column in zip(names, steps.T, strict=True)}
    try:
        support = support_of(robot, pose)
        energy = _energies(robot, values, support.forces if support is not None else {})
    except ModelError:
        return {}
    there, back = energy[: len(names)], energy[len(names) :]
    return dict(zip(names, ((there - back) / (2 * _STEP)).tolist(), strict=True))


def _energies(robot: Robot, positions: Mapping[str, Array], forces: Mapping[str, float]) -> Array:
    """Return the potential energy in each pose, in joules: (n,); with that of forces on links along z, in newtons."""
    import numpy as np

    from .forward import poses_of_links

    poses = poses_of_links(robot, positions)
    heavy = [each.name for each in robot.links if each.simulation is None or each.simulation.gravity is not False]
    moments = [_body(robot, name, poses[name]).moment for name in heavy if name in poses]
    found: Array = -sum(moments, np.zeros(3)) @ np.array(_down(robot))
    for name, force in forces.items():
        found = found - force * poses[name][:, 2, 3]
    return found


def _down(robot: Robot) -> tuple[float, float, float]:
    """Return the acceleration of gravity in the root of the robot."""
    down = (0.0, 0.0, -_GRAVITY)
    return down if robot.pose is None else rotate(transpose(robot.pose.matrix), down)


# Bodies


class _Body(NamedTuple):
    """What a link carries, about the origin of the root, in each pose."""

    mass: float
    moment: Array
    """Mass times position: (n, 3)."""
    inertia: Array
    """(n, 3, 3)."""

    def joined(self, other: _Body) -> _Body:
        return _Body(self.mass + other.mass, self.moment + other.moment, self.inertia + other.inertia)


def _carried(robot: Robot, poses: Mapping[str, Array]) -> dict[str, _Body]:
    """Return each link together with all links below it."""
    from .tree import downward

    bodies = {link.name: _body(robot, link.name, poses[link.name]) for link in robot.links if link.name in poses}
    for joint in reversed(list(downward(robot))):
        parent, child = joint.parent or "", joint.child or ""
        if parent in bodies and child in bodies:
            bodies[parent] = bodies[parent].joined(bodies[child])
    return bodies


def _body(robot: Robot, name: str, pose: Array) -> _Body:
    import numpy as np

    inertial = robot.link_by_name[name].inertial
    mass = (inertial.mass if inertial is not None else None) or 0.0
    tensor = np.array((inertial.link_inertia if inertial is not None else None) or np.zeros((3, 3)))
    center = inertial.pose.xyz if inertial is not None and inertial.pose is not None else (0.0, 0.0, 0.0)
    turn = pose[:, :3, :3]
    at = turn @ np.array(center) + pose[:, :3, 3]
    square = np.einsum("ni,ni->n", at, at)[:, None, None] * np.eye(3) - at[:, :, None] * at[:, None, :]
    return _Body(mass, mass * at, turn @ tensor @ turn.transpose(0, 2, 1) + mass * square)


def _load(joint: Joint, parent: Array, body: _Body, down: tuple[float, float, float]) -> Load:
    import numpy as np

    from .forward import matrix

    axis = joint.axes[0]
    frame = parent @ matrix(joint.pose_in_parent)
    direction = frame[:, :3, :3] @ np.array(unit(axis.direction_or_x))
    if axis.motion is Motion.SLIDE:
        inertia, gravity = np.array([body.mass]), body.mass * (direction @ np.array(down))
    else:
        inertia = _about(direction, frame[:, :3, 3], body)
        lever = body.moment - body.mass * frame[:, :3, 3]
        gravity = np.einsum("ni,ni->n", direction, np.cross(lever, np.array(down)))
    return Load(float(inertia.max()) + _armature(axis), float(np.abs(gravity).max()))


def _about(direction: Array, point: Array, body: _Body) -> Array:
    """Return the inertia of a body about a line: (n,)."""
    import numpy as np

    lever = np.cross(direction, point)
    about_origin = np.einsum("ni,nij,nj->n", direction, body.inertia, direction)
    crossed = np.einsum("ni,ni->n", np.cross(direction, body.moment), lever)
    found: Array = about_origin - 2 * crossed + body.mass * np.einsum("ni,ni->n", lever, lever)
    return found


def _armature(axis: Axis) -> float:
    return (axis.dynamics.armature if axis.dynamics is not None else None) or 0.0
