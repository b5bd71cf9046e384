"""Writing, converting and comparing robots. Beside ``reading`` the only module that touches documents on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from . import codes, proof
from .context import Context
from .diagnostics import Fate, Report, Severity
from .difference import TOLERANCE, Difference, SameFile, Tolerance, compare
from .errors import ModelError, UsageError
from .facts import facts
from .files import check_outputs
from .formats import Carries, Feature
from .model import Robot
from .placing import Meshes, MeshFormat
from .proof import Tally
from .reading import PathLike, Reading
from .settings import Settings
from .targets import Target, target
from .validation import check_magnitudes, check_structure
from .writing import Writing

if TYPE_CHECKING:
    from .comparison import Comparison

Edit: TypeAlias = Callable[[Robot, Context], Robot]


@dataclass(frozen=True, slots=True)
class Conversion:
    """What came of a conversion."""

    robot: Robot
    report: Report
    tally: Tally
    """What became of the facts of the robot."""
    files: tuple[Path, ...]
    """What was written: the documents and their meshes."""


def write(
    robot: Robot,
    *paths: PathLike,
    report: Report | None = None,
    settings: Settings | None = None,
    overwrite: bool = False,
    meshes: Meshes = "keep",
    mesh_format: MeshFormat | None = None,
) -> tuple[Path, ...]:
    """Write a robot to one or several documents; returns everything that was written.

    What no document can hold is reported. Nothing is written if anything goes wrong.

    Raises:
        ModelError: The robot has errors; the report has them.
        OutputError: A document exists already, or cannot be written.
        InternalError: What was to be written does not read back as the robot.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    targets = _targets(paths, settings)
    check_structure(robot, report)
    refuse_broken(report)
    return Writing(robot, targets, settings, report, meshes, mesh_format).commit([], overwrite)


def convert(
    inputs: Sequence[PathLike],
    outputs: Sequence[PathLike],
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    overwrite: bool = False,
    meshes: Meshes = "keep",
    mesh_format: MeshFormat | None = None,
    edit: Edit | None = None,
    verify: bool = True,
    fail_on: Collection[Fate | Severity] = (),
    allow: Collection[str] = (),
) -> Conversion:
    """Convert documents, prove the conversion, and only then write.

    Args:
        inputs, outputs: The documents; a fact is lost only if no output holds it.
        report: Where diagnostics go: what was lost, approximated, guessed, carried.
        settings: Limits, options, where meshes are, ...
        overwrite: Whether existing files are replaced.
        meshes, mesh_format: Where meshes go (``keep``, ``copy``, ``package://NAME/FOLDER``), and what they become.
        edit: A function from robot to robot, between reading and writing.
        verify: Whether what is to be written is read back and compared first.
        fail_on, allow: At which fates or warnings nothing is written, and codes that pass all the same.

    Raises:
        InputError: A document cannot be read.
        ModelError: The robot has errors; the report has them.
        OutputError: An output exists already, or cannot be written.
        InternalError: The proof failed: a fault of robotfmt.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    sources, targets = [os.fspath(path) for path in inputs], _targets(outputs, settings)
    check_outputs([target.path for target in targets], sources, overwrite)
    reading = Reading(sources, settings, report)
    robot = _ready(reading.robot, targets, settings, report, edit)
    writing = Writing(robot, targets, settings, report, meshes, mesh_format, reading.base, verify)
    refuse_wanted(report, fail_on, allow)
    return Conversion(robot, report, writing.tally, writing.commit(sources, overwrite))


def _ready(
    robot: Robot, targets: list[Target], settings: Settings, report: Report, edit: Edit | None
) -> Robot:
    """The robot if it is whole, edited, and as the targets can hold it."""
    check_structure(robot, report)
    refuse_broken(report)
    edited = robot
    if edit is not None:
        edited = edit(robot, Context(report=report, limits=settings.limits, assets=settings.assets))
        check_magnitudes(edited, report)
        refuse_broken(report)
    edited = _with_modifiers_applied(edited, targets, report)
    if all(target.format.overlay for target in targets):
        refuse_other_links(robot, edited, [target.path for target in targets])
    return edited


def _with_modifiers_applied(robot: Robot, targets: list[Target], report: Report) -> Robot:
    """What a document asks to be changed is done where a whole robot is written and nothing can hold the wish."""
    formats = [target.format for target in targets]
    is_held = any(format.holds(Feature.MODIFIERS) is not Carries.NONE for format in formats)
    if not robot.modifiers or not robot.links or is_held or all(format.overlay for format in formats):
        return robot
    from .edit import apply_modifiers

    new = apply_modifiers(robot, report=report)
    count = len(robot.modifiers)
    message = (
        f"{count} modifier{'s' if count > 1 else ''} of the kinematics: applied, since no output holds them"
    )
    report.add(codes.APPLIED, message, robot.modifiers[0].origin)
    return new


def refuse_other_links(read: Robot, edited: Robot, paths: Sequence[Path]) -> None:
    """What only adds to a document that was read cannot stand beside it when its links are others.

    Raises:
        UsageError: That is so.
    """
    if (read.links, read.joints) != (edited.links, edited.joints):
        names = ", ".join(map(str, paths))
        raise UsageError(codes.LINKS_CHANGED, f"links or joints are changed, but {names} cannot hold them")


def diff(
    a: Robot, b: Robot, tolerance: Tolerance = TOLERANCE, settings: Settings | None = None
) -> list[Difference]:
    """What differs between two robots, physically; mesh files are compared by their content.

    Args:
        tolerance: How much numbers may differ, absolutely for small ones and relatively for large ones.
        settings: Where meshes are.
    """
    return compare(facts(a), facts(b), tolerance, _same_file(settings))


def compare_robots(
    a: Robot, b: Robot, tolerance: Tolerance = TOLERANCE, settings: Settings | None = None
) -> Comparison:
    """Compare two robots by how they move and by their facts; mesh files are compared by their content.

    Links whose frames sit elsewhere on them, but that move alike, are told apart from links that differ.

    Args:
        tolerance: How much numbers may differ, of all features or of each.
        settings: Where meshes are.
    """
    from .comparison import compare_robots

    return compare_robots(a, b, tolerance, _same_file(settings))


def _same_file(settings: Settings | None) -> SameFile:
    settings = settings or Settings()
    context = Context(report=Report(), limits=settings.limits, assets=settings.assets)
    return proof.Files(context, missing_by_name=True).same


def refuse_broken(report: Report) -> None:
    """Stop where the report has errors.

    Raises:
        ModelError: It has.
    """
    errors = report.errors
    if errors:
        message = f"the robot has {len(errors)} error{'s' if len(errors) > 1 else ''}; nothing was written"
        raise ModelError(codes.TOO_BROKEN, message)


def refuse_wanted(report: Report, what: Collection[Fate | Severity], allowed: Collection[str]) -> None:
    """Stop where the report has what it was asked to stop at.

    Raises:
        ModelError: It has.
    """
    for each in what:
        found = [it for it in report.having(each) if it.code not in allowed]
        if found:
            said = "facts would be" if isinstance(each, Fate) else "diagnostics are of the severity"
            message = f"{len(found)} {said} {each.value}; nothing was written"
            raise ModelError(codes.REFUSED_FATE, message)


def _targets(paths: Sequence[PathLike], settings: Settings) -> list[Target]:
    return [target(os.fspath(path), settings) for path in paths]
