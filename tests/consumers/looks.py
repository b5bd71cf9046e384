"""The column of shapes: those of each body that are seen and those that are touched, and the colours of the former."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from .difference import SAME, Array, Difference

_COLORED = 2e-3
"""Colours are the same up to this: some programs have 8 bits of each."""
_SIZED = 1e-5
_OF_SHAPES = ("shape", "removed", "mesh", "geom", "sphere", "size", "radius", "visible", "length")
_OF_COLORS = ("color", "material", "texture", "transparency")


@dataclass(frozen=True, eq=False)
class Shape:
    """A shape of a body, in the frame of this."""

    kind: str
    """``box``, ``sphere``, ``cylinder``, ``capsule``, ``ellipsoid``, ``plane``, ``mesh``, ..."""
    centre: Array | None = None
    """In m; None for a mesh, whose origin programs move."""
    extent: Array | None = None
    """The tensor (3, 3) of its half sizes in m^2, turned: the same for all poses that look alike."""
    rgba: tuple[float, ...] | None = None
    """Its colour, 0 to 1; None where the program leaves it to its viewer, or to a mesh file."""


Row: TypeAlias = tuple[Shape, ...]


@dataclass(frozen=True)
class Looks:
    """The shapes of all bodies, by their names."""

    seen: Mapping[str, Row]
    touched: Mapping[str, Row]

    def renamed(self, names: Mapping[str, str]) -> Looks:
        """Return it with other names of bodies."""
        return replace(self, **{field: _keyed(getattr(self, field), names) for field in ("seen", "touched")})


def _keyed(rows: Mapping[str, Row], names: Mapping[str, str]) -> dict[str, Row]:
    return {names.get(name, name): row for name, row in rows.items()}


def solid(kind: str, half: Sequence[float], centre: Array, turn: Array, rgba: tuple[float, ...] | None = None) -> Shape:
    """Return a shape with half sizes along its axes in m, and its place in its body."""
    return Shape(kind, np.array(centre, float), turn @ np.diag(np.square(half)) @ turn.T, rgba)


def of_shapes(before: Looks | None, after: Looks | None) -> Iterator[Difference]:
    """Yield the shapes of bodies in both programs that only one has: meshes count as one, whatever their number."""
    if before is None or after is None:
        return
    for one, other, word in ((before.seen, after.seen, "visual"), (before.touched, after.touched, "collision")):
        for name in sorted(one.keys() & other.keys()):
            gone = _without(one[name], other[name], _is_same_place)
            new = _without(other[name], one[name], _is_same_place)
            yield from (Difference(name, f"{word} {_called(each)}: gone", _OF_SHAPES, part=word) for each in gone)
            yield from (
                Difference(name, f"{word} {_called(each)}: not there -> there", _OF_SHAPES, part=word) for each in new
            )


def of_colors(before: Looks | None, after: Looks | None) -> Iterator[Difference]:
    """Yield the shapes that are in the same place in both programs, in another colour."""
    if before is None or after is None:
        return
    for name in sorted(before.seen.keys() & after.seen.keys()):
        if all(each.kind == "mesh" for each in before.seen[name]) and len(before.seen[name]) != len(after.seen[name]):
            continue  # meshes of several colours are divided
        left = list(after.seen[name])
        for each in before.seen[name]:
            there = [other for other in left if _is_same_place(each, other)]
            if there and not any(_is_same_color(each, other) for other in there):
                words = f"visual {_called(each)}: colour {each.rgba} -> {there[0].rgba}"
                yield Difference(name, words, _OF_COLORS, part="visual")
            if there:
                left.remove(next((other for other in there if _is_same_color(each, other)), there[0]))


def _without(row: Row, others: Row, is_same: Callable[[Shape, Shape], bool]) -> list[Shape]:
    """Return the shapes of a row that another one does not have, as often as it has them."""
    left, found = list(others), []
    for each in row:
        match = next((other for other in left if is_same(each, other)), None)
        if match is None:
            found.append(each)
        elif each.kind != "mesh":
            left.remove(match)
    return found


def _is_same_place(one: Shape, other: Shape) -> bool:
    if one.kind != other.kind:
        return False
    if one.centre is None or other.centre is None or one.extent is None or other.extent is None:
        return True
    size = max(float(np.abs(one.extent).max()), 1e-12)
    return bool(
        np.allclose(one.centre, other.centre, atol=_SIZED)
        and np.abs(one.extent - other.extent).max() <= _SIZED * size + SAME**2
    )


def _is_same_color(one: Shape, other: Shape) -> bool:
    return one.rgba is None or other.rgba is None or bool(np.allclose(one.rgba, other.rgba, atol=_COLORED))


def _called(shape: Shape) -> str:
    if shape.centre is None or shape.extent is None:
        return shape.kind
    half = np.sqrt(np.abs(np.linalg.eigvalsh(shape.extent)))
    return f"{shape.kind} {np.round(half, 6).tolist()} at {np.round(shape.centre, 6).tolist()}"
