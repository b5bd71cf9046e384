"""Names in unrecognised content, and in the layout of documents.

A format declares which attributes, texts and keys of its documents name parts (``Format.names``). These references
are certain; any other text that equals the name of a link or a joint is a possible reference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from .. import codes
from ..diagnostics import Report
from ..model import Extension, ExtensionKind, Layout, LayoutItem, Robot
from ..model.record import replace
from . import elements, entries
from .elements import Text

Names: TypeAlias = "dict[str, dict[str, str]]"
"""New names by old names, for each kind of part."""
_BETWEEN_WORDS = re.compile(r"[\s,;/]+|::")
_ASSUMED = ("link", "joint")


def with_foreign_names(robot: Robot, names: Names, report: Report) -> Robot:
    """Return the robot with new names in its extensions and layouts; possible references to old ones are reported."""
    if not any(names.values()):
        return robot
    extensions = tuple(_renamed(each, names, report) for each in robot.extensions)
    return replace(robot, extensions=extensions, layouts=tuple(_layout(each, names) for each in robot.layouts))


def _renamed(extension: Extension, names: Names, report: Report) -> Extension:
    loose: dict[str, None] = {}

    def change(kinds: tuple[str, ...], text: str) -> str:
        if not kinds:
            loose.update(dict.fromkeys(_known_words(text, names)))
        return _other_name(names, kinds, text)

    found = extension_with(extension, change)
    tell_loose(extension, loose, report)
    return found


def _other_name(names: Mapping[str, Mapping[str, str]], kinds: Iterable[str], text: str) -> str:
    return next((names[kind][text] for kind in kinds if text in names.get(kind, ())), text)


def _known_words(text: str, names: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield the words of a text that are the names of links or joints."""
    for word in (text, *_BETWEEN_WORDS.split(text)):
        if any(word in names.get(kind, ()) for kind in _ASSUMED):
            yield word


def tell_loose(extension: Extension, words: Iterable[str], report: Report) -> None:
    """Report content that may refer to a part by its old name."""
    named = ", ".join(f"'{word}'" for word in words)
    if named:
        what = f"<{extension.name}>" if extension.kind is ExtensionKind.ELEMENT else f"'{extension.name}'"
        report.add(codes.MAY_REFER, f"{what} may still refer to {named}", extension.origin)


def referred_to(extension: Extension, names: Mapping[str, Iterable[str]]) -> tuple[list[str], list[str], list[str]]:
    """Return the names that an extension refers to, by kind: the certain references among some names, or else the
    possible ones.
    """
    certain: list[str] = []
    others: list[str] = []
    loose: list[str] = []

    def note(kinds: tuple[str, ...], text: str) -> str:
        if any(text in names.get(kind, ()) for kind in kinds):
            certain.append(text)
        elif set(kinds) & set(_ASSUMED):
            others.append(text)
        elif not kinds:
            loose.extend(_known_words(text, names))
        return text

    extension_with(extension, note)
    return certain, others, loose


def is_inside(extension: Extension, names: Mapping[str, Iterable[str]]) -> bool:
    """Return True if the place of an extension is in a part with one of some names, by kind."""
    return any(name in names.get(kind, ()) for kind, name in names_of_place(extension))


def names_of_place(extension: Extension) -> list[tuple[str, str]]:
    """Return the kinds and names of the parts that contain an extension."""
    found: list[tuple[str, str]] = []
    speech = entries if extension.kind is ExtensionKind.ENTRY else elements
    speech.renamed_path(extension.place, _table(extension.format), _noting(found))
    return found


def names_in_content(extension: Extension) -> list[tuple[str, str]]:
    """Return the kinds and names of all certain references of an extension and its place."""
    found: list[tuple[str, str]] = []
    extension_with(extension, _noting(found))
    return found


def names_within(extension: Extension) -> list[tuple[str, str]]:
    """Return the kinds and names of the parts that an extension refers to, besides those that it is attached to.

    It is attached to the parts in its place, and to those that its outermost element refers to.
    """
    attached = names_of_place(extension)
    if extension.kind is ExtensionKind.ELEMENT:
        outside: list[tuple[str, str]] = []
        elements.outermost(extension.content, _table(extension.format), _noting(outside))
        attached += outside
    counts = Counter(names_in_content(extension))
    counts.subtract(attached)
    return [name for name, number in counts.items() if number > 0]


def _noting(found: list[tuple[str, str]]) -> Text:
    def note(kinds: tuple[str, ...], text: str) -> str:
        found.extend((kind, text) for kind in kinds)
        return text

    return note


def extension_with(extension: Extension, change: Text) -> Extension:
    """Return an extension with all texts in its content and its place changed."""
    table, kind = _table(extension.format), extension.kind
    if kind is ExtensionKind.ENTRY:
        place = entries.renamed_path(extension.place, table, change)
        name, content = entries.entry(extension, table, change)
        return replace(extension, place=place, name=name, content=content)
    place = elements.renamed_path(extension.place, table, change)
    if kind is ExtensionKind.ELEMENT:
        content = elements.content(extension.content, table, change)
    else:
        attribute = extension.name if kind is ExtensionKind.ATTRIBUTE else None
        content = change(elements.kinds(table, elements.last(extension.place), attribute), extension.content)
    return replace(extension, place=place, content=content)


@cache
def _table(format: str) -> Mapping[str, str]:
    """Return the attributes and keys that name parts in documents of a format; none for a format that is not
    installed.
    """
    from ..errors import UsageError
    from ..formats import find

    try:
        return find(format).names
    except UsageError:
        return {}


def _layout(layout: Layout, names: Names) -> Layout:
    table = _table(layout.format)

    def change(kinds: tuple[str, ...], text: str) -> str:
        return _other_name(names, kinds, text)

    def renamed(item: LayoutItem, path: tuple[str, ...]) -> LayoutItem:
        step, inner = item.step, path
        if item.kind == "element":
            step = elements.renamed_path(f"/{step}", table, change)[1:]
        elif item.kind == "key":
            inner = (*path, entries.unescaped(step))
            step = entries.key(path, step, table, change)
        return replace(item, step=step, items=tuple(renamed(each, inner) for each in item.items))

    return replace(layout, items=tuple(renamed(each, ()) for each in layout.items))
