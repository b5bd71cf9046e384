"""Sphere approximations of links: SRDF has one set without a name.

Reading, adapting and writing follow one another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.adapting import links_of_frames
from robotfmt.adapting.sphere_sets import together
from robotfmt.diagnostics import quoted
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    CollisionSphere,
    CollisionUse,
    FrameSpheres,
    Pose,
    Robot,
    SphereSet,
    add,
    is_identity,
    rotate,
)
from robotfmt.model.record import replace

from ..codes import NO_EXTENT, SPHERES_TWICE
from .mentions import Mentions, has_all, is_complete

SET = "collision_spheres"
"""The name of the spheres in the model; fitting uses the same name."""


# Reading


def read_spheres(root: Element, mentions: Mentions) -> tuple[SphereSet, ...]:
    """Return the only set of a document, if it has one."""
    found: dict[str, FrameSpheres] = {}
    for element in root.children_of("link_sphere_approximation"):
        if not is_complete(element, "link"):
            continue
        if (element.peek("link") or "") in found:
            element.report(SPHERES_TWICE, f"{quoted(element.peek('link') or '')} already has spheres", "link")
            element.give_back()
            continue
        link = mentions.link(element, "link")
        spheres = tuple(map(_read_sphere, element.children_of("sphere")))
        found[link] = FrameSpheres(origin=element.origin, frame=link, spheres=spheres)
    frames = tuple(found.values())
    return (SphereSet(origin=frames[0].origin, name=SET, frames=frames),) if frames else ()


def _read_sphere(element: Element) -> CollisionSphere:
    """Return a sphere; a damaged one keeps its place, because others are referred to by index."""
    has_all(element, "center", "radius")
    center, radius = element.numbers("center", 3), element.number("radius")
    if radius is not None and radius <= 0:
        element.report(NO_EXTENT, f"the sphere radius is {radius:g}; expected a number above 0", "radius")
    return CollisionSphere(
        origin=element.origin,
        center=(center[0], center[1], center[2]) if center is not None else None,
        radius=radius,
    )


# Adapting


def _chosen(robot: Robot) -> SphereSet | None:
    """Return the set for the world, else the one for self-collisions, else the first."""
    known = {each.name: each for each in reversed(robot.sphere_sets)}
    for use in (robot.world_collision, robot.self_collision):
        if use is not None and use.spheres in known:
            return known[use.spheres]
    return robot.sphere_sets[0] if robot.sphere_sets else None


def flat_spheres(robot: Robot) -> Robot:
    """Copy the spheres of clones into the set."""
    chosen = _chosen(robot)
    if chosen is None or not chosen.clones:
        return robot
    known = {each.name: each for each in reversed(robot.sphere_sets)}
    met: dict[str, SphereSet] = {}
    pending = [chosen.name]
    while pending:
        each = known.get(pending.pop())
        if each is not None and each.name not in met:
            met[each.name] = each
            pending.extend(reversed(each.clones))
    frames = _together(frame for each in met.values() for frame in each.frames)
    return _with_set(robot, chosen, replace(chosen, frames=frames, clones=()))


def _together(frames: Iterable[FrameSpheres]) -> tuple[FrameSpheres, ...]:
    """Return each frame once, with all its spheres."""
    found: dict[str, FrameSpheres] = {}
    for each in frames:
        other = found.get(each.frame)
        both = together(other, each) if other is not None else each
        found[each.frame] = both
    return tuple(found.values())


def one_set(robot: Robot) -> Robot:
    """Return the set in use, if it is not empty."""
    chosen = _chosen(robot)
    kept = (chosen,) if chosen is not None and chosen.frames else ()
    return robot if kept == robot.sphere_sets else replace(robot, sphere_sets=kept)


def on_links(robot: Robot) -> Robot:
    """Return every sphere on a link, in the link's frame, grouped by link."""
    if not robot.sphere_sets:
        return robot
    (chosen,) = robot.sphere_sets
    places = links_of_frames(robot)
    frames = (_moved(each, *places.get(each.frame, (each.frame, Pose()))) for each in chosen.frames)
    return _with_set(robot, chosen, replace(chosen, frames=_together(frames)))


def _moved(frame: FrameSpheres, link: str, pose: Pose) -> FrameSpheres:
    if is_identity(pose):
        return replace(frame, frame=link)
    return replace(frame, frame=link, spheres=tuple(_moved_sphere(sphere, pose) for sphere in frame.spheres))


def _moved_sphere(sphere: CollisionSphere, pose: Pose) -> CollisionSphere:
    if sphere.center is None:
        return sphere
    return replace(sphere, center=add(rotate(pose.matrix, sphere.center), pose.xyz))


def plain_set(robot: Robot) -> Robot:
    """Return the set under the name that it reads back with."""
    if not robot.sphere_sets or robot.sphere_sets[0].name == SET:
        return robot
    (chosen,) = robot.sphere_sets
    named = _with_uses(robot, lambda use: _renamed(use, chosen.name))
    return _with_set(named, chosen, replace(chosen, name=SET))


def _renamed(use: CollisionUse | None, name: str) -> CollisionUse | None:
    return replace(use, spheres=SET) if use is not None and use.spheres == name else use


def without_buffers(robot: Robot) -> Robot:
    """Remove buffers: MoveIt has a padding of links, but in another document."""
    return _with_uses(robot, lambda use: replace(use, buffers=()) if use is not None else None)


def both_uses(robot: Robot) -> Robot:
    """Check all spheres against the world and against the robot itself."""
    if not robot.sphere_sets:
        return _with_uses(robot, lambda _: None)
    use = CollisionUse(origin=robot.sphere_sets[0].origin, spheres=SET)
    return _with_uses(robot, lambda _: use)


def _with_uses(robot: Robot, change: Callable[[CollisionUse | None], CollisionUse | None]) -> Robot:
    world, itself = change(robot.world_collision), change(robot.self_collision)
    if (world, itself) == (robot.world_collision, robot.self_collision):
        return robot
    return replace(robot, world_collision=world, self_collision=itself)


def _with_set(robot: Robot, old: SphereSet, new: SphereSet) -> Robot:
    if new == old:
        return robot
    return replace(robot, sphere_sets=tuple(new if each is old else each for each in robot.sphere_sets))


# Writing


def write_spheres(spheres: SphereSet) -> Iterable[Node]:
    """Return the elements that :func:`read_spheres` reads."""
    return (
        make("link_sphere_approximation", {"link": each.frame}, *map(_write_sphere, each.spheres))
        for each in spheres.frames
    )


def _write_sphere(sphere: CollisionSphere) -> Node:
    return make(
        "sphere",
        {
            "center": sphere.center,
            "radius": sphere.radius,
        },
    )
