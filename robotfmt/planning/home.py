"""Where arms are at home: a pose in which no links that are checked touch by their shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..codes import planning as codes
from ..context import Context
from ..kinematics import axis_range
from ..model import JointValue, Robot
from ..model.record import replace
from ..selfcollision import Classes, Pair
from ..selfcollision.claims import can_touch, ignored_pairs
from .contacts import Contacts

_TRIALS = 256
_STEPS = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""How far from the pose to look, as shares of the joints' ranges."""
_DIGITS = 4


def with_free_home(robot: Robot, start: Robot, found: Classes, seed: int, context: Context) -> Robot:
    """Return the robot in the pose to start in, or in the nearest one that was found in which no checked links touch.

    Of the joints between links that touch, first those move that are controlled, then all of them, then all of the
    robot. Where no free pose is found the robot stays as it is, which is reported.

    Args:
        robot: Its ignored pairs are not checked.
        start: The same robot with default positions, which was looked at.
        found: What was found of its pairs.
        seed: Of the poses that are tried.
        context: Its assets find the meshes; its report gets what there is to say.
    """
    ignored = ignored_pairs(robot)
    checked = [
        each
        for each in found.pairs
        if can_touch(each) and frozenset((each.first, each.second)) not in ignored
    ]
    touching = [each for each in checked if each.default]
    if not touching:
        return start
    shown = ", ".join(f"'{each.first}' and '{each.second}'" for each in touching[:3])
    here = {each.joint: each.values[0] for each in start.default_positions if len(each.values) == 1}
    contacts = Contacts(start, checked, context)
    for names in _choices(start, contacts, touching, here):
        there = _nearest(contacts, here, names, seed)
        if there is not None:
            moved = [
                f"{name} {here[name]:g} -> {there[name]:g}" for name in there if there[name] != here[name]
            ]
            message = f"{shown} touch in the pose that was chosen; {', '.join(moved)}"
            context.report.add(codes.MOVED, message, robot.origin)
            values = tuple(JointValue(joint=name, values=(value,)) for name, value in there.items())
            return replace(start, default_positions=values)
    message = f"{shown} touch in the default pose, and no free one was found near it"
    context.report.add(codes.NO_FREE_POSE, message, robot.origin)
    return start


def _choices(
    start: Robot, contacts: Contacts, touching: Sequence[Pair], here: dict[str, float]
) -> Iterator[list[str]]:
    """Which joints may move so that links part."""
    controlled = {each.joint for each in start.cspace.joints} if start.cspace is not None else set(here)
    between = contacts.joints_between([(each.first, each.second) for each in touching])
    for chosen in (between & controlled, between, set(here)):
        names = [name for name in here if name in chosen]
        if names:
            yield names


def _nearest(
    contacts: Contacts, here: dict[str, float], names: list[str], seed: int
) -> dict[str, float] | None:
    """A free pose near another one in which only some joints stand elsewhere; None where none is found."""
    joints = [contacts.robot.joint_by_name[name] for name in names]
    ranges = np.array([axis_range(joint, joint.axes[0]) for joint in joints]).reshape(-1, 2)
    width, middle = ranges[:, 1] - ranges[:, 0], np.array([here[name] for name in names])
    generator = np.random.default_rng([seed, 3])
    for step in _STEPS:
        moves = generator.uniform(-1.0, 1.0, (_TRIALS, len(names))) * step
        poses = np.clip(np.round(middle + moves * width, _DIGITS), ranges[:, 0], ranges[:, 1])
        values = {name: np.full(_TRIALS, value) for name, value in here.items()}
        free = contacts.free(values | {name: poses[:, number] for number, name in enumerate(names)})
        if free.any():
            best = np.flatnonzero(free)[np.linalg.norm(moves[free], axis=1).argmin()]
            return {**here, **dict(zip(names, poses[best].tolist(), strict=True))}
    return None
