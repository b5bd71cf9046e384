"""A fact, and the list that facts are noted in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol, TypeAlias, TypeVar

from ..model import IDENTITY3, Matrix3, Mesh, Node, Origin, Parameter, Pose, Vector3
from ..model.features import Feature
from ..model.fields import fields_said

Path: TypeAlias = tuple[str, ...]
_NOTHING = 1e-12
"""An offset in metres, or an entry of a rotation matrix, up to which there is none."""


class Kind(Enum):
    """How two values are compared."""

    NODE = "node"
    """Present or absent; nothing below it counts where it is absent."""
    EXACT = "exact"
    NUMBERS = "numbers"
    TENSOR = "tensor"
    """Numbers that are as exact as the largest of them: a rotation mixes them."""
    DIRECTION = "direction"
    ROTATION = "rotation"
    MESH = "mesh"
    FILE = "file"
    """A URI in the document that the fact comes from."""


@dataclass(frozen=True, slots=True)
class PlacedMesh:
    """A mesh and where it is on its link."""

    mesh: Mesh
    pose: Pose | None


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is true of a robot."""

    path: Path
    feature: Feature
    kind: Kind
    value: object = None
    origin: Origin | None = None
    unit: str = ""
    """Of numbers, where they have one."""
    called: str = ""
    """The words for what has the fact, where its path has only a number: ``c-space joint 'elbow'``."""

    @property
    def subject(self) -> str:
        """The path as text, as diagnostics show it."""
        return "/".join(self.path)

    def at(self, path: Path) -> Fact:
        """Return the same under another path."""
        return self if path == self.path else replace(self, path=path)


class Facts:
    """The list that facts are noted in: a node first, then what is below it."""

    def __init__(self) -> None:
        self.found: list[Fact] = []

    def add(
        self,
        path: Path,
        feature: Feature,
        kind: Kind,
        value: object,
        at: Node | None = None,
        unit: str = "",
        called: str = "",
    ) -> None:
        """Note a fact."""
        origin = at.origin if at is not None else None
        self.found.append(Fact(path, feature, kind, value, origin, unit, called))

    def exact(self, path: Path, feature: Feature, value: object, at: Node | None = None) -> None:
        """Note a fact whose value is compared exactly, if there is a value."""
        if value is not None:
            self.add(path, feature, Kind.EXACT, value, at)

    def file(self, path: Path, feature: Feature, uri: str | None, at: Node) -> None:
        """Note a reference to a file, if there is one."""
        if uri is not None:
            self.add(path, feature, Kind.FILE, uri, at)

    def numbers(
        self, path: Path, feature: Feature, value: object, at: Node | None = None, unit: str = ""
    ) -> None:
        """Note a number or numbers, if there are any."""
        if value is not None:
            self.add(path, feature, Kind.NUMBERS, value, at, unit)

    def node(self, path: Path, feature: Feature, node: Node, called: str = "") -> None:
        """Note that a node exists."""
        self.add(path, feature, Kind.NODE, None, node, called=called)

    def fields(self, path: Path, feature: Feature, node: object, at: Node, unit: str = "") -> None:
        """Note every field of a record that says something."""
        for name, value in fields_said(node):
            self.add((*path, name), feature, kind_of(value), value, at, unit)

    def record(
        self,
        path: Path,
        feature: Feature,
        node: Node,
        without: tuple[str, ...] = ("name",),
        called: str = "",
    ) -> None:
        """Note a node all of whose fields are facts of one feature."""
        self.node(path, feature, node, called)
        for name, value in fields_said(node):
            if name not in without:
                self.add((*path, name), feature, kind_of(value), value, node, called=called)

    def pose(self, pose: Pose | None, path: Path, feature: Feature, at: Node) -> None:
        """Note a pose: offset and turn, where there is any."""
        if pose is None:
            return
        if is_offset(pose.xyz):
            self.numbers((*path, "position"), feature, pose.xyz, at, "m")
        if _is_turn(pose.matrix):
            self.add((*path, "rotation"), feature, Kind.ROTATION, pose.matrix, at)

    def parameters(self, parameters: Iterable[Parameter], path: Path, feature: Feature) -> None:
        """Note named values; of several with one name the later ones are counted."""
        for parameter, its_path in named(parameters, "parameter"):
            self.add((*path, *its_path), feature, kind_of(parameter.values), parameter.values, parameter)


def moves(pose: Pose) -> bool:
    """Return True if a pose is not the identity, by more than comparing sees."""
    return is_offset(pose.xyz) or _is_turn(pose.matrix)


def is_offset(position: Vector3) -> bool:
    """Return True if a position is somewhere else than at the origin, by more than comparing sees."""
    return any(abs(each) > _NOTHING for each in position)


def _is_turn(matrix: Matrix3) -> bool:
    rows = zip(matrix, IDENTITY3, strict=True)
    return any(abs(a - b) > _NOTHING for row, still in rows for a, b in zip(row, still, strict=True))


class _Named(Protocol):
    @property
    def name(self) -> str | None: ...


_N = TypeVar("_N", bound=_Named)


def named(nodes: Iterable[_N], kind: str) -> Iterator[tuple[_N, Path]]:
    """Nodes with their paths; of several with one name the later ones are counted."""
    seen: Counter[str] = Counter()
    for node in nodes:
        name = str(node.name)
        seen[name] += 1
        yield node, (kind, name) if seen[name] == 1 else (kind, f"{name}#{seen[name]}")


def kind_of(value: object) -> Kind:
    """Numbers are compared as numbers, everything else exactly."""
    values = value if isinstance(value, tuple) else (value,)
    real = all(isinstance(each, int | float) and not isinstance(each, bool) for each in values)
    return Kind.NUMBERS if real and values else Kind.EXACT


def flat(value: object) -> tuple[float, ...]:
    """Return the numbers in a value, in order; none where it is neither a number nor made of numbers."""
    if isinstance(value, tuple):
        return tuple(number for part in value for number in flat(part))
    return (float(value),) if isinstance(value, int | float) else ()
