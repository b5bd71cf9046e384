"""The documents that a conversion shall make, and in which version of their format each is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from . import codes, formats
from .diagnostics import Report
from .errors import UsageError
from .facts import Fact
from .formats import Carries, Feature, Format
from .model import Robot
from .settings import Settings


@dataclass(frozen=True, slots=True)
class Target:
    """A document to be written."""

    path: Path
    format: Format
    version: str
    """Nothing where none was asked for and none is settled yet."""
    versions: tuple[str, ...]
    """Those that go with the options that were given, the oldest first."""


def target(path: str, settings: Settings) -> Target:
    """The document of a path, in the format that was asked for or that its name tells.

    Raises:
        UsageError: There is no such format, it has no such version, or an option that was given forbids it.
    """
    name, _, version = (settings.target_format or "").partition("@")
    format = formats.find(name) if name else formats.of_output(path)
    if version and version not in format.versions:
        known = ", ".join(format.versions)
        raise UsageError(codes.USAGE, f"{format.name} has no version '{version}'; it has: {known}")
    options = settings.options_of(format)
    versions = format.versions_with(options)
    if version and version not in versions:
        _refuse(format, version, options)
    return Target(Path(path), format, version, versions)


def _refuse(format: Format, version: str, options: Mapping[str, str]) -> NoReturn:
    its = next(
        each for each in format.options if version not in each.versions.get(options[each.name], version)
    )
    said, possible = f"{format.name}.{its.name}={options[its.name]}", its.versions[options[its.name]]
    message = f"{format.name} {version} does not go with {said}, but {', '.join(possible)} does"
    raise UsageError(codes.USAGE, message, help=its.help)


def settled(targets: Sequence[Target], robot: Robot, facts: Iterable[Fact], report: Report) -> list[Target]:
    """The targets with their versions, and with formats that hold what those versions hold.

    Where no version was asked for, it is the oldest that holds all that the newest would hold of what no other
    target holds, and no older one than that of the document that the robot came from.
    """
    features = {fact.feature for fact in facts}
    return [_settled(each, targets, robot, features, report) for each in targets]


def _settled(
    target: Target, targets: Sequence[Target], robot: Robot, features: set[Feature], report: Report
) -> Target:
    format, version = target.format, target.version
    if not version:
        others = [each.format for each in targets if each is not target]
        version = _version(target, robot, _needed(robot, features, others), report)
    return replace(target, format=format.at(version), version=version)


def _needed(robot: Robot, features: set[Feature], others: Sequence[Format]) -> set[Feature]:
    """What no other format holds in whole. Limits in the configuration space are limits of joints, too."""
    needed = {each for each in features if not any(its.holds(each) is Carries.FULL for its in others)}
    if robot.cspace is not None and Feature.CSPACE in needed:
        joints = robot.cspace.joints
        needed |= (
            {Feature.ACCELERATION} if any(each.acceleration_limit is not None for each in joints) else set()
        )
        needed |= {Feature.JERK} if any(each.jerk_limit is not None for each in joints) else set()
    return needed


def _version(target: Target, robot: Robot, needed: set[Feature], report: Report) -> str:
    format, layout = target.format, robot.layout(target.format.name)
    declared = layout.version if layout is not None else None
    oldest = declared if declared in target.versions else target.versions[0]
    missing = _missing(format, oldest, needed)
    if not missing:
        return oldest
    newer = target.versions[target.versions.index(oldest) + 1 :]
    version = next((each for each in newer if not _missing(format, each, needed)), oldest)
    if version == oldest:
        return oldest
    because = ", ".join(sorted(each.value for each in missing))
    message = f"'{target.path.name}' is written as {format.name} {version}, because of: {because}"
    way = f"Older programs may refuse it: --to {format.name}@{oldest} writes for them, and tells what that costs."
    report.add(codes.NEWER_VERSION, message, help=way)
    return version


def _missing(format: Format, version: str, needed: set[Feature]) -> set[Feature]:
    """The features that the newest version holds, and this one does not, or not as well."""
    its = format.at(version)
    return {each for each in needed if its.holds(each) is not format.holds(each)}
