"""What ``robotfmt srdf`` writes, as pinocchio reads it, and against collisions that pinocchio finds itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle
from real import FIXTURES, example_robots

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.model import LinearCoupling, Robot
from robotfmt.planning import PlanOptions, describe
from robotfmt.settings import Settings

from .oracle import Array

CONFIGURATIONS = 200
NAMES = ("panda.urdf", "ur5_robot.urdf", "xarm7.urdf")
ROBOTS = [
    FIXTURES / "arm6" / "arm6.urdf",
    *(next(path for path in example_robots() if path.name == name) for name in NAMES if example_robots()),
]


@dataclass(frozen=True)
class Case:
    """A robot, its SRDF, and pinocchio's model of it."""

    pinocchio: Any
    robot: Robot
    document: Path
    model: Any
    geometry: Any

    def ends(self, pair: Any) -> frozenset[str]:
        frames = [self.model.frames[each.parentFrame].name for each in self.geometry.geometryObjects]
        return frozenset((frames[pair.first], frames[pair.second]))

    def colliding(self, configuration: Array) -> set[frozenset[str]]:
        """The pairs of links that collide."""
        data, room = self.model.createData(), self.geometry.createData()
        self.pinocchio.computeCollisions(self.model, data, self.geometry, room, configuration, False)
        pairs = self.geometry.collisionPairs
        hits = zip(pairs, room.collisionResults, strict=True)
        return {self.ends(pair) for pair, result in hits if result.isCollision()}


@pytest.fixture(scope="module", params=ROBOTS, ids=lambda path: path.stem)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A robot with the SRDF that is made for it."""
    pinocchio = oracle("pinocchio")
    pytest.importorskip("coal")
    path: Path = request.param
    folders = [path.parent] if FIXTURES in path.parents else [path.parents[4], path.parents[2]]
    assets = Assets(roots=tuple(folders))
    settings = Settings(assets=assets)
    robot = describe(robotfmt.read(path, settings=settings), PlanOptions(samples=1000), settings=settings).robot
    document = tmp_path_factory.mktemp("described") / "robot.srdf"
    robotfmt.write(robot, document, settings=settings)
    model = pinocchio.buildModelFromUrdf(str(path))
    kind = pinocchio.GeometryType.COLLISION
    geometry = pinocchio.buildGeomFromUrdf(model, str(path), kind, package_dirs=[str(each) for each in folders])
    geometry.addAllCollisionPairs()
    return Case(pinocchio, robot, document, model, geometry)


def home(case: Case) -> Array:
    """Where all joints of the states ``home`` stand; the others are at 0."""
    configuration = np.array(case.pinocchio.neutral(case.model))
    for state in case.robot.states:
        assert state.name == "home"
        for value in state.values:
            joint = case.model.joints[case.model.getJointId(value.joint)]
            if joint.nq == 1:
                configuration[joint.idx_q] = value.values[0]
    for joint in case.robot.joints:  # which pinocchio does not let follow unless it is asked to
        if isinstance(joint.coupling, LinearCoupling):
            follower = case.model.joints[case.model.getJointId(joint.name)]
            leader = case.model.joints[case.model.getJointId(joint.coupling.joint)]
            configuration[follower.idx_q] = configuration[leader.idx_q]
    return configuration


def test_its_home_is_the_one_that_was_chosen(case: Case) -> None:
    model = case.pinocchio.Model(case.model)
    case.pinocchio.loadReferenceConfigurations(model, str(case.document), False)
    read = np.array(model.referenceConfigurations["home"])
    arm = next(state for state in case.robot.states if state.group == "arm")
    joints = [case.model.joints[case.model.getJointId(value.joint)] for value in arm.values]
    found = {joint.idx_q: value.values[0] for joint, value in zip(joints, arm.values, strict=True) if joint.nq == 1}
    assert found
    assert {place: read[place] for place in found} == found


def test_nothing_that_is_checked_collides_at_home(case: Case) -> None:
    geometry = case.pinocchio.GeometryModel(case.geometry)
    case.pinocchio.removeCollisionPairs(case.model, geometry, str(case.document), False)
    checked = {case.ends(pair) for pair in geometry.collisionPairs}
    ignored = {frozenset((each.first, each.second)) for each in case.robot.ignored_pairs}
    assert case.colliding(home(case)) & checked - ignored == set()


def test_pairs_ignored_as_never_do_not_collide_and_pairs_ignored_as_always_do(case: Case) -> None:
    reasons = {frozenset((each.first, each.second)): each.reason for each in case.robot.ignored_pairs}
    generator = np.random.default_rng(3)
    low = np.maximum(case.model.lowerPositionLimit, -np.pi)
    high = np.minimum(case.model.upperPositionLimit, np.pi)
    for configuration in generator.uniform(low, high, (CONFIGURATIONS, case.model.nq)):
        hits = case.colliding(configuration)
        assert [ends for ends in hits if reasons.get(ends) == "Never"] == []
        assert [ends for ends, reason in reasons.items() if reason == "Always" and ends not in hits] == []


def test_groups_are_chains_with_end_effectors_at_their_tips(case: Case) -> None:
    (arm,) = [group for group in case.robot.groups if group.name == "arm"]
    (chain,) = arm.chains
    frames = [frame.name for frame in case.model.frames]
    assert {chain.base, chain.tip} <= set(frames)
    links = []
    link = chain.tip
    above = {joint.child: joint.parent for joint in case.robot.joints}
    while link != chain.base:
        links.append(link)
        link = above[link] or ""
    for effector in case.robot.end_effectors:
        assert effector.parent_group == "arm"
        assert effector.parent_link in links
