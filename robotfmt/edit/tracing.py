"""Mark the nodes of a robot, so that each is recognised after an operation, even at another place, and find the changes
of its facts by one operation.

Paths alone are not sufficient: parts are renamed, rows are renumbered, and shapes move from one link to another. While
an operation runs, every node of the robot carries a mark, and facts about the same node are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, TypeAlias, TypeVar

from .. import codes
from ..diagnostics import Code, Fate
from ..errors import InternalError
from ..facts import Fact, Kind, Path
from ..facts.difference import TOLERANCE, Difference, is_below, same, same_reference
from ..model import Buffer, GripperJoint, JointValue, Node, Origin, Parameter
from ..model.features import Feature
from ..model.node import OriginMark
from ..model.record import Record, field, replace
from ..model.renaming import records_in

# Marks
#
# A mark replaces the origin of a node: operations keep origins, use them in messages only, and never compare them.

_R = TypeVar("_R", bound=Record)


class Mark(OriginMark, kw_only=False, lazy=True):
    """The origin of a node, together with the node and a key of its own."""

    node: Any = None
    key: int = 0


def marked(it: _R, keys: count[int]) -> _R:
    """Return a record with a mark on every node in it."""

    def mark(node: Node) -> Mark:
        return Mark("", None, "", node.origin, node, next(keys))

    return _with_origins(it, mark)


def unmarked(it: _R) -> _R:
    """Return a record whose nodes have the origins that they had before they were marked."""

    def origin(node: Node) -> Origin | None:
        return node.origin.original if isinstance(node.origin, Mark) else node.origin

    return _with_origins(it, origin)


def mark_of(origin: Origin | None) -> Mark | None:
    """Return the mark that replaces an origin, if one does."""
    return origin if isinstance(origin, Mark) else None


def marks_in(it: object) -> Iterator[Mark]:
    """Yield the marks of all nodes in a record."""
    pending = [it]
    while pending:
        found = pending.pop()
        if isinstance(found, tuple):
            pending += found
        elif isinstance(found, Record):
            mark = mark_of(found.origin) if isinstance(found, Node) else None
            if mark is not None:
                yield mark
            pending += (getattr(found, field) for field in _fields(found.record_type))


def keys_in(it: object) -> Iterator[int]:
    """Yield the keys of all marked nodes in a record."""
    return (mark.key for mark in marks_in(it))


def _with_origins(it: _R, origin: Callable[[Node], Origin | None]) -> _R:
    changes: dict[str, Any] = {field: _value(getattr(it, field), origin) for field in _fields(it.record_type)}
    if isinstance(it, Node):
        changes["origin"] = origin(it)
    return replace(it, **changes) if changes else it


def _value(value: Any, origin: Callable[[Node], Origin | None]) -> Any:
    if isinstance(value, Record):
        return _with_origins(value, origin)
    return tuple(_value(each, origin) for each in value) if isinstance(value, tuple) else value


_FIELDS: dict[type[Record], tuple[str, ...]] = {}


def _fields(kind: type[Record]) -> tuple[str, ...]:
    """Return the fields of a record that contain nodes."""
    found = _FIELDS.get(kind)
    if found is None:
        kinds = kind.field_types.items()
        found = tuple(name for name, annotation in kinds if any(map(_has_nodes, records_in(annotation))))
        _FIELDS[kind] = found
    return found


def _has_nodes(kind: type[Record]) -> bool:
    pending, seen = [kind], {kind}
    while pending:
        found = pending.pop()
        if issubclass(found, Node):
            return True
        inner = {each for annotation in found.field_types.values() for each in records_in(annotation)}
        pending += inner - seen
        seen |= inner
    return False


# Changes

_Identity: TypeAlias = tuple[object, ...]
Identified: TypeAlias = dict[_Identity, Fact]
"""Facts by the node and the property that they describe, independent of their paths."""
BASE: Path = ("base",)
"""The path of the fact how a robot stands."""
COVERING = (Fate.LOST, Fate.REMOVED)
"""The fates of a node that also cover everything below it."""
_NONE: Mapping[int, str] = {}
_SINGLE = (Buffer, GripperJoint, JointValue, Parameter)
"""Nodes with a single fact, whose last step is their name."""
_PARTS = ("link", "joint", "frame", "loop", "place")
_PLACES = ("position", "rotation", "centre of mass", "anchor")
"""Facts that exist only if they are not zero, which depends on the frame."""


class Verdict(Record, kw_only=False):
    """The reason for a change of a fact."""

    code: Code
    message: str | None = None
    """The message; by default the fact before and after."""
    fate: Fate | None = None
    """The fate; by default the code's own."""
    is_implied: bool = False
    """True if the line about the node of the fact covers it."""

    def fate_of(self, difference: Difference) -> Fate | None:
        """Return the fate of the fact: one that still exists is changed, not removed."""
        fate = self.fate or self.code.fate
        return Fate.CHANGED if fate is Fate.REMOVED and difference.after is not None else fate


Judge: TypeAlias = Callable[[Difference], "Verdict | None"]
"""Give the reason for a difference, or None if the operation must not make it."""


class Step(Record, kw_only=False):
    """The change of each fact by one operation, by its path before the operation."""

    moved: dict[Path, tuple[Fact, Fact]] = field(default_factory=dict)
    """The facts that still exist: before the operation, and restated under their new paths."""
    verdicts: dict[Path, Verdict] = field(default_factory=dict)
    """The reasons for changed and removed facts."""
    added: dict[Path, Verdict] = field(default_factory=dict)
    """The reasons for new facts, by their paths after the operation."""
    omitted: set[Path] = field(default_factory=set)
    """Facts that became zero in another frame."""
    stated: set[Path] = field(default_factory=set)
    """Facts that were zero in their old frame, by their paths after the operation."""


def traced(
    before: Identified, restated: Identified, after: Identified, judge: Judge, reasons: Mapping[int, str] = _NONE
) -> Step:
    """Compare the facts of a robot before and after an operation.

    Args:
        before: The facts of the marked robot.
        restated: The same facts with the names and in the frames that apply afterwards.
        after: The facts of the marked robot after the operation.
        judge: Gives the reason for each difference.
        reasons: Those for changed and removed unrecognised content, by the keys of its marks.

    Raises:
        InternalError: A difference has no reason.
    """

    def judged(difference: Difference) -> Verdict:
        return _of_content(difference, reasons) or _judged(difference, judge, step)

    step = Step(stated=_stated(before, restated, after))
    found = set(step.stated)
    unique = {_plain(fact.path): fact for fact in reversed(after.values()) if not _is_numbered(fact)}
    unmarked = {(key[2], fact.value): fact for key, fact in after.items() if key[0] == "unmarked"}
    for key, fact in before.items():
        wanted = restated.get(key, fact)
        now = after.get(key) if key[0] != "unmarked" else unmarked.get((key[2], wanted.value))
        now = now or _fact_of_equal_node(fact, wanted, unique)
        if now is None and fact.path[-1] in _PLACES and _is_omitted(key, restated):
            step.omitted.add(fact.path)
            continue
        if now is not None:
            found.add(now.path)
            step.moved[fact.path] = fact, _at(wanted, now)
        if now is None or not _is_same(wanted, now):
            step.verdicts[fact.path] = judged(Difference(fact.path, fact, now))
    for fact in topmost(each for each in after.values() if each.path not in found):
        step.added[fact.path] = judged(Difference(fact.path, None, fact))
    return step


def _at(wanted: Fact, now: Fact) -> Fact:
    """Return a fact under its present path; changed content, which has a digest in its path, is no mere node."""
    is_changed = wanted.feature is Feature.EXTENSIONS and not _is_same(wanted, now)
    moved = wanted.at(now.path)
    return replace(moved, kind=Kind.EXACT, value=wanted.path[-1]) if is_changed else moved


def _stated(before: Identified, restated: Identified, after: Identified) -> set[Path]:
    new = ((key, fact) for key, fact in restated.items() if key not in before and key in after)
    return {after[key].path for key, fact in new if fact.path[-1] in _PLACES and _is_same(fact, after[key])}


def _is_omitted(key: _Identity, restated: Identified) -> bool:
    return key not in restated and ("node", key[1], 1) in restated


def _is_numbered(fact: Fact) -> bool:
    """Return True if renumbering a row can give the path of a fact to another one."""
    return fact.feature is not Feature.EXTENSIONS and any(map(str.isdecimal, fact.path))


def _plain(path: Path) -> Path:
    """Return a path without the numbers that distinguish parts of the same name."""
    return tuple(step.partition("#")[0] for step in path)


def _fact_of_equal_node(fact: Fact, wanted: Fact, there: Mapping[Path, Fact]) -> Fact | None:
    """Return the same fact of another, equal node, if only one of two equal nodes remains.

    It never replaces another part or its pose, and unrecognised content only if it belongs to an attached robot.
    """
    found = there.get(_plain(wanted.path))
    is_part = wanted.path[0] in _PARTS and wanted.path[2:] in ((), ("inertial",))
    is_own = fact.feature is Feature.EXTENSIONS and fact.path[0] != "robot"
    return found if found is not None and not is_part and not is_own and _is_same(wanted, found) else None


def _of_content(difference: Difference, reasons: Mapping[int, str]) -> Verdict | None:
    """Return the verdict of a format on its unrecognised content; None if it gives none."""
    mark = mark_of(difference.fact.origin) if difference.fact.feature is Feature.EXTENSIONS else None
    reason = reasons.get(mark.key) if mark is not None else None
    if reason is None:
        return None
    return Verdict(codes.DROPPED if difference.after is None else codes.CONTENT, reason)


def _judged(difference: Difference, judge: Judge, step: Step) -> Verdict:
    """Return the verdict on a difference, or that on the node with which it was removed."""
    path = difference.path
    if difference.after is None:
        above = (path[:end] for end in range(1, len(path)) if path[:end] not in step.moved)
        whole = (step.verdicts[each] for each in above if each in step.verdicts)
        covering = next((each for each in whole if (each.fate or each.code.fate) in COVERING), None)
        if covering is not None:
            return covering
    verdict = judge(difference)
    if verdict is None and difference.fact.feature is Feature.EXTENSIONS:
        added = f"'{path[4]}' was added to '{path[2]}'" if difference.before is None else None
        return Verdict(codes.LEFT_OUT if difference.after is None else codes.CONTENT, added)
    if verdict is None and difference.after is None and path[0] == "actuator":
        return Verdict(codes.DROPPED, f"actuator '{path[1]}' drives nothing that is left")
    if verdict is None and (path == BASE or (path[0] == "robot" and path[2:] == BASE)):
        # The type of the base follows from the root link, which any operation may change.
        return Verdict(codes.BASED)
    if verdict is None:
        raise InternalError(codes.INTERNAL_DIFFERENCE, f"unexpected change by an edit: {difference}")
    return verdict


def _is_same(wanted: Fact, now: Fact) -> bool:
    if wanted.path == now.path and is_alike(wanted, now):
        return True
    return _is_same_place(wanted.path, now.path) and same(wanted, now, TOLERANCE, same_reference)


def is_alike(one: Fact, other: Fact) -> bool:
    """Return True if two facts are equal word for word; a cheap test before a real comparison."""
    return one.kind is other.kind and one.feature is other.feature and one.value == other.value


def _is_same_place(one: Path, other: Path) -> bool:
    """Return True if two paths differ in numbers only."""
    if one[0] == other[0] == "extension":
        # The place of content in a body that is now in another one differs.
        return (one[1], *one[3:6]) == (other[1], *other[3:6])
    return len(one) == len(other) and all(
        a == b or (a.isdecimal() and b.isdecimal()) for a, b in zip(_plain(one), _plain(other), strict=True)
    )


def topmost(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield the facts that are not below another of the given facts."""
    above: set[Path] = set()
    for fact in facts:
        if not is_below(fact.path, above):
            yield fact
        above.add(fact.path)


def identified(facts: Sequence[Fact], robot: Path = (), where: Path = ()) -> Identified:
    """Return the facts of a marked robot by the node and the property that they describe.

    Args:
        facts: All facts of the robot.
        robot: The path of the robot, if there are several.
        where: A prefix for the paths of nodes.
    """
    nodes: dict[Path, object] = {}
    """The last node at each path: while two links have the same name, their paths are the same."""
    counts: Counter[_Identity] = Counter()
    found: Identified = {}
    for fact in facts:
        if fact.kind is Kind.NODE:
            nodes[fact.path] = _key(fact)
        identity = _identity(fact, nodes) or ("unmarked", robot, *fact.path)
        counts[identity] += 1
        found[(*identity, counts[identity])] = fact.at((*where, *fact.path)) if where else fact
    return found


def _key(fact: Fact) -> object:
    mark = mark_of(fact.origin)
    return mark.key if mark is not None else fact.path


def _identity(fact: Fact, nodes: Mapping[Path, object]) -> _Identity | None:
    """Return the node of a fact; None if it belongs to none."""
    path = fact.path
    if fact.kind is Kind.NODE:
        return ("node", _key(fact))
    mark = mark_of(fact.origin)
    if mark is not None and isinstance(mark.node, _SINGLE):
        return ("value", mark.key)
    for end in range(len(path) - 1, 0, -1):
        above = nodes.get(path[:end])
        if above is not None:
            return ("part", above, path[end:])
    return ("part", mark.key, path[-1:]) if mark is not None else None
