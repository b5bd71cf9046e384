"""Merge links that are fixed to one another into one body."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from .. import codes
from ..adapting.bodies import with_bodies
from ..adapting.sphere_sets import together
from ..diagnostics import Report
from ..facts.difference import Difference
from ..gazebo.blocks import is_copied, place_in_block
from ..kinematics.frames import with_link_frames
from ..kinematics.tree import downward, roots
from ..model import (
    CheckedPair,
    CollisionUse,
    Extension,
    Frame,
    FrameSpheres,
    IgnoredPair,
    Inertial,
    JointSimulation,
    JointType,
    Link,
    Pose,
    Robot,
    SetBaseFrame,
    SphereSet,
    compose,
)
from ..model.joint import leaders
from ..model.record import replace
from ..model.semantics import pair_of
from .elements import last
from .foreign import names_in_content, names_of_place, names_within
from .leaving import Leaving
from .naming import names_in_parameters, no_such, with_other_names
from .performing import perform
from .tracing import Verdict

# Links to merge

_ASKS = re.compile(r"(?:dont_collapse|preserveFixedJoint|disableFixedJointLumping)>\s*(?:true|1)\b", re.IGNORECASE)
"""The elements by which a document requests that a fixed joint stays (Isaac, Gazebo)."""
_DEPTH_OF_PARTS = 2
"""The number of steps down to a link or a joint: ``/robot/link[@name='x']``."""
_PARTS = ("link", "joint")
_FLAGS = ("static", "enabled", "visible")


def merged(robot: Robot, keep: set[str], keep_frames: bool, report: Report) -> set[str]:
    """Return the links that become parts of their parents."""
    needed = _needed(robot, keep_frames)
    with_spheres = {frame.frame for group in robot.sphere_sets for frame in group.frames}
    found: set[str] = set()
    for joint in downward(robot):
        parent, child = (robot.link_by_name.get(name or "") for name in (joint.parent, joint.child))
        if joint.type is not JointType.FIXED or parent is None or child is None:
            continue
        if joint.name in keep or child.name in keep:
            continue
        why = needed.get(("joint", joint.name)) or needed.get(("link", child.name)) or _unlike(parent, child)
        if why is None and child.name in with_spheres and _buffers(robot, parent.name) != _buffers(robot, child.name):
            why = f"the spheres of link '{child.name}' have a different buffer"
        if why is None:
            found.add(child.name)
        else:
            report.add(codes.NOT_MERGED, f"the fixed joint '{joint.name}' was not merged: {why}", joint.origin)
    return found


def _needed(robot: Robot, keep_frames: bool) -> dict[tuple[str, str], str]:
    """Return the joints and links that must stay, by kind and name, with the reasons."""
    found: dict[tuple[str, str], str] = {}

    def note(kind: str, names: Iterable[str], why: str) -> None:
        found.update({(kind, name): why for name in names})

    note("joint", (name for joint in robot.joints for name in leaders(joint)), "another joint mimics it")
    if not keep_frames:
        note("link", robot.tool_frames, "it leads to a tool frame")
    ends = (name for group in robot.groups for chain in group.chains for name in (chain.base, chain.tip))
    note("link", ends, "a chain begins or ends there")
    note("link", (each.base for each in robot.manipulators), "it leads to the base of a manipulator")
    bases = (each.frame for each in robot.modifiers if isinstance(each, SetBaseFrame))
    note("link", bases, "a modifier makes its link the base")
    note("joint", (each.joint for each in robot.sensors if each.joint is not None), "a sensor measures there")
    for joint in robot.joints:
        if joint.simulation is not None:
            note("joint", [joint.name] if _asks(joint.simulation) else (), "its document requests it")
            forces = [joint.name] if joint.simulation.provide_feedback else ()
            note("joint", forces, "its document requests the forces at the joint")
    found.update(dict.fromkeys(names_in_parameters(robot), "a parameter refers to it"))
    found.update(_needed_by_extensions(robot))
    return found


def _asks(simulation: JointSimulation) -> bool:
    """Return True if other programs must not merge the links of a fixed joint."""
    return bool(simulation.keep_fixed or simulation.fixed_as_revolute)


def _needed_by_extensions(robot: Robot) -> dict[tuple[str, str], str]:
    """Return parts that unrecognised content depends on, and why: in a merged link it would mean something else."""
    found: dict[tuple[str, str], str] = {}
    for each in robot.extensions:
        names = names_of_place(each)
        if _ASKS.search(f"{each.name}>{each.content}"):
            found.update(dict.fromkeys((*names, *names_in_content(each)), "its document requests it"))
        elif names and names[-1][0] in _PARTS and is_inside(each) and not _can_move(each):
            found.update(dict.fromkeys(names, "its link contains unrecognised content"))
        inside = dict.fromkeys(names_within(each), "unrecognised content refers to it")
        found.update({name: why for name, why in inside.items() if name not in found})
    return found


def _can_move(extension: Extension) -> bool:
    """Return True for content of a block about a link that means the same in the block of another link.

    Something with a pose, and what Gazebo applies to the shapes of the link, would not.
    """
    block = place_in_block(extension.place) if extension.format == "urdf" else None
    return block is not None and is_copied(extension, block) and "<pose" not in extension.content


def is_inside(extension: Extension) -> bool:
    """Return True if an extension is in a child of a link or a joint, or in a block about one."""
    return extension.place.count("/") > _DEPTH_OF_PARTS or last(extension.place) not in _PARTS


def _unlike(parent: Link, child: Link) -> str | None:
    if any(getattr(parent, flag) != getattr(child, flag) for flag in _FLAGS):
        return f"link '{child.name}' differs from link '{parent.name}' in a flag (static, enabled or visible)"
    unknown = next((link for link in (parent, child) if not _is_known(link.inertial)), None)
    return f"the inertia of link '{unknown.name}' is unknown" if unknown is not None else None


def _is_known(inertial: Inertial | None) -> bool:
    return inertial is None or (inertial.mass is not None and inertial.link_inertia is not None)


def _buffers(robot: Robot, link: str) -> list[float]:
    uses = (robot.world_collision, robot.self_collision)
    return [next((each.distance for each in use.buffers if each.frame == link), 0.0) for use in uses if use is not None]


# Merging

_Pair = TypeVar("_Pair", IgnoredPair, CheckedPair)
_PLACING = ("type", "parent", "child", "position", "rotation")
"""Facts of a fixed joint that are part of the poses on its child after merging."""
_SAID_ONCE = ("ignored pair", "checked pair", "unchecked link", "group", "world collision", "self collision")
"""Properties that several links of a body may have, but the body only once."""


def merge_fixed_joints(
    robot: Robot,
    keep: Collection[str] = (),
    *,
    keep_frames: bool = False,
    keep_root: bool = False,
    report: Report | None = None,
) -> Robot:
    """Return the robot with every link that is fixed to its parent merged into it.

    Mass and inertia are combined. Shapes and other parts on the link stay where they are, and references to the link
    now refer to the link that it became part of. Ignored pairs become pairs of bodies. A joint is not merged, which
    is reported, if something depends on it: a tool frame, the end of a chain, the base of a manipulator, a mimic
    joint, a request in its document, or an unknown inertia.

    Args:
        keep: Names of links and joints that are not merged.
        keep_frames: True to keep the frames of merged links as frames with the links' names.
        keep_root: True to merge nothing into a root link without mass and shapes, often the world.

    Raises:
        UsageError: The link or joint does not exist.
    """
    found = report if report is not None else Report()
    kept = {*_known(robot, keep), *(_on_empty_root(robot, found) if keep_root else ())}
    places = _places(robot, merged(robot, kept, keep_frames, found))
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


def _known(robot: Robot, names: Collection[str]) -> Collection[str]:
    """Return names of links and joints.

    Raises:
        UsageError: The robot has no such part.
    """
    for name in names:
        if name not in robot.link_by_name and name not in robot.joint_by_name:
            raise no_such("link or joint", name, [*robot.link_by_name, *robot.joint_by_name])
    return names


def _on_empty_root(robot: Robot, report: Report) -> set[str]:
    """Return the fixed joints on root links without mass and shapes; each is reported."""
    links = (robot.link_by_name[name] for name in roots(robot))
    empty = {each.name for each in links if each.inertial is None and not each.geometries}
    found = [each for each in robot.joints if each.type is JointType.FIXED and each.parent in empty]
    for joint in found:
        why = f"the root link '{joint.parent}' has neither mass nor shapes"
        report.add(codes.NOT_MERGED, f"the fixed joint '{joint.name}' was not merged: {why}", joint.origin)
    return {each.name for each in found}


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
        # The layouts stay: a merged link has no element of its own, and its content goes to the end of the other link.
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
