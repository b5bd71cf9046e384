"""How the readers of meshes say what is wrong."""

from __future__ import annotations

from typing import NoReturn

from ..codes import LIMIT, MESH_DAMAGED, MESH_FORMAT, MESH_REPAIRED, MESH_UNREADABLE
from ..diagnostics import Code, Report
from ..errors import MeshError
from ..limits import Limits
from ..model import Origin


class UnreadableMesh(MeshError):
    """A mesh whose file is there and cannot be read."""

    def __init__(self, code: Code, reason: str, at: Origin | None = None) -> None:
        super().__init__(code, f"the mesh cannot be read: {reason}", at)
        self.reason = reason


def refuse(name: str, reason: str) -> NoReturn:
    """Raise the error of a mesh that cannot be read."""
    raise UnreadableMesh(MESH_UNREADABLE, reason, Origin(name))


def refuse_format(name: str, reason: str) -> NoReturn:
    """Raise the error of a mesh that is in a form nobody here reads."""
    raise UnreadableMesh(MESH_FORMAT, reason, Origin(name))


def warn(report: Report, name: str, what: str) -> None:
    """Say that a part of a mesh was left out."""
    report.add(MESH_DAMAGED, what, Origin(name))


def mended(report: Report, name: str, what: str) -> None:
    """Say that a mesh file is damaged, and that all its triangles were read."""
    report.add(MESH_REPAIRED, what, Origin(name))


def check_triangles(count: int, name: str, limits: Limits) -> None:
    """Refuse a mesh that says it has more triangles than are allowed."""
    if count > limits.mesh_triangles:
        message = f"the mesh has {count} triangles; mesh_triangles allows {limits.mesh_triangles}"
        raise MeshError(LIMIT, message, Origin(name))


def check_limit(value: int, allowed: int, what: str, limit: str, name: str) -> None:
    """Refuse a mesh that goes beyond a limit."""
    if value > allowed:
        raise MeshError(LIMIT, f"the mesh has {value} {what}; {limit} allows {allowed}", Origin(name))
