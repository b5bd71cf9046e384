"""URDF to MJCF, judged by MuJoCo: ten robots of example-robot-data, and what other converters reach with them.

::

    python tests/benchmarks/mjcf.py [FOLDER]

With a FOLDER, other programs are installed there and run, and the last line gives each cell in which one of them is
better than robotfmt. Without it their rows are those of November 2026, measured on the same ten robots with MuJoCo
4.0.0, the seconds of all but robotfmt by the clock. A value is kept if it differs by 1e-9 of its size at most; all
seconds are those of the CPU, for each robot that MuJoCo loads; the verdict compares them between programs that convert
all robots.
"""

from __future__ import annotations

import contextlib
import math
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from mjcf_rivals import TO_MJCF, Cell, Rival, installed, row_of, run, verdict
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.inertia import repair_inertia
from robotfmt.kinematics.forward import poses_of_links, sample, with_couplings
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
EXACT = 1e-9
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
            self.kept += abs(found - wanted) <= EXACT * max(1.0, abs(wanted))

    def __str__(self) -> str:
        return f"{self.kept}/{self.all}"


def main() -> None:
    paths = [path for path in example_robots() if path.name in ROBOTS]
    print("| program | loaded | FK [m] | limits | effort | damping | friction | mimic | s |")
    print("|---|---|---|---|---|---|---|---|---|")
    ours = judged("robotfmt --repair inertia", paths, _ours)
    if len(sys.argv) == 1:
        print(OTHERS)
        return
    others = {"MuJoCo": judged("MuJoCo", paths, _mujoco)}
    for rival in TO_MJCF:
        scripts = installed(rival, Path(sys.argv[1]))
        if scripts is not None:
            others[rival.name] = judged(rival.name, paths, partial(_theirs, rival, scripts))
    print(verdict(ours, others))


def _ours(path: Path, out: Path) -> tuple[Path | None, float]:
    start = time.process_time()
    robotfmt.convert(path, out, edit=lambda robot, report, **_: repair_inertia(robot, report=report))
    return out, time.process_time() - start


def _mujoco(path: Path, _out: Path) -> tuple[Path | None, float]:
    """Let MuJoCo read the URDF itself."""
    start = time.process_time()
    with contextlib.suppress(ValueError):
        oracle("mujoco").MjModel.from_xml_path(str(path))
    return path, time.process_time() - start


def _theirs(rival: Rival, scripts: Path, path: Path, out: Path) -> tuple[Path | None, float]:
    return run(rival, scripts, path, out, path.parents[4])


def judged(name: str, paths: list[Path], convert: Callable[[Path, Path], tuple[Path | None, float]]) -> list[Cell]:
    """Print the row of a program, and return it."""
    mujoco: Any = oracle("mujoco")
    counts = {each: Count() for each in _NUMBERS}
    loaded, worst, seconds = 0, 0.0, 0.0
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            out, own = convert(path, Path(folder) / "robot.xml")
            seconds += own
            robot = robotfmt.read(path, report=Report())
            try:
                model = mujoco.MjModel.from_xml_path(str(out)) if out is not None else None
            except ValueError as error:
                print(f"{name}, {path.name}: {str(error)[:200]}", file=sys.stderr)
                continue
        if model is None or model.nbody == 1:
            print(f"{name}, {path.name}: no robot was written", file=sys.stderr)
            continue
        loaded += 1
        count(robot, model, counts)
        worst = max(worst, error_of(robot, model, mujoco.MjData(model), mujoco))
    each = seconds / loaded if loaded else math.inf
    cells = [
        Cell("loaded", f"{loaded}/{len(paths)}", loaded),
        Cell("FK", f"{worst:.0e}" if loaded else "-", -max(worst, EXACT) if loaded else -math.inf),
        *(Cell(kind, str(counts[kind]), counts[kind].kept) for kind in _NUMBERS),
        Cell("s", f"{each:.1f}" if loaded else "-", -each if loaded == len(paths) else -math.inf),
    ]
    print(row_of(name, cells), flush=True)
    return cells


def count(robot: Robot, model: Any, counts: dict[str, Count]) -> None:
    """Count the values of joints that MuJoCo has."""
    for joint in robot.joints:
        if joint.type not in (JointType.REVOLUTE, JointType.PRISMATIC, JointType.CONTINUOUS):
            continue
        if joint.name not in {model.joint(index).name for index in range(model.njnt)}:
            continue
        its, (axis,) = model.joint(joint.name), joint.axes
        if axis.hard is not None and joint.type is not JointType.CONTINUOUS:
            counts["limits"].add(axis.hard.upper, float(its.range[1]))
        if axis.hard is not None:
            counts["effort"].add(axis.hard.effort, effort_of(model, its.id))
        if axis.dynamics is not None:
            counts["damping"].add(axis.dynamics.damping, float(its.damping.flat[0]))
            counts["friction"].add(axis.dynamics.friction, float(its.frictionloss[0]))
        if axis.coupling is not None:
            counts["mimic"].add(1.0, float(its.id in model.eq_obj1id))


def effort_of(model: Any, joint: int) -> float:
    """Return the limit of the force on a joint: its own, or that of its actuator; 0 without one."""
    if model.jnt_actfrclimited[joint]:
        return float(model.jnt_actfrcrange[joint][1])
    for index in range(model.nu):
        if model.actuator_trntype[index] == 0 and model.actuator_trnid[index][0] == joint:
            gear = float(model.actuator_gear[index][0])
            if model.actuator_forcelimited[index]:
                return float(model.actuator_forcerange[index][1]) * gear
            if model.actuator_ctrllimited[index] and not model.actuator_biastype[index]:
                return float(model.actuator_ctrlrange[index][1]) * gear
    return 0.0


def error_of(robot: Robot, model: Any, data: Any, mujoco: Any) -> float:
    """Return the worst error of a position, in metres."""
    import numpy as np

    free = sample(robot, CONFIGURATIONS, seed=1)
    zero = np.zeros((CONFIGURATIONS, 1))
    values = with_couplings(robot, {each.name: free.get(each.name, zero) for each in robot.joints}, CONFIGURATIONS)
    ours = poses_of_links(robot, free)
    (root, *_) = roots(robot)
    bodies = {model.body(index).name for index in range(1, model.nbody)}
    names = {each: "world_link" if each == "world" else each for each in ours}
    names = {each: name for each, name in names.items() if name in bodies}
    root = root if root in names else next(iter(names))
    worst = 0.0
    for index in range(CONFIGURATIONS):
        for joint in robot.joints:
            is_there = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, joint.name) >= 0
            if is_there and joint.type in (JointType.REVOLUTE, JointType.PRISMATIC, JointType.CONTINUOUS):
                data.qpos[model.joint(joint.name).qposadr[0]] = values[joint.name][index, 0]
        mujoco.mj_kinematics(model, data)
        here = _pose(data, names[root]), ours[root][min(index, len(ours[root]) - 1)]
        for name in names:
            poses = ours[name]
            found = np.linalg.inv(here[0]) @ _pose(data, names[name])
            wanted = np.linalg.inv(here[1]) @ poses[min(index, len(poses) - 1)]
            worst = max(worst, float(np.abs((found - wanted)[:3, 3]).max()))
    return worst


def _pose(data: Any, body: str) -> Any:
    import numpy as np

    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = data.body(body).xmat.reshape(3, 3), data.body(body).xpos
    return pose


if __name__ == "__main__":
    main()
