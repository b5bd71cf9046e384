"""The options by which documents are written."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from ..assets.files import write_files
from ..diagnostics import Fate, Severity
from ..model.lookup import refuse_unknown
from ..model.record import Record

if TYPE_CHECKING:
    from .exports import MeshFormat
    from .mesh_outputs import Meshes


Put: TypeAlias = Callable[[list[tuple[Path, bytes]]], None]
"""Puts files in place, of which the last is the document that the others belong to."""


class GivenWriting(TypedDict, total=False):
    """The keywords of :func:`.conversion.write` that say how; see :class:`ConversionOptions`."""

    overwrite: bool
    meshes: Meshes
    mesh_format: MeshFormat | None


class GivenConversion(GivenWriting, total=False):
    """The keywords of :func:`.conversion.convert` that say how; see :class:`ConversionOptions`."""

    verify: bool
    fail_on: Collection[Fate | Severity]
    allow: Collection[str]
    put: Put


class ConversionOptions(Record):
    """How documents are written, and when nothing is written."""

    overwrite: bool = False
    """Whether existing files are replaced; an input never is."""
    meshes: Meshes = "keep"
    """Where meshes go: ``keep``, ``copy`` beside the document, or ``package://NAME/FOLDER``."""
    mesh_format: MeshFormat | None = None
    """What mesh files become: ``obj``, ``stl``, ...; None leaves them as they are where the format can."""
    verify: bool = True
    """Whether what is to be written is read back first."""
    fail_on: Collection[Fate | Severity] = ()
    """At which fates or severities nothing is written."""
    allow: Collection[str] = ()
    """Codes that do not count for ``fail_on``."""
    put: Put = write_files
    """What writes the files, when all is proved."""


_WRITING = ("overwrite", "meshes", "mesh_format")


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
