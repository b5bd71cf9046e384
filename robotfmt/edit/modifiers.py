"""Apply the kinematics modifiers of a document (XRDF 1.0 §2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from .. import codes
from ..diagnostics import Report, did_you_mean
from ..errors import ModelError
from ..facts.difference import Difference
from ..kinematics.tree import in_rings, links_below
from ..model import (
    AddFrame,
    Axis,
    Joint,
    JointType,
    Limits,
    Link,
    Node,
    Origin,
    RemoveMimic,
    Robot,
    SetBaseFrame,
)
from ..model.record import replace
from ..model.renaming import names_in
from .leaving import Leaving, beside
from .performing import perform
from .rooting import Turning
from .tracing import Judge, Verdict


def apply_modifiers(
    robot: Robot, *, upstream: Literal["remove", "turn"] = "remove", report: Report | None = None
) -> Robot:
    """Return the robot with its modifiers applied: frames added as links, mimic joints freed, another base.

    The order of the modifiers does not matter (XRDF 1.0 §2).

    Args:
        upstream: The treatment of links that are not below the new base: they are removed, as specified, or their
            joints are reversed, so that they are below the base too.

    Raises:
        ModelError: The modifiers are inconsistent or do not fit the robot, or their document uses removed parts; the
            report lists all errors.
    """
    if not robot.modifiers:
        return robot
    applying = _Applying(robot, upstream)
    return perform(robot, lambda it: applying.done(it, report), applying.judge, report)


class _Applying:
    """Applies modifiers, and gives the reason for each change."""

    def __init__(self, robot: Robot, upstream: Literal["remove", "turn"]) -> None:
        self._upstream = upstream
        self._freed = {each.joint for each in robot.modifiers if isinstance(each, RemoveMimic)}
        self._made = {each.frame for each in _adds(robot)} | {each.joint for each in _adds(robot)}
        self._judge: Judge = lambda _: None
        """Gives the reason for changes of the rest of the robot, if the robot gets another base."""

    def done(self, robot: Robot, report: Report | None) -> Robot:
        """Return the robot with its modifiers applied."""
        findings = Report()
        bases = [each for each in robot.modifiers if isinstance(each, SetBaseFrame)]
        new = _with_frames(replace(robot, modifiers=()), _adds(robot), findings)
        for each in robot.modifiers:
            if isinstance(each, RemoveMimic):
                new = _freed(new, each, findings)
        _check_bases(new, bases, findings)
        _refuse(findings, report)
        return self._on_base(new, bases[0], findings, report) if bases else new

    def _on_base(self, robot: Robot, base: SetBaseFrame, findings: Report, report: Report | None) -> Robot:
        if self._upstream == "turn":
            turning = Turning.to(robot, base.frame)
            self._judge = turning.judge if turning is not None else self._judge
            return turning.done(robot) if turning is not None else robot
        kept = links_below(robot, base.frame)
        _check_uses(robot, kept, base, findings)
        _refuse(findings, report)
        leaving = Leaving()
        self._judge = leaving.judge
        return leaving.without(robot, beside(robot, kept), report if report is not None else Report())

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        match difference.path:
            case ("modifier", *_):
                return Verdict(codes.MODIFIED, _applied(difference))
            case ("joint" | "link", name, *_) if difference.before is None and name in self._made:
                return Verdict(codes.MODIFIED)
            case ("joint", name, *_) if name in self._freed:
                return self._judge(difference) or Verdict(codes.MODIFIED)
        return self._judge(difference)


def _applied(difference: Difference) -> str | None:
    return f"{' '.join(difference.path[:3])}: applied" if len(difference.path) == 3 else None


def _refuse(findings: Report, report: Report | None) -> None:
    if report is not None:
        report.extend(findings)
    for each in findings.errors:
        code = codes.REMOVED_BY_BASE if each.code == codes.REMOVED_BY_BASE.slug else codes.MODIFIERS
        at = Origin(each.file, each.line, each.path) if each.file is not None else None
        raise ModelError(code, each.message, at)


# Frames


def _adds(robot: Robot) -> list[AddFrame]:
    return [each for each in robot.modifiers if isinstance(each, AddFrame)]


def _with_frames(robot: Robot, adds: list[AddFrame], report: Report) -> Robot:
    """Return the robot with the frames as links without mass, each fixed to its parent."""
    links, joints = set(robot.frame_names), set(robot.joint_by_name)
    parents = {each.frame: (each.parent,) for each in adds}
    rings = in_rings(parents)
    for each in adds:
        for name, taken, kind in ((each.frame, links, "frame"), (each.joint, joints, "joint")):
            if name in taken:
                report.add(codes.MODIFIERS, f"the {kind} '{name}' already exists", each.origin)
            taken.add(name)
        if each.parent not in robot.frame_names and each.parent not in parents:
            message = f"frame '{each.frame}' is attached to '{each.parent}', which does not exist"
            report.add(codes.MODIFIERS, f"{message}{did_you_mean(each.parent, links)}", each.origin)
        elif each.frame in rings:
            report.add(codes.MODIFIERS, f"frame '{each.frame}' is attached to itself", each.origin)
        if each.joint_type is not None:
            message = f"joint '{each.joint}' has type '{each.joint_type}': only fixed joints can be added"
            report.add(codes.MODIFIERS, message, each.origin)
    return replace(
        robot,
        links=(*robot.links, *(Link(origin=each.origin, name=each.frame) for each in adds)),
        joints=(*robot.joints, *map(_mount, adds)),
    )


def _mount(add: AddFrame) -> Joint:
    return Joint(
        origin=add.origin,
        name=add.joint,
        type=JointType.FIXED,
        parent=add.parent,
        child=add.frame,
        pose_in_parent=add.pose,
    )


# Mimic joints


def _freed(robot: Robot, it: RemoveMimic, report: Report) -> Robot:
    if it.joint not in robot.joint_by_name:
        report.add(codes.MODIFIERS, f"the joint '{it.joint}' to be freed does not exist", it.origin)
        return robot

    def change(joint: Joint) -> Joint:
        if joint.name != it.joint:
            return joint
        return replace(joint, axes=tuple(_free_axis(axis, it) for axis in joint.axes))

    return replace(robot, joints=tuple(map(change, robot.joints)))


def _free_axis(axis: Axis, it: RemoveMimic) -> Axis:
    values = {"lower": it.lower, "upper": it.upper, "velocity": it.velocity}
    given = {name: value for name, value in values.items() if value is not None}
    hard = replace(axis.hard or Limits(origin=it.origin), **given) if given else axis.hard
    return replace(axis, coupling=None, hard=hard)


# The base


def _check_bases(robot: Robot, bases: list[SetBaseFrame], report: Report) -> None:
    for each in bases:
        if each.frame not in robot.link_by_name:
            message = f"the base '{each.frame}' is not a link{did_you_mean(each.frame, robot.link_by_name)}"
            report.add(codes.MODIFIERS, message, each.origin)
        elif each.frame != bases[0].frame:
            message = f"the base cannot be both '{bases[0].frame}' and '{each.frame}'"
            report.add(codes.MODIFIERS, message, each.origin)


def _check_uses(robot: Robot, kept: set[str], base: SetBaseFrame, report: Report) -> None:
    """Refuse references to removed parts in the rest of the document (XRDF 1.0 §2)."""
    gone = beside(robot, kept)
    document = base.origin.document if base.origin is not None else None
    uses = [*_uses(robot), *((name, None) for name in robot.tool_frames if name in gone["link"])]
    for node, at in uses:
        if isinstance(node, Node) and (at.document if at is not None else None) != document:
            continue
        names = names_in(node) if isinstance(node, Node) else [("link", node)]
        lost = next(((kind, name) for kind, name in names if name in gone.get(kind, ())), None)
        if lost is not None:
            message = f"the {lost[0]} '{lost[1]}' is removed by the base '{base.frame}', but is used"
            report.add(codes.REMOVED_BY_BASE, message, at or base.origin)


def _uses(robot: Robot) -> Iterator[tuple[Node, Origin | None]]:
    """Yield the links and joints that an XRDF refers to."""
    collisions = [use for use in (robot.world_collision, robot.self_collision) if use is not None]
    parts: tuple[Iterable[Node], ...] = (
        robot.default_positions,
        robot.cspace.joints if robot.cspace is not None else (),
        *(spheres.frames for spheres in robot.sphere_sets),
        *(use.buffers for use in collisions),
        robot.ignored_pairs,
    )
    return ((node, node.origin) for nodes in parts for node in nodes)
