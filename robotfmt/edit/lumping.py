"""Merge links that are fixed to one another into one body."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from .. import codes
from ..adapting.bodies import with_bodies
from ..adapting.sphere_sets import together
from ..diagnostics import Report
from ..facts.difference import Difference
from ..kinematics.link_frames import with_link_frames
from ..kinematics.tree import downward
from ..model import (
    CheckedPair,
    CollisionUse,
    Frame,
    FrameSpheres,
    IgnoredPair,
    Pose,
    Robot,
    SphereSet,
    compose,
)
from ..model.record import replace
from ..model.semantics import pair_of
from .foreign import names_of_place
from .keeping import is_inside, merged
from .leaving import Leaving
from .naming import no_such, with_other_names
from .performing import perform
from .tracing import Verdict

_Pair = TypeVar("_Pair", IgnoredPair, CheckedPair)
_PLACING = ("type", "parent", "child", "position", "rotation")
"""Facts of a fixed joint that are part of the poses on its child after merging."""
_SAID_ONCE = ("ignored pair", "checked pair", "unchecked link", "group", "world collision", "self collision")
"""Properties that several links of a body may have, but the body only once."""


def merge_fixed_joints(
    robot: Robot, keep: Collection[str] = (), *, keep_frames: bool = False, report: Report | None = None
) -> Robot:
    """Return the robot with every link that is fixed to its parent merged into it.

    Mass and inertia are combined. Shapes and other parts on the link stay where they are, and references to the link
    now refer to the link that it became part of. Ignored pairs become pairs of bodies. A joint is not merged, which
    is reported, if something depends on it: a tool frame, the end of a chain, the base of a manipulator, a mimic
    joint, a request in its document, or an unknown inertia.

    Args:
        keep: Names of links and joints that are not merged.
        keep_frames: True to keep the frames of merged links as frames with the links' names.

    Raises:
        UsageError: The link or joint does not exist.
    """
    for name in keep:
        if name not in robot.link_by_name and name not in robot.joint_by_name:
            raise no_such("link or joint", name, [*robot.link_by_name, *robot.joint_by_name])
    found = report if report is not None else Report()
    places = _places(robot, merged(robot, set(keep), keep_frames, found))
    if not places:
        return robot
    lumping = _Lumping(robot, places, keep_frames)
    new = perform(
        robot,
        lambda it: lumping.done(it, found),
        lumping.judge,
        report,
        restate=lumping.restated,
        keep_orphans=True,
    )
    _report_widened(robot, lumping.bodies, found)
    return new


class _Lumping:
    """Merge links into others, and give the reason for each change."""

    def __init__(self, robot: Robot, places: Mapping[str, tuple[str, Pose]], keep_frames: bool) -> None:
        self.bodies = {name: body for name, (body, _) in places.items()}
        self._places = places
        self._joints = {joint.name for joint in robot.joints if joint.child in places}
        self._tools = robot.tool_frames
        self._keep_frames = keep_frames
        self._leaving = Leaving()
        about = (name for each in robot.extensions if is_inside(each) for _, name in names_of_place(each))
        self._settled = set(about)
        """Links with unrecognised content in blocks about them: nothing is added to these blocks."""

    def done(self, robot: Robot, report: Report) -> Robot:
        """Return the robot with the links merged.

        Args:
            robot: The robot before.
            report: Where unrecognised content that may use the old names is reported.
        """
        new = replace(_without_idle_buffers(robot, self.bodies), layouts=())
        new = self._in_bodies(new)
        new = self._leaving.without(
            replace(new, links=tuple(with_bodies(new.links, self.bodies, self._settled))),
            {"joint": self._joints},
            report,
        )
        # Not the layouts: the content of a link that was merged into another one is at the end of that.
        new = replace(with_other_names(new, {"link": self.bodies}, report), layouts=robot.layouts)
        if self._keep_frames:
            frames = (Frame(name=name, parent=body, pose=pose) for name, (body, pose) in self._places.items())
            new = replace(new, frames=(*new.frames, *frames), tool_frames=self._tools)
        return _without_repetitions(new)

    def _in_bodies(self, robot: Robot) -> Robot:
        return with_link_frames(robot, {name: pose for name, (_, pose) in self._places.items()})

    def restated(self, robot: Robot) -> Robot:
        """Return the robot with everything on merged links in the frames, and under the names, of their bodies."""
        new = with_other_names(self._in_bodies(replace(robot, layouts=())), {"link": self.bodies})
        return replace(new, tool_frames=self._tools) if self._keep_frames else new

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        match difference.path:
            case ("link", name):
                return Verdict(codes.MERGED, f"link '{name}' is a part of '{self.bodies.get(name, name)}'")
            case ("link", name, "inertial", _) if name in self.bodies:
                return Verdict(codes.MERGED, is_implied=True)
            case ("link", name, "inertial") if name in self.bodies:
                return Verdict(
                    codes.MERGED,
                    f"the inertia of link '{name}' is part of that of link '{self.bodies[name]}'",
                )
            case ("link", _, "inertial", *_) | ("frame", *_):
                return Verdict(codes.MERGED)
            case ("link", name, *_) if name in self.bodies:
                body = self.bodies[name]
                return Verdict(codes.NOT_TAKEN_OVER, f"{difference}: the body '{body}' has other settings")
            case ("joint", name) if name in self._joints:
                return Verdict(codes.MERGED, f"joint '{name}' connects parts of the same link now")
            case ("joint", name, placing) if name in self._joints and placing in _PLACING:
                return Verdict(codes.MERGED, is_implied=True)
            case ("joint", name, *_) if name in self._joints:
                return Verdict(codes.NOT_TAKEN_OVER)
            case ("extension", *_):
                return Verdict(codes.NOT_TAKEN_OVER)
        is_said_once = difference.path[0] in _SAID_ONCE
        return self._leaving.judge(difference) or (Verdict(codes.MERGED) if is_said_once else None)


def _places(robot: Robot, merged: Collection[str]) -> dict[str, tuple[str, Pose]]:
    """Return for each merged link the link that it becomes part of, and its pose in that link."""
    found: dict[str, tuple[str, Pose]] = {}
    for joint in downward(robot):
        if joint.child is not None and joint.child in merged and joint.parent is not None:
            body, at = found.get(joint.parent, (joint.parent, Pose()))
            found[joint.child] = body, compose(at, joint.pose_at_zero)
    return found


# Properties of merged links


def _without_idle_buffers(robot: Robot, bodies: Mapping[str, str]) -> Robot:
    """Return the robot without buffers of merged links that have no spheres: they would apply to other spheres."""
    with_spheres = {frame.frame for group in robot.sphere_sets for frame in group.frames}
    idle = bodies.keys() - with_spheres

    def kept(use: CollisionUse | None) -> CollisionUse | None:
        if use is None:
            return None
        return replace(use, buffers=tuple(each for each in use.buffers if each.frame not in idle))

    return replace(robot, world_collision=kept(robot.world_collision), self_collision=kept(robot.self_collision))


def _without_repetitions(robot: Robot) -> Robot:
    """Remove pairs of one body with itself, and repeated properties of the links of a body."""
    return replace(
        robot,
        ignored_pairs=_pairs(robot.ignored_pairs),
        checked_pairs=_pairs(robot.checked_pairs),
        unchecked_links=tuple({each.link: each for each in robot.unchecked_links}.values()),
        groups=tuple(replace(each, links=tuple(dict.fromkeys(each.links))) for each in robot.groups),
        sphere_sets=tuple(map(_frames_once, robot.sphere_sets)),
        world_collision=_buffers_once(robot.world_collision),
        self_collision=_buffers_once(robot.self_collision),
    )


def _pairs(pairs: tuple[_Pair, ...]) -> tuple[_Pair, ...]:
    found: dict[frozenset[str], _Pair] = {}
    for pair in pairs:
        if pair.first != pair.second:
            found.setdefault(pair.links, pair)
    return tuple(found.values())


def _frames_once(spheres: SphereSet) -> SphereSet:
    found: dict[str, FrameSpheres] = {}
    for each in spheres.frames:
        known = found.get(each.frame)
        found[each.frame] = each if known is None else together(known, each)
    return replace(spheres, frames=tuple(found.values()))


def _buffers_once(use: CollisionUse | None) -> CollisionUse | None:
    if use is None:
        return None
    return replace(use, buffers=tuple({each.frame: each for each in use.buffers}.values()))


def _report_widened(robot: Robot, bodies: Mapping[str, str], report: Report) -> None:
    """Report bodies that are not checked against each other although some of their links with shapes were."""
    parts: dict[str, list[str]] = {}
    for link in robot.links:
        if link.geometries:
            parts.setdefault(bodies.get(link.name, link.name), []).append(link.name)
    listed = {pair.links for pair in robot.ignored_pairs}
    resolved: set[frozenset[str]] = set()
    for pair in robot.ignored_pairs:
        one, other = (bodies.get(name, name) for name in (pair.first, pair.second))
        key = pair_of(one, other)
        both = ((a, b) for a in parts.get(one, ()) for b in parts.get(other, ()))
        checked = next((each for each in both if pair_of(*each) not in listed), None)
        if len(key) == 2 and key not in resolved and checked is not None:
            resolved.add(key)
            a, b = checked
            message = f"links '{one}' and '{other}' are no longer checked for collisions, although '{a}' and '{b}' were"
            report.add(codes.PAIR_WIDENED, message, pair.origin)
