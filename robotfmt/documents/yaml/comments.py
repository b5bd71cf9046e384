"""The comments of a YAML document, each at its key or item."""

from __future__ import annotations

import re

from ...model import LayoutItem
from . import document as yaml

_COMMENT = re.compile(r"(?:^|(?<=\s))#(.*)$")


def comments_in(source: str, texts: list[tuple[int, int]]) -> Comments:
    """Return the comments of a document.

    Args:
        texts: The positions of texts that contain a ``#``.
    """
    comments = Comments()
    for number, line in enumerate(_without(source, texts), 1):
        comments.add(number, line)
    return comments


class Comments:
    """Comments by line and column; each is returned once, for the value below or next to it."""

    def __init__(self) -> None:
        self._found: list[tuple[int, int, LayoutItem]] = []
        self._beside: dict[int, str] = {}
        self._next = 0

    def add(self, number: int, line: str) -> None:
        """Add the comment of the next line, or a blank line after a comment on its own line."""
        match = _COMMENT.search(line)
        if match is not None:
            text = match.group(1).rstrip()
            if line[: match.start()].strip():
                self._beside[number] = text
            self._found.append((number, match.start() + 1, LayoutItem(kind="comment", step=text)))
        elif not line.strip() and self._is_alone(number - 1):
            column = self._found[-1][1]
            self._found.append((number, column, LayoutItem(kind="blank", step="")))

    def _is_alone(self, number: int) -> bool:
        """Return True if the last line contains only a comment."""
        last = self._found[-1] if self._found else None
        return last is not None and last[0] == number and number not in self._beside

    def above(self, line: float, column: int = 0) -> list[LayoutItem]:
        """Take the comments above a line that are on their own lines, up to the first one left of a column."""
        found: list[LayoutItem] = []
        while self._next < len(self._found):
            number, its_column, item = self._found[self._next]
            if number >= line or its_column < column:
                break
            self._next += 1
            if self._beside.get(number) != "":
                found.append(item)
        return found

    def beside(self, line: int, prefix: str = "") -> str:
        """Take the comment at the end of a line; an empty text if there is none, or none with this prefix."""
        text = self._beside.get(line, "")
        if not text.lstrip().startswith(prefix):
            return ""
        if text:
            self._beside[line] = ""
        return text


def layout_items(root: yaml.Value, comments: Comments, end: float = float("inf")) -> tuple[LayoutItem, ...]:
    """Return the keys of a document in order, with the comments before (``comment``) and after (``trailing``) them.

    Args:
        root: The document, or a value in it (its depth is bounded by ``Limits.yaml_depth``).
        end: The line before which it ends.
    """
    found: list[LayoutItem] = []
    places = _places(root)
    ends = [*(line for line, _ in places[1:]), end]
    for (line, value), its_end in zip(places, ends, strict=False):
        found.extend(comments.above(line))
        text = comments.beside(line)
        beside = (LayoutItem(kind="trailing", step=text),) if text else ()
        inner = (*beside, *layout_items(value, comments, its_end))
        found.append(LayoutItem(kind="key", step=value.step, items=inner))
    if places:
        found.extend(comments.above(end, root.column if root.parent is not None else 0))
    return tuple(found)


def _places(root: yaml.Value) -> list[tuple[int, yaml.Value]]:
    """Return the children of a value, each with its first line."""
    if isinstance(root, yaml.Mapping):
        return [(entry.line, entry.value) for entry in root.entries]
    return [(item.line, item) for item in root.items] if isinstance(root, yaml.Sequence) else []


def _without(source: str, texts: list[tuple[int, int]]) -> list[str]:
    """Return the lines of a document in which every ``#`` begins a comment."""
    parts: list[str] = []
    position = 0
    for begin, end in texts:
        parts.append(source[position:begin])
        parts.append(re.sub(r"[^\s]", "_", source[begin:end]))
        position = max(position, end)
    parts.append(source[position:])
    return "".join(parts).splitlines()
