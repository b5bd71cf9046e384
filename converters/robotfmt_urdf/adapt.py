"""Adapt a robot to what URDF supports: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import PurePath

from robotfmt import adapting
from robotfmt.adapting.appearance import with_lights, without_ambient
from robotfmt.adapting.pairs import report_parted
from robotfmt.codes.conversion import ASSUMED_AXIS, ASSUMED_LIGHT, HELD_JOINT, NO_PLACE
from robotfmt.compare.adaptation import Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.gazebo.lights import named_lights, whole_lights
from robotfmt.model import (
    Axis,
    Dynamics,
    Geometry,
    Joint,
    JointType,
    Limits,
    Motion,
    Robot,
    SafetyController,
    linear,
)
from robotfmt.model.record import replace

from .adapting import by_version, drake, mujoco, plugins, shared_properties
from .adapting.materials import material_names, materials_once, report_moved, without_empty, without_undefined
from .adapting.shared_properties import alike, without_computed
from .codes import (
    ACTUATOR,
    ASSUMED_GAIN,
    ASSUMED_LIMIT,
    ASSUMED_NAME,
    ASSUMED_RANGE_END,
    COLOR_RANGE,
    CONTACT_NAME,
    DYNAMICS,
    FORMULA,
    FRAME,
    HELD,
    LIGHT,
    LOOP_LOST,
    NO_SHAPE,
    OFFSET_AXIS,
    SENSOR,
    SHAPE_NAME,
    SHAPES_DIFFER,
    SOFT_LIMIT,
    SPLIT_JOINT,
    TOOL,
    UNLIMITED,
    UNWRITTEN_MATERIAL,
)
from .document.versions import DERIVATIVES, has, is_written, requires_limits
from .parts import loops
from .parts.transmissions import with_transmissions
from .words import SOFT_LIMITS, has_words

# URDF demands velocity and effort of every limited joint, and both ends of its range. These are assumed where a source
# gives none, and reported: in rad/s or m/s, N m or N, and rad or m.
ASSUMED_VELOCITY = 10.0
ASSUMED_EFFORT = 1000.0
ASSUMED_RANGE = 100.0
FARTHEST = 1000.0
"""How far the bound in rad is that a joint gets which is limited on one side only."""
_LIMITED = (JointType.REVOLUTE, JointType.PRISMATIC)
_STILL = (JointType.FIXED, JointType.FLOATING)
_SPLIT = (JointType.BALL, JointType.UNIVERSAL, JointType.CYLINDRICAL, JointType.COMPOUND, JointType.SCREW)

_LIGHTS = ((without_ambient, NO_PLACE), (named_lights, LIGHT), (whole_lights, ASSUMED_LIGHT))
"""The steps about the lights of a link: Gazebo has ambient light in the scene."""


def adapt(robot: Robot, context: Context) -> Robot:
    """Add what URDF requires, and remove what it does not support; report every change."""
    if robot.name is None:
        named = replace(robot, name=PurePath(context.output).stem)
        robot = report_changes(robot, named, ASSUMED_NAME, context.report)
    made = adapted(robot, _steps(robot, context), context.report)
    report_parted(robot, made, context.report)
    robot = by_version.with_rotations(made, context.version)
    robot = without_undefined(adapting.without_collision_materials(materials_once(without_computed(robot))))
    named = material_names(robot)
    report_moved(robot, named, context.report)
    return _for_programs(named, context)


def _steps(robot: Robot, context: Context) -> tuple[Step, ...]:
    """Return the steps, each with the code that reports its changes."""
    return (
        (adapting.with_tool_links, TOOL),
        (adapting.on_links, FRAME),
        (lambda robot: loops.adapt(robot, context.option("loops")), LOOP_LOST),
        (_shapes, NO_SHAPE),
        *by_version.steps(robot, context),
        (adapting.without_vacuum, HELD),
        (adapting.lock_constants, HELD_JOINT),
        (partial(adapting.in_rows, axes_of=_axes_of), SPLIT_JOINT),
        (adapting.with_axes, ASSUMED_AXIS),
        (adapting.with_frames_at_children, OFFSET_AXIS),
        (_two_sided, ASSUMED_RANGE_END),
        (_unlimited, UNLIMITED),
        (_formulas, FORMULA),
        (_soft_limits, SOFT_LIMIT),
        (_gains, ASSUMED_GAIN),
        (partial(_hard_limits, version=context.version), ASSUMED_LIMIT),
        (_dynamics, DYNAMICS),
        (adapting.without_pitch, NO_PLACE),
        (partial(_still, version=context.version), NO_PLACE),
        (with_transmissions, ACTUATOR),
        (_controllers, NO_PLACE),
        (_sensors, SENSOR),
        (shared_properties.with_reached_shapes, SHAPE_NAME),
        (shared_properties.with_contacts, CONTACT_NAME),
        *((partial(with_lights, change=change), code) for change, code in _LIGHTS),
        (alike, SHAPES_DIFFER),
        (adapting.clamped_colors, COLOR_RANGE),
        (without_empty, UNWRITTEN_MATERIAL),
    )


def _for_programs(robot: Robot, context: Context) -> Robot:
    """Write what other formats have for Gazebo, Drake and MuJoCo where these programs read it in a URDF."""
    for step in (
        plugins.with_content,
        drake.with_drake,
        drake.with_filters,
        mujoco.with_options,
        mujoco.adapt,
    ):
        robot = step(robot, context)
    return robot


def _shapes(robot: Robot) -> Robot:
    """Drop shapes that URDF does not support and that cannot be written as a mesh.

    One without a shape stays if a URDF has it, for what is in its place there. urdfdom drops all shapes of its link.
    """
    is_of_urdf = robot.layout("urdf") is not None

    def kept(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        return tuple(each for each in geometries if (is_of_urdf if each.shape is None else has_words(each.shape)))

    links = tuple(replace(link, visuals=kept(link.visuals), collisions=kept(link.collisions)) for link in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


def _axes_of(joint: Joint) -> tuple[Axis, ...]:
    """Return the axes to split a joint into; an empty tuple if it can stay one joint."""
    if joint.type is JointType.BALL:
        return adapting.ball_axes(joint)
    if joint.type is JointType.SCREW and len(joint.axes) == 1:
        return adapting.screw_axes(joint)
    return joint.axes if joint.type in _SPLIT or len(joint.axes) > 1 else ()


def _two_sided(robot: Robot) -> Robot:
    """Give revolute joints that are limited on one side a bound on the other, which URDF requires."""

    def change(joint: Joint, axis: Axis) -> Axis:
        hard = axis.hard
        if joint.type is not JointType.REVOLUTE or hard is None or (hard.lower is None) == (hard.upper is None):
            return axis
        lower = _or(hard.lower, min(-FARTHEST, (hard.upper or 0.0) - FARTHEST))
        return replace(axis, hard=replace(hard, lower=lower, upper=_or(hard.upper, max(FARTHEST, lower + FARTHEST))))

    return _with_axes(robot, change)


def _unlimited(robot: Robot) -> Robot:
    """Make revolute joints without limits continuous."""

    def change(joint: Joint) -> Joint:
        limits = joint.axes[0].hard if joint.axes else None
        limited = limits is not None and limits.lower is not None and limits.upper is not None
        if joint.type is not JointType.REVOLUTE or limited:
            return joint
        return replace(joint, type=JointType.CONTINUOUS)

    return _with_joints(robot, change)


def _formulas(robot: Robot) -> Robot:
    """Keep couplings to one other joint, by a factor and an offset."""

    def change(joint: Joint, axis: Axis) -> Axis:
        coupling = axis.coupling
        plain = linear(coupling) if coupling is not None else None
        return axis if coupling is None or (plain is not None and not plain.axis) else replace(axis, coupling=None)

    return _with_axes(robot, change)


def _soft_limits(robot: Robot) -> Robot:
    """Drop soft limits other than those of position."""

    def change(joint: Joint, axis: Axis) -> Axis:
        return replace(axis, soft=SOFT_LIMITS.supported(axis.soft)) if axis.soft is not None else axis

    return _with_axes(robot, change)


def _gains(robot: Robot) -> Robot:
    """Add the velocity gain that a <safety_controller> with soft limits must have."""

    def change(joint: Joint, axis: Axis) -> Axis:
        safety = axis.safety
        if safety is None and axis.soft is not None:
            safety = SafetyController(origin=axis.soft.origin)
        if safety is None or safety.k_velocity is not None:
            return axis
        return replace(axis, safety=replace(safety, k_velocity=0.0))

    return _with_axes(robot, change)


def _hard_limits(robot: Robot, version: str) -> Robot:
    """Complete hard limits: a range needs both ends; below 1.2, every <limit> needs velocity and effort."""

    def change(joint: Joint, axis: Axis) -> Axis:
        limits = axis.hard
        if joint.type not in _LIMITED and not is_written(limits, version):
            return axis
        limits = limits or Limits(origin=joint.origin)
        if requires_limits(version):
            velocity, effort = _or(limits.velocity, ASSUMED_VELOCITY), _or(limits.effort, ASSUMED_EFFORT)
            limits = replace(limits, velocity=velocity, effort=effort)
        if joint.type is JointType.PRISMATIC:
            lower, upper = _or(limits.lower, -ASSUMED_RANGE), _or(limits.upper, ASSUMED_RANGE)
            limits = replace(limits, lower=lower, upper=upper)
        return replace(axis, hard=limits)

    return _with_axes(robot, change, loops=False)


def _still(robot: Robot, version: str) -> Robot:
    """Drop limits of joints that do not move, where the version has none of them: no axis would be read."""
    gone = {name: None for name in DERIVATIVES if not has(version, name)}

    def change(joint: Joint, axis: Axis) -> Axis:
        if axis.hard is None or joint.type not in _STILL or not gone:
            return axis
        rest = replace(axis, hard=None, motion=Motion.TURN)
        return axis if replace(axis.hard, **gone) != Limits() or rest != Axis() else replace(axis, hard=None)

    return _with_axes(robot, change)


def _dynamics(robot: Robot) -> Robot:
    """Drop what neither <dynamics> nor a <gazebo> block has: the rotor's inertia, and springs that move nothing."""

    def change(joint: Joint, axis: Axis) -> Axis:
        dynamics = axis.dynamics
        if dynamics is None:
            return axis
        springs = {"spring_stiffness": None, "spring_reference": None} if joint.type in _STILL else {}
        kept = replace(dynamics, armature=None, **springs)
        return replace(axis, dynamics=kept if kept != Dynamics() else None)

    return _with_axes(robot, change)


def _controllers(robot: Robot) -> Robot:
    """Drop properties of controllers' transmissions that ros2_control does not have."""
    if not robot.controllers:
        return robot
    from .parts.control import supported_controller

    controllers = tuple(map(supported_controller, robot.controllers))
    return robot if controllers == robot.controllers else replace(robot, controllers=controllers)


def _sensors(robot: Robot) -> Robot:
    """Drop properties of sensors that neither Gazebo nor urdfdom supports."""
    if not robot.sensors:
        return robot
    from .parts.sensors import with_supported_sensors

    return with_supported_sensors(robot)


def _or(value: float | None, default: float) -> float:
    return default if value is None else value


def _with_joints(robot: Robot, change: Callable[[Joint], Joint]) -> Robot:
    joints = tuple(map(change, robot.joints))
    return robot if joints == robot.joints else replace(robot, joints=joints)


def _with_axes(robot: Robot, change: Callable[[Joint, Axis], Axis], loops: bool = True) -> Robot:
    def change_axes(joint: Joint) -> Joint:
        return replace(joint, axes=tuple(change(joint, axis) for axis in joint.axes))

    closing = tuple(map(change_axes, robot.loops)) if loops else robot.loops
    robot = robot if closing == robot.loops else replace(robot, loops=closing)
    return _with_joints(robot, change_axes)
