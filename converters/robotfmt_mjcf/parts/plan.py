"""The arrangement of a robot in a document: the links that are bodies, their parents, and their joints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from robotfmt.kinematics.tree import downward, poses_at_zero, roots
from robotfmt.model import (
    IDENTITY,
    Frame,
    Joint,
    JointType,
    Link,
    Pose,
    Robot,
    Sensor,
    VirtualJoint,
    is_identity,
    is_near,
)

from .joint_rows import ROUNDING, WORLD, between, is_ground, is_single, is_weld, pieces_of
from .notation import layout_of

if TYPE_CHECKING:
    from robotfmt.kinematics.freedom import Array


class BodyPlan:
    """The bodies of a robot, and the joints in each.

    Args:
        robot: The robot, adapted.
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        joints = list(downward(robot))
        taken = {each.name for each in robot.all_joints} | {each.name for each in robot.virtual_joints}
        self.pieces: dict[str, tuple[Joint, ...]] = {}
        """The elements that each joint is written as."""
        for each in joints:
            self.pieces[each.name] = pieces_of(each, taken)
            taken |= {piece.name for piece in self.pieces[each.name]}
        pieces = list(chain.from_iterable(self.pieces.values()))
        self.above = {each.child or "": each for each in pieces}
        """The joint that moves each link."""
        self.merged = self._merged(pieces)
        """Massless links that are not written as bodies: their joints belong to the next body."""
        tops = roots(robot)
        self.is_ground = is_ground(robot)
        """True if the robot is the geoms of the world body."""
        self.is_in_world = self.is_ground or self._is_in_world(tops, pieces)
        """True if the root is MJCF's own link ``world``."""
        self.roots = tops
        self.order = self._order(tops, joints)
        self.free = self._free(tops)
        """The virtual joint by which the robot floats."""

    def is_body(self, link: str | None) -> bool:
        """Return True if a link is a separate body."""
        return link in self.robot.link_by_name and link not in self.merged and not (link == WORLD and self.is_in_world)

    def row(self, link: str) -> list[Joint]:
        """Return the joints of a body in the order in which they act; none if it is welded, or at the top level."""
        joint = self.above.get(link)
        if joint is None or is_weld(joint):
            return []
        above = joint.parent or ""
        return [*self.row(above), joint] if above in self.merged else [joint]

    def parent(self, link: str) -> str | None:
        """Return the parent of a body; None at the top level."""
        row = self.row(link)
        joint = row[0] if row else self.above.get(link)
        above = joint.parent if joint is not None else None
        if above is None and link in self.roots[1:]:
            return self.roots[0]
        return None if above == WORLD and self.is_in_world else above

    def pose(self, link: str) -> Pose:
        """Return the pose of a body in its parent body; that of the first root is the placement of the robot."""
        row = self.row(link)
        joint = row[0] if row else self.above.get(link)
        if joint is None:
            return self.robot.pose or Pose() if link in self.roots[:1] else Pose()
        return joint.pose_at_zero

    def _order(self, tops: list[str], joints: Iterable[Joint]) -> list[str]:
        """Return the links that are bodies, in the order of a document; further roots come last."""
        wanted = (*tops[:1], *(each.child or "" for each in joints), *tops[1:])
        return [each for each in wanted if self.is_body(each)]

    def _merged(self, pieces: list[Joint]) -> set[str]:
        """Return the links between the joints of a row: ancestors of each body that have no other purpose."""
        counts = Counter(each.parent for each in pieces)
        held = {each.parent for each in self.robot.frames} | {each.link for each in self.robot.sensors}
        found: set[str] = set()
        for body in self.robot.link_by_name:
            joint = self.above.get(body)
            while joint is not None and not is_weld(joint) and _has_no_offset(joint):
                name = joint.parent or ""
                above = self.above.get(name)
                if above is None or is_weld(above) or counts[name] != 1 or name in held:
                    break
                if not self._is_between(name, body, above) or not _movable(above, joint):
                    break
                found.add(name)
                joint = above
        return found

    def _is_between(self, name: str, body: str, joint: Joint) -> bool:
        """Return True if a link only separates two joints of a body."""
        if name not in self.robot.link_by_name:
            return True
        is_named = name == between(body, joint.name) or name in self._helpers
        return is_named and self.robot.link_by_name[name] == Link(name=name)

    @cached_property
    def _helpers(self) -> frozenset[str]:
        """The links that a reader put between joints: after renaming they have another name than new ones."""
        layout = layout_of(self.robot)
        return frozenset(layout.unweighed) if layout is not None else frozenset()

    def _is_in_world(self, tops: list[str], pieces: list[Joint]) -> bool:
        if tops != [WORLD] or self.robot.link_by_name[WORLD] != Link(name=WORLD):
            return False
        below = [each for each in pieces if each.parent == WORLD]
        held = any(each.parent == WORLD for each in self.robot.frames) or any(
            each.link == WORLD for each in self.robot.sensors
        )
        is_plain = self.robot.pose is None or is_identity(self.robot.pose)
        return len(below) == 1 and not is_weld(below[0]) and is_plain and not held

    def _free(self, tops: list[str]) -> VirtualJoint | None:
        names = {each.name for each in self.robot.all_joints}
        for each in self.robot.virtual_joints:
            is_top = each.child_link in tops[:1] and not self.is_in_world
            if each.type == JointType.FLOATING.value and is_top and each.name not in names:
                return each
        return None

    def is_native(self, it: Frame | Sensor) -> bool:
        """Return True if a frame or a sensor is on a body."""
        return self.is_body(it.parent if isinstance(it, Frame) else it.link)

    @cached_property
    def zero(self) -> dict[str, Pose]:
        """Return the pose of each link in its root, with all joints at zero, without numpy."""
        return poses_at_zero(self.robot)

    @cached_property
    def poses(self) -> dict[str, Array]:
        """Return the pose of each link in its root link, with all joints at zero."""
        from robotfmt.kinematics.forward import forward_kinematics

        return forward_kinematics(self.robot)

    @cached_property
    def scalars(self) -> set[str]:
        """Return the names of the joints with one value: hinges and slides."""
        return {each.name for each in self.above.values() if is_scalar(each)}


def is_scalar(joint: Joint) -> bool:
    """Return True for a joint with one value: a hinge or a slide."""
    return bool(joint.axes) and joint.type is not JointType.BALL and not is_weld(joint) and is_single(joint)


def _movable(first: Joint, second: Joint) -> bool:
    """Return True if two joints can be in one body: MuJoCo allows no rotation after a ball joint."""
    return first.type is not JointType.BALL or second.type is JointType.PRISMATIC


def _has_no_offset(joint: Joint) -> bool:
    return is_near(joint.pose_at_zero, IDENTITY, ROUNDING)


def top_of(plan: BodyPlan) -> str:
    """Return the name of the body on top of a robot."""
    return plan.order[0] if plan.order else WORLD if plan.is_ground else ""
