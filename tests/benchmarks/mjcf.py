"""URDF to MJCF, judged by MuJoCo: ten robots of example-robot-data, and what other converters reach with them.

::

    python tests/benchmarks/mjcf.py

The rows of other programs were measured in November 2026 on the same ten robots, with MuJoCo 4.0.0.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from real import example_robots

import robotfmt
from robotfmt.inertia import repair_inertia
from robotfmt.kinematics.forward import forward_kinematics, sample, with_couplings
from robotfmt.kinematics.tree import roots
from robotfmt.model import JointType, Robot

ROBOTS = (
    *(
        "panda.urdf",
        "ur5_robot.urdf",
        "talos_full_v2.urdf",
        "solo12.urdf",
        "icub.urdf",
        "tiago.urdf",
        "a1.urdf",
    ),
    *("allegro_right_hand.urdf", "romeo.urdf", "kinova.urdf"),
)
CONFIGURATIONS = 30
OTHERS = """\
| truerig 0.1.1 | 8/10 | 9e-10 | 134/134 | 0/137 | 77/77 | 0/36 | 13/13 | 1.7 |
| urdf2any 0.3.0 | 1/10 | 1e-16 | 12/12 | 12/12 | - | - | - | 1.1 |
| urdf-mujoco-converter 0.1.0 | 1/10 | 1e-16 | 12/12 | 0/12 | - | - | - | 0.9 |
| urdf-to-mjcf 0.1.1 | 0/10 | - | - | - | - | - | - | 3.6 |
| MuJoCo 4.0.0 | 1/10 | 7e-17 | 12/12 | 12/12 | - | - | - | 0.2 |"""
"""Loaded robots, worst error of a position in metres, limits, efforts, damping, friction, mimics, seconds a robot."""
_NUMBERS = ("limits", "effort", "damping", "friction", "mimic")


@dataclass
class Count:
    """How many of the values of a kind are there."""

    kept: int = 0
    all: int = 0

    def add(self, wanted: float | None, found: float) -> None:
        """Count one value."""
        if wanted:
            self.all += 1
            self.kept += abs(found - wanted) <= 1e-12 * max(1.0, abs(wanted))

    def __str__(self) -> str:
        return f"{self.kept}/{self.all}"


def main() -> None:
    mujoco: Any = import_module("mujoco")
    counts = {name: Count() for name in _NUMBERS}
    loaded, worst, seconds = 0, 0.0, 0.0
    paths = [path for path in example_robots() if path.name in ROBOTS]
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            out, start = Path(folder) / "robot.xml", time.process_time()
            robot = robotfmt.convert([path], [out], edit=repair_inertia).robot
            seconds += time.process_time() - start
            try:
                model = mujoco.MjModel.from_xml_path(str(out))
            except ValueError as error:
                print(f"{path.name}: {error}")
                continue
        loaded += 1
        count(robot, model, counts)
        worst = max(worst, error_of(robot, model, mujoco.MjData(model), mujoco))
    cells = " | ".join(str(counts[name]) for name in _NUMBERS)
    print("| program | loaded | FK [m] | limits | effort | damping | friction | mimic | s |")
    print("|---|---|---|---|---|---|---|---|---|")
    print(
        f"| robotfmt --repair inertia | {loaded}/{len(paths)} | {worst:.0e} | {cells} | {seconds / len(paths):.1f} |"
    )
    print(OTHERS)


def count(robot: Robot, model: Any, counts: dict[str, Count]) -> None:
    """Count the values of joints that MuJoCo has."""
    for joint in robot.joints:
        if joint.type not in (JointType.REVOLUTE, JointType.PRISMATIC, JointType.CONTINUOUS):
            continue
        its, (axis,) = model.joint(joint.name), joint.axes
        if axis.hard is not None and joint.type is not JointType.CONTINUOUS:
            counts["limits"].add(axis.hard.upper, float(its.range[1]))
        if axis.hard is not None:
            counts["effort"].add(axis.hard.effort, float(model.jnt_actfrcrange[its.id][1]))
        if axis.dynamics is not None:
            counts["damping"].add(axis.dynamics.damping, float(its.damping.flat[0]))
            counts["friction"].add(axis.dynamics.friction, float(its.frictionloss[0]))
        if axis.coupling is not None:
            counts["mimic"].add(1.0, float(its.id in model.eq_obj1id))


def error_of(robot: Robot, model: Any, data: Any, mujoco: Any) -> float:
    """Return the worst error of a position, in metres."""
    import numpy as np

    free = sample(robot, CONFIGURATIONS, seed=1)
    zero = np.zeros((CONFIGURATIONS, 1))
    values = with_couplings(
        robot, {each.name: free.get(each.name, zero) for each in robot.joints}, CONFIGURATIONS
    )
    ours = forward_kinematics(robot, free)
    (root, *_) = roots(robot)
    names = {each: "world_link" if each == "world" else each for each in ours}
    worst = 0.0
    for index in range(CONFIGURATIONS):
        for joint in robot.joints:
            if joint.type in (JointType.REVOLUTE, JointType.PRISMATIC, JointType.CONTINUOUS):
                data.qpos[model.joint(joint.name).qposadr[0]] = values[joint.name][index, 0]
        mujoco.mj_kinematics(model, data)
        top = data.body(names[root])
        for name, poses in ours.items():
            found = top.xmat.reshape(3, 3).T @ (data.body(names[name]).xpos - top.xpos)
            worst = max(worst, float(np.abs(found - poses[index][:3, 3]).max()))
    return worst


if __name__ == "__main__":
    main()
