"""A fact, and the list that facts are noted in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Protocol, TypeAlias, TypeVar

from ..model import IDENTITY3, Matrix3, Mesh, Node, Origin, Parameter, Pose, Vector3
from ..model.features import Feature
from ..model.fields import given_fields
from ..model.record import Record, replace
from .names import present_name

Path: TypeAlias = tuple[str, ...]
_NOTHING = 1e-12
"""The largest offset in metres, or entry of a rotation matrix, that is treated as zero."""


class Kind(Enum):
    """The way to compare two values."""

    NODE = "node"
    """Present or absent, or called otherwise; facts below an absent node are ignored."""
    EXACT = "exact"
    NUMBERS = "numbers"
    TENSOR = "tensor"
    """Numbers with the absolute precision of the largest of them, because a rotation mixes them."""
    DIRECTION = "direction"
    ROTATION = "rotation"
    MESH = "mesh"
    FILE = "file"
    """A URI in the document that the fact comes from."""


class PlacedMesh(Record, kw_only=False):
    """A mesh and its pose on its link."""

    mesh: Mesh
    pose: Pose | None


class Fact(Record, kw_only=False):
    """A single true statement about a robot."""

    path: Path
    feature: Feature
    kind: Kind
    value: object = None
    origin: Origin | None = None
    unit: str = ""
    """The unit of numbers, if any."""
    called: str = ""
    """The name of the owner for messages, if the path has only an index: ``c-space joint 'elbow'``."""
    owner: str | None = None
    """The name of the robot that the fact of a world is about; the path begins with it."""

    @property
    def own(self) -> Path:
        """The path without the robot of a world."""
        return self.path[2:] if self.owner is not None else self.path

    @property
    def present_name(self) -> str | None:
        """The present name of a part that is shown under its first one."""
        return self.value if self.kind is Kind.NODE and isinstance(self.value, str) else None

    @property
    def subject(self) -> str:
        """The path as text, as diagnostics show it."""
        return "/".join(self.path)

    def at(self, path: Path) -> Fact:
        """Return the fact with another path."""
        return self if path == self.path else replace(self, path=path)


Parts: TypeAlias = dict[tuple[int, Path], tuple[Node, object, list[Fact]]]
"""The parts of a robot with their facts, by their identities and paths, and what else these depend on."""


class Facts:
    """Collects facts, a node before its descendants.

    Args:
        known: The parts of another robot, most of which may be parts of this one too.
    """

    def __init__(self, known: Parts | None = None) -> None:
        self.found: list[Fact] = []
        self.parts: Parts = {}
        """The parts that were noted."""
        self.new_count = 0
        """The number of facts of parts that were not known."""
        self._known = known or {}

    def part(self, part: Node, path: Path, note: Callable[[], None], given: object = None) -> None:
        """Note a part by calling a function, unless its facts are known.

        Args:
            part: The part; what is known of it is of the same object.
            given: What else its facts depend on.
        """
        key = (id(part), path)
        known = self._known.get(key)
        if known is None or known[0] is not part or known[1] is not given:
            start = len(self.found)
            note()
            known = (part, given, self.found[start:])
            self.new_count += len(known[2])
        else:
            self.found += known[2]
        self.parts[key] = known

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

    def numbers(self, path: Path, feature: Feature, value: object, at: Node | None = None, unit: str = "") -> None:
        """Note a number or numbers, if there are any."""
        if value is not None:
            self.add(path, feature, Kind.NUMBERS, value, at, unit)

    def node(self, path: Path, feature: Feature, node: Node, called: str = "") -> None:
        """Note that a node exists, with its present name if it is shown under its first one."""
        self.add(path, feature, Kind.NODE, present_name(node), node, called=called)

    def fields(self, path: Path, feature: Feature, node: object, at: Node, unit: str = "") -> None:
        """Note every field of a record that has a value."""
        for name, value in given_fields(node):
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
        for name, value in given_fields(node):
            if name not in without:
                self.add((*path, name), feature, kind_of(value), value, node, called=called)

    def pose(self, pose: Pose | None, path: Path, feature: Feature, at: Node) -> None:
        """Note the offset and the rotation of a pose, unless they are zero."""
        if pose is None:
            return
        if is_offset(pose.xyz):
            self.numbers((*path, "position"), feature, pose.xyz, at, "m")
        if _is_turn(pose.matrix):
            self.add((*path, "rotation"), feature, Kind.ROTATION, pose.matrix, at)

    def parameters(self, parameters: Iterable[Parameter], path: Path, feature: Feature) -> None:
        """Note named values; the later ones of several with the same name are numbered."""
        for parameter, part_path in named(parameters, "parameter"):
            self.add((*path, *part_path), feature, kind_of(parameter.values), parameter.values, parameter)


def moves(pose: Pose) -> bool:
    """Return True if a pose is not the identity, within the comparison tolerance."""
    return is_offset(pose.xyz) or _is_turn(pose.matrix)


def is_offset(position: Vector3) -> bool:
    """Return True if a position is not the origin, within the comparison tolerance."""
    return any(abs(each) > _NOTHING for each in position)


def _is_turn(matrix: Matrix3) -> bool:
    rows = zip(matrix, IDENTITY3, strict=True)
    return any(abs(a - b) > _NOTHING for row, still in rows for a, b in zip(row, still, strict=True))


class _Named(Protocol):
    @property
    def name(self) -> str | None: ...


_N = TypeVar("_N", bound=_Named)


def named(nodes: Iterable[_N], kind: str) -> Iterator[tuple[_N, Path]]:
    """Yield nodes with their paths; the later ones of several with the same name are numbered."""
    seen: Counter[str] = Counter()
    for node in nodes:
        name = str(node.name)
        seen[name] += 1
        yield node, (kind, name) if seen[name] == 1 else (kind, f"{name}#{seen[name]}")


def kind_of(value: object) -> Kind:
    """Return the kind of comparison for a value: numeric for numbers, otherwise exact."""
    values = value if isinstance(value, tuple) else (value,)
    real = all(isinstance(each, int | float) and not isinstance(each, bool) for each in values)
    return Kind.NUMBERS if real and values else Kind.EXACT


def flat(value: object) -> tuple[float, ...]:
    """Return the numbers in a value, in order; none if it is neither a number nor made of numbers."""
    if isinstance(value, tuple):
        return tuple(number for part in value for number in flat(part))
    return (float(value),) if isinstance(value, int | float) else ()
