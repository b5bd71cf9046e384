"""Robots in their clients: what planners and simulators do with what ``robotfmt setup`` writes, as a table.

    python tests/benchmarks/clients.py [--python PYTHON] [--out-dir FOLDER] [ROBOT.urdf ...]

``--python`` is the interpreter of an environment in which the clients are installed: ``pip install roboplan ompl pin
almond-pyroki yourdfpy mujoco drake pyyaml``. It needs no robotfmt. A client that is not installed is shown as absent,
and one that takes more than ten minutes as too slow. ``--out-dir`` keeps the files of each robot, with all that the
clients found in ``findings.json``. Without names, arms of example-robot-data are taken.

A line for each robot: exit code and CPU seconds of ``robotfmt setup``; spheres; how many paths of each arm's ten were
planned and timed by roboplan, how many of five from home by OMPL with pinocchio, how many of ten around a sphere by
pyroki's distances; the largest displacement of a joint in ten seconds at home in MuJoCo, and the contacts; the seconds
that Drake simulated, and the contacts at home; the files of MoveIt that could be parsed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

from real import named_robots

ARMS = (
    "panda_description/urdf/panda.urdf",
    "ur_description/urdf/ur3_robot.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "ur_description/urdf/ur5_gripper.urdf",
    "ur_description/urdf/ur5_joint_limited_robot.urdf",
    "kinova_description/robots/kinova.urdf",
    "xarm_description/urdf/xarm7.urdf",
    "z1_description/urdf/z1.urdf",
    "so_arm_description/urdf/so101.urdf",
)
PROGRAMS = Path(__file__).resolve().parent / "clients"
SECONDS = 600
HEADS = ("robot", "setup", "spheres", "roboplan", "OMPL", "pyroki", "MuJoCo", "Drake", "MoveIt")
Findings = Mapping[str, Any]


def prepared(robot: Path, out: Path) -> Findings:
    """Run ``robotfmt setup`` for a robot, and return its exit code, its CPU seconds, and its errors."""
    clients = ",".join(each for each in COLUMNS if each != "ompl")
    command = [sys.executable, "-m", "robotfmt", "setup", str(robot), "--for", clients]
    before = os.times()
    done = subprocess.run([*command, "--out-dir", str(out), "--overwrite", "-q"], capture_output=True, text=True)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return {"exit": done.returncode, "cpu": round(cpu, 1), "errors": done.stderr.splitlines()}


def client(python: str, name: str, folder: Path) -> Findings:
    """Run a client in its own process, which may crash, and return its findings."""
    command = [python, str(PROGRAMS / f"with_{name}.py"), str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return {"failed": f"more than {SECONDS} s"}
    lines = done.stdout.splitlines()
    try:
        found: Findings = json.loads(lines[-1])
    except (IndexError, json.JSONDecodeError):
        return {"failed": f"exit code {done.returncode}: {(done.stderr.splitlines() or [''])[-1]}"}
    return found


def tried(robot: Path, python: str, out: Path) -> dict[str, Findings]:
    """Prepare a robot and try each client, and return all findings."""
    found: dict[str, Findings] = {"setup": prepared(robot, out)}
    for name in COLUMNS:
        folder = out / ("roboplan" if name == "ompl" else name)
        found[name] = client(python, name, folder) if folder.is_dir() else {"failed": "no files"}
    (out / "findings.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    return found


# The table


def arms(found: Findings) -> str:
    """Return how many paths of each arm were found, and what is wrong with the state home."""
    wrong = {name: found[name] for name in ("home", "home read") if found.get(name, "free") != "free"}
    counts = {name: value for name, value in found.items() if "/" in str(value) and name not in wrong}
    return "; ".join(f"{name} {value}" for name, value in (counts | wrong).items()) or "no arm"


def held(found: Findings) -> str:
    """Return how far joints were displaced, and which bodies touched."""
    slid = f", {found['m']:.5f} m" if found["m"] >= 5e-6 else ""
    return f"{found['rad']:.4f} rad{slid}, {touching(found)}"


def simulated(found: Findings) -> str:
    """Return how long Drake simulated, and which bodies touched at home."""
    return f"{found['s']:g} s, {touching(found)}"


def touching(found: Findings) -> str:
    """Return the number of contacts."""
    return f"{len(found['contacts'])} contacts" if found["contacts"] else "no contact"


COLUMNS: Mapping[str, Callable[[Findings], str]] = {
    "roboplan": arms,
    "ompl": arms,
    "pyroki": arms,
    "mujoco": held,
    "drake": simulated,
    "moveit": lambda found: f"{found['files']} files",
}


def row(name: str, found: Mapping[str, Findings]) -> str:
    """Return a line of the table."""
    setup = found["setup"]
    cells = [name, f"{setup['exit']}, {setup['cpu']:.0f} s", str(found["pyroki"].get("spheres", ""))]
    for client, told in COLUMNS.items():
        problem = next((f"{each} {found[client][each]}" for each in ("absent", "failed") if each in found[client]), "")
        cells.append(problem or told(found[client]))
    return line(cells)


def line(cells: Sequence[str]) -> str:
    """Return cells as a line of a table."""
    plain = [(each.splitlines() or [""])[0].replace("|", "/") for each in cells]
    return f"| {' | '.join(plain)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("robots", nargs="*", type=Path)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--out-dir", type=Path)
    options = parser.parse_args()
    print(line(HEADS), line(["---"] * len(HEADS)), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        for path in options.robots or named_robots(ARMS, ()):
            out = (options.out_dir or Path(temporary)) / path.stem
            out.mkdir(parents=True, exist_ok=True)
            print(row(path.stem, tried(path, options.python, out)), flush=True)


if __name__ == "__main__":
    main()
