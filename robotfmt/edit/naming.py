"""Rename the parts of a robot, with all references, also in the free parameters of modelled parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from .. import codes
from ..diagnostics import Report, did_you_mean
from ..errors import UsageError
from ..model import Parameter, Robot
from ..model.record import Record, replace
from ..model.renaming import given_names, names_in, records_in, renamed
from .foreign import Names, defined_names, with_foreign_names

# Free parameters
#
# The name of a parameter decides if its text names a joint (``mimic``, ``joint_name``) or a link (``frame_id``,
# ``chain_tip``). Any other text that equals the name of a link or a joint is a possible reference.

_R = TypeVar("_R", bound=Record)
_BETWEEN_NAMES = re.compile(r"([\s,;\[\]\"']+)")
_STEPS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_KINDS = {
    **dict.fromkeys(("joint", "joints", "mimic"), "joint"),
    **dict.fromkeys(("link", "links", "frame", "frames", "body", "bodies", "root", "tip"), "link"),
}
_FIELDS: dict[type[Record], tuple[str, ...]] = {}


def with_renamed_parameters(robot: Robot, names: Mapping[str, Mapping[str, str]], report: Report) -> Robot:
    """Return the robot with new names in the texts of its parameters; possible references to old ones are reported."""

    def change(it: Parameter) -> Parameter:
        if not isinstance(it.values, str):
            return it
        kind = _kind(it.name)
        known = names.get(kind, {}) if kind is not None else {}
        text = "".join(known.get(each, each) for each in _BETWEEN_NAMES.split(it.values))
        if text != it.values:
            return replace(it, values=text)
        _report(it, names, report)
        return it

    return _with_parameters(robot, change)


def report_parameters(robot: Robot, gone: Mapping[str, Iterable[str]], report: Report) -> None:
    """Report the parameters whose texts are the names of removed parts."""

    def note(it: Parameter) -> Parameter:
        _report(it, gone, report)
        return it

    _with_parameters(robot, note)


def names_in_parameters(robot: Robot) -> list[tuple[str, str]]:
    """Return the kinds and names of the parts that parameters refer to by their own name."""
    found: list[tuple[str, str]] = []

    def note(it: Parameter) -> Parameter:
        kind = _kind(it.name)
        if kind is not None and isinstance(it.values, str):
            found.extend((kind, each) for each in _BETWEEN_NAMES.split(it.values))
        return it

    _with_parameters(robot, note)
    return found


def _report(it: Parameter, names: Mapping[str, Iterable[str]], report: Report) -> None:
    if isinstance(it.values, str):
        words = dict.fromkeys((it.values, *_BETWEEN_NAMES.split(it.values)))
        found = [each for each in words if any(each in names.get(kind, ()) for kind in ("link", "joint"))]
        if found:
            named = ", ".join(f"'{each}'" for each in found)
            report.add(codes.MAY_REFER, f"parameter '{it.name}' may still refer to {named}", it.origin)


def _kind(name: str) -> str | None:
    """Return the kind of part that a parameter of this name refers to, by its last word that names a kind."""
    words = (each.lower() for each in reversed(_STEPS.findall(name)))
    return next((_KINDS[each] for each in words if each in _KINDS), None)


def _with_parameters(it: _R, change: Callable[[Parameter], Parameter]) -> _R:
    """Return a record with every parameter in it changed; itself if none changes."""
    changes: dict[str, object] = {}
    for field in _fields(type(it)):
        value = getattr(it, field)
        new: Any = value
        if isinstance(value, tuple):
            row = tuple(_changed(each, change) for each in value)
            new = value if all(a is b for a, b in zip(row, value, strict=True)) else row
        elif isinstance(value, Record):
            new = _changed(value, change)
        if new is not value:
            changes[field] = new
    return replace(it, **changes) if changes else it


def _changed(value: Any, change: Callable[[Parameter], Parameter]) -> Any:
    if isinstance(value, Parameter):
        return change(value)
    return _with_parameters(value, change) if isinstance(value, Record) else value


def _fields(kind: type[Record]) -> tuple[str, ...]:
    """Return the fields of a record that lead to parameters."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field for field, text in kind.field_types.items() if any(_leads(records_in(text))))
    return _FIELDS[kind]


def _leads(kinds: Iterable[type[Record]]) -> Iterator[bool]:
    """Yield, for each kind of record that these contain, True if it is a parameter."""
    pending, seen = list(kinds), set(kinds)
    while pending:
        kind = pending.pop()
        yield kind is Parameter
        new = [each for text in kind.field_types.values() for each in records_in(text) if each not in seen]
        seen.update(new)
        pending += new


# Parts

NO_NAMES: Mapping[str, str] = {}


def rename(
    robot: Robot,
    *,
    links: Mapping[str, str] = NO_NAMES,
    joints: Mapping[str, str] = NO_NAMES,
    frames: Mapping[str, str] = NO_NAMES,
    groups: Mapping[str, str] = NO_NAMES,
    report: Report | None = None,
) -> Robot:
    """Return the robot with new names for some of its parts; references are updated.

    Unrecognised content is updated where references are certain; possible references are reported.

    Args:
        robot: The robot.
        links, joints, frames, groups: New names by old names; two parts may swap names.
        report: Where the changes are reported.

    Raises:
        UsageError: The part does not exist, or a new name is taken.
    """
    names = {"link": {**frames, **links}, "joint": dict(joints), "group": dict(groups)}
    _check(robot, names)
    return _renamed(robot, names, report)


def prefix(robot: Robot, before: str = "", after: str = "", *, report: Report | None = None) -> Robot:
    """Return the robot with a prefix or suffix on the names of all its parts; its own name does not change.

    Parts are links, joints, frames, groups, states, devices and materials, and what unrecognised content defines, such
    as the tendons and default classes of an MJCF: all that need unique names if two such robots are joined. Sphere
    sets keep their names, because those of two robots are combined.
    """
    return _renamed(robot, prefixed_names(robot, before, after), report)


def prefixed_names(robot: Robot, before: str = "", after: str = "") -> Names:
    """Return the names that the parts of a robot have with a prefix or suffix, by kind and name."""
    names: Names = {}
    for kind, name in names_in(robot):
        if name and kind != "spheres":
            names.setdefault(kind, {})[name] = f"{before}{name}{after}"
    for kind, defined in defined_names(robot).items():
        names.setdefault(kind, {}).update({name: f"{before}{name}{after}" for name in defined})
    return names


def _renamed(robot: Robot, names: Names, report: Report | None) -> Robot:
    """Gives the reason for changes by renaming only."""
    from .performing import perform

    return perform(
        robot,
        lambda it: with_other_names(it, names, report),
        lambda _: None,
        report,
        restate=lambda it: with_other_names(replace(it, layouts=()), names),
    )


def with_other_names(robot: Robot, names: Names, report: Report | None = None) -> Robot:
    """Return the robot with consistent new names of parts of any kind."""
    names = {kind: {a: b for a, b in each.items() if a != b} for kind, each in names.items()}

    def change(kind: str, name: str) -> str:
        return names.get(kind, NO_NAMES).get(name, name)

    report = report if report is not None else Report()
    robot = with_renamed_parameters(renamed(robot, change), names, report) if any(names.values()) else robot
    return with_foreign_names(robot, names, report)


def _check(robot: Robot, names: Mapping[str, Mapping[str, str]]) -> None:
    given = given_names(robot)
    for kind, changes in names.items():
        known = dict.fromkeys(given.get(kind, []))
        for old in changes:
            if old not in known:
                raise no_such(kind, old, known)
        if not all(changes.values()):
            raise UsageError(codes.NAME_TAKEN, f"a {kind} must have a name")
        left = Counter(changes.get(name, name) for name in known)
        for new in changes.values():
            if left[new] > 1:
                raise UsageError(codes.NAME_TAKEN, f"two {kind}s would be named '{new}'")


def no_such(kind: str, name: str, known: Collection[str]) -> UsageError:
    """Return the error about a part that does not exist."""
    return UsageError(codes.NO_SUCH_PART, f"the {kind} '{name}' does not exist{did_you_mean(name, known)}")
