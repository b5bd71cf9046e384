"""Stages that other converters write, read by robotfmt: a table of what agrees with OpenUSD's own physics parser.

    python tests/benchmarks/usd_foreign.py TOOLS [--robot NAME ...] [--tool NAME ...] [--work FOLDER] [--details]

``TOOLS`` (or the variable ``USD_TOOLS``) is a folder with one environment for each tool, named as in the table:
``isaac`` (isaacsim-asset-isolated for Python 3.12, Isaac Sim's own importer of URDF), ``urdf-usd-converter``,
``urdf2any`` (with pycollada), ``truerig`` (with its extra ``usd``), and ``mujoco-usd-converter``, which reads the
MJCF that robotfmt writes of the same robots. Those that are not there are listed. Each converts ten URDFs of
example-robot-data; then robotfmt reads the stage, and writes it as a URDF.

A line for each tool: stages that it writes, and of these that are read; bodies, joints with their types, limits,
efforts and mimics that agree with the parser and the attributes, the masses that agree, the stages that are written
as URDF with a proof, and the largest error of poses at 30 configurations. ``--details`` adds what differs between
that URDF and the source, by kind, and the findings of ``check``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

import numpy as np
from parsed_stage import Parsed
from ten_robots import TEN, urdf_of

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.hub.checking import check
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import Coupling, JointType, LinearCoupling, Robot
from robotfmt.settings import Settings

_SECONDS, _CONFIGURATIONS = 300, 30
_IMPORT = (
    "import sys\n"
    "from isaacsim.asset.importer.urdf import URDFImporter, URDFImporterConfig\n"
    "package = {'name': 'example-robot-data', 'path': sys.argv[3]}\n"
    "found = URDFImporterConfig(urdf_path=sys.argv[1], usd_path=sys.argv[2], ros_package_paths=[package])\n"
    "URDFImporter(found).import_urdf()\n"
)
_KINDS: Mapping[str, Sequence[JointType]] = {
    "RevoluteJoint": (JointType.REVOLUTE, JointType.CONTINUOUS),
    "PrismaticJoint": (JointType.PRISMATIC,),
    "FixedJoint": (JointType.FIXED,),
}
"""The types of joints by the names that the parser has for them."""


@dataclass(frozen=True)
class Tool:
    """Another converter."""

    name: str
    """Its environment among the tools."""
    command: Callable[[Path, Path], list[str]]
    """Its arguments for a source and a folder, beginning with a program of its environment."""
    source: str = ".urdf"


def _package() -> Path:
    """Return the folder of the package that the URDFs name."""
    return urdf_of("panda").parents[3]


TOOLS = (
    Tool("isaac", lambda source, into: ["python", "-c", _IMPORT, str(source), str(into), str(_package())]),
    Tool(
        "urdf-usd-converter",
        lambda source, into: ["urdf_usd_converter", str(source), str(into), f"-p=example-robot-data={_package()}"],
    ),
    Tool(
        "urdf2any",
        lambda source, into: ["urdf2any", str(source), "-o", f"{into}/robot.usda", f"--mesh-root={_package().parent}"],
    ),
    Tool("truerig", lambda source, into: ["truerig", "convert", str(source), f"{into}/robot.usda"]),
    Tool("mujoco-usd-converter", lambda source, into: ["mujoco_usd_converter", str(source), str(into)], ".xml"),
)


@dataclass
class Result:
    """What agrees in one stage, as pairs of how many agree and how many there are."""

    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    poses: float = 0.0
    differences: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def made(tool: Tool, tools: Path, name: str, work: Path) -> tuple[Path, Path | None]:
    """Return the source of a tool, and the stage that it makes of it; None if it fails."""
    source, into = urdf_of(name), work / tool.name / name
    into.mkdir(parents=True, exist_ok=True)
    if tool.source != ".urdf":
        source = into.parent / f"{name}{tool.source}"
        try:
            robotfmt.convert(urdf_of(name), source, overwrite=True)
        except RobotfmtError:
            return source, None
    program, *arguments = tool.command(source, into)
    command = [str(tools / tool.name / "bin" / program), *arguments]
    done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    stages = sorted((each for each in into.rglob("*.usd*") if each.is_file()), key=lambda each: len(each.parts))
    return source, stages[0] if stages and done.returncode == 0 else None


# What agrees


def examined(source: Path, stage: Path) -> Result:
    """Return what agrees in a stage, and what its way to URDF loses."""
    result, report = Result(), Report()
    robots = [each.robot for each in robotfmt.read_world(stage, report=report).robots]
    parsed = Parsed(stage, _chosen(report))
    _compare_tree(robots, parsed, result)
    _compare_numbers(robots, parsed, result)
    result.poses = max((_worst_pose(each, parsed) for each in robots), default=0.0)
    for each in check(stage):
        result.findings.update(it.code for it in each.report)
    _return(source, stage, result)
    return result


def _chosen(report: Report) -> dict[str, str]:
    """Return the variant that was chosen because the stage selects none: ``variant 'physics' of 'Physics'``."""
    for each in report.having("usd.no-physics-selected"):
        words = each.message.split("'")
        return {words[3]: words[1]}
    return {}


def _count(result: Result, what: str, rows: Iterator[tuple[str, bool]]) -> None:
    found = list(rows)
    result.counts[what] = sum(right for _, right in found), len(found)
    result.faults += [f"{what}: {name}" for name, right in found if not right]


def _compare_tree(robots: Sequence[Robot], parsed: Parsed, result: Result) -> None:
    """Compare the bodies, and the joints between bodies with their types."""
    links = {each.origin.path for robot in robots for each in robot.links if each.origin is not None}
    everything = [each for robot in robots for each in (*robot.joints, *robot.loops)]
    joints = {each.origin.path: each for each in everything if each.origin is not None}
    _count(result, "bodies", ((each, each in links) for each in parsed.bodies))

    def rows() -> Iterator[tuple[str, bool]]:
        for name, (kind, it) in parsed.joints.items():
            if {str(it.body0), str(it.body1)} <= parsed.bodies:
                mine = joints.get(name)
                type = mine.type if mine is not None else None
                yield name, type is not None and type in _KINDS.get(kind, (type,))

    _count(result, "joints", rows())


def _compare_numbers(robots: Sequence[Robot], parsed: Parsed, result: Result) -> None:
    """Compare limits, efforts, mimics, and the mass of all bodies."""
    rows: dict[str, list[tuple[str, bool]]] = {"limits": [], "efforts": [], "mimics": []}
    for robot in robots:
        names = _names(robot, parsed)
        for joint in (each for each in robot.joints if len(each.axes) == 1 and each.name in names):
            path, axis = names[joint.name], joint.axes[0]
            rows["limits"].append((path, _same_limits((axis.limits.lower, axis.limits.upper), parsed.limits(path))))
            effort, mimic = parsed.effort(path), parsed.mimic(path)
            rows["efforts"] += [] if effort is None else [(path, _near((axis.limits.effort,), (effort,)))]
            rows["mimics"] += [] if mimic is None else [(path, _same_mimic(axis.coupling, mimic, names))]
    for what, found in rows.items():
        _count(result, what, iter(found))
    masses = [each.inertial.mass or 0.0 for it in robots for each in it.links if each.inertial is not None]
    both = sum(masses), parsed.mass()
    _count(result, "mass", iter([(f"{both[0]} and {both[1]}", _near(both[:1], both[1:]))]))


def _same_limits(mine: Sequence[float | None], theirs: Sequence[float] | None) -> bool:
    if theirs is None or not max(map(abs, theirs)) < 1e9:
        return list(mine) == [None, None]
    return _near(mine, theirs)


def _same_mimic(mine: Coupling | None, theirs: tuple[str, float, float], names: Mapping[str, str]) -> bool:
    if not isinstance(mine, LinearCoupling):
        return False
    return names.get(mine.joint) == theirs[0] and _near((mine.multiplier, mine.offset or 0.0), theirs[1:])


def _near(mine: Sequence[float | None], theirs: Sequence[float] | None) -> bool:
    if theirs is None:
        return False
    pairs = zip(mine, theirs, strict=True)
    return all(a is not None and abs(a - b) <= 2e-6 * max(1.0, abs(b)) for a, b in pairs)


def _names(robot: Robot, parsed: Parsed) -> dict[str, str]:
    """Return the paths of the joints that the parser has, by our names."""
    found = {each.name: each.origin.path or "" for each in robot.joints if each.origin is not None}
    return {name: path for name, path in found.items() if path in parsed.joints}


def _worst_pose(robot: Robot, parsed: Parsed) -> float:
    """Return the largest error of poses relative to the first body, at random configurations that obey mimics."""
    names, rng, worst = _names(robot, parsed), np.random.default_rng(3), 0.0
    paths = {each.name: each.origin.path for each in robot.links if each.origin is not None}
    bodies = [each for each, path in paths.items() if path in parsed.bodies]
    free = [each for each in robot.joints if len(each.axes) == 1 and each.axes[0].coupling is None]
    for _ in range(_CONFIGURATIONS):
        values = {each.name: float(rng.uniform(-1, 1)) for each in free}
        theirs = {names[each]: value for each, value in values.items() if each in names}
        for _ in range(3):  # joints may follow joints that follow others
            for name in parsed.joints:
                mimic = parsed.mimic(name)
                if mimic is not None and mimic[0] in theirs:
                    theirs[name] = mimic[1] * theirs[mimic[0]] + mimic[2]
        ours, expected = forward_kinematics(robot, values), parsed.poses(theirs, paths[bodies[0]])
        start = np.linalg.inv(np.asarray(ours[bodies[0]]))
        for each in bodies:
            place = expected.get(paths[each] or "")
            error = np.inf if place is None else np.abs(start @ np.asarray(ours[each]) - place).max()
            worst = max(worst, float(error))
    return worst


def _return(source: Path, stage: Path, result: Result) -> None:
    """Write the stage as URDF, and compare it with the source."""
    back = stage.parent / "back" / "robot.urdf"
    try:
        robotfmt.convert(stage, back, overwrite=True, meshes="copy")
    except RobotfmtError as error:
        result.counts["urdf"] = 0, 1
        result.faults.append(f"urdf: {error}")
        return
    result.counts["urdf"] = 1, 1
    one, other = robotfmt.read(source), robotfmt.read(back)
    tolerance = 1e-6
    for each in robotfmt.diff(one, other, tolerance, settings=Settings()):
        result.differences[each.fact.feature.value] += 1


# The table

COLUMNS = ("bodies", "joints", "limits", "efforts", "mimics", "mass", "urdf")


def line(name: str, results: Sequence[Result], tried: int, written: int) -> str:
    """Return the line of a tool."""
    sums = [[sum(each.counts.get(what, (0, 0))[side] for each in results) for side in (0, 1)] for what in COLUMNS]
    worst = max((each.poses for each in results), default=0.0)
    cells = [f"{written}/{tried}", f"{len(results)}/{written}", *(f"{right}/{whole}" for right, whole in sums)]
    return f"| {name} | {' | '.join(cells)} | {worst:.1e} |"


def main() -> None:
    """Convert with each tool, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", nargs="?", type=Path, default=os.environ.get("USD_TOOLS"))
    parser.add_argument("--robot", action="append", default=[])
    parser.add_argument("--tool", action="append", default=[])
    parser.add_argument("--work", type=Path)
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    if options.tools is None:
        parser.error("name the folder of the tools' environments, or set USD_TOOLS")
    wanted = [each for each in TOOLS if not options.tool or each.name in options.tool]
    present = [each for each in wanted if (Path(options.tools) / each.name / "bin" / "python").is_file()]
    print(f"| tool | written | read | {' | '.join(COLUMNS)} | poses, m or rad |\n|{' --- |' * (len(COLUMNS) + 4)}")
    with tempfile.TemporaryDirectory() as folder:
        work = options.work or Path(folder)
        details = [it for each in present for it in _run(each, Path(options.tools), work, options.robot or list(TEN))]
    print("\nNot there:", ", ".join(each.name for each in wanted if each not in present) or "none")
    if options.details:
        print("", *details, sep="\n")


def _run(tool: Tool, tools: Path, work: Path, robots: Sequence[str]) -> list[str]:
    """Print the line of a tool; return the details."""
    results, details, written = [], [], 0
    for name in robots:
        source, stage = made(tool, tools, name, work)
        written += stage is not None
        if stage is None:
            details.append(f"{tool.name} {name}: nothing written")
            continue
        try:
            results.append(examined(source, stage))
        except RobotfmtError as error:
            details.append(f"{tool.name} {name}: {error}")
            continue
        done = results[-1]
        details.append(f"{tool.name} {name}: {dict(done.differences)}; check: {dict(done.findings)}")
        details += [f"  {each}" for each in done.faults]
    print(line(tool.name, results, len(robots), written), flush=True)
    return details


if __name__ == "__main__":
    main()
