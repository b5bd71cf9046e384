"""A pose to start in: as somebody says, or in the middle of the joints' ranges; and near it, free of collision."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import numpy as np

from ..codes import planning as codes
from ..diagnostics import Report
from ..edit.naming import no_such
from ..errors import UsageError
from ..formulas import Array
from ..kinematics import axis_range
from ..mesh.triangles import Floats
from ..model import Joint, JointType, JointValue, Robot
from ..model.record import replace
from ..resting import moves_itself, rest
from .overlaps import Overlaps, Pair
from .records import Wishes

_STATES = ("default", "home", "ready")
_TRIALS = 256
_STEPS = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""How far from the pose to look, as shares of the joints' ranges."""
_DIGITS = 4
"""A pose is for people too."""


def with_start(robot: Robot, wishes: Wishes) -> Robot:
    """The robot with a default position of each joint that moves by itself.

    What is wished for counts before what a document says, a state of the name ``default``, ``home`` or ``ready``
    before the middle of a range. Joints that are not controlled stand where they rest.

    Raises:
        UsageError: There is no such state, or a joint cannot stand there.
    """
    assert robot.cspace is not None
    controlled = {each.joint for each in robot.cspace.joints}
    own = [joint for joint in robot.joints if moves_itself(joint)]
    said = _said(robot, wishes)
    found = {j.name: said.get(j.name, middle(j) if j.name in controlled else rest(j)) for j in own}
    _check(robot, wishes.pose)
    return _at(robot, found | dict(wishes.pose))


def _said(robot: Robot, wishes: Wishes) -> dict[str, float]:
    """Where joints stand as documents say; of each its one number."""
    states = {state.name: state.values for state in reversed(robot.states)}
    if wishes.state is not None:
        if wishes.state not in states:
            raise no_such("state", wishes.state, states)
        values = states[wishes.state]
    else:
        known = (states[name] for name in _STATES if name in states)
        values = robot.default_positions or next(known, ())
    return {each.joint: each.values[0] for each in values if len(each.values) == 1}


def _check(robot: Robot, pose: Mapping[str, float]) -> None:
    for name, value in pose.items():
        joint = robot.joint_by_name.get(name)
        if joint is None or not moves_itself(joint):
            raise no_such("joint", name, [each.name for each in robot.joints if moves_itself(each)])
        lower, upper = _range(joint)
        if joint.type is not JointType.CONTINUOUS and not lower <= value <= upper:
            message = f"the joint '{name}' cannot stand at {value:g}: its limits are {lower:g} and {upper:g}"
            raise UsageError(codes.OUTSIDE, message)


def middle(joint: Joint) -> float:
    """The middle of a joint's range, rounded, and within it."""
    lower, upper = _range(joint)
    return float(np.clip(round((lower + upper) / 2, _DIGITS), lower, upper))


def _range(joint: Joint) -> tuple[float, float]:
    return axis_range(joint, joint.axes[0])


def _at(robot: Robot, positions: Mapping[str, float]) -> Robot:
    values = tuple(JointValue(joint=name, values=(value,)) for name, value in positions.items())
    return replace(robot, default_positions=values)


def freed(robot: Robot, wishes: Wishes, report: Report) -> Robot:
    """The robot with the nearest pose that was found in which no links that are checked overlap by their spheres.

    Of the joints that move links which overlap against each other, first those move that are controlled, then all
    of them, and then all joints of the robot. Where no free pose is found the robot stays as it is, which is said.
    """
    overlaps = Overlaps(robot)
    start = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    touching = overlaps.found({name: np.array([value]) for name, value in start.items()})
    if not touching:
        return robot
    pairs = ", ".join(f"'{one}' and '{other}'" for one, other in list(touching)[:3])
    for names in _choices(robot, overlaps, touching, start):
        found = _nearest(overlaps, start, names, wishes.seed)
        if found is not None:
            moved = [
                f"{name} {start[name]:g} -> {found[name]:g}" for name in found if found[name] != start[name]
            ]
            message = f"{pairs} overlap by their spheres in the pose that was chosen; {', '.join(moved)}"
            report.add(codes.MOVED, message, robot.origin)
            return _at(robot, found)
    message = f"{pairs} overlap by their spheres in the default pose, and no free one was found near it"
    report.add(codes.NO_FREE_POSE, message, robot.origin)
    return robot


def _choices(
    robot: Robot, overlaps: Overlaps, touching: Iterable[Pair], start: Collection[str]
) -> Iterator[list[str]]:
    """Which joints may move so that links part."""
    assert robot.cspace is not None
    controlled = {each.joint for each in robot.cspace.joints}
    between = overlaps.joints_between(touching)
    for chosen in (between & controlled, between, set(start)):
        names = [name for name in start if name in chosen]
        if names:
            yield names


def _nearest(
    overlaps: Overlaps, start: Mapping[str, float], names: list[str], seed: int
) -> dict[str, float] | None:
    """A free pose near another one in which only some joints stand elsewhere; None where none is found."""
    ranges = np.array([_range(overlaps.robot.joint_by_name[name]) for name in names]).reshape(-1, 2)
    width, here = ranges[:, 1] - ranges[:, 0], np.array([start[name] for name in names])
    generator = np.random.default_rng([seed, 2])
    for step in _STEPS:
        moves = generator.uniform(-1.0, 1.0, (_TRIALS, len(names))) * step
        poses = np.clip(np.round(here + moves * width, _DIGITS), ranges[:, 0], ranges[:, 1])
        free = overlaps.free(_values(start, names, poses))
        if free.any():
            best = np.flatnonzero(free)[np.linalg.norm(moves[free], axis=1).argmin()]
            return {**start, **dict(zip(names, poses[best].tolist(), strict=True))}
    return None


def _values(start: Mapping[str, float], names: list[str], poses: Floats) -> dict[str, Array]:
    still = {name: np.full(len(poses), value) for name, value in start.items()}
    return still | {name: poses[:, number] for number, name in enumerate(names)}
