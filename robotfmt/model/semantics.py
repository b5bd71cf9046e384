"""What a robot's parts are for: groups, arms, tools, poses with names, and what must not collide."""

from __future__ import annotations

from typing import TypeAlias

from .names import EffectorName, GroupName, JointName, LinkName, ManipulatorName, SpheresName, StateName
from .node import InterfaceType, Node
from .pose import Pose
from .record import field
from .vectors import Vector3


class Frame(Node):
    """A rigid frame that is no body."""

    name: LinkName
    parent: LinkName
    """A link or another frame."""
    pose: Pose | None = None


class Chain(Node):
    """All from a base link to a tip link."""

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
    """The value of a joint: one number for each of its degrees of freedom; none where nobody could read them.

    Of a joint that floats they are x, y, z and a quaternion ``w, x, y, z``.
    """

    joint: JointName
    values: tuple[float, ...]


class NamedState(Node):
    """Joint values with a name, of a group or of the whole robot."""

    name: StateName
    group: GroupName | None = None
    values: tuple[JointValue, ...] = ()


class EndEffector(Node):
    """A group of links at the end of another group (SRDF)."""

    name: EffectorName
    group: GroupName
    parent_link: LinkName
    parent_group: GroupName | None = None


class VirtualJoint(Node):
    """How the robot stands in the world (SRDF)."""

    name: JointName
    type: str
    parent_frame: str
    child_link: LinkName


class PassiveJoint(Node):
    """A joint that nothing drives, and that is not planned for (SRDF)."""

    joint: JointName


class JointProperty(Node):
    """A word to a planner about a joint, such as ``angular_distance_weight`` (SRDF)."""

    joint: JointName
    name: str
    value: str
    """As written; what it means is for whoever knows the name."""


class GripperJoint(Node):
    """A joint of a gripper, and which way it closes."""

    joint: JointName
    closing: tuple[tuple[int, float], ...] = ()
    """Pairs of an axis's index and its direction; an axis without one has direction 0."""


class FreeJoint(Node):
    """A joint that an inverse-kinematics solver searches instead of solving for."""

    joint: JointName
    step: float | None = None


class IkSolver(Node):
    """How a manipulator's inverse kinematics may be solved."""

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
    """Of the tool's frame, in the tip link."""
    direction: Vector3 | None = None
    """The approach direction, in the tool's frame."""
    gripper_joints: tuple[GripperJoint, ...] = ()
    ik_solvers: tuple[IkSolver, ...] = ()
    end_link: LinkName | None = None
    """Where the chain ends that inverse kinematics solves, if that is not the tip."""
    gripper: str | None = None
    """What the gripper is called that it carries (OpenRAVE's ``gripper_info``)."""
    tool_changer_link: LinkName | None = None
    """What tools are changed on."""
    tool_changer_tool: str | None = None
    """Which manipulator of a connected body counts as the tool; then only one body is connected at a time."""
    grasp_sets: tuple[str, ...] = ()
    """The only sets of grasps that it may be used with; none for any."""


class CSpaceJoint(Node):
    """One coordinate of the configuration space."""

    joint: JointName
    acceleration_limit: float | None = None
    jerk_limit: float | None = None


class CSpace(Node):
    """The joints that a planner controls, in the order of its vectors (XRDF)."""

    joints: tuple[CSpaceJoint, ...] = ()


class CollisionSphere(Node):
    """A sphere on a frame. A radius that is not positive marks a place holder that collides with nothing."""

    center: Vector3 | None
    radius: float | None

    @property
    def disabled(self) -> bool:
        """Whether it only keeps a place."""
        return self.radius is None or self.radius <= 0


class FrameSpheres(Node):
    """The spheres of one link or frame, centres in its frame."""

    frame: LinkName
    spheres: tuple[CollisionSphere, ...] = ()
    remark: str | None = field(default=None, compare=False)
    """What was found out about them, for people: a comment in documents that have any."""


class SphereSet(Node):
    """Spheres that represent a robot, under a name (an XRDF geometry group)."""

    name: SpheresName
    frames: tuple[FrameSpheres, ...] = ()
    clones: tuple[SpheresName, ...] = ()
    """Other sets whose spheres belong to this one too (XRDF 2.0)."""


class Buffer(Node):
    """How much earlier a frame's spheres count as touching; less than 0 lets them sink in."""

    frame: LinkName
    distance: float


class CollisionUse(Node):
    """Which spheres are checked, and with which buffers: against the world, or against the robot itself."""

    spheres: SpheresName | None = None
    """The name of a sphere set."""
    buffers: tuple[Buffer, ...] = ()


UNCHECKED = "Unchecked"
"""The reason of a pair that is not checked because one of its links is unchecked by default."""


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
    """A link that is checked against no other, but for the pairs that ask for it (SRDF)."""

    link: LinkName


class CheckedPair(LinkPair):
    """Two links that are checked against each other although one of them is an unchecked one (SRDF)."""

    reason: str | None = None


class AddFrame(Node):
    """A change that a document asks for: hang a new frame on an existing one by a joint (XRDF)."""

    frame: LinkName
    parent: LinkName
    joint: JointName
    pose: Pose | None = None
    joint_type: str | None = None
    """As written; None means fixed."""


class SetBaseFrame(Node):
    """A change that a document asks for: keep only what hangs on this frame (XRDF)."""

    frame: LinkName


class RemoveMimic(Node):
    """A change that a document asks for: let a coupled joint move on its own (XRDF 2.0)."""

    joint: JointName
    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None


Modifier: TypeAlias = AddFrame | SetBaseFrame | RemoveMimic


class Grab(Node):
    """A body that a link holds."""

    link: LinkName
    body: str
    body_link: str | None = None
    """The link of the body by which it is held."""
    ignored_links: tuple[LinkName, ...] = ()
    """Links that are not checked against the held body."""


class ConnectedBody(Node):
    """A body from elsewhere, such as a tool, that becomes a part of the robot while it is active (OpenRAVE)."""

    name: str
    link: LinkName
    pose: Pose | None = None
    """Of the body, in the link."""
    uri: str | None = None
    """The document that describes it."""
    active: bool | None = None
