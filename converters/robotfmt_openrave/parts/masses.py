"""Masses, as OpenRAVE computes them."""

from __future__ import annotations

from robotfmt.adapting.bodies import combined
from robotfmt.documents.tokens import BadToken, real
from robotfmt.documents.xml.element import Element
from robotfmt.inertia.solids import Solid, inertial_of, solid_of, times
from robotfmt.model import (
    Box,
    Cage,
    Container,
    Cylinder,
    Geometry,
    Inertia,
    Inertial,
    Link,
    Pose,
    Shape,
    Sphere,
)
from robotfmt.model.record import replace

from ..codes import MASS
from ..document.numbers import number, row, vector

WATER = 1000.0
"""The density, in kg/m^3, with which OpenRAVE finds the volumes that share a total."""
_CLOSE = 1e-6
DEFAULT = Inertia(ixx=0.4, ixy=0.0, ixz=0.0, iyy=0.4, iyz=0.0, izz=0.4)
"""The inertia of a sphere of 1 kg with a radius of 1 m, in kg m^2."""


def read_mass(element: Element, link: Link, of_all: Element | None) -> Inertial | None:
    """Return the mass that an element describes; None, with a report, where it has none, and then nothing is taken.

    Args:
        element: The ``<Mass>``.
        link: The body, with its shapes.
        of_all: The element again, if it is that of a kinbody for all bodies.
    """
    kind = (element.peek("type") or "").lower()
    if kind == "custom" and of_all is None:
        made: Inertial | None = _custom(element)
    elif kind == "mimicgeom":
        made = _of_shapes(element, link)
    elif kind == "box":
        made = _of_box(element, link, of_all)
    else:
        made = _of_ball(element)
    if made is None:
        element.report(MASS, f"the mass of '{link.name}' has no density, total or volume above zero")
        element.give_back()
        return None
    element.take().attribute("type")
    return made


def is_nothing(element: Element) -> bool:
    """Return True for a mass whose numbers are all zero: that of a body without mass."""
    kind = (element.peek("type") or "").lower()
    words = " ".join(each.text for each in element.children).split()
    return kind == "custom" and bool(words) and all(_is_zero(each) for each in words)


def _is_zero(word: str) -> bool:
    try:
        return real(word) == 0
    except BadToken:
        return False


def _custom(element: Element) -> Inertial:
    """Return the mass of type ``custom``; without ``total`` it is 1 kg."""
    total, com = number(element, "total"), vector(element, "com")
    child = next((each for each in reversed(element.children) if each.tag == "inertia"), None)
    entries = row(child, 9) if child is not None else None
    inertia = DEFAULT
    if entries is not None and child is not None:
        xx, xy, xz, yx, yy, yz, zx, zy, zz = entries
        if (xy, xz, yz) != (yx, zx, zy):
            child.report(MASS, "the tensor of inertia is not symmetric; its upper half is used")
        inertia = Inertia(origin=child.origin, ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
    return Inertial(
        origin=element.origin,
        mass=total if total is not None else 1.0,
        pose=Pose(com) if com is not None and any(com) else None,
        inertia=inertia,
    )


def _of_box(element: Element, link: Link, of_all: Element | None) -> Inertial | None:
    """Return the mass of a box of 2 m: OpenRAVE ignores the extents of a body, but not those of a kinbody."""
    half = vector(element, "extents")
    if half is None or of_all is None:
        if half is not None and half != (1.0, 1.0, 1.0):
            element.report(MASS, f"OpenRAVE ignores the extents of the mass of '{link.name}': it is a box of 2 m")
        half = (1.0, 1.0, 1.0)
    return _solid(element, solid_of(Box((2 * half[0], 2 * half[1], 2 * half[2]))))


def _of_ball(element: Element) -> Inertial | None:
    radius = number(element, "radius")
    return _solid(element, solid_of(Sphere(1.0 if radius is None else radius)))


def _solid(element: Element, solid: Solid | None) -> Inertial | None:
    """Return the mass of one solid at the origin of the body, by its density or its mass."""
    total, density = number(element, "total"), number(element, "density")
    if solid is None:
        return None
    density = total / solid.volume if total is not None else 1.0 if density is None else density
    if density <= 0:
        return None
    mass = density * solid.volume
    return Inertial(origin=element.origin, mass=mass, inertia=times(density, solid.inertia))


def _of_shapes(element: Element, link: Link) -> Inertial | None:
    """Return the mass of the shapes of a body; meshes weigh nothing.

    With a total, OpenRAVE shares it by volume, and leaves the inertia of each shape as it is with 1000 kg/m^3.
    """
    total, density = number(element, "total"), number(element, "density")
    solids = [(solid_of(_weighed(each)), each) for each in link.collisions]
    parts = [(solid, each) for solid, each in solids if solid is not None]
    volume = sum(solid.volume for solid, _ in parts)
    filling = WATER if total is not None else 1.0 if density is None else density
    if volume <= 0 or filling <= 0 or (total is not None and total <= 0):
        return None
    made = [inertial_of(solid, filling, each) for solid, each in parts]
    if total is not None:
        share = total / (WATER * volume)
        made = [replace(each, mass=share * (each.mass or 0.0)) for each in made]
        if abs(share - 1) > _CLOSE:
            message = f"the inertia of '{link.name}' is that of 1000 kg/m^3, not of {WATER * share:.6g}, as in OpenRAVE"
            element.report(MASS, message)
    return _whole(element, combined(made))


def _weighed(geometry: Geometry) -> Shape | None:
    """Return the shape that OpenRAVE weighs: containers and cages are solid boxes."""
    match geometry.shape:
        case Container(outer=(x, y, z)) | Cage(base=(x, y, z)):
            return Box((x, y, z))
    return geometry.shape if isinstance(geometry.shape, Box | Sphere | Cylinder) else None


def _whole(element: Element, whole: Inertial | None) -> Inertial | None:
    """Return the mass of a body in the axes of the body, at its centre of mass."""
    rows = whole.link_inertia if whole is not None else None
    if whole is None or rows is None:
        return None
    com = whole.pose.xyz if whole.pose is not None else (0.0, 0.0, 0.0)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = rows
    return Inertial(
        origin=element.origin,
        mass=whole.mass,
        pose=Pose(com) if any(com) else None,
        inertia=Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz),
    )
