"""The lines of a YAML document: block mappings, lists of scalars on one line, and comments; texts are quoted so that
every YAML reader, of version 1.1 or 1.2, reads them as texts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

# Scalars

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*", re.ASCII)
_WORDS = re.compile(r"(?:y|n|yes|no|on|off|true|false|null|nan|inf|infinity)", re.ASCII | re.IGNORECASE)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_UNSAFE = re.compile(r"[^ !#-\[\]-~]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TYPES = (
    (re.compile(r"~|null|Null|NULL|"), "nothing"),
    (re.compile(r"y|n|yes|no|on|off|true|false", re.IGNORECASE), "a boolean"),
    (re.compile(r"[+-]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9]+)?"), "a number"),
    (re.compile(r"[+-]?0(?:b[01_]+|o[0-7_]+|x[0-9a-fA-F_]+)|[+-]?\.(?:inf|nan)", re.IGNORECASE), "a number"),
    (re.compile(r"[+-]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"), "a number"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?"), "a date"),
    (re.compile(r"=|<<"), "another type"),
)
_NUMBER_1_1 = re.compile(r"[+-]?(?:0|[1-9][0-9]*|[0-9]+\.[0-9]*(?:[eE][+-][0-9]+)?)|\.[0-9]+(?:[eE][+-][0-9]+)?")
"""The texts that YAML 1.1 reads as decimal numbers: not ``1e-3``, not ``012``."""


def is_null(source: str) -> bool:
    """Return True if a plain scalar is null in YAML 1.2."""
    return source in _NULLS


def misread(source: str) -> str | None:
    """Return the type that a reader of YAML 1.1 or 1.2 assigns to a plain scalar, if it is not a text."""
    return next((what for pattern, what in _TYPES if pattern.fullmatch(source)), None)


def is_number_everywhere(source: str) -> bool:
    """Return True if readers of YAML 1.1 and 1.2 read a plain scalar as the same decimal number."""
    return _NUMBER_1_1.fullmatch(source) is not None


def flow(text: str) -> str:
    """Return a text in double quotes, in ASCII."""
    return '"' + _UNSAFE.sub(lambda found: _escaped(found.group()), text) + '"'


def plain(text: str) -> str:
    """Return a text without quotes if no reader could read it as another type, else in quotes."""
    return text if _PLAIN.fullmatch(text) and not _WORDS.fullmatch(text) else flow(text)


def number(value: float) -> str:
    """Return a number that YAML 1.1 and 1.2 both read as a float: with a point, and a signed exponent."""
    if not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    if value == 0:
        return "0.0"
    mantissa, _, exponent = repr(float(value)).partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    if not exponent:
        return mantissa
    return f"{mantissa}e{exponent if exponent[0] in '+-' else '+' + exponent}"


def _escaped(character: str) -> str:
    code = ord(character)
    if character in _ESCAPES:
        return _ESCAPES[character]
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


# Lines

NULL = "null"
WIDTH = 100
_LONGEST_KEY = 1000  # YAML 1.2 §7.4.2: a key on one line has at most 1024 characters
_TYPOGRAPHY = str.maketrans(
    {
        "\u2013": "-",
        "\u2014": "-",
        "\u2500": "-",
        "\u2026": "...",
        "\u2192": "->",
        "\u00d7": "x",
        "\u00b0": " deg",
    }
    | dict.fromkeys("\u2018\u2019", "'")
    | dict.fromkeys("\u201c\u201d", '"')
)


@dataclass(slots=True)
class Node:
    """A value to write: a scalar as it will be written, a list, or a mapping."""

    literal: str | None = None
    items: list[Node] | None = None
    entries: dict[str, Node] | None = None
    before: list[str] = field(default_factory=list)
    """Lines above the value: comments with their ``#``, and empty ones."""
    beside: str = ""
    after: list[str] = field(default_factory=list)
    """Lines below the value's content."""
    optional: bool = False
    default: bool = False

    @property
    def is_empty(self) -> bool:
        """True if the node is empty, or only ``null``."""
        return self.literal is None and not self.entries and all(each.literal == NULL for each in self.items or ())

    @property
    def has_comments(self) -> bool:
        """True if there is a comment before, next to or after the node."""
        return bool(self.before or self.beside or self.after)


def lines(root: Node) -> Iterator[str]:
    """Yield all lines, with an empty one around every block at the top."""
    below_scalar = True
    for index, (key, node) in enumerate((root.entries or {}).items()):
        is_scalar = node.literal is not None
        if index and (not below_scalar or not is_scalar or node.before):
            yield ""
        yield from _entry(key, node, 0)
        below_scalar = is_scalar
    if root.after:
        yield ""
        yield from root.after


def _lines(node: Node, margin: int) -> Iterator[str]:
    """Yield the lines of the content of a list or mapping."""
    for key, inner in (node.entries or {}).items():
        yield from _entry(key, inner, margin)
    for inner in node.items or ():
        yield from _list_item(inner, margin)
    yield from _indented(node.after, margin)


def _entry(key: str, node: Node, margin: int) -> Iterator[str]:
    yield from _indented(node.before, margin)
    head = " " * margin + plain(key)
    if len(head) - margin > _LONGEST_KEY:
        yield " " * margin + "? " + head[margin:]
        head = " " * margin
    head += ":"
    inline = _inline(node, len(head) + 1)
    if inline is not None:
        yield _with(f"{head} {inline}", node.beside)
        yield from _indented(node.after, margin + 2)
    else:
        yield _with(head, node.beside)
        yield from _lines(node, margin + 2)


def _list_item(node: Node, margin: int) -> Iterator[str]:
    """Yield the lines of an item: in one line if it fits, else with the dash before its first line."""
    yield from _indented(node.before, margin)
    dash = " " * margin + "- "
    inline = _inline(node, len(dash))
    if inline is not None:
        yield _with(dash + inline, node.beside)
        yield from _indented(node.after, margin + 2)
        return
    _hand_down(node)
    begun = False
    for line in _lines(node, margin + 2):
        if begun or not line.strip() or line.lstrip().startswith("#"):
            yield line
        else:
            begun = True
            yield dash + line[margin + 2 :]


def _hand_down(node: Node) -> None:
    """Move a comment next to a list's item to the first value in it."""
    first = next(iter((node.entries or {}).values()), None) or (node.items or [node])[0]
    if first is not node and node.beside:
        first.beside = joined(first.beside, node.beside)


def _inline(node: Node, column: int) -> str | None:
    """Return a scalar, an empty value, or a list of scalars that fits next to its key."""
    if node.literal is not None:
        return node.literal
    if not node.items and not node.entries:
        return "{}" if node.items is None else "[]"
    if node.items is None or any(item.literal is None or item.has_comments for item in node.items):
        return None
    text = "[" + ", ".join(item.literal or "" for item in node.items) + "]"
    return text if column + len(text) <= WIDTH and not node.after else None


def _indented(lines: Iterable[str], margin: int) -> Iterator[str]:
    return (" " * margin + line if line else "" for line in lines)


def _with(line: str, beside: str) -> str:
    return f"{line}  {beside}" if beside else line


def comment(text: str) -> str:
    """Return a comment in one line of ASCII: some readers decode by the user's locale and fail on other characters."""
    ascii_only = text.translate(_TYPOGRAPHY).encode("ascii", "backslashreplace").decode("ascii")
    return "#" + "".join(each if each.isprintable() or each == "\t" else " " for each in ascii_only).rstrip()


def joined(own: str, other: str) -> str:
    """Return two comments on the same value as one, unless one contains the other."""
    if not own or own.strip("# ") in other:
        return other
    return f"{other};{own[1:]}"
