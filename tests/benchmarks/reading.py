"""How long reading a URDF takes, beside parsing its XML and beside other readers, in one process and one run.

    python tests/benchmarks/reading.py FOLDER...

The folders are searched for ``.urdf`` files; files that ElementTree or robotfmt refuse are left out, and a peer that
refuses a file, or finds fewer links in it, is left out for that file. Of each file the quickest of several turns
counts, the readers taking turns, in CPU time. robotfmt remembers how the numbers and poses of a document were written,
and most of what it meets in the next one it has met before; "robotfmt, cold" has to forget them before each turn.
Peers that are not installed are left out: yourdfpy (as it comes, and without its scene graph), urchin,
urdf_parser_py; none of them loads meshes.
"""

from __future__ import annotations

import contextlib
import io
import logging
import math
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import robotfmt
from robotfmt.documents import tokens
from robotfmt.errors import RobotfmtError
from robotfmt_urdf.document import poses

Read = Callable[[str], object]
TURNS = 7
LARGE = 20_000
ASIDE = ("ElementTree", "robotfmt", "robotfmt, cold", "yourdfpy, flat")
"""Not readers by others as they come."""


def peers() -> dict[str, Read]:
    """Every reader that is installed, by name."""
    found: dict[str, Read] = {
        "ElementTree": ElementTree.parse,
        "robotfmt": robotfmt.read,
        "robotfmt, cold": cold,
    }
    with contextlib.suppress(ImportError):
        load = import_module("yourdfpy").URDF.load
        found["yourdfpy"] = partial(load, load_meshes=False)
        found["yourdfpy, flat"] = partial(load, load_meshes=False, build_scene_graph=False)
    with contextlib.suppress(ImportError):
        found["urchin"] = partial(import_module("urchin").URDF.load, lazy_load_meshes=True)
    with contextlib.suppress(ImportError):
        found["urdf_parser_py"] = import_module("urdf_parser_py.urdf").Robot.from_xml_file
    return found


def cold(path: str) -> object:
    """Read with nothing remembered of other documents."""
    for remembered in (tokens.row, poses.remembered_pose, poses.remembered_rpy):
        remembered.cache_clear()
    return robotfmt.read(path)


def links_in(robot: Any) -> int:
    """How many links a reader has found; yourdfpy wraps its robot."""
    return len(getattr(robot, "robot", robot).links)


def seconds(readers: dict[str, Read], path: str) -> dict[str, float]:
    """The quickest turn of each reader that takes a file."""
    best: dict[str, float] = {}
    whole = links_in(robotfmt.read(path))
    refused: set[str] = set()
    for _ in range(TURNS):
        for name, read in readers.items():
            if name in refused:
                continue
            begin = time.thread_time()
            try:
                robot = read(path)
            except Exception:  # whatever a peer raises, it does not take the file
                refused.add(name)
                continue
            best[name] = min(best.get(name, math.inf), time.thread_time() - begin)
            if name != "ElementTree" and links_in(robot) < whole:
                refused.add(name)
            del robot
    return {name: time for name, time in best.items() if name not in refused}


def geometric_mean(values: Iterable[float]) -> float:
    """The mean of ratios."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def main(folders: list[str]) -> None:
    """Print the table."""
    logging.disable(logging.CRITICAL)
    readers = peers()
    files = sorted(str(path) for folder in folders for path in Path(folder).rglob("*.urdf"))
    taken: dict[str, dict[str, float]] = {}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for path in files:
            with contextlib.suppress(RobotfmtError):
                found = seconds(readers, path)
                if {"ElementTree", "robotfmt"} <= found.keys():
                    taken[path] = found
    large = {path for path in taken if Path(path).stat().st_size > LARGE}
    print(f"{len(taken)} files, {len(large)} of them above 20 kB; geometric means of ratios")
    print(f"{'':16}{'files':>6}{'/ ElementTree':>15}{'same above 20 kB':>18}{'slower than robotfmt above 20 kB':>34}")
    quicker: list[str] = []
    for name in readers:
        of = {path: times for path, times in taken.items() if name in times}
        ratios = {path: times[name] / times["ElementTree"] for path, times in of.items()}
        big = [path for path in ratios if path in large]
        slower = sum(of[path][name] >= of[path]["robotfmt"] for path in big)
        if name not in ASIDE:
            ratio = {path: of[path][name] / of[path]["robotfmt"] for path in big}
            quicker += [f"{name}, {ratio[path]:.2f}: {path}" for path in big if ratio[path] < 1]
        print(
            f"{name:16}{len(of):6}{geometric_mean(ratios.values()):15.2f}"
            f"{geometric_mean(ratios[path] for path in big):18.2f}{f'{slower} of {len(big)}':>34}"
        )
    print("Above 20 kB quicker than robotfmt, and its share of the time:", *(quicker or ["none"]), sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
