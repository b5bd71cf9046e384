"""Check documents: the findings of their formats, of the robot in them, and of its meshes."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from .. import codes
from ..assets.mesh_files import report_needed, report_now, report_textures
from ..codes.targets import FORMAT as UNREAD
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..documents.source import Source, plain_name
from ..errors import RobotfmtError
from ..formats import TARGET, Format
from ..model import Origin, Robot, World
from ..model.record import Record, replace
from ..settings import Settings, context_of, format_context
from ..validation import validate
from ..validation.structure import check_world
from .once import read_robot, read_whole
from .reading import PathLike, opened

if TYPE_CHECKING:
    from ..selfcollision.pairs import Collisions
    from ..targets.rows import Target

_FINDINGS = 1
_MANY_ROBOTS, _ONE_ROBOT = 2_000_000, 20_000_000
"""The size in bytes of the collision meshes that are opened by default: of each of several robots, and of one alone."""
NO_NAMES: Mapping[str, str] = {}
_QUOTED = re.compile(r"'([^']*)'")


class _Appearance(Record, kw_only=False):
    """Files and poses to examine in addition to the documents."""

    meshes: bool
    collisions: Collisions | None
    files: bool = True
    """True to report missing mesh files, and links that overlap at rest: False for what a conversion compares."""
    rest_bytes: int = _MANY_ROBOTS
    """The size of a robot's collision meshes up to which they are opened, to find those that overlap at rest."""


class Check:
    """The result of checking the documents of one robot together."""

    def __init__(
        self,
        documents: tuple[str, ...],
        report: Report | None = None,
        failure: int = 0,
        texts: Mapping[str, bytes] | None = None,
    ) -> None:
        self.documents = documents
        self.report = report if report is not None else Report()
        self.robots: list[Robot] = []
        """The robots that could be read; several only from one document with several."""
        self.names: list[str] = []
        """The names of several robots in their world."""
        self.texts: Mapping[str, bytes] = texts or {}
        """The documents by name, as read or as expanded by xacro: findings refer to their lines."""
        self.failure = failure
        """The exit code of the worst error of reading."""
        self.refused: list[Diagnostic] = []
        """The messages of the errors of reading."""

    def __repr__(self) -> str:
        return f"<Check of {', '.join(self.documents)}: {self.report.summary()}>"

    @property
    def exit_code(self) -> int:
        """0 without errors, 1 with errors, 3 if a document cannot be read."""
        return max(self.failure, _FINDINGS if self.report.errors else 0)


def check(
    *paths: PathLike,
    settings: Settings | None = None,
    meshes: bool = False,
    collisions: Collisions | None = None,
    by_name: bool = False,
) -> list[Check]:
    """Check documents; those that describe the same robot are checked together.

    If only one of the documents describes a robot, all others add to it. If several do, each other document belongs
    to the one with its name (``arm.srdf`` to ``arm.urdf``), or is checked alone.

    Args:
        paths: The documents.
        settings: Limits, options, mesh locations, ...
        meshes: True to load and check every mesh too.
        collisions: How to find the links that can touch; None to skip that.
        by_name: True if they were found in folders: each is checked with the robot of its name, or of its folder.

    Returns:
        One :class:`Check` for each robot, and for each unreadable document; reading errors are not raised.

    Raises:
        UsageError: The collision library is not installed.
    """
    settings = settings or Settings()
    unreadable: list[Check] = []
    found: list[tuple[Source, Format]] = []
    before: dict[str, Report] = {}
    for path in paths:
        name, report = os.fspath(path), Report()
        try:
            documents = opened([name], settings, report)
            found += documents
            before[documents[0][0].name] = report
        except RobotfmtError as error:
            unreadable.append(_refused(name, error, report))
    groups = _found_by_name(found) if by_name else _sorted_by_robot(found)
    appearance = _Appearance(meshes, collisions, rest_bytes=_ONE_ROBOT if len(groups) == 1 else _MANY_ROBOTS)
    return [*unreadable, *(_checked(each, settings, appearance, before) for each in groups)]


def findings_in(documents: Sequence[tuple[Source, Format]], settings: Settings) -> Report:
    """Return what :func:`check` finds in documents of one robot that were opened already."""
    return _checked(documents, settings, _Appearance(False, None), {}).report


def findings_of_target(paths: Sequence[PathLike], settings: Settings) -> list[Diagnostic]:
    """Return what :func:`check` finds in written documents because of the program that they are for.

    Formats that it does not read are no findings here: they were asked for.
    """
    options = {name: value for name, value in settings.options.items() if name.partition(".")[2] != TARGET}
    plain = replace(settings, target=None, options=options)
    known = {each for found in check(*paths, settings=plain) for each in found.report}
    found = (it for done in check(*paths, settings=settings) for it in done.report if it not in known)
    return [it for it in found if it.code != UNREAD.slug]


def new_findings(
    outputs: Sequence[tuple[Source, Format]],
    inputs: Sequence[tuple[Source, Format]],
    settings: Settings | None = None,
    names: Mapping[str, str] = NO_NAMES,
) -> list[Diagnostic]:
    """Return the findings in written documents that the source documents do not have.

    A code that is found as often as before is not new, even if parts were renamed. Content that is only
    passed through is not a finding.

    Args:
        outputs: The documents that were written, with those that they belong to.
        inputs: The documents that were read.
        settings: Limits, options, mesh locations, ...
        names: The names of renamed parts in the inputs, by their new names.
    """

    def in_old_words(message: str) -> str:
        return _QUOTED.sub(lambda found: f"'{names.get(found[1], found[1])}'", message)

    settings = settings or Settings()
    after = _findings(outputs, settings)
    before = _findings(inputs, settings) if after else []
    known = {(each.code, each.message) for each in before}
    was, now = (Counter(each.code for each in found) for found in (before, after))
    new = (it for it in after if (it.code, in_old_words(it.message)) not in known)
    return [it for it in new if now[it.code] > was[it.code]]


def _findings(documents: Sequence[tuple[Source, Format]], settings: Settings) -> list[Diagnostic]:
    """Return the findings in documents of one robot; further documents of a whole robot are checked separately."""
    bases = [each for each in documents if not each[1].overlay]
    first = [*bases[:1], *(each for each in documents if each[1].overlay)]
    groups = [each for each in (first, *([base] for base in bases[1:])) if each]
    checks = [_checked(each, settings, _Appearance(False, None, False), {}) for each in groups]
    found = (each for check in checks for each in check.report)
    return [each for each in found if each.fate is not Fate.PASSED_THROUGH and each.code != UNREAD.slug]


def _refused(name: str, error: RobotfmtError, report: Report) -> Check:
    check = Check((name,), report, failure=error.exit_code)
    check.report.extend_with(error.diagnostic, error.diagnostic.severity)
    check.refused.append(error.diagnostic)
    return check


def _sorted_by_robot(found: list[tuple[Source, Format]]) -> list[list[tuple[Source, Format]]]:
    """Return the documents of each robot, the one that describes it first."""
    bases = [[each] for each in found if not each[1].overlay]
    lonely: list[list[tuple[Source, Format]]] = []
    for source, format in found:
        if not format.overlay:
            continue
        name = PurePath(plain_name(source.name))
        mine = bases if len(bases) == 1 else [each for each in bases if _is_beside(each[0][0], name)]
        (mine[0] if mine else _new(lonely)).append((source, format))
    if not bases and lonely:
        return [[document for each in lonely for document in each]]
    return [*bases, *lonely]


def _found_by_name(found: list[tuple[Source, Format]]) -> list[list[tuple[Source, Format]]]:
    """Return the documents of each robot: those with the same name together, and each other overlay with only the
    document of the robot.
    """
    bases = [each for each in found if not each[1].overlay]
    groups = [[each] for each in bases]
    for document in (each for each in found if each[1].overlay):
        base = _base_of(document[0], bases)
        if base is None:
            groups.append([document])
        elif _stem(document[0]) == _stem(base[0]):
            next(each for each in groups if each[0] is base).append(document)
        else:
            groups.append([base, document])
    return groups


def _base_of(source: Source, bases: list[tuple[Source, Format]]) -> tuple[Source, Format] | None:
    """Return the document of the robot that another one adds to, by name and folder."""
    folder = PurePath(source.name).parent
    here = [each for each in bases if PurePath(each[0].name).parent == folder]
    alike = [each for each in bases if _stem(each[0]) == _stem(source)]
    beside = [each for each in here if _stem(each[0]) == _stem(source)]
    return next((each[0] for each in (beside, here, alike) if len(each) == 1), None)


def _stem(source: Source) -> str:
    return PurePath(plain_name(source.name)).stem


def _new(groups: list[list[tuple[Source, Format]]]) -> list[tuple[Source, Format]]:
    groups.append([])
    return groups[-1]


def _is_beside(base: Source, name: PurePath) -> bool:
    path = PurePath(plain_name(base.name))
    return (path.parent, path.stem) == (name.parent, name.stem)


def _checked(
    documents: Sequence[tuple[Source, Format]],
    settings: Settings,
    appearance: _Appearance,
    before: Mapping[str, Report],
) -> Check:
    """Check documents that together describe robots: by the rules of their formats, then each robot."""
    texts = {source.name: source.data for source, _ in documents}
    check = Check(tuple(texts), texts=texts)
    for name in check.documents:
        if name in before:
            check.report.extend(before[name])
    understood: dict[str, tuple[Source, Format]] = {}
    check.robots = _read(documents, settings, check, understood)
    for source, format in understood.values():
        if format.check is not None:
            robot = check.robots[0] if check.robots else Robot()
            format.check(source, robot, format_context(format, settings, check.report))
    programs = _programs(settings)
    if len(check.robots) > 1:
        appearance = replace(appearance, rest_bytes=_MANY_ROBOTS)
    for name, robot in zip(check.names or [""] * len(check.robots), check.robots, strict=True):
        report = Report() if len(check.robots) > 1 else check.report
        _look(robot, appearance, report, settings)
        for program in programs:
            _judge([*understood.values()], robot, program, report)
        if report is not check.report:
            from .composing import of_robot

            check.report.extend(report, partial(of_robot, name=name))
    return check


def _look(robot: Robot, appearance: _Appearance, report: Report, settings: Settings) -> None:
    """Check a robot by the rules of all formats, and its meshes and contacts as asked."""
    validate(
        robot,
        report=report,
        settings=settings,
        meshes=appearance.meshes,
        files=appearance.files,
        rest_bytes=appearance.rest_bytes,
    )
    if appearance.collisions is not None:
        report_needed(robot, settings.assets, report, "--collisions")
    elif appearance.files and not appearance.meshes:
        report_now(robot, settings.assets, report)
    if appearance.files:
        report_textures(robot, settings.assets, report)
    if appearance.meshes:
        from ..validation.meshes import check_meshes

        check_meshes(robot, context_of(report, settings))
    if appearance.collisions is not None:
        from ..validation.collisions import check_collisions

        check_collisions(robot, appearance.collisions, report, settings)


def _programs(settings: Settings) -> tuple[Target, ...]:
    """Return the programs that documents are for."""
    if settings.target is None and not any(name.partition(".")[2] == TARGET for name in settings.options):
        return ()
    from ..targets import programs_of  # the tables, which most checks do not need

    return programs_of(settings)


def _judge(documents: Sequence[tuple[Source, Format]], robot: Robot, program: Target, report: Report) -> None:
    from ..targets import judge

    judge(documents, robot, program, report)


def _read_world(world: World, source: Source, check: Check) -> list[Robot]:
    """Return the robots of a document that may contain several; report faults in their relations."""
    if world.name is not None and not world.robots:
        message = f"the world '{world.name}' contains no robot"
        help = "No action needed if it contains only lights, terrain and plugins, or includes that were not found."
        check.report.add(codes.NO_ROBOT, message, world.origin, severity=Severity.NOTE, help=help)
    elif not world.robots:
        check.report.add(codes.NO_ROBOT, "the document contains no robot", Origin(source.name))
    check_world(world, check.report)
    check.names = [each.name for each in world.robots]
    # Content around the robots can refer to their parts, such as materials.
    return [replace(each.robot, extensions=(*each.robot.extensions, *world.extensions)) for each in world.robots]


def _read(
    documents: Sequence[tuple[Source, Format]],
    settings: Settings,
    check: Check,
    understood: dict[str, tuple[Source, Format]],
) -> list[Robot]:
    """Return every robot that can be read, even if some documents cannot, and the last document of each format."""
    robots: list[Robot] = []
    for source, format in documents:
        settings.assets.provide(source.name, source.data)
        try:
            if len(documents) == 1 and format.read_world is not None and settings.robot is None:
                whole = read_whole(source, format, settings, check.report)
                robots = _read_world(whole, source, check) if isinstance(whole, World) else [whole]
            else:
                robots = [read_robot(source, format, robots[0] if robots else None, settings, check.report)]
            understood[format.name] = source, format
        except RobotfmtError as error:
            check.failure = max(check.failure, error.exit_code)
            check.report.extend_with(error.diagnostic, error.diagnostic.severity)
            check.refused.append(error.diagnostic)
    return robots
