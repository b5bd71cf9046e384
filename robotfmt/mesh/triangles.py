"""A surface as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..codes import USAGE
from ..errors import UsageError
from ..model.geometry import Material

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


Floats: TypeAlias = NDArray[np.float64]
Singles: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Choice: TypeAlias = Flags | Ints
"""A selection of rows of an array: a flag for each, or their indices."""
_Number = TypeVar("_Number", np.float32, np.float64)
_UNITS = {1.0: "metres", 1e-3: "millimetres", 1e-2: "centimetres", 0.0254: "inches", 0.3048: "feet"}


@dataclass(frozen=True, slots=True)
class Conventions:
    """The unit and axes that a mesh file declares; most formats declare none."""

    unit: float
    """The unit of its numbers in metres; it has been applied."""
    up: str
    """The up axis, ``X``, ``Y`` or ``Z``; the axes are not converted."""

    def __str__(self) -> str:
        """The conventions as text: ``centimetres, applied; Y up, not applied``."""
        unit = _UNITS.get(self.unit, f"units of {self.unit:g} m")
        applied = ", applied" if self.unit != 1 else ""
        turned = ", not applied: the axes stay as they are" if self.up != "Z" else ""
        return f"{unit}{applied}; {self.up} up{turned}"


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """A triangle soup. It may be open, have several components, and touch itself.

    The appearance in its file is included, in single precision; digests and comparisons ignore it.
    """

    vertices: Floats
    """An array (n, 3), in metres."""
    faces: Ints
    """An array (m, 3) of vertex indices."""
    normals: Singles | None = None
    """An array (m, 3, 3): at each corner, of length 1; NaN if not given."""
    texcoords: Singles | None = None
    """An array (m, 3, 2): the position of each corner in an image, from the lower left; NaN if not given."""
    materials: tuple[Material, ...] = ()
    """The materials of its file."""
    material_indices: Ints | None = None
    """An array (m,): the index of each triangle's material, -1 for none."""
    conventions: Conventions | None = None
    """The conventions of its file, if it has any."""

    def __len__(self) -> int:
        return len(self.faces)

    @property
    def corners(self) -> Floats:
        """An array (m, 3, 3): the three corners of each triangle."""
        return self.vertices.take(self.faces, axis=0)

    def moved(self, linear: object, offset: object) -> Triangles:
        """Return the surface transformed by a matrix and then moved; a mirror reverses every triangle."""
        matrix = np.asarray(linear, dtype=np.float64)
        return self.with_moved_vertices(self.vertices @ matrix.T + np.asarray(offset, dtype=np.float64), matrix)

    def with_moved_vertices(self, vertices: Floats, matrix: Floats) -> Triangles:
        """Return the surface with vertices that were transformed by a matrix."""
        moved = replace(self, vertices=vertices, normals=_turned(self.normals, matrix))
        return moved.turned_around() if np.linalg.det(matrix) < 0 else moved

    def scaled(self, scale: object) -> Triangles:
        """Return the surface scaled about the origin; a mirroring scale reverses every triangle."""
        factors = np.asarray(scale, dtype=np.float64)
        return self if (factors == 1).all() else self.moved(np.diag(factors), 0.0)

    def turned_around(self) -> Triangles:
        """Return the surface with every triangle reversed; its normals do not change."""
        return replace(
            self,
            faces=self.faces[:, ::-1],
            normals=None if self.normals is None else self.normals[:, ::-1],
            texcoords=None if self.texcoords is None else self.texcoords[:, ::-1],
        )

    def centered(self) -> Triangles:
        """Return the surface with the middle of its bounding box at the origin."""
        corners = self.corners.reshape(-1, 3)
        return self.moved(np.eye(3), -(corners.min(axis=0) + corners.max(axis=0)) / 2) if len(corners) else self

    def only(self, chosen: Choice) -> Triangles:
        """Return some of the triangles."""
        return replace(
            self,
            faces=self.faces[chosen],
            normals=None if self.normals is None else self.normals[chosen],
            texcoords=None if self.texcoords is None else self.texcoords[chosen],
            material_indices=None if self.material_indices is None else self.material_indices[chosen],
        )

    def trimmed(self) -> Triangles:
        """Return the same triangles without vertices that none of them has."""
        used, faces = np.unique(self.faces, return_inverse=True)
        if len(used) == len(self.vertices):
            return self
        return replace(self, vertices=self.vertices[used], faces=faces.reshape(self.faces.shape))

    def with_material(self, material: Material | None) -> Triangles:
        """Return the surface with one material, or with none."""
        if material is None:
            return replace(self, materials=(), material_indices=None)
        return replace(self, materials=(material,), material_indices=np.zeros(len(self), dtype=np.int64))

    def welded(self) -> Triangles:
        """Return the same triangles with coincident vertices merged."""
        vertices, same = indexed(self.vertices)
        return replace(self, vertices=vertices, faces=same.take(self.faces))

    def parts(self) -> Iterator[tuple[Material | None, Triangles]]:
        """Yield the triangles of each material, those without one first; in each part either all or no triangles have
        normals, and texture coordinates. The parts share their vertices.
        """
        count = len(self)
        numbers = self.material_indices if self.material_indices is not None else np.full(count, -1, dtype=np.int64)
        smooth, mapped = _are_given(self.normals, count), _are_given(self.texcoords, count)
        kinds = 4 * (numbers + 1) + 2 * mapped + smooth
        for kind in np.unique(kinds).tolist():
            part = self.only(kinds == kind)
            material = self.materials[kind // 4 - 1] if kind >= 4 else None
            normals, texcoords = part.normals if kind & 1 else None, part.texcoords if kind & 2 else None
            yield material, replace(part, normals=normals, texcoords=texcoords).with_material(material)


def _are_given(values: Singles | None, count: int) -> Flags:
    """Return the triangles for which all values are given."""
    if values is None:
        return np.zeros(count, dtype=np.bool_)
    are_finite: Flags = np.all(np.isfinite(values.reshape(count, -1)), axis=1)
    return are_finite


def _turned(normals: Singles | None, matrix: Floats) -> Singles | None:
    """Return transformed normals: by the inverse transpose, with their length kept, on the same side of a mirror."""
    if normals is None or (matrix == abs(matrix[0, 0]) * np.eye(3)).all():
        return normals
    cofactors = np.stack([np.cross(matrix[(i + 1) % 3], matrix[(i + 2) % 3]) for i in range(3)])
    if np.linalg.det(matrix) < 0:
        cofactors = -cofactors
    return unit_rows(normals.astype(np.float64) @ cofactors.T)


def unit_rows(vectors: Floats) -> Singles:
    """Return normalised vectors in the last axis; NaN for those without direction."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        rows: Singles = np.where(lengths > 0, vectors / lengths, np.nan).astype(np.float32)
    return rows


def indexed(rows: NDArray[_Number]) -> tuple[NDArray[_Number], Ints]:
    """Return the unique rows in ascending order, and the index of each row among them: numpy's own function takes six
    times as long.
    """
    order = np.lexsort(rows.T[::-1])
    ordered = rows.take(order, axis=0)
    is_new = np.ones(len(ordered), dtype=np.bool_)
    is_new[1:] = reduce(np.logical_or, (column[1:] != column[:-1] for column in ordered.T))
    which = np.empty_like(order)
    which[order] = np.cumsum(is_new) - 1
    return ordered[is_new], which


def indexed_together(values: Sequence[Singles | None]) -> tuple[Singles | None, list[Ints | None]]:
    """Return the unique rows of all corners of some surfaces, and the index of each corner among them.

    Args:
        values: (m, 3, n) for each surface of m triangles; None for a surface without values.
    """
    there = [each.reshape(-1, each.shape[2]) for each in values if each is not None]
    if not there:
        return None, [None] * len(values)
    rows, which = indexed(np.concatenate(there))
    found: list[Ints | None] = []
    start = 0
    for each in values:
        end = start + (3 * len(each) if each is not None else 0)
        found.append(which[start:end].reshape(-1, 3) if each is not None else None)
        start = end
    return rows, found


def soup(corners: Floats) -> Triangles:
    """Return a surface from the three corners of each triangle, (m, 3, 3); no vertex is shared."""
    return Triangles(corners.reshape(-1, 3), np.arange(3 * len(corners), dtype=np.int64).reshape(-1, 3))


def join(parts: Sequence[Triangles]) -> Triangles:
    """Return several surfaces as one, without the conventions of their files."""
    if not parts:
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64))
    if len(parts) == 1:
        return replace(parts[0], conventions=None)
    vertices, starts = _shared([part.vertices for part in parts])
    faces = [part.faces + start for part, start in zip(parts, starts, strict=True)]
    materials = tuple(dict.fromkeys(material for part in parts for material in part.materials))
    return Triangles(
        vertices,
        np.concatenate(faces),
        _joined([part.normals for part in parts], parts, 3),
        _joined([part.texcoords for part in parts], parts, 2),
        materials,
        np.concatenate([_material_numbers(part, materials) for part in parts]) if materials else None,
    )


def _shared(arrays: Sequence[Floats]) -> tuple[Floats, list[int]]:
    """Return all vertices, and where those of each array start: one that several parts share is there once."""
    starts: dict[int, int] = {}
    distinct: list[Floats] = []
    count = 0
    for each in arrays:
        if id(each) not in starts:
            starts[id(each)] = count
            distinct.append(each)
            count += len(each)
    return np.concatenate(distinct) if distinct[1:] else distinct[0], [starts[id(each)] for each in arrays]


def all_moved(parts: Iterable[tuple[Triangles, Floats]]) -> list[Triangles]:
    """Return surfaces, each transformed by its matrix (4, 4); those with one matrix that share vertices still do."""
    given = list(parts)  # which keeps all arrays alive: none gets the identity of another one
    known: dict[tuple[int, bytes], Floats] = {}
    moved: list[Triangles] = []
    for part, matrix in given:
        key, linear = (id(part.vertices), matrix.tobytes()), matrix[:3, :3]
        if key not in known:
            known[key] = part.vertices @ linear.T + matrix[:3, 3]
        moved.append(part.with_moved_vertices(known[key], linear))
    return moved


def _joined(values: list[Singles | None], parts: Sequence[Triangles], width: int) -> Singles | None:
    if all(each is None for each in values):
        return None
    unsaid = (np.full((len(part), 3, width), np.nan, dtype=np.float32) for part in parts)
    both = zip(values, unsaid, strict=True)
    return np.concatenate([each if each is not None else nothing for each, nothing in both])


def _material_numbers(part: Triangles, materials: tuple[Material, ...]) -> Ints:
    """Return the materials of a part's triangles, as indices among all materials."""
    if part.material_indices is None:
        return np.full(len(part), -1, dtype=np.int64)
    numbers = np.array([*(materials.index(each) for each in part.materials), -1], dtype=np.int64)
    among_all: Ints = numbers[part.material_indices]  # the last number is for those without a material
    return among_all


def triangles_of(vertices: ArrayLike, faces: ArrayLike) -> Triangles:
    """Return the surface of vertices, (n, 3) in metres, and faces, (m, 3) indices of these.

    Raises:
        UsageError: The arrays have other shapes, there is no face, or a face has a corner that does not exist or is
            not finite.
    """
    try:
        points, corners = np.asarray(vertices, dtype=np.float64), np.asarray(faces)
    except (TypeError, ValueError) as error:
        raise UsageError(USAGE, f"vertices must be rows of three numbers: {error}") from error
    if points.ndim != 2 or points.shape[1] != 3:
        raise UsageError(USAGE, f"vertices must be rows of three numbers, not an array of shape {points.shape}")
    if corners.ndim != 2 or corners.shape[1] != 3 or corners.dtype.kind not in "iu":
        what = f"an array of {corners.dtype} of shape {corners.shape}"
        raise UsageError(USAGE, f"faces must be rows of three indices, not {what}")
    if not len(corners):
        raise UsageError(USAGE, "a surface must have at least one face")
    if corners.min() < 0 or corners.max() >= len(points):
        raise UsageError(USAGE, f"faces must refer to vertices from 0 to {len(points) - 1}")
    used = np.isfinite(points[corners]).all(axis=(1, 2))
    if not used.all():
        raise UsageError(USAGE, f"face {int(np.flatnonzero(~used)[0])} has a corner that is not finite")
    return Triangles(points, corners.astype(np.int64))
