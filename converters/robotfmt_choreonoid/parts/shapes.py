"""Shapes: ``geometry`` of a ``Shape``. Round shapes stand along y in a body, and along z in the model."""

from __future__ import annotations

from typing import TypeAlias

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
from ..words import SHAPES
from .frames import UPRIGHT, Frame, joined, reverse

_FOR_BODIES = (Box, Sphere, Ellipsoid, Cylinder, Capsule, Cone, Mesh)
"""The shapes that can be written."""
_ROUND = (Cylinder, Capsule, Cone)
Round: TypeAlias = Cylinder | Capsule | Cone


class Placed:
    """A shape, and its frame in the link."""

    def __init__(self, shape: Shape, frame: Frame) -> None:
        self.shape = shape
        self.frame = frame


def read_shape(part: Part, frame: Frame) -> Placed | None:
    """Return the shape of a ``geometry`` in a frame; None, with nothing taken, if the model has no such shape."""
    kind = part.mapping.scalar("type")
    if kind is None or kind.source not in SHAPES:
        return None
    kind.take()
    shape = SHAPES[kind.source].read(part)
    return _round(shape, part, frame) if isinstance(shape, _ROUND) else Placed(_scaled(shape, frame.scale), frame)


def _scaled(shape: Box | Sphere, scale: Vector3) -> Shape:
    x, y, z = scale
    if isinstance(shape, Box):
        a, b, c = shape.size or (1.0, 1.0, 1.0)
        return Box((a * x, b * y, c * z))
    radius = shape.radius or 0.0
    x, y, z = abs(x) * radius, abs(y) * radius, abs(z) * radius
    return Sphere(x) if x == y == z else Ellipsoid((x, y, z))


def _round(shape: Round, part: Part, frame: Frame) -> Placed:
    """Return a scaled round shape, which stands along z in its frame."""
    x, y, z = map(abs, frame.scale)
    if x != z or (isinstance(shape, Capsule) and frame.is_scaled and frame.scale[0] != frame.scale[1]):
        part.mapping.report(SHEARED, "a round shape is scaled differently along its axes; the mean is used")
    factor = x if x == z else (x + z) / 2
    upright = Frame(frame.position, joined(frame.turns, (UPRIGHT,)), frame.scale, frame.linear)
    return Placed(type(shape)((shape.radius or 0.0) * factor, (shape.length or 0.0) * y), upright)


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
    its = Sphere(1.0) if isinstance(shape, Ellipsoid) else shape
    kind = type(its).__name__
    return {"type": Word(kind), **SHAPES[kind].write(its)}


def is_supported(shape: Shape | None) -> bool:
    """Return True for a shape that a body has; a mesh needs a file."""
    return isinstance(shape, _FOR_BODIES) and not (isinstance(shape, Mesh) and not shape.uri)


def supported_geometry(geometry: Geometry) -> Geometry:
    """Return a geometry whose ellipsoid is a sphere, if it is one."""
    shape = geometry.shape
    if isinstance(shape, Ellipsoid) and shape.radii is not None and len(set(shape.radii)) == 1:
        return replace(geometry, shape=Sphere(shape.radii[0]))
    return geometry
