"""Bodies: the prims that move, and what is on them. The nesting of prims has no meaning for joints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from robotfmt.model import IDENTITY3, Pose, Vector3, compose, inverse, rotate
from robotfmt.model.renaming import free_name

from ..codes import NAME_TAKEN
from ..document.stage import Place, Prim, Stage

BODY = "PhysicsRigidBodyAPI"
LINK = "IsaacLinkAPI"
FIXED_BY, ENDS = "fixedJoint", ("parentLink", "childLink")
"""The entry of a link without a body, with the name of the joint that fixes it; and the entries of a joint at such
links, which engines take for the world: the joint is at the body, and names the link."""
_OVERRIDES = ("isaac:nameOverride", "isaac:NameOverride")
"""Isaac's words for the name of a link and of a joint."""


def given_name(prim: Prim) -> str:
    """Return the name that a prim was given; the name of a prim cannot have all characters."""
    overrides = [prim.word(each) for each in _OVERRIDES]
    return next((each for each in (*overrides, prim.label) if each), prim.name)


class Bodies:
    """The bodies of a stage by their paths, and the body that each prim belongs to."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.by_path = {each.path: each for each in stage.prims if _is_body(each)}
        self.names: dict[str, str] = {}
        """The names of bodies and of places on them, by their paths; those of a robot are unique."""
        self._numbers = Counter[str]()
        self._owners: dict[str, str | None] = {}

    def give_names(self, prims: Iterable[Prim], taken: set[str]) -> None:
        """Give prims their names, which none of the taken ones is; they are taken then."""
        for prim in prims:
            given = given_name(prim)
            # Names that thousands of prims share are numbered on, not from the start.
            start = given if given not in taken else f"{given}_{self._numbers[given] + 1}"
            name = self.names[prim.path] = free_name(start, taken)
            self._numbers[given] += 1
            taken.add(name)
            if name != given:
                message = f"another part is named '{given}'; this one is named '{name}'"
                self.stage.report.add(NAME_TAKEN, message, prim.origin)

    def owner(self, path: str) -> str | None:
        """Return the path of the body that a prim belongs to; None for what is fixed in the world."""
        trail = []
        found: str | None = None
        while path:
            if path in self._owners:
                found = self._owners[path]
                break
            trail.append(path)
            if path in self.by_path:
                found = path
                break
            path = path.rpartition("/")[0]
        self._owners |= dict.fromkeys(trail, found)
        return found

    def place(self, path: str | None) -> Place:
        """Return where a link is; the world for None."""
        return self.stage.by_path[path].place if path is not None else Place(Pose(), IDENTITY3)

    @cached_property
    def _prims(self) -> dict[str | None, list[Prim]]:
        found: dict[str | None, list[Prim]] = {}
        for each in self.stage.prims:
            found.setdefault(self.owner(each.path), []).append(each)
        return found

    def inside(self, path: str | None) -> list[Prim]:
        """Return the prims of a body; those of the world for None."""
        return self._prims.get(path, [])

    def pose_in(self, path: str | None, place: Place) -> Pose:
        """Return a place as a pose in a link."""
        return _between(self.place(path).pose, place.pose)

    def place_named(self, body: str | None, name: str) -> str | None:
        """Return the path of the link without a body of this name on a body."""
        inside = (each for each in self.inside(body) if is_place(each) and given_name(each) == name)
        return next((each.path for each in inside), None)

    def link_of(self, path: str) -> str | None:
        """Return the path of the link that a prim belongs to: a body, or a link without a body on one."""
        body = self.owner(path)
        while path and path != body:
            if body is not None and is_place(self.stage.by_path[path]):
                return path
            path = path.rpartition("/")[0]
        return body

    def anchor(
        self, target: str | None, position: Vector3, turn: Pose, link_name: str | None
    ) -> tuple[str | None, str | None, Pose]:
        """Return the body and the link of one end of a joint, and the pose of the joint's frame in the link.

        Args:
            target: The path of the prim that the end is attached to; None for the world.
            position: The position in the prim, which a scale of the prim scales too (as Newton and PhysX do).
            turn: The rotation in the prim.
            link_name: The name of the link without a body that the end is meant to be at.
        """
        prim = self.stage.prim(target)
        if prim is None:
            length = self.stage.units.length
            return None, None, compose(Pose((position[0] * length, position[1] * length, position[2] * length)), turn)
        length = self.stage.units.length
        x, y, z = rotate(prim.place.stretch, position)
        local = compose(prim.place.pose, compose(Pose((x * length, y * length, z * length)), turn))
        named = self.place_named(self.owner(prim.path), link_name) if link_name is not None else None
        link = named or self.link_of(prim.path)
        return self.owner(prim.path), link, _between(self.place(link).pose, local)


def _between(parent: Pose, child: Pose) -> Pose:
    """Return a pose in another one, without a rotation if they are turned alike."""
    made = compose(inverse(parent), child)
    return Pose(made.position) if made.matrix == IDENTITY3 else made


def is_place(prim: Prim) -> bool:
    """Return True for a link without a body: without mass and colliders it is no prim that engines simulate."""
    return not prim.has(BODY) and (prim.has(LINK) or FIXED_BY in prim.data)


def _is_body(prim: Prim) -> bool:
    return prim.has(BODY) and prim.truth("physics:rigidBodyEnabled", True)
