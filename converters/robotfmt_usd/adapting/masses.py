"""Masses as engines read them: moments about principal axes, and no body without a mass."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.model import Inertia, Inertial, Link, Robot
from robotfmt.model.record import replace

from ..document.single import single
from ..parts.moments import as_principal, as_whole, is_possible, moments
from ..parts.places import is_static, places

LEAST_MASS, LEAST_MOMENT = 1e-6, 1e-9
"""The mass and the moments of a body without any: PhysX takes 1 kg for it, and MuJoCo refuses one that moves."""

_POINT = 1e-18
"""The moment of a kilogram up to which it is a point, in m^2: smaller ones are what computing left of zeros."""


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
    least_of_all = _POINT * (inertial.mass or 0.0)
    is_kept = any(abs(each) > least_of_all for row in rows for each in row) if rows is not None else is_computed
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


def principal(robot: Robot, context: Context) -> Robot:
    """Write each tensor as three moments about principal axes, in single precision; Newton's variant has all of it."""
    change = as_whole if context.option("physics") == "newton" else as_principal
    links = (
        replace(each, inertial=change(each.inertial)) if each.inertial is not None else each for each in robot.links
    )
    return replace(robot, links=tuple(links))
