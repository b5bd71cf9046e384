"""Simulation settings of a robot beyond its mechanics: contact, and solver parameters."""

from __future__ import annotations

from .node import Node
from .vectors import Vector3


class Surface(Node):
    """Contact properties of a collision geometry."""

    friction: float | None = None
    """The coefficient of Coulomb friction along the first direction, or in all where no other is given."""
    second_friction: float | None = None
    """The coefficient across the first direction."""
    friction_direction: Vector3 | None = None
    """The first direction, in the frame of the collision shape."""
    stiffness: float | None = None
    """Of the contact, in N/m."""
    damping: float | None = None
    """Of the contact, in N s/m."""
    min_depth: float | None = None
    """How deep bodies sink into each other before that is corrected, in metres."""
    max_velocity: float | None = None
    """How fast that is corrected at most, in m/s."""
    max_contacts: int | None = None
    """How many contacts of two bodies are computed at most."""
    slip: float | None = None
    """Slip along the first direction, in m/s per N: the surface yields to a force instead of holding."""
    second_slip: float | None = None
    """Slip across the first direction, in m/s per N."""
    torsional_friction: float | None = None
    """The coefficient of friction against turning about the normal of the contact."""
    patch_radius: float | None = None
    """Of the patch that touches, in metres, for torsional friction."""
    surface_radius: float | None = None
    """Of the curvature at the contact, in metres, where the patch is computed from it."""
    use_patch_radius: bool | None = None
    """Whether the radius of the patch is as given, instead of computed from the radius of the surface and the depth."""
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
    """Which shapes a shape can touch: two of them if a category of one is among those that the other collides with.

    SDF has ``category_bitmask`` and ``collide_bitmask``, MJCF ``contype`` and ``conaffinity``; SMURF one mask for both.
    """

    collides_with: int
    """Bits of the categories that it can touch."""
    category: int | None = None
    """Bits of the categories that it is in; None means those that it can touch."""

    @property
    def own_category(self) -> int:
        """The bits of the categories that it is in."""
        return self.collides_with if self.category is None else self.category

    def touches(self, other: CollisionMask) -> bool:
        """Return True if two shapes with these masks can touch each other."""
        return bool(self.own_category & other.collides_with or other.own_category & self.collides_with)


class LinkSimulation(Node):
    """How a link is simulated."""

    gravity: bool | None = None
    """Whether gravity pulls at it; None means yes."""
    self_collide: bool | None = None
    """Whether it can touch other links of the robot; None means no."""
    kinematic: bool | None = None
    """Whether forces leave it where it is."""
    wind: bool | None = None
    """Whether wind pushes it."""
    velocity_decay: float | None = None
    """What part of its speed it loses in a step."""


class JointSimulation(Node):
    """How a joint is simulated."""

    implicit_spring_damper: bool | None = None
    """Whether spring and damping are computed implicitly, which is stable for stiff ones."""
    provide_feedback: bool | None = None
    """Whether force and torque at the joint are computed, for sensors to tell."""
    keep_fixed: bool | None = None
    """Whether a fixed joint stays one, instead of its two links becoming one body."""
    fixed_as_revolute: bool | None = None
    """Whether a fixed joint becomes a revolute one that cannot turn, instead of its two links becoming one body."""
    stop_cfm: float | None = None
    """Constraint force mixing of the solver at the limits."""
    stop_erp: float | None = None
    """The part of an error at the limits that the solver corrects in a step."""
    stop_stiffness: float | None = None
    """Of the limits, in N/m or N m/rad."""
    stop_damping: float | None = None
    """Of the limits, in N s/m or N m s/rad."""
    fudge_factor: float | None = None
    """By how much a motor's force is scaled at a limit, 0 to 1."""


class RobotSimulation(Node):
    """How a whole robot is simulated."""

    static: bool | None = None
    """Whether it stands where it is, whatever happens."""
    self_collide: bool | None = None
    """Whether its links can touch each other; None means no."""
