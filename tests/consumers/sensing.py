"""The columns of cameras, sensors, lights and plugins: of what kind, where, and what they see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from .difference import NAMELESS, Array, Difference

_NEAR = 1e-5


@dataclass(frozen=True)
class Device:
    """A camera, a sensor or a light; None for what the program does not tell of it."""

    kind: str
    body: str | None = None
    """The body that carries it; None for the world."""
    pose: Array | None = None
    """Its pose (4, 4) in the body, with x forwards and z up: as a camera, a lamp or a lidar points."""
    view: float | None = None
    """The vertical field of view of a camera in radians."""
    at: Array | None = None
    """The position of a light in the body in m."""
    beam: Array | None = None
    """The direction of its beam in the body, of length 1; None for a light that shines everywhere."""

    def renamed(self, names: Mapping[str, str]) -> Device:
        """Return it with other names of bodies."""
        return replace(self, body=names.get(self.body, self.body) if self.body else None)


def by_names(devices: Iterable[tuple[str, Device]]) -> dict[str, Device]:
    """Return devices by their names; those of a name that another one has get a number, as in reports."""
    found: dict[str, Device] = {}
    for name, each in devices:
        free = (f"{name}#{number}" for number in count(2))
        found[name if name not in found else next(it for it in free if it not in found)] = each
    return found


def of_devices(
    before: Mapping[str, Device] | None, after: Mapping[str, Device] | None, word: str, place: str
) -> Iterator[Difference]:
    """Yield the devices that are gone or new, and what differs of those that both have.

    Args:
        word: What the report calls them: ``sensor``, ``light``.
        place: Where MJCF has those without a name.
    """
    if before is None or after is None:
        return
    pairs = _pairs(before, after)
    for name, device in before.items():
        match = pairs.get(name)
        if match is None:
            yield _gone(name, place, f"{device.kind} on '{device.body}': gone", (word, device.kind, place))
        else:
            yield from _of_device(name, device, after[match], word)
    for name in after.keys() - set(pairs.values()):
        yield _gone(name, place, f"{after[name].kind}: not there -> there", (word, after[name].kind))


def _gone(name: str, place: str, words: str, by: tuple[str, ...]) -> Difference:
    return Difference(name.lstrip(NAMELESS), words, by, place if name.startswith(NAMELESS) else "")


def _pairs(before: Mapping[str, Device], after: Mapping[str, Device]) -> dict[str, str]:
    """Return what each device is called there: the same, or else the next one of its kind and body without a pair."""
    found = {name: name for name in before if name in after}
    for name, device in before.items():
        if name not in found:
            used = set(found.values())
            like = next((it for it, each in after.items() if it not in used and _is_like(device, each)), None)
            if like is not None:
                found[name] = like
    return found


def _is_like(one: Device, other: Device) -> bool:
    return one.kind == other.kind and one.body == other.body


def _of_device(name: str, one: Device, other: Device, word: str) -> Iterator[Difference]:
    if one.kind != other.kind:
        yield Difference(name, f"{one.kind} -> {other.kind}", ("type", "kind"))
    if one.body != other.body:
        yield Difference(name, f"on '{one.body}' -> '{other.body}'", ("link", "pose", "attached"))
    elif one.pose is not None and other.pose is not None and np.abs(one.pose - other.pose).max() > _NEAR:
        yield Difference(name, f"pose {one.pose.tolist()} -> {other.pose.tolist()}", ("pose", "origin", "direction"))
    for part, here, there in (("position", one.at, other.at), ("direction", one.beam, other.beam)):
        if here is not None and there is not None and np.abs(here - there).max() > _NEAR:
            yield Difference(name, f"{part} {here.tolist()} -> {there.tolist()}", ("pose", "origin", part))
    if one.view is not None and other.view is not None and abs(one.view - other.view) > _NEAR:
        yield Difference(name, f"field of view {one.view:g} -> {other.view:g} rad", ("field of view", "fov"))


def of_plugins(before: Mapping[str, int] | None, after: Mapping[str, int] | None) -> Iterator[Difference]:
    """Yield the plugins of Gazebo that one document has more often than the other, by their names."""
    if before is None or after is None:
        return
    lost, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    for name in lost | new:
        yield Difference(name, f"plugin: {before.get(name, 0)} -> {after.get(name, 0)} times", ("plugin",))
