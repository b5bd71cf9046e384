"""The programs that load documents, and what one has of a document."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from ..model.record import Record

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
