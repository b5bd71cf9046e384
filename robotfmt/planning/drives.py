"""The stiffness of drives that hold a robot in a position, from what its joints carry."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..kinematics.loads import Load, largest_loads
from ..kinematics.support import largest_supports
from ..model import Joint, Motion, Robot

SAG = {Motion.TURN: 0.02, Motion.SLIDE: 0.002}
"""The largest displacement by gravity, in radians or metres."""
SLOWEST = 20.0
"""The lowest natural frequency of a drive with all that its joint carries, in rad/s: joints that gravity does not load
are stiff too.
"""
GIVE = 0.04
"""The displacement of a leg in radians by an even share of the weight in any direction. Drives of a tenth of that
stiffness give way by 0.1 rad, and with those of twice as much feet chatter on the floor at MuJoCo's time step, 2 ms.
"""
UNKNOWN = 100.0
"""The stiffness of a joint that carries no mass, in N m/rad or N/m."""


def stiffnesses(robot: Robot, joints: Iterable[Joint]) -> dict[str, float]:
    """Return the stiffness of a drive for each of some joints.

    Gravity displaces it by at most :data:`SAG`, and with all that it carries it is no slower than :data:`SLOWEST`. An
    even share of the weight of a floating robot, on a foot and in any direction, displaces the joints of a leg by at
    most :data:`GIVE`, at the distance that the foot has from the axis in the states of the robot.

    Args:
        robot: The robot; gravity is along -z of its world.
        joints: Joints with one axis.

    Returns:
        N m/rad or N/m, rounded up to two digits; :data:`UNKNOWN` for joints that carry no mass.
    """
    joints = list(joints)
    loads, legs = largest_loads(robot, joints), largest_supports(robot, joints)
    none = Load(0.0, 0.0)
    return {each.name: _stiffness(each, loads.get(each.name, none), legs.get(each.name, 0.0)) for each in joints}


def _stiffness(joint: Joint, load: Load, support: float) -> float:
    sag = SAG[joint.axes[0].motion]
    give = GIVE * sag / SAG[Motion.TURN]
    needed = max(load.gravity / sag, support / give, load.inertia * SLOWEST**2)
    if not 0 < needed < math.inf:
        return UNKNOWN
    step = 10.0 ** (math.floor(math.log10(needed)) - 1)
    return float(f"{math.ceil(needed / step * (1 - 1e-12)) * step:.9g}")
