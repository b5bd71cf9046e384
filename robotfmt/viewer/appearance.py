"""The appearance of the links of a robot, for the page."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

import numpy as np

from ..context import Context
from ..kinematics.forward import matrix
from ..mesh.repair import Repaired, join_repaired
from ..mesh.triangles import Flags, Ints, Triangles
from ..model import Box, Geometry, Link, Purpose, Robot
from ..surfaces import surface
from ..surfaces.loading import link_boundary
from .packing import Pack
from .shown import Described

_GREY = (0.72, 0.73, 0.75, 1.0)
"""The colour of shapes without a colour, as in pictures."""
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

    def links(self, robot: Robot, context: Context) -> list[Described]:
        """Return the links of a robot, in order."""
        return [self._link(link, robot, context) for link in robot.links]

    def _link(self, link: Link, robot: Robot, context: Context) -> Described:
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
        is_whole = self.boxes == before and not self._is_hidden(link)
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
        colors, wears = _worn(triangles, plain) if layer == "visual" else ([plain], None)
        if self.pack.triangles + len(triangles) > self.most:
            self.boxes += 1
            self.skipped += len(triangles)
            triangles, wears = _box(triangles), None
        mesh = self.pack.add(triangles, wears)
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


def _worn(triangles: Triangles, plain: tuple[float, ...]) -> tuple[list[tuple[float, ...]], Ints | None]:
    """Return the colours of a surface, and the index of each triangle's colour; the last one is the default."""
    if triangles.worn is None:
        return [plain], None
    own = [each.color if each.color is not None else plain for each in triangles.materials]
    colors = list(dict.fromkeys(own))[:_MOST_COLORS]
    if len(colors) == 1 and (triangles.worn >= 0).all():
        return colors, None
    number = [colors.index(each) if each in colors else -1 for each in own]
    wears: Ints = np.array([*number, -1], dtype=np.int64)[triangles.worn]  # the last one is of what wears none
    return [*colors, plain], wears


def _box(triangles: Triangles) -> Triangles:
    low, high = triangles.vertices.min(axis=0), triangles.vertices.max(axis=0)
    x, y, z = high - low
    box = surface(Geometry(shape=Box((float(x), float(y), float(z))), purpose=Purpose.VISUAL), Context())
    assert box is not None
    return box.moved(np.eye(3), (low + high) / 2)
