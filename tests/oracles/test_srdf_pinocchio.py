"""Pinocchio reads of what is written what it read before: configurations and pairs; and what robotfmt reads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from programs import oracle
from real import FIXTURES, example_robots, example_srdfs

import robotfmt
from robotfmt.model import Robot

from .oracle import Array

UNREADABLE = {"alex_psyonic_hands"}
"""Its URDF has joints that mimic joints that do not exist."""


def _pairs() -> list[tuple[Path, Path]]:
    urdfs = {path.stem: path for path in reversed(example_robots())}
    known = [(urdfs[path.stem], path) for path in example_srdfs() if path.stem in urdfs]
    return [(FIXTURES / "arm6" / "arm6.urdf", FIXTURES / "arm6" / "arm6.srdf"), *known]


PAIRS = [pair for pair in _pairs() if pair[1].stem not in UNREADABLE]
IDS = [f"{srdf.parent.parent.name}-{srdf.stem}" for _, srdf in PAIRS]


@dataclass(frozen=True)
class Case:
    """A robot, the document that was read, and the one that was written."""

    pinocchio: Any
    model: Any
    robot: Robot
    before: Path
    after: Path


@pytest.fixture(scope="module", params=PAIRS, ids=IDS)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """One of the robots, with a free base as these documents expect it."""
    pinocchio = oracle("pinocchio")
    urdf, srdf = request.param
    after = tmp_path_factory.mktemp("written") / "robot.srdf"
    done = robotfmt.convert([urdf, srdf], after)
    model = pinocchio.buildModelFromUrdf(str(urdf), pinocchio.JointModelFreeFlyer())
    return Case(pinocchio, model, done.robot, srdf, after)


def states(case: Case, path: Path) -> dict[str, Array]:
    """The states of a document, as vectors. A new model for each: pinocchio keeps what it has read before."""
    model = case.pinocchio.Model(case.model)
    case.pinocchio.loadReferenceConfigurations(model, str(path), False)
    names = [entry.key() for entry in model.referenceConfigurations]
    return {name: np.array(model.referenceConfigurations[name]) for name in names}


def ignored(case: Case, path: Path) -> set[frozenset[str]]:
    """The pairs of links that a document takes away, of a robot that has a sphere on every link."""
    pinocchio, coal = case.pinocchio, oracle("coal")
    geometry = pinocchio.GeometryModel()
    for number, frame in enumerate(case.model.frames):
        if frame.type == pinocchio.FrameType.BODY:
            sphere = coal.Sphere(0.1)
            made = pinocchio.GeometryObject(frame.name, frame.parentJoint, number, frame.placement, sphere)
            geometry.addGeometryObject(made)
    geometry.addAllCollisionPairs()
    every = pairs_of(geometry)
    pinocchio.removeCollisionPairs(case.model, geometry, str(path), False)
    return every - pairs_of(geometry)


def pairs_of(geometry: Any) -> set[frozenset[str]]:
    """The pairs that are checked, by the names of the links."""
    objects = geometry.geometryObjects
    return {frozenset((objects[each.first].name, objects[each.second].name)) for each in geometry.collisionPairs}


def test_pinocchio_reads_the_same_states(case: Case) -> None:
    before, after = states(case, case.before), states(case, case.after)
    assert after.keys() == before.keys()
    for name, expected in before.items():
        assert_array_equal(after[name], expected, err_msg=name)


def test_states_in_pinocchio_are_those_of_the_robot(case: Case) -> None:
    """Of states of one name pinocchio keeps one; what two say differently cannot be compared."""
    found = states(case, case.before)
    reported = [state for state in case.robot.states if state.values]
    names = [state.name for state in reported]
    assert found.keys() <= {state.name for state in case.robot.states}
    for state in (each for each in reported if names.count(each.name) == 1 and each.name in found):
        values = {each.joint: each.values for each in state.values}
        for name, joint in zip(case.model.names, case.model.joints, strict=True):
            if name in values and joint.nq == len(values[name]):
                part = found[state.name][joint.idx_q : joint.idx_q + joint.nq]
                assert_array_equal(part, as_pinocchio(values[name]), err_msg=f"{state.name}: {name}")


def as_pinocchio(values: tuple[float, ...]) -> tuple[float, ...]:
    """The values of a joint in pinocchio's order: the scalar of a quaternion stands last, in the model first."""
    return (*values[:3], *values[4:], values[3]) if len(values) == 7 else values


def test_pinocchio_removes_the_same_pairs(case: Case) -> None:
    before, after = ignored(case, case.before), ignored(case, case.after)
    assert after == before
    movers = {
        frame.name: frame.parentJoint for frame in case.model.frames if frame.type == case.pinocchio.FrameType.BODY
    }
    reported = {frozenset((each.first, each.second)) for each in case.robot.ignored_pairs}
    # Links that do not move against each other are no pair for pinocchio.
    assert before == {pair for pair in reported if pair <= movers.keys() and len({movers[link] for link in pair}) == 2}
