"""What a planner feels of the usual spheres, and of as many that are divided by volume alone.

    python tests/benchmarks/felt.py [POSES]

Prints, for arms of example-robot-data: how many of the random poses that the shapes call free the spheres refuse, and
in how many that are free by the spheres the shapes collide; then the same of a fit that does not know where other links
pass; last the CPU seconds of all that ``xrdf`` does.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

from real import named_robots

from robotfmt import read
from robotfmt.diagnostics import Report
from robotfmt.model import Robot
from robotfmt.planning import prepare
from robotfmt.spheres import PoseMeasure, measure_poses
from robotfmt.spheres.fitting import robot as fitting

EFFORT = 0.2
"""That of the usual number of spheres."""
ROBOTS = (
    "panda_description/urdf/panda.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "kinova_description/robots/kinova.urdf",
    "tiago_description/robots/tiago.urdf",
)


def main(poses: int) -> None:
    """Print a row of a table for each robot."""
    for path in named_robots(ROBOTS, ()):
        robot, began = read(path, report=Report()), time.process_time()
        usual = prepare(robot, report=Report(), workers=1).robot
        seconds, count = time.process_time() - began, _count(usual)
        before = _unaware(robot, count)
        cells = [*_cells(usual, count, poses), *_cells(before, _count(before), poses)]
        print(f"| {path.stem} | {' | '.join(cells)} | {seconds:.0f} |", flush=True)


def _unaware(robot: Robot, budget: int) -> Robot:
    """Return a robot with spheres that are divided by volume, wherever other links pass."""
    known: Any = fitting
    occupancies, known.occupancies_of = known.occupancies_of, lambda scene: {}
    blamed, known.blamed_links = known.blamed_links, lambda scene, spheres: []
    try:
        return prepare(robot, spheres={"budget": budget, "effort": EFFORT}, report=Report(), workers=1).robot
    finally:
        known.occupancies_of, known.blamed_links = occupancies, blamed


def _count(robot: Robot) -> int:
    return sum(len(frame.spheres) for frame in robot.sphere_sets[0].frames)


def _cells(robot: Robot, count: int, poses: int) -> list[str]:
    found: PoseMeasure = measure_poses(robot, poses=poses, seed=7)
    refused, collide = found.refused / max(found.free, 1), found.collide / max(found.clear, 1)
    return [str(count), f"{100 * refused:.1f} %", f"{100 * collide:.2f} %"]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
