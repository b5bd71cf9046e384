"""Adapt a robot to what COLLADA can store: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import PurePath

from robotfmt.adapting import (
    on_links,
    spell_out_pairs,
    with_axes,
    with_each_joint,
    with_manipulators,
    with_pairs_of_links,
    with_static_base,
    without_base,
    without_collision_materials,
)
from robotfmt.adapting.wordless import without_fields
from robotfmt.codes import SHAPE_AS_MESH, UNCHECKED_LINKS
from robotfmt.codes.conversion import ASSUMED_AXIS
from robotfmt.compare.adaptation import Change, Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.inertia.values import with_computed_values
from robotfmt.kinematics.tree import links_downward, roots
from robotfmt.model import Axis, Geometry, Grab, Joint, JointType, Limits, Material, Robot, World
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name
from robotfmt.spheres.shapes import with_spheres

from .adapting import devices, joints
from .adapting.drives import with_actuators, with_efforts, with_motors, without_efforts
from .adapting.meshes import Embedding, with_surfaces
from .adapting.rounding import placed_rounded, rounded
from .codes import (
    ACTUATOR,
    ASSUMED_END,
    ASSUMED_NAME,
    BASE,
    COMPUTED_INERTIA,
    EFFORT,
    FRAME,
    JOINT_TYPE,
    LOST_LIMIT,
    MANIPULATOR,
    MESH_COLORS,
    NO_MESH,
    NO_SHAPE,
    NO_WORDS,
    OPEN_LOOP,
    PAIR_WITHOUT_LINK,
    PARTIAL_INERTIA,
    RANGE,
    RENAMED,
    ROUNDED,
    SCENE_NAME,
    SENSOR_LINK,
    SPHERES,
    SPLIT_JOINT,
    TIED_ROOT,
    VALUE_ORDER,
)
from .parts.joint_order import with_value_indices
from .parts.joint_types import LIMITED, has_range
from .parts.masses import without_mass
from .words import WORDLESS


def adapt(robot: Robot, context: Context) -> Robot:
    """Add what COLLADA requires, and remove what it cannot store; report every change."""
    if robot.name is None:
        named = replace(robot, name=PurePath(context.output).stem)
        robot = report_changes(robot, named, ASSUMED_NAME, context.report)
    shown = context.option("spheres") == "collision"
    steps: tuple[Step, ...] = (
        *(((with_spheres, SPHERES),) if shown else ()),
        (partial(with_computed_values, context=context), COMPUTED_INERTIA),
        (partial(without_fields, wordless=WORDLESS), NO_WORDS),
        *_of_shapes(context),
        (on_links, FRAME),
        (joints.in_rows, SPLIT_JOINT),
        (joints.closed, OPEN_LOOP),
        (with_axes, ASSUMED_AXIS),
        (_tied, TIED_ROOT),
        (with_static_base, BASE),
        (without_base, NO_WORDS),
        (spell_out_pairs, UNCHECKED_LINKS),
        (with_pairs_of_links, PAIR_WITHOUT_LINK),
        (with_manipulators, MANIPULATOR),
        (_whole_inertia, PARTIAL_INERTIA),
        (joints.flagged, BASE),
        (joints.typed, JOINT_TYPE),
        (_ranges, RANGE),
        (joints.fixed, LOST_LIMIT),
        (joints.with_ends, ASSUMED_END),
        (joints.ranged, LOST_LIMIT),
        *_of_devices(),
        (partial(_grabs, context=context), NO_WORDS),
    )
    robot = with_each_joint(adapted(robot, steps, context.report), _with_axis_names)
    # Links in the order in which the nodes of a document are nested, so that reading and writing keep the ids.
    robot = links_downward(without_collision_materials(robot))
    return rounded(adapted(robot, ((with_value_indices, VALUE_ORDER),), context.report), context)


def _of_shapes(context: Context) -> tuple[Step, ...]:
    embedding = Embedding(context)
    return (
        (with_surfaces, NO_SHAPE),
        (embedding.readable, NO_MESH),
        (embedding.shaped, SHAPE_AS_MESH),
        (embedding.coloured, MESH_COLORS),
        (_plainly_coloured, NO_WORDS),
    )


def _of_devices() -> tuple[Step, ...]:
    return (
        (with_actuators, ACTUATOR),
        (devices.electric, ACTUATOR),
        (devices.with_actuators, NO_WORDS),
        (with_motors, ACTUATOR),
        (devices.with_actuators, NO_WORDS),
        (without_efforts, LOST_LIMIT),
        (with_efforts, EFFORT),
        (devices.uniquely_named, RENAMED),
        (devices.on_links, SENSOR_LINK),
        (devices.with_sensors, NO_WORDS),
    )


def adapt_world(world: World, context: Context) -> World:
    """Give each robot its name in the scene, leave out materials that no robot uses, and round places on request."""
    steps: tuple[Change[World], ...] = (
        (_named, SCENE_NAME),
        (_used, NO_WORDS),
        (partial(placed_rounded, context=context), ROUNDED),
    )
    return adapted(world, steps, context.report)


def _named(world: World) -> World:
    if all(each.robot.name == each.name for each in world.robots):
        return world
    return world.with_robots(
        each.robot if each.robot.name == each.name else replace(each.robot, name=each.name) for each in world.robots
    )


def _used(world: World) -> World:
    """Drop materials that no shape of several robots has: the library of the document is that of all."""
    if len(world.robots) < 2 or not any(each.robot.materials for each in world.robots):
        return world

    def used(robot: Robot) -> Robot:
        names = {each.material.name for link in robot.links for each in link.visuals if each.material is not None}
        materials = tuple(each for each in robot.materials if each.name in names)
        return robot if materials == robot.materials else replace(robot, materials=materials)

    return world.with_robots(used(each.robot) for each in world.robots)


def _plainly_coloured(robot: Robot) -> Robot:
    """Drop the colours of materials with an image, whose place the image takes, and opacities that are read as 1."""

    def plain(material: Material) -> Material:
        color = material.color
        # <diffuse> of COLLADA has either a colour or a texture. An opacity of 0 or above 1 would be read as 1, because
        # exporters that write it do not mean an invisible robot.
        if color is not None and material.texture is not None and material.texture.uri:
            color = None
        elif color is not None and not 0 < color[3] <= 1:
            color = (*color[:3], 1.0)
        return material if color == material.color else replace(material, color=color)

    def recolored(it: Geometry) -> Geometry:
        if it.material is None:
            return it
        whole = robot.resolved(it.material)
        made = plain(whole)
        return it if made is whole else replace(it, material=made)

    materials = tuple(map(plain, robot.materials))
    links = tuple(replace(each, visuals=tuple(map(recolored, each.visuals))) for each in robot.links)
    same = (materials, links) == (robot.materials, robot.links)
    return robot if same else replace(robot, materials=materials, links=links)


def _grabs(robot: Robot, context: Context) -> Robot:
    """Keep grabbed bodies of the scene, which are held at one of their links."""
    if not robot.grabs:
        return robot
    world = context.scene
    scene = {each.name: each.robot for each in world.robots} if world is not None else {robot.name or "": robot}
    kept = tuple(filter(None, (_grab(each, robot, scene) for each in robot.grabs)))
    return robot if kept == robot.grabs else replace(robot, grabs=kept)


def _grab(it: Grab, robot: Robot, scene: Mapping[str, Robot]) -> Grab | None:
    links, body = robot.link_by_name, scene.get(it.body)
    if it.link not in links or body is None or it.body_link not in body.link_by_name:
        return None
    return it if all(each in links for each in it.ignored_links) else replace(it, ignored_links=())


def _tied(robot: Robot) -> Robot:
    """Fix further root links to the first one: a scene binds only one."""
    first, *others = roots(robot) or [""]
    taken = {joint.name for joint in robot.joints}
    ties = [
        Joint(
            origin=robot.link_by_name[name].origin,
            name=free_name(f"{name}_joint", taken),
            type=JointType.FIXED,
            parent=first,
            child=name,
        )
        for name in others
    ]
    return replace(robot, joints=(*robot.joints, *ties)) if ties else robot


def _whole_inertia(robot: Robot) -> Robot:
    """Drop inertias with unknown entries: their principal moments cannot be computed."""
    links = tuple(map(without_mass, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def _ranges(robot: Robot) -> Robot:
    """Turn soft limits into hard ones where the joint has no hard limit of the same kind."""

    def change(joint: Joint) -> Joint:
        return replace(joint, axes=tuple(_with_ranges(axis, joint.type) for axis in joint.axes))

    return with_each_joint(robot, change)


def _with_ranges(axis: Axis, kind: JointType | None) -> Axis:
    soft = axis.soft
    if soft is None:
        return axis
    if kind is JointType.CONTINUOUS:
        soft = replace(soft, lower=None, upper=None)
    hard, soft = _promoted(axis.hard or Limits(origin=soft.origin), soft, kind in LIMITED)
    return replace(axis, hard=hard if hard != Limits() else None, soft=soft if soft != Limits() else None)


def _promoted(hard: Limits, soft: Limits, limited: bool) -> tuple[Limits, Limits]:
    """Turn soft limits without a hard limit of the same kind into hard ones."""
    if limited and not has_range(hard):
        hard = replace(hard, lower=soft.lower, upper=soft.upper)
        soft = replace(soft, lower=None, upper=None)
    if hard.velocity is None:
        hard, soft = replace(hard, velocity=soft.velocity), replace(soft, velocity=None)
    if hard.acceleration is None:
        hard, soft = replace(hard, acceleration=soft.acceleration), replace(soft, acceleration=None)
    if hard.jerk is None:
        hard, soft = replace(hard, jerk=soft.jerk), replace(soft, jerk=None)
    return hard, soft


def _with_axis_names(joint: Joint) -> Joint:
    """Keep the names of axes that are unique, by which documents refer to them."""
    names = [each.name for each in joint.axes if each.name]
    if len(set(names)) == len(names):
        return joint
    return replace(joint, axes=tuple(replace(each, name=None) for each in joint.axes))
