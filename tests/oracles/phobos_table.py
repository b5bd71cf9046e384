"""Make the table of what Phobos reads from the SMURF models that robotfmt writes.

    python tests/oracles/phobos_table.py MODELS --phobos FOLDER --python PYTHON

MODELS is a folder with SMURF models; each is written again, and both are read by Phobos, whose repository
(github.com/dfki-ric/phobos; the package of that name on PyPI is another program) is FOLDER. PYTHON has what it needs:
pyyaml, networkx, numpy, scipy, trimesh, pycollada, pydot, setuptools below 80.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import robotfmt

_READER = """
import json, logging, sys
logging.disable(logging.CRITICAL)
sys.path.insert(0, sys.argv[1])
from phobos.core import Robot

def reading(path):
    robot = Robot(inputfile=path)
    return {
        "name": robot.name,
        "links": {it.name: [float(it.inertial.mass) if it.inertial else 0.0] for it in robot.links},
        "joints": {
            it.name: [
                str(it.parent), str(it.child), it.joint_type, it.origin.to_matrix().tolist(),
                [float(x) for x in it.axis] if it.axis is not None else None,
                [it.limit.lower, it.limit.upper, it.limit.velocity, it.limit.effort] if it.limit else None,
            ]
            for it in robot.joints
        },
        "motors": {it.name: [str(it.joint), it.type] for it in robot.motors},
        "sensors": {it.name: [type(it).__name__] for it in robot.sensors},
        "poses": {it.name: [] for it in robot.poses},
        "submechanisms": {
            it.contextual_name: [it.name, it.type, len(it.loop_constraints)] for it in robot.submechanisms
        },
    }

for path in sys.argv[2:]:
    try:
        found = reading(path)
    except BaseException as error:
        found = {"error": type(error).__name__}
    print("READ", json.dumps(found))
"""
_KINDS = ("links", "joints", "motors", "sensors", "poses", "submechanisms")
_TOLERANCE = 1e-9


def main() -> int:
    """Print the table; return 1 if Phobos reads another robot."""
    parser = argparse.ArgumentParser(description="Compare what Phobos reads before and after.")
    parser.add_argument("models", type=Path)
    parser.add_argument("--phobos", required=True, help="folder of Phobos's repository")
    parser.add_argument("--python", default=sys.executable, help="interpreter that runs Phobos")
    given = parser.parse_args()
    paths = sorted(given.models.rglob("*.smurf"))
    with TemporaryDirectory() as made:
        outputs = [Path(made) / str(number) / path.name for number, path in enumerate(paths)]
        for path, output in zip(paths, outputs, strict=True):
            robotfmt.convert(path, output)
        readings = list(_readings([*paths, *outputs], given.python, given.phobos))
    rows = [*zip(paths, readings[: len(paths)], readings[len(paths) :], strict=True)]
    sys.stdout.write(f"| model | {' | '.join(_KINDS)} | read again by Phobos |\n")
    sys.stdout.write("|---" * (len(_KINDS) + 2) + "|\n")
    for path, before, after in rows:
        counts = [str(len(before[kind])) if kind in before else "-" for kind in _KINDS]
        sys.stdout.write(f"| {path.stem} | {' | '.join(counts)} | {_verdict(before, after)} |\n")
    return int(any(_verdict(before, after) == "another robot" for _, before, after in rows))


def _readings(paths: list[Path], python: str, phobos: str) -> Iterator[dict[str, Any]]:
    command = [python, "-c", _READER, phobos, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        if line.startswith("READ "):
            yield json.loads(line.removeprefix("READ "))


def _verdict(before: dict[str, Any], after: dict[str, Any]) -> str:
    if "error" in before:
        return "neither is read" if "error" in after else "only what robotfmt wrote is read"
    return "the same" if _same(before, after) else "another robot"


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(_same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float | int) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    return bool(one == other)


if __name__ == "__main__":
    raise SystemExit(main())
