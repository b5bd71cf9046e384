"""A composed stage: its prims with their authored values, as the child process found them."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from typing import Any

from robotfmt.codes import BAD_NUMBER
from robotfmt.diagnostics import Report
from robotfmt.model import IDENTITY3, Matrix3, Origin, Pose, Vector3
from robotfmt.model.matrices import split
from robotfmt.model.pose import Quaternion, quaternion_of

from ..codes import NOT_A_ROTATION
from .units import Units

_SINGLE = ("float", "color3f", "point3f", "vector3f", "normal3f", "quatf", "texCoord2f")
"""The types of numbers with seven digits."""
_SHAPES = frozenset({"Cube", "Sphere", "Cylinder", "Cylinder_1", "Capsule", "Capsule_1", "Cone", "Plane", "Mesh"})
_DIGITS = range(6, 10)
_ENDLESS = 1e30
"""The size from which on a number means infinity: the largest of single precision is 3.4e38."""
_ROUNDED = 1e-3
"""How far the length of a quaternion may be from 1: some are written with four digits."""
Json = dict[str, Any]


class Place:
    """Where a prim is in the world: a rigid pose in metres, and the stretch of what is in it."""

    __slots__ = ("pose", "stretch")

    def __init__(self, pose: Pose, stretch: Matrix3) -> None:
        self.pose, self.stretch = pose, stretch


class Prim:
    """A prim. What a reader takes of it is marked; :meth:`left` yields the rest."""

    def __init__(self, stage: Stage, found: Json) -> None:
        self.stage = stage
        self.path: str = found["path"]
        self.type: str = found["type"]
        self.apis: list[str] = found["apis"]
        self.label: str | None = found.get("label")
        self.data: Json = found.get("data", {})
        self.is_proxy: bool = found.get("proxy", False)
        self.material: str | None = found.get("material")
        self.physics_material: str | None = found.get("physics")
        self.purpose: str = found.get("purpose", "default")
        self.visible: bool = found.get("visible", True)
        self._world: list[float] | None = found.get("world")
        self._values: Json = found["values"]
        self._targets: dict[str, list[str]] = found["targets"]
        self._taken: set[str] = {each for each in self._values if each.startswith("xformOp")}
        self._place: Place | None = None

    @property
    def name(self) -> str:
        """The name of the prim."""
        return self.path.rpartition("/")[2]

    @property
    def parent(self) -> str:
        """The path of the prim above; empty for the top."""
        return self.path.rpartition("/")[0]

    @property
    def origin(self) -> Origin:
        """The place of the prim in its document."""
        return Origin(self.stage.name, None, self.path)

    @property
    def is_shape(self) -> bool:
        """True if the prim has a surface."""
        return self.type in _SHAPES

    def has(self, api: str) -> bool:
        """Return True if a schema is applied."""
        return api in self.apis

    def instances(self, api: str) -> list[str]:
        """Return the names with which a schema is applied: ``["angular"]`` for ``PhysicsDriveAPI:angular``."""
        return [each.partition(":")[2] for each in self.apis if each.startswith(f"{api}:")]

    @property
    def place(self) -> Place:
        """Where the prim is; the origin for what has no place."""
        if self._place is None:
            self._place = self.stage.placed(self._world)
            if self._world is not None and not all(map(math.isfinite, self._world)):
                message = f"the place of '{self.name}' is not a number; the origin is taken"
                self.stage.report.add(BAD_NUMBER, message, self.origin)
        return self._place

    # Values

    def value(self, name: str) -> Any:
        """Take the value of an attribute; None if it is not authored."""
        found = self._values.get(name)
        if found is None:
            return None
        self._taken.add(name)
        return found["value"]

    def interpolation(self, name: str) -> str:
        """Return what the values of an attribute belong to; by default that is the whole, or the points of normals."""
        found: str | None = self._values.get(name, {}).get("interpolation")
        return found or ("vertex" if name == "normals" else "constant")

    def source(self, name: str) -> str | None:
        """Take the path of the attribute that an attribute is connected to."""
        found = self._values.get(name, {}).get("from")
        if found is None:
            return None
        self._taken.add(name)
        path: str = found[0]
        return path

    def number(self, name: str) -> float | None:
        """Take a number; None if it is not authored, or not finite: infinity means that there is no bound."""
        found = self.value(name)
        if not isinstance(found, int | float) or isinstance(found, bool):
            return None
        return self._number(name, float(found))

    def _number(self, name: str, value: float) -> float | None:
        if math.isnan(value):
            self.stage.report.add(BAD_NUMBER, f"{name} is not a number", self.origin)
        if not abs(value) < _ENDLESS:
            return None
        return shortest(value) if self._values[name]["type"].startswith(_SINGLE) else value

    def numbers(self, name: str, count: int) -> tuple[float, ...] | None:
        """Take a row of numbers; None if it is not authored, has another length, or an infinite number."""
        found = self.value(name)
        if (
            not isinstance(found, list)
            or len(found) != count
            or not all(isinstance(each, int | float) for each in found)
        ):
            return None
        row = [self._number(name, float(each)) for each in found]
        return tuple(each for each in row if each is not None) if None not in row else None

    def vector(self, name: str) -> Vector3 | None:
        """Take three numbers."""
        found = self.numbers(name, 3)
        return (found[0], found[1], found[2]) if found is not None else None

    def quaternion(self, name: str) -> Quaternion | None:
        """Take a rotation; None if it is not authored, or zero. One of another length than 1 is reported."""
        row = self.numbers(name, 4)
        length = math.hypot(*row) if row is not None else 0.0
        if row is None or length == 0:
            return None
        if abs(length - 1) > _ROUNDED:
            message = f"{name} of '{self.name}' has the length {length:.4g}; a rotation has 1, so it is divided by it"
            self.stage.report.add(NOT_A_ROTATION, message, self.origin)
            row = tuple(each / length for each in row)
        return Quaternion(*row)

    def word(self, name: str) -> str | None:
        """Take a text."""
        found = self.value(name)
        return found if isinstance(found, str) else None

    def truth(self, name: str, default: bool) -> bool:
        """Take a truth value."""
        found = self.value(name)
        return found if isinstance(found, bool) else default

    def targets(self, name: str) -> list[str]:
        """Take the targets of a relationship."""
        found = self._targets.get(name)
        if found is None:
            return []
        self._taken.add(name)
        return found

    def peek_targets(self, name: str) -> list[str]:
        """Return the targets of a relationship without taking it."""
        return self._targets.get(name, [])

    def peek(self, name: str) -> Any:
        """Return the value of an attribute without taking it."""
        return self._values.get(name, {}).get("value")

    def give_back(self, name: str) -> None:
        """Return an attribute that was taken."""
        self._taken.discard(name)

    def has_value(self, name: str) -> bool:
        """Return True if an attribute or a relationship is authored; it is not taken."""
        return name in self._values or name in self._targets

    def skip(self, *starts: str) -> None:
        """Take the attributes and relationships whose names start with one of these words."""
        self._taken.update(each for each in (*self._values, *self._targets) if each.startswith(starts))

    def skip_zero(self, name: str) -> None:
        """Take an attribute that is zero or false, which is what engines take where it is not authored."""
        value = self.peek(name)
        if not (any(value) if isinstance(value, list) else value):
            self._taken.add(name)

    def skip_all(self) -> None:
        """Take everything."""
        self._taken.update(self._values, self._targets)

    def sampled(self) -> list[str]:
        """Return the attributes that change with time."""
        return [name for name, found in self._values.items() if found.get("sampled")]

    def left(self) -> Iterator[tuple[str, str]]:
        """Yield the names and the contents of what no reader took: the type and the value in JSON."""
        for name, found in self._values.items():
            if name not in self._taken:
                uniform = "uniform " if found.get("uniform") else ""
                yield name, f"{uniform}{found['type']} = {_text(found['value'])}{self.stage.units.remark}"
        for name, targets in self._targets.items():
            if name not in self._taken:
                yield name, f"rel = {_text(targets)}"


class Stage:
    """The prims of a document, in their order."""

    def __init__(self, name: str, found: Json, body: bytes, report: Report) -> None:
        self.name, self.report, self.body = name, report, body
        self.units = Units(found["length"], found["mass"], found["up"])
        self.has_units: list[bool] = found["has_units"]
        self.start: str | None = found["start"]
        self.left_out: list[Json] = found["left_out"]
        self.broken: list[list[str]] = found["broken"]
        """The paths of prims with references that could not be composed, and why."""
        self.chosen: list[str] | None = found["chosen"]
        """The prim, the set and the variant without which the stage has no joints."""
        self.passed_over: list[str] = found["passed_over"]
        """The variants that are not selected."""
        self.groups: list[Json] = found["groups"]
        self.prims = [Prim(self, each) for each in found["prims"]]
        self.by_path = {each.path: each for each in self.prims}
        self._by_type: dict[str, list[Prim]] = {}
        for each in self.prims:
            self._by_type.setdefault(each.type, []).append(each)
        self.children: dict[str, list[Prim]] = {}
        """The prims that others have directly inside, by the paths of the outer ones."""
        for each in self.prims:
            self.children.setdefault(each.parent, []).append(each)

    def of_type(self, type: str) -> list[Prim]:
        """Return the prims of a type."""
        return self._by_type.get(type, [])

    def prim(self, path: str | None) -> Prim | None:
        """Return a prim by its path."""
        return self.by_path.get(path) if path else None

    def inside(self, prim: Prim) -> Iterator[Prim]:
        """Yield a prim and all those inside it."""
        pending = [prim]
        while pending:
            found = pending.pop()
            yield found
            pending += self.children.get(found.path, ())

    def above(self, path: str) -> Iterator[Prim]:
        """Yield a prim and those above it, the nearest first."""
        while path:
            found = self.by_path.get(path)
            if found is not None:
                yield found
            path = path.rpartition("/")[0]

    def placed(self, world: list[float] | None) -> Place:
        """Return the place of a transform, given as the rows of its matrix."""
        if world is None or not all(map(math.isfinite, world)):
            return Place(Pose(), IDENTITY3)
        rows = [world[4 * row : 4 * row + 4] for row in range(3)]
        linear = tuple((row[0], row[1], row[2]) for row in rows)
        rotation, stretch = split((linear[0], linear[1], linear[2]))
        length = self.units.length
        position = (rows[0][3] * length, rows[1][3] * length, rows[2][3] * length)
        at = position if any(position) else None
        return Place(Pose(at, quaternion_of(rotation) if rotation != IDENTITY3 else None), stretch)


def shortest(value: float) -> float:
    """Return a number of single precision with as few digits as it has: 0.1 for 0.10000000149."""
    for digits in _DIGITS:
        found = float(f"{value:.{digits}g}")
        if _single(found) == _single(value):
            return found
    return value


def _single(value: float) -> bytes:
    try:
        return struct.pack("f", value)
    except OverflowError:
        return b""


def _text(value: Any) -> str:
    if isinstance(value, dict) and "asset" in value:
        return f"@{value['asset']}@"
    if isinstance(value, dict):
        return f"({value.get('shape', [0])[0]} values)"
    return json.dumps(value, ensure_ascii=False)
