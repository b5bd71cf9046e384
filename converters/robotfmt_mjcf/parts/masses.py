"""Mass and inertia of bodies: as given, or computed from their geoms.

They are written without rounding: MuJoCo refuses an inertia with the smallest error.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from robotfmt.adapting.bodies import combined
from robotfmt.documents.tokens import BadToken, real
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.inertia.repair import is_diagonal, of_moments, principal
from robotfmt.inertia.solids import Solid, inertial_of, solid_of, times
from robotfmt.inertia.values import DENSITY, is_complete
from robotfmt.model import Inertia, Inertial, Matrix3, compose, is_identity
from robotfmt.model.record import replace

from ..document.expansion import Part
from ..document.model import Settings
from ..document.poses import read_pose
from .geoms import Geom
from .notation import Notation

_NONE = Inertial(mass=0.0)
_LEAST = 1e-15
"""The least mass of a body, in kg; MuJoCo treats less as none."""


def read_inertial(part: Part) -> Inertial:
    """Take an ``<inertial>``; its pose is then in the body, also if it is inside a frame."""
    view = part.view
    view.element.take()
    pose = read_pose(view)
    pose = compose(part.frame, pose) if part.frame is not None else pose
    full = view.numbers("fullinertia", 6, 6) if view.has("fullinertia") else None
    diagonal = view.vector("diaginertia")
    inertia = None
    if full is not None:
        xx, yy, zz, xy, xz, yz = full
        inertia = Inertia(origin=view.origin, ixx=xx, iyy=yy, izz=zz, ixy=xy, ixz=xz, iyz=yz)
    elif diagonal is not None:
        xx, yy, zz = diagonal
        inertia = Inertia(origin=view.origin, ixx=xx, iyy=yy, izz=zz, ixy=0.0, ixz=0.0, iyz=0.0)
    return Inertial(origin=view.origin, mass=view.number("mass"), pose=pose, inertia=inertia)


def of_geom(geom: Geom, of_mesh: Callable[[Geom], Solid | None]) -> Inertial | None:
    """Return the inertia of a geom; None if it is unknown, and without mass if the geom has none."""
    view = geom.part.view
    mass, density = geom.geometry.mass, geom.geometry.density
    low, high = view.model.settings.groups
    if _is_zero(view.peek("mass")) or (mass is None and density == 0) or not low <= geom.group <= high:
        return _NONE
    if geom.type in ("plane", "hfield"):
        return _NONE
    if geom.type in ("mesh", "sdf") or view.has("mesh"):
        solid = of_mesh(geom)
    else:
        solid = None if view.peek("shellinertia") == "true" else solid_of(geom.geometry.shape)
    if solid is None:
        return None
    if mass is not None:
        density = mass / solid.volume
    return inertial_of(solid, density if density is not None else DENSITY, geom.geometry)


def _is_zero(text: str | None) -> bool:
    try:
        return text is not None and real(text) == 0
    except BadToken:
        return False


def joined(parts: list[Inertial]) -> Inertial | None:
    """Return the inertia of several masses in one body; None if they have no mass."""
    heavy = [replace(each, origin=None) for each in parts if each.mass]
    return combined(heavy) if math.fsum(each.mass or 0.0 for each in heavy) >= _LEAST else None


def bounded(inertial: Inertial | None, settings: Settings) -> Inertial | None:
    """Return the inertia bounded and balanced by the compiler options."""
    least, smallest = settings.boundmass, settings.boundinertia
    if not (least or smallest or settings.balance):
        return inertial
    found = inertial or Inertial(
        mass=0.0, pose=None, inertia=Inertia(ixx=0.0, ixy=0.0, ixz=0.0, iyy=0.0, iyz=0.0, izz=0.0)
    )
    if found.mass is None or found.inertia is None or found.inertia.rows is None:
        return found
    mass = max(found.mass, least)
    moments, turn = principal(found.inertia.rows)
    changed = [max(each, smallest) for each in moments]
    if settings.balance and 2 * max(changed) > sum(changed):
        changed = [sum(changed) / 3] * 3
    if changed == list(moments):
        return replace(found, mass=mass)
    return replace(found, mass=mass, inertia=of_moments((changed[0], changed[1], changed[2]), turn))


def scaled(inertial: Inertial | None, factor: float) -> Inertial | None:
    """Return the inertia with the mass multiplied by a factor."""
    if inertial is None or inertial.mass is None:
        return inertial
    inertia = times(factor, inertial.inertia) if inertial.inertia is not None else None
    return replace(inertial, mass=inertial.mass * factor, inertia=inertia)


def write_inertial(inertial: Inertial | None, words: Notation) -> Node | None:
    """Return the ``<inertial>`` of a mass with its inertia; None if MJCF cannot store it."""
    if inertial is None or not is_complete(inertial):
        return None
    pose = inertial.pose
    given: dict[str, Content | None] = {"pos": pose.xyz if pose is not None else (0.0, 0.0, 0.0)}
    given["mass"] = inertial.mass
    rows = inertial.inertia.rows if inertial.inertia is not None else None
    assert rows is not None
    if is_diagonal(rows):
        turned = pose is not None and not is_identity(pose) and any(map(any, rows))
        given |= words.rotation(pose.rotation if pose is not None and turned else None)
        given["diaginertia"] = (rows[0][0], rows[1][1], rows[2][2])
    else:
        given["fullinertia"] = entries(inertial.link_inertia or rows)
    return make("inertial", given)


def entries(rows: Matrix3) -> tuple[float, ...]:
    """Return the six numbers of a tensor in the order of MJCF."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = rows
    return (xx, yy, zz, (xy + yx) / 2, (xz + zx) / 2, (yz + zy) / 2)
