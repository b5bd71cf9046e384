"""The notation of a document, which the model does not store, so that it is written in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from robotfmt.model import Actuator, Heightmap, Layout, LayoutItem, Vector3
from robotfmt.model.record import field, replace
from robotfmt.model.renaming import renamed as with_renamed

Change: TypeAlias = Callable[[str, str], str]
"""Return the new name of a part, given its kind and its name."""
_V = TypeVar("_V")
_INERTIA = ("false", "auto", "true")
"""From the computation of the fewest masses by MuJoCo to that of all."""


def renamed(layout: MjcfLayout, change: Change, path: Callable[[str], str]) -> MjcfLayout:
    """Return a layout with new names of parts, classes and assets.

    Args:
        layout: The layout.
        change: Return the new name of a part, given its kind and its name.
        path: Return the path of an element with all names in it changed.
    """
    known = set(layout.meshes)

    def asset(name: str) -> str:
        return change("mesh" if name in known else "hfield", name)

    return replace(
        layout,
        references=_keyed(layout.references, "joint", change),
        marks=_keyed(layout.marks, "link", change),
        names={_any(key, change): _any(value, change) for key, value in layout.names.items()},
        meshes=_keyed(layout.meshes, "mesh", change),
        shells=frozenset(change("mesh", each) for each in layout.shells),
        heightmaps=_keyed(layout.heightmaps, "hfield", change),
        used={change("link", key): tuple(map(asset, names)) for key, names in layout.used.items()},
        classes=_classes(layout.classes, change, path),
        free=_keyed(layout.free, "joint", change),
        efforts=_keyed(layout.efforts, "joint", change),
        actuators=tuple(with_renamed(each, change) for each in layout.actuators),
        heirs=list(map(path, layout.heirs)),
        units=[change("sensor", each) for each in layout.units],
    )


def _keyed(values: Mapping[str, _V], kind: str, change: Change) -> dict[str, _V]:
    return {change(kind, name): value for name, value in values.items()}


def _any(name: str, change: Change) -> str:
    """Return the new name of a frame, a sensor or a joint that closes a loop."""
    found = (change(kind, name) for kind in ("link", "sensor", "joint", "equality"))
    return next((each for each in found if each != name), name)


def _classes(
    classes: Mapping[str, tuple[str, str, str]], change: Change, path: Callable[[str], str]
) -> dict[str, tuple[str, str, str]]:
    return {
        path(place): (path(above), tag, change("class", name) if name else name)
        for place, (above, tag, name) in classes.items()
    }


def joined(mine: MjcfLayout, other: MjcfLayout) -> MjcfLayout:
    """Return a layout that also has the notes about the parts of another one; the notation is that of the first."""
    return replace(
        mine,
        inertia=max(mine.inertia, other.inertia, key=_INERTIA.index),
        unweighed=_both(mine.unweighed, other.unweighed),
        references={**other.references, **mine.references},
        marks={**other.marks, **mine.marks},
        names={**other.names, **mine.names},
        meshes={**other.meshes, **mine.meshes},
        shells=mine.shells | other.shells,
        heightmaps={**other.heightmaps, **mine.heightmaps},
        used={**other.used, **mine.used},
        classes={**other.classes, **mine.classes},
        free={**other.free, **mine.free},
        efforts={**other.efforts, **mine.efforts},
        actuators=_both(mine.actuators, other.actuators),
        heirs=[*mine.heirs, *other.heirs],
        units=[*mine.units, *other.units],
    )


def _both(first: Iterable[_V], second: Iterable[_V]) -> tuple[_V, ...]:
    return tuple(dict.fromkeys((*first, *second)))


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
        return renamed(self, change, path)

    def joined(self, other: Layout) -> MjcfLayout:
        """Return the layout with the notes about the parts of another one."""
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
