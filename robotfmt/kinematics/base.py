"""How the base of a robot is connected to the world."""

from __future__ import annotations

from ..model import Base, Robot
from .tree import roots

WORLD = "world"
"""The name of a root link that is the world itself."""


def base_of(robot: Robot) -> Base | None:
    """Return how the first root link of a robot is connected to the world; None if no document gives it.

    A robot gives it directly, by being static, by a root link that is static or called ``world``, or by a virtual joint
    of its root link (SRDF).
    """
    if robot.base is not None:
        return robot.base
    if robot.simulation is not None and robot.simulation.static:
        return Base.FIXED
    static = {each.name for each in robot.links if each.static or each.name == WORLD}
    if not robot.virtual_joints and not static:
        return None
    # A document that only adds to a robot names its root link in a virtual joint.
    tops = roots(robot)[:1] if robot.links else [each.child_link for each in robot.virtual_joints]
    if not static.isdisjoint(tops):
        return Base.FIXED
    kinds = {each.value: each for each in Base}
    found = (kinds.get(each.type.strip().lower()) for each in robot.virtual_joints if each.child_link in tops)
    return next(found, None)
