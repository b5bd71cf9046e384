"""From URDFs to XRDFs that plan: how long ``robotfmt xrdf`` takes for real robots, and what comes of it.

    python tests/benchmarks/planning.py [--tolerance LENGTH] [--cover] [ROBOT.urdf ...]

Without names the arms and mobile robots of example-robot-data are taken, and those of pybullet where it is installed.
A line for each: seconds of the wall's clock of the whole command, with compiled code in its cache; spheres; how many
links are proved to be covered, and how far spheres protrude by proof; ignored pairs by their reasons; errors that
``robotfmt check`` finds in the result beside its robot. With ``--cover`` also how much of the surface the spheres cover
and how far they protrude from any link (measured, 4000 samples a link).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

from real import named_robots

EXAMPLES = (
    "panda_description/urdf/panda.urdf",
    "ur_description/urdf/ur3_robot.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "ur_description/urdf/ur5_gripper.urdf",
    "kinova_description/robots/kinova.urdf",
    "xarm_description/urdf/xarm7.urdf",
    "z1_description/urdf/z1.urdf",
    "double_pendulum_description/urdf/double_pendulum.urdf",
    "finger_edu_description/robots/finger_edu.urdf",
    "baxter_description/urdf/baxter.urdf",
    "tiago_description/robots/tiago.urdf",
    "tiago_description/robots/tiago_dual.urdf",
    "talos_data/robots/talos_left_arm.urdf",
    "talos_data/robots/talos_reduced.urdf",
    "talos_data/robots/talos_full_v2.urdf",
    "romeo_description/urdf/romeo_small.urdf",
    "icub_description/robots/icub.urdf",
    "anymal_b_simple_description/robots/anymal.urdf",
    "anymal_b_simple_description/robots/anymal-kinova.urdf",
    "a1_description/urdf/a1.urdf",
    "b1_description/urdf/b1-z1.urdf",
    "go1_description/urdf/go1.urdf",
    "go2_description/urdf/go2.urdf",
    "solo_description/robots/solo12.urdf",
    "laikago_description/urdf/laikago.urdf",
    "hyq_description/robots/hyq_no_sensors.urdf",
    "allegro_hand_description/urdf/allegro_right_hand.urdf",
    "so_arm_description/urdf/so100.urdf",
    "alex_description/urdf/alex_nub_hands.urdf",
    "borinot_description/urdf/borinot_flying_arm_2.urdf",
    "bolt_description/robots/bolt.urdf",
    "centauro_description/urdf/centauro.urdf",
    "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "pr2_description/urdf/pr2.urdf",
    "simple_humanoid_description/urdf/simple_humanoid.urdf",
)
PYBULLET = (
    "franka_panda/panda.urdf",
    "kuka_iiwa/model.urdf",
    "xarm/xarm6_robot.urdf",
    "husky/husky.urdf",
    "r2d2.urdf",
    "TwoJointRobot_wo_fixedJoints.urdf",
    "racecar/racecar.urdf",
    "a1/a1.urdf",
)


def run(*arguments: str) -> dict[str, Any]:
    """What the command tells machines."""
    command = [sys.executable, "-m", "robotfmt", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        printed: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        print(done.stdout, done.stderr, file=sys.stderr)
        return {}
    return printed


def seconds(arguments: Sequence[str]) -> float:
    """How long the command takes without ``--json``, which has it measure the spheres too."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "robotfmt", *arguments, "--quiet"], capture_output=True, check=False)
    return time.perf_counter() - start


def row(path: Path, tolerance: str, cover: bool) -> str:
    """A line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/robot.xrdf"
        arguments = ["xrdf", str(path), "-o", out, "--tolerance", tolerance]
        taken = seconds(arguments)
        if not Path(out).exists():
            return f"| {path.stem} | {taken:.1f} | not written |"
        checked = run("check", str(path), out)
        errors = sum(each["counts"].get("error", 0) for each in checked["robots"]) if checked else "?"
        spheres = Path(out).read_text(encoding="utf-8").count("radius:")
        measured = covered(path, out) if cover else ""
        pairs = reasons(out)
        return f"| {path.stem} | {taken:.1f} | {spheres} | {proved(out)} |{measured} {pairs} | {errors} |"


def proved(out: str) -> str:
    """How many links are proved to be covered, and what is proved of how far spheres protrude, by the comments."""
    remarks = [
        line.split("# proved: ")[1]
        for line in Path(out).read_text(encoding="utf-8").splitlines()
        if "# proved: " in line
    ]
    whole = sum("the surface is covered" in each for each in remarks)
    most = max(
        (float(each.split("more than ")[1].split()[0]) for each in remarks if "more than" in each),
        default=0.0,
    )
    return f"{whole} of {len(remarks)} links | {most:g} mm"


def reasons(out: str) -> str:
    """How many ignored pairs there are of each reason, by the comments in the document."""
    lines = Path(out).read_text(encoding="utf-8").splitlines()
    ignored = [line for line in lines if line.startswith('      - "') and "  # " in line]
    kinds = Counter(line.split("  # ")[1].split(":")[0].split()[0].lower() for line in ignored)
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


def covered(path: Path, out: str) -> str:
    """The share of the surface that is covered, and how far the spheres protrude."""
    command = [
        sys.executable,
        "-m",
        "robotfmt",
        "spheres",
        "measure",
        str(path),
        out,
        "--json",
        "--samples",
        "4000",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    links = json.loads(done.stdout)
    least = min(link["coverage"] for link in links)
    return f" {least:.2f} | {1000 * max(link['protrusion'] for link in links):.1f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("robots", nargs="*", type=Path)
    parser.add_argument("--tolerance", default="10mm")
    parser.add_argument("--cover", action="store_true")
    options = parser.parse_args()
    for path in options.robots or named_robots(EXAMPLES, PYBULLET):
        print(row(path, options.tolerance, options.cover), flush=True)


if __name__ == "__main__":
    main()
