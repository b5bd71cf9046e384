"""Rename the parts of a robot, with all references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from .. import codes
from ..diagnostics import Report, did_you_mean
from ..errors import UsageError
from ..model import Robot
from ..model.record import replace
from ..model.renaming import given_names, names_in, renamed
from .foreign import Names, defined_names, with_foreign_names
from .parameters import with_renamed_parameters

NO_NAMES: Mapping[str, str] = {}


def rename(
    robot: Robot,
    *,
    links: Mapping[str, str] = NO_NAMES,
    joints: Mapping[str, str] = NO_NAMES,
    frames: Mapping[str, str] = NO_NAMES,
    groups: Mapping[str, str] = NO_NAMES,
    report: Report | None = None,
) -> Robot:
    """Return the robot with new names for some of its parts; references are updated.

    Unrecognised content is updated where references are certain; possible references are reported.

    Args:
        robot: The robot.
        links, joints, frames, groups: New names by old names; two parts may swap names.
        report: Where the changes are reported.

    Raises:
        UsageError: The part does not exist, or a new name is taken.
    """
    names = {"link": {**frames, **links}, "joint": dict(joints), "group": dict(groups)}
    _check(robot, names)
    return _renamed(robot, names, report)


def prefix(robot: Robot, before: str = "", after: str = "", *, report: Report | None = None) -> Robot:
    """Return the robot with a prefix or suffix on the names of all its parts; its own name does not change.

    Parts are links, joints, frames, groups, states, devices and materials, and what unrecognised content defines, such
    as the tendons and default classes of an MJCF: all that need unique names if two such robots are joined. Sphere
    sets keep their names, because those of two robots are combined.
    """
    return _renamed(robot, prefixed_names(robot, before, after), report)


def prefixed_names(robot: Robot, before: str = "", after: str = "") -> Names:
    """Return the names that the parts of a robot have with a prefix or suffix, by kind and name."""
    names: Names = {}
    for kind, name in names_in(robot):
        if name and kind != "spheres":
            names.setdefault(kind, {})[name] = f"{before}{name}{after}"
    for kind, its in defined_names(robot).items():
        names.setdefault(kind, {}).update({name: f"{before}{name}{after}" for name in its})
    return names


def _renamed(robot: Robot, names: Names, report: Report | None) -> Robot:
    """Gives the reason for changes by renaming only."""
    from .performing import perform

    return perform(
        robot,
        lambda it: with_other_names(it, names, report),
        lambda _: None,
        report,
        restate=lambda it: with_other_names(replace(it, layouts=()), names),
    )


def with_other_names(robot: Robot, names: Names, report: Report | None = None) -> Robot:
    """Return the robot with consistent new names of parts of any kind."""
    names = {kind: {a: b for a, b in each.items() if a != b} for kind, each in names.items()}

    def change(kind: str, name: str) -> str:
        return names.get(kind, NO_NAMES).get(name, name)

    report = report if report is not None else Report()
    robot = with_renamed_parameters(renamed(robot, change), names, report) if any(names.values()) else robot
    return with_foreign_names(robot, names, report)


def _check(robot: Robot, names: Mapping[str, Mapping[str, str]]) -> None:
    given = given_names(robot)
    for kind, changes in names.items():
        known = dict.fromkeys(given.get(kind, []))
        for old in changes:
            if old not in known:
                raise no_such(kind, old, known)
        if not all(changes.values()):
            raise UsageError(codes.NAME_TAKEN, f"a {kind} must have a name")
        left = Counter(changes.get(name, name) for name in known)
        for new in changes.values():
            if left[new] > 1:
                raise UsageError(codes.NAME_TAKEN, f"two {kind}s would be named '{new}'")


def no_such(kind: str, name: str, known: Collection[str]) -> UsageError:
    """Return the error about a part that does not exist."""
    return UsageError(codes.NO_SUCH_PART, f"the {kind} '{name}' does not exist{did_you_mean(name, known)}")
