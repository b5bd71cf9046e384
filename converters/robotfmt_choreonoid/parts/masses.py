"""The mass of a link: the sum of what it gives itself and of its ``RigidBody`` nodes."""

from __future__ import annotations

from robotfmt.adapting.bodies import combined
from robotfmt.documents.yaml.compose import Tree
from robotfmt.model import Inertia, Inertial, Origin, Pose, Vector3
from robotfmt.model.record import replace
from robotfmt.model.vectors import IDENTITY3, Matrix3, add, multiply, rotate, transpose

from ..codes import ASSUMED_MASS
from ..document.mappings import Part
from ..document.records import Mass
from ..words import MASS
from .frames import Frame

_NOTHING: Matrix3 = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
_ORIGIN: Vector3 = (0.0, 0.0, 0.0)
_ASSUMED = {"mass": "mass: 1", "center": "center_of_mass: [0, 0, 0]", "inertia": "inertia: the unit matrix"}
"""The words for what a link has that does not give its mass, by the fields."""


def read_rigid_body(part: Part, frame: Frame) -> Inertial:
    """Return the mass of a ``RigidBody`` node, in its link."""
    its = MASS.read(part)
    turned = multiply(multiply(frame.linear, its.inertia or _NOTHING), transpose(frame.linear))
    placed = add(frame.position, rotate(frame.linear, its.center or _ORIGIN))
    return _inertial(part.origin, its.mass or 0.0, placed, turned)


def read_mass(link: Part, name: str, bodies: list[Inertial]) -> Inertial | None:
    """Return the mass of a link with its rigid bodies; None for ``mass: 0`` alone, a link without a mass.

    A link that gives nothing has a mass of 1 kg, and the unit matrix as its inertia (``Link.cpp``).
    """
    its = MASS.read(link)
    if bodies:
        central = _inertial(link.origin, its.mass or 0.0, its.center or _ORIGIN, its.inertia or _NOTHING)
        return supported_mass(replace(_sum([*bodies, central]), origin=link.origin))
    if its == Mass(mass=0.0):
        return None
    missing = [words for field, words in _ASSUMED.items() if getattr(its, field) is None]
    if missing:
        link.mapping.report(ASSUMED_MASS, f"link '{name}': Choreonoid assumes {', '.join(missing)}")
    mass, origin = (1.0, None) if its.mass is None else (its.mass, link.origin)
    return supported_mass(_inertial(origin, mass, its.center or _ORIGIN, its.inertia or IDENTITY3))


def _inertial(origin: Origin | None, mass: float, center: Vector3, rows: Matrix3) -> Inertial:
    """Return a mass with its inertia about the centre, in the axes of its link."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = rows
    inertia = Inertia(origin=origin, ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
    return Inertial(origin=origin, mass=mass, pose=Pose(center) if any(center) else None, inertia=inertia)


def _sum(bodies: list[Inertial]) -> Inertial:
    """Return all masses as one, about their common centre; without a mass there is no centre."""
    whole = combined(bodies) or Inertial()
    return whole if (whole.mass or 0.0) > 0 else Inertial(mass=whole.mass)


# Writing


def write_mass(inertial: Inertial | None) -> dict[str, Tree]:
    """Return the keys that :func:`read_mass` reads."""
    if inertial is None:
        return MASS.write(Mass(mass=0.0))
    center = inertial.pose.xyz if inertial.pose is not None else _ORIGIN
    return MASS.write(Mass(mass=inertial.mass or 0.0, center=center, inertia=inertial.link_inertia or _NOTHING))


def supported_mass(inertial: Inertial | None) -> Inertial | None:
    """Return a mass with all that a body gives of one, in the axes of its link."""
    if inertial is None or (inertial.computed and inertial.mass is None and inertial.inertia is None):
        return None
    center = inertial.pose.xyz if inertial.pose is not None else _ORIGIN
    rows = inertial.link_inertia if inertial.mass else None
    return _inertial(inertial.origin, inertial.mass or 0.0, center, rows or _NOTHING)
