"""Geoms: each is the shape that collides and the one that is shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from robotfmt.documents.tokens import BadToken, reals, written, written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    AxisAngle,
    AxisAngles,
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
    Purpose,
    Robot,
    Shape,
    Sphere,
    Vector3,
    Wall,
    compose,
    inverse,
    is_identity,
)
from robotfmt.model.record import replace

from ..codes import SHAPE
from ..document.numbers import flag, last, number, row, vector
from ..document.poses import cleaned, read_pose, write_pose

TURN = Pose(None, AxisAngles((AxisAngle((1.0, 0.0, 0.0), math.pi / 2),)))
"""The turn that OpenRAVE appends to the pose of a cylinder, whose axis is y."""
DATA, RENDER = ("Data", "collision"), ("Render",)
SIDES = ("nx", "px", "ny", "py")

Files = Callable[[Element, str], str]
"""The URI of a mesh, by the element that names it and its text."""


@dataclass(slots=True)
class Shown:
    """The shapes of a geom: one that collides, one that is shown, or both."""

    visual: Geometry | None
    collision: Geometry | None


def read_geom(element: Element, files: Files) -> Shown | None:
    """Return the shapes of a geom; None, with a report, where it has none, and then nothing is taken."""
    kind = (element.peek("type") or "box").lower()
    group = element.peek("group")
    if group is not None and group != "self":
        return None  # a set of shapes for other purposes
    reader = _SHAPES.get(kind)
    if reader is None and kind != "trimesh":
        element.report(SHAPE, f"a geom has the unknown type '{kind}'")
        return None
    shape = reader(element) if reader is not None else _mesh(element, DATA, files)
    drawn = _mesh(element, RENDER, files)
    if shape is None and drawn is None:
        element.report(SHAPE, f"a geom of the type '{kind}' has no complete shape")
        return None
    element.take().attribute("type")
    element.attribute("group")
    return _placed(element, kind, shape, drawn)


def _placed(element: Element, kind: str, shape: Shape | None, drawn: Shape | None) -> Shown:
    """Return the two shapes of a geom in their place; a sphere of radius 0 collides with nothing."""
    pose = read_pose(element)
    if kind == "cylinder":
        pose = compose(pose, TURN)
    made = Geometry(origin=element.origin, name=element.attribute("name"), pose=pose, shape=shape or drawn)
    is_shown = flag(element, "render") is not False
    visual = replace(made, shape=drawn or shape, material=_material(element)) if is_shown else None
    is_point = drawn is not None and shape == Sphere(0.0)
    return Shown(visual, replace(made, purpose=Purpose.COLLISION) if not is_point else None)


def _material(element: Element) -> Material | None:
    """Return the colours of a geom; a mesh without any keeps its own colours, and ignores transparency."""
    diffuse, ambient = vector(element, "diffuseColor"), vector(element, "ambientColor")
    kind = (element.peek("type") or "box").lower()
    is_coloured = diffuse is not None or (kind != "trimesh" and last(element, "transparency") is not None)
    alpha = 1.0 - (number(element, "transparency") or 0.0) if is_coloured else 1.0
    if not is_coloured and ambient is None:
        return None
    r, g, b = diffuse if diffuse is not None else (1.0, 1.0, 1.0)
    return Material(
        origin=element.origin,
        color=(r, g, b, alpha) if is_coloured else None,
        ambient=(*ambient, 1.0) if ambient is not None else None,
    )


def _mesh(element: Element, tags: tuple[str, ...], files: Files) -> Mesh | None:
    child = last(element, *tags)
    if child is None:
        return None
    named = child.peek("file")
    uri, scale = _split(child.text.split()) if named is None else (named, child.peek("scale") or "")
    if not uri:
        return None
    factor = _scale(child, scale)
    if named is not None:
        child.take().attribute("file")
        child.attribute("scale")
    else:
        child.take_text()
    return Mesh(files(child, uri), factor)


def _split(words: list[str]) -> tuple[str, str]:
    """Return the path of a text and its scale; a path may have spaces."""
    count = 0
    for each in reversed(words[1:]):
        try:
            reals(each, 1)
        except BadToken:
            break
        count += 1
    count = min(count, 3)
    end = len(words) - count
    return " ".join(words[:end]), " ".join(words[end:])


def _scale(child: Element, text: str) -> Vector3 | None:
    if not text.strip():
        return None
    try:
        values = reals(text)
    except BadToken as error:
        child.report_token(error, "scale")
        return None
    x, y, z = values if len(values) == 3 else (values[0],) * 3
    return (x, y, z) if (x, y, z) != (1.0, 1.0, 1.0) else None


def _box(element: Element) -> Box | None:
    half = vector(element, "extents", "halfextents")
    if half is not None:
        return Box((2 * half[0], 2 * half[1], 2 * half[2]))
    full = vector(element, "fullextents")
    return Box(full) if full is not None else None


def _sphere(element: Element) -> Sphere | None:
    radius = number(element, "radius")
    return Sphere(radius) if radius is not None else None


def _cylinder(element: Element) -> Cylinder | None:
    radius, height = number(element, "radius"), number(element, "height")
    return Cylinder(radius, height) if radius is not None and height is not None else None


def _capsule(element: Element) -> Capsule | None:
    radius, height = number(element, "radius"), number(element, "height")
    return Capsule(radius, height) if radius is not None and height is not None else None


def _prism(element: Element) -> Extrusion | None:
    section, height = last(element, "crosssection"), number(element, "height")
    numbers = row(section) if section is not None else None
    if numbers is None or len(numbers) < 6 or len(numbers) % 2 or height is None:
        return None
    return Extrusion(tuple(zip(numbers[::2], numbers[1::2], strict=True)), height)


def _container(element: Element) -> Container | None:
    outer = vector(element, "outer_extents")
    if outer is None:
        return None
    inner, cross, bottom = (vector(element, tag) for tag in ("inner_extents", "bottom_cross", "bottom"))
    return Container(outer, inner, cross, bottom)


def _cage(element: Element) -> Cage | None:
    half = vector(element, "extents", "halfextents")
    if half is None:
        return None
    walls = tuple(_wall(each) for each in element.children_of("sidewall"))
    return Cage((2 * half[0], 2 * half[1], 2 * half[2]), vector(element, "inner_extents"), walls)


def _wall(element: Element) -> Wall:
    kind, half = number(element, "type"), vector(element, "extents", "halfextents")
    side = SIDES[int(kind)] if kind is not None and kind in range(len(SIDES)) else None
    size = (2 * half[0], 2 * half[1], 2 * half[2]) if half is not None else None
    return Wall(side, size, read_pose(element))


_SHAPES: dict[str, Callable[[Element], Shape | None]] = {
    "box": _box,
    "sphere": _sphere,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "prism": _prism,
    "container": _container,
    "cage": _cage,
}


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
    must = 2 * len(visuals) + 1  # a value that no number of optional pairs can outweigh
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
        *(_write_mesh("Data", shape) if isinstance(shape, Mesh) else _measures(shape)),
        *(_write_mesh("Render", drawn) if isinstance(drawn, Mesh) else ()),
        *(_write_material(robot, visual.material) if visual is not None else ()),
    )


def _pose(pose: Pose | None, shape: Shape | None) -> Pose | None:
    """Return the pose as it is written: without the turn that OpenRAVE appends for a cylinder."""
    if not isinstance(shape, Cylinder):
        return pose
    if pose is not None and pose.rotation == TURN.rotation:
        return Pose(pose.position)
    made = compose(pose, inverse(TURN))
    return None if is_identity(made) else cleaned(made)


def _write_mesh(tag: str, mesh: Mesh) -> list[Node]:
    uri, scale = mesh.uri or "", mesh.scale
    if scale is not None and scale[0] == scale[1] == scale[2]:
        text = written(scale[0])
    else:
        text = written_all(scale) if scale is not None else ""
    if len(uri.split()) == 1:
        return [make(tag, text=f"{uri} {text}".strip())]
    return [make(tag, {"file": uri, "scale": text or None})]


def _measures(shape: Shape | None) -> list[Node]:
    """Return the elements with the sizes of a shape; OpenRAVE gives half the sides of a box."""
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
            return _write_cage(shape)
    return []


def _write_cage(cage: Cage) -> list[Node]:
    x, y, z = cage.base or (0.0, 0.0, 0.0)
    found = [make("extents", text=(x / 2, y / 2, z / 2))]
    found += [make("inner_extents", text=cage.inner)] if cage.inner is not None else []
    for wall in cage.walls:
        x, y, z = wall.size or (0.0, 0.0, 0.0)
        side = SIDES.index(wall.side) if wall.side in SIDES else 0
        extents = make("extents", text=(x / 2, y / 2, z / 2))
        found.append(make("sidewall", None, make("type", text=str(side)), extents, *write_pose(wall.pose)))
    return found


def _write_material(robot: Robot, material: Material | None) -> list[Node]:
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
