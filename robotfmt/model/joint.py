"""Joints: the relative motion of links."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from .names import JointName, LinkName
from .node import Node, Parameter
from .pose import Pose, compose, inverse
from .record import replace
from .vectors import Vector3

if TYPE_CHECKING:
    from .expression import Expression
    from .simulation import JointSimulation


class JointType(str, Enum):
    """The type of motion of the child relative to the parent."""

    FIXED = "fixed"
    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"
    PRISMATIC = "prismatic"
    SCREW = "screw"
    CYLINDRICAL = "cylindrical"
    UNIVERSAL = "universal"
    BALL = "ball"
    PLANAR = "planar"
    """A motion in the plane whose normal is the axis: x and y in it, then a rotation about the normal."""
    FLOATING = "floating"
    COMPOUND = "compound"
    """A chain of several axes."""
    ON_OFF = "on_off"
    """Attaches or releases, as a vacuum gripper does."""


class Motion(str, Enum):
    """The motion of a single axis."""

    TURN = "turn"
    SLIDE = "slide"


class Limits(Node):
    """Bounds of one axis in radians or metres and their derivatives; newtons or newton metres."""

    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None
    acceleration: float | None = None
    deceleration: float | None = None
    jerk: float | None = None


class Dynamics(Node):
    """The resistance to the motion of an axis."""

    damping: float | None = None
    """N s/m or N m s/rad."""
    friction: float | None = None
    """Static friction in N or N m."""
    spring_stiffness: float | None = None
    spring_reference: float | None = None
    armature: float | None = None
    """The inertia of the rotor as reflected at the joint."""


class SafetyController(Node):
    """The gains of the controller that keeps an axis within its soft limits (URDF, PR2's controllers)."""

    k_velocity: float | None = None
    k_position: float | None = None


class Calibration(Node):
    """The positions of the rising and falling edges of an axis's flag."""

    rising: float | None = None
    falling: float | None = None
    reference_position: float | None = None


class LinearCoupling(Node):
    """The value of an axis is ``multiplier * value of the other + offset`` (URDF's ``mimic``)."""

    joint: JointName
    axis: int = 0
    multiplier: float | None = None
    """None means 1."""
    offset: float | None = None
    """None means 0."""


class Partial(Node):
    """A derivative of a formula, as written; readers do not check it."""

    joint: JointName
    axis: int = 0
    expression: Expression


class FormulaCoupling(Node):
    """The value of an axis is a formula of other axes (COLLADA's ``formula``, OpenRAVE's mimic)."""

    expression: Expression
    first_partials: tuple[Partial, ...] = ()
    second_partials: tuple[Partial, ...] = ()


Coupling: TypeAlias = LinearCoupling | FormulaCoupling


def linear(coupling: Coupling) -> LinearCoupling | None:
    """Return the coupling as a linear one with a single other axis, or None if it is not."""
    if isinstance(coupling, LinearCoupling):
        return coupling
    from .expression import affine

    parts = affine(coupling.expression)
    if parts is None or len(parts[0]) != 1:
        return None
    ((variable, factor),) = parts[0].items()
    return LinearCoupling(
        origin=coupling.origin,
        joint=variable.joint,
        axis=variable.axis,
        multiplier=factor,
        offset=parts[1],
    )


class Axis(Node):
    """One degree of freedom of a joint."""

    motion: Motion = Motion.TURN
    direction: Vector3 | None = None
    """The direction in the joint's frame, as written (its length has no meaning). None means the format's default."""
    hard: Limits | None = None
    """The limits of the hardware; formats with one set of limits mean these."""
    soft: Limits | None = None
    """The limits of the controller; None also if they equal ``hard``."""
    dynamics: Dynamics | None = None
    safety: SafetyController | None = None
    calibration: Calibration | None = None
    coupling: Coupling | None = None
    circular: bool | None = None
    """True if the lower and the upper limit are the same position."""
    active: bool | None = None
    """True if the robot drives the axis."""
    locked: bool | None = None
    planning_weight: float | None = None
    resolution: float | None = None
    """The largest step between two checks of a path, in radians or metres."""
    pitch: float | None = None
    """The pitch of a screw, in metres per radian."""
    name: str | None = None

    @property
    def limits(self) -> Limits:
        """The narrower of the hard and the soft limits, separately for each bound; None for a bound that neither gives.

        In rad or m, and N m or N, with their time derivatives.
        """
        if self.hard is None or self.soft is None:
            return self.hard or self.soft or Limits()
        hard, soft = self.hard, self.soft
        return Limits(
            origin=hard.origin,
            lower=_narrower(max, hard.lower, soft.lower),
            upper=_narrower(min, hard.upper, soft.upper),
            velocity=_narrower(min, hard.velocity, soft.velocity),
            effort=_narrower(min, hard.effort, soft.effort),
            acceleration=_narrower(min, hard.acceleration, soft.acceleration),
            deceleration=_narrower(min, hard.deceleration, soft.deceleration),
            jerk=_narrower(min, hard.jerk, soft.jerk),
        )

    @property
    def direction_or_x(self) -> Vector3:
        """The direction, of any length; the x axis if none is given (URDF's default)."""
        return self.direction if self.direction is not None else (1.0, 0.0, 0.0)


class Joint(Node):
    """A connection of two frames: ``T(parent, child) = pose_in_parent * motion * inverse(pose_in_child)``."""

    name: JointName
    type: JointType | None
    """The type; None if the document gives none, or an unknown one."""
    parent: LinkName | None
    """The link or frame that the joint is attached to."""
    child: LinkName | None
    pose_in_parent: Pose | None = None
    """The pose of the joint's frame in the parent."""
    pose_in_child: Pose | None = None
    """The pose of the joint's frame in the child; the identity in URDF."""
    axes: tuple[Axis, ...] = ()
    """One axis for each degree of freedom of rotation and translation; for other types as given."""
    dof_index: int | None = None
    """The index of the joint in the robot's vector of joint values, if a document gives it."""
    simulation: JointSimulation | None = None
    parameters: tuple[Parameter, ...] = ()

    @property
    def pose_at_zero(self) -> Pose:
        """The pose of the child in the parent with all axes at zero."""
        return compose(self.pose_in_parent, inverse(self.pose_in_child or Pose()))

    @property
    def axis(self) -> Axis | None:
        """The only or first axis, if there is one."""
        return self.axes[0] if self.axes else None

    @property
    def limits(self) -> Limits:
        """The narrower of the hard and the soft limits of the only axis, for each bound; None for a missing one.

        In rad or m, and N m or N, with their time derivatives. A joint without an axis has no bounds, and a continuous
        one no lower and upper bound, even if its document gives some.

        Raises:
            ValueError: The joint has several axes; each of ``axes`` has its own limits.
        """
        if len(self.axes) > 1:
            count = len(self.axes)
            message = f"joint {self.name!r} has {count} axes: use one of them, as in joint.axes[0].limits"
            raise ValueError(message)
        limits = self.axes[0].limits if self.axes else Limits()
        if self.type is JointType.CONTINUOUS and (limits.lower, limits.upper) != (None, None):
            return replace(limits, lower=None, upper=None)
        return limits

    @property
    def coupling(self) -> Coupling | None:
        """The coupling of the first axis, if any."""
        return self.axes[0].coupling if self.axes else None


def _narrower(choose: Callable[[float, float], float], one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return other if one is None else one
    return choose(one, other)


def leaders(joint: Joint) -> list[str]:
    """Return the joints that the axes of a joint follow; a joint is listed as often as it is followed."""
    return [name for axis in joint.axes for name in led_by(axis)]


def led_by(axis: Axis) -> list[str]:
    """Return the joints whose positions decide that of an axis: one for a linear coupling, any number for a formula."""
    match axis.coupling:
        case LinearCoupling(joint=name):
            return [name]
        case FormulaCoupling(expression=expression):
            from .expression import variables

            return [variable.joint for variable in variables(expression)]
    return []
