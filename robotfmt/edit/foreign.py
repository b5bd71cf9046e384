"""Names in what nobody understood, and in the layout of documents.

A format says which attributes, texts and keys of its documents are names of parts (``Format.names``). What they refer
to is certain; any other text that is the name of a link or a joint may refer to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from .. import codes
from ..diagnostics import Report
from ..model import Extension, ExtensionKind, Layout, LayoutItem, Robot
from ..model.record import replace

Names: TypeAlias = "dict[str, dict[str, str]]"
"""For each kind of part other names, from old to new."""
Text: TypeAlias = Callable[[tuple[str, ...], str], str]
"""From the kinds of parts that a text may name, none where that is not known, and the text, to another text."""
_STEP = re.compile(r"""/((?:[^/\[{]|\{[^}]*\})+)((?:\[@[\w:]+=(?:'[^']*'|"[^"]*")\])*(?:\[\d+\])?)""")
_KEY = re.compile(r"""\[@([\w:]+)=(?:'([^']*)'|"([^"]*)")\]""")
_BETWEEN_WORDS = re.compile(r"[\s,;/]+|::")
_GUESSED = ("link", "joint")


def with_foreign_names(robot: Robot, names: Names, report: Report) -> Robot:
    """The robot with other names in its extensions and layouts; what may still refer to the old ones is reported."""
    if not any(names.values()):
        return robot
    extensions = tuple(_renamed(each, names, report) for each in robot.extensions)
    return replace(
        robot, extensions=extensions, layouts=tuple(_layout(each, names) for each in robot.layouts)
    )


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
    """The words of a text that are the names of links or joints."""
    for word in (text, *_BETWEEN_WORDS.split(text)):
        if any(word in names.get(kind, ()) for kind in _GUESSED):
            yield word


def tell_loose(extension: Extension, words: Iterable[str], report: Report) -> None:
    """Report that something may refer to what is not called so any more."""
    said = ", ".join(f"'{word}'" for word in words)
    if said:
        what = f"<{extension.name}>" if extension.kind is ExtensionKind.ELEMENT else f"'{extension.name}'"
        report.add(codes.MAY_REFER, f"{what} may still refer to {said}", extension.origin)


def referred_to(
    extension: Extension, names: Mapping[str, Iterable[str]]
) -> tuple[list[str], list[str], list[str]]:
    """What an extension refers to: for certain of some names by kind, else for certain, perhaps of the former."""
    certain: list[str] = []
    others: list[str] = []
    loose: list[str] = []

    def note(kinds: tuple[str, ...], text: str) -> str:
        if any(text in names.get(kind, ()) for kind in kinds):
            certain.append(text)
        elif set(kinds) & set(_GUESSED):
            others.append(text)
        elif not kinds:
            loose.extend(_known_words(text, names))
        return text

    extension_with(extension, note)
    return certain, others, loose


def is_inside(extension: Extension, names: Mapping[str, Iterable[str]]) -> bool:
    """Whether the place of an extension is in a part of one of some names, by kind."""
    return any(name in names.get(kind, ()) for kind, name in names_of_place(extension))


def names_of_place(extension: Extension) -> list[tuple[str, str]]:
    """The kinds and names of the parts that an extension stands in."""
    found: list[tuple[str, str]] = []
    _place(extension.place, extension.kind, _table(extension.format), _noting(found))
    return found


def names_in_content(extension: Extension) -> list[tuple[str, str]]:
    """The kinds and names of all that an extension, or its place, refers to for certain."""
    found: list[tuple[str, str]] = []
    extension_with(extension, _noting(found))
    return found


def _noting(found: list[tuple[str, str]]) -> Text:
    def note(kinds: tuple[str, ...], text: str) -> str:
        found.extend((kind, text) for kind in kinds)
        return text

    return note


def extension_with(extension: Extension, change: Text) -> Extension:
    """An extension with every text in it and in its place changed."""
    table = _table(extension.format)
    steps = _steps(extension.place)
    new = replace(extension, place=_place(extension.place, extension.kind, table, change))
    match extension.kind:
        case ExtensionKind.ELEMENT:
            return replace(new, content=_element(extension.content, table, change))
        case ExtensionKind.ATTRIBUTE:
            kinds = _kinds(table, steps[-1] if steps else "", extension.name)
            return replace(new, content=change(kinds, extension.content))
        case ExtensionKind.TEXT:
            kinds = _kinds(table, steps[-1] if steps else "")
            return replace(new, content=change(kinds, extension.content))
        case ExtensionKind.ENTRY:
            path = _keys(extension.place)
            change((), extension.content)
            return replace(new, name=change(_kinds_of_key(table, path, extension.name), extension.name))


@cache
def _table(format: str) -> Mapping[str, str]:
    """What the documents of a format name where; nothing of a format that is not installed."""
    from ..errors import UsageError
    from ..formats import find

    try:
        return find(format).names
    except UsageError:
        return {}


# XML


def _steps(place: str) -> list[str]:
    return [tag for tag, _ in _STEP.findall(place)]


def _kinds(table: Mapping[str, str], tag: str, attribute: str | None = None) -> tuple[str, ...]:
    """What an attribute, or without one the text, of an element names."""
    tag = tag.rpartition("}")[2]
    said = (
        table.get(tag) if attribute is None else table.get(f"{tag}@{attribute}", table.get(f"*@{attribute}"))
    )
    return tuple(said.split()) if said else ()


def _step(tag: str, keys: str, table: Mapping[str, str], change: Text) -> str:
    def key(found: re.Match[str]) -> str:
        old = found.group(2) if found.group(2) is not None else found.group(3)
        kinds = _kinds(table, tag, found.group(1))
        new = change(kinds, old) if kinds else old
        quote = '"' if "'" in new else "'"
        return f"[@{found.group(1)}={quote}{new}{quote}]"

    return tag + _KEY.sub(key, keys)


def _element(content: str, table: Mapping[str, str], change: Text) -> str:
    from ..documents import xml

    root = xml.subtree(content, None)
    changed = False
    for node in root.iter():
        if not xml.is_element(node):
            continue
        tag = str(node.tag)
        for name, value in node.attrib.items():
            new = change(_kinds(table, tag, str(name)), str(value))
            if new != value:
                node.set(name, new)
                changed = True
        text = (node.text or "").strip()
        if text and (new := change(_kinds(table, tag), text)) != text:
            node.text = new
            changed = True
    return xml.canonical(root, None) if changed else content


# YAML


def _keys(place: str) -> tuple[str, ...]:
    return tuple(each.replace("~1", "/").replace("~0", "~") for each in place.split("/")[1:] if place != "/")


def _kinds_of_key(table: Mapping[str, str], path: tuple[str, ...], key: str) -> tuple[str, ...]:
    """What a key names, by the keys above it; ``*`` in a pattern is any key."""
    for pattern, kinds in table.items():
        parts = pattern.split("/")
        if len(parts) == len(path) + 1 and all(
            part in ("*", step) for part, step in zip(parts, (*path, key), strict=True)
        ):
            return tuple(kinds.split())
    return ()


# Either


def _place(place: str, kind: ExtensionKind, table: Mapping[str, str], change: Text) -> str:
    if kind is not ExtensionKind.ENTRY:
        return "".join(f"/{_step(tag, keys, table, change)}" for tag, keys in _STEP.findall(place)) or place
    keys = _keys(place)
    new = [
        change(kinds, key) if (kinds := _kinds_of_key(table, keys[:depth], key)) else key
        for depth, key in enumerate(keys)
    ]
    return "".join(f"/{_escaped(key)}" for key in new) or place


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _layout(layout: Layout, names: Names) -> Layout:
    table = _table(layout.format)

    def change(kinds: tuple[str, ...], text: str) -> str:
        return _other_name(names, kinds, text)

    def renamed(item: LayoutItem, path: tuple[str, ...]) -> LayoutItem:
        step, inner = item.step, path
        if item.kind == "element":
            (tag, keys), *_ = _STEP.findall(f"/{item.step}") or [(item.step, "")]
            step = _step(tag, keys, table, change)
        elif item.kind == "key":
            (key,) = _keys(f"/{item.step}") or ("",)
            inner = (*path, key)
            step = _escaped(change(_kinds_of_key(table, path, key), key))
        return replace(item, step=step, items=tuple(renamed(each, inner) for each in item.items))

    return replace(layout, items=tuple(renamed(each, ()) for each in layout.items))
