"""Geoms: each is the shape that collides and the one that is shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element
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
    Material,
    Mesh,
    Pose,
    Purpose,
    Shape,
    Sphere,
    Vector3,
    Wall,
    compose,
)
from robotfmt.model.record import replace

from ..codes import SHAPE
from ..document.numbers import flag, last, number, row, vector
from ..document.poses import read_pose

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
