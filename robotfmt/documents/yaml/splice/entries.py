"""Insert entries into lists and mappings in the text of a YAML document, and remove them."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from ..events import Kind
from ..lines import WIDTH, Node
from .marks import Part
from .style import Style, has_comments, like_one_of

_COMMENT_LINE = re.compile(r"([ \t]*)#[^\n]*(?:\n|\Z)")
_BEHIND_ITEM = re.compile(r"([ \t]*,)?[ \t]*#[^\r\n]*(?=\r|\n)")
_ALONE = re.compile(r"[ \t]*,?[ \t]*(?:#[^\r\n]*)?(?:\r?\n|\r|\Z)")
_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")

Added: TypeAlias = "dict[int | None, list[tuple[str, Node]]]"
"""New entries of a list or mapping, with their keys, by the entry before them."""


class Unfit(Exception):
    """A change cannot be made in place."""


class Edit(NamedTuple):
    """The replacement for the text between two positions."""

    begin: int
    end: int
    text: str


Edits: TypeAlias = "list[Edit]"


class Entries:
    """Removes entries from a text, and inserts others."""

    def __init__(self, source: str, style: Style) -> None:
        self.source = source
        self.style = style

    def removed(self, part: Part, gone: list[int], first: int) -> Edits:
        """Return the edits that remove entries by index; ``first`` is the first that stays.

        Raises:
            Unfit: A comment would be removed with them.
        """
        if not part.flow:
            return self._removed_lines(part, gone, first)
        if all(self._is_alone(part, index) for index in gone):
            return [Edit(*self._lines_of(part, index), "") for index in gone]
        edits = [Edit(part.places[0], part.places[first], "")] if first else []
        edits += [Edit(part.items[index - 1].end, part.items[index].end, "") for index in gone if index > first]
        if any("#" in self.source[edit.begin : edit.end] for edit in edits):
            raise Unfit
        return edits

    def _removed_lines(self, part: Part, gone: list[int], first: int) -> Edits:
        if first and not self._is_first_on_line(part.places[0]):  # behind a dash, to which the first that stays moves
            behind_dash = [Edit(part.places[0], part.places[first], "")]
            return behind_dash + [Edit(*self._lines_of(part, index), "") for index in gone if index > first]
        return [Edit(*self._lines_of(part, index), "") for index in gone]

    def put(self, part: Part, new: list[tuple[str, Node]], index: int | None, first: int) -> Edits:
        """Return the edits that insert new entries after one that stays, or at the start."""
        if not part.flow:
            return self._put_lines(part, new, index, first)
        if any(has_comments(node) for _, node in new):
            raise Unfit
        if part.keys:
            texts = [self.style.flow_entry(name, node, part) for name, node in new]
        else:
            texts = [self.style.flow(node, like_one_of(node, part.items)) for _, node in new]
        if index is None:
            place = part.places[first]
            return [Edit(place, place, "".join(f"{text}, " for text in texts))]
        end = part.items[index].end
        comment = _BEHIND_ITEM.match(self.source, end)
        if comment is None:
            between = self._between(part, index, sum(map(len, texts)))
            return [Edit(end, end, "".join(between + text for text in texts))]
        margin = self.style.newline + " " * self.style.column(part.places[index])
        if comment.group(1) is not None:
            return [Edit(comment.end(), comment.end(), "".join(f"{margin}{text}," for text in texts))]
        behind = ",".join(margin + text for text in texts)
        return [Edit(end, end, ","), Edit(comment.end(), comment.end(), behind)]

    def _between(self, part: Part, index: int, length: int) -> str:
        """Return the separator of items in brackets: that of other items, or a line break if the line gets long."""
        other = max(index, 1)
        found = ", "
        if other < len(part.items):
            between = self.source[part.items[other - 1].end : part.places[other]]
            found = between if not between.strip(" \t\r\n,") else found
        column = self.style.column(part.places[0])
        is_long = "\n" not in found and self.style.column(part.items[index].end) + length > WIDTH
        has_inner = any(item.kind is not Kind.SCALAR for item in part.items)
        return "," + self.style.newline + " " * column if is_long and has_inner else found

    def _put_lines(self, part: Part, new: list[tuple[str, Node]], index: int | None, first: int) -> Edits:
        margin = self.style.column(part.places[0])
        if index is None and not self._is_first_on_line(part.places[0]):  # but behind a dash
            if not part.keys:
                raise Unfit
            index = first
        lines: list[str] = []
        for name, node in new:
            near = part.items if index is None else (*reversed(part.items[: index + 1]), *part.items[index:])
            like = like_one_of(node, near)
            key = part.keys[0] if part.keys else None
            lines += (
                self.style.entry(name, node, margin, like, key) if key else self.style.lines("-", node, margin, like)
            )
        if index is None:
            place = part.places[first] - margin
            return [Edit(place, place, "".join(line + self.style.newline for line in lines))]
        if self._has_blank_lines(part, index):
            lines.insert(0, "")
        place = self._end_of_lines(part, index)
        if place == len(self.source) and not self.source.endswith("\n"):
            return [Edit(place, place, "".join(self.style.newline + line for line in lines))]
        return [Edit(place, place, "".join(line + self.style.newline for line in lines))]

    # Lines

    def _is_first_on_line(self, place: int) -> bool:
        return not self.source[place - self.style.column(place) : place].strip(" ")

    def _is_alone(self, part: Part, index: int) -> bool:
        """Return True if an item in brackets has lines of its own."""
        return (
            self._is_first_on_line(part.places[index]) and _ALONE.match(self.source, part.items[index].end) is not None
        )

    def _lines_of(self, part: Part, index: int) -> tuple[int, int]:
        """Return the positions of the first and last line of an entry."""
        place = part.places[index]
        return place - self.style.column(place), self._end_of_lines(part, index)

    def _end_of_lines(self, part: Part, index: int) -> int:
        """Return the end of an entry's lines, including comments below that are indented like its content."""
        end = max(part.items[index].end, part.heads[index])
        if self.source[end - 1] != "\n":
            found = _ALONE.match(self.source, end)
            if found is None:
                raise Unfit
            end = found.end()
        margin = self.style.column(part.places[index])
        while (comment := _COMMENT_LINE.match(self.source, end)) and len(comment.group(1)) > margin:
            end = comment.end()
        return end

    def _has_blank_lines(self, part: Part, index: int) -> bool:
        """Return True if a blank line separates an entry from the next one, or else from the previous one."""
        other = index + 1 if index + 1 < len(part.items) else index
        if other == 0:
            return False
        between = self.source[part.items[other - 1].end : part.places[other]]
        return _BLANK_LINE.search(between) is not None
