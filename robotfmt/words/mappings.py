"""Fields of records and their keys in a mapping, of YAML or of the attributes of an element.

One table reads and writes a record, and clears the fields that have no key.

Formats read mappings by rules of their own, such as two spellings of keys or a unit of angles. A table works on the
reader of a format, and a notation names the method of it that takes a value. An invalid value stays in the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from ..documents.yaml.compose import Tree
from ..model import Node, Origin, Parameter
from ..model.record import Record


class Holder(Protocol):
    """The reader of a mapping."""

    @property
    def origin(self) -> Origin:
        """The position of the mapping."""
        ...


_H = TypeVar("_H", bound=Holder)
_In = TypeVar("_In", bound=Holder, contravariant=True)
_R = TypeVar("_R", bound=Record)


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Notation(Generic[_H]):
    """The notation of one value."""

    take: Callable[[_H, str], Any]
    """Takes the value of a key; returns None if it is missing or invalid."""
    tree: Callable[[Any], Tree] = _same
    """Returns what is written for a value; None for nothing."""
    supported: Callable[[Any], Any] = _same
    """Returns a value as it reads back; None if it does not."""


def converted(
    notation: Notation[_H], read: Callable[[Any], Any], written: Callable[[Any], Any], supported: Any = _same
) -> Notation[_H]:
    """Return a notation of values that a document has in another form, such as degrees.

    Args:
        notation: The notation of the value in the document.
        read: Returns the value of the model for that in the document.
        written: Returns the value in the document for that of the model; None for nothing.
        supported: Returns a value of the model as it reads back.
    """

    def take(holder: _H, key: str) -> Any:
        value = notation.take(holder, key)
        return read(value) if value is not None else None

    def tree(value: Any) -> Tree:
        found = written(value)
        return notation.tree(found) if found is not None else None

    return Notation(take, tree, supported)


class Part(Protocol[_In]):
    """Reads and writes some fields of a record."""

    @property
    def words(self) -> Mapping[str, str]:
        """The fields, each with the key that has it."""
        ...

    def read(self, holder: _In) -> dict[str, Any]:
        """Take the fields in a mapping."""
        ...

    def write(self, record: object) -> dict[str, Tree]:
        """Return the keys of the fields of a record."""
        ...

    def supported(self, record: object) -> dict[str, Any]:
        """Return the fields of a record as they read back."""
        ...


@dataclass(frozen=True)
class One(Generic[_H]):
    """A field with a key."""

    key: str
    field: str
    notation: Notation[_H]

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {self.field: self.key}

    def read(self, holder: _H) -> dict[str, Any]:
        """See :class:`Part`."""
        value = self.notation.take(holder, self.key)
        return {self.field: value} if value is not None else {}

    def write(self, record: object) -> dict[str, Tree]:
        """See :class:`Part`."""
        value = getattr(record, self.field)
        return {self.key: self.notation.tree(value) if value is not None else None}

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        value = getattr(record, self.field)
        value = self.notation.supported(value) if value is not None else None
        return {self.field: value} if value is not None else {}


class Synonym(One[_H]):
    """A further key for a field, which is read and not written; of several keys that are given, the last one counts."""

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {}

    def write(self, record: object) -> dict[str, Tree]:
        """See :class:`Part`."""
        return {}

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        return {}


@dataclass(frozen=True)
class Row(Generic[_H]):
    """Several fields with one key; the notation is that of a tuple with a value, or None, for each."""

    key: str
    fields: tuple[str, ...]
    notation: Notation[_H]

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return dict.fromkeys(self.fields, self.key)

    def read(self, holder: _H) -> dict[str, Any]:
        """See :class:`Part`."""
        return self._given(self.notation.take(holder, self.key))

    def write(self, record: object) -> dict[str, Tree]:
        """See :class:`Part`."""
        values = self._values(record)
        return {self.key: self.notation.tree(values) if values is not None else None}

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        values = self._values(record)
        return self._given(self.notation.supported(values) if values is not None else None)

    def _values(self, record: object) -> tuple[Any, ...] | None:
        values = tuple(getattr(record, each) for each in self.fields)
        return values if any(each is not None for each in values) else None

    def _given(self, values: Iterable[Any] | None) -> dict[str, Any]:
        return {} if values is None else dict(zip(self.fields, values, strict=True))


@dataclass(frozen=True)
class Fixed:
    """A field that has one value in a format, which has no word for it; or one unless a later part gives another."""

    field: str
    value: Any

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {}

    def read(self, holder: Holder) -> dict[str, Any]:
        """See :class:`Part`."""
        return {self.field: self.value}

    def write(self, record: object) -> dict[str, Tree]:
        """See :class:`Part`."""
        return {}

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        return {self.field: self.value}


@dataclass(frozen=True)
class Parameters(Generic[_H]):
    """Parameters of a device, each with its name as the key and one value; of several with a name the first counts."""

    names: tuple[str, ...]
    notation: Notation[_H]

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {"parameters": ", ".join(self.names)}

    def read(self, holder: _H) -> dict[str, Any]:
        """See :class:`Part`."""
        values = ((name, self.notation.take(holder, name)) for name in self.names)
        found = (Parameter(origin=holder.origin, name=name, values=(it,)) for name, it in values if it is not None)
        return {"parameters": tuple(found)}

    def write(self, record: object) -> dict[str, Tree]:
        """See :class:`Part`."""
        found = {each.name: self.notation.tree(each.values[0]) for each in self._of(record)}
        return {name: found.get(name) for name in self.names}

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        return {"parameters": self._of(record)}

    def _of(self, record: Any) -> tuple[Parameter, ...]:
        found: dict[str, Parameter] = {}
        for each in record.parameters:
            value = each.values[0] if isinstance(each.values, tuple) and len(each.values) == 1 else None
            if value is not None and self.notation.supported(value) is not None:
                found.setdefault(each.name, each)
        return tuple(found[name] for name in self.names if name in found)


class Words(Generic[_H, _R]):
    """The words for a record: the keys of its fields in one mapping."""

    def __init__(self, kind: type[_R], *parts: Part[_H], elsewhere: tuple[str, ...] = ()) -> None:
        """Create the words.

        Args:
            kind: The class of the record.
            parts: The words of its fields, in the order in which they are written.
            elsewhere: Fields that other code reads and writes.
        """
        self.kind = kind
        self.parts = parts
        self.elsewhere = elsewhere
        self._make: Callable[..., _R] = kind
        self._has_origin = issubclass(kind, Node)

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {field: key for each in self.parts for field, key in each.words.items()}

    def read(self, holder: _H, **given: Any) -> _R:
        """Take the fields in a mapping.

        Args:
            holder: The mapping.
            given: Further fields of the record.
        """
        given |= read_parts(holder, self.parts)
        return self._make(origin=holder.origin, **given) if self._has_origin else self._make(**given)

    def write(self, record: _R | None) -> dict[str, Tree]:
        """Return the keys of a record; without one there are none."""
        return write_parts(record, self.parts) if record is not None else {}

    def supported(self, record: _R) -> _R:
        """Return a record with the fields that have words, as they read back."""
        found = {name: getattr(record, name) for name in self.elsewhere}
        for part in self.parts:
            found |= part.supported(record)
        if self._has_origin:
            found["origin"] = getattr(record, "origin", None)
        return self._make(**found)


@dataclass(frozen=True)
class Inner(Generic[_H, _R]):
    """A field that is a record, with keys in the same mapping."""

    field: str
    table: Words[_H, _R]
    bare: bool = False
    """True for a record even if it gives nothing; else that is None."""

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {self.field: ", ".join(dict.fromkeys(self.table.words.values()))}

    def read(self, holder: _H) -> dict[str, Any]:
        """See :class:`Part`."""
        return {self.field: self._made(self.table.read(holder))}

    def write(self, record: object) -> dict[str, Tree]:
        """See :class:`Part`."""
        return self.table.write(getattr(record, self.field))

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        value = getattr(record, self.field)
        return {self.field: self._made(self.table.supported(value)) if value is not None else None}

    def _made(self, record: _R) -> _R | None:
        return record if self.bare else given(record)


def read_parts(holder: _H, parts: Iterable[Part[_H]]) -> dict[str, Any]:
    """Take the fields of some parts in a mapping."""
    found: dict[str, Any] = {}
    for part in parts:
        found |= part.read(holder)
    return found


def write_parts(record: object, parts: Iterable[Part[Any]]) -> dict[str, Tree]:
    """Return the keys of some parts of a record."""
    found: dict[str, Tree] = {}
    for part in parts:
        found |= part.write(record)
    return found


def given(record: _R) -> _R | None:
    """Return a record; None if it gives nothing."""
    return record if record != type(record)() else None
