"""Sets of collision spheres: those of a link in a scope named after the set, which no engine reads as shapes."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.model import CollisionSphere, FrameSpheres, SphereSet, compose, inverse

from ..document.stage import Prim, Stage
from .bodies import Bodies

START = "spheres_"
"""The start of the name of a scope of spheres."""
_COLLIDER = "PhysicsCollisionAPI"


def is_in_set(stage: Stage, prim: Prim) -> bool:
    """Return True for a sphere of a set; one that collides is a shape."""
    scope = stage.prim(prim.parent)
    return prim.type == "Sphere" and scope is not None and _is_scope(scope) and not prim.has(_COLLIDER)


def sphere_sets(bodies: Bodies, members: list[str]) -> tuple[SphereSet, ...]:
    """Return the sets of spheres on some bodies, and on the links and frames on them, whose names are known."""
    found: dict[str, SphereSet] = {}
    for scope in (each for body in members for each in bodies.inside(body) if _is_scope(each)):
        spheres = tuple(_spheres(bodies.stage, scope))
        if spheres and scope.parent in bodies.names:
            name = scope.label or scope.name.removeprefix(START)
            frame = FrameSpheres(origin=scope.origin, frame=bodies.names[scope.parent], spheres=spheres)
            known = found.get(name)
            frames = (*known.frames, frame) if known is not None else (frame,)
            found[name] = SphereSet(origin=scope.origin, name=name, frames=frames)
    return tuple(found.values())


def _is_scope(prim: Prim) -> bool:
    return prim.type == "Scope" and prim.name.startswith(START)


def _spheres(stage: Stage, scope: Prim) -> Iterator[CollisionSphere]:
    """Yield the spheres of a scope, in the link or frame that it is in."""
    origin = inverse(stage.by_path[scope.parent].place.pose)
    for prim in stage.children.get(scope.path, ()):
        if is_in_set(stage, prim):
            radius = prim.number("radius")
            size = max(abs(row[index]) for index, row in enumerate(prim.place.stretch)) * stage.units.length
            center = compose(origin, prim.place.pose).xyz
            yield CollisionSphere(origin=prim.origin, center=center, radius=(1.0 if radius is None else radius) * size)
