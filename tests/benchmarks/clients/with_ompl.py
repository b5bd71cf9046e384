"""OMPL with the collisions of pinocchio: RRT-Connect from the state ``home`` to random free poses of each arm.

All other joints, fingers among them, stay as they are at home.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from described import Arm, Described, Findings, answer, described

GOALS, TRIALS, SECONDS = 5, 3000, 30.0


class Checked:
    """The robot in pinocchio, with the pairs of links that its SRDF leaves."""

    def __init__(self, robot: Described) -> None:
        pin, folder = import_module("pinocchio"), str(robot.urdf.parent)
        self.pin = pin
        self.model = pin.buildModelFromUrdf(str(robot.urdf), mimic=True)
        self.data = self.model.createData()
        self.shapes = pin.buildGeomFromUrdf(self.model, str(robot.urdf), pin.COLLISION, package_dirs=[folder])
        self.shapes.addAllCollisionPairs()
        pin.removeCollisionPairs(self.model, self.shapes, str(robot.srdf))
        self.found = self.shapes.createData()
        pin.loadReferenceConfigurations(self.model, str(robot.srdf))
        self.home = np.array(self.model.referenceConfigurations["home"])

    def at(self, joints: Sequence[str], values: Sequence[float]) -> np.ndarray[Any, Any]:
        """Return the configuration with some joints at positions, and the others at home."""
        whole = self.home.copy()
        for name, value in zip(joints, values, strict=True):
            joint = self.model.joints[self.model.getJointId(name)]
            whole[joint.idx_q : joint.idx_q + joint.nq] = [value] if joint.nq == 1 else [np.cos(value), np.sin(value)]
        return whole

    def free(self, whole: np.ndarray[Any, Any]) -> bool:
        """Return True if no pair of links collides."""
        return not self.pin.computeCollisions(self.model, self.data, self.shapes, self.found, whole, True)

    def touching(self) -> str:
        """Return the pairs of shapes that collide at home, as text."""
        self.pin.computeCollisions(self.model, self.data, self.shapes, self.found, self.home, False)
        pairs, results = self.shapes.collisionPairs, self.found.collisionResults
        hit = [pair for pair, each in zip(pairs, results, strict=True) if each.isCollision()]
        names = [self.shapes.geometryObjects[number].name for pair in hit for number in (pair.first, pair.second)]
        return ", ".join(names)


def plan(folder: Path) -> Findings:
    """Return how many paths of five were found from home for each arm, and what collides at home."""
    robot = described(folder)
    import_module("ompl.base")
    checked = Checked(robot)
    given = checked.at(list(robot.home), list(robot.home.values()))
    found: dict[str, object] = {"home": checked.touching() or "free"}
    found |= {} if np.allclose(given, checked.home) else {"home read": "differs"}
    checked.home = given
    return {**found, **{arm.group: paths(checked, robot, arm) for arm in robot.arms}}


def paths(checked: Checked, robot: Described, arm: Arm) -> str:
    """Return how many paths of five were found."""
    base, geometric = import_module("ompl.base"), import_module("ompl.geometric")
    space = base.RealVectorStateSpace(len(arm.joints))
    bounds = base.RealVectorBounds(len(arm.joints))
    for number, name in enumerate(arm.joints):
        bounds.setLow(number, robot.ranges[name][0])
        bounds.setHigh(number, robot.ranges[name][1])
    space.setBounds(bounds)
    size, start, planned = range(len(arm.joints)), [robot.home[name] for name in arm.joints], 0
    random = np.random.default_rng(0)
    for _ in range(GOALS):
        setup = geometric.SimpleSetup(space)
        setup.setStateValidityChecker(lambda at: checked.free(checked.at(arm.joints, [at[k] for k in size])))
        setup.setPlanner(geometric.RRTConnect(setup.getSpaceInformation()))
        ends = [state(space, values) for values in (start, free(checked, robot, arm, random))]
        setup.setStartAndGoalStates(*ends)
        setup.solve(SECONDS)
        planned += setup.haveExactSolutionPath()
    return f"{planned}/{GOALS}"


def state(space: Any, values: Iterable[float]) -> Any:
    """Return a state of a space."""
    found = space.allocState()
    for number, value in enumerate(values):
        found[number] = float(value)
    return found


def free(checked: Checked, robot: Described, arm: Arm, random: np.random.Generator) -> np.ndarray[Any, Any]:
    """Return a random free pose of an arm."""
    lower, upper = np.array([robot.ranges[name] for name in arm.joints]).T
    for _ in range(TRIALS):
        pose = random.uniform(lower, upper)
        if checked.free(checked.at(arm.joints, pose.tolist())):
            return np.asarray(pose)
    message = f"no pose of {TRIALS} is free"
    raise RuntimeError(message)


if __name__ == "__main__":
    answer(plan)
