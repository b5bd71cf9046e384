"""Nothing that an edit removes or changes goes unsaid: hundreds of operations on robots full of references to names."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from enriched import driven, enriched
from real import example_robots, fixtures

import robotfmt
from robotfmt import Robot, edit
from robotfmt.diagnostics import Diagnostic, Fate, Report
from robotfmt.edit.journal import Journal
from robotfmt.errors import ModelError, UsageError
from robotfmt.facts import Fact, Kind, facts
from robotfmt.facts.difference import is_below
from robotfmt.facts.fact import flat
from robotfmt.formats import Feature
from robotfmt.hub.editing import Changes
from robotfmt.hub.proof import unexplained
from robotfmt.kinematics.tree import roots
from robotfmt.model import Pose, Rpy
from robotfmt.model.record import replace
from robotfmt.model.renaming import given_names
from robotfmt.settings import Settings

OPERATIONS, LEAST = (1000, 30) if os.environ.get("ROBOTFMT_ALL") else (120, 3)
ROBOTS, LONGEST = 30, 3
SEED, LARGEST, EACH = 27, 50, 10
BEFORE, AFTER, NEW, PARTS = "zzp_", "_zzs", "_zzn", ("zzb_", "zzc_")
"""What is put to names."""
ADDED = re.compile("|".join((BEFORE, AFTER, NEW, *PARTS)))
Operation = Callable[[Robot, Report | None], Robot]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not example_robots(), reason="example-robot-data is not installed")]


@cache
def robots(folder: Path) -> dict[Path, Robot]:
    """Robots with Gazebo blocks, SRDF and XRDF, the same ones every time, by the folders of their documents.

    Every other one has a pose in the scene, which these documents have no place for.
    """
    paths = [*fixtures(".urdf"), *example_robots()]
    found: dict[Path, Robot] = {}
    for number, path in enumerate(Random(SEED).sample(paths, len(paths))):
        documents = enriched(path, number)
        if documents is not None and len(found) < ROBOTS:
            home = folder / str(number)
            home.mkdir()
            robot = robotfmt.read(*documents.written(home), report=Report())
            pose = Pose((1.0, float(number), 0.5), Rpy(0.0, 0.0, 0.3)) if len(found) % 2 else None
            found |= {home: replace(robot, pose=pose)} if len(robot.links) <= LARGEST else {}
    assert len(found) == ROBOTS
    return found


def new_name(kind: str) -> Callable[[Robot, Random, Robot], Operation]:
    def make(robot: Robot, random: Random, _: Robot) -> Operation:
        names = given_names(robot).get(kind, [])
        name = random.choice(names) if names else ""
        changes = {f"{kind}s": {name: f"{name}{NEW}"}}
        return lambda it, report: edit.rename(it, **changes, report=report)

    return make


def held(robot: Robot, random: Random, _: Robot) -> Operation:
    joints = [each for each in driven(robot) if len(each.axes) == 1]
    joint = random.choice(joints) if joints else None
    hard = joint.axes[0].hard if joint is not None else None
    bounds = (hard.lower, hard.upper) if hard is not None else (None, None)
    value = sum(each or 0.0 for each in bounds) / 2 if None not in bounds else 0.1
    name = joint.name if joint is not None else ""
    return lambda it, report: edit.lock(it, {name: value}, report=report)


def on_link(do: Callable[[Robot, str, Report | None], Robot]) -> Callable[[Robot, Random, Robot], Operation]:
    def make(robot: Robot, random: Random, _: Robot) -> Operation:
        link = random.choice(robot.links).name
        return lambda it, report: do(it, link, report)

    return make


def attached(robot: Robot, random: Random, other: Robot) -> Operation:
    link, before = random.choice(robot.links).name, random.choice(PARTS)
    pose = Pose((0.0, 0.0, 0.1))
    return lambda it, report: edit.attach(it, other, link, pose=pose, prefix=before, report=report)


def plain(do: Operation) -> Callable[[Robot, Random, Robot], Operation]:
    return lambda *_: do


KINDS: dict[str, Callable[[Robot, Random, Robot], Operation]] = {
    "rename link": new_name("link"),
    "rename joint": new_name("joint"),
    "rename group": new_name("group"),
    "prefix": plain(lambda it, report: edit.prefix(it, BEFORE, report=report)),
    "suffix": plain(lambda it, report: edit.prefix(it, after=AFTER, report=report)),
    "extract": on_link(lambda it, link, report: edit.extract(it, link, report=report)),
    "extract to a tip": on_link(lambda it, link, report: edit.extract(it, roots(it)[0], [link], report=report)),
    "attach": attached,
    "merge": plain(lambda it, report: edit.merge_fixed_joints(it, report=report)),
    "merge, keep frames": plain(lambda it, report: edit.merge_fixed_joints(it, keep_frames=True, report=report)),
    "reroot": on_link(lambda it, link, report: edit.reroot(it, link, report=report)),
    "reroot, move frames": on_link(lambda it, link, report: edit.reroot(it, link, move_frames=True, report=report)),
    "lock": held,
    "place": plain(lambda it, report: edit.fix_to_world(it, report=report)),
    "place at a pose": plain(
        lambda it, report: edit.fix_to_world(it, Pose((0.0, 0.0, 0.8), Rpy(0.2, 0.0, 0.0)), report=report)
    ),
    "modifiers": plain(lambda it, report: edit.apply_modifiers(it, report=report)),
    "modifiers, turn": plain(lambda it, report: edit.apply_modifiers(it, upstream="turn", report=report)),
}
REFRAMING = {"merge", "merge, keep frames", "reroot, move frames"}
"""What gives poses in other frames, and calls links otherwise, without a word on each."""


class Chain:
    """Some operations on a robot, and what was said of them."""

    def __init__(self, home: Path, robot: Robot) -> None:
        self.home, self.robot = home, robot
        self.journal = Journal(robot)
        self.done: list[tuple[str, Operation]] = []

    def does(self, name: str, random: Random, other: Robot) -> bool:
        """Whether an operation is one that can be done."""
        operation = KINDS[name](self.robot, random, other)
        try:
            self.robot = operation(self.robot, self.journal)
        except (UsageError, ModelError):
            return False
        self.done.append((name, operation))
        return True

    def again(self, robot: Robot, *, report: Report, settings: Settings) -> Robot:
        """The same operations on another robot, which must be the same one."""
        for _, operation in self.done:
            robot = operation(robot, report)
        return robot


def chains(folder: Path) -> Iterator[Chain]:
    """As many operations as are wanted, in chains, each operation as often as every other one."""
    random, counts = Random(SEED), Counter[str](dict.fromkeys(KINDS, 0))
    found = robots(folder)
    while counts.total() < OPERATIONS:
        chain = Chain(*random.choice(list(found.items())))
        for _ in range(random.randint(1, LONGEST)):
            rarest = sorted(KINDS, key=lambda name: (counts[name], random.random()))
            other = random.choice(list(found.values()))
            name = next((name for name in rarest[:6] if chain.does(name, random, other)), None)
            if name is None:
                break
            counts[name] += 1
        yield chain
    assert min(counts.values()) >= LEAST


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("robots")


def alike(fact: Fact, is_reframed: bool) -> tuple[object, ...]:
    """A fact without its path, and without what an operation may put to it without a word."""
    if fact.feature is Feature.EXTENSIONS:
        path = fact.path[fact.path.index("extension") :]
        return (fact.feature, path[3:5])
    value: object = None
    if fact.kind is Kind.EXACT and not is_reframed:
        value = ADDED.sub("", repr(fact.value))
    elif fact.kind is Kind.NUMBERS and not is_reframed:
        value = tuple(round(each, 6) + 0.0 for each in flat(fact.value))
    return (fact.feature, fact.kind, value)


def missing(chain: Chain, changes: Changes) -> Counter[tuple[object, ...]]:
    """What is not there any more of the facts of which nothing was said: counted, whatever their paths."""
    is_reframed = bool(REFRAMING.intersection(name for name, _ in chain.done))
    reported = {each.subject: each.fate for each in changes.claims}
    whole = {each.path for each in changes.differences if reported.get(each.subject) in (Fate.LOST, Fate.REMOVED)}
    quiet = chain.journal.omitted | chain.journal.implied
    left = [
        fact
        for fact in chain.journal.source
        if fact.subject not in reported and fact.path not in quiet and not is_below(fact.path, whole)
    ]
    there = Counter(alike(each, is_reframed) for each in facts(chain.robot))
    return Counter(alike(each, is_reframed) for each in left) - there


@pytest.mark.slow
def test_every_fact_that_operations_remove_or_change_is_reported(folder: Path) -> None:
    lines = number = 0
    for number, chain in enumerate(chains(folder)):
        what = [name for name, _ in chain.done]
        changes = Changes.of(chain.journal, chain.robot)
        assert chain.journal.is_gapless
        assert unexplained(changes.differences, changes.claims) == [], what
        gone = missing(chain, changes)
        assert not gone or is_given_once(gone, what), (what, gone)
        assert [str(each) for each in needless(changes)] == [], what
        lines += len(changes.claims)
        assert number % EACH or is_written_in_its_place(chain, changes), what
    assert lines > 10 * OPERATIONS
    assert number > 3 * EACH


def is_written_in_its_place(chain: Chain, changes: Changes) -> bool:
    """Whether a conversion with the same operations reports the same, is proved, and has all in its place."""
    sources = [chain.home / f"robot.{suffix}" for suffix in ("urdf", "srdf", "xrdf")]
    outputs = [chain.home / f"out.{suffix}" for suffix in ("urdf", "srdf", "xrdf")]
    report = Report()
    done = robotfmt.convert(sources, *outputs, report=report, overwrite=True, edit=chain.again)
    tally = done.tally
    counted = (tally.kept, tally.changed, tally.removed, tally.converted, tally.approximated, tally.lost)
    reported = {(each.code, each.subject) for each in report}
    assert [it for it in changes.claims if (it.code, it.subject) not in reported and not is_of_pose(it)] == []
    read = [fact for fact in chain.journal.source if fact.feature is not Feature.PLACEMENT]
    is_homeless = '<extension format="urdf"' in outputs[0].read_text(encoding="utf-8")
    return sum(counted) >= len(read) and not is_homeless and not report.having("convert.place-gone")


def is_of_pose(it: Diagnostic) -> bool:
    """Whether it is about the robot's own pose, which its documents do not have."""
    return it.subject.partition("/")[0] == "place"


def needless(changes: Changes) -> Iterator[Diagnostic]:
    """The lines without which nothing would be missed."""
    found = {each.path: each for each in changes.differences}
    reported = {each.subject: each for each in changes.claims}
    assert len(reported) == len(changes.claims)
    assert reported.keys() <= {each.subject for each in changes.differences}
    for each in changes.differences:
        if each.subject in reported:
            # Nothing else than what it is a part of could explain it.
            above = [found[way] for end in range(1, len(each.path)) if (way := each.path[:end]) in found]
            others = [reported[it.subject] for it in above if it.subject in reported]
            if not unexplained([*above, each], others):
                yield reported[each.subject]


ONCE = {
    "attach": {Feature.BASE, Feature.NAME, Feature.SPHERES, Feature.CSPACE, Feature.SIMULATION, Feature.EXTENSIONS},
    "merge": {
        *(Feature.IGNORED_PAIRS, Feature.PAIR_REASONS, Feature.COLLISION_DEFAULTS, Feature.BUFFERS),
        *(Feature.SURFACES, Feature.SIMULATION),
    },
}
"""What may be said of both of two parts, and once of what they have become."""


def is_given_once(gone: Counter[tuple[object, ...]], what: list[str]) -> bool:
    """Whether no more is missing than what was said twice of what is one now."""
    able = [ONCE[name.partition(",")[0]] for name in what if name.partition(",")[0] in ONCE]
    return {each[0] for each in gone} <= set[object]().union(*able)
