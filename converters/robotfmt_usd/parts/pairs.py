"""Pairs that are not checked: UsdPhysicsFilteredPairsAPI and collision groups."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from robotfmt.model import IgnoredPair

from ..codes import GROUPS
from ..document.stage import Prim
from .bodies import Bodies

_FILTER = "physics:filteredPairs"
_MOST = 100_000
"""The most pairs that groups are expanded to."""


class Pairs:
    """The pairs of bodies of a stage that do not collide."""

    def __init__(self, bodies: Bodies) -> None:
        self.names = bodies.names
        self._by_body: dict[str, list[tuple[Prim, str, str]]] = {}
        for found in (*_filtered(bodies), *_grouped(bodies)):
            self._by_body.setdefault(found[1], []).append(found)

    def among(self, members: list[str]) -> tuple[IgnoredPair, ...]:
        """Return the pairs of some bodies, each once."""
        inside = set(members)
        found: dict[frozenset[str], IgnoredPair] = {}
        for prim, one, other in (it for each in members for it in self._by_body.get(each, ())):
            if other in inside and one != other:
                pair = IgnoredPair(origin=prim.origin, first=self.names[one], second=self.names[other])
                found.setdefault(frozenset((one, other)), pair)
        return tuple(found.values())


def _filtered(bodies: Bodies) -> Iterator[tuple[Prim, str, str]]:
    for prim in bodies.stage.prims:
        for target in prim.targets(_FILTER):
            for one, other in product(_below(bodies, prim.path), _below(bodies, target)):
                yield prim, one, other


def _below(bodies: Bodies, path: str) -> list[str]:
    """Return the bodies that a path means: the one that it belongs to, or for an articulation all inside."""
    owner = bodies.owner(path)
    return [owner] if owner is not None else [each for each in bodies.by_path if each.startswith(f"{path}/")]


def _grouped(bodies: Bodies) -> Iterator[tuple[Prim, str, str]]:
    groups = {each["path"]: each for each in bodies.stage.groups}
    inside = {
        path: list(dict.fromkeys(filter(None, map(bodies.owner, each["members"])))) for path, each in groups.items()
    }
    count = 0
    for path, group in groups.items():
        prim = bodies.stage.by_path[path]
        prim.skip("physics:", "collection:")
        for other in group["apart"]:
            count += len(inside[path]) * len(inside.get(other, ()))
            if count > _MOST:
                message = f"the collision groups are more than {_MOST} pairs of links; the rest is left out"
                bodies.stage.report.add(GROUPS, message, prim.origin)
                return
            for one, two in product(inside[path], inside.get(other, ())):
                yield prim, one, two
