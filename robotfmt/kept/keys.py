"""What identifies a part in a row of parts, and what is recorded of a value that a change replaces."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from hashlib import blake2b

from ..model import Extension, IgnoredPair
from ..model.json import to_object
from ..model.record import Record

Row = tuple[object, ...]


def keyed(row: Row) -> dict[str, Record] | None:
    """Return the parts of a row by their names; None if they are not records with names.

    The later ones of several with the same name are numbered, as their facts are.
    """
    return _numbered(row, _key)


def called(row: Row) -> dict[str, Record] | None:
    """Return the parts of a row as their facts call them, also those without a name; None if they have no names."""
    return _numbered(row, lambda part: _key(part) or (str(None) if hasattr(part, "name") else None))


def _numbered(row: Row, key_of: Callable[[object], str | None]) -> dict[str, Record] | None:
    found: dict[str, Record] = {}
    seen: Counter[str] = Counter()
    for part in row:
        key = key_of(part)
        if key is None:
            return None
        seen[key] += 1
        found[key if seen[key] == 1 else f"{key}#{seen[key]}"] = part  # type: ignore[assignment]
    return found


def _key(part: object) -> str | None:
    if isinstance(part, IgnoredPair):
        return f"{part.first}|{part.second}"
    if isinstance(part, Extension):
        return f"{part.format}:{part.place}:{part.kind.value}:{part.name}"
    name = getattr(part, "name", None)
    return name if isinstance(part, Record) and isinstance(name, str) else None


def digest(value: object) -> str | None:
    """Return a digest of a value of the model, None for no value."""
    if value is None or value == ():
        return None
    text = json.dumps(to_object(value), sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def character(it: Record) -> str | None:
    """Return a digest of the words of a record: its class, its names, its type; not of its numbers."""
    words = {name: getattr(it, name) for name in it.compared_fields}
    plain = {name: value for name, value in words.items() if isinstance(value, str | Enum)}
    return digest((it.record_type.__name__, *(part for pair in plain.items() for part in pair)))


def words_in(value: object) -> Iterable[str]:
    """Yield the texts in a JSON value, without its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from words_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from words_in(each)
