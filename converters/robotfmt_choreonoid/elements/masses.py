"""The mass of a link: the sum of what it gives itself and of its ``RigidBody`` nodes."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree
from robotfmt.model import Inertia, Inertial, Origin, Pose, Vector3
from robotfmt.model.record import Record
from robotfmt.model.vectors import Matrix3, add, multiply, rotate, transpose

from ..codes import ASSUMED_MASS, NOT_SYMMETRIC
from ..parts import Part
from .frames import Frame

_NOTHING: Matrix3 = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
_UNIT: Matrix3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_ORIGIN: Vector3 = (0.0, 0.0, 0.0)


class RigidBody(Record, kw_only=False):
    """A mass, its centre in the link, and its inertia about the centre in the axes of the link."""

    mass: float
    center: Vector3
    inertia: Matrix3


def read_rigid_body(part: Part, frame: Frame) -> RigidBody:
    """Return the mass of a ``RigidBody`` node."""
    center = part.vector("center_of_mass") or _ORIGIN
    inertia = _tensor(part) or _NOTHING
    turned = multiply(multiply(frame.linear, inertia), transpose(frame.linear))
    placed = add(frame.position, rotate(frame.linear, center))
    return RigidBody(part.number("mass") or 0.0, placed, turned)


def read_mass(link: Part, name: str, bodies: list[RigidBody]) -> Inertial | None:
    """Return the mass of a link with its rigid bodies; None for ``mass: 0`` alone, a link without a mass.

    A link that gives nothing has a mass of 1 kg, and the unit matrix as its inertia (``Link.cpp``).
    """
    mass, center, inertia = link.number("mass"), link.vector("center_of_mass"), _tensor(link)
    given = [each for each in (mass, center, inertia) if each is not None]
    if mass == 0 and len(given) == 1 and not bodies:
        return None
    if len(given) < 3 and not bodies:
        _report(link, name, mass, center, inertia)
    if not bodies:
        own = RigidBody(1.0 if mass is None else mass, center or _ORIGIN, inertia or _UNIT)
        return _inertial(own, link.origin)
    if given:
        bodies = [*bodies, RigidBody(mass or 0.0, center or _ORIGIN, inertia or _NOTHING)]
    return _inertial(_sum(bodies), link.origin)


def _report(link: Part, name: str, *given: object) -> None:
    names = ("mass: 1", "center_of_mass: [0, 0, 0]", "inertia: the unit matrix")
    missing = ", ".join(word for word, each in zip(names, given, strict=True) if each is None)
    link.mapping.report(ASSUMED_MASS, f"link '{name}': Choreonoid assumes {missing}")


def _inertial(body: RigidBody, origin: Origin) -> Inertial:
    if body.mass == 0 and not any(map(any, body.inertia)) and not any(body.center):
        pose = None
    else:
        pose = Pose(body.center) if any(body.center) else None
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.inertia if body.mass else _NOTHING
    inertia = Inertia(origin=origin, ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
    return Inertial(origin=origin, mass=body.mass, pose=pose, inertia=inertia)


def _sum(bodies: list[RigidBody]) -> RigidBody:
    """Return all masses as one, about their common centre."""
    mass = sum(each.mass for each in bodies)
    if mass <= 0:
        return RigidBody(mass, _ORIGIN, _NOTHING)
    x, y, z = (sum(each.mass * each.center[i] for each in bodies) / mass for i in range(3))
    rows = [[0.0] * 3 for _ in range(3)]
    for each in bodies:
        moved = _moved(each, (x, y, z))
        for i in range(3):
            for j in range(3):
                rows[i][j] += moved[i][j]
    (a, b, c), (d, e, f), (g, h, i_) = rows
    return RigidBody(mass, (x, y, z), ((a, b, c), (d, e, f), (g, h, i_)))


def _moved(body: RigidBody, center: Vector3) -> Matrix3:
    """Return the inertia of a body about another point (Steiner)."""
    x, y, z = (a - b for a, b in zip(center, body.center, strict=True))
    m, (a, b, c) = body.mass, body.inertia
    return (
        (a[0] + m * (y * y + z * z), a[1] - m * x * y, a[2] - m * x * z),
        (b[0] - m * y * x, b[1] + m * (z * z + x * x), b[2] - m * y * z),
        (c[0] - m * z * x, c[1] - m * z * y, c[2] + m * (x * x + y * y)),
    )


def _tensor(part: Part) -> Matrix3 | None:
    """Return an inertia: nine numbers, row by row, or the six of the upper triangle."""
    value = part.get("inertia")
    if value is None:
        return None
    count = 6 if len(getattr(value, "items", ())) == 6 else 9
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
