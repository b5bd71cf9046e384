"""The pairs of links that a planner can ignore, by shapes and by spheres: those that overlap or touch, in many poses at
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from ..adapting import spell_out_pairs
from ..codes import planning as codes
from ..codes.collisions import DEFAULT_TOUCH
from ..context import Context
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..kinematics.forward import poses_of_links
from ..kinematics.freedom import Array
from ..mesh.triangles import Flags, Floats, Ints
from ..model import IgnoredPair, Robot
from ..model.joint import leaders
from ..model.record import replace
from ..model.semantics import pair_of
from ..selfcollision import Classes, Pair, PairClass, classify, with_ignored_pairs
from ..selfcollision.bodies import Body, bodies_of, contact_of
from ..selfcollision.configurations import Box, samples
from ..selfcollision.contact import Contact
from ..selfcollision.ignoring import report_refuted
from ..selfcollision.link_poses import LinkPoses, inverse, link_poses
from ..selfcollision.neighbours import ways_of
from ..selfcollision.settle import Sight, least_gaps
from ..settings import Settings
from ..spheres.arrays import grown_spheres
from ..surfaces.fallback import report_visual_shapes
from .plan import PlanOptions, Progress

# Overlaps

# By spheres

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


def _around(spheres: Floats) -> Floats:
    """Return a bounding sphere of spheres: its centre and its radius."""
    low = (spheres[:, :3] - spheres[:, 3:]).min(axis=0)
    high = (spheres[:, :3] + spheres[:, 3:]).max(axis=0)
    center = (low + high) / 2
    radius = (np.linalg.norm(spheres[:, :3] - center, axis=1) + spheres[:, 3]).max()
    return np.append(center, radius)


# By shapes

Ends: TypeAlias = tuple[str, str]
_CLEARANCE = 0.001
"""The distance in metres that links must have in a free pose."""


def contacts_of(robot: Robot, pairs: Iterable[Pair], context: Context) -> Contacts:
    """Create the bodies of a robot's links.

    Args:
        robot: The robot to which the pairs belong.
        pairs: The checked pairs that can touch.
        context: Its assets find the meshes.
    """
    bodies, _ = bodies_of(robot, context, visuals=False)
    ends = [(pair.first, pair.second) for pair in pairs]
    used = {name: body for name, body in bodies.items() if any(name in each for each in ends)}
    contacts = {(one, other): contact_of(bodies[one], bodies[other], _CLEARANCE) for one, other in ends}
    return Contacts(robot, used, contacts)


class Contacts:
    """The shapes of a robot's links, and the pairs that are checked."""

    touch = "touch"

    def __init__(self, robot: Robot, bodies: Mapping[str, Body], pairs: Mapping[Ends, Contact]) -> None:
        self.robot = robot
        self._bodies = bodies
        self._pairs = pairs
        self._known: tuple[Mapping[str, Array], LinkPoses] | None = None

    def found(self, values: Mapping[str, Array]) -> dict[Ends, Flags]:
        """Return, for each pair, the poses in which its links touch, (n,); pairs that never touch are omitted.

        Args:
            values: The values of joints, each (n,) or (n, degrees of freedom).
        """
        everything = np.arange(_count(values))
        rows = {ends: self._touching(ends, everything, values) for ends in self._pairs}
        return {ends: np.isin(everything, some) for ends, some in rows.items() if some}

    def free(self, values: Mapping[str, Array]) -> Flags:
        """Return the poses in which no checked links touch, (n,)."""
        flags = np.ones(_count(values), dtype=np.bool_)
        for ends in self._pairs:
            flags[self._touching(ends, np.flatnonzero(flags), values)] = False
        return flags

    def _touching(self, ends: Ends, rows: Ints, values: Mapping[str, Array]) -> list[int]:
        """Return the poses, of those given, in which two links touch."""
        one, other = ends
        sight = Sight(self._bodies[one], self._bodies[other], self._link_poses(values), self._pairs[ends])
        near = rows[sight.gaps[rows] <= _CLEARANCE]
        return [row for row, touch in sight.touch(near.tolist()) if touch]

    def _link_poses(self, values: Mapping[str, Array]) -> LinkPoses:
        """Return the poses of the bodies, cached for the last request."""
        if self._known is None or self._known[0] is not values:
            self._known = values, link_poses(self.robot, self._bodies, values)
        return self._known[1]

    def joints_between(self, pairs: Iterable[Ends]) -> set[str]:
        """Return the joints that move the links of pairs relative to each other."""
        ways = ways_of(self.robot)
        return {joint.name for pair in pairs for way in ways.between(*pair) for joint in way}


def _count(values: Mapping[str, Array]) -> int:
    return len(next(iter(values.values()))) if values else 1


# Pairs that are ignored

_POSES = 1000
_NEARLY_ALL = 0.95
"""The share of poses with an overlap above which a pair is ignored: a planner would find few free poses."""


def classified(
    robot: Robot,
    options: PlanOptions,
    report: Report,
    settings: Settings,
    progress: Progress | None = None,
    *,
    visuals: bool = True,
) -> Classes:
    """Return which links can touch, by their shapes.

    Args:
        visuals: True to use the visual geometry of a link without collision geometry, as for its spheres.

    Raises:
        UsageError: The collision library is not installed.
    """
    whole = apply_modifiers(robot) if robot.modifiers else robot
    if visuals:
        report_visual_shapes(whole.links, report)
    return classify(
        whole,
        report=report,
        settings=settings,
        samples=options.samples,
        seed=options.seed,
        visuals=visuals,
        progress=progress,
    )


def with_pairs(robot: Robot, found: Classes, options: PlanOptions, report: Report) -> Robot:
    """Return the robot with ignored pairs added: adjacent links, and those whose shapes never or always touch.

    Pairs that documents ignore stay; those that can touch are reported. Pairs whose spheres overlap in nearly every
    pose are ignored too.
    """
    robot = with_found_pairs(robot, found, report, evidence=True)
    return _without_stuck(robot, found, options, report)


def with_found_pairs(robot: Robot, found: Classes, report: Report, *, evidence: bool) -> Robot:
    """Return the robot with ignored pairs added: adjacent links, and those whose shapes never or always touch.

    Args:
        evidence: As for :func:`robotfmt.selfcollision.with_ignored_pairs`.
    """
    report_refuted(robot, found, report)
    robot = with_ignored_pairs(robot, found, evidence=evidence)
    for pair in found.of(PairClass.DEFAULT):
        message = (
            f"links '{pair.first}' and '{pair.second}' touch in the default pose, but in none of "
            f"{pair.poses} other poses"
        )
        report.add(DEFAULT_TOUCH, message, robot.origin)
    return robot


def _without_stuck(robot: Robot, found: Classes, options: PlanOptions, report: Report) -> Robot:
    """Return the robot with more ignored pairs: those whose spheres, though not shapes, nearly always overlap."""
    overlaps = overlaps_of(robot)
    stuck: list[IgnoredPair] = []
    for (first, second), flags in overlaps.found(_poses(overlaps.robot, options.seed)).items():
        if flags.mean() < _NEARLY_ALL:
            continue
        pair = found.find(first, second)
        shapes = pair.reason if pair is not None else "their shapes are unknown"
        message = f"the spheres of links '{first}' and '{second}' overlap in {100 * flags.mean():.3g} % of all poses"
        report.add(codes.STUCK, f"{message}; the shapes: {shapes}", robot.origin)
        reason = f"Spheres overlap in {100 * flags.mean():.3g} % of poses"
        stuck.append(IgnoredPair(first=first, second=second, reason=reason))
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *stuck)) if stuck else robot


def _poses(robot: Robot, seed: int) -> dict[str, Array]:
    """Return poses that a planner may choose: joints that it does not control stay at their default positions."""
    box = Box(robot)
    values = box.values(samples(box, _POSES, seed))
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set(values)
    for each in robot.default_positions:
        if each.joint in values and each.joint not in controlled:
            values[each.joint] = np.tile(np.array(each.values), (_POSES, 1))
    return values
