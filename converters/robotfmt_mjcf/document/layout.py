"""The notation of a document, which the model does not store, so that it is written in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from robotfmt.model import Actuator, Heightmap, Layout, LayoutItem, Vector3
from robotfmt.model.record import field

_EQUALITY = re.compile(r"""^/mujoco/equality/\w+\[@name=('[^']*'|"[^"]*")\]$""")

DEFAULT_GRAVITY: Vector3 = (0.0, 0.0, -9.81)
"""The gravity of a document that gives none, in m/s^2."""


class MjcfLayout(Layout):
    """The order of a document, and its notation of values."""

    main: str = ""
    """The path of the document."""
    degrees: bool = False
    """True if its angles are in degrees."""
    eulerseq: str | None = None
    autolimits: bool = True
    inertia: str = "false"
    """Whether MuJoCo computes masses from geoms; used if the mass is unknown."""
    meshdir: str = ""
    texturedir: str = ""
    references: dict[str, float] = field(default_factory=dict)
    """The value of each joint at the given pose, in radians or metres."""
    marks: dict[str, str] = field(default_factory=dict)
    """The purposes of the geoms of each link, in order."""
    names: dict[str, str] = field(default_factory=dict)
    """The names in the document of frames and sensors that have another name in the model."""
    meshes: dict[str, str] = field(default_factory=dict)
    """The file and the scale of each mesh among the assets, by its name; several may have the same."""
    shells: frozenset[str] = frozenset()
    """The meshes among the assets whose mass is on their surface only."""
    heightmaps: dict[str, str] = field(default_factory=dict)
    """The file and the size of each heightmap among the assets, by its name."""
    textures: dict[str, str] = field(default_factory=dict)
    """The file of each texture that a material names, by its name."""
    used: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The meshes and heightmaps of the geoms of each link, in order; empty for a geom without one."""
    classes: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """The elements in ``<default>``, by their places: the place of the parent, the tag, and the class."""
    free: dict[str, bool] = field(default_factory=dict)
    """True for a floating joint that is a ``<freejoint>``."""
    efforts: dict[str, float] = field(default_factory=dict)
    """The effort limits of joints that their actuators give."""
    actuators: tuple[Actuator, ...] = ()
    """The actuators that its elements are."""
    gives_gravity: bool = False
    """True if the document gives the gravity, which is the default of MuJoCo otherwise."""
    heirs: list[str] = field(default_factory=list)
    """The places of elements that inherit unrecognised values of the main class."""

    units: list[str] = field(default_factory=list)
    """The measuring units that its elements are."""

    def renamed(self, change: Callable[[str, str], str], path: Callable[[str], str]) -> MjcfLayout:
        """Return the layout with new names of parts, classes and assets."""
        from .layout_changes import renamed

        return renamed(self, change, path)

    def joined(self, other: Layout) -> MjcfLayout:
        """Return the layout with the notes about the parts of another one."""
        from .layout_changes import joined

        return joined(self, other) if isinstance(other, MjcfLayout) else self

    def defined(self) -> Mapping[str, Mapping[str, object]]:
        """Return the classes, and the files among the assets, by their names."""
        classes = {name: None for _, tag, name in self.classes.values() if tag == "default" and name}
        loops = {name[1:-1]: None for each in self.heirs for name in _EQUALITY.findall(each)}
        return {"class": classes, "mesh": self.meshes, "hfield": self.heightmaps, "equality": loops}


class ReadLayout(MjcfLayout, lazy=True, dict=True):
    """The notation of a document that was read; its order is computed on demand, when it is written again."""

    order: Any = None
    """The order of the document, without includes."""

    if not TYPE_CHECKING:

        @cached_property
        def items(self) -> tuple[LayoutItem, ...]:
            return self.order.items()


def heightmap_size(map: Heightmap) -> tuple[float, ...]:
    """Return the ``size`` of an ``<hfield>`` in metres: half of the width and the depth, the height, and the base."""
    x, y, top = map.size or (0.0, 0.0, 0.0)
    return (x / 2, y / 2, top, map.base or 0.0)


def file_key(uri: str | None, size: tuple[float, ...] | None) -> str:
    """Return a text of a file and its scale or size, which differs from that of other assets."""
    return f"{uri} {size}"
