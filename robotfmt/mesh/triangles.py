"""A surface as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..model.geometry import Rgba

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Choice: TypeAlias = Flags | Ints
"""Which rows of an array: a flag for each, or their indices."""
_UNITS = {1.0: "metres", 1e-3: "millimetres", 1e-2: "centimetres", 0.0254: "inches", 0.3048: "feet"}


@dataclass(frozen=True, slots=True)
class Conventions:
    """What a mesh file says of its unit and its axes; most formats say nothing."""

    unit: float
    """Of its numbers, in metres; it has been applied."""
    up: str
    """The axis that points up, ``X``, ``Y`` or ``Z``; the axes stay as they are written."""

    def __str__(self) -> str:
        """In words: ``centimetres, applied; Y up, not applied``."""
        unit = _UNITS.get(self.unit, f"units of {self.unit:g} m")
        applied = ", applied" if self.unit != 1 else ""
        turned = ", not applied: the axes stay as they are" if self.up != "Z" else ""
        return f"{unit}{applied}; {self.up} up{turned}"


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """A triangle soup. It may be open, have several components, and touch itself."""

    vertices: Floats
    """(n, 3), in metres."""
    faces: Ints
    """(m, 3), indices of vertices."""
    colors: Floats | None = None
    """(m, 4): red, green, blue and opacity of each triangle as its file says, NaN where it says nothing."""
    conventions: Conventions | None = None
    """Of the file that it was read from, where that has any."""

    def __len__(self) -> int:
        return len(self.faces)

    @property
    def corners(self) -> Floats:
        """(m, 3, 3): the three corners of each triangle."""
        return self.vertices[self.faces]

    def moved(self, rotation: object, offset: object) -> Triangles:
        """The surface turned by a matrix and then moved."""
        turn = np.asarray(rotation, dtype=np.float64)
        return replace(self, vertices=self.vertices @ turn.T + np.asarray(offset, dtype=np.float64))

    def scaled(self, scale: object) -> Triangles:
        """The surface scaled about the origin; a mirroring scale turns every triangle around."""
        factors = np.asarray(scale, dtype=np.float64)
        faces = self.faces[:, ::-1] if np.prod(factors) < 0 else self.faces
        return replace(self, vertices=self.vertices * factors, faces=faces)

    def colored(self, color: Rgba | None) -> Triangles:
        """The surface in one colour, or in none."""
        colors = np.tile(np.array(color, dtype=np.float64), (len(self), 1)) if color is not None else None
        return replace(self, colors=colors)

    def welded(self) -> Triangles:
        """The same triangles with vertices at one place made one."""
        order = np.lexsort(self.vertices.T[::-1])
        vertices = self.vertices[order]
        is_new = np.ones(len(vertices), dtype=np.bool_)
        is_new[1:] = (vertices[1:] != vertices[:-1]).any(axis=1)
        same = np.empty_like(order)
        same[order] = np.cumsum(is_new) - 1
        return replace(self, vertices=vertices[is_new], faces=same[self.faces])

    def by_color(self) -> list[tuple[Rgba | None, Ints]]:
        """The faces of each colour, in the order of the colours; those without one first."""
        if self.colors is None:
            return [(None, self.faces)]
        colors, which = np.unique(np.nan_to_num(self.colors, nan=-1.0), axis=0, return_inverse=True)
        groups = [(_rgba(color), self.faces[which.reshape(-1) == i]) for i, color in enumerate(colors)]
        return groups or [(None, self.faces)]


def _rgba(color: Floats) -> Rgba | None:
    red, green, blue, opacity = color.tolist()
    return (red, green, blue, opacity) if red >= 0 else None


def soup(corners: Floats) -> Triangles:
    """A surface from the three corners of each triangle, (m, 3, 3); no vertex is shared."""
    return Triangles(corners.reshape(-1, 3), np.arange(3 * len(corners), dtype=np.int64).reshape(-1, 3))


def join(parts: list[Triangles]) -> Triangles:
    """Several surfaces as one."""
    if not parts:
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64))
    starts = np.cumsum([0] + [len(part.vertices) for part in parts[:-1]])
    faces = [part.faces + start for part, start in zip(parts, starts, strict=True)]
    vertices = np.concatenate([part.vertices for part in parts])
    return Triangles(vertices, np.concatenate(faces), _joined_colors(parts))


def _joined_colors(parts: list[Triangles]) -> Floats | None:
    if all(part.colors is None for part in parts):
        return None
    return np.concatenate(
        [part.colors if part.colors is not None else np.full((len(part), 4), np.nan) for part in parts]
    )
