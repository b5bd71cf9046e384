"""Layouts after renaming, and of two documents that become one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

from robotfmt.model.record import replace
from robotfmt.model.renaming import renamed as with_renamed

from .layout import MjcfLayout

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
