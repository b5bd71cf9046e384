"""Masses as engines read them: moments about principal axes, and no body without a mass."""

from __future__ import annotations

import numpy as np

from robotfmt.context import Context
from robotfmt.model import Inertia, Inertial, Link, Matrix3, Pose, Robot
from robotfmt.model.pose import Quaternion
from robotfmt.model.record import replace

from ..document.single import single, single_quaternion, single_vector
from ..parts.links_written import is_possible, moments
from ..parts.places import is_static, places

LEAST_MASS, LEAST_MOMENT = 1e-6, 1e-9
"""The mass and the moments of a body without any: PhysX takes 1 kg for it, and MuJoCo refuses one that moves."""
_NOTHING = 1e-12
"""The share of the largest moment below which another one is rounding."""
_IDENTITY = Quaternion(1.0, 0.0, 0.0, 0.0)


def weighed(robot: Robot) -> Robot:
    """Give bodies without a mass the least one, and moments to those without any: 0 means to compute them."""
    if is_static(robot):
        return robot
    still = places(robot)
    return replace(robot, links=tuple(each if each.name in still else _weighed(each) for each in robot.links))


def bare(robot: Robot) -> Robot:
    """Drop what links without a body have no words for: zeros of a mass, and how forces act on them."""
    still = places(robot)

    def change(link: Link) -> Link:
        if link.name not in still or (link.inertial, link.simulation) == (None, None):
            return link
        return replace(link, inertial=None, simulation=None)

    return replace(robot, links=tuple(map(change, robot.links)))


def _weighed(link: Link) -> Link:
    inertial = link.inertial
    least = Inertia(ixx=LEAST_MOMENT, iyy=LEAST_MOMENT, izz=LEAST_MOMENT, ixy=0.0, ixz=0.0, iyz=0.0)
    is_computed = inertial is not None and bool(inertial.computed and link.collisions)
    if inertial is None or not (single(inertial.mass or 0.0) or is_computed):
        return replace(link, inertial=Inertial(origin=link.origin, mass=LEAST_MASS, inertia=least))
    rows = inertial.inertia.rows if inertial.inertia is not None else None
    if rows is None and not is_computed and link.collisions:
        # Engines compute moments that are not written, from the colliders.
        return replace(link, inertial=replace(inertial, inertia=None, computed=True))
    is_kept = any(any(row) for row in rows) if rows is not None else is_computed
    return link if is_kept else replace(link, inertial=replace(inertial, inertia=least, computed=None))


def balanced(robot: Robot, context: Context) -> Robot:
    """Give bodies moments that MuJoCo accepts, where its variant is the one that is selected: their mean."""
    if context.option("physics") != "mujoco":
        return robot
    return replace(robot, links=tuple(map(_balanced, robot.links)))


def _balanced(link: Link) -> Link:
    found = moments(link.inertial)
    if link.inertial is None or found is None or is_possible(found):
        return link
    mean = single(sum(found) / 3)
    tensor = Inertia(origin=link.inertial.origin, ixx=mean, iyy=mean, izz=mean, ixy=0.0, ixz=0.0, iyz=0.0)
    return replace(link, inertial=replace(link.inertial, inertia=tensor))


def principal(robot: Robot) -> Robot:
    """Write each tensor as three moments about principal axes, in single precision."""
    return replace(robot, links=tuple(_principal(each) for each in robot.links))


def _principal(link: Link) -> Link:
    inertial = link.inertial
    if inertial is None:
        return link
    rows = inertial.link_inertia
    pose = inertial.pose
    at = single_vector(pose.xyz) if pose is not None else None
    mass = single(inertial.mass) if inertial.mass is not None else None
    if rows is None:
        made = replace(inertial, mass=mass, pose=Pose(at) if at is not None else None, inertia=None)
    else:
        moments, turn = _axes(rows)
        x, y, z = moments
        tensor = Inertia(origin=inertial.origin, ixx=x, iyy=y, izz=z, ixy=0.0, ixz=0.0, iyz=0.0)
        made = replace(inertial, mass=mass, pose=Pose(at, turn), inertia=tensor)
    return replace(link, inertial=made)


def _axes(rows: Matrix3) -> tuple[tuple[float, float, float], Quaternion]:
    """Return the moments of a tensor with the rotation of their axes; a diagonal tensor keeps the axes of the link."""
    tensor = np.array(rows, dtype=np.float64)
    off = np.abs(tensor - np.diag(np.diag(tensor))).max()
    if off <= 1e-9 * np.abs(tensor).max():
        x, y, z = np.diag(tensor).tolist()
        return single_vector((x, y, z)), _IDENTITY
    moments, axes = np.linalg.eigh(tensor)
    if np.linalg.det(axes) < 0:
        axes[:, 2] = -axes[:, 2]
    turn = single_quaternion(tuple(tuple(row) for row in axes.tolist()))  # type: ignore[arg-type]
    moments[np.abs(moments) < _NOTHING * np.abs(moments).max()] = 0.0
    x, y, z = moments.tolist()
    return single_vector((x, y, z)), turn
