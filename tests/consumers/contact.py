"""The column of contact: the pairs of bodies that may touch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from .difference import Difference

Pair: TypeAlias = frozenset[str]
Mask: TypeAlias = tuple[int, int]
"""The categories that a shape is in, and those that it touches, as bits."""
_MASK = "collision mask"
_WORDS = ("pair", "<exclude ", "collide", "self-collision", _MASK)
_WHOLE = "self-collision"


@dataclass(frozen=True)
class Contact:
    """Which bodies may touch which."""

    bodies: frozenset[str]
    """Those with shapes that touch anything."""
    touching: frozenset[Pair]
    """The pairs of them that may touch."""
    open: frozenset[Pair] = frozenset()
    """Pairs that do not move against each other, or of which the program does not decide: they do not count."""

    def renamed(self, names: Mapping[str, str]) -> Contact:
        """Return it with other names of bodies."""
        bodies = frozenset(names.get(each, each) for each in self.bodies)
        return Contact(bodies, _renamed(self.touching, names), _renamed(self.open, names))


def _renamed(pairs: Iterable[Pair], names: Mapping[str, str]) -> frozenset[Pair]:
    return frozenset(frozenset(names.get(each, each) for each in pair) for pair in pairs)


def of_contact(before: Contact | None, after: Contact | None) -> Iterator[Difference]:
    """Yield the pairs that may touch in one program only; a line about the whole robot claims them too."""
    if before is None or after is None:
        return
    common = before.bodies & after.bodies
    counted = {frozenset(pair) for pair in combinations(common, 2)} - before.open - after.open
    lost, new = counted & before.touching - after.touching, counted & after.touching - before.touching
    for pairs, words in ((lost, "touch -> pass through"), (new, "pass through -> touch")):
        for one, other in sorted(map(sorted, pairs)):
            yield Difference(one, f"with '{other}': {words}", _WORDS, _WHOLE, other, of_one=_MASK)


def contact_of_mujoco(mujoco: Any, model: Any) -> Contact:
    """Return the pairs whose masks meet, without those that MuJoCo filters, and with those that the document names."""
    masks = _masks(model)
    excluded = {(int(each) >> 16, int(each) & 0xFFFF) for each in model.exclude_signature}
    explicit = {tuple(sorted((int(each) >> 16, int(each) & 0xFFFF))) for each in model.pair_signature}
    is_off = bool(model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_CONTACT)
    has_filter = not model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_FILTERPARENT
    touching, still = set(), set()
    for one, other in combinations(sorted(masks), 2):
        pair = frozenset((model.body(one).name, model.body(other).name))
        if model.body_weldid[one] == model.body_weldid[other]:
            still.add(pair)
        is_filtered = (has_filter and _is_parent(model, one, other)) or (one, other) in excluded
        if (one, other) in explicit or (not is_filtered and _meet(masks[one], masks[other])):
            touching.add(pair)
    names = frozenset(model.body(each).name for each in masks)
    return Contact(names, frozenset() if is_off else frozenset(touching), frozenset(still))


def _masks(model: Any) -> dict[int, set[Mask]]:
    """Return the masks of the shapes of each body that has a name."""
    found: dict[int, set[Mask]] = {}
    for each in range(model.ngeom):
        mask = int(model.geom_contype[each]), int(model.geom_conaffinity[each])
        body = int(model.geom_bodyid[each])
        if any(mask) and body and model.body(body).name:
            found.setdefault(body, set()).add(mask)
    return found


def _meet(one: Collection[Mask], other: Collection[Mask]) -> bool:
    return any(type & affinity or other_type & own for type, own in one for other_type, affinity in other)


def _is_parent(model: Any, one: int, other: int) -> bool:
    """Return True for two bodies of which MuJoCo takes one as the parent: it welds bodies without joints."""
    first, second = int(model.body_weldid[one]), int(model.body_weldid[other])
    parents = [int(model.body_weldid[model.body_parentid[each]]) for each in (first, second)]
    return bool(first and second and (parents[0] == second or parents[1] == first))


def contact_of_urdf(links: Iterable[str], neighbours: Iterable[Pair], disabled: Iterable[Pair] = ()) -> Contact:
    """Return that all links of a URDF touch, except those that an SRDF disables; nothing decides of neighbours."""
    every = frozenset(map(frozenset, combinations(sorted(links), 2)))
    return Contact(frozenset(links), every - frozenset(disabled), frozenset(neighbours))


@dataclass(frozen=True)
class Collider:
    """A link of an SDF that has collisions."""

    model: str
    is_static: bool
    collides: bool
    """Whether it collides with other links of its model."""
    masks: frozenset[Mask]


def contact_of_sdf(links: Mapping[str, Collider], joined: Iterable[Pair], still: Iterable[Pair]) -> Contact:
    """Return the pairs that touch in Gazebo.

    Args:
        links: Those with collisions.
        joined: The pairs that a joint connects: they never touch.
        still: The pairs that do not move against each other.
    """
    touching = {
        frozenset((one, other)) for one, other in combinations(sorted(links), 2) if _touch(links[one], links[other])
    }
    static = {
        frozenset((one, other))
        for one, other in combinations(sorted(links), 2)
        if links[one].is_static and links[other].is_static
    }
    return Contact(frozenset(links), frozenset(touching - set(joined)), frozenset(still) | frozenset(static))


def _touch(one: Collider, other: Collider) -> bool:
    is_allowed = one.model != other.model or one.collides or other.collides
    return is_allowed and _meet(one.masks, other.masks)
