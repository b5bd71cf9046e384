"""The options for writing documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from ..assets.files import write_files
from ..diagnostics import Fate, Severity
from ..model.lookup import refuse_unknown
from ..model.record import Record

if TYPE_CHECKING:
    from .exports import MeshFormat
    from .mesh_outputs import Meshes


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
