"""Forward kinematics of many configurations at once, including coupled joints.

The leading axis of all arrays is the configuration. Angles are radians, lengths metres.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import TopologicalSorter

import numpy as np
from numpy.typing import ArrayLike

from .. import codes
from ..diagnostics import did_you_mean
from ..errors import ModelError, UsageError
from ..model import (
    Axis,
    FormulaCoupling,
    Joint,
    JointType,
    LinearCoupling,
    Motion,
    Pose,
    Robot,
    RotationMatrix,
    unit,
)
from ..model.joint import leaders
from .freedom import SPLITS, Array, Values, by_joint, column, degrees_of_freedom, evaluate, neutral
from .tree import downward, in_rings, roots

_UNBOUNDED = np.pi


def forward_kinematics(robot: Robot, positions: Mapping[str, ArrayLike] | ArrayLike | None = None) -> dict[str, Array]:
    """Return the pose of every link in its root link, for one configuration or for several.

    Args:
        robot: The robot. Loops are not closed: their joints move no link, but others may mimic them.
        positions: In radians and metres. One configuration is a vector (d,) of the configuration space, in the order
            of :func:`.freedom.cspace_joints`, or numbers of joints by name; a joint with several degrees of freedom
            has as many numbers. Several are an array (n, d), or by name arrays (n,) or (n, degrees of freedom).
            Joints that are not given are at zero; mimic joints are computed.

    Returns:
        For each link below a root, a homogeneous matrix (4, 4); for several configurations an array (n, 4, 4).

    Raises:
        UsageError: The vector has another length, the arrays have different lengths, or a joint does not exist.
        ModelError: Mimic joints form a cycle.
    """
    arrays = _arrays(robot, positions)
    counts = {len(array) for name, array in arrays.items() if _is_of_several(robot.joint_by_name[name], array)}
    if len(counts) > 1:
        raise UsageError(codes.USAGE, f"expected as many configurations for every joint, got {sorted(counts)}")
    count = counts.pop() if counts else None
    poses = _poses(robot, arrays, 1 if count is None else count)
    return poses if count is not None else {name: pose[0] for name, pose in poses.items()}


def poses_of_links(robot: Robot, positions: Mapping[str, ArrayLike] | None = None) -> dict[str, Array]:
    """Return the poses of :func:`forward_kinematics` as arrays (n, 4, 4); n is 1 for one configuration."""
    return {name: pose.reshape(-1, 4, 4) for name, pose in forward_kinematics(robot, positions).items()}


def _poses(robot: Robot, arrays: Mapping[str, Array], count: int) -> dict[str, Array]:
    values = {joint.name: _shaped(joint, arrays.get(joint.name), count) for joint in robot.all_joints}
    values = with_couplings(robot, values, count)
    poses: dict[str, Array] = {name: np.broadcast_to(np.eye(4), (count, 4, 4)) for name in roots(robot)}
    for joint in downward(robot):
        assert joint.child is not None
        above = poses.get(joint.parent or "")
        if above is not None:
            poses[joint.child] = above @ joint_transform(joint, values[joint.name], count)
    return {name: np.array(pose) for name, pose in poses.items()}


def joint_transform(joint: Joint, value: Array, count: int) -> Array:
    """Return the pose of a joint's child in its parent: (n, 4, 4)."""
    moved: Array = matrix(joint.pose_in_parent) @ motion(joint, value, count)
    return moved if joint.pose_in_child is None else moved @ np.linalg.inv(matrix(joint.pose_in_child))


def matrix(pose: Pose | None) -> Array:
    """Return a pose as a homogeneous matrix (4, 4)."""
    result = np.eye(4)
    if pose is not None:
        result[:3, :3] = pose.matrix
        result[:3, 3] = pose.xyz
    return result


def pose_of(matrix: Array) -> Pose:
    """Return a homogeneous matrix (4, 4) as a pose."""
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = matrix.tolist()
    return Pose((x, y, z), RotationMatrix(((a, b, c), (d, e, f), (g, h, i))))


def with_couplings(robot: Robot, values: Values, count: int) -> Values:
    """Return the values with those of all mimic joints, leaders first.

    Raises:
        ModelError: Mimic joints form a cycle.
    """
    values = dict(values)
    for joint in coupled_joints(robot):
        for number, axis in enumerate(joint.axes[: degrees_of_freedom(joint)]):
            if axis.coupling is not None:
                column = _coupled(axis, values, count)
                values[joint.name] = values[joint.name].copy()
                values[joint.name][:, number] = column
    return values


def coupled_joints(robot: Robot) -> list[Joint]:
    """Return the mimic joints, each after those that it follows.

    Raises:
        ModelError: Mimic joints form a cycle.
    """
    coupled = (joint for joint in robot.all_joints if any(axis.coupling is not None for axis in joint.axes))
    follows = {joint.name: leaders(joint) for joint in coupled}
    stuck = in_rings(follows)
    if stuck:
        names = ", ".join(name for name in follows if name in stuck)
        raise ModelError(codes.COUPLING_CYCLE, f"the joints {names} follow one another in a cycle")
    order = TopologicalSorter(follows).static_order()
    return [robot.joint_by_name[name] for name in order if name in follows]


def _coupled(axis: Axis, values: Values, count: int) -> Array:
    match axis.coupling:
        case LinearCoupling(joint=leader, axis=number, multiplier=factor, offset=offset):
            leading = column(values, leader, number, count)
            return (1.0 if factor is None else factor) * leading + (offset or 0.0)
        case FormulaCoupling(expression=expression):
            return evaluate(expression, values, count)
    return np.zeros(count)


def _arrays(robot: Robot, positions: Mapping[str, ArrayLike] | ArrayLike | None) -> dict[str, Array]:
    """Return the positions that are given, by joint."""
    given = {} if positions is None else positions
    if not isinstance(given, Mapping):
        return by_joint(robot, given)
    unknown = set(given) - {joint.name for joint in robot.all_joints}
    if unknown:
        name = min(map(str, unknown))
        end = did_you_mean(name, robot.joint_by_name)
        raise UsageError(codes.USAGE, f"the robot has no joint '{name}'{end}")
    return {name: np.asarray(value, dtype=np.float64) for name, value in given.items()}


def _is_of_several(joint: Joint, array: Array) -> bool:
    """Return True if an array has a row, or a number, for each of several configurations."""
    return array.ndim > 1 or (array.ndim == 1 and degrees_of_freedom(joint) <= 1)


def _shaped(joint: Joint, array: Array | None, count: int) -> Array:
    freedom = degrees_of_freedom(joint)
    if array is None:
        return neutral(joint, count)
    if array.ndim < 2:
        several = _is_of_several(joint, array)
        array = array[:, None] if several else np.broadcast_to(array, (count, array.size))
    if array.shape[1] != freedom and freedom:
        message = f"joint '{joint.name}' has {freedom} degrees of freedom, got {array.shape[1]} values"
        raise UsageError(codes.USAGE, message)
    return array[:, :freedom]


# Motion


def motion(joint: Joint, value: Array, count: int) -> Array:
    """Return the transform of a joint's frame for a joint value: (n, 4, 4)."""
    result = np.broadcast_to(np.eye(4), (count, 4, 4)).copy()
    match joint.type:
        case JointType.PLANAR:
            return _planar(joint, value, result)
        case JointType.FLOATING:
            result[:, :3, 3] = value[:, :3]
            result[:, :3, :3] = _quaternions(value[:, 3:])
            return result
        case JointType.BALL:
            result[:, :3, :3] = _quaternions(value)
            return result
    for number, axis in enumerate(joint.axes[: value.shape[1]]):
        result = result @ _axis_motion(axis, value[:, number])
    return result


def _axis_motion(axis: Axis, value: Array) -> Array:
    result = np.broadcast_to(np.eye(4), (len(value), 4, 4)).copy()
    direction = np.array(unit(axis.direction_or_x))
    if axis.motion is Motion.SLIDE:
        result[:, :3, 3] = value[:, None] * direction
        return result
    result[:, :3, :3] = rotations(direction, value)
    if axis.pitch is not None:
        result[:, :3, 3] = axis.pitch * value[:, None] * direction
    return result


def rotations(direction: ArrayLike, angles: ArrayLike) -> Array:
    """Return rotations about an axis of length 1 by several angles (Rodrigues' formula): (n, 3, 3)."""
    x, y, z = np.asarray(direction, dtype=np.float64)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.asarray(angles, dtype=np.float64)[:, None, None]
    turned: Array = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)
    return turned


def _planar(joint: Joint, value: Array, result: Array) -> Array:
    """Return the motion of a planar joint: a translation in the plane, then a rotation about its normal."""
    first, second, normal = plane_axes(joint)
    result[:, :3, 3] = value[:, :1] * first + value[:, 1:2] * second
    result[:, :3, :3] = rotations(normal, value[:, 2])
    return result


def plane_axes(joint: Joint) -> tuple[Array, Array, Array]:
    """Return the two axes along which a planar joint slides, and its normal: a right-handed frame."""
    normal = np.array(unit(joint.axes[0].direction_or_x if joint.axes else (0.0, 0.0, 1.0)))
    least = np.eye(3)[np.argmin(np.abs(normal))]
    first = np.cross(least, normal)
    first /= np.linalg.norm(first)
    if abs(normal[2]) == 1:
        first = np.array([1.0, 0.0, 0.0])
    return first, np.cross(normal, first), normal


def _quaternions(value: Array) -> Array:
    w, x, y, z = (value / np.linalg.norm(value, axis=1, keepdims=True)).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


# Sampling


def axis_range(joint: Joint, axis: Axis) -> tuple[float, float]:
    """Return the range of an axis: the narrower of its hard and soft limits, half a turn each way without limits."""
    if joint.type is JointType.CONTINUOUS:
        return -_UNBOUNDED, _UNBOUNDED
    limits = axis.limits
    lower = limits.lower if limits.lower is not None else -_UNBOUNDED
    upper = limits.upper if limits.upper is not None else _UNBOUNDED
    return (lower, upper) if lower <= upper else (upper, lower)


def sample(robot: Robot, count: int, seed: int = 0) -> dict[str, Array]:
    """Return random values of all independent joints, uniform within the narrower of their limits.

    Args:
        robot: The robot. A joint without limits moves half a turn, or pi metres, each way; planar, floating and ball
            joints get numbers between -1 and 1.
        count: The number of configurations.
        seed: The seed of the random numbers.

    Returns:
        For each joint an array (count, degrees of freedom) in radians and metres, as for :func:`forward_kinematics`.
    """
    generator = np.random.default_rng(seed)
    found: dict[str, Array] = {}
    for joint in robot.joints:
        freedom = degrees_of_freedom(joint)
        if not freedom or any(axis.coupling is not None for axis in joint.axes):
            continue
        if joint.type in SPLITS:
            found[joint.name] = generator.uniform(-1, 1, (count, freedom))
            continue
        ranges = np.array([axis_range(joint, axis) for axis in joint.axes])
        found[joint.name] = generator.uniform(ranges[:, 0], ranges[:, 1], (count, freedom))
    return found
