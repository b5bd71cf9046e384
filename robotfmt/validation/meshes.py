"""What only a look at the meshes shows: missing, empty, too large, inside out, far away."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np

from .. import codes
from ..context import Context
from ..diagnostics import Report, Severity
from ..mesh.surface import placed, surface
from ..mesh.triangles import Triangles
from ..mesh_files import UNFOUND
from ..model import Geometry, Link, Mesh, Purpose, Robot
from ..model.record import replace
from .inertia import reach_of
from .sphere_places import check_places

_UNFOUND = {code.slug for code in UNFOUND}
_HUGE, _TINY, _FAR = 100.0, 1e-3, 5.0
"""Sizes of a mesh, and its distance from its link, relative to the robot's reach."""
_LEAST_REACH = 0.05
_HEAVY = 100_000
_Told: TypeAlias = tuple[str, str | None, str]


def check_meshes(robot: Robot, context: Context) -> None:
    """Load every mesh of a robot, and find those that are missing, damaged, or not what they should be.

    ``context.assets`` finds the meshes; diagnostics go to ``context.report``.
    """
    reach, told = max(reach_of(robot), _LEAST_REACH), set[_Told]()
    for link in robot.links:
        shapes = (*link.visuals, *link.collisions)
        surfaces = [
            placed(triangles, each)
            for each in shapes
            if (triangles := _checked(link, each, reach, context, told)) is not None
        ]
        if surfaces:
            _centre(link, surfaces, context.report)
        if surfaces and len(surfaces) == len(shapes):  # what is missing may be where the balls are
            check_places(robot, link, surfaces, context.report)


def _checked(
    link: Link, geometry: Geometry, reach: float, context: Context, told: set[_Told]
) -> Triangles | None:
    triangles = _surface(geometry, context, told)
    if triangles is None or not len(triangles.faces):
        return None
    if isinstance(geometry.shape, Mesh):
        _size(link, geometry, triangles, reach, context.report)
        _sides(link, geometry, triangles, context.report)
    return triangles


def _surface(geometry: Geometry, context: Context, told: set[_Told]) -> Triangles | None:
    """The surface; what is wrong with it is told once, at the geometry that refers to it first."""
    own, at = context.having(report=Report()), geometry.origin
    triangles = surface(geometry, own)
    for each in own.report:
        key = (each.code, each.file, each.message)
        if key not in told:
            told.add(key)
            here = at is not None and each.line is None and each.file == at.document
            located = replace(each, line=at.line, path=at.path) if at is not None and here else each
            if each.code in _UNFOUND:
                located = replace(located, severity=Severity.ERROR)
            context.report.diagnostics.append(located)
    return triangles


def _size(link: Link, geometry: Geometry, triangles: Triangles, reach: float, report: Report) -> None:
    corners = placed(triangles, geometry).vertices
    size = float(np.linalg.norm(np.ptp(corners, axis=0)))
    distance = float(np.linalg.norm(corners, axis=1).min())
    what, at = f"the mesh {_name(geometry)} of link '{link.name}'", geometry.origin or link.origin
    if size > _HUGE * reach:
        message = f"{what} is {size:.4g} m large, where the robot reaches {reach:.3g} m"
        report.add(codes.MESH_HUGE, message, at)
    elif size < _TINY * reach:
        message = f"{what} is {size:.3g} m large, where the robot reaches {reach:.3g} m"
        report.add(codes.MESH_TINY, message, at)
    elif distance > _FAR * reach:
        message = f"{what} is {distance:.3g} m away from the link's frame"
        report.add(codes.MESH_FAR, message, at)
    if geometry.purpose is not Purpose.VISUAL and len(triangles.faces) > _HEAVY:
        report.add(codes.MESH_HEAVY, f"{what} has {len(triangles.faces)} triangles", at)


def _name(geometry: Geometry) -> str:
    assert isinstance(geometry.shape, Mesh)
    return f"'{geometry.shape.uri}'" if geometry.shape.uri is not None else "without a URI"


def _sides(link: Link, geometry: Geometry, triangles: Triangles, report: Report) -> None:
    """Of a closed surface the signed volume tells whether it looks outwards."""
    if not _is_closed(triangles):
        return
    a, b, c = (triangles.vertices[triangles.faces[:, each]] for each in range(3))
    volume = float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6
    if volume < 0:
        message = f"the mesh {_name(geometry)} of link '{link.name}' is inside out"
        report.add(codes.MESH_INVERTED, message, geometry.origin or link.origin)


def _is_closed(triangles: Triangles) -> bool:
    """Whether every directed edge has its opposite, once. Vertices at the same place count as one."""
    _, same = np.unique(triangles.vertices, axis=0, return_inverse=True)
    faces = same.reshape(-1)[triangles.faces]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    count = int(faces.max()) + 1
    there, back = np.sort(edges @ [count, 1]), np.sort(edges @ [1, count])
    return bool(np.array_equal(there, back)) and bool(np.all(np.diff(there) > 0))


def _centre(link: Link, surfaces: list[Triangles], report: Report) -> None:
    """Whether the centre of mass is anywhere near the box around all shapes."""
    inertial = link.inertial
    if inertial is None or not inertial.mass:
        return
    corners = np.concatenate([each.vertices for each in surfaces])
    low, high = corners.min(axis=0), corners.max(axis=0)
    centre = np.array(inertial.pose.xyz if inertial.pose is not None else (0.0, 0.0, 0.0))
    outside = float(np.linalg.norm(centre - np.clip(centre, low, high)))
    if outside > 0.5 * math.dist(low, high) and outside > 0.01:
        message = f"the centre of mass of link '{link.name}' is {outside:.3g} m outside of its shapes"
        report.add(codes.COM_OUTSIDE, message, inertial.origin or link.origin)
