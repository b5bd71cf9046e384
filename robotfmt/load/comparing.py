"""Findings about a document: what programs refuse, and have differently than robotfmt reads it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from ..codes.load import DIFFERS, LOADED, NO_PROGRAM, REFUSED
from ..diagnostics import Report, Severity
from ..model import Joint, JointType, Origin, Robot
from ..model.record import Record

# Programs

SECONDS = 120
"""How long a program may take for a document."""


class Program(Record):
    """A program that loads documents of some formats."""

    name: str
    title: str
    module: str
    """The module by which it is installed."""
    formats: tuple[str, ...]
    """What it loads; it is the judge of the first one."""


class Loaded(Record):
    """What a program has of a document; None where it does not give it."""

    refused: str | None = None
    """Why it refuses the document."""
    version: str | None = None
    freedoms: int | None = None
    """The degrees of freedom of the joints, without those of free bodies."""
    floating: int | None = None
    """The number of free bodies."""
    mass: float | None = None
    """In kg."""
    contacts: int | None = None
    """The number of contacts in the default pose."""


PROGRAMS = (
    Program(name="mujoco", title="MuJoCo", module="mujoco", formats=("mjcf",)),
    Program(name="pinocchio", title="Pinocchio", module="pinocchio", formats=("urdf", "mjcf")),
    Program(name="drake", title="Drake", module="pydrake", formats=("sdf", "urdf", "mjcf")),
    Program(name="pycollada", title="pycollada", module="collada", formats=("collada",)),
)


def installed(format: str) -> list[Program]:
    """Return the programs for a format that are installed."""
    return [each for each in PROGRAMS if format in each.formats and find_spec(each.module) is not None]


def load(program: Program, path: str, format: str) -> Loaded:
    """Load a document with a program, in a process of its own."""
    command = [sys.executable, "-m", "robotfmt.load.child.main", program.name, format, path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Loaded(refused=f"it takes more than {SECONDS} seconds")
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        return Loaded(refused=_crash(done.returncode, done.stderr.strip().splitlines()))
    return Loaded(**json.loads(lines[-1]))


def _crash(code: int, lines: Sequence[str]) -> str:
    last = f": {lines[-1]}" if lines else ""
    return f"it crashes with signal {-code}{last}" if code < 0 else f"it ends with exit code {code}{last}"


# Findings

_FREEDOMS = {
    JointType.FIXED: 0,
    JointType.BALL: 3,
    JointType.PLANAR: 3,
    JointType.FLOATING: 0,
    JointType.UNIVERSAL: 2,
    JointType.CYLINDRICAL: 2,
}
"""The degrees of freedom of joints that do not have one; programs count free bodies apart."""
_MASS = 1e-4
"""The share of a mass that may differ."""


def report_loading(path: str, format: str, robots: Sequence[Robot], report: Report) -> None:
    """Load a document with each installed program for its format, and report what they make of it.

    Args:
        path: The document.
        format: The name of its format.
        robots: The robots in it, as robotfmt read them.
        report: Where findings go.
    """
    programs = installed(format)
    if not programs:
        report.add(NO_PROGRAM, f"no program that loads {format} is installed; '{path}' was not loaded", Origin(path))
    for program in programs:
        loaded = load(program, path, format)
        if loaded.refused is None:
            _compare(program, loaded, path, robots, report)
            continue
        severity = Severity.ERROR if program.formats[0] == format else Severity.WARNING
        report.add(REFUSED, f"{program.title} refuses the document: {loaded.refused}", Origin(path), severity=severity)


def _compare(program: Program, loaded: Loaded, path: str, robots: Sequence[Robot], report: Report) -> None:
    title = f"{program.title} {loaded.version}" if loaded.version else program.title
    for words in _differences(loaded, robots):
        report.add(DIFFERS, f"{title} has {words}", Origin(path))
    content = ", ".join(_content(loaded))
    report.add(LOADED, f"{title} loads the document{f': {content}' if content else ''}", Origin(path))


def _differences(loaded: Loaded, robots: Sequence[Robot]) -> Iterator[str]:
    expected = sum(_freedoms(joint) for robot in robots for joint in robot.joints)
    if loaded.freedoms is not None and loaded.freedoms != expected:
        yield f"{_counted(loaded.freedoms, 'degree of freedom', 'degrees of freedom')}, expected {expected}"
    mass = _mass(robots)
    if loaded.mass is not None and mass is not None and abs(loaded.mass - mass) > _MASS * max(mass, 1.0):
        yield f"a mass of {loaded.mass:g} kg, expected {mass:g} kg"


def _freedoms(joint: Joint) -> int:
    if joint.type is JointType.COMPOUND:
        return len(joint.axes)
    return _FREEDOMS.get(joint.type or JointType.FIXED, 1)


def _mass(robots: Sequence[Robot]) -> float | None:
    """Return the mass of all links; None if programs compute one of them from shapes."""
    found = [link.inertial for robot in robots for link in robot.links if link.inertial is not None]
    return None if any(each.computed for each in found) else sum(each.mass or 0.0 for each in found)


def _content(loaded: Loaded) -> Iterator[str]:
    if loaded.freedoms is not None:
        yield _counted(loaded.freedoms, "degree of freedom", "degrees of freedom")
    if loaded.floating is not None:
        yield _counted(loaded.floating, "free base", "free bases")
    if loaded.mass is not None:
        yield f"{loaded.mass:.4g} kg"
    if loaded.contacts is not None:
        yield f"{_counted(loaded.contacts, 'contact', 'contacts')} in the default pose"


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
