"""Shapes, colours and masses of links."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.model import (
    Box,
    Cage,
    Capsule,
    Container,
    Cylinder,
    Extrusion,
    Geometry,
    Inertia,
    Inertial,
    Link,
    Material,
    Mesh,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
    compose,
)
from robotfmt.model.record import replace

from ..parts.shapes import is_alone, pairs_of

_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def _with(robot: Robot, change: Callable[[Link], Link]) -> Robot:
    links = tuple(map(change, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def with_masses(robot: Robot) -> Robot:
    """Let unknown masses and moments be zero; a link of which all are zero has no mass."""

    def change(link: Link) -> Link:
        inertial = link.inertial
        if inertial is None:
            return link
        inertia = inertial.inertia or Inertia(origin=inertial.origin)
        entries = {name: getattr(inertia, name) or 0.0 for name in _ENTRIES}
        whole = Inertial(
            origin=inertial.origin, mass=inertial.mass or 0.0, pose=inertial.pose, inertia=replace(inertia, **entries)
        )
        is_nothing = whole.mass == 0 and not any(entries.values()) and not _is_off(inertial.pose)
        return replace(link, inertial=None if is_nothing else whole)

    return _with(robot, change)


def _is_off(pose: Pose | None) -> bool:
    return pose is not None and any(pose.xyz)


def with_primitives(robot: Robot) -> Robot:
    """Split capsules, which OpenRAVE cannot load, into a cylinder and two spheres; drop shapes that it lacks."""

    def change(link: Link) -> Link:
        return replace(
            link,
            visuals=tuple(each for it in link.visuals for each in _held(it)),
            collisions=tuple(each for it in link.collisions for each in _held(it)),
        )

    return _with(robot, change)


def _held(geometry: Geometry) -> Iterable[Geometry]:
    match geometry.shape:
        case Capsule(radius, length) if radius is not None and length is not None:
            yield replace(geometry, shape=Cylinder(radius, length))
            for end in (length / 2, -length / 2):
                yield replace(geometry, shape=Sphere(radius), pose=compose(geometry.pose, Pose((0.0, 0.0, end))))
        case shape if _is_held(shape):
            yield geometry


def _is_held(shape: Shape | None) -> bool:
    match shape:
        case Box(size) | Container(size) | Cage(size):
            walls = shape.walls if isinstance(shape, Cage) else ()
            return size is not None and all(each.side is not None and each.size is not None for each in walls)
        case Sphere(radius):
            return radius is not None
        case Cylinder(radius, length):
            return radius is not None and length is not None
        case Extrusion(points, height, further):
            return len(points) > 2 and height is not None and not further
        case Mesh(uri):
            return bool(uri)
    return False


def with_geoms(robot: Robot) -> Robot:
    """Let what is shown collide too, unless it is a mesh: OpenRAVE has no other geom; one name serves both."""

    def change(link: Link) -> Link:
        plain = _without_rival_names(link)
        pairs = pairs_of(plain)
        if not any(map(is_alone, pairs)):
            return plain
        collisions = (_colliding(*each) for each in pairs)
        return replace(plain, collisions=tuple(each for each in collisions if each is not None))

    return _with(robot, change)


def _colliding(visual: Geometry | None, collision: Geometry | None) -> Geometry | None:
    if visual is None or not is_alone((visual, collision)):
        return collision
    return replace(visual, purpose=Purpose.COLLISION, material=None)


def _without_rival_names(link: Link) -> Link:
    """Return a link without the names of two shapes that become one geom, if the names differ."""
    visuals, collisions = list(link.visuals), list(link.collisions)
    nameless = replace(
        link,
        visuals=tuple(replace(each, name=None) for each in visuals),
        collisions=tuple(replace(each, name=None) for each in collisions),
    )
    i = j = 0
    for visual, collision in pairs_of(nameless):
        if visual and collision and (visuals[i].name or None) != (collisions[j].name or None):
            visuals[i], collisions[j] = visual, collision
        i += visual is not None
        j += collision is not None
    return replace(link, visuals=tuple(visuals), collisions=tuple(collisions))


def with_colors(robot: Robot) -> Robot:
    """Keep diffuse and opaque ambient colours of what is shown, each where it is used."""

    def color(geometry: Geometry) -> Geometry:
        look = robot.resolved(geometry.material) if geometry.material is not None else None
        kept: Material | None = None
        if look is not None and (look.color is not None or look.ambient is not None):
            ambient = (*look.ambient[:3], 1.0) if look.ambient is not None else None
            kept = Material(origin=look.origin, color=look.color, ambient=ambient)
        return replace(geometry, material=kept)

    def change(link: Link) -> Link:
        bare = tuple(replace(each, material=None) for each in link.collisions)
        enabled = False if link.enabled is False and link.collisions else None
        return replace(link, visuals=tuple(map(color, link.visuals)), collisions=bare, enabled=enabled)

    made = _with(robot, change)
    return replace(made, materials=()) if made.materials else made
