"""Unrecognised content of one format that another format has at a place of its own: it is written there.

A plugin in a block ``<gazebo>`` of a URDF is the same plugin in an SDF.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ..context import Context
from ..diagnostics import Code, Diagnostic, Fate, Report, quoted
from ..documents.source import Source
from ..documents.xml.nodes import canonical, indent, subtree
from ..edit.elements import tags
from ..errors import RobotfmtError, UsageError
from ..facts import extension_paths, facts
from ..facts.difference import compare
from ..formats import Format, reader_of
from ..kinematics import tree
from ..model import Extension, ExtensionKind, Robot
from ..model.record import replace
from .proof import Files

_OWNER = re.compile(r"""/(\w+)\[@(?:name|reference)=(?:'([^']*)'|"([^"]*)")\]""")
_PARTS = frozenset(("link", "joint", "frame", "model", "include", "body", "gripper"))
"""Elements that have names among those of links and joints."""
_DEPTH = 3
"""The number of steps to the one that marks content: ``robot/NAME/extension``."""


class Moved(NamedTuple):
    """A piece of unrecognised content, and the same content in the other format: as one piece, in parts, or copies."""

    before: Extension
    after: tuple[Extension, ...]


def with_twins(robot: Robot, moved: Sequence[Moved], format: Format, code: Code, words: str, context: Context) -> Robot:
    """Return a robot with content in another format at its place in this one, and report each piece.

    Content that does not read back at its place, or changes how something else is read, stays as it is.

    Args:
        robot: The robot, as the format stores it.
        format: The format that is written.
        code: The code of the reports.
        words: What becomes of a piece, for the reports.
    """
    laid_out = [Moved(each.before, tuple(map(_laid_out, each.after))) for each in moved]
    moved = _readable(robot, laid_out, format, context)
    after = {id(each.before): each.after for each in moved}
    found = (after.get(id(each), (each,)) for each in robot.extensions)
    made = replace(robot, extensions=tuple(chain.from_iterable(found)))
    paths = {id(piece): "/".join(path) for it in (robot, made) for path, piece in extension_paths(it)}
    for each in moved:
        _claim(each, paths, code, words, context.report)
    return made


def _laid_out(extension: Extension) -> Extension:
    """Return an element with the indentation of its new place."""
    if extension.kind is not ExtensionKind.ELEMENT:
        return extension
    node = subtree(extension.content, None)
    indent(node, len(tags(extension.place)))
    return replace(extension, content=canonical(node, None))


def _claim(moved: Moved, paths: Mapping[int, str], code: Code, words: str, report: Report) -> None:
    """Report a piece under its old and its new places.

    A step before may have reported the old place as a new one, which it is no longer.
    """
    old = paths[id(moved.before)]
    earlier = withdraw(old, report)
    message = f"{_owner(moved)}: {_piece(moved.before)} {words}"
    for subject in [*(() if earlier else (old,)), *(paths[id(each)] for each in moved.after)]:
        report.add(code, message, moved.before.origin, subject=subject)


def withdraw(subject: str, report: Report) -> bool:
    """Withdraw the claims about a piece that another step changes; return True if there were some."""
    found = [each for each in report.diagnostics if each.subject != subject]
    is_claimed = len(found) < len(report.diagnostics)
    if is_claimed:
        report.diagnostics[:] = found
    return is_claimed


def is_new_place(claim: Diagnostic, known: Collection[str]) -> bool:
    """Return True for the claim about a new place of content, whose old place has a claim of its own.

    Args:
        known: The subjects of the robot that is converted.
    """
    return _is_content(claim.subject) and claim.fate is Fate.CONVERTED and claim.subject not in known


def moved_in_vain(claims: Iterable[Diagnostic], known: Collection[str], held: Collection[str]) -> set[int]:
    """Return the identities of the claims about content that a step only put elsewhere or renamed, and no output has.

    Args:
        claims: The claims of an adaptation.
        known: The subjects of the robot that is converted.
        held: The subjects of the facts that the outputs have.
    """
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for each in claims:
        if each.fate is Fate.CONVERTED and each.change is not None and _is_content(each.subject):
            name = each.subject.rsplit("/", 2)[-2]
            groups.setdefault((each.code, each.file, each.line, name), []).append(each)
    found: set[int] = set()
    for group in groups.values():
        new = {each.subject for each in group} - set(known)
        if 0 < len(new) < len(group) and new.isdisjoint(held):
            found |= set(map(id, group))
    return found


def _is_content(subject: str) -> bool:
    return "extension" in subject.split("/")[:_DEPTH]


def _owner(moved: Moved) -> str:
    """Return the part of the robot that a piece is in: ``sensor 'front'``."""
    for each in (moved.before, *moved.after):
        found = _OWNER.findall(each.place)
        if found and found[-1][0] != "gazebo":
            tag, one, other = found[-1]
            return f"{tag} {quoted(one or other)}"
    return "robot"


def _piece(extension: Extension) -> str:
    name = extension.name.rpartition("}")[2]
    return f"<{name}>" if extension.kind is ExtensionKind.ELEMENT else quoted(name)


def _readable(robot: Robot, moved: Sequence[Moved], format: Format, context: Context) -> Sequence[Moved]:
    """Return the pieces that read back at their places, and change nothing else of the robot."""
    if not moved:
        return moved
    of_format = replace(robot, extensions=tuple(each for each in robot.extensions if each.format == format.name))
    quiet = context.having(report=Report(), robot=None)

    def holds(some: Sequence[Moved], back: Robot | None, plain: Robot | None) -> bool:
        return plain is not None and back is not None and is_same(back, _having(plain, some), quiet)

    plain: Robot | None = None
    near = _near(
        of_format, moved
    )  # tried first, because to write and read the whole robot takes longer than its conversion
    for part in (near, of_format) if near is not None else (of_format,):
        back = _read_back(_having(part, moved), format, quiet)
        if holds(moved, back, part):
            return moved
        plain = _read_back(part, format, quiet)
        if holds(moved, back, plain):
            return moved
    kept: list[Moved] = []
    for each in moved if plain is not None else ():
        some = [*kept, each]  # two that hold alone may not do so together, as they share prefixes of namespaces
        kept = some if holds(some, _read_back(_having(of_format, some), format, quiet), plain) else kept
    return kept


def _near(robot: Robot, moved: Sequence[Moved]) -> Robot | None:
    """Return the links and joints that pieces are at, and those above them.

    None for a robot of several trees, and for pieces that are parts themselves: their names concern the whole robot.
    """
    from ..edit.extracting import Cut  # most conversions move nothing
    from ..kinematics.tree import ways

    if any(each.name in _PARTS for it in moved for each in it.after):
        return None
    places = [each.place for it in moved for each in it.after]
    named = {one or other for place in places for _, one, other in _OWNER.findall(place)}
    ends = {each.child for each in robot.joints if each.name in named and each.child is not None}
    ends |= {name for name in named if name in robot.link_by_name}
    bases = tree.roots(robot)
    if len(bases) != 1 or robot.loops:
        return None
    try:
        return Cut(bases[0], ways(robot, bases[0], sorted(ends))).done(robot, None)
    except UsageError:
        return None


def _having(robot: Robot, moved: Iterable[Moved]) -> Robot:
    """Return a robot that has some pieces in the other format, too."""
    return replace(robot, extensions=(*robot.extensions, *chain.from_iterable(each.after for each in moved)))


def _read_back(robot: Robot, format: Format, context: Context) -> Robot | None:
    write: Callable[[Robot, Context], dict[str, bytes]] | None = format.write
    try:
        data = write(robot, context)[context.output] if write is not None else b""
        return reader_of(format)(Source(context.output, data), None, context)
    except RobotfmtError:
        return None


def is_same(one: Robot, other: Robot, context: Context) -> bool:
    """Return True if two robots have the same facts, and the same content that was not understood at any place."""
    if sorted(map(_content, one.extensions)) != sorted(map(_content, other.extensions)):
        return False
    found = compare(facts(one), facts(other), same_file=Files(context).same)
    return not [each for each in found if each.path[0] != "extension"]


def _content(extension: Extension) -> tuple[str, str, str]:
    return extension.format, extension.name, extension.content
