"""Fields of records and their elements: one object both reads and writes a field.

Gazebo gives a value as the text of an element (``<image><width>640</width></image>``), urdfdom as an attribute
(``<image width="640"/>``). A path specifies it: ``image/width`` or ``image@width``. An invalid value stays in the
ledger; an element around values is taken only with one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from ..documents.tokens import written
from ..documents.xml.element import Element
from ..documents.xml.nodes import Node, as_text, local_name, make, writable
from ..model import Node as ModelNode
from ..model import Origin
from ..model.record import Record
from .notations import NUMBER
from .vocabulary import Below

Steps = tuple[str, ...]
_R = TypeVar("_R", bound=Record)


class Part(Protocol):
    """Reads and writes some fields of a record."""

    def read(self, element: Element) -> dict[str, Any]:
        """Take the fields below an element."""
        ...

    def write(self, node: Node, record: object) -> None:
        """Write the fields of a record below a node."""
        ...

    def supported(self, record: object) -> dict[str, Any]:
        """Return the fields of a record as they read back."""
        ...

    @property
    def words(self) -> Mapping[str, str]:
        """The fields, each with the path that has it."""
        ...


class Value(Protocol):
    """The notation of one value."""

    def take(self, element: Element, attribute: str | None) -> Any:
        """Take the value of an element or of its attribute; None if it is invalid."""
        ...

    def put(self, node: Node, attribute: str | None, value: Any) -> None:
        """Write the value to a node or to an attribute of it."""
        ...

    def supported(self, value: Any) -> Any:
        """Return a value as it reads back; None if it does not."""
        ...


@dataclass(frozen=True)
class Table:
    """A value that is a record; None if none of its fields is given."""

    kind: Callable[..., Record]
    parts: tuple[Part, ...]

    def take(self, element: Element, attribute: str | None) -> Any:
        """See :class:`Value`."""
        return self._made(read_parts(element, self.parts), element.origin)

    def put(self, node: Node, attribute: str | None, value: Any) -> None:
        """See :class:`Value`."""
        write_parts(node, self.parts, value)

    def supported(self, value: Any) -> Any:
        """See :class:`Value`."""
        return self._made(supported(value, self.parts), getattr(value, "origin", None))

    def _made(self, fields: Mapping[str, Any], origin: Origin | None) -> Any:
        given: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
        if given and (not isinstance(self.kind, type) or issubclass(self.kind, ModelNode)):
            given["origin"] = origin
        return self.kind(**given) if given else None


class Words(Generic[_R]):
    """The words for a record: an element of its own, and the fields in it."""

    def __init__(self, tag: str, kind: type[_R], *parts: Part) -> None:
        self.tag = tag
        self.parts = parts
        self._make: Callable[..., _R] = kind
        self._has_origin = issubclass(kind, ModelNode)
        self._required = dict.fromkeys(name for name in kind.required_fields if name != "origin")

    def read(self, parent: Element) -> _R | None:
        """Take the first such element of a parent; None without one."""
        element = parent.seek(self.tag)
        return self.read_element(element.take()) if element is not None else None

    def read_element(self, element: Element) -> _R:
        """Take the fields in an element, which was taken."""
        found: dict[str, Any] = dict(self._required)  # None where the element does not give one
        for part in self.parts:
            found |= part.read(element)
        return self._make(origin=element.origin, **found) if self._has_origin else self._make(**found)

    def write(self, record: _R | None) -> Node | None:
        """Return the element of a record; None without one."""
        return self.node(record) if record is not None else None

    def node(self, record: _R) -> Node:
        """Return the element of a record."""
        node = make(self.tag)
        write_parts(node, self.parts, record)
        return node

    def supported(self, record: _R) -> _R | None:
        """Return a record with the fields that the element can have; None if it has none of them."""
        found = {name: value for name, value in supported(record, self.parts).items() if value is not None}
        if not found:
            return None
        origin = {"origin": getattr(record, "origin", None)} if self._has_origin else {}
        made = self._make(**origin, **found)
        return record if made == record else made

    @property
    def words(self) -> dict[str, str]:
        """See :class:`HasWords`."""
        return Below(self.tag, self.parts).words


@dataclass(frozen=True)
class One:
    """A field at a path."""

    path: str
    field: str
    value: Value
    required: bool = False
    """True if it is an error that the attribute is missing or empty."""

    def read(self, element: Element) -> dict[str, Any]:
        """See :class:`Part`."""
        steps, attribute = self._place
        holder = find(element, steps)
        value = self.value.take(holder, attribute) if holder is not None else None
        if self.required and value is None and holder is not None and attribute is not None:
            _report_missing(holder, attribute)
        if holder is None or value is None:
            return {}
        take_path(element, steps)
        return {self.field: value}

    def write(self, node: Node, record: object) -> None:
        """See :class:`Part`."""
        value = getattr(record, self.field)
        if value is not None:
            steps, attribute = self._place
            self.value.put(node_at(node, steps), attribute, value)

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        value = getattr(record, self.field)
        value = self.value.supported(value) if value is not None else None
        return {self.field: value} if value is not None else {}

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {self.field: self.path}

    @cached_property
    def head(self) -> str | None:
        """The first element on the way; None where that is the element itself."""
        steps, _ = self._place
        return steps[0] if steps else None

    @cached_property
    def _place(self) -> tuple[Steps, str | None]:
        path, _, attribute = self.path.partition("@")
        return steps_of(path), attribute or None


def _report_missing(element: Element, attribute: str) -> None:
    if not (element.peek(attribute) or "").strip():  # a wrong value was reported by its notation
        element.required(attribute)


class Numbers:
    """Attributes that are numbers, with the fields that they give; an invalid one is an error."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.names = tuple(fields)
        self.fields = tuple(fields.values())

    def read(self, element: Element) -> dict[str, Any]:
        """See :class:`Part`."""
        return dict(zip(self.fields, element.several(*self.names)))  # noqa: B905 - there is one for each

    def write(self, node: Node, record: object) -> None:
        """See :class:`Part`."""
        for attribute, field in zip(self.names, self.fields, strict=True):
            value = getattr(record, field)
            if value is not None:
                node.set(attribute, written(value))

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        return {field: getattr(record, field) for field in self.fields}

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {field: f"@{name}" for name, field in zip(self.names, self.fields, strict=True)}


def numbers(*names: str) -> Numbers:
    """Return attributes with the names of the fields."""
    return Numbers({name: name for name in names})


@dataclass(frozen=True)
class Attribute:
    """An attribute that a method of an element takes, such as :meth:`Element.vector`; its field is always given."""

    name: str
    field: str
    take: Callable[[Element, str], Any]

    def read(self, element: Element) -> dict[str, Any]:
        """See :class:`Part`."""
        return {self.field: self.take(element, self.name)}

    def write(self, node: Node, record: object) -> None:
        """See :class:`Part`."""
        value = getattr(record, self.field)
        if value is not None:
            node.set(self.name, writable(as_text(value), f"'{self.name}' of <{local_name(node)}>"))

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        return {self.field: getattr(record, self.field)}

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {self.field: f"@{self.name}"}


def name_of(element: Element, attribute: str) -> str:
    """Take a required attribute; without one, which is reported, the name is empty."""
    return element.required(attribute) or ""


@dataclass(frozen=True)
class Many:
    """A field with several values, each in a separate element."""

    tag: str
    field: str
    value: Value

    def read(self, element: Element) -> dict[str, Any]:
        """See :class:`Part`."""
        found = []
        for child in element.children:
            value = self.value.take(child, None) if child.tag == self.tag else None
            if value is not None:
                child.take()
                found.append(value)
        return {self.field: tuple(found)} if found else {}

    def write(self, node: Node, record: object) -> None:
        """See :class:`Part`."""
        for value in getattr(record, self.field):
            child = make(self.tag)
            self.value.put(child, None, value)
            node.append(child)

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`Part`."""
        values = [self.value.supported(each) for each in getattr(record, self.field)]
        found = tuple(each for each in values if each is not None)
        return {self.field: found} if found else {}

    @property
    def words(self) -> dict[str, str]:
        """See :class:`Part`."""
        return {self.field: self.tag}


@dataclass(frozen=True)
class Row:
    """A field of several numbers, each in an element with its own name, all of them or none."""

    path: str
    names: tuple[str, ...]

    def read(self, element: Element) -> tuple[float, ...] | None:
        """Take the numbers below an element."""
        steps = steps_of(self.path)
        holder = find(element, steps)
        leaves = [holder.find(name) for name in self.names] if holder is not None else []
        values: list[float] = [NUMBER.take(leaf, None) for leaf in leaves if leaf is not None]
        if holder is None or len(values) < len(self.names) or None in values:
            for leaf in leaves:
                if leaf is not None:
                    leaf.give_back()
            return None
        take_path(element, steps)
        return tuple(values)

    def write(self, node: Node, values: Iterable[float]) -> None:
        """Put the numbers below a node."""
        holder = node_at(node, steps_of(self.path))
        for name, value in zip(self.names, values, strict=True):
            NUMBER.put(node_at(holder, (name,)), None, value)


def read_parts(element: Element, parts: Iterable[Part]) -> dict[str, Any]:
    """Take the content of some parts below an element."""
    found: dict[str, Any] = {}
    inside = {child.tag for child in element.children}
    for part in parts:
        head = getattr(part, "head", None)
        if head is None or head in inside:  # of a hundred parts, most documents contain three
            found |= part.read(element)
    return found


def write_parts(node: Node, parts: Iterable[Part], record: object) -> None:
    """Write the content of some parts of a record below a node."""
    for part in parts:
        part.write(node, record)


def written_parts(record: object, parts: Iterable[Part]) -> list[Node]:
    """Return the elements of some parts of a record."""
    holder = make("holder")
    write_parts(holder, parts, record)
    return list(holder)


def supported(record: object, parts: Iterable[Part]) -> dict[str, Any]:
    """Return the fields of a record for which some parts have words, as they read back."""
    found: dict[str, Any] = {}
    for part in parts:
        found |= part.supported(record)
    return found


def find(element: Element, steps: Steps) -> Element | None:
    """Return the first element at a path, without taking it."""
    found: Element | None = element
    for step in steps:
        if found is None:
            return None
        found = found.seek(step)
    return found


def take_path(element: Element, steps: Steps) -> None:
    """Take the elements along a path below an element, which its reader takes."""
    found: Element | None = element
    for step in steps:
        found = found.child(step) if found is not None else None


def node_at(node: Node, steps: Steps) -> Node:
    """Return the node at a path, creating it if it is missing."""
    for step in steps:
        inner = next((child for child in node if child.tag == step), None)
        if inner is None:
            inner = make(step)
            node.append(inner)
        node = inner
    return node


def steps_of(path: str) -> Steps:
    """Return the names of the elements along a path."""
    return tuple(step for step in path.split("/") if step)
