"""Names in unrecognised content, and in the layout of documents.

A format declares which attributes, texts and keys of its documents name parts (``Format.names``). These references
are certain; any other text that equals the name of a link or a joint is a possible reference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeAlias, cast

from .. import codes
from ..diagnostics import Report
from ..model import Extension, ExtensionKind, Geometry, Layout, LayoutItem, Robot
from ..model.record import replace
from . import elements, entries
from .elements import Text

Names: TypeAlias = "dict[str, dict[str, str]]"
"""New names by old names, for each kind of part."""
_BETWEEN_WORDS = re.compile(r"[\s,;/]+|::")
_ASSUMED = ("link", "joint")
# An edit, and reading one robot of several, ask for the names in the same content again and again; longer content would
# fill the memory.
_REMEMBERED, _LONG = 8192, 5000


def with_foreign_names(robot: Robot, names: Names, report: Report) -> Robot:
    """Return the robot with new names in its extensions and layouts; possible references to old ones are reported."""
    if not any(names.values()):
        return robot
    extensions = tuple(_renamed(each, names, report) for each in robot.extensions)
    layouts = tuple(_layout(each, names) for each in robot.layouts)
    return _with_shapes(replace(robot, extensions=extensions, layouts=layouts), names.get("geom", {}))


def _with_shapes(robot: Robot, names: Mapping[str, str]) -> Robot:
    """Return a robot with new names of shapes, which the model does not need, but some documents do."""
    if not names:
        return robot

    def change(it: Geometry) -> Geometry:
        return replace(it, name=names[it.name]) if it.name is not None and it.name in names else it

    links = (
        replace(each, visuals=tuple(map(change, each.visuals)), collisions=tuple(map(change, each.collisions)))
        for each in robot.links
    )
    return replace(robot, links=tuple(links))


# Definitions


def defined_names(robot: Robot) -> dict[str, set[str]]:
    """Return the names, by kind, that only the documents of a robot need.

    They belong to what the model does not contain, such as a tendon or a default class, and to shapes, if a document
    refers to shapes by their names.
    """
    found: dict[str, set[str]] = {}
    for each in robot.extensions:
        for kind, name in names_defined(each):
            found.setdefault(kind, set()).add(name)
    for layout in robot.layouts:
        for kind, names in layout.defined().items():
            found.setdefault(kind, set()).update(names)
        if "geom@name" in _defining(layout.format):
            found.setdefault("geom", set()).update(shape_names(robot))
    return found


def shape_names(robot: Robot) -> set[str]:
    """Return the names of all shapes."""
    return {each.name for link in robot.links for each in (*link.visuals, *link.collisions) if each.name}


def names_defined(extension: Extension) -> list[tuple[str, str]]:
    """Return the kinds and names that an extension, or the elements around it, define."""
    if extension.kind is ExtensionKind.ENTRY or not _defining(extension.format):
        return []
    find = _defined if len(extension.content) < _LONG else _defined.__wrapped__
    return [*find(extension.format, extension.kind, extension.place, extension.name, extension.content)]


@lru_cache(_REMEMBERED)
def _defined(format: str, kind: ExtensionKind, place: str, name: str, content: str) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    extension = Extension(format=format, kind=kind, place=place, name=name, content=content)
    extension_with(extension, _noting(found), _defining(format))
    return tuple(found)


def definitions(robot: Robot) -> dict[tuple[str, str], object]:
    """Return the content behind each name that only the documents need, by kind and name; equal ones may be shared."""
    found: dict[tuple[str, str], object] = {}
    for each in robot.extensions:
        for kind, name in names_defined(each):
            definition = (each.place, each.kind.value, each.name, each.content)
            found[kind, name] = (*cast("tuple[object, ...]", found.get((kind, name), ())), definition)
    for layout in robot.layouts:
        for kind, names in layout.defined().items():
            for name, value in names.items():
                found.setdefault((kind, name), value)
    named = {name for each in robot.extensions for kind, name in names_in_content(each) if kind == "geom"}
    shapes = shape_names(robot) if any("geom@name" in _defining(each.format) for each in robot.layouts) else set()
    return found | {("geom", name): object() for name in named & shapes}


@cache
def _defining(format: str) -> Mapping[str, str]:
    """Return the places of names in documents of a format that are definitions."""
    from ..errors import UsageError
    from ..formats import find

    try:
        found = find(format)
    except UsageError:
        return {}
    return {key: kinds for key, kinds in found.names.items() if key in found.defines}


def _renamed(extension: Extension, names: Names, report: Report) -> Extension:
    possible: dict[str, None] = {}

    def change(kinds: tuple[str, ...], text: str) -> str:
        if not kinds:
            possible.update(dict.fromkeys(_known_words(text, names)))
        return _other_name(names, kinds, text)

    found = extension_with(extension, change)
    report_possible_references(extension, possible, report)
    return found


def _other_name(names: Mapping[str, Mapping[str, str]], kinds: Iterable[str], text: str) -> str:
    return next((names[kind][text] for kind in kinds if text in names.get(kind, ())), text)


def _known_words(text: str, names: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield the words of a text that are the names of links or joints."""
    for word in (text, *_BETWEEN_WORDS.split(text)):
        if any(word in names.get(kind, ()) for kind in _ASSUMED):
            yield word


def report_possible_references(extension: Extension, words: Iterable[str], report: Report) -> None:
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
    possible: list[str] = []

    def note(kinds: tuple[str, ...], text: str) -> str:
        if any(text in names.get(kind, ()) for kind in kinds):
            certain.append(text)
        elif set(kinds) & set(_ASSUMED):
            others.append(text)
        elif not kinds:
            possible.extend(_known_words(text, names))
        return text

    extension_with(extension, note)
    return certain, others, possible


def is_inside(extension: Extension, names: Mapping[str, Iterable[str]]) -> bool:
    """Return True if the place of an extension is in a part with one of some names, by kind.

    Of nested parts, such as the bodies of an MJCF, the innermost one counts.
    """
    innermost = dict(names_of_place(extension))
    return any(name in names.get(kind, ()) for kind, name in innermost.items())


def names_of_place(extension: Extension) -> list[tuple[str, str]]:
    """Return the kinds and names of the parts that contain an extension."""
    return [*_of_place(extension.format, extension.place, extension.kind is ExtensionKind.ENTRY)]


@lru_cache(_REMEMBERED)
def _of_place(format: str, place: str, is_entry: bool) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    speech = entries if is_entry else elements
    speech.renamed_path(place, _table(format), _noting(found))
    return tuple(found)


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
        above = elements.last(extension.place)
        elements.outermost(extension.content, _table(extension.format), _noting(outside), above)
        attached += outside
    counts = Counter(names_in_content(extension))
    counts.subtract(attached)
    return [name for name, number in counts.items() if number > 0]


def _noting(found: list[tuple[str, str]]) -> Text:
    def note(kinds: tuple[str, ...], text: str) -> str:
        found.extend((kind, text) for kind in kinds)
        return text

    return note


def extension_with(extension: Extension, change: Text, table: Mapping[str, str] | None = None) -> Extension:
    """Return an extension with all texts in its content and its place changed."""
    table, kind = _table(extension.format) if table is None else table, extension.kind
    if kind is ExtensionKind.ENTRY:
        place = entries.renamed_path(extension.place, table, change)
        name, content = entries.entry(extension, table, change)
        return replace(extension, place=place, name=name, content=content)
    place = elements.renamed_path(extension.place, table, change)
    if kind is ExtensionKind.ELEMENT:
        content = elements.content(extension.content, table, change, elements.last(extension.place))
    else:
        attribute = extension.name if kind is ExtensionKind.ATTRIBUTE else None
        *_, above, tag = ("", "", *elements.tags(extension.place))
        content = change(elements.kinds(table, tag, attribute, above), extension.content)
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
    """Return a layout with the new names in its paths."""
    table = _table(layout.format)

    def change(kinds: tuple[str, ...], text: str) -> str:
        return _other_name(names, kinds, text)

    def renamed(item: LayoutItem, path: tuple[str, ...]) -> LayoutItem:
        step, inner = item.step, path
        if item.kind == "element":
            step = elements.renamed_path(f"/{step}", table, change, path[-1] if path else "")[1:]
            inner = (*path, elements.last(f"/{step}"))
        elif item.kind == "key":
            inner = (*path, entries.unescaped(step))
            step = entries.key(path, step, table, change)
        return replace(item, step=step, items=tuple(renamed(each, inner) for each in item.items))

    def path(place: str) -> str:
        return elements.renamed_path(place, table, change)

    items = tuple(renamed(each, ()) for each in layout.items)
    return replace(layout.renamed(lambda kind, name: names.get(kind, {}).get(name, name), path), items=items)
