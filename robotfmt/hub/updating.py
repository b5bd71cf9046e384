"""Changing a document in place: only what is to be otherwise is touched in it.

The document is read beside what it refers to; what it shall say is that robot with what other documents or an edit
change. Both are brought into the form that the format can say, and what differs between them is changed in the text.
The proof is that of any conversion, except that what the update leaves alone must read back as it did before, in
whatever form the document says it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from .. import codes
from ..assets.files import write_files
from ..assets.mesh_files import report_later
from ..diagnostics import Diagnostic, Fate, Report, Severity, quoted
from ..documents.source import Source
from ..errors import InternalError, ModelError, UsageError
from ..facts import Fact, facts
from ..facts.difference import Difference, compare, same, same_reference
from ..formats import Format, all_formats, reader_of
from ..model import CSpaceJoint, Limits, Robot
from ..model.record import replace
from ..settings import Settings
from ..validation import check_structure
from . import proof
from .conversion import Conversion, Edit, found_in_outputs, refuse_broken, refuse_other_links, refuse_wanted
from .reading import PathLike, opened
from .writing import tell_lost

Subject: TypeAlias = tuple[str, ...]
"""The path of a fact."""
_Opened: TypeAlias = Sequence[tuple[Source, Format]]


def update(
    path: PathLike,
    *inputs: PathLike,
    report: Report | None = None,
    settings: Settings | None = None,
    edit: Edit | None = None,
    merge: bool = True,
    own_pairs: bool = False,
    fail_on: Collection[Fate | Severity] = (),
    allow: Collection[str] = (),
) -> Conversion:
    """Change a document in place: comments, order and style stay, and every byte that need not change.

    What other documents say now counts where it is not what the document says: positions, tool frames, spheres; the
    limits of acceleration and jerk of joints count for the configuration space. Pairs to be ignored are added, and
    none is taken away; a pair that the document has keeps its reason. Where nothing changes nothing is written.

    Args:
        path: The document; its format must be one that can be changed in place (XRDF, SRDF).
        inputs: The document it belongs to (a URDF), and others that say something new (an SRDF).
        report: Where diagnostics go.
        settings: Limits, options, where meshes are, ...
        edit: A function from robot to robot, after reading.
        merge: Whether what other documents say is taken over; else only the edit changes something.
        own_pairs: Whether only the ignored pairs of the document itself count, not those of what it belongs to.
        fail_on, allow: At which fates or warnings nothing is written, and codes that pass all the same.

    Raises:
        InputError: A document cannot be read.
        UsageError: The format cannot be edited in place, or links or joints were changed.
        ModelError: The robot or the document would have errors that it did not have.
        OutputError: The document cannot be written.
        InternalError: The proof failed: a fault of robotfmt.
    """
    report = report if report is not None else Report()
    updating = _Updating(path, inputs, settings or Settings(), report, own_pairs)
    data, done = updating.updated(updating.wanted(edit, merge, allow))
    refuse_wanted(report, fail_on, allow)
    write_files([(each, data) for each in done.files])
    return done


class _Updating:
    """A document that is changed, the robot that it is read for, and that robot with what it says."""

    def __init__(
        self,
        document: PathLike,
        others: Sequence[PathLike],
        settings: Settings,
        report: Report,
        own_pairs: bool,
    ) -> None:
        path, inputs = os.fspath(document), [os.fspath(each) for each in others]
        self.path, self.settings, self.report = path, settings, report
        ((self.source, self.format),) = opened([path], replace(settings, source_format=None), report)
        if self.format.revise is None:
            raise UsageError(codes.USAGE, f"'{path}': {_who_can(self.format)}")
        found = opened([each for each in inputs if not _is_same_file(each, path)], settings, report)
        self.overlays = [each for each in found if each[1].overlay]
        self.bases = [each for each in found if not each[1].overlay]
        self.base = self._read_sound(self.bases, None)
        if self.base is not None:
            report_later(self.base, settings.assets, report)
        if self.base is not None and own_pairs:
            self.base = replace(self.base, ignored_pairs=())
        self.read_report = Report()
        """What there is to say of the document as it is."""
        robot = self._read([(self.source, self.format)], self.base, self.read_report)
        assert robot is not None
        self.before = robot
        check_structure(robot, self.read_report)
        layout = robot.layout(self.format.name)
        declared = layout.version if layout is not None else None
        self.version = declared if declared in self.format.versions else self.format.versions[0]
        self.claims, self.known = Report(), Report()
        self._found: dict[int, tuple[Robot, list[Fact]]] = {}
        self.adapted = self._adapt(robot, self.known)
        self.intended = self.adapted

    def _read(self, documents: _Opened, robot: Robot | None, report: Report) -> Robot | None:
        for source, format in documents:
            self.settings.assets.provide(source.name, source.data)
            context = self.settings.context(format, report)
            robot = reader_of(format)(
                source, robot, context.having(robot=None) if format.overlay else context
            )
        return robot

    def _read_sound(self, documents: _Opened, robot: Robot | None) -> Robot | None:
        """Read documents that must have no errors."""
        found = Report()
        try:
            robot = self._read(documents, robot, found)
        finally:
            self.report.extend(found)
        refuse_broken(found)
        return robot

    def _adapt(self, robot: Robot, report: Report) -> Robot:
        if self.format.adapt is None:
            return robot
        return self.format.adapt(robot, self.settings.context(self.format, report, self.path, self.version))

    def updated(self, robot: Robot) -> tuple[bytes, Conversion]:
        """The document that says a robot, proved, and what became of the robot's facts."""
        data = self.revised(robot)
        back = self.read_back(data)
        kept = self.kept(robot, back)
        self.tell_losses(robot, back, kept)
        files = () if data == self.source.data else (Path(self.path),)
        tally = proof.tally(self._facts(robot), kept, self.claims)
        found = self._findings(robot, data) if files else []
        self.report.diagnostics += found
        return data, Conversion(robot, self.report, tally, files, tuple(found))

    def _findings(self, robot: Robot, data: bytes) -> list[Diagnostic]:
        """What the rules of the format find in the document now, and did not find before."""
        read = [*self.bases, (self.source, self.format), *self.overlays]
        written = [(Source(self.path, data), self.format)]
        return found_in_outputs(written, read, self.settings, self.before, robot, self.report)

    def wanted(self, edit: Edit | None, merge: bool, allow: Collection[str]) -> Robot:
        """The robot as the document shall say it."""
        robot = self._merged() if merge else self.before
        if edit is not None:
            made = Report()
            try:
                robot = edit(robot, self.settings.context(self.format, made, self.path, self.version))
            finally:
                self.report.extend(made)
            refuse_broken(made, allow)
        refuse_other_links(self.before, robot, [Path(self.path)])
        found = Report()
        check_structure(robot, found)
        self._refuse_new_errors(found)
        return robot

    def _merged(self) -> Robot:
        plain = replace(
            self.before, ignored_pairs=tuple(replace(each, reason=None) for each in self.before.ignored_pairs)
        )
        robot = self._read_sound(self.overlays, plain)
        assert robot is not None
        reasons: dict[frozenset[str], list[str | None]] = {}
        for each in reversed(self.before.ignored_pairs):
            reasons.setdefault(each.links, []).append(each.reason)
        pairs = tuple(
            replace(each, reason=reasons[each.links].pop()) if reasons.get(each.links) else each
            for each in robot.ignored_pairs
        )
        return _with_limits_of_joints(replace(robot, ignored_pairs=pairs), self.report)

    def revised(self, robot: Robot) -> bytes:
        """The document, saying all that the format can say of a robot."""
        self.intended = self._adapt(robot, self.claims)
        self._check_claims(robot)
        if self.intended == self.adapted:
            return self.source.data
        assert self.format.revise is not None
        context = self.settings.context(self.format, self.report, self.path, self.version)
        return self.format.revise(self.source, self.adapted, self.intended, context)

    def _check_claims(self, robot: Robot) -> None:
        """What is said to be lost is, and nothing else."""
        files = proof.Files(self.settings.context(self.format, Report()))
        changed = proof.differences(self._facts(robot), self._facts(self.intended), self.format, files)
        self._fail(proof.unexplained(changed, self.claims))
        anything = compare(self._facts(robot), self._facts(self.intended), same_file=files.same)
        for claim in proof.untrue(anything, self.claims):
            raise InternalError(codes.INTERNAL_CLAIM, f"{claim.message} ({claim.code})")

    def read_back(self, data: bytes) -> Robot:
        """The robot of the changed document. All that it says was said before, or was meant."""
        if self.intended == self.adapted:
            self.report.extend(self.read_report)
            return self.before
        found = Report()
        back = self._read([(Source(self.path, data), self.format)], self.base, found)
        assert back is not None
        check_structure(back, found)
        expected = _expected(*map(self._held, (self.before, self.adapted, self.intended)))
        there = self._held(back)
        meant = {each.subject for each in compare(self._held(self.intended), there)}
        self._fail(each for each in compare(expected, there) if each.subject in meant)
        self._refuse_new_errors(found)
        self.report.extend(found)
        return back

    def _facts(self, robot: Robot) -> list[Fact]:
        if id(robot) not in self._found:
            self._found[id(robot)] = robot, facts(robot)
        return self._found[id(robot)][1]

    def _held(self, robot: Robot) -> list[Fact]:
        return proof.held_by(self.format, self._facts(robot))

    def _fail(self, found: Iterable[Difference]) -> None:
        messages = [f"{self.path}: {each}" for each in found]
        if messages:
            more = f" (and {len(messages) - 1} more)" if messages[1:] else ""
            raise InternalError(codes.INTERNAL_DIFFERENCE, messages[0] + more)

    def _refuse_new_errors(self, found: Report) -> None:
        """A document that has errors may be changed all the same, but gets no further ones."""
        known = {(each.code, each.message) for each in self.read_report.errors}
        new = [each for each in found.errors if (each.code, each.message) not in known]
        self.report.diagnostics += new
        if new:
            raise ModelError(codes.TOO_BROKEN, f"{quoted(self.path)} would get errors; nothing was written")

    def kept(self, robot: Robot, back: Robot) -> set[Subject]:
        """The facts of a robot that the document and what it refers to hold."""
        files = proof.Files(self.settings.context(self.format, Report()))
        return proof.kept(self._facts(robot), self._facts(back), files)

    def tell_losses(self, robot: Robot, back: Robot, kept: Collection[Subject]) -> None:
        """Say what the document does not hold of the robot; what was left alone in it is as it was."""
        untrue = {
            id(each) for each in proof.untrue(compare(self._facts(robot), self._facts(back)), self.claims)
        }
        known = {(each.code, each.message) for each in self.known}
        self.claims.diagnostics = [
            each
            for each in self.claims
            if (
                id(each) not in untrue
                if each.fate in proof.CLAIMS
                else (each.code, each.message) not in known
            )
        ]
        self.report.extend(self.claims)
        reported = {each.subject for each in self.claims}
        for fact in proof.lost(self._facts(robot), kept):
            if fact.subject not in reported:
                tell_lost(fact, self.report)


def _expected(before: list[Fact], adapted: list[Fact], intended: list[Fact]) -> list[Fact]:
    """What the document must say now: what the update leaves alone as it was, the rest as it is meant."""
    source, old, new = ({fact.path: fact for fact in each} for each in (before, adapted, intended))
    found = [fact for path, fact in source.items() if path not in old and path not in new]
    for path, fact in new.items():
        if path not in old or not same(old[path], fact, 0.0, same_reference):
            found.append(fact)
        elif path in source:
            found.append(source[path])
    return found


def _with_limits_of_joints(robot: Robot, report: Report) -> Robot:
    """What the joints themselves say now of how fast they may speed up counts."""
    if robot.cspace is None:
        return robot
    joints = tuple(_with_limits(index, each, robot, report) for index, each in enumerate(robot.cspace.joints))
    return replace(robot, cspace=replace(robot.cspace, joints=joints))


def _with_limits(index: int, joint: CSpaceJoint, robot: Robot, report: Report) -> CSpaceJoint:
    found = robot.joint_by_name.get(joint.joint)
    hard = (found.axis.hard if found is not None and found.axis is not None else None) or Limits()
    for name, limit in (("acceleration", hard.acceleration), ("jerk", hard.jerk)):
        declared: float | None = getattr(joint, f"{name}_limit")
        if limit is not None and declared is not None and limit != declared:
            subject = f"cspace/{index}/{name}_limit"
            message = f"{quoted(joint.joint)}: the {name} is {declared:g} in the configuration space; {limit:g} counts"
            report.add(codes.CONFLICT, message, hard.origin, subject=subject)
        if limit is not None and declared is not None:
            joint = replace(joint, **{f"{name}_limit": limit})
    return joint


def _is_same_file(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _who_can(format: Format) -> str:
    able = ", ".join(each.name for each in all_formats() if each.revise is not None)
    return f"{format.name} cannot be updated in place; what can is: {able}"
