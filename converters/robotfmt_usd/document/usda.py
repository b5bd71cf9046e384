"""Stages as text, ``.usda``: prims with their schemas, attributes, relationships and variants (OpenUSD, "Usda format").

The same prims give the same bytes: nothing is ordered by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

_INDENT = "    "
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SINGLE = ("float", "point3f", "normal3f", "color3f", "quatf", "texCoord2f", "vector3f")


class Path(str):
    """A path of a prim, as the target of a relationship."""


class Asset(str):
    """A reference to a file."""


class Reference(NamedTuple):
    """A reference to a prim of another layer."""

    layer: str
    path: str


@dataclass
class Spec:
    """A prim that is written."""

    type: str
    name: str
    apis: list[str] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
    values: list[tuple[str, Any]] = field(default_factory=list)
    """The types with names, such as ``float physics:mass``, and the values; ``rel`` is the type of relationships."""
    children: list[Spec] = field(default_factory=list)
    metadata_of: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The metadata of attributes, by their names."""
    variants: dict[str, dict[str, Spec]] = field(default_factory=dict)
    """The variants of each set, as what they add to the prim."""
    kind: str = "def"
    """``def``, ``over`` for more about a prim, ``class`` for one that others refer to."""

    def put(self, type: str, name: str, value: Any) -> Spec:
        """Add an attribute, unless it has no value."""
        if value is not None:
            self.values.append((f"{type} {name}", value))
        return self

    def relate(self, name: str, *targets: str) -> Spec:
        """Add a relationship."""
        self.values.append((f"rel {name}", [Path(each) for each in targets]))
        return self

    def apply(self, *apis: str) -> Spec:
        """Apply schemas, each once."""
        self.apis += [each for each in apis if each not in self.apis]
        return self


def copied(spec: Spec, change: Callable[[str, Any], Any]) -> Spec:
    """Return a copy of a prim and those below, with other values.

    Args:
        change: Returns the value for an attribute, given its type with its name, and its value.
    """
    values = [(declared, change(declared, value)) for declared, value in spec.values]
    return replace(spec, values=values, children=[copied(each, change) for each in spec.children])


def text_of(metadata: Mapping[str, Any], prims: Sequence[Spec]) -> str:
    """Return the text of a stage."""
    lines = ["#usda 1.0", "("]
    lines += [f"{_INDENT}{name} = {literal(value)}" for name, value in metadata.items()]
    lines.append(")")
    for each in prims:
        lines += ["", *_prim(each)]
    return "\n".join(lines) + "\n"


def _prim(spec: Spec) -> Iterator[str]:
    head = f'{spec.kind} {spec.type} "{spec.name}"' if spec.type else f'{spec.kind} "{spec.name}"'
    metadata = list(_metadata(spec))
    if metadata:
        yield f"{head} ("
        yield from (f"{_INDENT}{each}" for each in metadata)
        yield ")"
    else:
        yield head
    yield "{"
    yield from (f"{_INDENT}{each}" if each else "" for each in _content(spec))
    yield "}"


def _metadata(spec: Spec) -> Iterator[str]:
    if spec.apis:
        yield f"prepend apiSchemas = {literal(spec.apis)}"
    if spec.variants:
        yield f"prepend variantSets = {literal(list(spec.variants))}"
    for name, value in spec.metadata.items():
        yield f"{name} = {literal(value)}" if name else str(value)


def _content(spec: Spec) -> Iterator[str]:
    for declared, value in spec.values:
        yield from _attribute(declared, value, spec.metadata_of.get(declared.rpartition(" ")[2], {}))
    for index, child in enumerate(spec.children):
        if index or spec.values:
            yield ""
        yield from _prim(child)
    for name, variants in spec.variants.items():
        yield ""
        yield f'variantSet "{name}" = {{'
        for variant, added in variants.items():
            yield from (f"{_INDENT}{each}" if each else "" for each in _variant(variant, added))
        yield "}"


def _attribute(declared: str, value: Any, metadata: Mapping[str, Any]) -> Iterator[str]:
    line = f"{declared} = {_typed(declared, value)}" if value is not None else declared
    if not metadata:
        yield line
        return
    yield f"{line} ("
    yield from (f"{_INDENT}{name} = {literal(each)}" for name, each in metadata.items())
    yield ")"


def _variant(name: str, added: Spec) -> Iterator[str]:
    metadata = list(_metadata(added))
    yield f'"{name}" {"(" if metadata else "{"}'
    if metadata:
        yield from (f"{_INDENT}{each}" for each in metadata)
        yield ") {"
    yield from (f"{_INDENT}{each}" if each else "" for each in _content(added))
    yield "}"


def _typed(declared: str, value: Any) -> str:
    if isinstance(value, np.ndarray):
        return _array(value)
    single = declared.removeprefix("uniform ").removeprefix("custom ").startswith(_SINGLE)
    return literal(value, single)


def _array(values: np.ndarray[Any, Any]) -> str:
    """Return an array: rows in parentheses. Numbers of single precision have as many digits as they need."""
    words = values.astype(str)
    if values.ndim == 1:
        return f"[{', '.join(words.tolist())}]"
    rows = (f"({', '.join(row)})" for row in words.tolist())
    return f"[{', '.join(rows)}]"


def literal(value: Any, single: bool = False) -> str:
    """Return a value as text.

    Args:
        value: A number, a text, a path, a file, a tuple for a vector, a list for an array, a mapping for a dictionary.
        single: True for numbers of single precision.
    """
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, Path):
        return f"<{value}>"
    if isinstance(value, Reference):
        return f"{literal(Asset(value.layer))}<{value.path}>"
    if isinstance(value, Asset):
        path = _anchored(value)
        return f"@@@{path}@@@" if "@" in path else f"@{path}@"
    if isinstance(value, str):
        return f'"{"".join(map(_escaped, value))}"'
    if isinstance(value, float):
        return _number(value, single)
    if isinstance(value, tuple):
        return f"({', '.join(literal(each, single) for each in value)})"
    if isinstance(value, list):
        return _list(value, single)
    if isinstance(value, Mapping):
        return _dictionary(value)
    return str(value)


def _anchored(path: str) -> str:
    """Return a path that is relative to its layer as one that OpenUSD searches nowhere else."""
    return path if path.startswith((".", "/")) or ":" in path else f"./{path}"


def _escaped(character: str) -> str:
    """Return a character of a text in quotes: those that do not print as bytes, ``\\x1b``."""
    if character in _ESCAPES:
        return _ESCAPES[character]
    return character if character.isprintable() or ord(character) > 0x7F else f"\\x{ord(character):02x}"


def _list(value: Iterable[Any], single: bool) -> str:
    words = [literal(each, single) for each in value]
    is_path = bool(words) and words[0].startswith("<")
    return words[0] if is_path and len(words) == 1 else f"[{', '.join(words)}]"


def _dictionary(value: Mapping[str, Any]) -> str:
    if not all(isinstance(it, str | bool | float | int) for it in value.values()):
        raise TypeError(value)
    types = {str: "string", bool: "bool", float: "double", int: "int"}
    rows = "; ".join(f"{types[type(it)]} {name} = {literal(it)}" for name, it in value.items())
    return f"{{ {rows}; }}"


def _number(value: float, single: bool) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return {"inf": "inf", "-inf": "-inf"}.get(str(value), "nan")
    number = float(str(np.float32(value))) if single else value
    return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)
