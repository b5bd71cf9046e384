"""Pinocchio with coal, in a loop over configurations, collides no pair that robotfmt says never touches."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.selfcollision import Classes, PairClass, classify
from robotfmt.settings import Settings

from .oracle import require_example_robots

CONFIGURATIONS = 300
Hits = Counter[frozenset[str]]


@pytest.fixture(scope="module")
def judged() -> tuple[Classes, Hits]:
    """What robotfmt finds of the Panda, and how often pinocchio collides each pair of its links."""
    pinocchio = oracle("pinocchio")
    require_example_robots()
    path = next(each for each in example_robots() if each.name == "panda.urdf")
    folders = [path.parents[4], path.parents[2]]
    assets = Assets(roots=tuple(folders))
    robot = robotfmt.read(path, settings=Settings(assets=assets))
    found = classify(robot, settings=Settings(assets=assets), samples=CONFIGURATIONS)
    model = pinocchio.buildModelFromUrdf(str(path))
    kind = pinocchio.GeometryType.COLLISION
    geometry = pinocchio.buildGeomFromUrdf(model, str(path), kind, package_dirs=[str(folder) for folder in folders])
    geometry.addAllCollisionPairs()
    return found, _brute_force(pinocchio, model, geometry)


def _brute_force(pinocchio: Any, model: Any, geometry: Any) -> Hits:
    links = [model.frames[each.parentFrame].name for each in geometry.geometryObjects]
    pairs = [frozenset((links[pair.first], links[pair.second])) for pair in geometry.collisionPairs]
    data, room = model.createData(), geometry.createData()
    generator, hits = np.random.default_rng(5), Hits()
    for q in generator.uniform(model.lowerPositionLimit, model.upperPositionLimit, (CONFIGURATIONS, model.nq)):
        pinocchio.computeCollisions(model, data, geometry, room, q, False)
        hits.update({pairs[number] for number, it in enumerate(room.collisionResults) if it.isCollision()})
    return hits


def test_pairs_that_never_touch_never_collide(judged: tuple[Classes, Hits]) -> None:
    found, hits = judged
    never = {frozenset((pair.first, pair.second)) for pair in found.of(PairClass.NEVER)}
    assert len(never) == 22
    assert not never & hits.keys()


def test_pairs_that_collide_often_are_found_to_touch(judged: tuple[Classes, Hits]) -> None:
    found, hits = judged
    touching = {frozenset((pair.first, pair.second)) for pair in found.of(PairClass.SOMETIMES)}
    adjacent = {frozenset((pair.first, pair.second)) for pair in found.of(PairClass.ADJACENT)}
    often = {ends for ends, count in hits.items() if len(ends) == 2 and count > CONFIGURATIONS // 100}
    assert len(often - adjacent) >= 5
    assert often - adjacent <= touching
