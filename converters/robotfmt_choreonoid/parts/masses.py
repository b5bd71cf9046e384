"""The mass of a link: the sum of what it gives itself and of its ``RigidBody`` nodes."""

from __future__ import annotations

from robotfmt.adapting.bodies import combined
from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Sequence
from robotfmt.model import Inertia, Inertial, Origin, Pose, Vector3
from robotfmt.model.record import replace
from robotfmt.model.vectors import IDENTITY3, Matrix3, add, multiply, rotate, transpose

from ..codes import ASSUMED_MASS, NOT_SYMMETRIC
from ..document.mappings import Part
from .frames import Frame

_NOTHING: Matrix3 = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
_ORIGIN: Vector3 = (0.0, 0.0, 0.0)


def read_rigid_body(part: Part, frame: Frame) -> Inertial:
    """Return the mass of a ``RigidBody`` node, in its link."""
    center = part.vector("center_of_mass") or _ORIGIN
    inertia = _tensor(part) or _NOTHING
    turned = multiply(multiply(frame.linear, inertia), transpose(frame.linear))
    placed = add(frame.position, rotate(frame.linear, center))
    return _inertial(part.origin, part.number("mass") or 0.0, placed, turned)


def read_mass(link: Part, name: str, bodies: list[Inertial]) -> Inertial | None:
    """Return the mass of a link with its rigid bodies; None for ``mass: 0`` alone, a link without a mass.

    A link that gives nothing has a mass of 1 kg, and the unit matrix as its inertia (``Link.cpp``).
    """
    mass, center, inertia = link.number("mass"), link.vector("center_of_mass"), _tensor(link)
    given = [each for each in (mass, center, inertia) if each is not None]
    if bodies:
        own = _inertial(link.origin, mass or 0.0, center or _ORIGIN, inertia or _NOTHING)
        return supported_mass(replace(_sum([*bodies, own]), origin=link.origin))
    if mass == 0 and len(given) == 1:
        return None
    if len(given) < 3:
        _report(link, name, mass, center, inertia)
    mass = 1.0 if mass is None else mass
    return supported_mass(_inertial(link.origin, mass, center or _ORIGIN, inertia or IDENTITY3))


def _report(link: Part, name: str, *given: object) -> None:
    names = ("mass: 1", "center_of_mass: [0, 0, 0]", "inertia: the unit matrix")
    missing = ", ".join(word for word, each in zip(names, given, strict=True) if each is None)
    link.mapping.report(ASSUMED_MASS, f"link '{name}': Choreonoid assumes {missing}")


def _inertial(origin: Origin | None, mass: float, center: Vector3, rows: Matrix3) -> Inertial:
    """Return a mass with its inertia about the centre, in the axes of its link."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = rows
    inertia = Inertia(origin=origin, ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
    return Inertial(origin=origin, mass=mass, pose=Pose(center) if any(center) else None, inertia=inertia)


def _sum(bodies: list[Inertial]) -> Inertial:
    """Return all masses as one, about their common centre; without a mass there is no centre."""
    whole = combined(bodies) or Inertial()
    return whole if (whole.mass or 0.0) > 0 else Inertial(mass=whole.mass)


def _tensor(part: Part) -> Matrix3 | None:
    """Return an inertia: nine numbers, row by row, or the six of the upper triangle."""
    value = part.get("inertia")
    if value is None:
        return None
    count = 6 if isinstance(value, Sequence) and len(value.items) == 6 else 9
    found = part.numbers("inertia", count)
    if found is None:
        return None
    if count == 6:
        xx, xy, xz, yy, yz, zz = found
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    a, b, c, d, e, f, g, h, i = found
    if (b, c, f) != (d, g, h):
        value.report(NOT_SYMMETRIC, f"the inertia is not symmetric: {b}, {c}, {f} and {d}, {g}, {h}")
    return ((a, b, c), (d, e, f), (g, h, i))


# Writing


def write_mass(inertial: Inertial | None) -> dict[str, Tree]:
    """Return the keys that :func:`read_mass` reads."""
    if inertial is None:
        return {"mass": 0.0}
    rows = inertial.link_inertia or _NOTHING
    return {
        "mass": inertial.mass or 0.0,
        "center_of_mass": inertial.pose.xyz if inertial.pose is not None else _ORIGIN,
        "inertia": [number for row in rows for number in row],
    }


def supported_mass(inertial: Inertial | None) -> Inertial | None:
    """Return a mass with all that a body gives of one, in the axes of its link."""
    if inertial is None or (inertial.computed and inertial.mass is None and inertial.inertia is None):
        return None
    center = inertial.pose.xyz if inertial.pose is not None else _ORIGIN
    rows = inertial.link_inertia if inertial.mass else None
    return _inertial(inertial.origin, inertial.mass or 0.0, center, rows or _NOTHING)
