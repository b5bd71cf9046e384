"""The poses without contact that a planner refuses because of spheres, and better spheres for the links to blame.

A fit makes the excess volume small, weighted by where other links pass. Of several fits that are equally good by that,
one may refuse twice as many poses as another one, because a few millimetres at one place decide. So the links that are
most to blame are fitted several times, and the fit with which a planner refuses the fewest poses is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...mesh.triangles import Floats
from ...selfcollision.settle import least_gaps
from ..grids import PointIndex
from .scene import Scene

_ROUNDING = 1e-6
"""An overlap in metres that is ignored."""
_FEW = 5e-3
"""The share of refused poses up to which a link is left as it is."""
_LINKS = 2
"""The number of links that are fitted again."""


def blamed_links(scene: Scene, spheres: Mapping[str, Floats]) -> list[str]:
    """Return the links because of whose spheres most poses are refused, at most a few."""
    found = refusals(scene, spheres)
    most = sorted(found, key=lambda name: -found[name])[:_LINKS]
    return [name for name in most if found[name] > _FEW]


def best_choices(scene: Scene, spheres: Mapping[str, Floats], others: Mapping[str, Sequence[Floats]]) -> dict[str, int]:
    """Return which other spheres refuse fewer poses than the present ones, by links; links are chosen in order.

    Args:
        scene: The links in many poses.
        spheres: The present spheres of links, (n, 4), in their frames.
        others: Other spheres of some links.
    """
    now, found = dict(spheres), dict[str, int]()
    least = sum(refusals(scene, now).values())
    for name, choices in others.items():
        for place, rows in enumerate(choices):
            total = sum(refusals(scene, {**now, name: rows}).values())
            if total < least:
                least, found[name] = total, place
        if name in found:
            now[name] = choices[found[name]]
    return found


def refusals(scene: Scene, spheres: Mapping[str, Floats]) -> dict[str, float]:
    """Return the share of poses that the spheres of each link make a planner refuse though two links do not touch.

    Where the spheres of two links overlap, each is to blame as far as it protrudes there.

    Args:
        scene: The links in many poses.
        spheres: The spheres of links, (n, 4), in their frames.
    """
    found = dict.fromkeys(spheres, 0.0)
    for pair in scene.pairs:
        if not spheres.keys() >= set(pair):
            continue
        poses, share = _overlapping(scene, pair, spheres)
        if len(poses):
            parts = _parts(scene, pair, spheres, poses)
            found[pair[0]] += share * float(parts.sum())
            found[pair[1]] += share * float((1 - parts).sum())
    return found


def _overlapping(scene: Scene, pair: tuple[str, str], spheres: Mapping[str, Floats]) -> tuple[Floats, float]:
    """Return the poses of the second link in the first, (n, 4, 4), in which spheres overlap but the links do not touch,
    and the share of all poses for which each stands.
    """
    rows, share = scene.near(pair, sum(_beyond(scene, spheres[link], link) for link in pair))
    if not len(rows):
        return np.zeros((0, 4, 4)), share
    poses = scene.relative(pair, rows)
    return poses[least_gaps(spheres[pair[0]], spheres[pair[1]], poses) < -_ROUNDING], share


def _beyond(scene: Scene, spheres: Floats, link: str) -> float:
    """Return how far spheres reach beyond the bounding sphere of a link, in metres."""
    body = scene.bodies[link]
    reach = np.linalg.norm(spheres[:, :3] - body.center, axis=1) + spheres[:, 3]
    return max(float(reach.max(initial=0.0)) - body.radius, 0.0)


def _parts(scene: Scene, pair: tuple[str, str], spheres: Mapping[str, Floats], poses: Floats) -> Floats:
    """Return (n,): the part of the first link in the overlaps, by how far each link protrudes there."""
    places = overlaps_at(spheres[pair[0]], spheres[pair[1]], poses)
    there = np.einsum("nji,nj->ni", poses[:, :3, :3], places - poses[:, :3, 3])
    first, second = (
        PointIndex(scene.outline(link)).nearest(points)[0] for link, points in zip(pair, (places, there), strict=True)
    )
    found: Floats = first / np.maximum(first + second, _ROUNDING)
    return found


def overlaps_at(first: Floats, second: Floats, poses: Floats) -> Floats:
    """Return the middle of the deepest overlap of two sets of spheres, in each pose of the second one, (n, 3)."""
    centers = second[:, :3] @ poses[:, :3, :3].transpose(0, 2, 1) + poses[:, None, :3, 3]
    ways = centers[:, None] - first[None, :, None, :3]
    gaps = np.linalg.norm(ways, axis=3) - first[None, :, 3, None] - second[None, None, :, 3]
    i, j = np.unravel_index(gaps.reshape(len(poses), -1).argmin(axis=1), gaps.shape[1:])
    row = np.arange(len(poses))
    way, gap = ways[row, i, j], gaps[row, i, j]
    length = np.maximum(np.linalg.norm(way, axis=1), _ROUNDING)
    found: Floats = first[i, :3] + way * ((first[i, 3] + gap / 2) / length)[:, None]
    return found
