"""What other checkers find: simcheck, urdf-validator and mjcf-doctor, and whether MuJoCo loads an MJCF.

Each runs in its own process, as it may crash or hang, on a copy of the document in a folder that looks like its own.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from found import Finder, Finding, finding
from rows import Planted

_SECONDS = 40
_LEVELS = 4
"""How many folders above a document are imitated: a package of meshes is among them."""
_SEVERITIES = {
    "FAIL": "error",
    "WARN": "warning",
    "warn": "warning",
    "critical": "error",
    "info": "note",
    "INFO": "note",
}
_LOADED = (
    "import sys, mujoco\n"
    "try: mujoco.MjModel.from_xml_path(sys.argv[1])\n"
    "except ValueError as error: print(' '.join(str(error).split()))\n"
)


@dataclass(frozen=True)
class Other:
    """Another checker."""

    name: str
    module: str
    """What is imported to see whether it is installed."""
    formats: tuple[str, ...]
    command: Callable[[Path, Path], list[str]]
    """Its command for a document and a report, beginning with the program in the environment."""
    read: Callable[[str, Path], Iterable[Finding]]
    """Returns its findings, from what it printed, and from its report."""


# Readings of reports


def _of_simcheck(_: str, report: Path) -> Iterable[Finding]:
    for result in json.loads(report.read_text())["results"]:
        for each in result["findings"]:
            severity = str(each["severity"])
            yield finding(_SEVERITIES.get(severity, severity), each["check"], each["target"], each["message"])


def _of_validator(printed: str, report: Path) -> Iterable[Finding]:
    path = next(report.parent.glob("*_validation.json"), None)
    if path is None:  # It reports nothing about what it cannot parse.
        yield finding("error", "unread", printed)
        return
    found = json.loads(path.read_text())
    schema, statics = found["schema"], found.get("statics") or {}
    for severity, key in (("error", "critical_issues"), ("warning", "warnings")):
        for each in (*schema[key], *found[key]):
            yield finding(severity, "issue", _text(each))
    for each in statics.get("joints") or ():
        if each["status"] in ("WARN", "FAIL"):
            yield finding(_SEVERITIES[each["status"]], "torque", each["name"], each["summary"])
    for each in found["links"]:
        if each["inertia_divergence_pct"]:
            yield finding("note", "inertia", each["name"], f"diverges by {each['inertia_divergence_pct']:.0f} %")


def _text(each: Any) -> str:
    return each if isinstance(each, str) else json.dumps(each)


def _of_doctor(printed: str, _: Path) -> Iterable[Finding]:
    start = printed.index("\n[\n")
    for one in json.loads(printed[start : printed.rindex("]") + 1]):
        if "load_error" in one:
            yield finding("error", "load", one["load_error"])
        for each in one.get("findings", ()):
            severity = _SEVERITIES.get(each["level"], "error")
            yield finding(severity, each["code"], each["subject"], each["message"])


def _of_mujoco(printed: str, _: Path) -> Iterable[Finding]:
    return [finding("error", "refused", printed)] if printed.strip() else []


OTHERS = (
    Other(
        "simcheck",
        "simcheck",
        ("urdf", "mjcf"),
        lambda path, report: ["simcheck", "check", str(path), "--json", str(report), "--no-config", "-q"],
        _of_simcheck,
    ),
    Other(
        "urdf-validator",
        "urdf_validator_main",
        ("urdf",),
        lambda path, report: ["urdf_validate", "--output-dir", str(report.parent), str(path)],
        _of_validator,
    ),
    Other(
        "mjcf-doctor",
        "mjcf_doctor",
        ("mjcf",),
        lambda path, _: ["mjcf-doctor", "check", "--json", str(path)],
        _of_doctor,
    ),
    Other("MuJoCo", "mujoco", ("mjcf",), lambda path, _: ["python", "-c", _LOADED, str(path)], _of_mujoco),
)


# Running them


def installed(python: Path) -> list[Other]:
    """Return the checkers that are installed in the environment of an interpreter."""
    return [each for each in OTHERS if not _run([str(python), "-c", f"import {each.module}"]).returncode]


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)


def by_other(other: Other, python: Path, folder: Path) -> Finder:
    """Return what finds faults with another checker; a crash or a hang is a finding that names nothing."""

    def find(robot: Planted, path: Path, data: bytes, _: str) -> list[Finding]:
        copy = imitated(path, folder / robot.name)
        copy.write_bytes(data)
        report = folder / "reports" / robot.name / "report.json"
        report.parent.mkdir(parents=True, exist_ok=True)
        for old in report.parent.iterdir():
            old.unlink()
        program, *words = other.command(copy, report)
        try:
            done = _run([str(python.parent / program), *words])
            return list(other.read(done.stdout + done.stderr, report))
        except subprocess.TimeoutExpired:
            return [finding("note", "hangs", f"more than {_SECONDS} s")]
        except (ValueError, OSError, StopIteration, KeyError) as error:
            return [finding("note", "crashes", repr(error))]

    return find


def imitated(path: Path, folder: Path) -> Path:
    """Return the path of a document in a copy of the folders above it, in which all other files are links."""
    above = [*reversed(path.parents[: min(_LEVELS, len(path.parents) - 1)])]
    here = folder
    for level, original in enumerate(above):
        here = here / original.name
        here.mkdir(parents=True, exist_ok=True)
        own = above[level + 1] if level + 1 < len(above) else path
        for each in original.iterdir() if level else ():
            link = here / each.name
            if each != own and not link.is_symlink():
                link.symlink_to(each)
    return here / path.name
