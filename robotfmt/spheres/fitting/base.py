"""Spheres of the links on the mounting plane that the usual few cannot cover without reaching far above them.

Spheres end at that plane, so those that cover a plate must be about as small as it is high: it gets more of them. If
even these block what moves above it, as many stay inside as keep poses from passing in which something touches it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from ...model.record import replace
from ..arrays import joined
from .budget import USUAL
from .inner import COVERING, FILLING, filled, with_cover, with_inner
from .job import Fitted
from .link_options import LinkOptions
from .reports import mm, share_near
from .scene import Scene

__all__ = ["COVERING", "Bases"]
_BLOCKED = 0.05
"""The share of free poses that a base may make a planner refuse: UR5's has 0 with 18 spheres, and 0.42 with 16."""
_LEFT = 0.5
"""The share of its surface that spheres of a base may leave in the layer above the plane."""
_ROOM = 0.2
"""The least diameter of a sphere inside a link that has room for some, relative to its height."""


@dataclass(frozen=True, slots=True)
class Bases:
    """The links on the mounting plane, and how they are fitted again."""

    options: LinkOptions
    scene: Scene
    fit: Callable[[Collection[str]], dict[str, Fitted]]
    """Fits links with their present options."""
    why: dict[str, str]
    """Gets why spheres stay inside a link."""
    most: int
    """The largest number of spheres of one of them if a total number is given, and of those that cover it."""
    is_usual: bool
    """True if no total number of spheres is given."""

    def better(self, found: Mapping[str, Fitted]) -> dict[str, Fitted]:
        """Return other spheres for the links on the mounting plane that protrude by more than the link is high, or
        leave most of its surface in the layer that they do not cover.
        """
        tops = self.options.mount.tops if self.options.mount is not None else {}
        free = {name: found[name] for name in tops if name in found and self.options.is_free(name)}
        poor = [name for name, each in free.items() if self._is_high(name, each) or self._leaves(name, each) > _LEFT]
        made = {name: cover for name in poor if (cover := self._cover(name, found)) is not None}
        left = [name for name in poor if name not in made and self._is_high(name, found[name])]
        return made | (self._without_cover({**found, **made}, left) if left else {})

    def _is_high(self, name: str, made: Fitted) -> bool:
        """Return True if spheres protrude by more than the link is high."""
        assert self.options.mount is not None
        return made.protrusion > self.options.mount.tops[name]

    def _leaves(self, name: str, made: Fitted) -> float:
        """Return the share of the surface of a link that is in the uncovered layer."""
        return share_near(self.options.of(name).plane, made)

    def _cover(self, name: str, found: Mapping[str, Fitted]) -> Fitted | None:
        """Return spheres that cover a link and block nothing; None if it would need too many."""
        before = self.options.counts

        def fit(count: int) -> Fitted:
            self._count({name: count})
            return self.fit({name})[name]

        def serves(made: Fitted) -> bool:
            is_low = bool(len(made.spheres)) and not self._is_high(name, made)
            return is_low and self._refusing({**found, name: made}, {name}) <= _BLOCKED

        made = with_cover(fit, serves, self.most)
        if made is None:
            self.options.counts = before
            return None
        return self._filled(name, made, found)

    def _filled(self, name: str, made: Fitted, found: Mapping[str, Fitted]) -> Fitted:
        """Return spheres that cover a link, with others inside the layer that they leave, if something passes there."""

        def fit(count: int) -> Fitted:
            if not count:
                return made
            self._count({name: self._number(name, made) + count})
            self.options.flat, self.options.standing = frozenset({name}), {name: made.spheres}
            inner = self.fit({name})[name].spheres
            self.options.flat, self.options.standing = frozenset(), {}
            return replace(made, spheres=joined([made.spheres, inner]))

        room = FILLING[-1] if self.is_usual else self.most - len(made.spheres)
        best = filled(fit, lambda each: self._passing({**found, name: each}, {name}), room) or made
        self._count({name: self._number(name, best)})
        return best

    def _passing(self, found: Mapping[str, Fitted], names: Collection[str]) -> float:
        return self.scene.shapes.passing(self.options.applied(found), names, self.scene.pairs)

    def _refusing(self, found: Mapping[str, Fitted], names: Collection[str]) -> float:
        return self.scene.shapes.refusing(self.options.applied(found), names, self.scene.pairs)

    def _without_cover(self, found: Mapping[str, Fitted], flat: Collection[str]) -> dict[str, Fitted]:
        """Return spheres inside links that none can cover, or more for those in which there is no room."""
        self.options.flat = frozenset(flat)
        # A sheet of metal has no room for a sphere, and is as large as a link that moves.
        thin = {name for name, each in self.fit(flat).items() if not self._has_room(name, each)}
        flat = [name for name in flat if name not in thin]
        inner = self._inside(found, flat)
        self.options.flat, self.options.thin = frozenset(inner), frozenset(thin)
        for name in inner:
            self.why[name] = f"would protrude by {mm(found[name].protrusion)}, more than it is high"
        again = {*thin, *(flat if self.is_usual and not inner else ())}
        self._count_at_least(USUAL, again)
        return inner | (self.fit(again) if again else {})

    def _has_room(self, name: str, inner: Fitted) -> bool:
        assert self.options.mount is not None
        return 2 * float(inner.spheres.radii.max(initial=0.0)) >= _ROOM * self.options.mount.tops[name]

    def _inside(self, found: Mapping[str, Fitted], flat: Collection[str]) -> dict[str, Fitted]:
        """Return spheres that stay inside links; none if they would let too many poses pass that collide."""
        if not flat:
            return {}

        def fit(count: int) -> dict[str, Fitted]:
            self._count_at_least(count if self.is_usual else 0, flat)
            return self.fit(flat)

        def passing(inner: dict[str, Fitted]) -> float:
            return self._passing({**found, **inner}, flat)

        inner = with_inner(fit, passing, self.is_usual) or {}
        self._count({name: self._number(name, each) for name, each in inner.items()})
        return inner

    def _number(self, name: str, made: Fitted) -> int:
        """Return the number of spheres of a link, with those that it keeps."""
        return len(made.spheres) + len(self.options.pinned(name))

    def _count(self, numbers: Mapping[str, int]) -> None:
        self.options.counts = {**self.options.counts, **numbers}

    def _count_at_least(self, count: int, names: Iterable[str]) -> None:
        self._count({name: max(self.options.counts.get(name, 0), count) for name in names})
