"""Links that overlap at rest: a planner finds such a robot in collision, and a simulator pushes it apart.

Shapes with sizes are compared without opening a file; meshes where they are opened anyway, or where they are small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import filterfalse, islice
from typing import NamedTuple

from .. import codes
from ..adapting import spell_out_pairs
from ..context import Context
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..errors import RobotfmtError
from ..formats.libraries import is_installed
from ..kinematics.colliding import joined_links
from ..kinematics.joint_values import default_pose
from ..kinematics.tree import downward, poses_at_zero, roots
from ..model import Geometry, JointType, Link, Mesh, Pose, Purpose, Robot, Vector3
from .extents import Measure, box_around, of_shape, with_boxes

_DEPTH = 0.001
"""The overlap in metres up to which two shapes only touch, because the numbers of documents are rounded."""
_SHOWN = 4
"""The number of pairs in a message."""
_MOST, _SWEPT = 10_000, 200_000
"""The number of pairs of shapes that are compared, and that are looked at: a time limit for shapes in one place."""


class _Part(NamedTuple):
    """A shape of a link where the robot is at rest."""

    link: Link
    geometry: Geometry
    pose: Pose
    """The pose of the link in the robot."""
    low: Vector3
    high: Vector3
    """The box around the shape in the robot."""

    def meets(self, other: _Part) -> bool:
        """Return True if the boxes of two shapes overlap."""
        rows = zip(self.low, self.high, other.low, other.high, strict=True)
        return all(a + _DEPTH < d and c + _DEPTH < b for a, b, c, d in rows)


def measure_within(robot: Robot, report: Report, context: Context, most: int) -> tuple[Measure, Context]:
    """Return a measure that opens collision meshes if all of a robot are small, and a context that reports nothing.

    Without coal, which compares meshes, none is opened.

    Args:
        robot: The robot.
        report: Where a robot with larger meshes is reported.
        context: Where meshes are.
        most: The size in bytes up to which all files together are small.
    """
    quiet = context.having(report=Report())
    if not is_installed("coal"):
        return of_shape, quiet
    files = {_file(it) for link in robot.links for it in link.collisions}
    size = sum(_size(*each, context) for each in files if each is not None)
    if size <= most:
        return with_boxes(quiet), quiet
    message = f"the collision meshes, {size / 1e6:.3g} MB, are not compared in the default pose"
    report.add(codes.REST_UNCHECKED, message, robot.origin, help="Compare them: robotfmt check ROBOT --meshes.")
    return of_shape, quiet


def _file(geometry: Geometry) -> tuple[str, str | None] | None:
    """Return the URI of a mesh, and the document that names it; None for other shapes."""
    uri = geometry.shape.uri if isinstance(geometry.shape, Mesh) else None
    return (uri, geometry.origin.document if geometry.origin is not None else None) if uri else None


def _size(uri: str, document: str | None, context: Context) -> int:
    """Return the size of a mesh file in bytes; 0 for one that cannot be opened, or that is in the document."""
    try:
        path = context.assets.resolve(uri, document).path
        return path.stat().st_size if path is not None else 0
    except (RobotfmtError, OSError):
        return 0


def check_rest(robot: Robot, report: Report, measure: Measure, context: Context) -> None:
    """Find links that overlap where every joint has its default value.

    A robot is not checked if its links pass through each other, as in Gazebo by default, and if the poses of its links
    are undefined.

    Args:
        robot: The robot.
        report: Where findings go.
        measure: Measures the shapes that are compared.
        context: Opens meshes that were measured.
    """
    simulation = robot.simulation
    passes = simulation is not None and (simulation.self_collide is False or bool(simulation.static))
    if passes or len(roots(robot)) != 1:
        return
    try:
        robot = apply_modifiers(robot, report=Report()) if robot.modifiers else robot
        parts = list(_parts(robot, measure, _poses(robot)))
    except RobotfmtError:  # of joints that follow each other, which other checks report
        return
    near = _near(robot, parts)
    if len(near) > _MOST:
        message = f"links may overlap in the default pose: of the shapes near each other, {_MOST} pairs were compared"
        report.add(codes.REST_UNCHECKED, message, robot.origin, help="Check whether all links are in one place.")
    if near and not is_installed("coal"):
        message = "links may overlap in the default pose, which was not checked"
        report.add(codes.REST_UNCHECKED, f"{message}: {_listed(near)}", robot.origin)
    elif near:
        _compare(near[:_MOST], report, context)


def _compare(near: Sequence[tuple[_Part, _Part]], report: Report, context: Context) -> None:
    from ..selfcollision.overlaps import overlapping  # loads numpy

    shapes = (((one.geometry, one.pose), (other.geometry, other.pose)) for one, other in near)
    found = [pair for pair, is_one in zip(near, overlapping(shapes, _DEPTH, context), strict=True) if is_one]
    if found:
        message = f"links overlap in the default pose: {_listed(found)}"
        (_, part), *_ = found
        report.add(codes.OVERLAP_AT_REST, message, part.geometry.origin or part.link.origin)


def _listed(pairs: Sequence[tuple[_Part, _Part]]) -> str:
    names = list(dict.fromkeys(f"'{one.link.name}' and '{other.link.name}'" for one, other in pairs))
    more = len(names) - _SHOWN
    rest = "" if more <= 0 else f" and {more} more pair{'s' if more > 1 else ''}"
    return f"{', '.join(names[:_SHOWN])}{rest}"


# Shapes at rest


def _poses(robot: Robot) -> Mapping[str, Pose]:
    values = default_pose(robot)
    if not any(values.values()) and not any(axis.coupling for joint in robot.joints for axis in joint.axes):
        return poses_at_zero(robot)
    from ..kinematics.forward import forward_kinematics, pose_of  # which load numpy

    return {name: pose_of(each.reshape(4, 4)) for name, each in forward_kinematics(robot, values).items()}


def _parts(robot: Robot, measure: Measure, poses: Mapping[str, Pose]) -> Iterator[_Part]:
    for link in robot.links:
        for each in link.collisions if link.enabled is not False and link.name in poses else ():
            extent = measure(each) if each.purpose in (Purpose.COLLISION, Purpose.SELF) else None
            if extent is not None:
                pose = poses[link.name]
                yield _Part(link, each, pose, *box_around(extent.low, extent.high, pose))


# Shapes near each other


def _near(robot: Robot, parts: Sequence[_Part]) -> list[tuple[_Part, _Part]]:
    """Return the shapes of different links whose boxes overlap, unless they may: links next to each other with what is
    fixed to them, as in MuJoCo, and ignored pairs.
    """
    passing = {each.links for each in spell_out_pairs(robot).ignored_pairs} | joined_links(robot)
    moving = _moving(robot)

    def may_overlap(pair: tuple[int, int]) -> bool:
        one, other = (parts[number] for number in pair)
        return (
            frozenset((one.link.name, other.link.name)) in passing
            or _are_masked(one.geometry, other.geometry)
            or _joints_between(moving[one.link.name], moving[other.link.name]) < 2
        )

    found = islice(filterfalse(may_overlap, islice(_crossing(parts), _SWEPT)), _MOST + 1)
    return [(parts[one], parts[other]) for one, other in sorted(found)]


def _crossing(parts: Sequence[_Part]) -> Iterator[tuple[int, int]]:
    """Yield the shapes of different links whose boxes overlap, as numbers, by a sweep along x."""
    active: list[int] = []
    for number in sorted(range(len(parts)), key=lambda number: parts[number].low[0]):
        part = parts[number]
        active = [each for each in active if parts[each].high[0] > part.low[0]]
        meeting = (each for each in active if parts[each].link is not part.link and parts[each].meets(part))
        yield from ((min(number, each), max(number, each)) for each in meeting)
        active.append(number)


def _are_masked(one: Geometry, other: Geometry) -> bool:
    first, second = one.collision_mask, other.collision_mask
    return first is not None and second is not None and not first.touches(second)


def _moving(robot: Robot) -> dict[str, tuple[str, ...]]:
    """Return the moving joints from the root down to each link, without numpy, which ``selfcollision`` loads."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(roots(robot), ())
    for joint in downward(robot):
        name = () if joint.type in (JointType.FIXED, None) else (joint.name,)
        found[joint.child or ""] = (*found[joint.parent or ""], *name)
    return found


def _joints_between(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of joints on the way between two links, given those above each."""
    common = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return len(one) + len(other) - 2 * common
