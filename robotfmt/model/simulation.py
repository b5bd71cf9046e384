"""Simulation settings of a robot beyond its mechanics: contact, and solver parameters."""

from __future__ import annotations

from .node import Node
from .vectors import Vector3


class Surface(Node):
    """Contact properties of a collision geometry."""

    friction: float | None = None
    """The coefficient of Coulomb friction along the first direction, or in all directions without a second one."""
    second_friction: float | None = None
    """The coefficient across the first direction."""
    friction_direction: Vector3 | None = None
    """The first direction, in the frame of the collision shape."""
    stiffness: float | None = None
    """The stiffness of the contact, in N/m."""
    damping: float | None = None
    """The damping of the contact, in N s/m."""
    min_depth: float | None = None
    """The penetration depth that is not corrected, in metres."""
    max_velocity: float | None = None
    """The maximum correction velocity, in m/s."""
    max_contacts: int | None = None
    """The maximum number of contacts between two bodies."""
    slip: float | None = None
    """Slip along the first direction, in m/s per N: the surface yields to a force instead of holding."""
    second_slip: float | None = None
    """Slip across the first direction, in m/s per N."""
    torsional_friction: float | None = None
    """The coefficient of friction against turning about the normal of the contact."""
    patch_radius: float | None = None
    """The radius of the contact patch in metres, for torsional friction."""
    surface_radius: float | None = None
    """The radius of curvature at the contact in metres, if the patch is computed from it."""
    use_patch_radius: bool | None = None
    """True if the patch radius is given, instead of computed from the radius of the surface and the depth."""
    torsional_slip: float | None = None
    """Slip in turning about the normal of the contact, in rad/s per N m."""
    rolling_friction: float | None = None
    """The coefficient of friction against rolling."""
    restitution: float | None = None
    """The part of the speed that a bounce keeps, 0 to 1."""
    restitution_threshold: float | None = None
    """The speed below which nothing bounces, in m/s."""
    soft_cfm: float | None = None
    """Constraint force mixing of the solver at contacts."""
    soft_erp: float | None = None
    """The part of a penetration that the solver corrects in a step."""


class CollisionMask(Node):
    """The shapes that a shape can touch: two touch if a category of one is among those that the other collides with.

    SDF has ``category_bitmask`` and ``collide_bitmask``, MJCF ``contype`` and ``conaffinity``; SMURF one mask for both.
    """

    collides_with: int
    """Bits of the categories that the shape can touch."""
    category: int | None = None
    """Bits of the categories that the shape is in; None means those that it can touch."""

    @property
    def own_category(self) -> int:
        """The bits of the categories that the shape is in."""
        return self.collides_with if self.category is None else self.category

    def touches(self, other: CollisionMask) -> bool:
        """Return True if shapes with this mask and with another one can touch each other."""
        return bool(self.own_category & other.collides_with or other.own_category & self.collides_with)


class LinkSimulation(Node):
    """The simulation settings of a link."""

    gravity: bool | None = None
    """True if gravity acts on the link; None means True."""
    self_collide: bool | None = None
    """True if the link can collide with other links of the robot; None means False."""
    kinematic: bool | None = None
    """True if forces do not move the link."""
    wind: bool | None = None
    """True if wind acts on the link."""
    velocity_decay: float | None = None
    """The share of its velocity that the link loses in a step."""


class JointSimulation(Node):
    """The simulation settings of a joint."""

    implicit_spring_damper: bool | None = None
    """True to compute spring and damping implicitly, which is stable for stiff ones."""
    provide_feedback: bool | None = None
    """True to compute force and torque at the joint, for sensors."""
    keep_fixed: bool | None = None
    """True to keep a fixed joint, instead of merging its two links."""
    fixed_as_revolute: bool | None = None
    """True to turn a fixed joint into a revolute one that cannot turn, instead of merging its two links."""
    stop_cfm: float | None = None
    """Constraint force mixing of the solver at the limits."""
    stop_erp: float | None = None
    """The share of an error at the limits that the solver corrects in a step."""
    stop_stiffness: float | None = None
    """The stiffness of the limits, in N/m or N m/rad."""
    stop_damping: float | None = None
    """The damping of the limits, in N s/m or N m s/rad."""
    fudge_factor: float | None = None
    """The factor on a motor's force at a limit, 0 to 1."""


class RobotSimulation(Node):
    """The simulation settings of a whole robot."""

    static: bool | None = None
    """True if the robot cannot be moved."""
    self_collide: bool | None = None
    """False if the links of the robot pass through each other, True if a document declares that they collide.

    None leaves it to the program: MuJoCo, MoveIt and OpenRAVE let links collide, Gazebo does not.
    """
