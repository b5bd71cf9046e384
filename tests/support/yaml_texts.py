"""Random values, and YAML texts that say them in one of the many ways in which people write."""

from __future__ import annotations

import json
from random import Random
from typing import TypeAlias

from robotfmt.documents.yaml.compose import Word

Value: TypeAlias = "dict[str, Value] | list[Value] | str | float | bool"

NOTHING = Word("null")
_WORDS = ("a", "b", "c", "l 1", "on", "1", "x#y", "it's", 'q"t', "", "~", "long_name", "d", "e", "\u00e9")
_DEEPEST = 4


def value(random: Random, depth: int = 0) -> Value:
    """Any value."""
    chance = random.random()
    if depth == _DEEPEST or chance < 0.4:
        some: tuple[Value, ...] = (1.0, 2.5, 0.001, -3.0, 1e-9, True, NOTHING, *random.sample(_WORDS, 4))
        return random.choice(some)
    if chance < 0.7:
        return [value(random, depth + 1) for _ in range(random.randrange(5))]
    return mapping(random, random.randrange(5), depth)


def mapping(random: Random, size: int, depth: int = 0) -> dict[str, Value]:
    """Any mapping of a size."""
    return {word: value(random, depth + 1) for word in random.sample(_WORDS, size)}


def changed(random: Random, old: Value, depth: int = 0) -> Value:
    """A value in which something may be otherwise: other scalars, entries that come and entries that go."""
    if random.random() < 0.1:
        return value(random, depth)
    if isinstance(old, dict):
        return changed_mapping(random, old, depth)
    if isinstance(old, list):
        items = [_perhaps(random, each, depth) for each in old if random.random() > 0.12]
        if random.random() < 0.3:
            items.insert(random.randrange(len(items) + 1), value(random, depth + 1))
        return items
    return random.choice((7.0, 8.5, "new", "o'k", old)) if random.random() < 0.5 else old


def changed_mapping(random: Random, old: dict[str, Value], depth: int = 0) -> dict[str, Value]:
    """A mapping in which something may be otherwise."""
    entries = {key: _perhaps(random, each, depth) for key, each in old.items() if random.random() > 0.12}
    if random.random() < 0.3:
        entries[random.choice(_WORDS)] = value(random, depth + 1)
    return entries


def _perhaps(random: Random, old: Value, depth: int) -> Value:
    return changed(random, old, depth + 1) if random.random() < 0.3 else old


def text(random: Random, root: dict[str, Value]) -> str:
    """A document that says a mapping."""
    end = "\n" if random.random() < 0.9 else ""
    return ("\n".join(_lines(random, root, 0)) + end).replace("\n", random.choice(("\n", "\n", "\r\n")))


def _lines(random: Random, inner: dict[str, Value] | list[Value], margin: int) -> list[str]:
    found: list[str] = []
    items = list(inner.items()) if isinstance(inner, dict) else [(None, each) for each in inner]
    for key, each in items:
        if random.random() < 0.1:
            found.append(" " * margin + f"# above {random.randrange(99)}")
        if random.random() < 0.07:
            found.append("")
        head = " " * margin + ("-" if key is None else f"{_scalar(random, key)}:")
        found += _entry(random, head, each, margin, key is None)
    return found + ([" " * margin + "# below"] if random.random() < 0.1 else [])


def _entry(random: Random, head: str, each: Value, margin: int, in_list: bool) -> list[str]:
    comment = f"  # beside {random.randrange(99)}" if random.random() < 0.2 else ""
    if each is NOTHING and random.random() < 0.3:
        return [head + comment]
    if not isinstance(each, dict | list) or not each or random.random() > 0.65:
        return [f"{head} {_flow(random, each)}{comment}"]
    step = random.choice((2, 2, 4)) if isinstance(each, dict) or in_list else random.choice((0, 2))
    inner = _lines(random, each, margin + step)
    is_compact = in_list and inner[0].strip() and not inner[0].lstrip().startswith("#")
    if is_compact and random.random() < 0.8:
        return [head + inner[0][margin + 1 :], *inner[1:]]
    return [head + comment, *inner]


def _flow(random: Random, each: Value) -> str:
    comma = "," if each and random.random() < 0.1 else ""
    if isinstance(each, dict):
        between = ", " if random.random() < 0.8 else f",\n{' ' * 8}"
        entries = (f"{_scalar(random, key)}: {_flow(random, inner)}" for key, inner in each.items())
        return "{" + between.join(entries) + comma + "}"
    if isinstance(each, list):
        if each and random.random() < 0.15:
            return _tall(random, each)
        return "[" + ", ".join(_flow(random, inner) for inner in each) + comma + "]"
    return _scalar(random, each)


def _tall(random: Random, items: list[Value]) -> str:
    """A list in brackets with a line for each item, some with comments."""
    lines = [" " * 12 + _flow(random, each) + "," for each in items]
    if random.random() < 0.9:
        lines[-1] = lines[-1][:-1]
    lines = [line + ("  # item" if random.random() < 0.3 else "") for line in lines]
    return "\n".join(("[", *lines, " " * 10 + "]"))


def _scalar(random: Random, each: str | float | bool) -> str:
    if each is NOTHING:
        return random.choice(("null", "~"))
    if isinstance(each, str):
        is_plain = each.isidentifier() and each != "on"
        quoted = ("'" + each.replace("'", "''") + "'", json.dumps(each))
        return random.choice((each, *quoted) if is_plain else quoted)
    if isinstance(each, bool):
        return "true" if each else "false"
    return random.choice((repr(each), f"{each:g}", f"{each:e}"))
