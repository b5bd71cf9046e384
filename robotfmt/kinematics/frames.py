"""Move the frames of links on their links: the robot moves and looks as before; and convert camera frames: formats
differ in the axis of its frame that a camera looks along.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

from ..model import (
    AddFrame,
    AxisAngle,
    AxisAngles,
    Camera,
    CollisionSphere,
    ConnectedBody,
    Frame,
    Geometry,
    Inertial,
    Joint,
    Link,
    Manipulator,
    Modifier,
    MultiCamera,
    Pose,
    Robot,
    Sensor,
    SphereSet,
    Vector3,
    View,
    axis_angles_of,
    compose,
    inverse,
)
from ..model.record import replace
from ..model.vectors import add, rotate
from .tree import roots

# Links

Offsets = Mapping[str, Pose]


def with_link_frames(robot: Robot, offsets: Offsets) -> Robot:
    """Return the robot with new frames for some links.

    Args:
        offsets: For links by name, the pose of the present frame in the new one.
    """
    return replace(
        robot,
        pose=_pose(robot, offsets),
        links=tuple(_link(each, offsets) for each in robot.links),
        joints=tuple(_joint(each, offsets) for each in robot.joints),
        loops=tuple(_joint(each, offsets) for each in robot.loops),
        frames=tuple(_frame(each, offsets) for each in robot.frames),
        sensors=tuple(_sensor(each, offsets) for each in robot.sensors),
        manipulators=tuple(_manipulator(each, offsets) for each in robot.manipulators),
        sphere_sets=tuple(_spheres(each, offsets) for each in robot.sphere_sets),
        modifiers=tuple(_modifier(each, offsets) for each in robot.modifiers),
        connected_bodies=tuple(_body(each, offsets) for each in robot.connected_bodies),
    )


def _pose(robot: Robot, offsets: Offsets) -> Pose | None:
    """Return the pose of the first root in the scene; None for a robot without one."""
    offset = offsets.get(next(iter(roots(robot)), "")) if robot.pose is not None else None
    return compose(robot.pose, inverse(offset)) if offset is not None else robot.pose


def _moved(pose: Pose | None, frame: str | None, offsets: Offsets) -> Pose | None:
    """Return a pose in the old frame as a pose in the new one."""
    offset = offsets.get(frame) if frame is not None else None
    return compose(offset, pose) if offset is not None else pose


def _link(link: Link, offsets: Offsets) -> Link:
    """Return a link with a moved frame: its parts stay where they are, so their poses change."""
    if link.name not in offsets:
        return link
    inertial = link.inertial

    def shape(it: Geometry) -> Geometry:
        return replace(it, pose=_moved(it.pose, link.name, offsets))

    def mass(it: Inertial) -> Inertial:
        return replace(it, pose=_moved(it.pose, link.name, offsets))

    return replace(
        link,
        inertial=mass(inertial) if inertial is not None else None,
        visuals=tuple(map(shape, link.visuals)),
        collisions=tuple(map(shape, link.collisions)),
        lights=tuple(replace(each, pose=_moved(each.pose, link.name, offsets)) for each in link.lights),
    )


def _joint(joint: Joint, offsets: Offsets) -> Joint:
    return replace(
        joint,
        pose_in_parent=_moved(joint.pose_in_parent, joint.parent, offsets),
        pose_in_child=_moved(joint.pose_in_child, joint.child, offsets),
    )


def _frame(frame: Frame, offsets: Offsets) -> Frame:
    return replace(frame, pose=_moved(frame.pose, frame.parent, offsets))


def _sensor(sensor: Sensor, offsets: Offsets) -> Sensor:
    return replace(sensor, pose=_moved(sensor.pose, sensor.link, offsets))


def _manipulator(it: Manipulator, offsets: Offsets) -> Manipulator:
    return replace(it, tool=_moved(it.tool, it.tip, offsets))


def _body(body: ConnectedBody, offsets: Offsets) -> ConnectedBody:
    return replace(body, pose=_moved(body.pose, body.link, offsets))


def _spheres(spheres: SphereSet, offsets: Offsets) -> SphereSet:
    def sphere(it: CollisionSphere, offset: Pose) -> CollisionSphere:
        return replace(it, center=_point(it.center, offset) if it.center is not None else None)

    frames = (
        replace(each, spheres=tuple(sphere(it, offsets[each.frame]) for it in each.spheres))
        if each.frame in offsets
        else each
        for each in spheres.frames
    )
    return replace(spheres, frames=tuple(frames))


def _point(point: Vector3, offset: Pose) -> Vector3:
    return add(rotate(offset.matrix, point), offset.xyz)


def _modifier(it: Modifier, offsets: Offsets) -> Modifier:
    return replace(it, pose=_moved(it.pose, it.parent, offsets)) if isinstance(it, AddFrame) else it


# Cameras

_FORWARD: dict[View, AxisAngle | None] = {
    View.FORWARD: None,
    View.OPTICAL: AxisAngle((1.0, -1.0, 1.0), radians(120)),
    View.GRAPHICS: AxisAngle((-1.0, 1.0, 1.0), radians(120)),
}
"""The rotation from an optical frame to one whose x axis looks forward and whose z axis is up."""


def viewed(sensor: Sensor, view: View) -> Sensor:
    """Return a sensor with the frames of its cameras converted to one view convention."""
    data = sensor.data
    if isinstance(data, Camera) and data.view is not view:
        return replace(sensor, pose=_turned(sensor.pose, data.view, view), data=replace(data, view=view))
    if isinstance(data, MultiCamera):
        return replace(sensor, data=replace(data, cameras=tuple(_viewed(each, view) for each in data.cameras)))
    return sensor


def _viewed(camera: Camera, view: View) -> Camera:
    """Return a camera, which may be part of a sensor, in a view convention."""
    if camera.view is view:
        return camera
    return replace(camera, pose=_turned(camera.pose, camera.view, view), view=view)


def _turned(pose: Pose | None, before: View, after: View) -> Pose | None:
    """Return a pose followed by the rotation between two view conventions; the inverse undoes it exactly."""
    turns = list(axis_angles_of(pose.rotation if pose is not None else None).turns)
    for turn in (_FORWARD[before], _inverse(_FORWARD[after])):
        if turn is not None and turns and turns[-1] == _inverse(turn):
            turns.pop()
        elif turn is not None:
            turns.append(turn)
    position = pose.position if pose is not None else None
    return Pose(position, AxisAngles(tuple(turns)) if turns else None) if turns or position else None


def _inverse(turn: AxisAngle | None) -> AxisAngle | None:
    return AxisAngle(turn.axis, -turn.angle) if turn is not None else None
