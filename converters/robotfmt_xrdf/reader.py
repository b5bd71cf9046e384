"""Read XRDF 1.0 and 2.0. Each section is read next to where it is written."""

from __future__ import annotations

import codecs

from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents import tokens
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import Document, Mapping, Scalar, parse_document
from robotfmt.errors import InputError
from robotfmt.formats.overlays import merge
from robotfmt.model import Origin, Robot
from robotfmt.model.record import replace

from .check.mentions import check_noted
from .codes import (
    CSPACE_MISSING,
    FORMAT_MISSING,
    NON_ASCII,
    ROOT_NOT_MAP,
    VERSION_MISSING,
    VERSION_STRING,
    VERSION_UNSUPPORTED,
)
from .document import values
from .document.mentions import Mentions
from .document.versions import VERSIONS, WORLD
from .parts.collision import read_self_collision, read_world_collision
from .parts.control import read_cspace, read_default_positions, read_tool_frames
from .parts.modifiers import read_modifiers
from .parts.spheres import read_geometry

KEYS = (
    "format",
    "format_version",
    "modifiers",
    "default_joint_positions",
    "cspace",
    "tool_frames",
    *WORLD.values(),
    "self_collision",
    "geometry",
)


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot with the contents of an XRDF document.

    Args:
        source: The document.
        robot: The robot from earlier documents, usually a URDF; None to read the document alone.

    Raises:
        InputError: The document is not YAML, is not a mapping, or has an unknown version.
    """
    report = context.report
    document = parse_document(source.data, name=source.name, format="xrdf", report=report, limits=context.limits)
    _check_characters(document, source.data)
    root = document.root
    if not isinstance(root, Mapping):
        raise InputError(ROOT_NOT_MAP, f"the document is {root.kind}, not a mapping", root.origin)
    mentions = Mentions(_version(root))
    given = _robot(root, robot, mentions)
    whole = merge(robot, given, report) if robot is not None else given
    check_noted(mentions, whole)
    # A document of another format may carry what this one holds itself.
    leftovers = map(mentions.moved_with, document.leftovers())
    return replace(
        whole,
        extensions=(*whole.extensions, *(each for each in leftovers if each not in whole.extensions)),
        layouts=(*whole.layouts, document.layout(mentions.version)),
    )


def _robot(root: Mapping, earlier: Robot | None, mentions: Mentions) -> Robot:
    """Return the contents of the document only."""
    modifiers = read_modifiers(root.get("modifiers"), mentions)
    default_positions = read_default_positions(root.get("default_joint_positions"), mentions)
    if root.get("cspace") is None:
        root.report(CSPACE_MISSING, "the document has no 'cspace'")
    cspace = read_cspace(root.get("cspace"), mentions)
    tool_frames = read_tool_frames(root.get("tool_frames"), mentions)
    spheres = read_geometry(root.get("geometry"), mentions)
    known = (*spheres, *earlier.sphere_sets) if earlier is not None else spheres
    world = read_world_collision(root, known, mentions)
    itself, pairs = read_self_collision(root, world, known, mentions)
    return Robot(
        origin=root.origin,
        modifiers=modifiers,
        default_positions=default_positions,
        cspace=cspace,
        tool_frames=tool_frames,
        world_collision=world,
        self_collision=itself,
        ignored_pairs=pairs,
        sphere_sets=spheres,
    )


def _version(root: Mapping) -> str:
    """Return the version of the document (XRDF 1.0 §1)."""
    root.take()
    values.known(root, KEYS)
    given = root.get("format")
    if given is not None:
        given.take_all()
    if not isinstance(given, Scalar) or given.source != "xrdf":
        found = f"; 'format' is {given.kind}" if given is not None else ""
        (given or root).report(FORMAT_MISSING, f"the document does not have 'format: xrdf'{found}")
    value = root.get("format_version")
    if value is None or value.is_null:
        (value or root).report(VERSION_MISSING, "the document does not have 'format_version'")
        number = 1.0
    else:
        number = _number(value.source) if isinstance(value, Scalar) else 0.0
    version = {float(each): each for each in VERSIONS}.get(number)
    if version is None:
        assert value is not None
        message = f"'format_version' is {value.kind}"
        raise InputError(VERSION_UNSUPPORTED, message, value.origin, column=value.column)
    if value is not None:
        value.take()
    if isinstance(value, Scalar) and not value.is_plain:
        value.report(VERSION_STRING, f"'format_version' is the text {quoted(value.source)}")
    return version


def _number(source: str) -> float:
    try:
        return tokens.real(source)
    except tokens.BadToken:
        return 0.0


def _check_characters(document: Document, data: bytes) -> None:
    """Report non-ASCII characters: cuRobo opens the file in the encoding of the user's locale."""
    if data.startswith(codecs.BOM_UTF8):
        message = "the document begins with a byte-order mark"
        document.report.add(NON_ASCII, message, Origin(document.name, 1), column=1)
    if document.source.isascii():
        return
    for number, line in enumerate(document.source.splitlines(), 1):
        if not line.isascii():
            column = next(index for index, each in enumerate(line, 1) if not each.isascii())
            message = f"{quoted(line[column - 1])} is not ASCII"
            document.report.add(NON_ASCII, message, Origin(document.name, number), column=column)
            return
