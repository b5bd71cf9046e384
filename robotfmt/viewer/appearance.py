"""The appearance of the links of a robot, for the page. Surfaces are compressed: positions in 65536 steps of the
surface's box, corners by the first use of their vertex.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ..context import Context
from ..kinematics.forward import matrix
from ..mesh.repair import Repaired, join_repaired
from ..mesh.triangles import Flags, Floats, Ints, Triangles
from ..model import Box, Geometry, Link, Purpose, Robot
from ..surfaces import surface
from ..surfaces.loading import link_boundary
from .coarse import coarse
from .shown import Described

# Compression

# Positions go to the page as 16-bit numbers between the corners of the box around a surface: half the size of floats,
# with an error of less than 0.01 % of its size.
_STEPS = 65535
_NONE = 255
"""The material index of a triangle without a material."""
Bytes: TypeAlias = NDArray[np.uint8]


@dataclass(slots=True)
class Pack:
    """The surfaces, each once, one after the other; ``web/unpack.js`` reads them.

    A surface is stored as the low and the high bytes of its vertices' steps along x, y and z, as differences from the
    vertex before; the three bytes of each corner of its triangles; and, if these have different materials, a byte for
    the material of each triangle.
    """

    data: bytearray = field(default_factory=bytearray)
    meshes: list[dict[str, object]] = field(default_factory=list)
    """The places of each surface in :data:`data`, for the page."""
    triangles: int = 0
    """The number of triangles of all surfaces that were added."""
    _added: list[tuple[Triangles, Ints | None]] = field(default_factory=list)
    _numbers: dict[bytes, int] = field(default_factory=dict)

    def add(self, surface: Triangles, indices: Ints | None = None) -> int:
        """Return the number of a surface with at least one triangle.

        Args:
            surface: In metres; its triangles keep their order.
            indices: (m,): the material index of each triangle, from 0 to 254, or -1 for none.
        """
        made = _by_first_use(surface.welded())
        materials = indices.tobytes() if indices is not None else b""
        key = blake2b(b"".join((made.vertices.tobytes(), made.faces.tobytes(), materials))).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self._added)
            self._added.append((made, indices))
            self.triangles += len(made)
        return self._numbers[key]

    def close(self, most: int | None = None) -> None:
        """Pack the surfaces that were added.

        Args:
            most: The number of triangles that they are simplified to, if they have more.
        """
        self.data, self.meshes = bytearray(), []
        added = self._added
        if most is not None and most < self.triangles:
            added = _simplified(added, most)
        for triangles, indices in added:
            self._pack(_by_first_use(triangles), indices)

    def _pack(self, surface: Triangles, indices: Ints | None) -> None:
        vertices, faces = surface.vertices, surface.faces
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        parts = [_places(vertices, low, high - low), _corners(faces)]
        if indices is not None:
            parts.append(np.where(indices < 0, _NONE, indices).astype(np.uint8))
        self.meshes.append(
            {
                "at": len(self.data),
                "vertices": len(vertices),
                "triangles": len(faces),
                "low": low.tolist(),
                "size": (high - low).tolist(),
                "colored": indices is not None,
            }
        )
        self.data += b"".join(each.tobytes() for each in parts)


def _simplified(added: Sequence[tuple[Triangles, Ints | None]], most: int) -> list[tuple[Triangles, Ints | None]]:
    """Return surfaces with fewer triangles; a box for one that would have none."""
    made = coarse([surface for surface, _ in added], most)
    return [
        (less, indices[kept] if indices is not None else None) if len(less) else (_box(surface), None)
        for (surface, indices), (less, kept) in zip(added, made, strict=True)
    ]


def _by_first_use(surface: Triangles) -> Triangles:
    """Return a surface with its vertices in the order of their first use, and no others."""
    corners = surface.faces.ravel()
    used, first, which = np.unique(corners, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return Triangles(surface.vertices[used[order]], place[which].reshape(-1, 3))


def _places(vertices: Floats, low: Floats, size: Floats) -> Bytes:
    steps = np.round((vertices - low) / np.where(size > 0, size, 1.0) * _STEPS).astype(np.uint16)
    changes = np.diff(steps, axis=0, prepend=np.uint16(0)).T  # modulo 65536
    return np.ascontiguousarray(np.stack([changes & 0xFF, changes >> 8], axis=1)).astype(np.uint8)


def _corners(faces: Ints) -> Bytes:
    """Return the distance to the last use of each corner's vertex; 0 for a new one."""
    corners = faces.ravel()
    met = np.maximum.accumulate(corners) + 1
    before = np.concatenate([[0], met[:-1]])
    since = before - corners
    return np.stack([since & 0xFF, since >> 8 & 0xFF, since >> 16]).astype(np.uint8)


# Links

_GREY = (0.72, 0.73, 0.75, 1.0)
"""The colour of shapes without a colour, as in pictures."""
# The page has one byte for the colour of a triangle; the default colour is added to these.
_MOST_COLORS = 254


@dataclass(slots=True)
class Appearance:
    """Describes links, and packs their surfaces."""

    pack: Pack
    most: int
    """The maximum number of triangles of all surfaces; later surfaces are shown as boxes."""
    boxes: int = 0
    """The number of surfaces shown as boxes."""
    skipped: int = 0
    """The number of triangles of surfaces shown as boxes."""
    exact: bool = True
    """False if the surfaces will be simplified, so that they cannot be measured."""

    def links(self, robot: Robot, context: Context) -> list[Described]:
        """Return the links of a robot, in order."""
        return [self._link(link, robot, context) for link in robot.links]

    def _link(self, link: Link, robot: Robot, context: Context) -> Described:
        """Return the data of a link for the page: its shapes, the measured layer, and repairs of its surface."""
        before = self.boxes
        layers = {"visual": () if link.visible is False else link.visuals, "collision": link.collisions}
        shown = [
            described
            for layer, geometries in layers.items()
            for each in geometries
            if each.visible is not False or layer == "collision"
            if (described := self._geometry(each, layer, robot, context)) is not None
        ]
        measured = "collision" if link.collisions else "visual"
        is_whole = self.boxes == before and self.exact and not self._is_hidden(link)
        repaired = link_boundary(link, context) if is_whole else join_repaired([])
        return {
            "name": link.name,
            "geometries": shown,
            "measured": measured if is_whole and any(each["layer"] == measured for each in shown) else None,
            "solid": repaired.solidity.value,
            "repairs": _repairs(repaired),
            "seed": crc32(link.name.encode()),
        }

    def _is_hidden(self, link: Link) -> bool:
        """Return True if spheres represent a shape that is not shown."""
        return not link.collisions and (link.visible is False or any(each.visible is False for each in link.visuals))

    def _geometry(self, geometry: Geometry, layer: str, robot: Robot, context: Context) -> Described | None:
        triangles = surface(geometry, context, appearance=layer == "visual")
        if triangles is None or not len(triangles):
            return None
        plain = _plain(geometry, robot)
        colors, indices = _colors(triangles, plain) if layer == "visual" else ([plain], None)
        if self.pack.triangles + len(triangles) > self.most:
            self.boxes += 1
            self.skipped += len(triangles)
            triangles, indices = _box(triangles), None
        mesh = self.pack.add(triangles, indices)
        pose = matrix(geometry.pose).ravel().tolist()
        return {"mesh": mesh, "layer": layer, "pose": pose, "colors": colors}


def _repairs(repaired: Repaired) -> Described:
    """Return the triangles of the surface as read that are left out, reversed, or in open parts."""
    open_ = np.zeros(len(repaired.kept), dtype=np.bool_)
    open_[repaired.kept] = ~repaired.closed
    return {"left": _runs(~repaired.kept), "turned": _runs(repaired.turned), "open": _runs(open_)}


def _runs(flags: Flags) -> list[int]:
    """Return the beginnings and ends of the runs of true values."""
    edges = np.diff(flags, prepend=False, append=False)
    return np.flatnonzero(edges).tolist()


def _plain(geometry: Geometry, robot: Robot) -> tuple[float, ...]:
    material = robot.resolved(geometry.material) if geometry.material is not None else None
    return material.color if material is not None and material.color is not None else _GREY


def _colors(triangles: Triangles, plain: tuple[float, ...]) -> tuple[list[tuple[float, ...]], Ints | None]:
    """Return the colours of a surface, and the index of each triangle's colour; the last one is the default."""
    if triangles.material_indices is None:
        return [plain], None
    by_material = [each.color if each.color is not None else plain for each in triangles.materials]
    colors = list(dict.fromkeys(by_material))[:_MOST_COLORS]
    if len(colors) == 1 and (triangles.material_indices >= 0).all():
        return colors, None
    number = [colors.index(each) if each in colors else -1 for each in by_material]
    # The last number is for triangles without a material, whose index is -1.
    indices: Ints = np.array([*number, -1], dtype=np.int64)[triangles.material_indices]
    return [*colors, plain], indices


def _box(triangles: Triangles) -> Triangles:
    low, high = triangles.vertices.min(axis=0), triangles.vertices.max(axis=0)
    x, y, z = high - low
    box = surface(Geometry(shape=Box((float(x), float(y), float(z))), purpose=Purpose.VISUAL), Context())
    assert box is not None
    return box.moved(np.eye(3), (low + high) / 2)
