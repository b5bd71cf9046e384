"""Build the tree of a YAML document from the events of a parser, under limits."""

from __future__ import annotations

from collections.abc import Iterable

from ...codes import (
    DUPLICATE_KEY,
    LIMIT,
    YAML_ALIAS,
    YAML_ENCODING,
    YAML_KEY,
    YAML_MANY_DOCUMENTS,
    YAML_MERGE,
    YAML_SYNTAX,
    YAML_TAG,
)
from ...diagnostics import quoted
from ...errors import InputError, LimitError, UnsafeInput
from ...limits import Limits
from ...model import Origin
from .document import Document, Entry, Mapping, Scalar, Sequence, Tree, Value
from .events import (
    CORE,
    DEEPEST,
    PLAIN_TAGS,
    TEXT_TAGS,
    DeepError,
    DisputedError,
    Event,
    Kind,
    NotYamlError,
    exact,
    quick,
)

_CORE_TAGS = TEXT_TAGS | PLAIN_TAGS | {"map", "seq"}
_DEEP = "lists and mappings are nested too deeply"


def build(document: Document, source: str, limits: Limits, anchors: dict[str, Value]) -> Tree:
    """Return the tree of a document, whose aliases may refer to ``anchors``; an empty one is an empty scalar."""
    known = {name: (value, *_extent(value)) for name, value in anchors.items()}
    try:
        return _Builder(document, limits, known).build(source, quick(source))
    except DisputedError as error:
        if isinstance(error, DeepError) and limits.yaml_depth < DEEPEST:
            at = Origin(document.name, error.line)
            raise LimitError(LIMIT, _exceeded(_DEEP, "yaml_depth", limits), at) from error
        document.hashes.clear()
        return _Builder(document, limits, known).build(source, exact(source))


def _extent(value: Value) -> tuple[int, int]:
    """Return the number of values in a value, itself included, and their depth."""
    count, level = 0, [value]
    depth = -1
    while level:
        count, depth = count + len(level), depth + 1
        level = [inner for each in level for inner in _inside(each)]
    return count, depth


def _inside(value: Value) -> list[Value]:
    if isinstance(value, Mapping):
        return [entry.value for entry in value.entries]
    return value.items if isinstance(value, Sequence) else []


def decode(data: bytes, name: str, limits: Limits) -> str:
    """Return the text of a document in UTF-8, or in UTF-16 with a byte order mark."""
    if len(data) > limits.yaml_bytes:
        message = f"the document has {len(data)} bytes; yaml_bytes allows {limits.yaml_bytes}"
        raise LimitError(LIMIT, message, Origin(name))
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start} is not {encoding.removesuffix('-sig')}"
        raise InputError(YAML_ENCODING, message, Origin(name, line)) from error
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > limits.yaml_line:
            message = f"the line has {len(line_text)} characters; yaml_line allows {limits.yaml_line}"
            raise LimitError(LIMIT, message, Origin(name, number))
    return text


class _Builder:
    """Builds the tree from the parser's events, without recursion, under limits."""

    def __init__(self, document: Document, limits: Limits, anchors: dict[str, tuple[Value, int, int]]) -> None:
        self.document = document
        self.limits = limits
        self.merged: list[list[Value]] = [[]]
        """For each open list or mapping the values of its merge keys."""
        self.stack: list[Mapping | Sequence] = []
        self.keys: list[Scalar | None] = []
        self.anchors = dict(anchors)
        """The values with an anchor, with the number of values in each and their depth."""
        self.open_anchors: list[str | None] = []
        self.counts: list[int] = [0]
        self.depths: list[int] = [0]
        self.nodes = 0
        self.copied = 0
        self.root: Tree | None = None
        self.again: list[tuple[Scalar, str]] = []

    def build(self, source: str, events: Iterable[Event]) -> Tree:
        self.source = source
        try:
            for event in events:
                self._handle(event)
        except NotYamlError as error:
            at = Origin(self.document.name, error.line)
            raise InputError(YAML_SYNTAX, error.problem, at, column=error.column) from error
        except (ValueError, RecursionError, MemoryError) as error:
            raise InputError(YAML_SYNTAX, f"the document cannot be read: {error}", self._at(None)) from error
        if self.root is None:
            self.root = Scalar(self.document, 1, 1, "", None)
        self.document.anchors = {name: value for name, (value, _, _) in self.anchors.items()}
        for (
            key,
            message,
        ) in self.again:  # reported last, because the path of a key is known only when the whole document is read
            key.report(DUPLICATE_KEY, message)
        return self.root

    def _handle(self, event: Event) -> None:
        match event.kind:
            case Kind.SCALAR:
                self._scalar(event)
            case Kind.MAPPING | Kind.LIST:
                self._open(event)
            case Kind.END:
                self._close(event)
            case Kind.ALIAS:
                self._alias(event)
            case Kind.DOCUMENT:
                if self.root is not None:
                    raise InputError(YAML_MANY_DOCUMENTS, "a second document begins here", self._at(event))

    def _scalar(self, event: Event) -> None:
        self._check_tag(event)
        line, column = self._place(event)
        if len(event.text) > self.limits.yaml_scalar:
            self._limit("a text has too many characters", "yaml_scalar", event)
        if "#" in self.source[event.begin : event.end]:
            self.document.hashes.append((event.begin, event.end))
        scalar = Scalar(self.document, line, column, event.text, event.style)
        if event.anchor is not None:
            self.anchors[event.anchor] = (scalar, 1, 0)
        self._add(scalar, 1, 0, event)

    def _open(self, event: Event) -> None:
        self._check_tag(event)
        kind = Mapping if event.kind is Kind.MAPPING else Sequence
        container = kind(self.document, event.line, event.column)
        self.stack.append(container)
        self.merged.append([])
        self.keys.append(None)
        self.open_anchors.append(event.anchor)
        self.counts.append(1)
        self.depths.append(0)
        if event.anchor is not None:
            self.anchors.pop(event.anchor, None)
        if len(self.stack) > self.limits.yaml_depth:
            self._limit(_DEEP, "yaml_depth", event)

    def _close(self, event: Event) -> None:
        container = self.stack.pop()
        self.keys.pop()
        for merged in self.merged.pop():
            self._merge(container, merged, event)
        count, depth = self.counts.pop(), self.depths.pop() + 1
        anchor = self.open_anchors.pop()
        if anchor is not None:
            self.anchors[anchor] = (container, count, depth)
        self._add(container, count, depth, event)

    def _alias(self, event: Event) -> None:
        known = self.anchors.get(event.anchor or "")
        if known is None:
            message = f"the alias '*{event.anchor}' refers to itself or to nothing before it"
            raise InputError(YAML_ALIAS, message, self._at(event))
        value, count, depth = known
        self.copied += count
        if self.copied > self.limits.yaml_expanded_nodes:
            self._limit("aliases expand to too many values", "yaml_expanded_nodes", event)
        self._add(copied(value), count, depth, event)

    def _add(self, value: Value, count: int, depth: int, event: Event) -> None:
        """Add a value to the list or mapping that is open, or as the root; in a mapping every first value is a key."""
        self.nodes += 1
        if self.nodes > self.limits.yaml_nodes:
            self._limit("the document has too many values", "yaml_nodes", event)
        self.counts[-1] += count
        self.depths[-1] = max(self.depths[-1], depth)
        if len(self.stack) + depth > self.limits.yaml_depth:
            self._limit("aliases are nested too deeply", "yaml_depth", event)
        if not self.stack:
            assert isinstance(value, Scalar | Sequence | Mapping)
            self.root = value
            return
        parent = self.stack[-1]
        if isinstance(parent, Sequence):
            value.parent, value.step = parent, str(len(parent.items))
            parent.items.append(value)
        elif self.keys[-1] is None:
            self.keys[-1] = self._key(value, event)
        else:
            self._entry(parent, self.keys[-1], value)
            self.keys[-1] = None

    def _key(self, value: Value, event: Event) -> Scalar:
        if not isinstance(value, Scalar):
            raise InputError(YAML_KEY, f"a key must be a single value, not {value.kind}", self._at(event))
        if _is_merge(value) and not self.document.rules.merges:
            raise InputError(YAML_MERGE, "merge keys ('<<') are not part of YAML 1.2", self._at(event))
        return value

    def _entry(self, parent: Mapping, key: Scalar, value: Value) -> None:
        if _is_merge(key):
            self.merged[-1].append(value)
            return
        earlier = parent.add(Entry(key, value))
        if earlier is not None:
            message = f"the key {quoted(key.source)} appears here and on line {earlier.line}"
            self.again.append((key, message))

    def _merge(self, container: Mapping | Sequence, merged: Value, event: Event) -> None:
        """Insert the entries of a merge key whose keys the mapping does not have itself (YAML 1.1, ``merge``)."""
        given = merged.items if isinstance(merged, Sequence) else [merged]
        for each in given:
            if not isinstance(each, Mapping) or not isinstance(container, Mapping):
                raise InputError(YAML_MERGE, f"a merge key inserts {each.kind}", self._at(event))
            for entry in each.entries:
                if container.get(entry.key) is None:
                    container.add(entry)

    def _check_tag(self, event: Event) -> None:
        if event.tag is not None and event.tag.removeprefix(CORE) not in _CORE_TAGS:
            raise UnsafeInput(YAML_TAG, f"the tag {quoted(event.tag)} is not allowed", self._at(event))

    def _place(self, event: Event) -> tuple[int, int]:
        """Return the position of a scalar; for an empty one that of its key, because ruamel.yaml reports it
        after the line break.
        """
        key = self.keys[-1] if self.keys else None
        if event.begin == event.end and key is not None:
            return key.line, key.column
        return event.line, event.column

    def _limit(self, message: str, name: str, event: Event) -> None:
        raise LimitError(LIMIT, _exceeded(message, name, self.limits), self._at(event))

    def _at(self, event: Event | None) -> Origin:
        return Origin(self.document.name, event.line if event is not None else None)


def _exceeded(message: str, limit: str, limits: Limits) -> str:
    return f"{message}; {limit} allows {getattr(limits, limit)}"


def _is_merge(key: Scalar) -> bool:
    return key.source == "<<" and key.style is None


def copied(value: Value) -> Value:
    """Return the target of an alias as a separate tree, so that each use is taken separately."""
    if isinstance(value, Scalar):
        return Scalar(value.document, value.line, value.column, value.source, value.style)
    if isinstance(value, Sequence):
        copy = Sequence(value.document, value.line, value.column)
        for item in value.items:
            child = copied(item)
            child.parent, child.step = copy, item.step
            copy.items.append(child)
        return copy
    assert isinstance(value, Mapping)
    mapping = Mapping(value.document, value.line, value.column)
    for entry in value.entries:
        key = copied(entry.name)
        assert isinstance(key, Scalar)
        mapping.add(Entry(key, copied(entry.value)))
    return mapping
