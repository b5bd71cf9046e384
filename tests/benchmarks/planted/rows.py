"""The table of planted faults: kinds of faults in files by format, each in the robots that it names.

A kind is a table ``[name]`` with ``about``, ``change`` (operations of :mod:`changes`), ``names`` (what a finder must
name, one of them; none if any new finding will do), ``robots``, and optionally ``with``: ``meshes`` or ``collisions``.
A robot of ``robots.toml`` has its document, and the names of its parts that the kinds refer to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from changes import Change, changed
from real import FIXTURES, installed

import robotfmt
from robotfmt.settings import Settings

HERE = Path(__file__).resolve().parent
KINDS = tuple(sorted(path for path in HERE.glob("*.toml") if path.name != "robots.toml"))


@dataclass(frozen=True)
class Planted:
    """A robot as it is found: without any planted fault."""

    name: str
    format: str
    file: str
    """``package:end of the path``, ``fixtures:path``, or ``written:name`` for a document written from a robot."""
    beside: str = ""
    """The robot that the document adds to."""
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """A row of the table: one fault in one robot."""

    kind: str
    robot: Planted
    about: str
    change: Sequence[Change]
    names: tuple[str, ...] = ()
    needs: str = ""
    """What else is examined: ``meshes`` or ``collisions``."""

    @property
    def name(self) -> str:
        """The kind and the robot."""
        return f"{self.kind} in {self.robot.name}"

    def plant(self, data: bytes) -> bytes:
        """Return a document with the fault.

        Raises:
            ChangeError: The change does not apply.
        """
        return changed(data, self.change, self.robot.parts)


@cache
def robots() -> Mapping[str, Planted]:
    """Return the robots by name."""
    found = {}
    for name, table in _read(HERE / "robots.toml").items():
        given = {key: table.pop(key) for key in ("format", "file", "beside") if key in table}
        found[name] = Planted(name=name, parts=table, **given)
    return found


def faults() -> Iterator[Fault]:
    """Return the rows: each kind in each of its robots."""
    for path in KINDS:
        for kind, table in _read(path).items():
            for name in table["robots"]:
                robot = robots()[name]
                names = tuple(_filled(each, robot.parts) for each in table["names"])
                yield Fault(
                    kind=kind,
                    robot=robot,
                    about=table["about"],
                    change=table["change"],
                    names=names,
                    needs=table.get("with", ""),
                )


def _filled(word: str, parts: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], word)


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.toml.decode(path.read_bytes())
    return found


# Documents


class Documents:
    """The documents of the robots; those that robotfmt writes are written once into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: dict[str, Path] = {}

    def has(self, robot: Planted) -> bool:
        """Whether the packages of a robot's documents are installed."""
        return self._found(robot) is not None and (not robot.beside or self.has(robots()[robot.beside]))

    def path(self, robot: Planted) -> Path:
        """Return where a robot's document is.

        Raises:
            LookupError: Its package is not installed.
        """
        path = self._found(robot)
        if path is None:
            raise LookupError(f"{robot.file} is not installed")
        return path

    def beside(self, robot: Planted) -> list[Path]:
        """Return the documents that a robot's document adds to."""
        return [self.path(robots()[robot.beside])] if robot.beside else []

    def _found(self, robot: Planted) -> Path | None:
        source, _, place = robot.file.partition(":")
        if source == "fixtures":
            return FIXTURES / place
        if source == "written":
            return self._write(robot, place)
        return next((path for path in installed(source, Path(place).suffix) if str(path).endswith(f"/{place}")), None)

    def _write(self, robot: Planted, place: str) -> Path | None:
        """Write a document: ``written:ur5.sdf`` from the robot ``ur5``."""
        if robot.name not in self._written:
            source = self._found(robots()[place.partition(".")[0]])
            if source is None:
                return None
            path = self._folder / robot.name / place
            path.parent.mkdir(parents=True, exist_ok=True)
            settings = Settings(target_format=robot.format)
            robotfmt.convert(source, path, settings=settings, overwrite=True, meshes="copy")
            self._written[robot.name] = path
        return self._written[robot.name]
