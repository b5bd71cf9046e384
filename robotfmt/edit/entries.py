"""Find and change names in unrecognised YAML, and in the paths of keys.

``Format.names`` lists the keys and values that name parts of a robot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..model import Extension
from .elements import Table, Text

if TYPE_CHECKING:
    from ..documents.yaml import document as yaml

Path: TypeAlias = tuple[str, ...]


def renamed_path(path: str, table: Table, change: Text) -> str:
    """Return the path of a mapping or a list with all its names changed."""
    keys = _keys(path)
    steps = (key(keys[:depth], escaped(each), table, change) for depth, each in enumerate(keys))
    return "".join(f"/{step}" for step in steps) or path


def key(above: Path, step: str, table: Table, change: Text) -> str:
    """Return the last step of a path, changed if it is a name."""
    text = unescaped(step)
    kinds = _kinds(table, (*above, text))
    return escaped(change(kinds, text)) if kinds else step


def entry(extension: Extension, table: Table, change: Text) -> tuple[str, str]:
    """Return the name and the content of an extension with every name in them changed."""
    from ..documents.yaml.compose import parsed

    keys = _keys(extension.place)
    kinds = _kinds(table, (*keys, extension.name))
    name = change(kinds, extension.name) if kinds else extension.name
    value = parsed(extension.content)
    if value is None:
        change((), extension.content)
        return name, extension.content
    return name, _content(value, (*keys, extension.name), table, change)


def _content(value: yaml.Value, path: Path, table: Table, change: Text) -> str:
    """Return a YAML value in one line, with the names in it changed."""
    from ..documents.yaml import document as yaml
    from ..documents.yaml.lines import flow

    if isinstance(value, yaml.Sequence):
        items = (_content(each, (*path, str(index)), table, change) for index, each in enumerate(value.items))
        return "[" + ", ".join(items) + "]"
    if isinstance(value, yaml.Mapping):
        entries = (
            f"{flow(change(_kinds(table, (*path, each.key)), each.key))}: "
            f"{_content(each.value, (*path, each.key), table, change)}"
            for each in value.entries
        )
        return "{" + ", ".join(entries) + "}"
    assert isinstance(value, yaml.Scalar)
    new = change(_kinds(table, path, "="), value.source)
    return flow(new) if new != value.source else yaml.literal(value)


def _kinds(table: Table, path: Path, end: str = "") -> tuple[str, ...]:
    """Return the kinds of parts that a key names, or, with ``=``, its value; ``*`` matches any key."""
    for pattern, kinds in table.items():
        parts = pattern.split("/")
        if len(parts) == len(path) and pattern.endswith("=") == bool(end):
            parts[-1] = parts[-1].removesuffix("=")
            if all(part in ("*", step) for part, step in zip(parts, path, strict=True)):
                return tuple(kinds.split())
    return ()


def _keys(place: str) -> Path:
    return tuple(map(unescaped, place.split("/")[1:])) if place != "/" else ()


def unescaped(step: str) -> str:
    """Return the key that a step of a path is for; ``~1`` is a slash, ``~0`` a tilde."""
    return step.replace("~1", "/").replace("~0", "~")


def escaped(key: str) -> str:
    """Return a key as a step of a path, as in a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
