"""Names in the free parameters of modelled parts: of drivers, components of hardware, sensors and actuators.

The name of a parameter decides if its text names a joint (``mimic``, ``joint_name``) or a link (``frame_id``,
``chain_tip``). Any other text that equals the name of a link or a joint is a possible reference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from .. import codes
from ..diagnostics import Report
from ..model import Parameter, Robot
from ..model.record import Record, replace
from ..model.renaming import records_in

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
        _tell(it, names, report)
        return it

    return _with_parameters(robot, change)


def report_parameters(robot: Robot, gone: Mapping[str, Iterable[str]], report: Report) -> None:
    """Report the parameters whose texts are the names of removed parts."""

    def note(it: Parameter) -> Parameter:
        _tell(it, gone, report)
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


def _tell(it: Parameter, names: Mapping[str, Iterable[str]], report: Report) -> None:
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
