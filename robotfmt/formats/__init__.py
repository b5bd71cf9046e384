"""The definition of a format, and the installed formats.

A format is a record and two functions. It is found by an entry point of the group ``robotfmt.formats``; robotfmt's
own formats use the same interface as others. Imports ``mesh`` and below; formats register with it, and everything
that reads or writes asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cache
from os.path import splitext
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from ..codes import BAD_OPTION, CANNOT_READ_FORMAT, TWO_FORMATS, UNKNOWN_FORMAT, UNKNOWN_OPTION
from ..diagnostics import did_you_mean, nearest_or_all
from ..errors import InputError, UsageError
from ..model import Origin
from ..model.features import Feature as Feature  # part of a format's definition
from ..model.record import Record, field
from . import others
from .imports import Codes, Function, Given, Plugin, installed

if TYPE_CHECKING:
    from ..context import Context
    from ..documents.source import Source
    from ..mesh import Triangles
    from ..model import Mesh, Robot, World

GROUP = "robotfmt.formats"
TARGET = "target"
"""The option of formats with the programs that documents are for."""
UNKNOWN, LEFT_OUT, ASSUMED = "unknown", "left-out", "assumed"
"""The option of formats for values that planners need and no document gives: they are left out, or assumed."""
VERSION = "version"
"""The option that every format with several versions has: the version that is written."""


class Carries(str, Enum):
    """The support of a feature in a format."""

    FULL = "full"
    PARTIAL = "partial"
    """The feature in part; the format's ``adapt`` reports the rest."""
    NONE = "none"


class Option(Record, kw_only=False):
    """A choice that a format offers (``-O collada.speed_units=radians``)."""

    name: str
    choices: tuple[str, ...]
    """The first is the default."""
    help: str
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The versions that can be written with each choice, if not all."""
    adds: Mapping[str, tuple[Feature, ...]] = field(default_factory=dict)
    """The features that a document stores with each choice, besides those that the format carries."""
    reading: bool = False
    """True if it is about how documents are read; others are about how they are written, and checked."""


Reader: TypeAlias = "Callable[[Source, Robot | None, Context], Robot]"
WorldReader: TypeAlias = "Callable[[Source, Context], World]"
WorldAdapter: TypeAlias = "Callable[[World, Context], World]"
WorldWriter: TypeAlias = "Callable[[World, Context], dict[str, bytes]]"
Needs: TypeAlias = "Callable[[Robot | World], str]"
Checker: TypeAlias = "Callable[[Source, Robot, Context], None]"
Adapter: TypeAlias = "Callable[[Robot, Context], Robot]"
Writer: TypeAlias = "Callable[[Robot, Context], dict[str, bytes]]"
Joiner: TypeAlias = "Callable[[Robot, Robot], tuple[Robot, Robot]]"
Follower: TypeAlias = "Callable[[Sequence[Robot], Robot], tuple[Robot, Mapping[int, str]]]"
Reviser: TypeAlias = "Callable[[Source, Robot, Robot, Context], bytes]"
MeshReader: TypeAlias = "Callable[[Source, Mesh, Context], Triangles]"


class MeshFiles(Record):
    """Requirements of a program for the mesh files of a document: they are next to it, each with a unique name."""

    title: str
    """The title of the program."""
    formats: tuple[str, ...]
    """The supported formats; a mesh in another one is converted to the first."""
    most_stl: int | None = None
    """The largest number of triangles of an STL; a larger mesh is converted to the first format."""
    flat_visuals: bool = False
    """True if a mesh without volume may be a visual, as long as it has four vertices."""
    colors: bool = True
    """False if the program reads no colours from mesh files: visuals get them, with a mesh for each colour."""


class Format(Record):
    """A format: its name, the features that it supports, and the functions that read and write it.

    Each function is given directly or, so that a format is imported only on use, as its import path:
    ``read="package.module:function"``.
    """

    name: str
    title: str
    versions: tuple[str, ...]
    """The versions that can be written; the first is the default."""
    suffixes: tuple[str, ...]
    """The ends of file names, in lower case with the dot: ``.json``, ``.world.json``, ``joint_limits.yaml``. Of several
    formats the one with the longest is meant. The first is appended to the name of a robot for new files."""
    carries: Mapping[Feature, Carries]
    """The features that a document can store; others are not supported."""
    sniff: Callable[[bytes], bool]
    """Return True if the first bytes of a file look like the format."""
    version_help: str = ""
    """What a version lacks that another one has, for those who choose one."""
    overlay: bool = False
    """True if a document only adds to another one (an XRDF to a URDF)."""
    embeds_meshes: bool = False
    """True if meshes are embedded in the document instead of separate files."""
    has_variants: bool = False
    """True if a document may have variants, of which the user chooses some (``--variant``)."""
    has_mesh_parts: bool = False
    """True if a mesh may be a part of a file (``Mesh.submesh``); for others the hub writes the part to a file."""
    mesh_shapes: tuple[str, ...] = ()
    """The classes of the shapes that meshes replace, where a format has words for some of ``OTHER_SHAPES`` alone."""
    robots: str = ""
    """The format of the robots' documents, for documents that only refer to them; an option ``robots`` chooses another.
    """
    inner: str = ""
    """The format of the document that contains the robot, if documents only annotate it: ``adapt`` and ``write`` use
    :meth:`~robotfmt.context.Context.adapt` and :meth:`~robotfmt.context.Context.write`, which also place meshes."""
    read: Function[Reader] = Function()
    """``read(source, robot_so_far, context)``: return the robot with the contents of this document."""
    read_world: Function[WorldReader] = Function()
    """``read_world(source, context)``: for formats whose documents can contain several robots."""
    read_mesh: Function[MeshReader] = Function()
    """``read_mesh(source, mesh, context)``: the triangles of a mesh inside a document."""
    check: Function[Checker] = Function()
    """``check(source, robot, context)``: report further findings about the format's last document and the whole robot.
    """
    adapt: Function[Adapter] = Function()
    """``adapt(robot, context)``: return the robot as this format supports it; every change is reported."""
    write: Function[Writer] = Function()
    """``write(robot, context)``: the document under ``context.output``, additional files under their names."""
    adapt_world: Function[WorldAdapter] = Function()
    """``adapt_world(world, context)``: a world whose robots are adapted, as far as this format can store the relations
    between them; every change is reported."""
    write_world: Function[WorldWriter] = Function()
    """``write_world(world, context)``: as ``write``, for formats whose documents can contain several robots."""
    needs: Function[Needs] = Function()
    """``needs(whole)``: the version to write for a robot or a world from another format, if that is not the first."""
    revise: Function[Reviser] = Function()
    """``revise(source, before, after, context)``: return a document updated from one adapted robot to another.

    Bytes that need not change stay."""
    join: Function[Joiner] = Function()
    """``join(robot, other)``: return two robots that are about to become one, with unrecognised content that one
    document can contain: the second robot's has the units, the folders and the default values of the first one's.
    """
    follow: Function[Follower] = Function()
    """``follow(before, after)``: return an edited robot whose unrecognised content fits its parts.

    ``before`` are the robots before the operation; all nodes have marks (:mod:`robotfmt.edit.tracing`). The second
    result gives the reasons for changed and removed content, by the keys of its marks."""
    options: tuple[Option, ...] = ()
    """The options. One named ``target`` chooses the program that documents are written for; ``--target`` sets it in
    every format that has it. What programs refuse, in any format, is in :mod:`robotfmt.targets`."""
    mesh_files: Mapping[str, MeshFiles] = field(default_factory=dict)
    """The requirements for mesh files, by choices of the option ``target``."""
    names: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The places in documents that name parts of a robot, including unrecognised content.

    In XML ``tag@attribute`` (``*@attribute`` for any tag), or ``tag`` for its text; in YAML the path of a key, such as
    ``geometry/*/spheres/*``, followed by ``=`` for its value. The values are kinds of parts as in
    :mod:`robotfmt.model.names`: ``link joint`` means either. ``parent/tag@attribute`` and ``parent/*@attribute`` apply
    inside one element only. The value ``@other`` leaves the kind to the attribute ``other``; the keys ``@other=word``
    give it.
    """
    defines: frozenset[str] = field(default=frozenset(), repr=False)
    """The keys of ``names`` by which unrecognised content gives a name to an element: other content refers to it, and
    no other element of the kind may have it."""
    codes: Codes = Codes()
    """The diagnostics, given directly or as their import path: ``codes="package.codes:CODES"``."""

    def suffix_of(self, path: str) -> str:
        """Return the longest suffix that a file name has; an empty text if it has none."""
        return self._suffix(PurePath(path).name.lower())

    def _suffix(self, name: str) -> str:
        if not name.endswith(self.suffixes):
            return ""
        found = (each for each in self.suffixes if name.endswith(each) and not (name == each and each.startswith(".")))
        return max(found, key=len, default="")

    def holds(self, feature: Feature) -> Carries:
        """Return how well the format supports a feature."""
        return self.carries.get(feature, Carries.NONE)

    def stores(self, feature: Feature, options: Mapping[str, str]) -> bool:
        """Return True if a document stores a feature, at least in part, with the given options of the format."""
        added = (feature in each.adds.get(options.get(each.name, ""), ()) for each in self.options)
        return self.holds(feature) is not Carries.NONE or any(added)

    def versions_with(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Return the versions that can be written with the given options."""
        chosen = ((each, options.get(each.name, "")) for each in self.options)
        limits = [option.versions[choice] for option, choice in chosen if choice in option.versions]
        return tuple(each for each in self.versions if all(each in limit for limit in limits))

    @property
    def writes(self) -> bool:
        """True if the format can be written, even if only for worlds."""
        return self.write is not None or self.write_world is not None

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The format's own options, and the version if there are several."""
        if len(self.versions) < 2:
            return self.options
        help = "version that is written (default: the version that the source and the robot need)"
        help = f"{help}; {self.version_help}" if self.version_help else help
        return (*self.options, Option(VERSION, ("", *self.versions), help))

    def check_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return all options of the format, with the values given or their defaults.

        Raises:
            UsageError: The option does not exist, or does not have this value.
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


def options_assuming() -> dict[str, str]:
    """Return the options that make formats assume the values that planners need and no document gives."""
    return {f"{each.name}.{UNKNOWN}": ASSUMED for each in all_formats() for it in each.options if it.name == UNKNOWN}


@cache
def find(name: str) -> Format:
    """Return the format with a name; a version after ``@`` is ignored.

    Raises:
        UsageError: No such format is installed.
    """
    entry = _installed().get(name)
    if entry is None:
        hint = nearest_or_all(name, _installed())
        raise UsageError(UNKNOWN_FORMAT, f"the format '{name}' does not exist{hint}")
    loaded: Format = entry.load()
    return loaded


@contextmanager
def added(format: Format) -> Iterator[None]:
    """Register a format temporarily, before one of the same name: for tests of formats."""
    known = _installed()
    before = dict(known)
    known[format.name] = Given(format.name, format)
    find.cache_clear()
    try:
        yield
    finally:
        known.clear()
        known.update(before)  # in the order in which formats are listed
        find.cache_clear()


def package(name: str) -> str:
    """Return the name of the package that provides a format.

    Raises:
        UsageError: No format of this name is installed.
    """
    find(name)
    return _installed()[name].module.partition(".")[0]


def names() -> tuple[str, ...]:
    """Return the names of every installed format, in order."""
    return tuple(_installed())


def all_formats() -> tuple[Format, ...]:
    """Return every installed format, by name."""
    return tuple(map(find, names()))


def reader_of(format: Format) -> Reader:
    """Return the reader of a format.

    Raises:
        UsageError: The format can only be written.
    """
    if format.read is None:
        raise UsageError(CANNOT_READ_FORMAT, f"{format.name} can be written but not read")
    return format.read


def named(path: str) -> tuple[Format, ...]:
    """Return the formats whose suffix a file has: those with the longest first, and those that can be written."""
    name = PurePath(path).name.lower()
    having = [(each, suffix) for each in all_formats() if (suffix := each._suffix(name))]
    having.sort(key=lambda pair: (-len(pair[1]), not pair[0].writes))
    return tuple(each for each, _ in having)


def of_output(path: str) -> Format:
    """Return the format for the name of an output.

    Raises:
        UsageError: No format has this suffix, or documents of another program have this name.
    """
    others.refuse_output(path)
    found = named(path)
    if found:
        return found[0]
    writers = (each for each in all_formats() if each.writes)
    known = list(dict.fromkeys(suffix for each in writers for suffix in each.suffixes))
    # Short suffixes are alike by chance: '.usd' is no '.sdf'.
    hint = did_you_mean(PurePath(path).suffix.lower(), known, cutoff=0.8) or f": {', '.join(known)}"
    help = "Name the output with one of them, or its format with --to; 'robotfmt formats' lists them."
    raise UsageError(UNKNOWN_FORMAT, f"'{path}' has none of the known suffixes{hint}", help=help)


def of_input(path: str, data: bytes) -> Format:
    """Return the format of a file: the one with its suffix and its content, else by content alone.

    Raises:
        InputError: The format cannot be determined.
    """
    suffix = splitext(path)[1].lower()  # noqa: PTH122  a path object takes as long as parsing a small robot
    if suffix[1:] in _installed():  # the others need not be loaded
        format = find(suffix[1:])
        if suffix in format.suffixes and format.sniff(data):
            return format
    known = named(path)
    for each in (*known, *all_formats()):
        if each.sniff(data):
            return each
    others.refuse_input(path, data)
    if len(known) == 1 or (known and known[0].suffixes[0] not in known[1].suffixes):
        return known[0]
    raise InputError(UNKNOWN_FORMAT, f"'{path}' is not in a known format", Origin(path))
