"""We read OpenRAVE's documents as OpenRAVE does, but for a list of exceptions that has to stay true."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from real import CORPUS, corpus

import robotfmt

from .openrave_exceptions import EXCEPTIONS, KHRONOS, UNNAMED, UNUSABLE, Exempt
from .openrave_facts import Fact, Facts, facts_of_reading, facts_of_world

COLLADA = CORPUS / "collada"
READINGS = {path.stem: path for path in corpus("collada/openrave-readings/*.json")}
SOURCES = {
    str(path.relative_to(COLLADA).with_suffix("")).replace("/", "__"): path
    for path in (*corpus("collada/*/*.zae"), *corpus("collada/*/*.dae"))
}
"""Of a document and its archive the document was read."""
USABLE = sorted(READINGS.keys() - UNUSABLE.keys())

pytestmark = pytest.mark.skipif(not READINGS, reason="the corpus with readings by OpenRAVE is not here")


def reading_of(name: str) -> dict[str, Any]:
    """What OpenRAVE read."""
    text = READINGS[name].read_text()
    for made_up, sid in UNNAMED.items() if name in KHRONOS else ():
        text = text.replace(f'"{made_up}"', f'"{sid}"')
    found: dict[str, Any] = json.loads(text)
    return found


def facts_of(name: str) -> tuple[Facts, Facts]:
    """The facts of a document according to OpenRAVE and to us."""
    return facts_of_reading(reading_of(name)), facts_of_world(robotfmt.read_world(SOURCES[name]))


def same(theirs: Fact, ours: Fact) -> bool:
    """Whether a fact is the same; files and readings have six digits or more."""
    if isinstance(theirs, np.ndarray) and isinstance(ours, np.ndarray):
        return np.allclose(ours, theirs, rtol=1e-5, atol=1e-6)
    return type(theirs) is type(ours) and theirs == ours


def differences(theirs: Facts, ours: Facts) -> dict[str, tuple[Fact, Fact]]:
    """The facts that differ or that only one side has."""
    pairs = {name: (theirs.get(name), ours.get(name)) for name in sorted(theirs.keys() | ours.keys())}
    return {name: pair for name, pair in pairs.items() if not same(*pair)}


def exempting(name: str) -> list[Exempt]:
    return [each for each in EXCEPTIONS if name in each.files]


def is_exempt(exempt: Exempt, fact: str, theirs: Fact, ours: Fact) -> bool:
    """Whether a difference is the one that was foreseen."""
    if not fnmatchcase(fact, exempt.facts):
        return False
    if exempt.rule is None:
        return True
    return isinstance(theirs, np.ndarray) and isinstance(ours, np.ndarray) and exempt.rule(theirs, ours)


def unforeseen(name: str) -> Iterator[str]:
    """What differs without a reason, one line each."""
    for fact, (theirs, ours) in differences(*facts_of(name)).items():
        if not any(is_exempt(exempt, fact, theirs, ours) for exempt in exempting(name)):
            yield f"{fact}: OpenRAVE reads {theirs}, we read {ours}"


@pytest.mark.parametrize("name", USABLE)
def test_openrave_reads_the_same(name: str) -> None:
    assert list(unforeseen(name)) == []


@pytest.mark.parametrize("name", sorted({name for each in EXCEPTIONS for name in each.files}))
def test_every_exception_is_needed(name: str) -> None:
    found = differences(*facts_of(name))
    for exempt in exempting(name):
        assert any(is_exempt(exempt, fact, *pair) for fact, pair in found.items()), exempt.reason


def test_every_reading_has_its_document_and_says_enough() -> None:
    assert READINGS.keys() <= SOURCES.keys()
    assert sum(len(facts_of_reading(reading_of(name))) for name in USABLE) > 5000


@pytest.mark.parametrize("name", sorted(UNUSABLE))
def test_readings_are_left_out_only_where_openrave_failed(name: str) -> None:
    reading = reading_of(name)
    assert not (reading["ok"] and reading["bodies"])


def test_the_scene_of_the_kr150_is_what_its_formulas_give() -> None:
    # The exception of this file: its own scene has the values that the reading lacks.
    name = "zakharov+KDLCollada__examples__kr150"
    (placed,) = robotfmt.read_world(Path(SOURCES[name])).robots
    bound = {each.joint: each.values[0] for each in placed.robot.scene_positions}
    assert bound["KR125.zyl_KR125.kol.b"] == pytest.approx(0.20591)
    values = {joint["name"]: joint["axes"][0]["value"] for joint in reading_of(name)["bodies"][0]["joints"]}
    assert values["KR125.zyl_KR125.kol.b"] == 0
