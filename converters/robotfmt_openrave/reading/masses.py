"""Masses, as OpenRAVE computes them."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.edit.bodies import combined
from robotfmt.inertia.solids import Solid, inertial_of, solid_of, times
from robotfmt.model import Box, Geometry, Inertia, Inertial, Pose, Sphere

from ..codes import MASS
from ..document.numbers import number, vector

DEFAULT = Inertia(ixx=0.4, ixy=0.0, ixz=0.0, iyy=0.4, iyz=0.0, izz=0.4)
"""The inertia of a ball of 1 kg with a radius of 1 m."""


def read_mass(element: Element, shapes: Iterable[Geometry], link: str) -> Inertial | None:
    """Return the mass that an element describes; None, with a report, where it has none, and then nothing is taken.

    Args:
        shapes: The shapes of the body that collide.
        link: The name of the body.
    """
    kind = (element.peek("type") or "").lower()
    if kind == "custom":
        made: Inertial | None = _custom(element)
    elif kind == "mimicgeom":
        made = _of_shapes(element, shapes)
    else:
        made = _of_solid(element, kind)
    if made is None:
        element.report(MASS, f"the mass of '{link}' has no density, total or volume above zero")
        element.give_back()
        return None
    element.take().attribute("type")
    return made


def _custom(element: Element) -> Inertial:
    total, com = number(element, "total"), vector(element, "com")
    child = next((each for each in reversed(element.children) if each.tag == "inertia"), None)
    entries = child.text_numbers(9) if child is not None else None
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


def _of_solid(element: Element, kind: str) -> Inertial | None:
    """Return the mass of a box or a ball; extents after the total are ignored, as OpenRAVE does."""
    tags = [each.tag for each in element.children]
    if kind == "box":
        half = (1.0, 1.0, 1.0)
        if "total" in tags and "extents" in tags[tags.index("total") :]:
            element.report(MASS, "<extents> after <total> are ignored: the mass is that of a box of 2 m")
        else:
            half = vector(element, "extents") or half
        solid = solid_of(Box((2 * half[0], 2 * half[1], 2 * half[2])))
    else:
        radius = number(element, "radius")
        solid = solid_of(Sphere(1.0 if radius is None else radius))
    return _filled(element, [(solid, Geometry(origin=element.origin, shape=None))] if solid is not None else [])


def _of_shapes(element: Element, shapes: Iterable[Geometry]) -> Inertial | None:
    """Return the mass of the shapes of a body; meshes weigh nothing."""
    solids = ((solid_of(each.shape), each) for each in shapes)
    return _filled(element, [(solid, each) for solid, each in solids if solid is not None])


def _filled(element: Element, solids: list[tuple[Solid, Geometry]]) -> Inertial | None:
    total, density = number(element, "total"), number(element, "density")
    volume = sum(solid.volume for solid, _ in solids)
    if total is not None:
        density = total / volume if volume > 0 else None
    if density is None:
        density = 1.0
    if not solids or density <= 0:
        return None
    whole = combined([inertial_of(solid, density, each) for solid, each in solids])
    if whole is None:
        return None
    com = whole.pose.xyz if whole.pose is not None else (0.0, 0.0, 0.0)
    return Inertial(
        origin=element.origin,
        mass=whole.mass,
        pose=Pose(com) if any(com) else None,
        inertia=_tensor(whole),
    )


def _tensor(whole: Inertial) -> Inertia | None:
    rows = whole.link_inertia
    if rows is None:
        return times(1.0, whole.inertia) if whole.inertia is not None else None
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = rows
    return Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
