"""What a format is, and which formats are installed.

A format is a record and two functions. It is found by an entry point of the group ``robotfmt.formats``;
robotfmt's own formats have no other seam than anybody else's. Imports ``mesh`` and below; formats register with it, and
everything that reads or writes asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import cache
from os.path import splitext
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from ..codes import BAD_OPTION, CANNOT_READ_FORMAT, TWO_FORMATS, UNKNOWN_FORMAT, UNKNOWN_OPTION
from ..diagnostics import Code, did_you_mean, nearest_or_all
from ..errors import InputError, UsageError
from ..model import Origin
from ..model.features import Feature as Feature  # part of what a format says
from ..model.record import Record, field
from .entry_points import Plugin, installed
from .functions import Function

if TYPE_CHECKING:
    from ..context import Context
    from ..documents.source import Source
    from ..mesh import Triangles
    from ..model import Mesh, Robot, World

GROUP = "robotfmt.formats"
TARGET = "target"
"""The option of formats that says which programs documents are for."""
VERSION = "version"
"""The option that every format with several versions has: the version that is written."""


class Carries(str, Enum):
    """How well a format holds a feature."""

    FULL = "full"
    PARTIAL = "partial"
    """Some of it; the format's ``adapt`` reports the rest."""
    NONE = "none"


class Option(Record, kw_only=False):
    """A choice that a format offers (``-O collada.speed_units=radians``)."""

    name: str
    choices: tuple[str, ...]
    """The first is the default."""
    help: str
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By choice, the versions that can be written with it, where these are not all."""


Reader: TypeAlias = "Callable[[Source, Robot | None, Context], Robot]"
WorldReader: TypeAlias = "Callable[[Source, Context], World]"
Checker: TypeAlias = "Callable[[Source, Robot, Context], None]"
Adapter: TypeAlias = "Callable[[Robot, Context], Robot]"
Judge: TypeAlias = "Callable[[Robot, Context], None]"
Writer: TypeAlias = "Callable[[Robot, Context], dict[str, bytes]]"
Reviser: TypeAlias = "Callable[[Source, Robot, Robot, Context], bytes]"
MeshReader: TypeAlias = "Callable[[Source, Mesh, Context], Triangles]"


class MeshFiles(Record):
    """What a program demands of the mesh files of a document: they stand beside it, each under a name of its own."""

    title: str
    """Of the program."""
    formats: tuple[str, ...]
    """In which they may be; a mesh in another one becomes one in the first."""
    most_stl: int | None = None
    """How many triangles an STL may have; a mesh with more becomes one in the first format."""


class Format(Record):
    """A format: what it is called, what it can hold, and the functions that read and write it.

    Each function is given as itself or, so that a format costs nothing until it is used, as the place that it is
    imported from when it is called first: ``read="package.module:function"``.
    """

    name: str
    title: str
    versions: tuple[str, ...]
    """Those that can be written; the first is written unless the source or the user asks for another."""
    suffixes: tuple[str, ...]
    """Of file names, lower case, with the dot; the first is used for new files."""
    carries: Mapping[Feature, Carries]
    """What a document can hold; what is not named it cannot."""
    sniff: Callable[[bytes], bool]
    """Whether the first bytes of a file look like it."""
    overlay: bool = False
    """Whether a document only adds to what another one says (an XRDF to a URDF)."""
    embeds_meshes: bool = False
    """Whether meshes stand inside the document instead of in files beside it."""
    read: Function[Reader] = Function()
    """``read(source, robot_so_far, context)``: the robot with what this document says."""
    read_world: Function[WorldReader] = Function()
    """``read_world(source, context)``: for formats whose documents can hold several robots."""
    read_mesh: Function[MeshReader] = Function()
    """``read_mesh(source, mesh, context)``: the triangles of a mesh inside a document."""
    check: Function[Checker] = Function()
    """``check(source, robot, context)``: what else there is to say of its last document beside the whole robot."""
    adapt: Function[Adapter] = Function()
    """``adapt(robot, context)``: the robot as this format can say it; every change is reported."""
    write: Function[Writer] = Function()
    """``write(robot, context)``: the document under ``context.output``, files beside it under their names."""
    judge: Function[Judge] = Function()
    """``judge(robot, context)``: of a robot that was checked, with options of this format, what they ask to be told; it
    may put what the report has more sharply, or more mildly."""
    revise: Function[Reviser] = Function()
    """``revise(source, before, after, context)``: a document that says one adapted robot, and shall say another one.

    Every byte that need not change stays."""
    options: tuple[Option, ...] = ()
    """One called ``target`` says which programs the documents are for; ``--target`` chooses it in every format."""
    mesh_files: Mapping[str, MeshFiles] = field(default_factory=dict)
    """By choices of the option ``target``, what such a program demands of mesh files."""
    names: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What names parts of a robot in its documents, also where nobody understands them.

    In XML ``tag@attribute`` (``*@attribute`` of any tag), or ``tag`` for its text; in YAML the path of a key, such as
    ``geometry/*/spheres/*``, with ``=`` behind it for its value. The values are kinds of parts as in
    :mod:`robotfmt.model.names`: ``link joint`` is either.
    """
    codes: tuple[Code, ...] = field(default=(), repr=False)

    def holds(self, feature: Feature) -> Carries:
        """Return how well it holds a feature."""
        return self.carries.get(feature, Carries.NONE)

    def versions_with(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Return the versions that can be written with some of its options."""
        chosen = ((each, options.get(each.name, "")) for each in self.options)
        limits = [option.versions[choice] for option, choice in chosen if choice in option.versions]
        return tuple(each for each in self.versions if all(each in limit for limit in limits))

    @property
    def all_options(self) -> tuple[Option, ...]:
        """Its own options, and the version where there are several."""
        if len(self.versions) < 2:
            return self.options
        help = "version that is written (default: the version that the source and the robot need)"
        return (*self.options, Option(VERSION, ("", *self.versions), help))

    def check_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return all its options, with the values given or their defaults.

        Raises:
            UsageError: There is no such option, or it has no such value.
        """
        known = {option.name: option for option in self.all_options} if given else {}
        for name, value in given.items():
            if name not in known:
                hint = nearest_or_all(name, sorted(known))
                raise UsageError(UNKNOWN_OPTION, f"{self.name} has no option '{name}'{hint}")
            if value not in known[name].choices:
                choices = ", ".join(filter(None, known[name].choices))
                raise UsageError(BAD_OPTION, f"{self.name}.{name} cannot be '{value}'; choose from {choices}")
        return {option.name: given.get(option.name, option.choices[0]) for option in self.all_options}


@cache
def _installed() -> dict[str, Plugin]:
    found: dict[str, Plugin] = {}
    for entry in installed(GROUP):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            names = f"'{other.value}' and '{entry.value}'"
            raise UsageError(TWO_FORMATS, f"the format '{entry.name}' is provided by both {names}")
    return dict(sorted(found.items()))


def options_for(consumer: str) -> dict[str, str]:
    """Return the options, such as ``xrdf.target``, by which formats write and check for a program.

    Raises:
        UsageError: No format knows the program.
    """
    known = {each.name: it.choices for each in all_formats() for it in each.options if it.name == TARGET}
    found = {f"{name}.{TARGET}": consumer for name, choices in known.items() if consumer in choices}
    if not found:
        hint = nearest_or_all(consumer, dict.fromkeys(each for choices in known.values() for each in choices))
        raise UsageError(BAD_OPTION, f"no format can be written for the program '{consumer}'{hint}")
    return found


@cache
def find(name: str) -> Format:
    """Return the format of a name; a version after ``@`` is not looked at.

    Raises:
        UsageError: None of this name is installed.
    """
    entry = _installed().get(name)
    if entry is None:
        hint = nearest_or_all(name, _installed())
        raise UsageError(UNKNOWN_FORMAT, f"the format '{name}' does not exist{hint}")
    loaded: Format = entry.load()
    return loaded


@contextmanager
def added(format: Format) -> Iterator[None]:
    """Know a format for a while though it is not installed, before one of the same name: for tests of formats."""
    known = _installed()
    before = dict(known)
    known[format.name] = _Given(format)
    find.cache_clear()
    try:
        yield
    finally:
        known.clear()
        known.update(before)  # in the order in which formats are listed
        find.cache_clear()


class _Given(Plugin):
    """A format that is not installed."""

    def __init__(self, format: Format) -> None:
        super().__init__(format.name, "")
        self._format = format

    def load(self) -> Format:
        return self._format


def package(name: str) -> str:
    """Return the name of the package that brings a format.

    Raises:
        UsageError: No format of this name is installed.
    """
    find(name)
    return _installed()[name].module.partition(".")[0]


def all_formats() -> tuple[Format, ...]:
    """Return every installed format, by name."""
    return tuple(find(name) for name in _installed())


def reader_of(format: Format) -> Reader:
    """Return the function that reads a format.

    Raises:
        UsageError: It can only be written.
    """
    if format.read is None:
        raise UsageError(CANNOT_READ_FORMAT, f"{format.name} can be written but not read")
    return format.read


def named(path: str) -> tuple[Format, ...]:
    """Return the formats whose suffix a file has, those that can be written first."""
    suffix = PurePath(path).suffix.lower()
    found = [each for each in all_formats() if suffix in each.suffixes]
    return tuple(sorted(found, key=lambda each: each.write is None))


def of_output(path: str) -> Format:
    """Return the format that a file's name asks for.

    Raises:
        UsageError: No format has this suffix.
    """
    found = named(path)
    if found:
        return found[0]
    known = list(dict.fromkeys(suffix for each in all_formats() for suffix in each.suffixes))
    hint = did_you_mean(PurePath(path).suffix.lower(), known) or f": {', '.join(known)}"
    raise UsageError(UNKNOWN_FORMAT, f"'{path}' has none of the known suffixes{hint}")


def of_input(path: str, data: bytes) -> Format:
    """Return the format of a file: of those with its suffix the one whose content it has, else by content alone.

    Raises:
        InputError: Neither tells.
    """
    suffix = splitext(path)[1].lower()  # noqa: PTH122  a path object takes as long as parsing a small robot
    if suffix[1:] in _installed():  # the others need not be loaded
        own = find(suffix[1:])
        if suffix in own.suffixes and own.sniff(data):
            return own
    named = [each for each in all_formats() if suffix in each.suffixes]
    for each in (*named, *all_formats()):
        if each.sniff(data):
            return each
    if named:
        return named[0]
    raise InputError(UNKNOWN_FORMAT, f"'{path}' is not in a known format", Origin(path))
