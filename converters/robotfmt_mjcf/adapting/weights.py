"""Masses as MuJoCo needs them: numbers, and some for every body that moves."""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.inertia import compute_inertia
from robotfmt.inertia.repair import LEAST_MASS, RADIUS, moving_groups
from robotfmt.model import Inertia, Inertial, Link, Robot
from robotfmt.model.record import replace

from ..writing.inertials import is_native
from ..writing.plan import Plan
from ..writing.written import layout_of


def computed(robot: Robot, context: Context) -> Robot:
    """Replace masses that simulators compute from collision shapes by their values."""
    asked = [each.name for each in robot.links if each.inertial is not None and each.inertial.computed]
    return _computed(robot, context, asked) if asked else robot


def completed(robot: Robot, context: Context) -> Robot:
    """Give links with a mass and without an inertia the inertia of their shapes."""
    lacking = {
        each.name: replace(each.inertial, inertia=None, computed=True)
        for each in robot.links
        if each.inertial is not None and (each.inertial.mass or 0.0) > 0 and not is_native(each.inertial)
    }
    if not lacking:
        return robot
    asked = tuple(replace(each, inertial=lacking.get(each.name, each.inertial)) for each in robot.links)
    made = _computed(_shown(replace(robot, links=asked), lacking), context, lacking)
    return _taken(robot, made, lacking)


def weightless(robot: Robot) -> Robot:
    """Drop inertias that MJCF has no words for: those of links without a mass."""
    links = tuple(
        each if each.inertial is None or is_native(each.inertial) else replace(each, inertial=None)
        for each in robot.links
    )
    return robot if all(a is b for a, b in zip(links, robot.links, strict=True)) else replace(robot, links=links)


def assumed(robot: Robot, context: Context) -> Robot:
    """Give bodies that move without a mass the mass of their shapes, as MuJoCo itself does, or a tiny one."""
    layout = layout_of(robot)
    if layout is not None and layout.inertia != "false":
        return robot  # MuJoCo computes the masses itself
    links, merged = robot.link_by_name, Plan(robot).merged
    groups = [
        [links[name] for name in group if name in links] for group in moving_groups(robot) if group[0] not in merged
    ]
    bare = {each.name: each for group in groups if not any(map(_weighs, group)) for each in group}
    if not bare:
        return robot
    shaped = {name: Inertial(computed=True) for name, each in bare.items() if each.geometries}
    asked = tuple(replace(each, inertial=shaped.get(each.name, each.inertial)) for each in robot.links)
    made = _taken(robot, _computed(_shown(replace(robot, links=asked), shaped), context, shaped), shaped)
    found = made.link_by_name
    tiny = {group[0].name for group in groups if group and not any(_weighs(found[each.name]) for each in group)}
    if not tiny:
        return made
    return replace(made, links=tuple(_tiny(each) if each.name in tiny else each for each in made.links))


def _weighs(link: Link) -> bool:
    return link.inertial is not None and is_native(link.inertial)


def _tiny(link: Link) -> Link:
    moment = 0.4 * LEAST_MASS * RADIUS**2
    inertia = Inertia(ixx=moment, iyy=moment, izz=moment, ixy=0.0, ixz=0.0, iyz=0.0)
    return replace(link, inertial=Inertial(mass=LEAST_MASS, inertia=inertia))


def _shown(robot: Robot, names: Collection[str]) -> Robot:
    """Return a robot in which visuals stand in for the collision shapes that links lack."""
    links = tuple(
        replace(each, collisions=each.visuals) if each.name in names and not each.collisions else each
        for each in robot.links
    )
    return replace(robot, links=links)


def _taken(robot: Robot, made: Robot, names: Collection[str]) -> Robot:
    """Return a robot with the inertias that were computed for some of its links."""
    found = made.link_by_name

    def with_inertia(link: Link) -> Link:
        inertial = found[link.name].inertial if link.name in names else None
        return replace(link, inertial=inertial) if inertial is not None and is_native(inertial) else link

    return replace(robot, links=tuple(map(with_inertia, robot.links)))


def _computed(robot: Robot, context: Context, names: Collection[str]) -> Robot:
    """Return a robot with computed inertias, as far as shapes have a volume."""
    made = compute_inertia(robot, context.having(report=Report()), list(names))
    found = made.link_by_name

    def plain(link: Link) -> Link:
        inertial = found[link.name].inertial if link.name in names else None
        if inertial is None or not is_native(inertial):
            return link
        return replace(link, inertial=replace(inertial, computed=None, density=None))

    return replace(robot, links=tuple(map(plain, robot.links)))
