"""A surface as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Choice: TypeAlias = Flags | Ints
"""Which rows of an array: a flag for each, or their indices."""


@dataclass(frozen=True, slots=True)
class Conventions:
    """What a mesh file says of its unit and its axes; most formats say nothing."""

    unit: float
    """Of its numbers, in metres; it has been applied."""
    up: str
    """The axis that points up, ``X``, ``Y`` or ``Z``; the axes stay as they are written."""


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """A triangle soup. It may be open, have several components, and touch itself."""

    vertices: Floats
    """(n, 3), in metres."""
    faces: Ints
    """(m, 3), indices of vertices."""
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
        return Triangles(self.vertices @ turn.T + np.asarray(offset, dtype=np.float64), self.faces)

    def scaled(self, scale: object) -> Triangles:
        """The surface scaled about the origin; a mirroring scale turns every triangle around."""
        factors = np.asarray(scale, dtype=np.float64)
        faces = self.faces[:, ::-1] if np.prod(factors) < 0 else self.faces
        return Triangles(self.vertices * factors, faces)


def soup(corners: Floats) -> Triangles:
    """A surface from the three corners of each triangle, (m, 3, 3); no vertex is shared."""
    return Triangles(corners.reshape(-1, 3), np.arange(3 * len(corners), dtype=np.int64).reshape(-1, 3))


def join(parts: list[Triangles]) -> Triangles:
    """Several surfaces as one."""
    if not parts:
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64))
    starts = np.cumsum([0] + [len(part.vertices) for part in parts[:-1]])
    faces = [part.faces + start for part, start in zip(parts, starts, strict=True)]
    return Triangles(np.concatenate([part.vertices for part in parts]), np.concatenate(faces))
