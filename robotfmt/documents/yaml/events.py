"""The events of a YAML document: its values in their order, with their positions in the text.

The only module that uses YAML libraries. libyaml, through PyYAML, scans twenty times as fast as ruamel.yaml; where the
two might disagree, ruamel.yaml decides, which reads YAML 1.2. Other parts of them are not used: their loaders hang or
crash on malicious input (docs/decisions.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, NamedTuple

CORE = "tag:yaml.org,2002:"
TEXT_TAGS = frozenset({"!", "str"})
PLAIN_TAGS = frozenset({"int", "float", "bool", "null"})
_DISPUTED = re.compile(
    r"[\t\x85\u2028\u2029\ufeff!%]|\r(?!\n)"  # tabs, rare line breaks, byte order marks, tags, directives
    r"|[&*](?![A-Za-z0-9_-]+[ \n])"  # where a name of an anchor ends
    r"|\?[^ \n]"  # a key without a space before it
    r"|[|>][0-9+-]* *(?:#|\r?\n *\r?\n)"  # a block that begins with a comment or with an empty line
    r"|[\"'\]}] *:[^ \n]"  # a value without a space before it
)
"""What libyaml, of YAML 1.1, reads otherwise than ruamel.yaml: found with a million changed documents."""

DEEPEST = 1000
"""The most levels of lists and mappings that libyaml scans."""
_TOO_DEEP = "exceeded maximum nesting depth"


class Kind(Enum):
    """The kind of an event."""

    SCALAR = auto()
    LIST = auto()
    MAPPING = auto()
    ALIAS = auto()
    END = auto()
    """The end of a list or mapping."""
    DOCUMENT = auto()
    """The beginning of a document."""


_KINDS = {
    "ScalarEvent": Kind.SCALAR,
    "SequenceStartEvent": Kind.LIST,
    "MappingStartEvent": Kind.MAPPING,
    "AliasEvent": Kind.ALIAS,
    "SequenceEndEvent": Kind.END,
    "MappingEndEvent": Kind.END,
    "DocumentStartEvent": Kind.DOCUMENT,
}
"""The kinds of the classes of both libraries, which have the same names."""


class Event(NamedTuple):
    """A value of a document; lines and columns count from 1, other positions from 0."""

    kind: Kind
    line: int
    column: int
    begin: int
    end: int
    anchor: str | None = None
    tag: str | None = None
    text: str = ""
    style: str | None = None
    """The quotes of a scalar, taking account of its tag: ``!!str 1`` is a text, ``!!int "1"`` is not."""
    flow: bool = False


class DisputedError(Exception):
    """libyaml refuses the document, or might read another one than ruamel.yaml does."""


class DeepError(DisputedError):
    """Lists and mappings are nested more than :data:`DEEPEST` levels deep, where libyaml gives up."""

    def __init__(self, line: int) -> None:
        """Keep the line of the next level."""
        super().__init__(line)
        self.line = line


class NotYamlError(Exception):
    """The document is not well-formed."""

    def __init__(self, problem: str, line: int | None, column: int | None) -> None:
        """Keep what is wrong, and its position if it is known."""
        super().__init__(problem, line, column)
        self.problem = problem
        self.line = line
        self.column = column


def quick(source: str) -> Iterator[Event]:
    """Yield the events by libyaml.

    Raises:
        DeepError: Lists and mappings are nested too deeply.
        DisputedError: The document must be read by :func:`exact`.
    """
    import yaml

    if not yaml.__with_libyaml__ or _DISPUTED.search(source):
        raise DisputedError
    try:
        for event in yaml.parse(source, Loader=yaml.CSafeLoader):
            yield from _event(event)
    except yaml.MarkedYAMLError as error:
        if error.problem == _TOO_DEEP and error.problem_mark is not None:
            raise DeepError(error.problem_mark.line + 1) from error
        raise DisputedError from error
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        raise DisputedError from error


def exact(source: str) -> Iterator[Event]:
    """Yield the events by ruamel.yaml.

    Raises:
        NotYamlError: The document is not well-formed.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        for event in YAML(typ="safe", pure=True).parse(source):
            yield from _event(event)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = getattr(error, "problem", None) or str(error).split("\n", 1)[0]
        place = (mark.line + 1, mark.column + 1) if mark is not None else (None, None)
        raise NotYamlError(str(problem), *place) from error


def events(source: str) -> list[Event]:
    """Return the events of the values of a document.

    Raises:
        NotYamlError: The document is not well-formed.
    """
    try:
        found = list(quick(source))
    except DisputedError:
        found = list(exact(source))
    return [each for each in found if each.kind is not Kind.DOCUMENT]


def _event(given: Any) -> Iterator[Event]:
    """Yield an event of a library, unless it is one of the stream or the end of a document."""
    kind = _KINDS.get(type(given).__name__)
    if kind is None:
        return
    start, end = given.start_mark, given.end_mark
    place = (kind, start.line + 1, start.column + 1, start.index, end.index)
    if kind is Kind.SCALAR:
        tag = _tag(given)
        yield Event(*place, given.anchor, tag, given.value, _style(given.style, tag))
    elif kind in (Kind.LIST, Kind.MAPPING):
        yield Event(*place, given.anchor, _tag(given), flow=bool(given.flow_style))
    else:
        yield Event(*place, given.anchor if kind is Kind.ALIAS else None)


def _tag(given: Any) -> str | None:
    return None if given.tag is None else str(given.tag)


def _style(style: str | None, tag: str | None) -> str | None:
    short = tag.removeprefix(CORE) if tag is not None else None
    if short in TEXT_TAGS and not style:
        return '"'
    return None if short in PLAIN_TAGS else style or None
