"""Overlaps of spheres in the default pose (XRDF 1.0 §6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ..adapting import spell_out_pairs
from ..codes.spheres import ADJACENT_NOT_IGNORED, DEFAULT_COLLISION
from ..diagnostics import Report
from ..errors import RobotfmtError
from ..kinematics.forward import forward_kinematics
from ..kinematics.joint_values import default_pose
from ..kinematics.tree import roots
from ..mesh.triangles import Floats
from ..model import Robot
from ..model.semantics import pair_of
from ..selfcollision.neighbours import adjacent_pairs, links_with_shapes
from ..spheres.arrays import grown_spheres

_SLACK = 1e-6
"""The overlap, in metres, up to which an overlap may be a rounding error."""
_CHUNK = 1 << 20


def check_default_pose(robot: Robot, report: Report) -> None:
    """Find checked pairs of links whose spheres, with their buffers, overlap.

    A robot with several roots or invalid couplings is not checked: the poses of its links are undefined.
    """
    use = robot.self_collision
    try:
        spheres = grown_spheres(robot)
        poses = forward_kinematics(robot, default_pose(robot)) if len(spheres) > 1 else {}
    except RobotfmtError:
        return
    if use is None or len(roots(robot)) != 1:
        return
    placed = {link: _placed(rows, poses[link]) for link, rows in spheres.items() if link in poses}
    neighbours = adjacent_pairs(robot, links_with_shapes(robot, visuals=True) | spheres.keys())
    ignored = {each.links for each in spell_out_pairs(robot).ignored_pairs}
    for first, second, depth in _overlaps(placed, ignored):
        pair = f"'{first}' and '{second}'"
        report.add(DEFAULT_COLLISION, f"{pair} overlap by {_length(depth)} in the default pose", use.origin)
        if pair_of(first, second) in neighbours:
            message = f"{pair} are adjacent, overlap by {_length(depth)} and are not ignored"
            report.add(ADJACENT_NOT_IGNORED, message, use.origin)


def _length(depth: float) -> str:
    return f"{1000 * depth:.1f} mm"


def _placed(spheres: Floats, pose: Floats) -> Floats:
    return np.column_stack([spheres[:, :3] @ pose[:3, :3].T + pose[:3, 3], spheres[:, 3]])


def _overlaps(spheres: Mapping[str, Floats], ignored: set[frozenset[str]]) -> Iterator[tuple[str, str, float]]:
    """Yield pairs of links whose spheres overlap, with the largest overlap in metres."""
    names = list(spheres)
    low = np.array([(each[:, :3] - each[:, 3:]).min(axis=0) for each in spheres.values()])
    high = np.array([(each[:, :3] + each[:, 3:]).max(axis=0) for each in spheres.values()])
    for number, first in enumerate(names):
        near = (low[number + 1 :] < high[number]).all(axis=1) & (high[number + 1 :] > low[number]).all(axis=1)
        for other in number + 1 + np.flatnonzero(near):
            second = names[other]
            if pair_of(first, second) not in ignored:
                depth = _depth(spheres[first], spheres[second])
                if depth > _SLACK:
                    yield first, second, depth


def _depth(first: Floats, second: Floats) -> float:
    """Return the largest overlap of two spheres; below 0 if none overlap."""
    rows = max(1, _CHUNK // len(second))
    return max(
        float((part[:, None, 3] + second[:, 3] - _distances(part, second)).max())
        for part in np.split(first, range(rows, len(first), rows))
    )


def _distances(first: Floats, second: Floats) -> Floats:
    found: Floats = np.linalg.norm(first[:, None, :3] - second[:, :3], axis=2)
    return found
