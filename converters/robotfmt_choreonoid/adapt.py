"""Adapt a robot to what a body can store: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from robotfmt import adapting, edit
from robotfmt.adapting.grouping import with_states_combined
from robotfmt.codes import NO_PLACE
from robotfmt.codes.conversion import ASSUMED_AXIS, ASSUMED_BASE, JOINED_PAIR
from robotfmt.compare.adaptation import Step, adapted
from robotfmt.context import Context
from robotfmt.documents.yaml.compose import unplaced
from robotfmt.kinematics.tree import base_of, joints_above, roots
from robotfmt.model import Axis, Base, Geometry, Joint, JointType, Link, Robot, Sensor, VirtualJoint, compose
from robotfmt.model.record import replace
from robotfmt.words.mappings import given

from .adapting import joints as adapt_joints
from .codes import (
    APPEARANCE,
    ASSUMED_NAME,
    BASE,
    FRAME,
    GROUP,
    HELD,
    JOINT_TYPE,
    LIGHT,
    LIMIT,
    LOOP,
    MASS,
    OFFSET_AXIS,
    ORDER,
    PAIR,
    SENSOR,
    SHAPE,
    SPLIT_JOINT,
    START,
    STATE,
    VIRTUAL_JOINT,
)
from .parts import appearance, groups, pairs, states
from .parts.links import WORLD
from .parts.masses import supported_mass
from .parts.sensors import supported_sensor
from .parts.shapes import is_supported, supported_geometry
from .words import LIGHTS
from .writer import document

_SPLIT = (JointType.BALL, JointType.UNIVERSAL, JointType.CYLINDRICAL, JointType.COMPOUND, JointType.SCREW)
_FREE_OR_FIXED = (Base.FLOATING.value, Base.FIXED.value)


def adapt(robot: Robot, context: Context) -> Robot:
    """Remove what a body does not support, and give other joints a form that it has; report every change."""
    steps: tuple[Step, ...] = (
        (lambda robot: _named(robot, context.output), ASSUMED_NAME),
        (adapting.on_links, FRAME),
        (_planar, BASE),
        (_shapes, SHAPE),
        (adapting.without_vacuum, HELD),
        (partial(adapting.in_rows, axes_of=_axes_of), SPLIT_JOINT),
        (adapting.with_axes, ASSUMED_AXIS),
        (adapting.with_frames_at_children, OFFSET_AXIS),
        (adapt_joints.types, JOINT_TYPE),
        (adapt_joints.loops, LOOP),
        (adapting.without_pitch, NO_PLACE),
        (adapt_joints.limits, LIMIT),
        (adapt_joints.ordered, ORDER),
        (adapt_joints.indices, ORDER),
        (adapt_joints.dynamics, LIMIT),
        (adapt_joints.positions, START),
        (partial(adapting.assume_base, base=Base.FIXED), ASSUMED_BASE),
        (_based, VIRTUAL_JOINT),
        (groups.with_supported_groups, GROUP),
        (with_states_combined, STATE),
        (states.with_supported_states, STATE),
        (pairs.with_neighbours, JOINED_PAIR),
        (pairs.with_supported_pairs, PAIR),
        (_masses, MASS),
        (_appearance, APPEARANCE),
        (_lights, LIGHT),
        (_sensors, SENSOR),
        (lambda robot: _placed(robot, context.version), NO_PLACE),
    )
    since = len(context.report.diagnostics)
    made = adapted(robot, steps, context.report)
    adapting.hint_base(robot, context.report, since)
    return made


def _named(robot: Robot, output: str) -> Robot:
    return robot if robot.name else replace(robot, name=PurePath(output).stem)


def _with_links(robot: Robot, links: tuple[Link, ...]) -> Robot:
    return robot if links == robot.links else replace(robot, links=links)


def _shapes(robot: Robot) -> Robot:
    """Drop shapes that a body does not have."""

    def kept(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        return tuple(supported_geometry(each) for each in geometries if is_supported(each.shape))

    return _with_links(
        robot,
        tuple(replace(link, visuals=kept(link.visuals), collisions=kept(link.collisions)) for link in robot.links),
    )


def _axes_of(joint: Joint) -> tuple[Axis, ...]:
    """Return the axes to split a joint into; none if it can stay."""
    if joint.type is JointType.BALL:
        return adapting.ball_axes(joint)
    if joint.type is JointType.PLANAR:
        return adapting.planar_axes(joint)
    if joint.type is JointType.SCREW and len(joint.axes) == 1:
        return adapting.screw_axes(joint)
    return joint.axes if joint.type in _SPLIT or len(joint.axes) > 1 else ()


def _planar(robot: Robot) -> Robot:
    """Give a base that moves in a plane joints from a link ``world``."""
    if base_of(robot) is not Base.PLANAR:
        return robot
    return replace(edit.with_base(robot, "planar", as_joints=True), base=None, virtual_joints=())


def _based(robot: Robot) -> Robot:
    """Keep how the root is connected to the world, and a joint for it if that has a name."""
    if not robot.links:
        return robot
    base = Base.FLOATING if base_of(robot) is Base.FLOATING else Base.FIXED
    tops = roots(robot)
    found: dict[str, VirtualJoint] = {}
    for each in robot.virtual_joints:
        link = each.child_link
        is_kept = each.name != link and each.type == base.value if [link] == tops[:1] else each.type in _FREE_OR_FIXED
        if link in tops and is_kept:
            found.setdefault(link, replace(each, parent_frame=WORLD))
    joints = tuple(found.values())
    same = (base, joints) == (robot.base, robot.virtual_joints)
    return robot if same else replace(robot, base=base, virtual_joints=joints)


def _masses(robot: Robot) -> Robot:
    """Complete masses: where a body gives none, Choreonoid assumes 1 kg."""
    links = (replace(link, inertial=supported_mass(link.inertial)) for link in robot.links)
    return _with_links(robot, tuple(links))


def _appearance(robot: Robot) -> Robot:
    """Give each shape its own material: a body has no names of materials."""

    def with_supported(geometry: Geometry) -> Geometry:
        if geometry.material is None:
            return geometry
        material = appearance.supported_material(robot.resolved(geometry.material))
        return replace(geometry, material=given(material))

    links = tuple(replace(link, visuals=tuple(map(with_supported, link.visuals))) for link in robot.links)
    if links == robot.links and not robot.materials:
        return robot
    return replace(robot, links=links, materials=())


def _lights(robot: Robot) -> Robot:
    """Drop lights of types that a body does not have, and values of lights that it cannot store."""

    def kept(link: Link) -> Link:
        found = tuple(LIGHTS[each.type].supported(each) for each in link.lights if each.type in LIGHTS)
        return replace(link, lights=found)

    return _with_links(robot, tuple(map(kept, robot.links)))


def _sensors(robot: Robot) -> Robot:
    """Drop sensors of types that a body does not have, and values of sensors that it cannot store."""
    if not robot.sensors:
        return robot
    places, above = adapting.links_of_frames(robot), joints_above(robot)

    def on_link(sensor: Sensor) -> Sensor:
        if sensor.link not in places:
            return sensor
        link, pose = places[sensor.link]
        return replace(sensor, link=link, pose=compose(pose, sensor.pose))

    found = (supported_sensor(on_link(each), robot, above) for each in robot.sensors)
    return replace(robot, sensors=tuple(each for each in found if each is not None))


def _placed(robot: Robot, version: str) -> Robot:
    """Drop content of a part of the document that no longer exists."""
    if not any(each.format == "choreonoid" for each in robot.extensions):
        return robot
    made = document(robot, version)
    lost = {id(made.sources[id(each)]) for each in unplaced(made.tree, made.robot, format="choreonoid")}
    if not lost:
        return robot
    return replace(robot, extensions=tuple(each for each in robot.extensions if id(each) not in lost))
