"""The default pose: as given by the user or a document, or else chosen; moved if links touch in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from ..codes import planning as codes
from ..context import Context
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..edit.naming import no_such
from ..errors import UsageError
from ..kinematics.forward import axis_range
from ..kinematics.freedom import Array
from ..kinematics.joint_values import moves_itself, rest, states
from ..mesh.triangles import Flags, Floats
from ..model import Joint, JointType, JointValue, Robot
from ..model.record import replace
from ..selfcollision import Classes
from ..selfcollision.contacts import contacts_of
from ..selfcollision.ignoring import can_touch
from ..settings import Settings, context_of
from ..spheres.overlaps import LinkPair
from .arms import Arm, arms_of
from .choosing import choose
from .plan import PlanOptions
from .ready import Stance

_STATES = ("home", "ready", "default", "standing")
_TRIALS = 256
_STEPS = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""The distances from the pose to search, as shares of the joints' ranges."""
_DIGITS = 4
"""The number of digits of a pose, kept readable."""
_SHOWN = 3


def with_start(robot: Robot, options: PlanOptions, report: Report, context: Context) -> Robot:
    """Return the robot with a default position of each independent joint.

    Values of the user take precedence over those of documents: default positions, or else a state named ``home``,
    ``ready``, ``default`` or ``standing``, in upper or lower case. If they place no joint that leads to a tool, a pose
    is chosen for all of these (:func:`.choosing.choose`). Other joints are at their rest positions.

    Raises:
        UsageError: The robot has no such state, or a joint position is not possible; the collision library is not
            installed.
        ModelError: Mimic joints form a cycle.
    """
    independent = [joint for joint in robot.joints if moves_itself(joint)]
    given = {**_given(robot, options), **options.pose}
    _check(robot, options.pose)
    start = {joint.name: given.get(joint.name, rest(joint)) for joint in independent}
    whole = apply_modifiers(robot, report=Report()) if robot.modifiers else robot
    leading = {joint.name for arm in arms_of(whole) for joint in arm.joints}
    if leading and leading.isdisjoint(given):
        start = _chosen(whole, start, options.seed, report, context)
    return _at(robot, start)


def _given(robot: Robot, options: PlanOptions) -> dict[str, float]:
    """Return the joint positions that documents give, for each joint one number."""
    known = states(robot)
    if options.state is not None and options.state not in known:
        raise no_such("state", options.state, known)
    if options.state is not None:
        values: Sequence[JointValue] = known[options.state]
    else:
        named = {name.casefold(): values for name, values in reversed(known.items())}
        values = robot.default_positions or next((named[name] for name in _STATES if name in named), ())
    return {each.joint: each.values[0] for each in values if len(each.values) == 1}


def _chosen(robot: Robot, start: Mapping[str, float], seed: int, report: Report, context: Context) -> dict[str, float]:
    """Return a chosen pose, which is reported."""
    found = choose(robot, start, seed, context)
    moved = ", ".join(f"{name}={value:.4g}" for name, value in found.positions.items() if value)
    arms = "; ".join(_described(stance, found.positions) for stance in found.stances)
    report.add(codes.POSE, f"no default pose given; chosen: {arms}; {moved or 'all joints at zero'}", robot.origin)
    return found.positions


def _described(stance: Stance, positions: Mapping[str, float]) -> str:
    """Return where the tool of an arm is, how near the plane the arm comes, and its condition, as text."""
    arm: Arm = stance.arm
    point = np.array([[positions[name] for name in arm.names]])
    places = arm.places(point)
    x, y, z = np.round(places.tool[0, :3, 3], 3) + 0.0
    side = "above" if stance.up > 0 else "below"
    over = f"the arm at least {float(stance.above_plane(places)[0]):.2g} m {side} the mounting plane"
    condition = float(arm.conditions(point, places)[0])
    return f"'{arm.name}' at {x:g} {y:g} {z:g} m, {over}, conditioning {condition:.2f} of 1"


def _check(robot: Robot, pose: Mapping[str, float]) -> None:
    for name, value in pose.items():
        joint = robot.joint_by_name.get(name)
        if joint is None or not moves_itself(joint):
            raise no_such("joint", name, [each.name for each in robot.joints if moves_itself(each)])
        lower, upper = _range(joint)
        if joint.type is not JointType.CONTINUOUS and not lower <= value <= upper:
            message = f"the joint '{name}' cannot be at {value:g}: its limits are {lower:g} and {upper:g}"
            raise UsageError(codes.OUTSIDE, message)


def _range(joint: Joint) -> tuple[float, float]:
    return axis_range(joint, joint.axes[0])


def _at(robot: Robot, positions: Mapping[str, float]) -> Robot:
    values = tuple(JointValue(joint=name, values=(value,)) for name, value in positions.items())
    return replace(robot, default_positions=values)


class Checked(Protocol):
    """A robot, and its checked pairs of links: by their spheres, or by their shapes."""

    @property
    def robot(self) -> Robot:
        """The robot that contains the links."""
        ...

    @property
    def touch(self) -> str:
        """The verb for two links that collide."""
        ...

    def found(self, values: Mapping[str, Array]) -> Mapping[LinkPair, Flags]:
        """Return, for each pair, the poses in which its links collide, (n,); pairs that never collide are omitted."""
        ...

    def free(self, values: Mapping[str, Array]) -> Flags:
        """Return True for each pose in which no two checked links collide, (n,)."""
        ...

    def joints_between(self, pairs: Iterable[LinkPair]) -> set[str]:
        """Return the joints that move the links of pairs relative to each other."""
        ...


def freed(robot: Robot, checked: Checked, options: PlanOptions, report: Report) -> Robot:
    """Return the robot with a default pose in which no checked links collide: the nearest free one that is found.

    Of the joints that move colliding links, first the controlled ones move, then all of them, and then all joints of
    the robot.
    """
    start = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    touching = checked.found(_row(start))
    if not touching:
        return robot
    pairs = ", ".join(f"'{one}' and '{other}'" for one, other in list(touching)[:3])
    for names in _choices(robot, checked, touching, start):
        found = _nearest(checked, start, names, options.seed)
        if found is not None:
            moved = [f"{name} {start[name]:g} -> {found[name]:g}" for name in found if found[name] != start[name]]
            message = f"{pairs} {checked.touch} in the given pose; {', '.join(moved)}"
            report.add(codes.MOVED, message, robot.origin)
            return _at(robot, found)
    message = f"{pairs} {checked.touch} in the default pose, and no free pose was found near it"
    report.add(codes.NO_FREE_POSE, message, robot.origin)
    return robot


def without_contacts(
    robot: Robot,
    found: Classes,
    options: PlanOptions,
    report: Report,
    settings: Settings,
    *,
    ignored: Collection[frozenset[str]],
    visuals: bool,
) -> Robot:
    """Return the robot with a default pose in which no links touch by their shapes, if they do now.

    Args:
        robot: The robot, with its default positions.
        found: The findings about its pairs.
        options: The seed is used.
        report, settings: Where the findings go; where meshes are, limits.
        ignored: The pairs that may touch.
        visuals: True to use the visual geometry of a link without collision geometry.
    """
    pairs = [each for each in found.pairs if can_touch(each) and each.links not in ignored]
    if not any(each.default for each in pairs):
        return robot
    whole = apply_modifiers(robot, report=Report()) if robot.modifiers else robot
    contacts = contacts_of(whole, pairs, context_of(Report(), settings), visuals=visuals)
    return freed(robot, contacts, options, report)


def report_overlaps(robot: Robot, overlaps: Checked, found: Classes, report: Report) -> None:
    """Report the links whose spheres overlap in the default pose, though their shapes do not touch: the pose does not
    depend on spheres.
    """
    start = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    pairs = {ends: found.find(*ends) for ends in overlaps.found(_row(start))}
    touching = [ends for ends, pair in pairs.items() if pair is None or not pair.default]
    if touching:
        names = ", ".join(f"'{one}' and '{other}'" for one, other in touching[:_SHOWN])
        more = f" and {len(touching) - _SHOWN} others" if len(touching) > _SHOWN else ""
        report.add(codes.SPHERES_TOUCH, f"{names}{more} overlap by their spheres in the default pose", robot.origin)


def _row(positions: Mapping[str, float]) -> dict[str, Array]:
    return {name: np.array([value]) for name, value in positions.items()}


def _choices(
    robot: Robot, checked: Checked, touching: Iterable[LinkPair], start: Collection[str]
) -> Iterator[list[str]]:
    """Yield the sets of joints that may move to separate links."""
    assert robot.cspace is not None
    controlled = {each.joint for each in robot.cspace.joints}
    between = checked.joints_between(touching)
    for chosen in (between & controlled, between, set(start)):
        names = [name for name in start if name in chosen]
        if names:
            yield names


def _nearest(checked: Checked, start: Mapping[str, float], names: list[str], seed: int) -> dict[str, float] | None:
    """Return a free pose near another one in which only some joints differ; None if none is found."""
    ranges = np.array([_range(checked.robot.joint_by_name[name]) for name in names]).reshape(-1, 2)
    width, here = ranges[:, 1] - ranges[:, 0], np.array([start[name] for name in names])
    generator = np.random.default_rng([seed, 2])
    for step in _STEPS:
        moves = generator.uniform(-1.0, 1.0, (_TRIALS, len(names))) * step
        poses = np.clip(np.round(here + moves * width, _DIGITS), ranges[:, 0], ranges[:, 1])
        free = checked.free(_values(start, names, poses))
        if free.any():
            best = np.flatnonzero(free)[np.linalg.norm(moves[free], axis=1).argmin()]
            return {**start, **dict(zip(names, poses[best].tolist(), strict=True))}
    return None


def _values(start: Mapping[str, float], names: list[str], poses: Floats) -> dict[str, Array]:
    still = {name: np.full(len(poses), value) for name, value in start.items()}
    return still | {name: poses[:, number] for number, name in enumerate(names)}
