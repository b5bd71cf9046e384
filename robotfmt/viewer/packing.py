"""Compress surfaces: positions in 65536 steps of the surface's box, corners by the first use of their vertex."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..mesh.triangles import Floats, Ints, Triangles

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
    _known: dict[bytes, int] = field(default_factory=dict)

    def add(self, surface: Triangles, wears: Ints | None = None) -> int:
        """Return the number of a surface with at least one triangle.

        Args:
            surface: In metres; its triangles keep their order.
            wears: (m,): the material index of each triangle, from 0 to 254, or -1 for none.
        """
        vertices, faces = _by_first_use(surface.welded())
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        parts = [_places(vertices, low, high - low), _corners(faces)]
        if wears is not None:
            parts.append(np.where(wears < 0, _NONE, wears).astype(np.uint8))
        packed = b"".join(each.tobytes() for each in parts)
        key = packed + low.tobytes() + high.tobytes() + bytes([wears is not None])
        if key not in self._known:
            self._known[key] = len(self.meshes)
            self.meshes.append(
                {
                    "at": len(self.data),
                    "vertices": len(vertices),
                    "triangles": len(faces),
                    "low": low.tolist(),
                    "size": (high - low).tolist(),
                    "worn": wears is not None,
                }
            )
            self.data += packed
            self.triangles += len(faces)
        return self._known[key]


def _by_first_use(surface: Triangles) -> tuple[Floats, Ints]:
    """Return the vertices of triangles, in the order of their first use."""
    corners = surface.faces.ravel()
    used, first, which = np.unique(corners, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return surface.vertices[used[order]], place[which].reshape(-1, 3)


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
