"""Find what makes a simulation in MuJoCo go wrong: long time steps, drives that are too stiff or ring, controls beyond
the joint, joints without a drive, and bodies in the floor.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from robotfmt.documents.xml.element import Element
from robotfmt.kinematics.loads import largest_loads
from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import Joint, JointType, Motion, Robot, compose
from robotfmt.model.record import replace
from robotfmt.validation.extents import of_shape

from ..codes import CONTROL_BEYOND, IN_FLOOR, RINGING, STIFF, TIMESTEP, UNDAMPED, UNDRIVEN
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


class _Stepping(NamedTuple):
    """How MuJoCo integrates."""

    time: float
    """The time step in s."""
    is_implicit: bool
    """True if the damping of drives is integrated implicitly, as that of joints always is."""


class _Drive(NamedTuple):
    """A drive that holds a position; stiffness and damping are those at the joint, in N m/rad or N/m, times s."""

    view: ClassedElement
    joint: Joint
    stiffness: float
    velocity: float
    """Its own damping."""
    ratio: float | None
    """The damping ratio from which MuJoCo computes its damping; None if the damping is given."""
    gear: float

    @property
    def passive(self) -> float:
        """The damping of the joint."""
        dynamics = self.joint.axes[0].dynamics
        return (dynamics.damping if dynamics is not None else None) or 0.0

    def damping(self, inertia: float) -> float:
        """Return its own damping when it moves an inertia."""
        return self.velocity if self.ratio is None else 2 * self.ratio * math.sqrt(self.stiffness * inertia)

    @property
    def name(self) -> str:
        """Its own name, or that of its joint."""
        return self.view.peek("name") or self.joint.name


def check_simulation(robots: Iterable[Robot], model: Model, reader: RobotReader) -> None:
    """Report settings, drives and places with which a simulation goes wrong."""
    robots = list(robots)
    step = _stepping(model)
    unknown = _unweighed(reader)
    drives = [
        ClassedElement(item, model, kind_of("actuator", item.tag), MAIN)
        for section in model.sections("actuator")
        for item in section.children
        if item.tag in ACTUATORS
    ]
    for robot in robots:
        holding = [it for it in (_drive(view, robot) for view in drives) if it is not None]
        _controls(holding)
        if unknown.isdisjoint(robot.link_by_name):
            _gains(robot, holding, step)
    if drives and not reader.expansion.models:
        _undriven(robots, model, reader)
        _undamped(robots, {view.peek("joint") for view in drives if view.tag == "motor"}, reader)
    if not model.sections("keyframe"):
        _in_floor(robots, reader)


def _stepping(model: Model) -> _Stepping:
    """Return how MuJoCo integrates; report a long time step."""
    step, integrator = _STEP, ""
    for section in model.sections("option"):
        integrator = section.element.peek("integrator") or integrator
        given = numbers_of(section.element.peek("timestep") or "")
        if given:
            step = given[0]
            if step > _LONGEST:
                message = f"the time step is {step:g} s; expected at most {_LONGEST:g} s"
                section.element.report(TIMESTEP, message, "timestep")
    return _Stepping(step, integrator in ("implicit", "implicitfast"))


def _unweighed(reader: RobotReader) -> set[str]:
    """Return the bodies whose mass is that of meshes, which are not opened here."""
    bodies = (body for body in reader.world.walk() if not body.of("inertial"))
    return {body.name for body in bodies if any(part.view.has("mesh") for part in body.of("geom"))}


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
    ratio = _first(view, "dampratio", 0.0) if view.has("dampratio") else None
    return _Drive(view, joint, gains[0] * gear**2, gains[1] * gear**2, ratio, gear)


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
    """Report drives whose controls are beyond the range of their joint, all at the first one: they are set alike."""
    found = list(_beyond(drives))
    if found:
        (holder, message), *others = found
        more = f"; so do {len(others)} more" if len(others) > 1 else "; so does one more" if others else ""
        holder.report(CONTROL_BEYOND, f"{message}{more}", "ctrlrange")


def _beyond(drives: Iterable[_Drive]) -> Iterator[tuple[Element, str]]:
    for each in drives:
        hard, control = each.joint.axes[0].hard, numbers_of(each.view.peek("ctrlrange") or "")
        lower, upper = (hard.lower, hard.upper) if hard is not None else (None, None)
        holder = each.view.holder("ctrlrange")
        if holder is None or control is None or len(control) != 2 or lower is None or upper is None or each.gear != 1:
            continue
        slack = _SLACK * (upper - lower)
        if each.view.peek("ctrllimited") != "false" and (control[0] < lower - slack or control[1] > upper + slack):
            shown = f"controls from {control[0]:g} to {control[1]:g}"
            yield holder, f"drive '{each.name}' takes {shown}, beyond the range {lower:.4g} to {upper:.4g} of its joint"


def _gains(robot: Robot, drives: list[_Drive], step: _Stepping) -> None:
    """Report drives that are too stiff for the time step, or that swing without end."""
    loads = largest_loads(robot, [each.joint for each in drives]) if drives else {}
    for each in drives:
        inertia = loads[each.joint.name].inertia if each.joint.name in loads else 0.0
        if not inertia > 0:
            continue
        if _grows(each, inertia, step):
            units = _UNITS[each.joint.axes[0].motion]
            what = f"drive '{each.name}' has {each.stiffness:.4g} {units[0]} for {inertia:.3g} {units[1]}"
            message = f"{what}: it swings at {math.sqrt(each.stiffness / inertia):.3g} rad/s"
            each.view.element.report(STIFF, f"{message}, too fast for time steps of {step.time:g} s")
        else:
            _rings(each, inertia)


def _grows(drive: _Drive, inertia: float, step: _Stepping) -> bool:
    """Return True if a step changes the phase by more than allowed, for the damping that is integrated implicitly.

    With the frequency w, the implicit damping d and the inertia I, a swing grows from w^2 t^2 = 4 + 2 d t / I on.
    """
    implicit = drive.passive + (drive.damping(inertia) if step.is_implicit else 0.0)
    bound = _FASTEST**2 * (1 + implicit * step.time / inertia / 2)
    return drive.stiffness / inertia * step.time**2 > bound


def _rings(drive: _Drive, inertia: float) -> None:
    dynamics = drive.joint.axes[0].dynamics
    if dynamics is not None and dynamics.friction:
        return
    critical = 2 * math.sqrt(drive.stiffness * inertia)
    ratio = (drive.passive + drive.damping(inertia)) / critical
    if ratio < _LEAST_DAMPING:
        message = f"drive '{drive.name}' has the damping ratio {ratio:.2g}; expected at least {_LEAST_DAMPING:g}"
        drive.view.element.report(RINGING, message)


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


def _undamped(robots: Iterable[Robot], driven: Collection[str | None], reader: RobotReader) -> None:
    """Report a few joints with motors and with neither damping, friction nor armature, of a robot whose others have
    some.
    """
    views = {part.name: part.view for body in reader.world.walk() for part in body.of("joint")}
    for robot in robots:
        joints = [each for each in robot.joints if each.name in driven and each.type in _SCALAR]
        free = [each for each in joints if not _is_braked(each)]
        if len(free) > _FEW or len(joints) - len(free) <= len(free):
            continue
        for each in free:
            message = f"joint '{each.name}' has a motor and neither damping, friction nor armature, unlike most others"
            views[each.name].element.report(UNDAMPED, message)


def _is_braked(joint: Joint) -> bool:
    given = [axis.dynamics for axis in joint.axes if axis.dynamics is not None]
    return any(each.damping or each.friction or each.armature for each in given)


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
