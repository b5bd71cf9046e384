"""The options of the verbs that convert, and the request that they form."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, TypeAlias

from .. import codes, formats
from ..diagnostics import Fate, Severity, nearest_or_all
from ..errors import RobotfmtError, UsageError
from ..formats import TARGET, Format
from ..hub.exports import MeshFormat
from ..hub.outputs import BaseGiven, document_in, outputs_of
from ..model.features import Feature
from ..model.record import Record
from ..settings import Settings
from .console import STREAM, is_stream
from .helping import WRITING
from .needs import Idle, Need, needing
from .options import add_allow, add_common, add_target, settings
from .sphere_options import add_spheres, asks_for_spheres, fit_arguments

PAGES = (".html", ".htm")
REPAIRS = ("inertia",)
Fits: TypeAlias = Literal["asked", "always", "never"]
"""When a verb fits spheres."""
MESH_FORMATS = ("stl", "obj", "glb", "dae")


class Request(Record, kw_only=False):
    """The documents of a conversion, or of each in a batch, and the options of writing."""

    files: tuple[str, ...]
    """The inputs; the last one is the output if there is no other."""
    outputs: tuple[str, ...]
    update: str | None
    """The document to update in place."""
    out_dir: str | None
    """The folder that each input is converted into separately."""
    target_format: str | None
    overwrite: bool
    meshes: str
    mesh_format: MeshFormat | None
    repair: tuple[str, ...]
    """The repairs before the robot is written."""
    verify: bool
    load: bool
    """True to load the outputs with the programs that read them."""
    keep: bool
    """True to store what no output has words for in a sidecar."""
    as_one: bool
    """True if a world becomes one robot."""
    base: BaseGiven | None
    """How robots are connected to the world whose documents do not give it."""
    fail_on: str
    allow: str
    report: str | None
    """The file of the full report."""
    json: bool
    quiet: bool
    verbose: bool
    settings: Callable[[], Settings]
    """Create the settings for each conversion."""
    fit: Callable[[], dict[str, Any]] | None
    """Return the arguments for fitting spheres during the conversion; None if none are fitted."""

    @property
    def documents(self) -> tuple[list[str], list[str]]:
        """The inputs and the outputs.

        Raises:
            UsageError: There is no output, or an option cannot be combined with ``--update``.
        """
        inputs, outputs = list(self.files), list(self.outputs)
        if self.update is not None:
            self._check_update()
            self._check_streams(inputs, [])
            return inputs, [self.update]
        if not outputs:
            if len(inputs) < 2:
                raise UsageError(codes.USAGE, "no output given: name it last, or with -o")
            outputs = [inputs.pop()]
        self._check_streams(inputs, outputs)
        chosen = self.settings()
        return inputs, [document_in(each, inputs, chosen) for each in outputs]

    @property
    def formats(self) -> list[tuple[Format, dict[str, str]]]:
        """The formats that are written, and the options of each.

        Raises:
            UsageError: There is no output, or its format is unknown.
        """
        chosen = self.settings()
        found = [_with_options(each, chosen.options) for each in self._formats(chosen)]
        robots = [formats.find(options.get("robots", each.robots)) for each, options in found if each.robots]
        return [*found, *(_with_options(each, chosen.options) for each in robots)]

    def _formats(self, chosen: Settings) -> list[Format]:
        """Return the formats of the outputs, without those of documents that these refer to."""
        if self.out_dir is not None:
            return [formats.find((self.target_format or "").partition("@")[0])]
        outputs = self.documents[1]
        if self.update is None:
            return [each.format for each in outputs_of(outputs, chosen)]
        return list(formats.named(outputs[0])[:1])

    def stores(self, feature: Feature) -> bool:
        """Return True if an output stores a feature."""
        return any(each.stores(feature, options) for each, options in self.formats)

    def _check_streams(self, inputs: list[str], outputs: list[str]) -> None:
        """Refuse invalid uses of standard input and output."""
        wrong = None
        if inputs.count(STREAM) > 1:
            wrong = "standard input can be read only once"
        elif STREAM not in outputs:
            return
        elif self.target_format is None:
            wrong = "the format of standard output is not given: add --to FORMAT"
        elif self.json:
            wrong = "--json writes to standard output, as the output '-' does"
        elif self.meshes != "keep" or self.mesh_format is not None:
            wrong = "mesh files cannot be written to standard output: name a file"
        elif self.keep:
            wrong = "--keep writes a file next to the output: name a file"
        elif (self.report or "").lower().endswith(PAGES):
            wrong = "the HTML report shows the written files: write to a file, or use --report with .json"
        if wrong is not None:
            raise UsageError(codes.USAGE, wrong)

    def _check_update(self) -> None:
        """Refuse options that would write anything else than the updated document."""
        given = {
            "-": is_stream(self.update or ""),
            "-o": self.outputs,
            "--to": self.target_format,
            "--meshes": self.meshes != "keep",
            "--mesh-format": self.mesh_format,
            "--no-verify": not self.verify,
            "--keep": self.keep,
        }
        wrong = next((name for name, value in given.items() if value), None)
        if wrong is not None:
            raise UsageError(codes.USAGE, f"--update cannot be combined with {wrong}")

    @property
    def reasons(self) -> list[Fate | Severity]:
        """The fates and severities at which nothing is written.

        Raises:
            UsageError: The fate does not exist.
        """
        return [_reason(each) for each in filter(None, self.fail_on.split(","))]


def _with_options(format: Format, given: Mapping[str, str]) -> tuple[Format, dict[str, str]]:
    """Return a format with the options that are given for it."""
    parts = ((name.partition("."), value) for name, value in given.items())
    return format, {option: value for (name, _, option), value in parts if name == format.name}


# Needs


def _formats_written(options: argparse.Namespace) -> list[Format] | None:
    """Return the formats that a command writes, with those whose documents contain their robots."""
    found = written(options)
    if found is None:
        return None
    return [each for format, _ in found for each in (format, *([formats.find(format.inner)] if format.inner else []))]


def written(options: argparse.Namespace) -> list[tuple[Format, dict[str, str]]] | None:
    """Return the formats that a command writes, and the options of each; None if it writes nothing, and fails."""
    try:
        return request(options).formats or None
    except RobotfmtError:
        return None


def needs_output(what: str, holds: Callable[[Format, Mapping[str, str]], bool]) -> Need:
    """Return the need of an output of some kind.

    Args:
        what: What such an output stores.
        holds: Return True for a format that is one, with its options.
    """

    def idle(options: argparse.Namespace) -> Idle | None:
        outputs = written(options)
        if outputs is None or any(holds(each, chosen) for each, chosen in outputs):
            return None
        able = [each.name for each in formats.all_formats() if each.writes and holds(each, {})]
        names = ", ".join(able)
        return Idle(f"no output stores {what}", f"Write one of: {names}; or leave it out.")

    return idle


def stored(*features: Feature) -> Need:
    """Return the need of an output that stores one of some features."""

    def holds(format: Format, options: Mapping[str, str]) -> bool:
        return any(format.stores(each, options) for each in features)

    return needs_output(features[0].value, holds)


def request(options: argparse.Namespace) -> Request:
    """Return the request that the options of :func:`add_conversion` form."""
    return Request(
        files=tuple(options.files),
        outputs=tuple(options.output),
        update=options.update,
        out_dir=options.out_dir,
        target_format=options.target_format,
        overwrite=options.overwrite,
        meshes=options.meshes,
        mesh_format=options.mesh_format,
        repair=tuple(options.repair),
        verify=not options.no_verify,
        load=getattr(options, "load", False),
        keep=options.keep,
        as_one=options.as_one,
        base=getattr(options, "base_given", None),
        fail_on=options.fail_on,
        allow=options.allow,
        report=options.report,
        json=options.json,
        quiet=options.quiet,
        verbose=options.verbose,
        settings=partial(settings, options),
        fit=partial(fit_arguments, options) if asks_for_spheres(options) else None,
    )


def add_conversion(
    parser: argparse.ArgumentParser,
    *needs: Need,
    spheres: Fits = "asked",
    seeded: Need | None = None,
    writing: str = WRITING,
) -> None:
    """Add the options of a conversion; those for spheres only for verbs that use them.

    Args:
        parser: The parser of the verb.
        needs: What else makes use of options for spheres, besides an output that stores them.
        spheres: Whether the verb fits spheres if an option asks for it, always or never.
        seeded: What the seed needs, for verbs that use random numbers elsewhere too.
        writing: The title of the options for what is written.
    """
    group = _add_files(parser, writing)
    if spheres == "asked":
        fitting = group.add_argument(
            "--fit-spheres",
            action="store_true",
            help="fit collision spheres to every link, in place of those of the documents, as each option for spheres "
            "does (requires robotfmt[planning])",
        )
        needing(fitting, stored(Feature.SPHERES))
    if spheres != "never":
        add_spheres(parser, stored(Feature.SPHERES), *needs, seeded=seeded)
    _add_limits(group)
    add_target(parser, _formats_written)
    add_common(parser, _formats_written)
    parser.set_defaults(fit_spheres=spheres == "always")


def _add_files(parser: argparse.ArgumentParser, title: str) -> argparse._ArgumentGroup:
    """Add the documents and their meshes; return the group of options for what is written."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="input files; without -o, the last one is the output")
    parser.add_argument(
        "-o", "--output", action="append", default=[], metavar="FILE", help="output file; may be repeated"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace existing files")
    writing = parser.add_argument_group(title)
    writing.add_argument(
        "--to",
        dest="target_format",
        metavar="FORMAT[@VERSION]",
        help="output format, where the file name does not determine it, and its version (sdf@1.11 keeps mimic joints)",
    )
    writing.add_argument(
        "--out-dir",
        metavar="FOLDER",
        help="convert each input separately into this folder; each robot of a world as a document, and a .world.json",
    )
    writing.add_argument(
        "--as-one", action="store_true", help="make one robot of a world, with a link 'world' as its root"
    )
    writing.add_argument(
        "--update", metavar="FILE", help="change this document in place; comments, order and style stay"
    )
    _add_files_written(writing)
    return writing


def _add_files_written(parser: argparse._ArgumentGroup) -> None:
    """Add the options of the outputs."""
    parser.add_argument(
        "--keep",
        action="store_true",
        help="store what the output format has no words for in a file next to it (ARM.FORMAT.kept.json), which makes "
        "the way back lossless",
    )
    meshes = parser.add_argument(
        "--meshes",
        default="keep",
        metavar="WHERE",
        help="where mesh files go: keep (leave in place, the default), copy (next to the output), or "
        "package://NAME/FOLDER",
    )
    form = parser.add_argument(
        "--mesh-format",
        choices=MESH_FORMATS,
        help="convert mesh files to this format (for MuJoCo, use --target mujoco)",
    )
    needing(meshes, needs_output("paths of mesh files, except where a program wants them", _has_free_meshes))
    needing(form, needs_output("paths of mesh files", _has_mesh_files))
    repair = parser.add_argument(
        "--repair",
        action="append",
        choices=REPAIRS,
        default=[],
        help="repair impossible masses and inertias (inertia), which MuJoCo refuses; each change is reported",
    )
    needing(repair, stored(Feature.INERTIA))


def _has_mesh_files(format: Format, options: Mapping[str, str]) -> bool:
    return format.stores(Feature.MESHES, options) and not format.embeds_meshes


def _has_free_meshes(format: Format, options: Mapping[str, str]) -> bool:
    """Return True if mesh files may be anywhere; some programs want them next to the document."""
    target = options.get(TARGET, next((each.choices[0] for each in format.options if each.name == TARGET), ""))
    return _has_mesh_files(format, options) and target not in format.mesh_files


def _add_limits(parser: argparse._ArgumentGroup) -> None:
    """Add the options that forbid losses, and those of reports."""
    parser.add_argument(
        "--fail-on",
        default="",
        metavar="WHAT",
        help="write nothing if there are findings of these fates or severities (lost, assumed, warning, ...)",
    )
    add_allow(parser, "comma-separated codes that --fail-on and the exit code ignore")
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="also write the full report to FILE (.json or .html)",
    )
    parser.add_argument(
        "--no-verify", action="store_true", help="do not read back and compare the output before writing it"
    )


def _reason(name: str) -> Fate | Severity:
    name = name.strip()
    if name == Severity.WARNING.value:
        return Severity.WARNING
    try:
        return Fate(name)
    except ValueError as error:
        known = (*(fate.value for fate in Fate), Severity.WARNING.value)
        raise UsageError(codes.USAGE, f"--fail-on has no value '{name}'{nearest_or_all(name, known)}") from error
