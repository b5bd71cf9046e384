"""The default pose: as given by the user or a document, or zero if that is good, or the best of a set of others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from ..codes import planning as codes
from ..diagnostics import Report
from ..edit.naming import no_such
from ..errors import UsageError
from ..kinematics.forward import axis_range
from ..kinematics.freedom import Array
from ..kinematics.joint_values import moves_itself, rest, states
from ..mesh.triangles import Flags, Floats
from ..model import Joint, JointType, JointValue, Robot
from ..model.record import replace
from ..spheres.overlaps import LinkPair
from .plan import PlanOptions
from .posture import Posture, postures_of

_STATES = ("home", "ready", "default")
_TRIALS = 256
_STEPS = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""The distances from the pose to search, as shares of the joints' ranges."""
_DIGITS = 4
"""The number of digits of a pose, kept readable."""


def with_start(robot: Robot, options: PlanOptions) -> Robot:
    """Return the robot with a default position of each independent joint.

    Values of the user take precedence over those of documents: default positions, or else a state named ``home``,
    ``ready`` or ``default``. All other joints are at their rest positions, until :func:`freed` chooses a pose.

    Raises:
        UsageError: The robot has no such state, or a joint position is not possible.
    """
    independent = [joint for joint in robot.joints if moves_itself(joint)]
    given = _given(robot, options)
    _check(robot, options.pose)
    return _at(robot, {j.name: given.get(j.name, rest(j)) for j in independent} | dict(options.pose))


def is_given(robot: Robot, options: PlanOptions) -> bool:
    """Return True if the user or a document gives a default pose."""
    return bool(options.pose or options.state or _given(robot, options))


def _given(robot: Robot, options: PlanOptions) -> dict[str, float]:
    """Return the joint positions that documents give, for each joint one number."""
    known = states(robot)
    if options.state is not None and options.state not in known:
        raise no_such("state", options.state, known)
    if options.state is not None:
        values: Sequence[JointValue] = known[options.state]
    else:
        values = robot.default_positions or next((known[name] for name in _STATES if name in known), ())
    return {each.joint: each.values[0] for each in values if len(each.values) == 1}


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


def freed(robot: Robot, checked: Checked, options: PlanOptions, report: Report, given: bool = True) -> Robot:
    """Return the robot with a default pose in which no checked links collide.

    A given pose stays if it is free; otherwise the nearest free one found is used. Of the joints that move colliding
    links, first the controlled ones move, then all of them, and then all joints of the robot. If no pose is given,
    one is chosen (:func:`_chosen`).
    """
    start = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    if not given:
        start = _chosen(robot, checked, start, options.seed, report)
        robot = _at(robot, start)
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


def _row(positions: Mapping[str, float]) -> dict[str, Array]:
    return {name: np.array([value]) for name, value in positions.items()}


def _chosen(robot: Robot, checked: Checked, start: dict[str, float], seed: int, report: Report) -> dict[str, float]:
    """Choose a pose: zero if it is free and good, else the best free one of a fixed set; zero if none is.

    Joints that lead to no tool stay at rest. Links that only these move, such as fingers, may collide, and so may links
    that collide in every good pose.
    """
    postures = postures_of(checked.robot)
    if not postures.joints:
        return start
    names = {joint.name for joint in postures.joints}
    zero = postures.zero()
    touching = checked.found(_row({**start, **zero.positions})).keys()
    elsewhere = {pair for pair in touching if not checked.joints_between([pair]) & names}
    others = postures.others(seed) if touching - elsewhere or not zero.is_good else []
    found = checked.found(_rows(start, others)) if others else {}
    elsewhere |= {pair for pair, flags in found.items() if flags.all()}
    if zero.is_good and touching <= elsewhere:
        report.add(codes.POSE, f"no default pose given; using zero: {zero}", robot.origin)
        return {**start, **zero.positions}
    collide = [found[pair] for pair in found.keys() - elsewhere]
    free = ~np.logical_or.reduce([np.zeros(len(others), dtype=np.bool_), *collide])
    if not free.any():
        return start

    def is_free(posture: Posture) -> bool:
        return checked.found(_row({**start, **posture.positions})).keys() <= elsewhere

    best = postures.plainer(others[int(np.argmax(free))], is_free)
    why = str(zero) if touching <= elsewhere else f"links {checked.touch}"
    moved = ", ".join(f"{name}={value:g}" for name, value in best.positions.items() if value)
    message = f"no default pose given, and zero is unsuitable ({why}); using {moved}: {best}"
    report.add(codes.POSE, message, robot.origin)
    return {**start, **best.positions}


def _rows(start: Mapping[str, float], postures: Sequence[Posture]) -> dict[str, Array]:
    """Return the values of all joints in some poses."""
    still = {name: np.full(len(postures), value) for name, value in start.items()}
    return still | {name: np.array([each.positions[name] for each in postures]) for name in postures[0].positions}


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
