"""Update a document in place: only changed parts are touched.

The document is read together with the documents it refers to. The intended robot includes the changes by other
documents or by an edit. Both are adapted to the format, and the text is changed where they differ. The proof is that of
any conversion, except that content which the update does not touch must read back as before, in its own form.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from .. import codes
from ..assets.files import write_files
from ..assets.mesh_files import report_later
from ..context import Context
from ..diagnostics import Diagnostic, Fate, Report, Severity, quoted
from ..documents.source import Source
from ..errors import ModelError, UsageError
from ..facts import Fact, facts
from ..facts.difference import Difference, compare, same, same_reference
from ..formats import Format, all_formats
from ..hub.editing import Edit
from ..model import CSpaceJoint, Limits, Robot
from ..model.record import Record, replace
from ..settings import Settings, format_context
from ..validation import check_structure
from .conversion import Conversion, found_in_outputs
from .losses import report_losses
from .proof import CLAIMS, Files, Intent, held_by, prove, untrue
from .reading import Documents, PathLike, opened, read_into
from .refusals import refuse_broken, refuse_other_links, refuse_wanted
from .tally import tally

# Values of other documents


def with_limits_of_joints(robot: Robot, report: Report) -> Robot:
    """Use the acceleration limits that the joints themselves have now."""
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
            message = f"{quoted(joint.joint)}: the {name} is {declared:g} in the configuration space; using {limit:g}"
            report.add(codes.CONFLICT, message, hard.origin, subject=subject)
        if limit is not None and declared is not None:
            joint = replace(joint, **{f"{name}_limit": limit})
    return joint


# Updating


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
    """Update a document in place: comments, order and style stay, and every byte that need not change.

    Values of other documents replace those of the document: positions, tool frames, spheres; the acceleration and
    jerk limits of joints are used in the configuration space. Ignored pairs are added, and none is removed; a pair of
    the document keeps its reason. If nothing changes, nothing is written.

    Args:
        path: The document; its format must support updates in place (XRDF, SRDF, URDF, SDF, bodies of Choreonoid).
        inputs: The document it belongs to (a URDF), and others with new values (an SRDF).
        report, settings: The report for diagnostics; limits, options, mesh locations, ...
        edit: A function from robot to robot, after reading, that takes ``report`` and ``settings`` by name.
        merge: True to take over the contents of other documents; otherwise only the edit changes something.
        own_pairs: True to use only the ignored pairs of the document itself, not those of its base.
        fail_on, allow: The fates or severities at which nothing is written, and codes that they ignore.

    Raises:
        InputError, OutputError: A document cannot be read or written.
        UsageError: The format cannot be edited in place, or links or joints were changed.
        ModelError, InternalError: There would be new errors; the proof failed, an internal error.
    """
    report = report if report is not None else Report()
    revision = revised(path, inputs, report, settings or Settings(), edit, merge, own_pairs, allow)
    refuse_wanted(report, fail_on, allow)
    write_files(revision.files)
    revision.adopt()
    return revision.done


def revised(
    path: PathLike,
    inputs: Sequence[PathLike],
    report: Report,
    settings: Settings,
    edit: Edit | None = None,
    merge: bool = True,
    own_pairs: bool = False,
    allow: Collection[str] = (),
) -> Revision:
    """Return the proved output of :func:`update`, so that several documents can be written together.

    Args:
        path, inputs, report, settings, edit, merge, own_pairs, allow: As for :func:`update`.

    Raises:
        RobotfmtError: As for :func:`update`.
    """
    document = _read_document(path, inputs, settings, report, own_pairs)
    robot = _wanted(document, report, edit, merge, allow)
    draft = document.drafted()
    data, done = _updated(draft, robot, report, allow)
    return Revision(document, draft, data, done)


class _Document(Record, kw_only=False):
    """A document to update, the robot that it is read for, and that robot with the document's contents."""

    source: Source
    format: Format
    version: str
    settings: Settings
    bases: Documents
    """The documents that the updated one belongs to."""
    overlays: Documents
    """Other documents, with new values."""
    base: Robot | None
    """The robot of the documents that the updated one belongs to."""
    before: Robot
    """The robot with the document's contents."""
    report: Report
    """The diagnostics of the unchanged document."""

    @property
    def path(self) -> str:
        return self.source.name

    def drafted(self) -> _Document:
        """Return a copy for content that is not written yet, which the user's assets do not see."""
        return replace(self, settings=replace(self.settings, assets=self.settings.assets.draft()))

    def context(self, report: Report) -> Context:
        """Return the context for functions of the document's format."""
        return format_context(self.format, self.settings, report, self.path, self.version)

    def adapted(self, robot: Robot, report: Report) -> Robot:
        """Return a robot as the document can store it."""
        return robot if self.format.adapt is None else self.format.adapt(robot, self.context(report))


class Revision(Record, kw_only=False):
    """A changed document, proved and not written yet."""

    document: _Document
    draft: _Document
    """The document, with the assets as they will be after writing."""
    data: bytes
    done: Conversion

    @property
    def files(self) -> list[tuple[Path, bytes]]:
        """The files to write; none without a change."""
        return [(each, self.data) for each in self.done.files]

    def adopt(self) -> None:
        """Register the new document in the user's assets."""
        self.document.settings.assets.adopt(self.draft.settings.assets, {self.draft.path: self.data})


def _read_document(
    document: PathLike, others: Sequence[PathLike], settings: Settings, report: Report, own_pairs: bool
) -> _Document:
    """Read the document to update and the others, which complete its robot but are not changed."""
    path, inputs = os.fspath(document), [os.fspath(each) for each in others]
    ((source, format),) = opened([path], replace(settings, source_format=None), report)
    if format.revise is None:
        raise UsageError(codes.USAGE, f"'{path}': {_who_can(format)}")
    found = opened([each for each in inputs if not _is_same_file(each, path)], settings, report)
    bases = [each for each in found if not each[1].overlay]
    base = _read_without_errors(None, bases, settings, report) if bases else None
    if base is not None:
        report_later(base, settings.assets, report)
    if base is not None and own_pairs:
        base = replace(base, ignored_pairs=())
    findings = Report()
    before = read_into(base, [(source, format)], settings, findings)
    check_structure(before, findings)
    layout = before.layout(format.name)
    declared = layout.version if layout is not None else None
    return _Document(
        source=source,
        format=format,
        version=declared if declared in format.versions else format.versions[0],
        settings=settings,
        bases=bases,
        overlays=[each for each in found if each[1].overlay],
        base=base,
        before=before,
        report=findings,
    )


def _read_without_errors(robot: Robot | None, documents: Documents, settings: Settings, report: Report) -> Robot:
    """Read documents, and refuse errors."""
    found = Report()
    try:
        robot = read_into(robot, documents, settings, found)
    finally:
        report.extend(found)
    refuse_broken(found)
    return robot


def _wanted(document: _Document, report: Report, edit: Edit | None, merge: bool, allow: Collection[str]) -> Robot:
    """Return the robot that the document should describe."""
    robot = _merged(document, report) if merge else document.before
    if edit is not None:
        made = Report()
        try:
            robot = edit(robot, report=made, settings=document.settings)
        finally:
            report.extend(made)
        refuse_broken(made, allow)
    if document.format.overlay:
        refuse_other_links(document.before, robot, [Path(document.path)])
    found = Report()
    check_structure(robot, found)
    _refuse_new_errors(document, found, report)
    return robot


def _merged(document: _Document, report: Report) -> Robot:
    """Return the robot with the contents of other documents; a pair of the document keeps its reason."""
    pairs_before = document.before.ignored_pairs
    plain = replace(document.before, ignored_pairs=tuple(replace(each, reason=None) for each in pairs_before))
    robot = _read_without_errors(plain, document.overlays, document.settings, report)
    reasons: dict[frozenset[str], list[str | None]] = {}
    for each in reversed(pairs_before):
        reasons.setdefault(each.links, []).append(each.reason)
    pairs = tuple(
        replace(each, reason=reasons[each.links].pop()) if reasons.get(each.links) else each
        for each in robot.ignored_pairs
    )
    return with_limits_of_joints(replace(robot, ignored_pairs=pairs), report)


def _refuse_new_errors(document: _Document, found: Report, report: Report) -> None:
    """Refuse errors that the document did not have before; old ones are accepted."""
    known = {(each.code, each.message) for each in document.report.errors}
    new = [each for each in found.errors if (each.code, each.message) not in known]
    report.diagnostics += new
    if new:
        message = f"the update would introduce errors into {quoted(document.path)}; nothing was written"
        raise ModelError(codes.TOO_BROKEN, message, findings=new)


def _updated(document: _Document, robot: Robot, report: Report, allow: Collection[str]) -> tuple[bytes, Conversion]:
    """Return the proved document for a robot, and the number of facts with each fate."""
    known, claims = Report(), Report()
    adapted, intended = document.adapted(document.before, known), document.adapted(robot, claims)
    data = _revised(document, adapted, intended, report)
    before = facts(robot)
    intent = _intent(document, before, adapted, intended, claims)
    proof = prove(intent, Source(document.path, data), document.base, document.settings)
    proof.refuse(document.path, report, allow)
    assert isinstance(proof.whole, Robot)
    check_structure(proof.whole, proof.report)
    _refuse_new_errors(document, proof.report, report)
    report.extend(proof.report)
    claims.diagnostics = _true_claims(claims, known, compare(before, proof.facts))
    report.extend(claims)
    report_losses(before, proof.kept, list(claims), report)
    files = () if data == document.source.data else (Path(document.path),)
    found = _findings(document, robot, data, report) if files else []
    report.diagnostics += found
    return data, Conversion(robot, report, tally(before, proof.kept, claims), files, tuple(found))


def _revised(document: _Document, adapted: Robot, intended: Robot, report: Report) -> bytes:
    """Return the document, with everything of a robot that the format can store."""
    if intended == adapted:
        return document.source.data
    assert document.format.revise is not None
    return document.format.revise(document.source, adapted, intended, document.context(report))


def _intent(document: _Document, before: Sequence[Fact], adapted: Robot, intended: Robot, claims: Report) -> Intent:
    """Return the content that the document must have now, and the content that it may omit."""
    meant = facts(intended)
    held = [held_by(document.format, each) for each in (facts(document.before), facts(adapted), meant)]
    return Intent(
        format=document.format,
        robot=before,
        adapted=meant,
        claims=claims,
        files=Files(document.context(Report())),
        expected=_expected(*held),
    )


def _true_claims(claims: Report, known: Report, found: list[Difference]) -> list[Diagnostic]:
    """Return the diagnostics of the update; content that was not touched is unchanged."""
    wrong = {id(each) for each in untrue(found, claims)}
    reported = {(each.code, each.message) for each in known}
    return [
        each
        for each in claims
        if (id(each) not in wrong if each.fate in CLAIMS else (each.code, each.message) not in reported)
    ]


def _findings(document: _Document, robot: Robot, data: bytes, report: Report) -> list[Diagnostic]:
    """Return the findings of the format's rules that the document did not have before."""
    read = [*document.bases, (document.source, document.format), *document.overlays]
    written = [(Source(document.path, data), document.format)]
    return found_in_outputs(written, read, document.settings, document.before, robot, report)


def _expected(before: Sequence[Fact], adapted: list[Fact], intended: list[Fact]) -> list[Fact]:
    """Return the content that the document must have now: untouched content as before, the rest as intended."""
    source, old, new = ({fact.path: fact for fact in each} for each in (before, adapted, intended))
    found = [fact for path, fact in source.items() if path not in old and path not in new]
    for path, fact in new.items():
        if path not in old or not same(old[path], fact, 0.0, same_reference):
            found.append(fact)
        elif path in source:
            found.append(source[path])
    return found


def _is_same_file(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _who_can(format: Format) -> str:
    able = ", ".join(each.name for each in all_formats() if each.revise is not None)
    return f"{format.name} cannot be updated in place; formats that can: {able}"
