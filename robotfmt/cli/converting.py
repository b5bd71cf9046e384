"""Carry out the conversions of a verb, one or a batch, and report them: the last line has the written files, and the
fates of the robot's properties.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .. import codes, formats, schemas
from ..assets.files import check_outputs, write_files
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..documents.source import stem
from ..errors import RobotfmtError, UsageError
from ..formats.libraries import FITTING, require
from ..hub.conversion import Conversion, convert
from ..hub.editing import Edit
from ..hub.tally import Tally
from ..kept.paths import is_sidecar
from ..model import Origin, Robot, World
from ..model.record import Record, asdict, field, replace
from ..settings import Settings
from .console import STREAM, counted, is_stream, print_message, progress, put, show_report
from .conversion_options import PAGES, Request
from .options import allowed

if TYPE_CHECKING:
    from concurrent.futures import Future


# The last line


def summary(done: Conversion, outputs: Collection[str]) -> str:
    """Return the written files, and the fates of the robot's facts, as text."""
    if not done.files:
        return "nothing to change; the document was not modified"
    whole = done.whole
    size = sum(path.stat().st_size for path in done.files if not is_stream(path))
    kind = "world" if isinstance(whole, World) else "robot"
    if isinstance(whole, World):
        joints = f", {counted(len(whole.joints), 'joint')} between them" if whole.joints else ""
        parts = f"{counted(len(whole.robots), 'robot')}{joints}"
    else:
        parts = f"{counted(len(whole.links), 'link')}, {counted(len(whole.joints), 'joint')}"
    name = f"'{whole.name}'" if whole.name is not None else f"an unnamed {kind}"
    about = f"{name}: {parts}{f', {size / 1000:.0f} kB' if size else ''}"
    passed = len(done.report.having(Fate.PASSED_THROUGH))
    documents = len(outputs) + sum(is_sidecar(str(each)) for each in done.files)
    hint = "; --keep stores them for the way back" if done.tally.lost and documents == len(outputs) else ""
    return f"wrote {_written(done.files, documents)} ({about}): {done.tally.in_words(passed)}{hint}"


def _written(files: Sequence[Path], documents: int) -> str:
    """Name the documents that were written, and count the additional files."""
    names = ", ".join("standard output" if is_stream(each) else str(each) for each in files[:documents])
    others = files[documents:]
    folders = {each.parent for each in others}
    where = f" in {folders.pop()}" if len(folders) == 1 else ""
    return f"{names} and {counted(len(others), 'file')}{where}" if others else names


def apart(request: Request, path: str) -> tuple[str, dict[str, str]] | None:
    """Return the document for the world of an input, and the options for it; None if the outputs store the world."""
    if request.out_dir is None or request.target_format is None or request.as_one:
        return None
    folder = Path(request.out_dir)
    if len(request.files) > 1:
        folder /= stem(path)  # so that robots of two worlds never meet
    options = {"world.robots": request.target_format.partition("@")[0]}
    return str(folder / f"{stem(path)}.world.json"), options


# Conversions

Entry: TypeAlias = dict[str, Any]
"""The data of a conversion for other programs."""
Operation: TypeAlias = Callable[[Robot, Report, Settings], tuple[Robot, Mapping[str, object]]]
"""A change of a robot between reading and writing; returns the robot, and data for the record."""


class Work(Record, kw_only=False):
    """The work of a verb besides converting."""

    operation: Operation | None = None
    needs_meshes: str | None = None
    """The operation that needs the mesh files; None if the robot is usable without them."""
    fits: bool = False
    """True if the operation fits spheres."""
    merge: bool = True
    """True if values of the other documents replace those of an updated document."""
    in_world: bool = False
    """True if the chosen robot of a world is edited, and the whole world is written."""
    own_pairs: bool = False
    """True if only the ignored pairs of the updated document are used."""


class Outcome(Record, kw_only=False):
    """The result of a request."""

    records: list[Entry]
    """One for each conversion."""

    @property
    def exit_code(self) -> int:
        """The worst exit code of all conversions."""
        return max(int(each["exit_code"]) for each in self.records)


class _Job(Record, kw_only=False):
    """One conversion of a request, and its findings."""

    request: Request
    work: Work
    inputs: list[str]
    outputs: list[str]
    is_interactive: bool
    """True if this conversion alone uses the terminal and the cores."""
    report: Report = field(default_factory=Report)
    details: dict[str, object] = field(default_factory=dict)
    """The data that the operation adds to the record."""


def run(request: Request, work: Work | None = None) -> Outcome:
    """Carry out a request, and report it."""
    work = work or Work()
    if request.fit is not None:
        require(FITTING, "fitting spheres")
    path = Path(request.report) if request.report is not None else None
    is_page = path is not None and path.suffix.lower() in PAGES
    if path is not None:
        check_outputs([path], list(request.files), request.overwrite)
    if is_page and request.out_dir is not None:
        raise UsageError(codes.USAGE, "an HTML report covers one conversion; with --out-dir, write --report as JSON")
    report = Report()
    records = _batch(request, work) if request.out_dir is not None else [_single(request, work, report)]
    if path is not None:
        text = _page(records[0], report, request) if is_page else _json(records) + "\n"
        write_files([(path, text.encode())])
    return Outcome(records)


def _page(record: Entry, report: Report, request: Request) -> str:
    """Return the HTML report, with the robot before and after."""
    from ..viewer.page import report_page

    inputs, outputs = request.documents
    return report_page(inputs, outputs if record["outputs"] else [], report, request.settings())


def _json(records: list[Entry]) -> str:
    """Return all conversions as JSON, according to ``robotfmt/schemas/report.json``."""
    import json  # most reports are text

    whole = {"schema": schemas.REPORT, "version": schemas.VERSION, "conversions": records}
    return json.dumps(whole, indent=2)


def _single(request: Request, work: Work, report: Report) -> Entry:
    """Convert one robot, and show the result."""
    inputs, outputs = request.documents
    record = _one(_Job(request, work, inputs, outputs, True, report))
    if request.json:
        print(_json([record]))
    return record


def _one(job: _Job) -> Entry:
    """Convert one robot; return its record."""
    request, report = job.request, job.report
    code = 0
    done: Conversion | None = None
    try:
        done = _converted(job)
        code = _code_of(done, allowed(request.allow))
        code = max(code, _judged(done, job)) if request.settings().target else code
        code = max(code, _loaded(done, job)) if request.load else code
    except RobotfmtError as error:
        code = error.exit_code
        if error.diagnostic not in report.diagnostics:
            report.diagnostics.append(error.diagnostic)
    if job.is_interactive and not request.json:
        show_report(report, verbose=request.verbose, quiet=request.quiet)
        if done is not None:
            failed = f"with errors (exit code {code}), " if code else ""
            print_message(failed + summary(done, job.outputs or [request.update or ""]), request.quiet)
    return {
        "inputs": job.inputs,
        "outputs": [str(path) for path in (done.files if done is not None else ())],
        "exit_code": code,
        "facts": asdict(done.tally) if done is not None else None,
        "counts": report.counts(),
        "diagnostics": [each.record() for each in report],
        **job.details,
    }


def _converted(job: _Job) -> Conversion:
    """Return the result of a conversion, in new documents or in the one that is updated."""
    request, work, edit = job.request, job.work, _edit(job)
    fail_on, allow, settings = _reasons(job), allowed(request.allow), request.settings()
    if request.update is not None:
        from ..hub.updating import update

        return update(
            request.update,
            *job.inputs,
            report=job.report,
            settings=settings,
            edit=edit,
            merge=work.merge,
            own_pairs=work.own_pairs,
            fail_on=fail_on,
            allow=allow,
        )
    return convert(
        job.inputs,
        *job.outputs,
        report=job.report,
        settings=settings,
        overwrite=request.overwrite,
        meshes=request.meshes,
        mesh_format=request.mesh_format,
        edit=edit,
        verify=request.verify,
        keep=request.keep,
        fail_on=fail_on,
        allow=allow,
        put=put,
        as_one=request.as_one,
        base=request.base,
        in_world=work.in_world,
        apart=apart(request, job.inputs[0]),
    )


def _reasons(job: _Job) -> list[Fate | Severity]:
    """Return the fates and severities at which nothing is written: errors too where spheres are fitted, which another
    number of them mends.
    """
    is_fitted = job.request.fit is not None or job.work.fits
    return [*job.request.reasons, *([Severity.ERROR] if is_fitted else [])]


def _code_of(done: Conversion, allowed: Collection[str]) -> int:
    """Return 1 if the output has errors that the inputs did not have, else 0."""
    return int(any(it.severity is Severity.ERROR and it.code not in allowed for it in done.findings))


def _loaded(done: Conversion, job: _Job) -> int:
    """Load the outputs with the programs that read them; return 1 if one refuses an output, else 0."""
    from .loading import load_written

    found = Report()
    load_written(_documents_of(done, job), job.request.settings(), found)
    return _added(found, job)


def _judged(done: Conversion, job: _Job) -> int:
    """Report what the program that the outputs are for makes of them; return 1 if it refuses one, else 0."""
    from ..hub.checking import findings_of_target

    found = Report()
    found.add_new(findings_of_target(_documents_of(done, job), job.request.settings()))
    return _added(found, job)


def _documents_of(done: Conversion, job: _Job) -> list[Path]:
    """Return the outputs of a conversion that are documents in files."""
    outputs = [each for each in job.outputs or [job.request.update or ""] if each != STREAM]
    return [path for path in done.files if str(path) in outputs]


def _added(found: Report, job: _Job) -> int:
    """Add findings about the outputs to the report; return 1 if there are errors that are not allowed, else 0."""
    job.report.add_new(found)
    tolerated = allowed(job.request.allow)
    return int(any(it.severity is Severity.ERROR and it.code not in tolerated for it in found))


def _edit(job: _Job) -> Edit | None:
    """Return the edit that the command asks for: its operation, repairs and spheres; None if there is none."""
    work, fit = job.work, job.request.fit
    if fit is None and work.operation is None and not job.request.repair:
        return None

    def edit(robot: Robot, /, *, report: Report, settings: Settings) -> Robot:
        if work.needs_meshes is not None:
            from ..validation.usable import require_shapes

            allow = allowed(job.request.allow)
            require_shapes(robot, settings, report, work.needs_meshes, allow)
        if work.operation is not None:
            robot, details = work.operation(robot, report, settings)
            job.details.update(details)
        if "inertia" in job.request.repair:
            from ..inertia.repair import repair_inertia

            robot = repair_inertia(robot, report=report)
        return _with_spheres(robot, report, settings, job, fit()) if fit is not None else robot

    return edit


def _with_spheres(robot: Robot, report: Report, settings: Settings, job: _Job, arguments: dict[str, Any]) -> Robot:
    from ..spheres import fit
    from ..validation.usable import require_shapes

    request = job.request
    require_shapes(robot, settings, report, "fitting spheres", allowed(request.allow))
    chosen: dict[str, Any] = {}
    if request.update is not None:
        # Frames that are no links, such as that of a held body, keep the spheres that the document gives them.
        chosen = {"name": _group(robot), "links": [each.name for each in robot.links if each.geometries]}
    return fit(
        robot,
        **chosen,
        **arguments,
        report=report,
        settings=settings,
        progress=progress("fitting spheres", job.is_interactive and not (request.quiet or request.json)),
        workers=-1 if job.is_interactive else 1,
    )


def _group(robot: Robot) -> str:
    """Return the sphere set in use in a document, or the first one in it."""
    uses = [robot.world_collision, robot.self_collision]
    names = [use.spheres for use in uses if use is not None and use.spheres is not None]
    return next(iter((*names, *(each.name for each in robot.sphere_sets))), "collision_spheres")


# Batch


def _batch(request: Request, work: Work) -> list[Entry]:
    """Convert each input separately, in parallel; a bad file does not stop the others, and the worst exit code is
    returned.
    """
    from concurrent.futures import ProcessPoolExecutor  # takes longer to import than a small document to read

    outputs = _batch_outputs(request)
    records: list[Entry] = []
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        pairs = list(zip(request.files, outputs, strict=True))
        tasks = [pool.submit(_with_findings, _Job(request, work, [path], [output], False)) for path, output in pairs]
        shown = progress("converting", not (request.quiet or request.json))
        for (path, output), task in zip(pairs, tasks, strict=True):
            if shown is not None:
                shown(path, len(records), len(tasks))
            record, found = _outcome(task, path)
            records.append(record)
            _report(request, path, output, record, found)
    if request.json:
        print(_json(records))
    return records


def _batch_outputs(request: Request) -> list[str]:
    """Return the output of each input.

    Raises:
        UsageError: An option cannot be combined with a batch, or two outputs have the same path.
    """
    if request.update is not None or STREAM in request.files:
        what = "--update" if request.update is not None else "standard input"
        raise UsageError(codes.USAGE, f"{what} cannot be combined with --out-dir")
    if request.outputs or request.target_format is None or request.out_dir is None:
        raise UsageError(codes.USAGE, "--out-dir requires --to FORMAT, and no -o")
    suffix = formats.find(request.target_format.partition("@")[0]).suffixes[0]
    outputs = [str(Path(request.out_dir) / (stem(path) + suffix)) for path in request.files]
    twice = next((each for each in outputs if outputs.count(each) > 1), None)
    if twice is not None:
        raise UsageError(codes.OUTPUT_TWICE, f"two inputs would both be written to '{twice}'")
    return outputs


def _with_findings(job: _Job) -> tuple[Entry, list[Diagnostic]]:
    """Convert one robot; return its record and its findings, without what only the proof needs."""
    record = _one(job)
    return record, [replace(each, change=None) for each in job.report]


def _outcome(task: Future[tuple[Entry, list[Diagnostic]]], path: str) -> tuple[Entry, list[Diagnostic]]:
    """Return the result of one conversion, even if its process died or an internal error occurred."""
    try:
        return task.result()
    except Exception as error:
        report = Report()
        message = f"{type(error).__name__}: {error}"
        report.add(codes.INTERNAL_FAULT, message, Origin(path))
        record = {"facts": None, "counts": report.counts(), "diagnostics": [each.record() for each in report]}
        return {"inputs": [path], "outputs": [], "exit_code": 70, **record}, []


def _report(request: Request, path: str, output: str, record: Entry, found: list[Diagnostic]) -> None:
    if request.json:
        return
    report = Report()
    report.diagnostics = found
    show_report(report, verbose=request.verbose, quiet=request.quiet)
    counts, diagnostics = record["counts"], record["diagnostics"]
    if record["exit_code"]:
        errors = [each["message"] for each in diagnostics if each["severity"] == "error"]
        what = "written, with errors" if record["outputs"] else "failed"
        print_message(f"{path}: {what} ({record['exit_code']}): {errors[0] if errors else 'unknown'}")
    else:
        fates = Tally(**record["facts"]).in_words(counts.get(Fate.PASSED_THROUGH.value, 0))
        written = next(iter(record["outputs"]), output)
        print_message(f"{path} -> {written}: {fates}", request.quiet)
