"""Primitive shapes: the shape that a geometry of the document represents, and its frame.

OpenRAVE's ``geometry_info`` gives it for boxes, spheres, cylinders, capsules and planes, and for the shapes in
:mod:`.compounds`; the vertices of the mesh stay in the frame of the link. Cylinders and capsules lie along y there,
and along z in the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    AxisAngle,
    AxisAngles,
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Container,
    Cylinder,
    Geometry,
    Plane,
    Pose,
    Shape,
    Sphere,
    axis_angles_of,
    compose,
)

from ..document.addresses import Index
from ..document.transforms import full_pose, read_pose
from ..document.values import first, make_extra, quiet_numbers, read_boolean, technique
from .compounds import read_board, read_cage, read_container, write_compound

_QUARTER = math.pi / 2
_UPRIGHT = AxisAngle((1.0, 0.0, 0.0), _QUARTER)
"""Rotates the y axis, along which COLLADA's cylinders lie, to z."""


@dataclass(frozen=True, slots=True)
class Info:
    """The content of ``geometry_info``."""

    shape: Shape | None = None
    pose: Pose | None = None
    visible: bool | None = None


def read_info(index: Index, element: Element) -> Info:
    """Return the ``geometry_info`` of a geometry; None if it has none."""
    for extra in element.children:
        if extra.tag != "extra" or extra.peek("type") != "geometry_info":
            continue
        found = technique(extra)
        if found is None:
            continue
        extra.attribute("type")
        meter = index.unit(element)
        pose = _without_zeros(read_pose(found, meter))
        is_visible = _read_visible(index, found, element)
        shape, pose = _info_shape(found, meter, pose)
        return Info(shape, pose, False if is_visible is False else None)
    return Info()


def _without_zeros(pose: Pose | None) -> Pose | None:
    """Return the values without zeros and identities, which are written only for readers that expect them."""
    if pose is None:
        return None
    position = pose.position if pose.position is not None and any(pose.position) else None
    turns = tuple(turn for turn in axis_angles_of(pose.rotation).turns if turn.angle != 0)
    if position is None and not turns:
        return None
    return Pose(position, AxisAngles(turns) if turns else None)


def _read_visible(index: Index, found: Element, owner: Element) -> bool | None:
    visible = first(found, "visible")
    flag = read_boolean(index, visible, owner) if visible is not None else None
    if visible is not None and flag is not None:
        visible.take()
    return flag


def _info_shape(info: Element, meter: float, pose: Pose | None) -> tuple[Shape | None, Pose | None]:
    """Return the shape and its pose. Unsupported shapes, such as an elliptic cylinder, stay in the ledger: their mesh
    is used.
    """
    for tag, read_shape in _SHAPES.items():
        element = first(info, tag)
        shape = read_shape(element, meter) if element is not None else None
        if element is None or shape is None:
            continue
        element.take()
        if isinstance(shape, Plane):
            return shape, _off_origin(element, meter, pose)
        return shape, _along_z(pose) if tag in ("cylinder", "capsule") else pose
    return None, pose


def _along_z(pose: Pose | None) -> Pose | None:
    """Return the pose of a cylinder along z, given that of one along y."""
    turns = axis_angles_of(pose.rotation).turns if pose is not None else ()
    back = turns[:-1] if turns and turns[-1] == _UPRIGHT else (*turns, AxisAngle(_UPRIGHT.axis, -_QUARTER))
    position = pose.position if pose is not None else None
    return Pose(position, AxisAngles(back) if back else None) if back or position is not None else None


def _along_y(pose: Pose | None) -> Pose:
    """Return the pose of a cylinder along y, given that of one along z."""
    turns = axis_angles_of(pose.rotation).turns if pose is not None else ()
    return Pose(pose.position if pose is not None else None, AxisAngles((*turns, _UPRIGHT)))


def _read_box(element: Element, meter: float) -> Shape | None:
    half = element.child("half_extents")
    values = half.text_numbers(3) if half is not None else None
    return Box((2 * meter * values[0], 2 * meter * values[1], 2 * meter * values[2])) if values else None


def _read_sphere(element: Element, meter: float) -> Shape | None:
    # OpenRAVE writes 0 or nothing if only the mesh determines the radius.
    radius = _radius(element, meter)
    return Sphere(radius) if radius is not None and (radius > 0 or not _has_mesh(element)) else None


def _has_mesh(element: Element) -> bool:
    here: Element | None = element
    while here is not None and here.tag != "geometry":
        here = here.parent
    return here is not None and first(here, "mesh") is not None


def _read_round(kind: Callable[[float, float], Shape]) -> Callable[[Element, float], Shape | None]:
    def read(element: Element, meter: float) -> Shape | None:
        radius, height = _radius(element, meter), element.child("height")
        length = height.text_number() if height is not None else None
        return kind(radius, length * meter) if radius is not None and length is not None else None

    return read


def _radius(element: Element, meter: float) -> float | None:
    """Return the radius, which is given for both axes of the cross-section; None if these differ."""
    child = first(element, "radius")
    if child is None or not child.text.strip():
        return None
    values = quiet_numbers(child)
    if values is None:
        child.text_numbers()  # reports the fault
    if not values or any(value != values[0] for value in values) or values[0] < 0:
        return None
    child.take_text()
    return values[0] * meter


def _read_plane(element: Element, _meter: float) -> Shape | None:
    equation = element.child("equation")
    values = equation.text_numbers(4) if equation is not None else None
    return Plane((values[0], values[1], values[2])) if values and any(values[:3]) else None


def _off_origin(plane: Element, meter: float, pose: Pose | None) -> Pose | None:
    """Return the pose of a plane through the origin, given that of ``a x + b y + c z + d = 0``."""
    numbers = quiet_numbers(plane.children_of("equation")[0])
    if not numbers or numbers[3] == 0:
        return pose
    a, b, c, d = numbers
    away = -d * meter / (a * a + b * b + c * c)
    return compose(pose, Pose((away * a, away * b, away * c)))


_SHAPES: dict[str, Callable[[Element, float], Shape | None]] = {
    "box": _read_box,
    "sphere": _read_sphere,
    "cylinder": _read_round(Cylinder),
    "cylinderz": _read_round(Cylinder),
    "capsule": _read_round(Capsule),
    "plane": _read_plane,
    "container": read_container,
    "cage": read_cage,
    "calibration_board": read_board,
}


def write_info(geometry: Geometry) -> Node | None:
    """Return the ``geometry_info`` for a shape; None if there is nothing to write."""
    shape, pose = _write_shape(geometry.shape), geometry.pose
    if shape is not None and isinstance(geometry.shape, Cylinder | Capsule):
        pose = _along_y(pose)
    if shape is None and pose is None and geometry.visible is None:
        return None
    visible = "false" if geometry.visible is False else "true"
    return make_extra(
        "geometry_info",
        shape,
        *full_pose(pose),
        make("visible", None, make("bool", text=visible)),
    )


def has_words(shape: Shape | None) -> bool:
    """Return True if OpenRAVE has an element for a shape."""
    return _write_shape(shape) is not None


def _write_shape(shape: Shape | None) -> Node | None:
    match shape:
        case Box((x, y, z)):
            return make("box", None, make("half_extents", text=(x / 2, y / 2, z / 2)))
        case Sphere(float(radius)) if radius >= 0:
            return make("sphere", None, make("radius", text=radius))
        case Cylinder(float(radius), float(length)) if radius >= 0:
            return _write_round("cylinder", radius, length)
        case Capsule(float(radius), float(length)) if radius >= 0:
            return _write_round("capsule", radius, length)
        case Plane(normal):
            return make("plane", None, make("equation", text=written_all((*(normal or (0.0, 0.0, 1.0)), 0.0))))
        case Container() | Cage() | CalibrationBoard():
            return write_compound(shape)
    return None


def _write_round(tag: str, radius: float, length: float) -> Node:
    radii = make("radius", text=(radius, radius))
    return make(tag, None, make("height", text=length), radii)
