"""``robotfmt convert``: one robot to one or several documents, or many robots in a batch."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Collection
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .. import codes, formats, schemas
from ..assets.files import check_outputs, write_files
from ..assets.mesh_files import require_files
from ..context import Context
from ..diagnostics import Fate, Report, Severity
from ..documents.source import plain_name
from ..errors import RobotfmtError, UsageError
from ..formats.libraries import FITTING, require
from ..hub.conversion import Conversion, convert
from ..model import Origin, Robot
from .console import counted, progress, say, show_report
from .options import add_allow, add_common, add_target, allowed, settings
from .sphere_options import add_spheres, fit_arguments

MESH_FORMATS = ("stl", "obj", "glb", "dae")
PAGES = (".html", ".htm")
_EXAMPLES = """\
examples:
  robotfmt convert pr2.dae pr2.urdf                   formats from names and content
  robotfmt convert arm.urdf arm.srdf -o a.dae -o a.xrdf   several in, several out
  robotfmt convert robots/*.urdf --to collada --out-dir out   each by itself, in parallel
  robotfmt convert arm.urdf arm.srdf --update arm.xrdf    in place: only what is new changes

exit codes: 0 ok, 1 the robot is too broken or --fail-on, 2 usage, 3 unreadable input,
4 output cannot be written, 70 a fault of robotfmt, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser, *, spheres: bool = True) -> None:
    """The arguments of the verb; of one that has nothing to do with spheres without theirs."""
    parser.epilog = _EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="inputs; without -o the last is the output")
    parser.add_argument("-o", "--output", action="append", default=[], metavar="FILE", help="an output")
    parser.add_argument("--to", dest="target_format", metavar="FORMAT[@VERSION]", help="of the outputs")
    parser.add_argument("--out-dir", metavar="FOLDER", help="convert every input by itself into this folder")
    parser.add_argument(
        "--update", metavar="FILE", help="change this document in place; comments, order and style stay"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace existing files")
    parser.add_argument(
        "--meshes",
        default="keep",
        metavar="WHERE",
        help="keep: where they are (the default); copy: beside the output; package://NAME/FOLDER: in a package",
    )
    parser.add_argument(
        "--mesh-format", choices=MESH_FORMATS, help="write meshes in this format; for MuJoCo see --target"
    )
    if spheres:
        parser.add_argument("--fit-spheres", action="store_true", help="fit collision spheres on the way")
        add_spheres(parser)
    _add_limits(parser)
    add_target(parser)
    add_common(parser)
    parser.set_defaults(run=run, edited=None, merge=True, own_pairs=False, details={}, fit_spheres=False)
    parser.set_defaults(needs_meshes=None)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    """What a conversion may cost, and where that is reported."""
    parser.add_argument(
        "--fail-on",
        default="",
        metavar="WHAT",
        help="write nothing if anything is lost, approximated, assumed, ..., or a warning",
    )
    add_allow(parser, "comma-separated codes that --fail-on and the exit code ignore")
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="write all that is said there too: .json for machines, .html to look at",
    )
    parser.add_argument("--no-verify", action="store_true", help="do not read back what is to be written")


def run(options: argparse.Namespace) -> int:
    """Run the verb; returns the exit code."""
    if options.fit_spheres:
        require(FITTING, "fitting spheres")
    path = Path(options.report) if options.report is not None else None
    is_page = path is not None and path.suffix.lower() in PAGES
    if path is not None:
        check_outputs([path], options.files, options.overwrite)
    if is_page and options.out_dir is not None:
        raise UsageError(codes.USAGE, "a page is of one conversion; with --out-dir --report writes JSON")
    report = Report()
    records = _batch(options) if options.out_dir is not None else [_single(options, report)]
    if path is not None:
        text = (
            _page(records[0], report, options) if is_page else json.dumps(_report(records), indent=2) + "\n"
        )
        write_files([(path, text.encode())])
    return max(int(str(each["exit_code"])) for each in records)


def _page(record: dict[str, object], report: Report, options: argparse.Namespace) -> str:
    """The robot before and after."""
    from ..viewer.report import report_page

    inputs, outputs = _documents(options)
    return report_page(inputs, outputs if record["outputs"] else [], report, settings(options))


def _report(records: list[dict[str, object]]) -> dict[str, object]:
    """All conversions, as ``robotfmt/schemas/report.json`` says."""
    return {"schema": schemas.REPORT, "version": schemas.VERSION, "conversions": records}


def _single(options: argparse.Namespace, report: Report) -> dict[str, object]:
    """One robot."""
    inputs, outputs = _documents(options)
    record = _one(options, inputs, outputs, True, report)
    if options.json:
        print(json.dumps(_report([record]), indent=2))
    return record


def _documents(options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """The inputs and the outputs."""
    inputs, outputs = list(options.files), list(options.output)
    if options.update is not None:
        _check_update(options)
        return inputs, [options.update]
    if not outputs:
        if len(inputs) < 2:
            raise UsageError(codes.USAGE, "no output was given: name it last, or with -o")
        outputs = [inputs.pop()]
    return inputs, outputs


def outputs(options: argparse.Namespace) -> list[str]:
    """Return the documents that are written, or the one that is updated."""
    return _documents(options)[1]


def _check_update(options: argparse.Namespace) -> None:
    """Refuse what would be written elsewhere, or otherwise, than into the document that is updated."""
    given = {
        "-o": options.output,
        "--to": options.target_format,
        "--meshes": options.meshes != "keep",
        "--mesh-format": options.mesh_format,
        "--no-verify": options.no_verify,
    }
    wrong = next((name for name, value in given.items() if value), None)
    if wrong is not None:
        raise UsageError(codes.USAGE, f"--update does not go with {wrong}")


def _one(
    options: argparse.Namespace,
    inputs: list[str],
    outputs: list[str],
    interactive: bool,
    report: Report | None = None,
) -> dict[str, object]:
    """Convert one robot; returns what a machine wants to know of it."""
    report = report if report is not None else Report()
    code = 0
    done: Conversion | None = None
    options.details = {}
    try:
        done = _converted(options, inputs, outputs, report, interactive)
        code = _code_of(done, allowed(options))
    except RobotfmtError as error:
        code = error.exit_code
        if error.diagnostic not in report.diagnostics:
            report.diagnostics.append(error.diagnostic)
    if interactive and not options.json:
        show_report(report, verbose=options.verbose, quiet=options.quiet)
        if done is not None:
            say(_summary(done), options.quiet)
    return {
        "inputs": inputs,
        "outputs": [str(path) for path in (done.files if done is not None else ())],
        "exit_code": code,
        "facts": asdict(done.tally) if done is not None else None,
        "counts": report.counts(),
        "diagnostics": [each.record() for each in report],
        **options.details,
    }


def _converted(
    options: argparse.Namespace, inputs: list[str], outputs: list[str], report: Report, interactive: bool
) -> Conversion:
    """What comes of the inputs, in new documents or in the one that is updated."""
    edit = _edit(options, interactive)
    fail_on = [_reason(each) for each in filter(None, options.fail_on.split(","))]
    allow = allowed(options)
    if options.update is not None:
        from ..hub.updating import update

        return update(
            options.update,
            *inputs,
            report=report,
            settings=settings(options),
            edit=edit,
            merge=options.merge,
            own_pairs=options.own_pairs,
            fail_on=fail_on,
            allow=allow,
        )
    return convert(
        inputs,
        outputs,
        report=report,
        settings=settings(options),
        overwrite=options.overwrite,
        meshes=options.meshes,
        mesh_format=options.mesh_format,
        edit=edit,
        verify=not options.no_verify,
        fail_on=fail_on,
        allow=allow,
    )


def _code_of(done: Conversion, allowed: Collection[str]) -> int:
    """1 where what was written has errors that the inputs did not have."""
    return int(any(it.severity is Severity.ERROR and it.code not in allowed for it in done.findings))


def _summary(done: Conversion) -> str:
    if not done.files:
        return "nothing to change; the document is as it was"
    robot = done.robot
    size = sum(path.stat().st_size for path in done.files)
    names = ", ".join(str(path) for path in done.files[:3])
    more = f" and {len(done.files) - 3} more files" if len(done.files) > 3 else ""
    parts = f"{counted(len(robot.links), 'link')}, {counted(len(robot.joints), 'joint')}"
    passed = len(done.report.having(Fate.PASSED_THROUGH))
    record = f"{done.tally}{f', {passed} passed through' if passed else ''}"
    name = f"'{robot.name}'" if robot.name is not None else "a robot without a name"
    return f"{name} ({parts}) -> {names}{more} ({size / 1000:.0f} kB); {record}"


def _edit(options: argparse.Namespace, interactive: bool) -> Callable[[Robot, Context], Robot] | None:
    if not options.fit_spheres and options.edited is None:
        return None

    def edit(robot: Robot, context: Context) -> Robot:
        if options.needs_meshes is not None:
            require_files(robot, context.assets, context.report, options.needs_meshes, allowed(options))
        if options.edited is not None:
            robot = options.edited(robot, context, options)
        return _with_spheres(robot, context, options, interactive) if options.fit_spheres else robot

    return edit


def _with_spheres(robot: Robot, context: Context, options: argparse.Namespace, interactive: bool) -> Robot:
    from ..spheres import fit

    require_files(robot, context.assets, context.report, "fitting spheres", allowed(options))
    chosen: dict[str, Any] = {}
    if options.update is not None:
        # Frames that are no links, such as that of a held body, keep the spheres that the document gives them.
        chosen = {"name": _group(robot), "links": [each.name for each in robot.links if each.geometries]}
    return fit(
        robot,
        **chosen,
        **fit_arguments(options),
        context=context,
        progress=progress(interactive and not options.quiet),
        workers=-1 if interactive else 1,
    )


def _group(robot: Robot) -> str:
    """The set of spheres that serves in a document, or the first that stands in it."""
    uses = [robot.world_collision, robot.self_collision]
    names = [use.spheres for use in uses if use is not None and use.spheres is not None]
    return next(iter((*names, *(each.name for each in robot.sphere_sets))), "collision_spheres")


def _reason(name: str) -> Fate | Severity:
    name = name.strip()
    if name == Severity.WARNING.value:
        return Severity.WARNING
    try:
        return Fate(name)
    except ValueError as error:
        known = ", ".join((*(fate.value for fate in Fate), Severity.WARNING.value))
        raise UsageError(codes.USAGE, f"'{name}' is no fate; there are: {known}") from error


# Batch


def _batch(options: argparse.Namespace) -> list[dict[str, object]]:
    """Each input by itself, in parallel; one bad file stops nothing, and the worst exit code counts."""
    if options.update is not None:
        raise UsageError(codes.USAGE, "--update does not go with --out-dir")
    if options.output or options.target_format is None:
        raise UsageError(codes.USAGE, "--out-dir wants --to FORMAT, and no -o")
    suffix = formats.find(options.target_format.partition("@")[0]).suffixes[0]
    outputs = [str(Path(options.out_dir) / (Path(plain_name(path)).stem + suffix)) for path in options.files]
    twice = next((each for each in outputs if outputs.count(each) > 1), None)
    if twice is not None:
        raise UsageError(codes.OUTPUT_TWICE, f"two inputs would both be written to '{twice}'")
    records: list[dict[str, object]] = []
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        pairs = list(zip(options.files, outputs, strict=True))
        tasks = [pool.submit(_one, _portable(options), [path], [output], False) for path, output in pairs]
        for (path, output), task in zip(pairs, tasks, strict=True):
            records.append(_outcome(task, path))
            _tell(options, path, output, records[-1])
    if options.json:
        print(json.dumps(_report(records), indent=2))
    return records


def _outcome(task: Future[dict[str, object]], path: str) -> dict[str, object]:
    """What came of one conversion, even where its process died or met a fault of ours."""
    try:
        return task.result()
    except Exception as error:
        report = Report()
        message = f"{type(error).__name__}: {error}"
        report.add(codes.INTERNAL_FAULT, message, Origin(path))
        diagnostics = [each.record() for each in report]
        record = {"facts": None, "counts": report.counts(), "diagnostics": diagnostics}
        return {"inputs": [path], "outputs": [], "exit_code": 70, **record}


def _portable(options: argparse.Namespace) -> argparse.Namespace:
    """The options without what another process cannot be given."""
    return argparse.Namespace(**{name: value for name, value in vars(options).items() if name != "run"})


def _tell(options: argparse.Namespace, path: str, output: str, record: dict[str, object]) -> None:
    if options.json:
        return
    counts, diagnostics = record["counts"], record["diagnostics"]
    assert isinstance(counts, dict)
    assert isinstance(diagnostics, list)
    errors = [each["message"] for each in diagnostics if each["severity"] == "error"]
    if record["exit_code"]:
        what = "written, with errors" if record["outputs"] else "failed"
        say(f"{path}: {what} ({record['exit_code']}): {errors[0] if errors else 'unknown'}")
    else:
        fates = ", ".join(f"{counts[fate.value]} {fate.word}" for fate in Fate if fate.value in counts)
        say(f"{path} -> {output}: {fates or 'nothing lost'}", options.quiet)
