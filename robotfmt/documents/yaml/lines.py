"""The lines of a YAML document: block mappings, lists of scalars on one line, and comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import scalars

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
    head = " " * margin + scalars.plain(key)
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
