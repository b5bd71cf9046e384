"""The outputs of a conversion, the version of each format, and the options for writing them."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal, NoReturn, TypeAlias, TypedDict

from .. import codes, formats
from ..assets.files import is_folder, write_files
from ..diagnostics import Fate, Severity
from ..documents.source import stem
from ..errors import UsageError
from ..facts import Whole
from ..formats import Format
from ..model.lookup import refuse_unknown
from ..model.record import Record, replace
from ..settings import Settings

if TYPE_CHECKING:
    from .exports import MeshFormat
    from .mesh_outputs import Meshes


# Outputs


class Output(Record, kw_only=False):
    """A document to write."""

    path: Path
    format: Format
    version: str
    """The version; None if none was requested and none is chosen yet."""
    versions: tuple[str, ...]
    """The versions that are compatible with the given options, the oldest first."""


def outputs_of(paths: Sequence[str], settings: Settings) -> list[Output]:
    """Return the documents for paths, each in the format of its suffix, or else in the requested one.

    The requested format and version apply only to documents whose suffix matches it or is unknown.

    Raises:
        UsageError: The format or version does not exist, no name matches it, or a given option conflicts with it.
    """
    name, _, version = (settings.target_format or "").partition("@")
    wanted = formats.find(name) if name else None
    found = [_chosen(path, wanted) for path in paths]
    if wanted is not None and wanted not in found:
        others = ", ".join(f"'{path}' ({format.name})" for path, format in zip(paths, found, strict=True))
        raise UsageError(
            codes.USAGE,
            f"--to {settings.target_format} matches none of the outputs: {others}",
            help=f"Name an output with {wanted.suffixes[0]}, or remove --to.",
        )
    return [
        _output(path, format, version if format is wanted else "", settings)
        for path, format in zip(paths, found, strict=True)
    ]


def document_in(path: str, sources: Sequence[str], settings: Settings) -> str:
    """Return the document that is written for an output: in a folder one with the name of the first source.

    Raises:
        UsageError: The output is a folder, and neither ``--to`` nor the options name one format.
    """
    # A folder with the name of a document is in the place of the document, which is another fault.
    if not path.endswith(("/", os.sep)) and (formats.named(path) or not is_folder(Path(path))):
        return path
    given = [settings.target_format] if settings.target_format else [it.partition(".")[0] for it in settings.options]
    names = {each.partition("@")[0] for each in given}
    if len(names) != 1:
        help = "Name the document in it, or give the format with --to FORMAT."
        raise UsageError(codes.USAGE, f"'{path}' is a folder, and the format of the document is not given", help=help)
    name = stem(sources[0]).strip("-") or "robot"  # "-" is standard input
    return str(Path(path) / f"{name}{formats.find(names.pop()).suffixes[0]}")


def _chosen(path: str, wanted: Format | None) -> Format:
    if wanted is None:
        return formats.of_output(path)
    named = formats.named(path)
    is_its = PurePath(path).suffix.lower() in {PurePath(f"robot{each}").suffix for each in wanted.suffixes}
    return wanted if not named or is_its else named[0]


def _output(path: str, format: Format, version: str, settings: Settings) -> Output:
    options = settings.options_of(format)
    option = options.get(formats.VERSION, "")
    if version and option and version != option:
        message = f"--to {format.name}@{version} conflicts with {format.name}.{formats.VERSION}={option}"
        raise UsageError(codes.USAGE, message)
    version = version or option
    if version and version not in format.versions:
        known = ", ".join(format.versions)
        raise UsageError(codes.USAGE, f"{format.name} has no version '{version}'; it has: {known}")
    versions = format.versions_with(options)
    if version and version not in versions:
        _refuse(format, version, options)
    return Output(Path(path), format, version, versions)


def _refuse(format: Format, version: str, options: Mapping[str, str]) -> NoReturn:
    option_of_format = next(
        each for each in format.options if version not in each.versions.get(options[each.name], version)
    )
    option, possible = (
        f"{format.name}.{option_of_format.name}={options[option_of_format.name]}",
        option_of_format.versions[options[option_of_format.name]],
    )
    message = f"{format.name} {version} does not support {option}, but {', '.join(possible)} does"
    raise UsageError(codes.USAGE, message, help=option_of_format.help)


def settled(outputs: Iterable[Output], whole: Whole) -> list[Output]:
    """Return the outputs with their versions: without a requested one, that of the source, else the one that the
    format needs for the robot or the world, or its first one.
    """
    return [each if each.version else replace(each, version=_version(each, whole)) for each in outputs]


def _version(output: Output, whole: Whole) -> str:
    format = output.format
    layout = whole.layout(format.name)
    declared = layout.version if layout is not None else None
    if declared not in output.versions and format.needs is not None:
        declared = format.needs(whole)
    return declared if declared in output.versions else output.versions[0]


def is_outside(name: str) -> bool:
    """Return True if the name of a file that is written leads out of its folder."""
    path = PurePath(name)
    return path.is_absolute() or ".." in path.parts or not path.parts


# Options

BaseGiven: TypeAlias = Literal["fixed", "floating"]
Put: TypeAlias = Callable[[list[tuple[Path, bytes]]], None]
"""Writes files; the last one is the document that the others belong to."""


class GivenWriting(TypedDict, total=False):
    """The keyword arguments of :func:`.conversion.write`; see :class:`ConversionOptions`."""

    overwrite: bool
    meshes: Meshes
    mesh_format: MeshFormat | None
    allow: Collection[str]
    keep: bool


class GivenConversion(GivenWriting, total=False):
    """The keyword arguments of :func:`.conversion.convert`; see :class:`ConversionOptions`."""

    verify: bool
    fail_on: Collection[Fate | Severity]
    put: Put
    as_one: bool
    base: BaseGiven | None
    in_world: bool
    apart: tuple[str, Mapping[str, str]] | None


class ConversionOptions(Record):
    """The options of writing documents, and of refusing to write."""

    overwrite: bool = False
    """True to replace existing files; an input is never replaced."""
    meshes: Meshes = "keep"
    """The place of meshes: ``keep``, ``copy`` next to the document, or ``package://NAME/FOLDER``."""
    mesh_format: MeshFormat | None = None
    """The format of mesh files: ``obj``, ``stl``, ...; None keeps them if the output supports them."""
    verify: bool = True
    """True to read the output back before it is written."""
    fail_on: Collection[Fate | Severity] = ()
    """The fates or severities at which nothing is written."""
    allow: Collection[str] = ()
    """Codes that ``fail_on`` ignores; errors with them become warnings."""
    keep: bool = False
    """True to store what no output has words for in a sidecar, so that the way back is lossless."""
    put: Put = write_files
    """The function that writes the files after the proof."""
    as_one: bool = False
    """True if a world becomes one robot, whose root is a link ``world``."""
    base: BaseGiven | None = None
    """How robots are connected to the world whose documents do not give it: ``fixed`` or ``floating``."""
    in_world: bool = False
    """True if the chosen robot is edited, and its whole world is written."""
    apart: tuple[str, Mapping[str, str]] | None = None
    """The document for a world, and the options of its format, if an output supports only one robot."""


_WRITING = ("overwrite", "meshes", "mesh_format", "allow", "keep")


def writing_options(given: GivenWriting) -> ConversionOptions:
    """Return the options of ``write``.

    Raises:
        TypeError: A keyword is unknown.
    """
    refuse_unknown("write", given, ("report", "settings", *_WRITING))
    return ConversionOptions(**given)


def conversion_options(given: GivenConversion) -> ConversionOptions:
    """Return the options of ``convert``.

    Raises:
        TypeError: A keyword is unknown.
    """
    refuse_unknown("convert", given, ("report", "settings", "edit", *ConversionOptions.field_types))
    return ConversionOptions(**given)
