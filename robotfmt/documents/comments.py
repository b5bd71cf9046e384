"""The comments of a YAML document, each at the key or item that it belongs to."""

from __future__ import annotations

import re

from ..model import LayoutItem
from . import yaml

_QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*\"""")
_COMMENT = re.compile(r"(?:^|(?<=\s))#(.*)$")


def layout_items(root: yaml.Value, source: str) -> tuple[LayoutItem, ...]:
    """The keys of a document in order, with comments before (``comment``) and beside (``trailing``) them."""
    return _items(root, _Comments(source))


class _Comments:
    """Comments by line; each is handed out once, to whatever stands below or beside it."""

    def __init__(self, source: str) -> None:
        self._alone: list[tuple[int, str]] = []
        self._beside: dict[int, str] = {}
        for number, line in enumerate(source.splitlines(), 1):
            match = _COMMENT.search(_QUOTED.sub(lambda found: "_" * len(found.group()), line))
            if match is None:
                continue
            text = line[match.start() + 1 :].rstrip()
            if line[: match.start()].strip():
                self._beside[number] = text
            else:
                self._alone.append((number, text))

    def above(self, line: int) -> list[LayoutItem]:
        """Take the comments on lines of their own above a line."""
        found = [text for number, text in self._alone if number < line]
        self._alone = [each for each in self._alone if each[0] >= line]
        return [LayoutItem(kind="comment", step=text) for text in found]

    def beside(self, line: int) -> list[LayoutItem]:
        """Take the comment at the end of a line."""
        text = self._beside.pop(line, None)
        return [] if text is None else [LayoutItem(kind="trailing", step=text)]


def _items(root: yaml.Value, comments: _Comments) -> tuple[LayoutItem, ...]:
    """The items inside a value (its depth is bounded by ``Limits.yaml_depth``)."""
    found: list[LayoutItem] = []
    if isinstance(root, yaml.Mapping):
        pairs = [(entry.line, entry.value) for entry in root.entries]
    elif isinstance(root, yaml.Sequence):
        pairs = [(item.line, item) for item in root.items]
    else:
        pairs = []
    for line, value in pairs:
        found.extend(comments.above(line))
        beside = comments.beside(line)
        inner = (*beside, *_items(value, comments))
        found.append(LayoutItem(kind="key", step=value.step, items=inner))
    if root.parent is None:
        found.extend(comments.above(1 << 60))
    return tuple(found)
