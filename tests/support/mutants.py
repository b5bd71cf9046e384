"""Documents with something wrong in them, made from sound ones: the same for the same number.

Numbers become extreme, elements are moved, doubled, renamed or taken out, texts and names are exchanged. What comes out
is well-formed, for the most part: damaged syntax is found by the parsers, and says little of what is behind them.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable

from lxml import etree

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NUMBERS = (
    *(
        "nan",
        "inf",
        "1e999",
        "1e308",
        "1e200",
        "1e154",
        "1e100",
        "1e21",
        "5.8e10",
        "1e9",
        "1e6",
        "1e-6",
        "1e-20",
    ),
    *("1e-160", "1e-320", "-1", "0", "-0", "1", "180", "-90", "2147483648", "0,5", "abc", "", "0x10", "1_0"),
)
_TEXTS = (
    "",
    "#",
    "..",
    "package://",
    "a b",
    "it's",
    "\u00e9",
    "x" * 300,
    "true",
    "null",
    "on",
    "{",
    "%41",
    "a/b",
    "\t",
)
_SPACES = ("drake", "a b", "http://[", "%zz", "urn:x", "http://www.w3.org/1998/Math/MathML")
_WORD = re.compile(r"[^\s\[\]{},:#]+")


def mutant(data: bytes, seed: int) -> bytes:
    """A document with one to three changes."""
    chance = random.Random(seed)
    change = _changed_xml if data.lstrip()[:1] == b"<" else _changed_yaml
    for _ in range(chance.choice((1, 1, 2, 3))):
        data = change(chance, data)
    return data


# XML


def _changed_xml(chance: random.Random, data: bytes) -> bytes:
    root = etree.fromstring(data)
    elements = [each for each in root.iter() if isinstance(each.tag, str)]
    chance.choice(_CHANGES)(chance, elements)
    out = etree.tostring(root, encoding="utf-8")
    if chance.random() < 0.04:
        tag = re.search(rb"<[A-Za-z][\w:.-]*", out)
        assert tag is not None
        out = b'%s xmlns:other="%s"%s' % (out[: tag.end()], chance.choice(_SPACES).encode(), out[tag.end() :])
        return out if _is_sound(out) else data
    return out


def _is_sound(data: bytes) -> bool:
    """Whether it can be changed further by lxml, which refuses some namespaces."""
    try:
        etree.fromstring(data)
    except etree.XMLSyntaxError:
        return False
    return True


_Elements = list["etree._Element"]


def _number(chance: random.Random, elements: _Elements) -> None:
    places: list[tuple[etree._Element, str | None]] = [
        (each, name) for each in elements for name, value in each.attrib.items() if _NUMBER.search(str(value))
    ]
    places += [(each, None) for each in elements if _NUMBER.match((each.text or "").strip())]
    if not places:
        return
    element, name = chance.choice(places)
    words = str(element.get(name) if name is not None else element.text).split() or [""]
    words[chance.randrange(len(words))] = chance.choice(_NUMBERS)
    if name is not None:
        element.set(name, " ".join(words))
    else:
        element.text = " ".join(words)


def _value(chance: random.Random, elements: _Elements) -> None:
    having = [each for each in elements if each.attrib]
    if not having:
        return
    element = chance.choice(having)
    others = [str(value) for value in chance.choice(having).attrib.values()]
    element.set(chance.choice(sorted(element.attrib)), chance.choice((chance.choice(_TEXTS), chance.choice(others))))


def _no_attribute(chance: random.Random, elements: _Elements) -> None:
    having = [each for each in elements if each.attrib]
    if not having:
        return
    element = chance.choice(having)
    del element.attrib[chance.choice(sorted(element.attrib))]


def _gone(chance: random.Random, elements: _Elements) -> None:
    element = chance.choice(elements)
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _twice(chance: random.Random, elements: _Elements) -> None:
    element = chance.choice(elements)
    if element.getparent() is not None:
        element.addnext(copy.deepcopy(element))


def _moved(chance: random.Random, elements: _Elements) -> None:
    element, place = chance.choice(elements), chance.choice(elements)
    place.insert(chance.randrange(len(place) + 1), copy.deepcopy(element))


def _renamed(chance: random.Random, elements: _Elements) -> None:
    chance.choice(elements).tag = chance.choice(elements).tag


def _text(chance: random.Random, elements: _Elements) -> None:
    chance.choice(elements).text = chance.choice((chance.choice(_TEXTS), chance.choice(elements).text))


def _shuffled(chance: random.Random, elements: _Elements) -> None:
    element = chance.choice(elements)
    children = list(element)
    chance.shuffle(children)
    element.extend(children)


_CHANGES: tuple[Callable[[random.Random, _Elements], None], ...] = (
    *(_number, _number, _number, _value, _value, _no_attribute),
    *(_gone, _twice, _moved, _renamed, _text, _shuffled),
)


# YAML


def _changed_yaml(chance: random.Random, data: bytes) -> bytes:
    text = data.decode()
    lines = text.split("\n")
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            del lines[here]
        case 1:
            lines.insert(there, lines[here])
        case 2:
            lines[here] = chance.choice(("  ", " ")) + lines[here]
        case 3:
            lines[here] = lines[here].removeprefix("  ")
        case _:
            return _changed_word(chance, text).encode()
    return "\n".join(lines).encode()


def _changed_word(chance: random.Random, text: str) -> str:
    words = list(_WORD.finditer(text))
    numbers = [each for each in words if _NUMBER.fullmatch(each.group())]
    old = chance.choice(numbers if numbers and chance.random() < 0.6 else words)
    new = chance.choice((chance.choice(_NUMBERS), chance.choice(_TEXTS[:6]), chance.choice(words).group()))
    return text[: old.start()] + new + text[old.end() :]
