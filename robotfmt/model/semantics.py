"""The purpose of a robot's parts: groups, arms, tools, named poses, and ignored collision pairs."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from .names import EffectorName, GroupName, JointName, LinkName, ManipulatorName, SpheresName, StateName
from .node import InterfaceType, Node
from .pose import Pose
from .record import field
from .vectors import Vector3


class Frame(Node):
    """A rigid frame without a body."""

    name: LinkName
    parent: LinkName
    """A link or another frame."""
    pose: Pose | None = None


class Chain(Node):
    """All parts from a base link to a tip link."""

    base: LinkName
    tip: LinkName


class Group(Node):
    """Links and joints that are planned for together (SRDF)."""

    name: GroupName
    links: tuple[LinkName, ...] = ()
    joints: tuple[JointName, ...] = ()
    chains: tuple[Chain, ...] = ()
    groups: tuple[GroupName, ...] = ()


class JointValue(Node):
    """The value of a joint: one number for each of its degrees of freedom; empty if they could not be read.

    For a floating joint they are x, y, z and a quaternion ``w, x, y, z``.
    """

    joint: JointName
    values: tuple[float, ...]


class NamedState(Node):
    """Named joint values, of a group or of the whole robot."""

    name: StateName
    group: GroupName | None = None
    values: tuple[JointValue, ...] = ()


class EndEffector(Node):
    """A group of links at the end of another group (SRDF)."""

    name: EffectorName
    group: GroupName
    parent_link: LinkName
    parent_group: GroupName | None = None


class Base(str, Enum):
    """How the base of a robot, its first root link, is connected to the world."""

    FIXED = "fixed"
    FLOATING = "floating"
    PLANAR = "planar"
    """It moves in the xy plane of the world."""


class VirtualJoint(Node):
    """The connection of the robot to the world (SRDF)."""

    name: JointName
    type: str
    parent_frame: str
    child_link: LinkName


class PassiveJoint(Node):
    """An undriven joint, which is not planned for (SRDF)."""

    joint: JointName


class JointProperty(Node):
    """A property of a joint for planners, such as ``angular_distance_weight`` (SRDF)."""

    joint: JointName
    name: str
    value: str
    """The value as written; its meaning depends on the name."""


class GripperJoint(Node):
    """A joint of a gripper, with its closing direction."""

    joint: JointName
    closing: tuple[tuple[int, float], ...] = ()
    """Pairs of an axis's index and its direction; 0 for an axis without one."""


class FreeJoint(Node):
    """A joint that an inverse kinematics solver samples instead of solving for."""

    joint: JointName
    step: float | None = None


class IkSolver(Node):
    """An inverse kinematics solver for a manipulator."""

    type: str | None
    """``Transform6D``, ``Translation3D``, ...: OpenRAVE's names."""
    free_joints: tuple[FreeJoint, ...] = ()
    interface: InterfaceType | None = None


class Manipulator(Node):
    """An arm from a base link to a tip, with its tool frame and its gripper (OpenRAVE)."""

    name: ManipulatorName
    base: LinkName
    tip: LinkName
    tool: Pose | None = None
    """The pose of the tool frame in the tip link."""
    direction: Vector3 | None = None
    """The approach direction, in the tool's frame."""
    gripper_joints: tuple[GripperJoint, ...] = ()
    ik_solvers: tuple[IkSolver, ...] = ()
    end_link: LinkName | None = None
    """The last link of the chain for inverse kinematics, if that is not the tip."""
    gripper: str | None = None
    """The name of the gripper (OpenRAVE's ``gripper_info``)."""
    tool_changer_link: LinkName | None = None
    """The link on which tools are changed."""
    tool_changer_tool: str | None = None
    """The manipulator of a connected body that is the tool; then only one body is connected at a time."""
    grasp_sets: tuple[str, ...] = ()
    """The sets of grasps that the manipulator may be used with; empty for any."""


class CSpaceJoint(Node):
    """One coordinate of the configuration space."""

    joint: JointName
    acceleration_limit: float | None = None
    jerk_limit: float | None = None


class CSpace(Node):
    """The joints that a planner controls, in the order of its vectors (XRDF)."""

    joints: tuple[CSpaceJoint, ...] = ()


class CollisionSphere(Node):
    """A sphere on a frame. A radius that is not positive marks a placeholder that collides with nothing."""

    center: Vector3 | None
    radius: float | None

    @property
    def disabled(self) -> bool:
        """True for a placeholder."""
        return self.radius is None or self.radius <= 0


class FrameSpheres(Node):
    """The spheres of one link or frame, centres in its frame."""

    frame: LinkName
    spheres: tuple[CollisionSphere, ...] = ()
    remark: str | None = field(default=None, compare=False)
    """A remark about the spheres for people: a comment in documents that support comments."""


class SphereSet(Node):
    """A named set of spheres that represents a robot (an XRDF geometry group)."""

    name: SpheresName
    frames: tuple[FrameSpheres, ...] = ()
    clones: tuple[SpheresName, ...] = ()
    """Other sets whose spheres also belong to this one (XRDF 2.0)."""


class Buffer(Node):
    """A margin added to the radii of a frame's spheres; negative values reduce them."""

    frame: LinkName
    distance: float


class CollisionUse(Node):
    """The spheres for collision checks, with buffers: against the world, or for self-collisions."""

    spheres: SpheresName | None = None
    """The name of a sphere set."""
    buffers: tuple[Buffer, ...] = ()


ADJACENT = "Adjacent"
"""The reason of a pair that is ignored because a joint connects its links, in the word of MoveIt."""
UNCHECKED = "Unchecked"
"""The reason of a pair that is ignored because one of its links is unchecked by default."""


def pair_of(first: str, second: str) -> frozenset[str]:
    """Return the key of a pair of links: the order of the two does not matter."""
    return frozenset((first, second))


class LinkPair(Node):
    """Two links, in any order."""

    first: LinkName
    second: LinkName

    @property
    def links(self) -> frozenset[str]:
        """The key of the pair."""
        return pair_of(self.first, self.second)


class IgnoredPair(LinkPair):
    """Two links that are not checked against each other."""

    reason: str | None = None
    """``Adjacent``, ``Never``, ``Always``, ``Default``, ``User`` (MoveIt's words), ``Unchecked``, or the user's own."""


class UncheckedLink(Node):
    """A link that is checked against no other, except in checked pairs (SRDF)."""

    link: LinkName


class CheckedPair(LinkPair):
    """Two links that are checked against each other although one of them is unchecked (SRDF)."""

    reason: str | None = None


class AddFrame(Node):
    """A requested change: attach a new frame to an existing one by a joint (XRDF)."""

    frame: LinkName
    parent: LinkName
    joint: JointName
    pose: Pose | None = None
    joint_type: str | None = None
    """The type as written; None means fixed."""


class SetBaseFrame(Node):
    """A requested change: keep only the parts below this frame (XRDF)."""

    frame: LinkName


class RemoveMimic(Node):
    """A requested change: let a mimic joint move independently (XRDF 2.0)."""

    joint: JointName
    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None


Modifier: TypeAlias = AddFrame | SetBaseFrame | RemoveMimic


class Grab(Node):
    """A body that a link grabs."""

    link: LinkName
    body: str
    body_link: str | None = None
    """The link of the body at which the body is grabbed."""
    ignored_links: tuple[LinkName, ...] = ()
    """Links that are not checked against the grabbed body."""


class ConnectedBody(Node):
    """An external body, such as a tool, that becomes part of the robot while it is active (OpenRAVE)."""

    name: str
    link: LinkName
    pose: Pose | None = None
    """The pose of the body in the link."""
    uri: str | None = None
    """The document that describes the body."""
    active: bool | None = None
