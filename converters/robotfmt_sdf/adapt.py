"""Adapt a robot to what SDF supports: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from robotfmt import edit
from robotfmt.codes.conversion import ASSUMED_AXIS
from robotfmt.compare.adaptation import Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.model import (
    Axis,
    Geometry,
    Joint,
    JointType,
    LinearCoupling,
    Robot,
    linear,
)
from robotfmt.model.fields import fields_said
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name, unique_names

from .beyond import beyond
from .codes import (
    AMBIENT,
    ASSUMED_NAME,
    DEFAULT_INERTIA,
    FRAME_END,
    HELD,
    HUNG,
    KEPT,
    LUMPED,
    NOT_HELD,
    OPEN_LOOP,
    RENAMED,
    RENAMED_SENSOR,
    SPLIT_JOINT,
)
from .ends import loop_at_rest
from .forest import loose_name
from .kept import kept_of, kept_of_joint
from .lights import is_held
from .loose import kept_of_robot, loose_joints, stands_for_world, unwritten
from .migration import migrated
from .names import Names
from .poses import frames_of
from .rows import in_rows
from .sensors import with_sensors_as_written
from .shapes import is_said
from .versions import has_mimic


def adapt(robot: Robot, context: Context) -> Robot:
    """Add what SDF requires, and remove what it does not support; report every change."""
    if not robot.name:
        named = replace(robot, name=PurePath(context.output).stem)
        robot = report_changes(robot, named, ASSUMED_NAME, context.report)
    target = context.option("target")
    lumped = partial(edit.merge_fixed_joints, keep_frames=True)
    steps: tuple[Step, ...] = (
        *(((lumped, LUMPED),) if target == "gazebo" else ()),
        (edit.on_links, FRAME_END),
        (edit.without_vacuum, HELD),
        (partial(edit.with_axes, zero=True), ASSUMED_AXIS),
        (_hung, HUNG),
        (_standing, NOT_HELD),
        (_without_what_floats, NOT_HELD),
        (_shapes, NOT_HELD),
        (edit.without_contact_of_visuals, NOT_HELD),
        (_materials, NOT_HELD),
        (_lights, NOT_HELD),
        (_simulation, NOT_HELD),
        (_pitches, NOT_HELD),
        (_numbered, RENAMED_SENSOR),
        (with_sensors_as_written, NOT_HELD),
    )
    made = adapted(robot, steps, context.report)
    if context.option("plugins") == "gz":
        made = migrated(made, context.report)
    _tell(made, context)
    return edit.without_collision_materials(made)


def _hung(robot: Robot) -> Robot:
    """Attach every link except the first root to a joint: a floating one, as SDF reads it."""
    children = {joint.child for joint in robot.joints}
    roots = [link for link in robot.links if link.name not in children]
    if len(roots) < 2:
        return robot
    taken = {joint.name for joint in robot.all_joints}
    joints: list[Joint] = []
    for link in roots[1:]:
        name = free_name(loose_name(link.name), taken)
        taken.add(name)
        made = Joint(origin=link.origin, name=name, type=JointType.FLOATING, parent=roots[0].name, child=link.name)
        joints.append(made)
    return replace(robot, joints=(*robot.joints, *joints))


def _standing(robot: Robot) -> Robot:
    """Fix what floats in a static robot, as it is read: nothing moves in it."""
    if robot.simulation is None or not robot.simulation.static:
        return robot

    def change(joint: Joint) -> Joint:
        return replace(joint, type=JointType.FIXED, axes=()) if joint.type is JointType.FLOATING else joint

    return edit.with_each_joint(robot, change)


def _pitches(robot: Robot) -> Robot:
    """Keep the pitch of first axes: a joint has one."""

    def change(joint: Joint) -> Joint:
        rest = tuple(replace(each, pitch=None) for each in joint.axes[1:])
        return replace(joint, axes=(*joint.axes[:1], *rest))

    return edit.with_each_joint(robot, change)


def _numbered(robot: Robot) -> Robot:
    """Number sensors with one name at different places, unless an SDF has them: they are read by their places."""
    places: dict[str, set[tuple[str | None, str | None]]] = {}
    for each in robot.sensors:
        places.setdefault(each.name, set()).add((each.link, each.joint))
    is_unique = robot.layout("sdf") is not None or all(len(each) == 1 for each in places.values())
    return robot if is_unique else replace(robot, sensors=unique_names(robot.sensors))


def _couplings(robot: Robot) -> Robot:
    """Keep couplings of an axis to one other axis, by a factor and an offset."""

    def change(axis: Axis) -> Axis:
        plain = linear(axis.coupling) if axis.coupling is not None else None
        sound = axis.coupling is None or (plain is not None and plain.axis < 2)
        return axis if sound else replace(axis, coupling=None)

    return edit.with_each_joint(robot, lambda joint: replace(joint, axes=tuple(map(change, joint.axes))))


def _without_what_floats(robot: Robot) -> Robot:
    """Keep only the place of a joint that is not written; a loop that a floating joint closes is none."""
    loops = tuple(each for each in robot.loops if each.type is not JointType.FLOATING)
    robot = robot if loops == robot.loops else replace(robot, loops=loops)
    loose = {joint.name for joint in loose_joints(robot)}

    def change(joint: Joint) -> Joint:
        if joint.name not in loose:
            return joint
        return replace(joint, axes=(), simulation=None)

    return edit.with_each_joint(robot, change)


def _shapes(robot: Robot) -> Robot:
    """Drop shapes that SDF does not support."""

    def kept(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        return tuple(each for each in geometries if is_said(each.shape))

    links = tuple(replace(link, visuals=kept(link.visuals), collisions=kept(link.collisions)) for link in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


def _lights(robot: Robot) -> Robot:
    """Remove ambient lights from links."""
    links = tuple(replace(link, lights=tuple(filter(is_held, link.lights))) for link in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


def _materials(robot: Robot) -> Robot:
    """Move materials into the visuals that use them; unused ones are stored separately. What collides has no look."""
    links = tuple(
        replace(
            link,
            visuals=tuple(_resolved(each, robot) for each in link.visuals),
            collisions=tuple(replace(each, script=None) for each in link.collisions),
        )
        for link in robot.links
    )
    worn = {each.material.name for link in links for each in link.visuals if each.material is not None}
    spare = tuple(dict.fromkeys(each for each in robot.materials if each.name is not None and each.name not in worn))
    return replace(robot, links=links, materials=spare)


def _resolved(geometry: Geometry, robot: Robot) -> Geometry:
    if geometry.material is None:
        return geometry
    look = robot.resolved(geometry.material)
    return replace(geometry, material=look if any(fields_said(look)) else None)


def _simulation(robot: Robot) -> Robot:
    """Remove stops of joints without an axis, which have no limits."""

    def change(joint: Joint) -> Joint:
        simulation = joint.simulation
        if simulation is None or joint.axes:
            return joint
        kept = replace(simulation, stop_stiffness=None, stop_damping=None)
        return joint if kept == simulation else replace(joint, simulation=kept)

    return edit.with_each_joint(robot, change)


def with_sound_axes(robot: Robot) -> Robot:
    """Return the joints of a robot with the properties of axes that SDF requires, and without those that it lacks."""
    return _simulation(_couplings(edit.with_axes(robot, zero=True)))


# What stays, and is worth a word


def _tell(whole: Robot, context: Context) -> None:
    report = context.report
    robot = _tell_rows(whole, context)
    world = stands_for_world(robot)
    for (kind, name), leaf in Names(robot, unwritten(robot)).renamed():
        report.add(RENAMED, f"{kind} '{name}' was renamed '{leaf}' in the document", robot.origin)
    if robot.layout("sdf") is None:
        _tell_inertia(robot, world, context)
        _tell_ambient(robot, context)
    _tell_loops(whole, context)
    _tell_kept(whole, context)


def _tell_rows(robot: Robot, context: Context) -> Robot:
    """Return a robot with its joints in rows, as it is written; report each row."""
    written, rows = in_rows(robot, context.option("target"))
    for kind, joints in (("joint", robot.joints), ("loop", robot.loops)):
        for joint in joints:
            if joint.name in rows:
                of_type = f" ({joint.type.value})" if joint.type is not None else ""
                message = f"{kind} '{joint.name}'{of_type} was written as {rows[joint.name]['joints']} joints in a row"
                context.report.add(SPLIT_JOINT, message, joint.origin)
    return written


def _tell_loops(robot: Robot, context: Context) -> None:
    frames = frames_of(robot, Names(robot), None) if robot.loops else None
    for loop in robot.loops:
        if frames is not None and loop_at_rest(loop, frames) is not None:
            message = f"loop '{loop.name}' does not close with all joints at zero, where SDF has both of its ends"
            context.report.add(OPEN_LOOP, message, loop.origin)


def _tell_kept(robot: Robot, context: Context) -> None:
    parts = {
        "": [each.replace("_", " ") for each in kept_of_robot(robot)],
        "of joints ": [f"'{each.name}'" for each in robot.all_joints if _has_more(each, context.version)],
        "of links ": [f"'{each.name}'" for each in robot.links if kept_of(each)],
    }
    if any(parts.values()):
        names = "; ".join(f"{what}{_some(each)}" for what, each in parts.items() if each)
        message = (
            f"SDF {context.version} has no element for these properties; they are kept where only robotfmt reads "
            f"them: {names}"
        )
        context.report.add(KEPT, message, robot.origin)


def _some(names: list[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if names[8:] else "")


def _tell_inertia(robot: Robot, world: str | None, context: Context) -> None:
    for link in robot.links:
        if link.inertial is None and link.name != world:
            message = f"link '{link.name}' has no inertial; Gazebo assumes a mass of 1 kg"
            context.report.add(DEFAULT_INERTIA, message, link.origin)


def _tell_ambient(robot: Robot, context: Context) -> None:
    worn = (each.material for link in robot.links for each in link.visuals if each.material is not None)
    count = sum(each.color is not None and each.ambient is None for each in worn)
    if count:
        message = f"visuals of '{robot.name}' have their colour as the ambient one, too: {count} of them"
        context.report.add(AMBIENT, message, robot.origin)


def _has_more(joint: Joint, version: str) -> bool:
    coupled = any(isinstance(axis.coupling, LinearCoupling) for axis in joint.axes) and not has_mimic(version)
    return coupled or bool(kept_of_joint(joint)) or any(beyond(joint, axis) for axis in joint.axes)
