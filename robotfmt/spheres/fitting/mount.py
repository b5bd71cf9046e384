"""The mounting plane of a robot: at the lowest point of the links that do not move (spheres.md 4.3).

A sphere that reaches below it is inside the table for every planner, in every pose. A robot that drives, walks or
floats has no such plane: its document declares that, or wheels or legs reach below the rest. An arm may hang lower than
its base where its joints are at zero, but it can be raised; a wheel cannot. Of 60 robots of example-robot-data every
arm is above its base in at least 30 % of random poses, and no robot on wheels or legs in more than 8 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from ...context import Context
from ...diagnostics import Report
from ...errors import RobotfmtError
from ...kinematics.forward import poses_of_links
from ...kinematics.joint_values import default_pose
from ...kinematics.tree import fixed_to, roots
from ...mesh.triangles import Floats
from ...model import JointType, Robot, Sphere
from ...selfcollision.configurations import Box, samples
from ...surfaces import link_surface
from ..arrays import Spheres
from .options import Plane

_REACH = 0.25
"""The expected reach of a link's spheres below the plane, relative to its diagonal; if they reach farther, the link
is fitted again.
"""
_TOUCHING = 1e-5
"""The distance in metres by which spheres may pass the plane, so that a sphere or capsule shape on it is unchanged."""
_BELOW = 1e-3
"""The distance in metres below the plane up to which a part rests on it."""
_FREE = ("floating", "planar")
# The number of random poses in which a part is compared with the plane; the seed is the same each time.
_POSES = 512
_RAISED = 0.1
"""The share of poses above the plane beyond which the default pose is not used to judge a part below it."""
_DIRECTIONS = 64
"""The number of directions in which the farthest corners of a surface represent it."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A plane that links do not pass, and its place in each of them."""

    root: str
    height: float
    """The height of the plane along the z axis of the root, in metres."""
    planes: Mapping[str, Plane]
    """The plane in the frames of the links with a surface that are fixed to the root."""
    tops: Mapping[str, float]
    """How far each of these links reaches above the plane, in metres."""
    near: frozenset[str] = field(default_factory=frozenset)
    """The links whose spheres would probably reach below the plane."""

    def passed(self, link: str, spheres: Spheres) -> bool:
        """Return True if spheres of a link pass the plane."""
        plane = self.planes.get(link)
        if plane is None or not len(spheres):
            return False
        lowest = (spheres.centers @ np.array(plane.normal) - plane.offset - spheres.radii).min()
        return bool(lowest < -_TOUCHING)


def mount_of(robot: Robot, context: Context) -> Mount | None:
    """Return the mounting plane of a robot; None if no part of it moves, or the whole robot may move."""
    top = roots(robot)
    if len(top) != 1 or _is_free(robot, top[0]):
        return None
    try:
        poses = poses_of_links(robot, default_pose(robot))
    except RobotfmtError:
        return None
    fixed, outlines = fixed_to(robot, top[0]), dict(_outlines(robot, poses, context))
    lowest = {name: float(_lowest(outlines[name], poses[name])[0]) for name in outlines}
    still = [name for name in outlines if name in fixed]
    moving = {name: outline for name, outline in outlines.items() if name not in fixed}
    if not still or not moving:
        return None
    plane = min(lowest[name] for name in still)
    is_below = min(lowest[name] for name in moving) < plane - _BELOW
    if is_below and _raised(robot, moving, plane) < _RAISED:
        return None
    name = f"the mounting plane, z = {round(1000 * plane, 1) + 0.0:g} mm of '{top[0]}'"
    planes = {each: _plane_in(poses[each][0], plane, name) for each in still}
    near = (
        each
        for each in still
        if lowest[each] < plane + _REACH * _size(outlines[each]) and not _is_of_spheres(robot, each)
    )
    tops = {each: _highest(outlines[each], poses[each]) - plane for each in still}
    return Mount(top[0], plane, planes, tops, frozenset(near))


def _is_of_spheres(robot: Robot, link: str) -> bool:
    """Return True if a link's shapes are spheres, which cover themselves and reach no lower."""
    return all(isinstance(each.shape, Sphere) for each in robot.link_by_name[link].geometries)


def _is_free(robot: Robot, root: str) -> bool:
    """Return True if the document declares that the root moves in the world."""
    if any(each.child_link == root and each.type.lower() in _FREE for each in robot.virtual_joints):
        return True
    kinds = (JointType.FLOATING, JointType.PLANAR)
    return any(joint.parent == root and joint.type in kinds for joint in robot.joints)


def _outlines(robot: Robot, poses: Mapping[str, Floats], context: Context) -> Iterator[tuple[str, Floats]]:
    """Yield the outermost corners of each link's surface, in its frame, the lowest one among them."""
    quiet = context.having(report=Report())  # missing meshes are reported by the fit
    directions = np.random.default_rng(0).normal(size=(_DIRECTIONS, 3))
    for link in robot.links:
        if link.name in poses and link.geometries and robot.link_by_name[link.name] is link:
            corners = link_surface(link, quiet).corners.reshape(-1, 3)
            if len(corners):
                ways = [*directions, -poses[link.name][0, 2, :3]]
                yield link.name, corners[[int((corners @ way).argmax()) for way in ways]]


def _lowest(points: Floats, poses: Floats) -> Floats:
    """Return (n,): the lowest z of points in each of some poses, (n, 4, 4)."""
    lowest: Floats = (poses[:, 2, :3] @ points.T).min(axis=1) + poses[:, 2, 3]
    return lowest


def _highest(points: Floats, poses: Floats) -> float:
    """Return the highest z of points in a pose, (1, 4, 4)."""
    return float((poses[0, 2, :3] @ points.T).max() + poses[0, 2, 3])


def _raised(robot: Robot, moving: Mapping[str, Floats], plane: float) -> float:
    """Return the share of all poses in which no moving part reaches below a plane."""
    box = Box(robot)
    poses = poses_of_links(robot, box.values(samples(box, _POSES, 0)))
    lowest = [_lowest(points, poses[name]) for name, points in moving.items()]
    return float((np.min(lowest, axis=0) >= plane - _BELOW).mean())


def _size(points: Floats) -> float:
    return float(np.linalg.norm(np.ptp(points, axis=0)))


def _plane_in(pose: Floats, height: float, name: str) -> Plane:
    """Return a level plane of the root in the frame of a link."""
    x, y, z = map(float, pose[2, :3])
    return Plane((x, y, z), height - float(pose[2, 3]), name)
