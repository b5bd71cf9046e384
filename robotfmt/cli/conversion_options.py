"""The options of the verbs that convert, and the request that they form."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

from .. import codes, formats
from ..diagnostics import Fate, Severity, nearest_or_all
from ..errors import UsageError
from ..formats import Carries
from ..hub.exports import MeshFormat
from ..hub.outputs import BaseGiven
from ..model.features import Feature
from ..model.record import Record
from ..settings import Settings
from .console import STREAM, is_stream
from .options import add_allow, add_common, add_target, settings
from .sphere_options import add_spheres, asks_for_spheres, fit_arguments

PAGES = (".html", ".htm")
REPAIRS = ("inertia",)
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
        return inputs, outputs

    def stores(self, feature: Feature) -> bool:
        """Return True if the format of an output holds a feature."""
        paths = self.documents[1] if self.out_dir is None else []
        named = [found[0] for path in paths if (found := formats.named(path))]
        asked = [each for each in formats.all_formats() if each.name == (self.target_format or "").partition("@")[0]]
        return any(each.holds(feature) is not Carries.NONE for each in (*named, *asked))

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


def add_conversion(parser: argparse.ArgumentParser, *, spheres: bool = True) -> None:
    """Add the options of a conversion; those for spheres only for verbs that use them."""
    _add_files(parser)
    if spheres:
        parser.add_argument(
            "--fit-spheres",
            action="store_true",
            help="also fit collision spheres to every link, as each option below does (requires robotfmt[planning])",
        )
        add_spheres(parser)
    _add_limits(parser)
    add_target(parser)
    add_common(parser)
    parser.set_defaults(fit_spheres=False)


def _add_files(parser: argparse.ArgumentParser) -> None:
    """Add the documents and their meshes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="input files; without -o, the last one is the output")
    parser.add_argument(
        "-o", "--output", action="append", default=[], metavar="FILE", help="output file; may be repeated"
    )
    parser.add_argument(
        "--to",
        dest="target_format",
        metavar="FORMAT[@VERSION]",
        help="output format, where the file name does not determine it (for example urdf@1.0)",
    )
    parser.add_argument(
        "--out-dir",
        metavar="FOLDER",
        help="convert each input separately into this folder; each robot of a world as a document, and a .world.json",
    )
    parser.add_argument(
        "--as-one", action="store_true", help="make one robot of a world, with a link 'world' as its root"
    )
    parser.add_argument(
        "--update", metavar="FILE", help="change this document in place; comments, order and style stay"
    )
    _add_files_written(parser)


def _add_files_written(parser: argparse.ArgumentParser) -> None:
    """Add the options of the outputs."""
    parser.add_argument("--overwrite", action="store_true", help="replace existing files")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="store what the output format has no words for in a file next to it (ARM.FORMAT.kept.json), which makes "
        "the way back lossless",
    )
    parser.add_argument(
        "--meshes",
        default="keep",
        metavar="WHERE",
        help="where mesh files go: keep (leave in place, the default), copy (next to the output), or "
        "package://NAME/FOLDER",
    )
    parser.add_argument(
        "--mesh-format",
        choices=MESH_FORMATS,
        help="convert mesh files to this format (for MuJoCo, use --target mujoco)",
    )

    parser.add_argument(
        "--repair",
        action="append",
        choices=REPAIRS,
        default=[],
        help="repair impossible masses and inertias (inertia), which MuJoCo refuses; each change is reported",
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
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
