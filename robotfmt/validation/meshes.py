"""Checks of mesh files: missing, empty, too large, far away, with reversed, duplicate or missing faces; and of the
positions of spheres relative to the shapes of their links.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from .. import codes
from ..assets.mesh_files import UNFOUND
from ..codes.spheres import RADIUS_IMPLAUSIBLE, SPHERES_FAR
from ..context import Context
from ..diagnostics import Code, Report, Severity
from ..kinematics.forward import matrix
from ..mesh.repair import Repaired, Solidity
from ..mesh.triangles import Floats, Triangles
from ..model import Geometry, Link, Mesh, Pose, Purpose, Robot
from ..model.record import replace
from ..surfaces.loading import boundary, placed, surface
from .inertia import reach_of

# The places of spheres

_GAP = 0.02
"""The distance in metres of a sphere from the box around the link's shapes beyond which its place is a mistake."""


def check_places(robot: Robot, link: Link, surfaces: list[Triangles], report: Report) -> None:
    """Find spheres outside of the box around all shapes of a link, and spheres larger than the box."""
    corners = np.concatenate([each.vertices for each in surfaces])
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = float(np.linalg.norm(high - low))
    for each in (frame for group in robot.sphere_sets for frame in group.frames if frame.frame == link.name):
        rows = [
            (*sphere.center, sphere.radius)
            for sphere in each.spheres
            if not sphere.disabled and sphere.center is not None and sphere.radius is not None
        ]
        if not rows:
            continue
        spheres, at = np.array(rows), each.origin
        largest = float(spheres[:, 3].max())
        if largest > size:
            message = f"a sphere of link '{link.name}' has radius {largest:g} m; the link is only {size:.3g} m large"
            report.add(RADIUS_IMPLAUSIBLE, message, at)
        gaps = _gaps(spheres, low, high)
        far = int((gaps > _GAP).sum())
        if far:
            where = f"outside the bounding box of its shapes, by up to {gaps.max():.3g} m"
            message = f"{far} of {len(spheres)} spheres of '{link.name}' are {where}"
            report.add(SPHERES_FAR, message + _hint(link, spheres, low, high), at)


def _gaps(spheres: Floats, low: Floats, high: Floats) -> Floats:
    centers = spheres[:, :3]
    gaps: Floats = np.linalg.norm(centers - np.clip(centers, low, high), axis=1) - spheres[:, 3]
    return gaps


def _hint(link: Link, spheres: Floats, low: Floats, high: Floats) -> str:
    """Return True if the spheres would fit in the frame of one of the shapes."""
    for each in (*link.collisions, *link.visuals):
        pose = each.pose
        if pose is not None and (_gaps(_moved(spheres, pose), low, high) <= _GAP).all():
            return "; they would fit in the frame of its mesh"
    return ""


def _moved(spheres: Floats, pose: Pose) -> Floats:
    turned = matrix(pose)
    return np.column_stack([spheres[:, :3] @ turned[:3, :3].T + turned[:3, 3], spheres[:, 3]])


# Meshes

_UNFOUND = {code.slug for code in UNFOUND}
_HUGE, _TINY, _FAR = 100.0, 1e-3, 5.0
"""Sizes of a mesh, and its distance from its link, relative to the robot's reach."""
_LEAST_REACH = 0.05
_FEW = 0.01
"""The share of faces below which faults of them are hardly felt: they change volume and pictures by less."""
_HEAVY = 100_000
_Reported: TypeAlias = tuple[str, str | None, str]


def check_meshes(robot: Robot, context: Context) -> None:
    """Load every mesh of a robot, and find missing, damaged and implausible ones.

    ``context.assets`` finds the meshes; diagnostics go to ``context.report``.
    """
    reach, reported = max(reach_of(robot), _LEAST_REACH), set[_Reported]()
    for link in robot.links:
        shapes = (*link.visuals, *link.collisions)
        surfaces = [
            placed(triangles, each)
            for each in shapes
            if (triangles := _checked(link, each, reach, context, reported)) is not None
        ]
        if surfaces and len(surfaces) == len(shapes):  # what is missing may be where the spheres are
            check_places(robot, link, surfaces, context.report)


def _checked(
    link: Link, geometry: Geometry, reach: float, context: Context, reported: set[_Reported]
) -> Triangles | None:
    triangles = _surface(geometry, context, reported)
    if triangles is None or not len(triangles.faces):
        return None
    if isinstance(geometry.shape, Mesh):
        _size(link, geometry, triangles, reach, context.report)
        _faces(link, geometry, context, reported)
    return triangles


def _surface(geometry: Geometry, context: Context, reported: set[_Reported]) -> Triangles | None:
    """Return the surface; its faults are reported once, at the first geometry that refers to it."""
    quiet, at = context.having(report=Report()), geometry.origin
    triangles = surface(geometry, quiet)
    for each in quiet.report:
        key = (each.code, each.file, each.message)
        if key not in reported:
            reported.add(key)
            here = at is not None and each.line is None and each.file == at.document
            located = replace(each, line=at.line, path=at.path) if at is not None and here else each
            if each.code in _UNFOUND:
                located = replace(located, severity=Severity.ERROR)
            context.report.diagnostics.append(located)
    return triangles


def _size(link: Link, geometry: Geometry, triangles: Triangles, reach: float, report: Report) -> None:
    """Report a mesh that is implausibly large, small or far away, or has very many triangles."""
    corners = placed(triangles, geometry).vertices
    size = float(np.linalg.norm(np.ptp(corners, axis=0)))
    distance = float(np.linalg.norm(corners, axis=1).min())
    what, at = f"the mesh {_name(geometry)} of link '{link.name}'", geometry.origin or link.origin
    if size > _HUGE * reach:
        message = f"{what} is {size:.4g} m large, but the robot extends only {reach:.3g} m"
        report.add(codes.MESH_HUGE, message, at)
    elif size < _TINY * reach:
        message = f"{what} is {size:.3g} m large, but the robot extends {reach:.3g} m"
        report.add(codes.MESH_TINY, message, at)
    elif distance > _FAR * reach:
        message = f"{what} is {distance:.3g} m away from the link's frame"
        report.add(codes.MESH_FAR, message, at)
    if geometry.purpose is not Purpose.VISUAL and len(triangles.faces) > _HEAVY:
        report.add(codes.MESH_HEAVY, f"{what} has {len(triangles.faces)} triangles", at)


def _name(geometry: Geometry) -> str:
    assert isinstance(geometry.shape, Mesh)
    return f"'{geometry.shape.uri}'" if geometry.shape.uri is not None else "without a URI"


def _faces(link: Link, geometry: Geometry, context: Context, reported: set[_Reported]) -> None:
    """Check how the faces of a mesh are connected, once for each file, and whether a closed mesh faces outwards."""
    repaired = boundary(geometry, context.having(report=Report()))
    assert repaired is not None
    what, at = f"the mesh {_name(geometry)} of link '{link.name}'", geometry.origin or link.origin
    for code, message, severity in _faults(repaired):
        key = (code.slug, at.document if at is not None else None, _name(geometry))
        if key not in reported:
            reported.add(key)
            context.report.add(code, f"{what} {message}", at, severity=severity)
    if repaired.solidity is Solidity.AS_READ and _volume(repaired.triangles) < 0:
        context.report.add(codes.MESH_INVERTED, f"{what} is inside out", at)


def _faults(repaired: Repaired) -> Iterator[tuple[Code, str, Severity | None]]:
    """Yield the codes of faults with messages, and their severity if it is not the usual one."""
    faces, faults = len(repaired.kept), repaired.faults
    if faults.turned:
        message = f"has faces that point the opposite way to their neighbours: {faults.turned} of {faces}"
        yield codes.MESH_MIXED, message, _weighed(faults.turned, faces)
    elif faults.mixed:
        message = f"has faces that cannot be oriented consistently, at {_edges(faults.mixed)} between them"
        yield codes.MESH_MIXED, message, _weighed(faults.mixed, faces)
    if faults.doubled:
        message = f"has duplicate faces: {faults.doubled} of {faces}"
        yield codes.MESH_DOUBLED, message, _weighed(faults.doubled, faces)
    if faults.open:
        yield codes.MESH_OPEN, f"is open: {_edges(faults.open)} with only one face", None
    if faults.branching:
        yield codes.MESH_BRANCHING, f"has {_edges(faults.branching)} with more than two faces", None


def _weighed(some: int, faces: int) -> Severity | None:
    """Return the severity of a fault of some faces: of a few among many it is noted."""
    return Severity.NOTE if some < _FEW * faces else None


def _edges(count: int) -> str:
    return f"{count} edge{'s' if count > 1 else ''}"


def _volume(triangles: Triangles) -> float:
    a, b, c = triangles.corners.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6
