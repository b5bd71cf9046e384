"""Links that are fixed to one another as one body."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from .. import codes
from ..diagnostics import Report
from ..model import (
    CheckedPair,
    CollisionUse,
    Frame,
    FrameSpheres,
    IgnoredPair,
    Inertial,
    JointType,
    Link,
    Pose,
    Robot,
    SetBaseFrame,
    SphereSet,
    compose,
    inverse,
)
from ..model.record import replace
from ..reframing import with_link_frames
from ..tree import downward
from ..validation import leaders
from .bodies import with_bodies
from .foreign import names_in_content, names_of_place
from .leaving import without
from .naming import no_such, with_other_names
from .sphere_sets import together

_Pair = TypeVar("_Pair", IgnoredPair, CheckedPair)
_ASKS = re.compile(
    r"(?:dont_collapse|preserveFixedJoint|disableFixedJointLumping)>\s*(?:true|1)\b", re.IGNORECASE
)
"""How a document asks other programs to leave a fixed joint alone (Isaac, Gazebo)."""
_DEPTH_OF_PARTS = 2
"""The number of steps down to a link or a joint: ``/robot/link[@name='x']``."""
_FLAGS = ("static", "enabled", "visible")


def merge_fixed_joints(
    robot: Robot, keep: Collection[str] = (), *, keep_frames: bool = False, report: Report | None = None
) -> Robot:
    """The robot with every link that is fixed to its parent made a part of it.

    Mass and inertia are combined, shapes and whatever else is placed on the link stay where they are, and what refers
    to the link refers to the one that it has become a part of. Pairs that are not checked are pairs of the bodies then.
    A joint stays, and that is reported, where something needs it: a tool frame, the end of a chain, the base of a
    manipulator, a joint that follows it, a document that asks for it, an inertia that is not known.

    Args:
        keep: Names of links and of joints that shall stay.
        keep_frames: Whether the frames of the links that are no links any more stay as frames of that name.

    Raises:
        UsageError: There is no such link or joint.
    """
    for name in keep:
        if name not in robot.link_by_name and name not in robot.joint_by_name:
            raise no_such("link or joint", name, [*robot.link_by_name, *robot.joint_by_name])
    report = report if report is not None else Report()
    places = _places(robot, _merged(robot, set(keep), keep_frames, report))
    if not places:
        return robot
    bodies = {name: body for name, (body, _) in places.items()}
    gone = {joint.name for joint in robot.joints if joint.child in places}
    new = with_link_frames(robot, {name: pose for name, (_, pose) in places.items()})
    new = without(replace(new, links=tuple(with_bodies(new.links, bodies))), {"joint": gone}, report)
    # Not the layouts: what stood in a link that is a part of another one now, stands at the end of that.
    new = replace(with_other_names(new, {"link": bodies}, report), layouts=robot.layouts)
    if keep_frames:
        frames = (Frame(name=name, parent=body, pose=pose) for name, (body, pose) in places.items())
        new = replace(new, frames=(*new.frames, *frames), tool_frames=robot.tool_frames)
    _tell_widened(robot, bodies, report)
    return _said_once(new)


# Which


def _merged(robot: Robot, keep: set[str], keep_frames: bool, report: Report) -> set[str]:
    """The links that become parts of their parents."""
    needed = _needed(robot, keep_frames)
    balls = {frame.frame for spheres in robot.sphere_sets for frame in spheres.frames}
    found: set[str] = set()
    for joint in downward(robot):
        parent, child = (robot.link_by_name.get(name or "") for name in (joint.parent, joint.child))
        if joint.type is not JointType.FIXED or parent is None or child is None:
            continue
        if joint.name in keep or child.name in keep:
            continue
        why = needed.get(("joint", joint.name)) or needed.get(("link", child.name)) or _unlike(parent, child)
        if (
            why is None
            and child.name in balls
            and _buffers(robot, parent.name) != _buffers(robot, child.name)
        ):
            why = f"the spheres of '{child.name}' have another buffer"
        if why is None:
            found.add(child.name)
        else:
            report.add(codes.NOT_MERGED, f"the fixed joint '{joint.name}' stays: {why}", joint.origin)
    return found


def _needed(robot: Robot, keep_frames: bool) -> dict[tuple[str, str], str]:
    """Joints and links, by kind and name, that have to stay, and why."""
    found: dict[tuple[str, str], str] = {}

    def note(kind: str, names: Iterable[str], why: str) -> None:
        found.update({(kind, name): why for name in names})

    note("joint", (name for joint in robot.joints for name in leaders(joint)), "another joint follows it")
    if not keep_frames:
        note("link", robot.tool_frames, "it leads to a tool frame")
    ends = (name for group in robot.groups for chain in group.chains for name in (chain.base, chain.tip))
    note("link", ends, "a chain begins or ends there")
    note("link", (each.base for each in robot.manipulators), "it leads to the base of a manipulator")
    bases = (each.frame for each in robot.modifiers if isinstance(each, SetBaseFrame))
    note("link", bases, "a modifier makes its link the base")
    for each in robot.extensions:
        names = names_of_place(each)
        if _ASKS.search(f"{each.name}>{each.content}"):
            found.update(dict.fromkeys((*names, *names_in_content(each)), "its document asks for it"))
        elif each.place.count("/") > _DEPTH_OF_PARTS:
            found.update(dict.fromkeys(names, "there is something inside its link that nobody understands"))
    return found


def _unlike(parent: Link, child: Link) -> str | None:
    if any(getattr(parent, flag) != getattr(child, flag) for flag in _FLAGS):
        return f"'{child.name}' is static, enabled or visible otherwise than '{parent.name}'"
    unknown = next((link for link in (parent, child) if not _is_known(link.inertial)), None)
    return f"the inertia of '{unknown.name}' is not known" if unknown is not None else None


def _is_known(inertial: Inertial | None) -> bool:
    return inertial is None or (inertial.mass is not None and inertial.link_inertia is not None)


def _buffers(robot: Robot, link: str) -> list[float]:
    uses = (robot.world_collision, robot.self_collision)
    return [
        next((each.distance for each in use.buffers if each.frame == link), 0.0)
        for use in uses
        if use is not None
    ]


def _places(robot: Robot, merged: Collection[str]) -> dict[str, tuple[str, Pose]]:
    """For each of these links the one that it becomes a part of, and where its frame is in that."""
    found: dict[str, tuple[str, Pose]] = {}
    for joint in downward(robot):
        if joint.child is not None and joint.child in merged and joint.parent is not None:
            body, at = found.get(joint.parent, (joint.parent, Pose()))
            within = compose(joint.pose_in_parent, inverse(joint.pose_in_child or Pose()))
            found[joint.child] = body, compose(at, within)
    return found


# What is said of links that are one


def _said_once(robot: Robot) -> Robot:
    """Without pairs of one body with itself, and with what was said of several links of a body said once."""
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
            found.setdefault(frozenset((pair.first, pair.second)), pair)
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


def _tell_widened(robot: Robot, bodies: Mapping[str, str], report: Report) -> None:
    """Bodies that are not checked against each other though links with shapes, of which they consist, were."""
    parts: dict[str, list[str]] = {}
    for link in robot.links:
        if link.geometries:
            parts.setdefault(bodies.get(link.name, link.name), []).append(link.name)
    said = {frozenset((pair.first, pair.second)) for pair in robot.ignored_pairs}
    told: set[frozenset[str]] = set()
    for pair in robot.ignored_pairs:
        one, other = (bodies.get(name, name) for name in (pair.first, pair.second))
        key = frozenset((one, other))
        both = ((a, b) for a in parts.get(one, ()) for b in parts.get(other, ()))
        checked = next((each for each in both if frozenset(each) not in said), None)
        if len(key) == 2 and key not in told and checked is not None:
            told.add(key)
            a, b = checked
            message = f"'{one}' and '{other}' are not checked any more, though '{a}' and '{b}' were"
            report.add(codes.PAIR_WIDENED, message, pair.origin)
