"""The description of a robot for the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..diagnostics import Report
from ..kinematics.joint_values import states
from ..kinematics.rest_pose import default_pose, first_pose
from ..model import Robot
from .appearance import Appearance
from .findings import findings_of
from .motion import motion_of
from .setup import setup_of
from .shown import Described, Shown
from .sphere_document import document_of, spheres_of


def describe(shown: Shown, appearance: Appearance, pose: Mapping[str, ArrayLike]) -> Described:
    """Return a robot as JSON; its surfaces go into the pack of ``appearance``.

    Raises:
        UsageError: The choice of spheres is ambiguous.
    """
    robot = shown.robot
    links = appearance.links(robot, shown.context)  # which reports missing meshes
    return {
        "caption": shown.caption,
        "name": robot.name,
        "links": links,
        "motion": motion_of(robot),
        "pose": [[name, _numbers(value)] for name, value in (pose or first_pose(robot)).items()],
        "states": list(_states(robot)),
        "spheres": spheres_of(robot, shown.spheres),
        "setup": setup_of(robot, shown.documents),
        "document": document_of(robot, shown.spheres),
        **findings_of(robot, said(shown)),
    }


def said(shown: Shown) -> Report:
    """Return the given diagnostics of a robot, or else those of its context."""
    return shown.report if shown.report is not None else shown.context.report


def _numbers(value: ArrayLike) -> list[float]:
    numbers: list[float] = np.asarray(value, dtype=np.float64).ravel().tolist()
    return numbers


def _states(robot: Robot) -> Iterator[tuple[str, list[object]]]:
    """Return the named poses, and the rest pose."""
    found = {name: {each.joint: list(each.values) for each in values} for name, values in states(robot).items()}
    rest = {name: [value] for name, value in default_pose(robot).items()}
    for name, values in ({"default": rest} | found).items():
        yield name, [[joint, numbers] for joint, numbers in values.items() if joint in robot.joint_by_name]
