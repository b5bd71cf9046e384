"""Numbers that are too large for any robot: programs cannot compute with them, since doubles have 16 digits.

The largest of 673 real documents: a length of 525 m, moments of inertia in one link that differ by a factor of 8e7, an
angle of 30 rad.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import codes
from ..diagnostics import Report
from ..model import (
    AddFrame,
    AxisAngles,
    Geometry,
    Inertial,
    Joint,
    Limits,
    Link,
    Mesh,
    Node,
    Pose,
    Robot,
    Rpy,
)
from ..model.fields import given_fields

LENGTH = 1e6
"""The largest position in metres: below it, positions are exact to 1e-10 m."""
PLACE = 1e9
"""The largest distance of the robot in its scene in metres: coordinates of the whole earth are valid."""
ANGLE = 1e6
"""The largest rotation in radians."""
MASS = 1e12
MOMENT = 1e15
SPREAD = 1e12
"""The largest ratio of an entry of an inertia to the smallest moment."""
DUST = 1e-15
"""The moment of a grain of 1 mm and 1 ug in kg m^2: a smaller one is treated as zero with a rounding error."""
ANYTHING = 1e100
"""The largest limit or other number, in any unit."""


def check_magnitudes(robot: Robot, report: Report) -> None:
    """Report numbers that are too large to compute with, as errors."""
    for owner, node, message in _found(robot):
        report.add(codes.MAGNITUDE, f"{owner}: {message}", node.origin or robot.origin)


def _found(robot: Robot) -> Iterator[tuple[str, Node, str]]:
    for each in _of_pose(robot.pose, PLACE):
        yield "the pose in the scene", robot, each
    for link in robot.links:
        for node, each in _of_link(link):
            yield f"link '{link.name}'", node, each
    for joint in robot.all_joints:
        for node, each in _of_joint(joint):
            yield f"joint '{joint.name}'", node, each
    for frame in robot.frames:
        for each in _of_pose(frame.pose):
            yield f"frame '{frame.name}'", frame, each
    for sensor in robot.sensors:
        for each in _of_pose(sensor.pose):
            yield f"sensor '{sensor.name}'", sensor, each
    for arm in robot.manipulators:
        for each in _of_pose(arm.tool):
            yield f"manipulator '{arm.name}'", arm, each
    for it in robot.modifiers:
        for each in _of_pose(it.pose) if isinstance(it, AddFrame) else ():
            yield f"frame '{it.frame}'", it, each  # type: ignore[union-attr]
    for spheres in robot.sphere_sets:
        for on_frame in spheres.frames:
            for sphere in on_frame.spheres:
                numbers = (*(sphere.center or ()), sphere.radius or 0.0)
                for each in _too_large(numbers, LENGTH, "a length", "m"):
                    yield f"sphere of '{on_frame.frame}'", sphere, each


def _of_link(link: Link) -> Iterator[tuple[Node, str]]:
    inertial = link.inertial
    if inertial is not None:
        for each in _of_inertial(inertial):
            yield inertial, each
    for geometry in (*link.visuals, *link.collisions):
        for each in (*_of_pose(geometry.pose), *_of_shape(geometry)):
            yield geometry, each


def _of_inertial(inertial: Inertial) -> Iterator[str]:
    yield from _of_pose(inertial.pose)
    yield from _too_large((inertial.mass or 0.0,), MASS, "a mass", "kg")
    inertia = inertial.inertia
    if inertia is None:
        return
    diagonal = [abs(each or 0.0) for each in (inertia.ixx, inertia.iyy, inertia.izz) if abs(each or 0.0) > DUST]
    entries = (*diagonal, inertia.ixy or 0.0, inertia.ixz or 0.0, inertia.iyz or 0.0)
    largest, smallest = max(map(abs, entries)), min(diagonal, default=0.0)
    yield from _too_large((largest,), MOMENT, "an inertia", "kg m^2")
    if largest <= MOMENT and smallest and largest / SPREAD > smallest:
        yield f"an inertia of {largest:g} kg m^2 and one of {smallest:g} kg m^2; expected a ratio of at most {SPREAD:g}"


def _of_shape(geometry: Geometry) -> Iterator[str]:
    shape = geometry.shape
    if shape is None:
        return
    if isinstance(shape, Mesh):
        yield from _too_large(shape.scale or (), LENGTH, "a scale", "")
        return
    numbers = (number for _, value in given_fields(shape) for number in _numbers(value))
    yield from _too_large(numbers, LENGTH, "a size", "m")


def _of_joint(joint: Joint) -> Iterator[tuple[Node, str]]:
    for pose in (joint.pose_in_parent, joint.pose_in_child):
        for each in _of_pose(pose):
            yield joint, each
    for axis in joint.axes:
        for limits in (axis.hard, axis.soft):
            for each in _of_limits(limits):
                yield limits or joint, each


def _of_limits(limits: Limits | None) -> Iterator[str]:
    for name, value in given_fields(limits) if limits is not None else ():
        yield from _too_large(_numbers(value), ANYTHING, f"a limit '{name}'", "")


def _of_pose(pose: Pose | None, most: float = LENGTH) -> Iterator[str]:
    if pose is None:
        return
    if pose.position is not None:
        yield from _too_large(pose.position, most, "a length", "m")
    match pose.rotation:
        case Rpy(roll, pitch, yaw):
            yield from _too_large((roll, pitch, yaw), ANGLE, "an angle", "rad")
        case AxisAngles(turns):
            yield from _too_large((turn.angle for turn in turns), ANGLE, "an angle", "rad")


def _too_large(numbers: Iterable[float], most: float, what: str, unit: str) -> Iterator[str]:
    for number in numbers:
        if abs(number) > most:
            shown, bound = (f"{each:g} {unit}".rstrip() for each in (number, most))
            yield f"{what} of {shown}; expected at most {bound}"
            return


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, float | int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _numbers(each)
