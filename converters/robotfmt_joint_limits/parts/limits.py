"""The limits of one joint. Reading and writing are next to each other, in the same order."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from typing import NamedTuple

from robotfmt.codes import BAD_WORD
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Entry, Mapping, Scalar, Sequence, Value
from robotfmt.model import Joint, JointType, Limits

from ..codes import NO_FLAG, NO_VALUE, NOT_HELD
from ..document.keys import KINDS, Kind

_SINGLE = (None, JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.SCREW)
_TRUE, _FALSE = ("true", "yes", "on"), ("false", "no", "off")


def has_limits(joint: Joint) -> bool:
    """Return True if a document can limit a joint: one that moves by one number."""
    return joint.type in _SINGLE and len(joint.axes) == 1


# Reading


class Stated(NamedTuple):
    """The content of a document about a joint."""

    name: Scalar
    limits: Limits
    free: frozenset[str]
    """The fields without a limit, whatever earlier documents say."""


def read_limits(entry: Entry, body: Mapping) -> Stated:
    """Take the limits of a joint; those that do not hold stay in the ledger."""
    body.take()
    found: dict[str, float] = {}
    free: set[str] = set()
    for kind in KINDS:
        flag = body.get(kind.flag)
        if _truth(flag) is False:
            free |= kind.keys.keys()
            _free(entry, body, kind)
        else:
            values = {field: value for field, key in kind.keys.items() if (value := _number(body, key)) is not None}
            found |= values
            _check_flag(entry, body, kind, values)
    return Stated(entry.name, Limits(origin=entry.origin, **found), frozenset(free))


def _truth(flag: Value | None) -> bool | None:
    """Return the value of a flag; None, with a report, if it is not one."""
    if flag is None:
        return None
    word = flag.source.lower() if isinstance(flag, Scalar) and flag.is_plain else ""
    if word not in (*_TRUE, *_FALSE):
        flag.refuse(BAD_WORD, f"'{flag.step}' must be true or false, not {flag.kind}")
        return None
    return word in _TRUE


def _number(body: Mapping, key: str) -> float | None:
    """Take a number, which roboplan has in a list."""
    value = body.get(key)
    if isinstance(value, Sequence) and len(value.items) == 1:
        return (value.numbers() or (None,))[0]
    if isinstance(value, Sequence):
        value.refuse(BAD_WORD, f"'{key}' must be one number, not {len(value.items)}")
        return None
    return body.number(key)


def _free(entry: Entry, body: Mapping, kind: Kind) -> None:
    """Keep the keys of a limit that does not hold: they matter where an earlier document has one."""
    flag = body.get(kind.flag)
    assert flag is not None
    flag.refuse(NOT_HELD, f"joint {quoted(entry.key)} has no {kind.word} limit: '{kind.flag}' is false")
    body.document.reported.update(value for key in kind.keys.values() if (value := body.get(key)) is not None)


def _check_flag(entry: Entry, body: Mapping, kind: Kind, values: Dict[str, float]) -> None:
    """Take a flag that is true if there is a value; report one without the other."""
    flag = body.get(kind.flag)
    keys = " or ".join(f"'{each}'" for each in kind.keys.values())
    if values and flag is not None and _truth(flag):
        flag.take()
    elif values and flag is None and not any(isinstance(body.get(key), Sequence) for key in kind.keys.values()):
        key = next(key for field, key in kind.keys.items() if field in values)
        body.report(NO_FLAG, f"joint {quoted(entry.key)} has '{key}', but no '{kind.flag}'")
    elif not values and flag is not None and flag not in body.document.reported:
        flag.refuse(NO_VALUE, f"joint {quoted(entry.key)} has '{kind.flag}: true', but no {keys}")


# Writing


def write_limits(limits: Limits) -> dict[str, Tree]:
    """Return the mapping that :func:`read_limits` reads."""
    found: dict[str, Tree] = {}
    for kind in KINDS:
        values = {key: getattr(limits, field) for field, key in kind.keys.items()}
        if any(each is not None for each in values.values()):
            found |= {kind.flag: True, **values}
    return found


def write_lists(limits: Limits, words: tuple[str, ...]) -> dict[str, Tree]:
    """Return the mapping of roboplan, with a list for each of some kinds of limits."""
    values = ((f"max_{word}", getattr(limits, word)) for word in words)
    return {key: [value] for key, value in values if value is not None}
