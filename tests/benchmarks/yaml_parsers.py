"""How long reading and writing an XRDF of many spheres takes, beside YAML libraries, in one process and one run.

    python tests/benchmarks/yaml_parsers.py [SPHERES]

The measure is the event stream of ruamel.yaml's parser in Python. Everything is told as a ratio to the events. A
loader makes lists and dictionaries; robotfmt makes a robot, with the line of every value, and keeps comments and
order. Writing is from the robot to the bytes, with what makes it fit for the format; an update changes one radius in
the text. Of each the quickest of several turns counts, all taking turns, in CPU time. The peak of memory is that of
another turn, for those that do not take hours under tracemalloc. Peers that are not installed are left out.
"""

from __future__ import annotations

import contextlib
import math
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from ruamel.yaml import YAML

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.document import parse_document
from robotfmt.formats import find
from robotfmt.model import Robot
from robotfmt.model.record import replace

SPHERES, FRAMES, TURNS = 20_000, 20, 2
MEASURE = "ruamel.yaml, events"
HEAD = """\
format: xrdf
format_version: 1.0

default_joint_positions:
  joint: 0.0

cspace:
  joint_names: ["joint"]
  acceleration_limits: [10.0]
  jerk_limits: [500.0]

tool_frames: ["link0"]

collision:
  geometry: "spheres"

self_collision:
  geometry: "spheres"
  ignore: {}

geometry:
  spheres:
    spheres:
"""


def document(spheres: int) -> str:
    """An XRDF with so many spheres, written as most are."""
    random, lines = Random(1), [HEAD]
    for frame in range(FRAMES):
        lines.append(f"      link{frame}:\n")
        for _ in range(spheres // FRAMES):
            center = ", ".join(f"{random.uniform(-1, 1):.6f}" for _ in range(3))
            lines.append(f"        - center: [{center}]\n          radius: {random.uniform(0.01, 0.1):.6f}\n")
    return "".join(lines)


def write(robot: Robot) -> bytes:
    """The bytes of a robot."""
    xrdf = find("xrdf")
    assert xrdf.adapt is not None
    assert xrdf.write is not None
    context = Context(output="out.xrdf")
    return xrdf.write(xrdf.adapt(robot, context), context)["out.xrdf"]


def update(path: Path, text: str) -> None:
    """Change the radius of one sphere in a document."""
    path.write_text(text, encoding="utf-8")
    robotfmt.update(path, edit=with_another_radius)


def with_another_radius(robot: Robot, **_: object) -> Robot:
    """The robot with another first sphere."""
    (group,) = robot.sphere_sets
    first, *frames = group.frames
    sphere, *spheres = first.spheres
    changed = replace(first, spheres=(replace(sphere, radius=0.123), *spheres))
    return replace(robot, sphere_sets=(replace(group, frames=(changed, *frames)),))


def round_trip(text: str) -> str:
    """Read and write with what keeps comments."""
    library = YAML()
    library.width = 10_000
    out = StringIO()
    library.dump(library.load(text), out)
    return out.getvalue()


def peers(text: str, path: Path) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    robot = robotfmt.read(path)
    data = text.encode()
    found: dict[str, Callable[[], object]] = {
        MEASURE: lambda: sum(1 for _ in YAML(typ="safe", pure=True).parse(text)),
        "robotfmt, tree of the document": lambda: parse_document(data, name="", format="", report=Report()),
        "robotfmt, read": lambda: robotfmt.read(path),
        "robotfmt, write": lambda: write(robot),
        "robotfmt, update": lambda: update(path.with_name("updated.xrdf"), text),
        "ruamel.yaml, safe load": lambda: YAML(typ="safe", pure=True).load(text),
        "ruamel.yaml, round-trip load": lambda: YAML().load(text),
        "ruamel.yaml, round trip": lambda: round_trip(text),
    }
    with contextlib.suppress(ImportError):
        pyyaml: Any = import_module("yaml")
        loaded = pyyaml.load(text, pyyaml.CSafeLoader)
        found["PyYAML in C, events"] = lambda: sum(1 for _ in pyyaml.parse(text, pyyaml.CSafeLoader))
        found["PyYAML in C, load"] = lambda: pyyaml.load(text, pyyaml.CSafeLoader)
        found["PyYAML in C, dump"] = lambda: pyyaml.dump(loaded, Dumper=pyyaml.CSafeDumper)
    return found


def seconds(work: Callable[[], object]) -> float:
    """CPU time of one turn."""
    begin = time.thread_time()
    work()
    return time.thread_time() - begin


def peak(work: Callable[[], object]) -> float:
    """Megabytes that one turn takes at most."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


def main(spheres: int) -> None:
    """Print the table."""
    sys.path[:] = [each for each in sys.path if each != str(Path(__file__).parent)]  # this file is no PyYAML
    text = document(spheres)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spheres.xrdf"
        path.write_text(text, encoding="utf-8")
        works = peers(text, path)
        best = dict.fromkeys(works, math.inf)
        for _ in range(TURNS):
            for name, work in works.items():
                best[name] = min(best[name], seconds(work))
        print(f"{spheres} spheres, {len(text) / 1e6:.2f} MB")
        print(f"{'':32}{'seconds':>9}{'/ events':>10}{'peak MB':>9}")
        for name, work in works.items():
            memory = f"{peak(work):.0f}" if "ruamel" not in name else ""
            print(f"{name:32}{best[name]:9.3f}{best[name] / best[MEASURE]:10.2f}{memory:>9}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SPHERES)
