"""Find what makes a simulation in MuJoCo go wrong: long time steps, drives that are too stiff or ring, controls beyond
the joint, joints without a drive, and bodies in the floor.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from robotfmt.kinematics.loads import largest_loads
from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import Joint, JointType, Motion, Robot, compose
from robotfmt.model.record import replace
from robotfmt.validation.extents import of_shape

from ..codes import CONTROL_BEYOND, IN_FLOOR, RINGING, STIFF, TIMESTEP, UNDRIVEN
from ..document.classes import ACTUATORS, MAIN, kind_of
from ..document.model import Model
from ..document.views import ClassedElement, numbers_of
from ..parts.geoms import touches
from ..parts.robots import RobotReader

_STEP, _LONGEST = 0.002, 0.02
"""MuJoCo's usual time step, and one at which contacts and drives are hardly stable, in s."""
_FASTEST = 1.0
"""The largest change of phase in a time step, in rad; from 2 on an oscillation grows."""
_LEAST_DAMPING = 0.01
"""The damping ratio below which a drive rings: 30 swings to a tenth."""
_SLACK = 0.01
"""The share of a joint's range by which controls may exceed it."""
_DEPTH = 0.01
"""The depth in metres in the floor up to which a robot stands on it."""
_FEW = 3
"""The number of joints without a drive, of a robot that drives most, up to which they were probably forgotten."""
_UNITS = {Motion.TURN: ("N m/rad", "kg m^2"), Motion.SLIDE: ("N/m", "kg")}
_SCALAR = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)


class _Drive(NamedTuple):
    """A drive that holds a position."""

    view: ClassedElement
    joint: Joint
    stiffness: float
    """N m/rad or N/m at the joint."""
    damping: float | None
    """N m s/rad or N s/m at the joint, with that of the joint; None if MuJoCo computes it."""
    gear: float

    @property
    def name(self) -> str:
        """Its own name, or that of its joint."""
        return self.view.peek("name") or self.joint.name


def check_simulation(robots: Iterable[Robot], model: Model, reader: RobotReader) -> None:
    """Report settings, drives and places with which a simulation goes wrong."""
    robots = list(robots)
    step = _time_step(model)
    drives = [
        ClassedElement(item, model, kind_of("actuator", item.tag), MAIN)
        for section in model.sections("actuator")
        for item in section.children
        if item.tag in ACTUATORS
    ]
    for robot in robots:
        holding = [it for it in (_drive(view, robot) for view in drives) if it is not None]
        _controls(holding)
        _gains(robot, holding, step)
    if drives and not reader.expansion.models:
        _undriven(robots, model, reader)
    if not model.sections("keyframe"):
        _in_floor(robots, reader)


def _time_step(model: Model) -> float:
    """Return the time step in s; report a long one."""
    step = _STEP
    for section in model.sections("option"):
        given = numbers_of(section.element.peek("timestep") or "")
        if given:
            step = given[0]
            if step > _LONGEST:
                message = f"the time step is {step:g} s; expected at most {_LONGEST:g} s"
                section.element.report(TIMESTEP, message, "timestep")
    return step


# Drives


def _drive(view: ClassedElement, robot: Robot) -> _Drive | None:
    """Return a drive that holds a position of a joint of the robot; None for another one."""
    joint = robot.joint_by_name.get(view.peek("joint") or "")
    gear = (numbers_of(view.peek("gear") or "1") or (1.0,))[0]
    if joint is None or len(joint.axes) != 1 or not gear:
        return None
    gains = _gains_of(view)
    if gains is None or not gains[0] > 0:
        return None
    dynamics = joint.axes[0].dynamics
    own = (dynamics.damping if dynamics is not None else None) or 0.0
    damping = None if view.has("dampratio") else own + gains[1] * gear**2
    return _Drive(view, joint, gains[0] * gear**2, damping, gear)


def _gains_of(view: ClassedElement) -> tuple[float, float] | None:
    """Return the gains for position and velocity; None if they are not those of a position drive."""
    if view.tag == "position":
        return _first(view, "kp", 1.0), _first(view, "kv", 0.0)
    if view.tag == "general" and view.peek("biastype") == "affine":
        _, position, velocity = (*(numbers_of(view.peek("biasprm") or "") or ()), 0.0, 0.0, 0.0)[:3]
        return -position, -velocity
    return None


def _first(view: ClassedElement, name: str, default: float) -> float:
    return (numbers_of(view.peek(name) or "") or (default,))[0]


def _controls(drives: Iterable[_Drive]) -> None:
    """Report drives whose controls are beyond the range of their joint."""
    for each in drives:
        hard, control = each.joint.axes[0].hard, numbers_of(each.view.peek("ctrlrange") or "")
        lower, upper = (hard.lower, hard.upper) if hard is not None else (None, None)
        holder = each.view.holder("ctrlrange")
        if holder is None or control is None or len(control) != 2 or lower is None or upper is None or each.gear != 1:
            continue
        slack = _SLACK * (upper - lower)
        if each.view.peek("ctrllimited") != "false" and (control[0] < lower - slack or control[1] > upper + slack):
            shown = f"controls from {control[0]:g} to {control[1]:g}"
            message = f"drive '{each.name}' takes {shown}, beyond the range {lower:.4g} to {upper:.4g} of its joint"
            holder.report(CONTROL_BEYOND, message, "ctrlrange")


def _gains(robot: Robot, drives: list[_Drive], step: float) -> None:
    """Report drives that are too stiff for the time step, or that swing without end."""
    loads = largest_loads(robot, [each.joint for each in drives]) if drives else {}
    for each in drives:
        inertia = loads[each.joint.name].inertia if each.joint.name in loads else 0.0
        if not inertia > 0:
            continue
        frequency = math.sqrt(each.stiffness / inertia)
        dynamics = each.joint.axes[0].dynamics
        rubs = dynamics is not None and bool(dynamics.friction)
        units = _UNITS[each.joint.axes[0].motion]
        what = f"drive '{each.name}' has {each.stiffness:.4g} {units[0]} for {inertia:.3g} {units[1]}"
        if frequency * step > _FASTEST:
            message = f"{what}: it swings at {frequency:.3g} rad/s, too fast for time steps of {step:g} s"
            each.view.element.report(STIFF, message)
        elif each.damping is not None and not rubs and each.damping < 2 * _LEAST_DAMPING * each.stiffness / frequency:
            message = f"drive '{each.name}' has the damping ratio {each.damping * frequency / 2 / each.stiffness:.2g}"
            each.view.element.report(RINGING, f"{message}; expected at least {_LEAST_DAMPING:g}")


# Joints without a drive


def _undriven(robots: Iterable[Robot], model: Model, reader: RobotReader) -> None:
    """Report a few joints without a drive, of a robot that has one for most; not springs, and not those of a tendon."""
    mentioned = _mentioned(model)
    tops = {id(body) for body in reader.world.bodies}  # their joints move the robot in the plane, or hold it
    bodies = (body for body in reader.world.walk() if id(body) not in tops)
    views = {part.name: part.view for body in bodies for part in body.of("joint")}
    for robot in robots:
        joints = [each for each in robot.joints if each.type in _SCALAR and each.coupling is None]
        free = [each for each in joints if each.name in views.keys() - mentioned and not _springs(each)]
        if len(free) > _FEW or len(joints) - len(free) <= len(free):
            continue
        for each in free:
            views[each.name].element.report(UNDRIVEN, f"joint '{each.name}' has no drive, unlike most others")


def _mentioned(model: Model) -> set[str]:
    """Return the names of all joints that drives, tendons and equalities name."""
    items = (
        it
        for tag in ("actuator", "tendon", "equality")
        for section in model.sections(tag)
        for child in section.children
        for it in child.walk()
    )
    names = ("joint", "joint1", "joint2", "jointinparent")
    return {value for it in items for name in names if (value := it.element.peek(name)) is not None}


def _springs(joint: Joint) -> bool:
    return any(axis.dynamics is not None and bool(axis.dynamics.spring_stiffness) for axis in joint.axes)


# The floor


def _in_floor(robots: Iterable[Robot], reader: RobotReader) -> None:
    floors = list(_floors(reader))
    for robot in robots if floors else ():
        height = max(floors)
        lowest = min(_lowest(robot), default=None)
        if lowest is not None and lowest[0] < height - _DEPTH:
            message = f"body '{lowest[1]}' is {height - lowest[0]:.3g} m deep in the floor at the start"
            view = next((body.view for body in reader.world.walk() if body.name == lowest[1]), None)
            if view is not None:
                view.element.report(IN_FLOOR, message)


def _floors(reader: RobotReader) -> Iterator[float]:
    """Yield the heights of the horizontal planes of the world that touch."""
    for part in reader.world.of("geom"):
        if part.view.peek("type") == "plane" and touches(part.view) and not part.view.orientations:
            yield (*(numbers_of(part.view.peek("pos") or "") or ()), 0.0, 0.0, 0.0)[2]


def _lowest(robot: Robot) -> Iterator[tuple[float, str]]:
    """Yield the lowest height of each moving body, of its shapes with sizes."""
    moving = {each.child for each in robot.joints} | {each.child_link for each in robot.virtual_joints}
    poses = poses_at_zero(robot)
    for link in robot.links:
        if link.name not in moving or link.name not in poses:
            continue
        here = compose(robot.pose, poses[link.name])
        extents = (of_shape(replace(each, pose=compose(here, each.pose))) for each in link.collisions)
        heights = [each.low[2] for each in extents if each is not None]
        if heights:
            yield min(heights), link.name
