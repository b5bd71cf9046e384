"""The degrees of freedom of joints, and the joints of a configuration space vector, in order.

Angles are radians, lengths metres; the leading axis of arrays is the configuration.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .. import codes
from ..diagnostics import did_you_mean
from ..errors import UsageError
from ..model import Joint, JointType, Robot
from .formulas import Array
from .joint_values import undriven

SPLITS = {JointType.PLANAR: 3, JointType.FLOATING: 7, JointType.BALL: 4}
"""The number of values of joint types that is not their number of axes."""
_NAMED = 12
"""The number of joints that a message about a vector names."""


def degrees_of_freedom(joint: Joint) -> int:
    """Return the number of values of a joint.

    One for each axis; 3 for a planar joint: x, y and an angle; 4 for a ball joint: a quaternion (w, x, y, z); 7 for a
    floating one: x, y, z and a quaternion; none for a fixed one.
    """
    if joint.type in (JointType.FIXED, JointType.ON_OFF, None):
        return 0
    return SPLITS[joint.type] if joint.type in SPLITS else len(joint.axes)


def neutral(joint: Joint, count: int = 1) -> Array:
    """Return the neutral values of a joint: zeros, and 1 for the w of a quaternion; (count, freedom)."""
    freedom = degrees_of_freedom(joint)
    values = np.zeros((count, freedom))
    if joint.type in (JointType.FLOATING, JointType.BALL):
        values[:, freedom - 4] = 1.0
    return values


def cspace_joints(robot: Robot) -> tuple[Joint, ...]:
    """Return the joints of a configuration space vector, in order.

    They are those of ``robot.cspace`` (XRDF), if a document gives it. Otherwise they are all moving joints of the
    tree that are independent and driven (neither passive nor locked), in the order of their ``dof_index`` if each has
    one (OpenRAVE), or else in document order.

    Raises:
        UsageError: The configuration space names a joint that does not exist.
    """
    if robot.cspace is not None:
        names = [each.joint for each in robot.cspace.joints]
        for name in names:
            if name not in robot.joint_by_name:
                end = did_you_mean(name, robot.joint_by_name)
                raise UsageError(codes.USAGE, f"c-space: the robot has no joint '{name}'{end}")
        return tuple(robot.joint_by_name[name] for name in names)
    still = undriven(robot)
    found = [each for each in robot.joints if each.name not in still and _moves(each)]
    if all(each.dof_index is not None for each in found):
        found.sort(key=lambda each: each.dof_index or 0)
    return tuple(found)


def _moves(joint: Joint) -> bool:
    leads = not joint.axes or any(axis.coupling is None for axis in joint.axes)
    return degrees_of_freedom(joint) > 0 and leads


def by_joint(robot: Robot, vector: ArrayLike) -> dict[str, Array]:
    """Return the values of joints in a configuration space vector.

    Args:
        robot: The robot; :func:`cspace_joints` gives the order of its joints.
        vector: (d,) for one configuration or (n, d) for several, in radians and metres; d is the sum of the degrees of
            freedom of these joints, for most robots their number.

    Returns:
        For each of these joints an array (n, degrees of freedom), as for :func:`.forward.forward_kinematics`.

    Raises:
        UsageError: The vector has another length or shape; the message names the expected joints.
    """
    joints = cspace_joints(robot)
    ends = np.cumsum([degrees_of_freedom(joint) for joint in joints], dtype=np.int64)
    length = int(ends[-1]) if len(ends) else 0
    values = np.asarray(vector, dtype=np.float64)
    if values.ndim not in (1, 2) or values.shape[-1] != length:
        given = f"{values.size} values" if values.ndim == 1 else f"the shape {values.shape}"
        names = ", ".join(f"'{joint.name}'" for joint in joints[:_NAMED])
        more = ", ..." if len(joints) > _NAMED else ""
        message = f"the vector has {given}; expected {length}, for the joints {names}{more}"
        raise UsageError(codes.USAGE, message)
    parts = np.split(np.atleast_2d(values), ends[:-1], axis=1)
    return {joint.name: part for joint, part in zip(joints, parts, strict=bool(joints))}
