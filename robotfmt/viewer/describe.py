"""All that the page is told of a robot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..diagnostics import Diagnostic, Report
from ..kinematics.joint_values import states
from ..kinematics.rest_pose import default_pose
from ..model import Robot
from .appearance import Appearance
from .motion import motion_of
from .shown import Described, Shown
from .sphere_document import document_of, spheres_of


def describe(shown: Shown, appearance: Appearance, pose: Mapping[str, ArrayLike]) -> Described:
    """Return a robot as JSON; its surfaces go into the pack of ``appearance``.

    Raises:
        UsageError: It is not clear which spheres shall be shown.
    """
    robot = shown.robot
    links = appearance.links(robot, shown.context)  # which tells of meshes that are missing
    return {
        "caption": shown.caption,
        "name": robot.name,
        "links": links,
        "motion": motion_of(robot),
        "pose": [[name, _numbers(value)] for name, value in _at_first(robot, pose).items()],
        "states": list(_states(robot)),
        "spheres": spheres_of(robot, shown.spheres),
        "document": document_of(robot, shown.spheres),
        "diagnostics": _diagnostics(
            robot, shown.report if shown.report is not None else shown.context.report
        ),
    }


def _at_first(robot: Robot, pose: Mapping[str, ArrayLike]) -> Mapping[str, ArrayLike]:
    """Return the pose that was asked for, or else the default one where a document says one."""
    return pose if pose or not robot.default_positions else default_pose(robot)


def _numbers(value: ArrayLike) -> list[float]:
    numbers: list[float] = np.asarray(value, dtype=np.float64).ravel().tolist()
    return numbers


def _states(robot: Robot) -> Iterator[tuple[str, list[object]]]:
    """Poses with a name, where the robot rests among them."""
    found = {
        name: {each.joint: list(each.values) for each in values} for name, values in states(robot).items()
    }
    rest = {name: [value] for name, value in default_pose(robot).items()}
    for name, values in ({"default": rest} | found).items():
        yield name, [[joint, numbers] for joint, numbers in values.items() if joint in robot.joint_by_name]


def _diagnostics(robot: Robot, report: Report) -> list[Described]:
    names = {"link": set(robot.link_by_name), "joint": set(robot.joint_by_name)}
    return [
        {**each.record(), "place": each.place, "kind": kind, "about": name}
        for each in report
        for kind, name in [_subject(each, names)]
    ]


def _subject(diagnostic: Diagnostic, names: Mapping[str, set[str]]) -> tuple[str | None, str | None]:
    """Return the link or the joint that something is said of; their names may have slashes."""
    kind, _, rest = diagnostic.subject.partition("/")
    steps = rest.split("/")
    candidates = ("/".join(steps[:end]) for end in range(len(steps), 0, -1))
    name = next((each for each in candidates if each in names.get(kind, ())), None)
    return (kind, name) if name is not None else (None, None)
