"""roboplan: RRT-Connect between random free poses of each arm, and the time of each path by TOPP-RA.

The other joints are at home.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from described import Arm, Described, Findings, answer, described

PAIRS, TRIALS, NODES, SECONDS = 10, 3000, 100_000, 10.0


def plan(folder: Path) -> Findings:
    """Return how many paths of ten were planned and timed for each arm, and what hinders."""
    robot = described(folder)
    scene = scene_of(robot)
    home = at_home(scene, robot)
    scene.setRngSeed(0)
    found: dict[str, object] = {"home free": not scene.hasCollisions(home)}
    return {**found, **{arm.group: paths(scene, arm, home) for arm in robot.arms}}


def scene_of(robot: Described) -> Any:
    """Return the scene with the robot, its groups, and its limits."""
    core = import_module("roboplan.core")
    scene = core.Scene("scene", core.loadUrdfSceneDescription(str(robot.urdf), [str(robot.urdf.parent)]))
    scene.importSrdf(core.loadTextFile(str(robot.srdf)))
    limits = robot.urdf.with_name(f"{robot.urdf.stem}_config.yaml")
    scene.importJointLimitsFromConfig(core.loadJointLimitsConfig(str(limits)))
    return scene


def at_home(scene: Any, robot: Described) -> np.ndarray[Any, Any]:
    """Return the position of all joints at home."""
    positions = np.array(scene.getCurrentJointPositions())
    for name, value in robot.home.items():
        places = scene.getJointPositionIndices([name])
        positions[places] = [value] if len(places) == 1 else [np.cos(value), np.sin(value)]
    scene.setJointPositions(positions)
    return positions


def paths(scene: Any, arm: Arm, home: np.ndarray[Any, Any]) -> str:
    """Return how many paths of ten were planned and timed."""
    core, rrt, toppra = (import_module(f"roboplan.{name}") for name in ("core", "rrt", "toppra"))
    group = scene.getJointGroupInfo(arm.group)
    options = rrt.RRTOptions()
    options.group_name, options.rrt_connect = arm.group, True
    options.max_nodes, options.max_planning_time = NODES, SECONDS
    planner, timing = rrt.RRT(scene, options), toppra.PathParameterizerTOPPRA(scene, arm.group)
    planned, reasons = 0, set[str]()
    for _ in range(PAIRS):
        ends = [free(scene, home, group.q_indices) for _ in range(2)]
        try:
            path = planner.plan(*(core.JointConfiguration(group.joint_names, each) for each in ends))
            planned += bool(timing.generate(path).times)
        except (RuntimeError, ValueError) as error:
            reasons.add(str(error))
    return f"{planned}/{PAIRS}" + "".join(f"; {each}" for each in sorted(reasons))


def free(scene: Any, home: np.ndarray[Any, Any], places: Any) -> np.ndarray[Any, Any]:
    """Return a random free pose of an arm."""
    for _ in range(TRIALS):
        pose = home.copy()
        pose[places] = scene.randomPositions()[places]
        if not scene.hasCollisions(pose):
            return np.asarray(pose[places])
    message = f"no pose of {TRIALS} is free"
    raise RuntimeError(message)


if __name__ == "__main__":
    answer(plan)
