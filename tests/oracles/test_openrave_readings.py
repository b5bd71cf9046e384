"""We read OpenRAVE's documents as OpenRAVE does, but for a list of exceptions that has to stay true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from real import CORPUS, corpus

import robotfmt

from .facts import Facts, exempting, needless, unforeseen
from .openrave_exceptions import EXCEPTIONS, KHRONOS, UNNAMED, UNUSABLE
from .openrave_facts import facts_of_reading, facts_of_world

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


@pytest.mark.parametrize("name", USABLE)
def test_openrave_reads_the_same_facts(name: str) -> None:
    assert unforeseen(*facts_of(name), exempting(name, EXCEPTIONS)) == []


@pytest.mark.parametrize("name", sorted({name for each in EXCEPTIONS for name in each.files}))
def test_every_exception_is_needed(name: str) -> None:
    assert needless(*facts_of(name), exempting(name, EXCEPTIONS)) == []


def test_every_reading_has_its_document_and_enough_facts() -> None:
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
