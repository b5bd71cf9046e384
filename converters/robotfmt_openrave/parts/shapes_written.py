"""Geoms: the shapes of a link in pairs, of one that collides and one that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from robotfmt.documents.tokens import written, written_all
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Box,
    Cage,
    Capsule,
    Container,
    Cylinder,
    Extrusion,
    Geometry,
    Link,
    Material,
    Mesh,
    Pose,
    Robot,
    Shape,
    Sphere,
    compose,
    inverse,
    is_identity,
)

from ..document.poses import cleaned, write_pose
from .shapes import SIDES, TURN

Pair = tuple[Geometry | None, Geometry | None]
"""A shape that is shown, and one that collides."""
Shapes: TypeAlias = Sequence[Geometry]
_NEAR = 1e-6
"""Places further apart (in metres) are not compared exactly, which takes longer."""
PRIMITIVES = (Box, Sphere, Cylinder, Capsule, Extrusion, Container, Cage)


def pairs_of(link: Link) -> list[Pair]:
    """Return the shapes of a link in pairs for one geom each, in the order of both rows.

    As many shapes as possible that are shown get the same shape that collides: only a mesh can be shown without one.
    """
    visuals, collisions = link.visuals, link.collisions
    same = 0
    while same < min(len(visuals), len(collisions)) and _is_exact(visuals[same], collisions[same]):
        same += 1
    return [*zip(visuals, collisions, strict=False)][:same] + _aligned(visuals[same:], collisions[same:])


def _aligned(visuals: Shapes, collisions: Shapes) -> list[Pair]:
    """Return two rows in pairs of the greatest value."""
    value = _values(visuals, collisions)
    found: list[Pair] = []
    i = j = 0
    while i < len(visuals) and j < len(collisions):
        without_visual, without_collision = value[i + 1][j], value[i][j + 1]
        if value[i][j] > max(without_visual, without_collision):
            found.append((visuals[i], collisions[j]))
            i, j = i + 1, j + 1
        elif without_visual >= without_collision:
            found.append((visuals[i], None))
            i += 1
        else:
            found.append((None, collisions[j]))
            j += 1
    return [*found, *((each, None) for each in visuals[i:]), *((None, each) for each in collisions[j:])]


def _values(visuals: Shapes, collisions: Shapes) -> list[list[int]]:
    """Return the greatest value of the pairs of what follows each place in two rows."""
    value = [[0] * (len(collisions) + 1) for _ in range(len(visuals) + 1)]
    must = 2 * len(visuals) + 1  # more than all meshes together
    for i in reversed(range(len(visuals))):
        here, below = value[i], value[i + 1]
        for j in reversed(range(len(collisions))):
            paired = _value(visuals[i], collisions[j], must)
            here[j] = max(here[j + 1], below[j], below[j + 1] + paired if paired else 0)
    return value


def _value(visual: Geometry, collision: Geometry, must: int) -> int:
    """Return the value of a pair: most for a shape that cannot be shown without it, none if it is no pair."""
    if not is_pair(visual, collision):
        return 0
    if not isinstance(visual.shape, Mesh):
        return must
    return 2 if visual.shape == collision.shape else 1


def _is_exact(visual: Geometry, collision: Geometry) -> bool:
    return visual.shape == collision.shape and is_pair(visual, collision)


def is_pair(visual: Geometry, collision: Geometry) -> bool:
    """Return True if one geom can give both: the same shape, or a mesh that is shown for it, at the same place."""
    fits = visual.shape == collision.shape or (
        isinstance(visual.shape, Mesh) and isinstance(collision.shape, (*PRIMITIVES, Mesh))
    )
    return fits and (visual.name or None) == (collision.name or None) and _is_there(visual.pose, collision.pose)


def _is_there(one: Pose | None, other: Pose | None) -> bool:
    if one == other:
        return True
    if any(abs(a - b) > _NEAR for a, b in zip((one or Pose()).xyz, (other or Pose()).xyz, strict=True)):
        return False
    return cleaned(compose(inverse(one or Pose()), other or Pose())) is None


def is_alone(pair: Pair) -> bool:
    """Return True for a shape that is shown only, which OpenRAVE has for meshes only."""
    visual, collision = pair
    return visual is not None and collision is None and not isinstance(visual.shape, Mesh)


def write_geoms(robot: Robot, link: Link) -> list[Node]:
    """Return the geoms of a link."""
    return [_write_geom(robot, *pair) for pair in pairs_of(link)]


def _write_geom(robot: Robot, visual: Geometry | None, collision: Geometry | None) -> Node:
    made = visual or collision
    assert made is not None
    # A sphere of radius 0 collides with nothing, and can show a mesh.
    shape = collision.shape if collision is not None else Sphere(0.0)
    is_mesh = isinstance(shape, Mesh)
    kind = "trimesh" if is_mesh else _KINDS[type(shape)]
    attributes = {
        "name": made.name or None,
        "type": kind,
        "render": "false" if visual is None else None,
    }
    drawn = visual.shape if visual is not None and (is_mesh or visual.shape != shape) else None
    return make(
        "Geom",
        attributes,
        *write_pose(_pose(made.pose, shape)),
        *(_mesh("Data", shape) if isinstance(shape, Mesh) else _measures(shape)),
        *(_mesh("Render", drawn) if isinstance(drawn, Mesh) else ()),
        *(_material(robot, visual.material) if visual is not None else ()),
    )


def _pose(pose: Pose | None, shape: Shape | None) -> Pose | None:
    """Return the pose as it is written: without the turn that OpenRAVE appends for a cylinder."""
    if not isinstance(shape, Cylinder):
        return pose
    if pose is not None and pose.rotation == TURN.rotation:
        return Pose(pose.position)
    made = compose(pose, inverse(TURN))
    return None if is_identity(made) else cleaned(made)


def _mesh(tag: str, mesh: Mesh) -> list[Node]:
    uri, scale = mesh.uri or "", mesh.scale
    if scale is not None and scale[0] == scale[1] == scale[2]:
        text = written(scale[0])
    else:
        text = written_all(scale) if scale is not None else ""
    if len(uri.split()) == 1:
        return [make(tag, text=f"{uri} {text}".strip())]
    return [make(tag, {"file": uri, "scale": text or None})]


def _measures(shape: Shape | None) -> list[Node]:
    match shape:
        case Box((x, y, z)):
            return [make("extents", text=(x / 2, y / 2, z / 2))]
        case Sphere(radius):
            return [make("radius", text=radius)] if radius is not None else []
        case Cylinder(radius, length) | Capsule(radius, length):
            return [make("radius", text=radius or 0.0), make("height", text=length or 0.0)]
        case Extrusion(points, height):
            section = tuple(number for point in points for number in point)
            return [make("crosssection", text=section), make("height", text=height or 0.0)]
        case Container(outer, inner, cross, bottom):
            measures = {
                "outer_extents": outer,
                "inner_extents": inner,
                "bottom_cross": cross,
                "bottom": bottom,
            }
            return [make(tag, text=size) for tag, size in measures.items() if size is not None]
        case Cage():
            return _cage(shape)
    return []


def _cage(cage: Cage) -> list[Node]:
    x, y, z = cage.base or (0.0, 0.0, 0.0)
    found = [make("extents", text=(x / 2, y / 2, z / 2))]
    found += [make("inner_extents", text=cage.inner)] if cage.inner is not None else []
    for wall in cage.walls:
        x, y, z = wall.size or (0.0, 0.0, 0.0)
        side = SIDES.index(wall.side) if wall.side in SIDES else 0
        extents = make("extents", text=(x / 2, y / 2, z / 2))
        found.append(make("sidewall", None, make("type", text=str(side)), extents, *write_pose(wall.pose)))
    return found


def _material(robot: Robot, material: Material | None) -> list[Node]:
    look = robot.resolved(material) if material is not None else None
    if look is None:
        return []
    found = []
    if look.color is not None:
        *color, alpha = look.color
        found.append(make("diffuseColor", text=tuple(color)))
        found += [make("transparency", text=1.0 - alpha)] if alpha != 1 else []
    if look.ambient is not None:
        found.append(make("ambientColor", text=look.ambient[:3]))
    return found


_KINDS: dict[type, str] = {
    Box: "box",
    Sphere: "sphere",
    Cylinder: "cylinder",
    Capsule: "capsule",
    Extrusion: "prism",
    Container: "container",
    Cage: "cage",
}
