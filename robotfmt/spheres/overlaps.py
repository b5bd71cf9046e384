"""The poses in which links overlap by their spheres, with the buffers that planners add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from ..adapting import spell_out_pairs
from ..edit import apply_modifiers
from ..kinematics.forward import poses_of_links
from ..kinematics.freedom import Array
from ..mesh.triangles import Flags, Floats
from ..model import Robot
from ..model.joint import leaders
from ..model.semantics import pair_of
from ..selfcollision.configurations import Box, samples
from ..selfcollision.link_poses import inverse
from ..selfcollision.neighbours import ways_of
from ..selfcollision.settle import least_gaps
from .arrays import grown_spheres

LinkPair: TypeAlias = tuple[str, str]
_ROUNDING = 1e-6
"""An overlap in metres that is ignored."""


def overlaps_of(robot: Robot) -> Overlaps:
    """Return the spheres of a robot, with its modifiers applied, and the pairs to check."""
    robot = apply_modifiers(robot) if robot.modifiers else robot
    spheres = grown_spheres(robot)
    ignored = {each.links for each in spell_out_pairs(robot).ignored_pairs}
    links = [link.name for link in robot.links if link.name in spheres]
    pairs = [pair for pair in combinations(links, 2) if pair_of(*pair) not in ignored]
    return Overlaps(robot, spheres, pairs, {name: _around(its) for name, its in spheres.items()})


@dataclass(frozen=True)
class Overlaps:
    """The spheres of a robot with buffers, and the checked pairs of links."""

    robot: Robot
    _spheres: Mapping[str, Floats]
    _pairs: Sequence[LinkPair]
    _around: Mapping[str, Floats]
    """A sphere around the spheres of each link."""
    touch: str = "overlap by their spheres"

    def found(self, values: Mapping[str, Array]) -> dict[LinkPair, Flags]:
        """Return, for each pair, the poses in which its links overlap, (n,); pairs that never overlap are omitted.

        Args:
            values: The values of joints, each (n,) or (n, degrees of freedom).
        """
        poses = poses_of_links(self.robot, values)
        centers = {
            name: poses[name][:, :3, :3] @ sphere[:3] + poses[name][:, :3, 3]
            for name, sphere in self._around.items()
            if name in poses
        }
        result: dict[LinkPair, Flags] = {}
        for pair in self._pairs:
            if pair[0] in centers and pair[1] in centers:
                flags = self._overlap(pair, poses, centers)
                if flags.any():
                    result[pair] = flags
        return result

    def free(self, values: Mapping[str, Array]) -> Flags:
        """Return the poses in which no checked links overlap, (n,)."""
        count = len(next(iter(values.values()))) if values else 1
        touching = [*self.found(values).values(), np.zeros(count, dtype=np.bool_)]
        free: Flags = ~np.logical_or.reduce(touching)
        return free

    def joints_between(self, pairs: Iterable[LinkPair]) -> set[str]:
        """Return the joints that move the links of pairs relative to each other, and those that they follow."""
        ways = ways_of(self.robot)
        pending = [joint.name for pair in pairs for way in ways.between(*pair) for joint in way]
        found: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += leaders(self.robot.joint_by_name[name])
        return found

    def _overlap(self, pair: LinkPair, poses: Mapping[str, Array], centers: Mapping[str, Floats]) -> Flags:
        one, other = pair
        between = np.linalg.norm(centers[one] - centers[other], axis=1)
        flags: Flags = between < self._around[one][3] + self._around[other][3]
        near = np.flatnonzero(flags)
        if len(near):
            relative = inverse(poses[one][near]) @ poses[other][near]
            flags[near] = least_gaps(self._spheres[one], self._spheres[other], relative) < -_ROUNDING
        return flags


def planned_poses(robot: Robot, count: int, seed: int) -> dict[str, Array]:
    """Return poses that a planner may choose, each joint's values (count, degrees of freedom): quasi-random ones in the
    ranges of its joints. Joints that it does not control stay at their default positions.
    """
    box = Box(robot)
    values = box.values(samples(box, count, seed))
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set(values)
    for each in robot.default_positions:
        if each.joint in values and each.joint not in controlled:
            values[each.joint] = np.tile(np.array(each.values), (count, 1))
    return values


def _around(spheres: Floats) -> Floats:
    """Return a bounding sphere of spheres: its centre and its radius."""
    low = (spheres[:, :3] - spheres[:, 3:]).min(axis=0)
    high = (spheres[:, :3] + spheres[:, 3:]).max(axis=0)
    center = (low + high) / 2
    radius = (np.linalg.norm(spheres[:, :3] - center, axis=1) + spheres[:, 3]).max()
    return np.append(center, radius)
