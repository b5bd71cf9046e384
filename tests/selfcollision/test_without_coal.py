"""Real robots, with robotfmt's own checks of contacts: the classes are coal's, and in other poses coal refutes none."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from real import named_robots

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import sample
from robotfmt.model import Robot
from robotfmt.selfcollision import Classes, PairClass, classify
from robotfmt.selfcollision.bodies import bodies_of, contact_of
from robotfmt.selfcollision.link_poses import link_poses
from robotfmt.selfcollision.settle import Sight
from robotfmt.settings import Settings, context_of

ROBOTS = (
    "panda_description/urdf/panda.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "tiago_description/robots/tiago_no_hand.urdf",
)
_POSES = 20_000
"""The number of poses in which coal looks for contacts."""
_TOGETHER = 1000


def loaded(name: str) -> tuple[Robot, Settings]:
    """A robot, and the settings that find its meshes."""
    pytest.importorskip("coal")
    found = named_robots([name], [])
    if not found:
        pytest.skip("example-robot-data is not installed")
    assets = Assets(roots=(found[0].parents[4], found[0].parents[2]))
    settings = Settings(assets=assets)
    return robotfmt.read(found[0], settings=settings), settings


def refuted(robot: Robot, settings: Settings, found: Classes, count: int = _POSES) -> list[frozenset[str]]:
    """The pairs that never touch by some findings, and that touch by coal in one of some random poses."""
    bodies, _ = bodies_of(robot, context_of(settings=settings), visuals=False)
    pairs = {pair.links: contact_of(bodies[pair.first], bodies[pair.second]) for pair in found.of(PairClass.NEVER)}
    touching: list[frozenset[str]] = []
    for seed in range(count // _TOGETHER):
        places = link_poses(robot, bodies, sample(robot, _TOGETHER, seed=seed + 1))
        for pair in found.of(PairClass.NEVER):
            sight = Sight(bodies[pair.first], bodies[pair.second], places, pairs[pair.links])
            rows = np.arange(_TOGETHER)
            left = rows[~sight.free(rows)].tolist()
            touching += [pair.links for _, touch in sight.touch(left) if touch]
    return touching


@pytest.mark.slow
@pytest.mark.parametrize("name", ROBOTS)
def test_the_classes_are_those_of_coal_which_refutes_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (robot, settings), report = loaded(name), Report()
    by_coal = classify(robot, report=report, settings=settings)
    assert not report.having("collisions.without-coal")
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "coal", None)
        ours = classify(robot, report=report, settings=settings)
    assert len(report.having("collisions.without-coal")) == 1
    for kind in (PairClass.ADJACENT, PairClass.ALWAYS, PairClass.DEFAULT):
        assert {pair.links for pair in ours.of(kind)} == {pair.links for pair in by_coal.of(kind)}
    never, theirs = ({pair.links for pair in each.of(PairClass.NEVER)} for each in (ours, by_coal))
    assert len(never ^ theirs) <= len(theirs) // 100  # the search measures distances, whose last digits differ
    assert refuted(robot, settings, ours) == []
