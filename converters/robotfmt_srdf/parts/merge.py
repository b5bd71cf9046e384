"""Merge a document over earlier ones; the later one takes precedence, and conflicts are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from robotfmt.diagnostics import Report
from robotfmt.formats.overlays import Order, merge_nodes, merge_pairs
from robotfmt.model import Node, Robot, SphereSet
from robotfmt.model.record import replace

_N = TypeVar("_N", bound=Node)


def merge(robot: Robot, given: Robot, report: Report) -> Robot:
    """Return the robot with the contents of another document."""
    return replace(
        robot,
        name=given.name,
        groups=_over(robot.groups, given.groups, lambda it: f"group/{it.name}", report),
        states=_over(robot.states, given.states, lambda it: f"state/{it.group or ''}/{it.name}", report),
        end_effectors=_over(robot.end_effectors, given.end_effectors, lambda it: f"end effector/{it.name}", report),
        virtual_joints=_over(robot.virtual_joints, given.virtual_joints, lambda it: f"virtual joint/{it.name}", report),
        passive_joints=_over(
            robot.passive_joints, given.passive_joints, lambda it: f"passive joint/{it.joint}", report
        ),
        joint_properties=_over(
            robot.joint_properties,
            given.joint_properties,
            lambda it: f"joint property/{it.joint}/{it.name}",
            report,
        ),
        sphere_sets=_spheres(robot.sphere_sets, given.sphere_sets, report),
        world_collision=robot.world_collision or given.world_collision,
        self_collision=robot.self_collision or given.self_collision,
        unchecked_links=_over(
            robot.unchecked_links, given.unchecked_links, lambda it: f"unchecked link/{it.link}", report
        ),
        checked_pairs=merge_pairs(robot.checked_pairs, given.checked_pairs, "checked pair", report, Order.LATER),
        ignored_pairs=merge_pairs(robot.ignored_pairs, given.ignored_pairs, "ignored pair", report, Order.LATER),
    )


def _over(
    earlier: tuple[_N, ...], later: tuple[_N, ...], subject: Callable[[_N], str], report: Report
) -> tuple[_N, ...]:
    """Return the entries of the later document, in its order, followed by those that only the earlier ones have."""
    return merge_nodes(earlier, later, subject, report, Order.LATER)


def _spheres(earlier: tuple[SphereSet, ...], later: tuple[SphereSet, ...], report: Report) -> tuple[SphereSet, ...]:
    """Merge a sphere set of both: the spheres of each link come from the last document that has them."""
    new = {each.name: each for each in later}
    known = {each.name for each in earlier}
    together = (_together(each, new[each.name], report) if each.name in new else each for each in earlier)
    return (*together, *(each for each in later if each.name not in known))


def _together(earlier: SphereSet, later: SphereSet, report: Report) -> SphereSet:
    frames = _over(earlier.frames, later.frames, lambda it: f"spheres/{later.name}/{it.frame}", report)
    return replace(earlier, frames=frames)
