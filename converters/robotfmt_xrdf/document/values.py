"""Read values as XRDF's consumers and generators write them: leniently, but never silently.

Valid values are taken; others stay in the ledger, and are written back unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from robotfmt.codes import BAD_NUMBER
from robotfmt.diagnostics import Code, Suggestions, quoted
from robotfmt.documents.yaml import lines
from robotfmt.documents.yaml.document import Entry, Mapping, Scalar, Sequence, Value, canonical, unescape
from robotfmt.model import Vector3

from ..codes import AMBIGUOUS_SCALAR, DUPLICATE_KEY, EMPTY_VALUE, NAME_SUSPICIOUS, NUMBER_AS_STRING, UNKNOWN_KEY

_SUSPICIOUS = re.compile(r"""["'\[\]{}\s]""")


def what(value: Value) -> str:
    """Return a value's key, or its index in a list, for messages."""
    if isinstance(value.parent, Sequence):
        return f"item {int(value.step) + 1}"
    return quoted(unescape(value.step))


def mapping(value: Value | None, code: Code) -> Mapping | None:
    """Return a mapping, without taking it; null is empty, any other value is reported."""
    if isinstance(value, Mapping):
        return value
    _refuse(value, code, "a mapping")
    return None


def sequence(value: Value | None, code: Code) -> Sequence | None:
    """Return a list, without taking it; null is empty, any other value is reported."""
    if isinstance(value, Sequence):
        return value
    _refuse(value, code, "a list")
    return None


def _refuse(value: Value | None, code: Code, due: str) -> None:
    if value is not None and value.is_null:
        value.take()
        value.report(EMPTY_VALUE, f"{what(value)} has no value")
    elif value is not None:
        value.report(code, f"{what(value)} must be {due}, not {value.kind}")


def entries(value: Value | None, code: Code, *, union: bool = False) -> list[Entry]:
    """Take a mapping with arbitrary keys.

    Args:
        value: The mapping.
        code: The code that reports an invalid value.
        union: True if a key may appear twice; otherwise the second one stays in the ledger.
    """
    found = mapping(value, code)
    if found is None:
        return []
    found.take()
    for entry in found.entries:
        check_name(entry.name)
    return found.entries if union else _unique(found)


def known(found: Mapping, keys: Iterable[str]) -> None:
    """Find duplicate and unknown keys."""
    keys = list(keys)
    found.is_compared = True
    unknown = [entry for entry in _unique(found) if entry.key not in keys]
    suggestions = Suggestions()
    for entry in unknown:
        nearest = suggestions.nearest(entry.key, keys)
        hint = f"; '{nearest}' is" if nearest is not None else ""
        entry.name.report(UNKNOWN_KEY, f"{quoted(entry.key)} is not a key here{hint}")


def _unique(found: Mapping) -> list[Entry]:
    """Return the entry of every key that is used. An equal duplicate is taken, any other is reported."""
    first: dict[str, Entry] = {}
    for entry in found.entries:
        other = first.setdefault(entry.key, entry)
        if other is entry:
            continue
        if other.value.is_empty and not entry.value.is_empty:
            other.value.take()
            first[entry.key] = entry
        elif entry.value.is_empty or canonical(other.value) == canonical(entry.value):
            entry.value.take_all()
        else:
            here, there = entry.value.kind, f"{other.value.kind} on line {other.line}"
            message = f"{quoted(entry.key)} is {here} here, which other readers use, and {there}"
            entry.name.report(DUPLICATE_KEY, message)
    return list(first.values())


def name(value: Value | None, code: Code) -> Scalar | None:
    """Take a name; any other value is reported."""
    if not isinstance(value, Scalar) or value.is_null:
        if value is not None:
            value.report(code, f"{what(value)} must be a name, not {value.kind}")
        return None
    value.take()
    check_name(value)
    return value


def check_name(found: Scalar) -> None:
    """Check whether other readers interpret a name differently, or whether it looks like a typing error."""
    other = lines.misread(found.source) if found.is_plain else None
    if other is not None:
        message = f"some readers read the name {quoted(found.source)} as {other}; write it in quotes"
        found.report(AMBIGUOUS_SCALAR, message)
    elif _SUSPICIOUS.search(found.source):
        found.report(NAME_SUSPICIOUS, f"the name {quoted(found.source)} looks like a typing error")


def names(value: Value | None, code: Code) -> list[Scalar]:
    """Take a list of names; invalid ones stay in the ledger, and if all are invalid, the whole list."""
    found = sequence(value, code)
    items = found.items if found is not None else []
    result = [item for each in items if (item := name(each, code)) is not None]
    if found is not None and (result or not items):
        found.take()
    return result


def number(value: Value | None) -> float | None:
    """Take a number; any other value is reported."""
    if not isinstance(value, Scalar):
        if value is not None:
            value.report(BAD_NUMBER, f"{what(value)} must be a number, not {value.kind}")
        return None
    result = value.number()
    if result is not None and not value.is_plain:
        value.report(NUMBER_AS_STRING, f"{what(value)} is the text {quoted(value.source)}")
    elif result is not None and not lines.is_number_everywhere(value.source):
        message = f"readers of YAML 1.1 do not read {value.source} as {lines.number(result)}; write that number instead"
        value.report(AMBIGUOUS_SCALAR, message)
    return result


def numbers(value: Value | None, count: int, code: Code) -> tuple[float, ...] | None:
    """Take a list with a fixed count of numbers; any other value is reported and stays in the ledger as a whole."""
    if value is None:
        return None
    if not isinstance(value, Sequence) or len(value.items) != count:
        length = f" of {len(value.items)}" if isinstance(value, Sequence) else ""
        value.report(code, f"{what(value)} must be a list of {count} numbers, not {value.kind}{length}")
        return None
    found = [number(item) for item in value.items]
    if None in found:
        return None
    value.take()
    return tuple(each for each in found if each is not None)


def vector(value: Value | None, code: Code) -> Vector3 | None:
    """Take a list of three numbers."""
    found = numbers(value, 3, code)
    return (found[0], found[1], found[2]) if found is not None else None
