"""Masses as ``<inertial>``, without rounding: MuJoCo refuses an inertia with the smallest error."""

from __future__ import annotations

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.inertia.principal import is_diagonal
from robotfmt.inertia.values import is_complete
from robotfmt.model import Inertial, Matrix3, is_identity

from .written import Words


def write_inertial(inertial: Inertial | None, words: Words) -> Node | None:
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
