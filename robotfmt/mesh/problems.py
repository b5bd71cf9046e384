"""Report errors of mesh files, and parts that they do not have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn, TypeAlias

from ..codes import LIMIT, MESH_DAMAGED, MESH_FORMAT, MESH_PART, MESH_REPAIRED, MESH_UNREADABLE
from ..diagnostics import Code, Report, quoted
from ..errors import MeshError
from ..limits import Limits
from ..model import Origin
from .triangles import Triangles


class UnreadableMesh(MeshError):
    """A mesh whose file exists but cannot be read."""

    def __init__(self, code: Code, reason: str, at: Origin | None = None) -> None:
        super().__init__(code, f"the mesh cannot be read: {reason}", at)
        self.reason = reason


def refuse(name: str, reason: str) -> NoReturn:
    """Raise the error about an unreadable mesh."""
    raise UnreadableMesh(MESH_UNREADABLE, reason, Origin(name))


def refuse_format(name: str, reason: str) -> NoReturn:
    """Raise the error about a mesh in an unsupported format."""
    raise UnreadableMesh(MESH_FORMAT, reason, Origin(name))


def warn(report: Report, name: str, what: str) -> None:
    """Report that a part of a mesh was dropped."""
    report.add(MESH_DAMAGED, what, Origin(name))


def mended(report: Report, name: str, what: str) -> None:
    """Report that a mesh file is damaged, but all its triangles were read."""
    report.add(MESH_REPAIRED, what, Origin(name))


def check_triangles(count: int, name: str, limits: Limits) -> None:
    """Refuse a mesh that declares more triangles than allowed."""
    if count > limits.mesh_triangles:
        message = f"the mesh has {count} triangles; mesh_triangles allows {limits.mesh_triangles}"
        raise MeshError(LIMIT, message, Origin(name))


def check_limit(value: int, allowed: int, what: str, limit: str, name: str) -> None:
    """Refuse a mesh that exceeds a limit."""
    if value > allowed:
        raise MeshError(LIMIT, f"the mesh has {value} {what}; {limit} allows {allowed}", Origin(name))


# Parts

Named: TypeAlias = "tuple[tuple[str | None, ...], Triangles]"
"""A part, with its names; the first is the one that programs know it by."""
_MOST = 8


def chosen(parts: Sequence[Named], wanted: str | None, name: str) -> list[Triangles]:
    """Return all parts, or those with a wanted name, by their first names if one of these is the wanted one.

    Raises:
        MeshError: No part has the name.
    """
    if wanted is None:
        return [part for _, part in parts]
    places = range(max((len(names) for names, _ in parts), default=0))
    rows = ([part for names, part in parts if names[place] == wanted] for place in places)
    found = next(filter(None, rows), None)
    return found if found is not None else refuse_part(wanted, (names[0] for names, _ in parts), name)


def refuse_part(wanted: str, names: Iterable[str | None], name: str) -> NoReturn:
    """Refuse a file without a part; the message has the names of its parts.

    Raises:
        MeshError: Always.
    """
    known = [quoted(each) for each in dict.fromkeys(names) if each]
    rest = f", and {len(known) - _MOST} more" if known[_MOST:] else ""
    has = f"; it has: {', '.join(known[:_MOST])}{rest}" if known else ""
    raise MeshError(MESH_PART, f"the mesh has no part '{wanted}'{has}", Origin(name))
