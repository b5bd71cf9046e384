"""Adapt a robot to what MJCF can store, and report properties that MuJoCo ignores or refuses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from robotfmt import edit
from robotfmt.compare.adaptation import Change, Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.model import Geometry, Heightmap, Link, Plane, Pose, Robot, World, compose
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name, renamed

from .codes import ACTUATOR, ASSUMED_BASE, ASSUMED_GAIN, ASSUMED_NAME, DOF_ORDER, FRAME, NO_BODY, RENAMED, TURNED_PLANE
from .reading.poses import of_direction
from .writing.actuators import POSITION, with_actuators
from .writing.plan import Plan
from .writing.refusals import report_refusals
from .writing.shapes import is_native

_BASE = 0.1
"""The thickness of the ground under heights that give none, in metres."""


def adapt(robot: Robot, context: Context) -> Robot:
    """Number equal names, attach frames to links, turn planes, and report properties that MuJoCo ignores."""
    steps: tuple[Step, ...] = (
        (edit.with_unique_names, RENAMED),
        (_with_named_materials, ASSUMED_NAME),
        (edit.on_links, FRAME),
        (_frames, FRAME),
        (partial(_with_each_shape, _turned), TURNED_PLANE),
        (partial(_with_each_shape, _grounded), ASSUMED_BASE),
        (_nested, DOF_ORDER),
    )
    robot = adapted(robot, steps, context.report)
    report_refusals(robot, context)
    kind = context.option("actuators")
    code = ASSUMED_GAIN if kind == POSITION else ACTUATOR
    return report_changes(robot, with_actuators(robot, kind), code, context.report)


def adapt_world(world: World, context: Context) -> World:
    """Leave out robots without links; report it."""
    steps: tuple[Change[World], ...] = ((_with_links, NO_BODY),)
    return adapted(world, steps, context.report)


def _with_links(world: World) -> World:
    kept = tuple(each for each in world.robots if each.robot.links)
    return world if kept == world.robots else replace(world, robots=kept)


def _with_named_materials(robot: Robot) -> Robot:
    """Name the material whose name is empty, as URDFs have it: in MJCF an empty name is none."""
    if all(each.name != "" for each in robot.materials):
        return robot
    name = free_name("material", robot.material_by_name)
    return renamed(robot, lambda kind, given: name if kind == "material" and not given else given)


def _nested(robot: Robot) -> Robot:
    """Put joints that have numbers in the order of their bodies, in which they are read: the numbers stay."""
    if all(each.dof_index is None for each in robot.joints):
        return robot
    return edit.in_order_of_links(robot, Plan(robot).order)


def _turned(geometry: Geometry) -> Geometry:
    """Turn a plane with a normal: in MJCF a plane is the xy plane of its geom."""
    shape = geometry.shape
    if not isinstance(shape, Plane) or shape.normal is None or not any(shape.normal):
        return geometry
    pose = compose(geometry.pose, Pose(None, of_direction(shape.normal)))
    return replace(geometry, shape=replace(shape, normal=None), pose=pose)


def _grounded(geometry: Geometry) -> Geometry:
    """Give the ground under heights the thickness that MuJoCo requires."""
    shape = geometry.shape
    if not isinstance(shape, Heightmap) or shape.base or not shape.size or not is_native(geometry):
        return geometry
    return replace(geometry, shape=replace(shape, base=_BASE))


def _with_each_shape(change: Callable[[Geometry], Geometry], robot: Robot) -> Robot:
    def changed(link: Link) -> Link:
        rows = tuple(map(change, link.visuals)), tuple(map(change, link.collisions))
        return link if rows == (link.visuals, link.collisions) else replace(link, visuals=rows[0], collisions=rows[1])

    links = tuple(map(changed, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def _frames(robot: Robot) -> Robot:
    """Attach frames on frames to the links below them."""
    if all(each.parent in robot.link_by_name for each in robot.frames):
        return robot
    places = edit.links_of_frames(robot)
    frames = tuple(
        replace(each, parent=places[each.name][0], pose=places[each.name][1]) if each.name in places else each
        for each in robot.frames
        if each.parent in robot.link_by_name or each.name in places
    )
    return replace(robot, frames=frames)
