"""Shapes: ``geometry`` of a ``Shape``. Round shapes stand along y in a body, and along z in the model."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.model import (
    AxisAngle,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Mesh,
    Shape,
    Sphere,
    Vector3,
)
from robotfmt.model.record import replace

from ..codes import SHEARED
from ..document.mappings import Part
from .frames import UPRIGHT, Frame, joined, reverse

_FOR_BODIES = (Box, Sphere, Ellipsoid, Cylinder, Capsule, Cone, Mesh)
"""The shapes that can be written."""
_ROUND = (Cylinder, Capsule, Cone)


class Placed:
    """A shape, and its frame in the link."""

    def __init__(self, shape: Shape, frame: Frame) -> None:
        self.shape = shape
        self.frame = frame


def read_shape(part: Part, frame: Frame) -> Placed | None:
    """Return the shape of a ``geometry`` in a frame; None, with nothing taken, if the model has no such shape."""
    kind = part.mapping.scalar("type")
    reader = _READERS.get(kind.source) if kind is not None else None
    if reader is None or kind is None:
        return None
    kind.take()
    return reader(part, frame)


def _number(part: Part, key: str) -> float:
    found = part.number(key)
    return 1.0 if found is None else found


def _box(part: Part, frame: Frame) -> Placed:
    size = part.vector("size") or (1.0, 1.0, 1.0)
    x, y, z = (length * factor for length, factor in zip(size, frame.scale, strict=True))
    return Placed(Box((x, y, z)), frame)


def _sphere(part: Part, frame: Frame) -> Placed:
    radius = _number(part, "radius")
    x, y, z = (abs(factor) * radius for factor in frame.scale)
    return Placed(Sphere(x) if x == y == z else Ellipsoid((x, y, z)), frame)


def _cylinder(part: Part, frame: Frame) -> Placed:
    radius, height = _size(part, frame)
    return Placed(Cylinder(radius, height), _upright(frame))


def _cone(part: Part, frame: Frame) -> Placed:
    radius, height = _size(part, frame)
    return Placed(Cone(radius, height), _upright(frame))


def _capsule(part: Part, frame: Frame) -> Placed:
    radius, height = _size(part, frame)
    if frame.is_scaled and frame.scale[0] != frame.scale[1]:
        _report_sheared(part)
    return Placed(Capsule(radius, height), _upright(frame))


def _size(part: Part, frame: Frame) -> tuple[float, float]:
    """Return the radius and the height, scaled."""
    x, y, z = map(abs, frame.scale)
    if x != z:
        _report_sheared(part)
    factor = x if x == z else (x + z) / 2
    return _number(part, "radius") * factor, _number(part, "height") * y


def _report_sheared(part: Part) -> None:
    part.mapping.report(SHEARED, "a round shape is scaled differently along its axes; the mean is used")


def _upright(frame: Frame) -> Frame:
    return Frame(frame.position, joined(frame.turns, (UPRIGHT,)), frame.scale, frame.linear)


_READERS: dict[str, Callable[[Part, Frame], Placed]] = {
    "Box": _box,
    "Sphere": _sphere,
    "Cylinder": _cylinder,
    "Cone": _cone,
    "Capsule": _capsule,
}


# Writing


def written_turns(shape: Shape | None, turns: tuple[AxisAngle, ...]) -> tuple[AxisAngle, ...]:
    """Return the rotation of the node of a shape."""
    return joined(turns, (reverse(UPRIGHT),)) if isinstance(shape, _ROUND) else turns


def scale_of(shape: Shape | None) -> Vector3 | None:
    """Return the scale of the node of a shape; None if it is not scaled."""
    if isinstance(shape, Ellipsoid):
        return shape.radii
    return shape.scale if isinstance(shape, Mesh) and shape.scale != (1.0, 1.0, 1.0) else None


def write_shape(shape: Shape | None) -> dict[str, Tree]:
    """Return the ``geometry`` that :func:`read_shape` reads."""
    match shape:
        case Box(size=size):
            return {"type": Word("Box"), "size": size}
        case Sphere(radius=radius):
            return {"type": Word("Sphere"), "radius": radius}
        case Ellipsoid():
            return {"type": Word("Sphere"), "radius": 1.0}
        case Cylinder(radius=radius, length=length) | Cone(radius=radius, length=length):
            return {"type": Word(type(shape).__name__), "radius": radius, "height": length}
        case Capsule(radius=radius, length=length):
            return {"type": Word("Capsule"), "radius": radius, "height": length}
    raise TypeError(f"{type(shape).__name__} is not a shape of a body")


def is_supported(shape: Shape | None) -> bool:
    """Return True for a shape that a body has; a mesh needs a file."""
    return isinstance(shape, _FOR_BODIES) and not (isinstance(shape, Mesh) and not shape.uri)


def supported_geometry(geometry: Geometry) -> Geometry:
    """Return a geometry whose ellipsoid is a sphere, if it is one."""
    shape = geometry.shape
    if isinstance(shape, Ellipsoid) and shape.radii is not None and len(set(shape.radii)) == 1:
        return replace(geometry, shape=Sphere(shape.radii[0]))
    return geometry
