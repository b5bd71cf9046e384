"""Damaged VRML and Open Inventor gives a surface or a diagnostic, soon; the same documents each time."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import inventor_texts
import pytest
import vrml2_texts
from vrml import VRML2

from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.limits import Limits
from robotfmt.mesh import load

COUNT = 1000
SLOWEST = 2.0
"""The time for one document in seconds."""
MOST = 300_000
"""The memory that all of them may need in addition, in kilobytes."""
NUMBERS = (
    *("nan", "inf", "1e999", "1e308", "1e154", "1e9", "-1", "0", "-0", "2147483648", "1000000"),
    *("99999999999999999999", "0x10", "1_0", ".5.", "5", "abc"),
)
WORDS = (
    *("{", "}", "[", "]", "(", ")", "|", "~", "=", "#", '"', ",", "NULL", "TRUE", "DEF", "USE", "IS"),
    *("PROTO", "EXTERNPROTO", "ROUTE", "field", "eventIn", "ALL", "\\", "\x00", "\u00e9"),
)
TOKEN = re.compile(r'[^\s,"\[\]{}]+|[\[\]{}"]')
NUMBER = re.compile(r"[-+.]?[0-9]\S*")
SEEDS = [
    *(vrml2_texts.document(each[0]) for each in vrml2_texts.SHAPES.values()),
    *(vrml2_texts.transformed(each[0]) for each in vrml2_texts.TRANSFORMS.values()),
    *(VRML2 + each for each in vrml2_texts.NOT_READ.values()),
    *(inventor_texts.separated(each[0]) for each in inventor_texts.SHAPES.values()),
    *(inventor_texts.separated(each[0] + inventor_texts.CUBE) for each in inventor_texts.STATES.values()),
    *(inventor_texts.separated(each) for each in inventor_texts.NOT_READ.values()),
]


def _deleted(chance: random.Random, words: list[str], here: int) -> None:
    del words[here]


def _doubled(chance: random.Random, words: list[str], here: int) -> None:
    end = here + chance.randrange(1, 20)
    words[here:here] = words[here:end]


def _cut(chance: random.Random, words: list[str], here: int) -> None:
    del words[here:]


def _exchanged(chance: random.Random, words: list[str], here: int) -> None:
    there = chance.randrange(len(words))
    words[here], words[there] = words[there], words[here]


def _replaced(chance: random.Random, words: list[str], here: int) -> None:
    numbers = [index for index, word in enumerate(words) if NUMBER.fullmatch(word)]
    if numbers and chance.random() < 0.7:
        words[chance.choice(numbers)] = chance.choice(NUMBERS)
    else:
        words[here] = chance.choice(WORDS)


CHANGES: tuple[Callable[[random.Random, list[str], int], None], ...] = (
    *(_deleted, _doubled, _cut, _exchanged),
    *(_replaced, _replaced, _replaced),
)


def mutant(text: str, chance: random.Random) -> str:
    """A document with one to four changes."""
    head, _, rest = text.partition("\n")
    words = TOKEN.findall(rest)
    for _ in range(chance.choice((1, 1, 2, 4))):
        if words:
            chance.choice(CHANGES)(chance, words, chance.randrange(len(words)))
    return "\n".join([head, " ".join(words)] if chance.random() < 0.9 else [" ".join(words)])


@pytest.mark.parametrize("part", range(4))
def test_each_damaged_document_gives_a_surface_or_a_diagnostic(part: int) -> None:
    resource = pytest.importorskip("resource")
    chance = random.Random(part)
    read, before = 0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(COUNT // 4):
        text = mutant(chance.choice(SEEDS), chance)
        start = time.process_time()
        try:
            load(text.encode(), ".wrl", name="it.wrl", limits=Limits(), report=Report())
            read += 1
        except RobotfmtError:
            pass
        assert time.process_time() - start < SLOWEST, text
    assert 0 < read < COUNT // 4
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST
