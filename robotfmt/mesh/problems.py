"""Report errors of mesh files."""

from __future__ import annotations

from typing import NoReturn

from ..codes import LIMIT, MESH_DAMAGED, MESH_FORMAT, MESH_REPAIRED, MESH_UNREADABLE
from ..diagnostics import Code, Report
from ..errors import MeshError
from ..limits import Limits
from ..model import Origin


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
