"""Joints: the two frames that a prim connects, and the motion between them (UsdPhysics, "Joints")."""

from __future__ import annotations

from dataclasses import dataclass, field

from robotfmt.model import Axis, Joint, JointType, Limits, Motion, Pose, Vector3, compose
from robotfmt.model.pose import AxisAngle, AxisAngles, inverse
from robotfmt.model.record import replace
from robotfmt.model.vectors import dot

from ..codes import JOINT, JOINT_ENDS, MISSING_PRIM, NOT_A_ROTATION
from ..document.stage import Prim
from ..document.units import DEGREE
from .axes import AXES, AxisReader
from .bodies import ENDS, Bodies, given_name

TYPES = frozenset(
    {
        *("PhysicsJoint", "PhysicsFixedJoint", "PhysicsRevoluteJoint", "PhysicsPrismaticJoint"),
        *("PhysicsSphericalJoint", "PhysicsDistanceJoint"),
    }
)
_FREEDOMS = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ")
_LIMIT = "PhysicsLimitAPI"
_PLAIN_X: Vector3 = (1.0, 0.0, 0.0)


@dataclass(slots=True)
class End:
    """One end of a joint."""

    body: str | None
    """The path of the body; None for the world."""
    link: str | None
    """The path of the link: the body, or a link without a body on it."""
    pose: Pose
    """The frame of the joint in the link, or in the world."""


@dataclass(slots=True)
class Connection:
    """A joint as its document has it: between two ends, in no direction."""

    prim: Prim
    joint: Joint
    """The joint without links; its poses are those of the two ends."""
    ends: tuple[End, End]
    closes_loop: bool
    """True if the document declares that it is no part of the tree."""
    position: float | None = None
    """The position in the scene."""
    further: list[Connection] = field(default_factory=list)
    """More joints between the two bodies, each after the one before: MuJoCo's joints of one body."""

    @property
    def all(self) -> tuple[Connection, ...]:
        """The joint with those that follow it between the same bodies."""
        return self, *self.further

    def from_end(self, index: int) -> Joint:
        """Return the joint with one of its ends as the parent: the other way round, the same values move it back."""
        joint = replace(self.joint, pose_in_parent=self.ends[index].pose, pose_in_child=self.ends[1 - index].pose)
        return joint if index == 0 else replace(joint, axes=_reversed(joint))


def _reversed(joint: Joint) -> tuple[Axis, ...]:
    turned = (replace(each, direction=_negated(each.direction_or_x)) for each in joint.axes)
    return tuple(turned)[::-1]


def _negated(direction: Vector3) -> Vector3:
    return (-direction[0] or 0.0, -direction[1] or 0.0, -direction[2] or 0.0)


def read_joints(bodies: Bodies) -> list[Connection]:
    """Return the joints of a stage; those that are disabled or connect nothing are reported."""
    prims = [each for each in bodies.stage.prims if each.type in TYPES]
    found = (_connection(each, bodies) for each in prims)
    return _chained([each for each in found if each is not None])


def _chained(connections: list[Connection]) -> list[Connection]:
    """Return the joints, those between the same two bodies as one."""
    first: dict[frozenset[str | None], Connection] = {}
    found = []
    for each in connections:
        pair = frozenset(end.body for end in each.ends)
        before = first.get(pair)
        if before is not None and each.joint.axes and not each.closes_loop:
            before.further.append(each)
            continue
        if each.joint.axes and not each.closes_loop:
            first.setdefault(pair, each)
        found.append(each)
    return found


def _connection(prim: Prim, bodies: Bodies) -> Connection | None:
    report = bodies.stage.report
    if not prim.truth("physics:jointEnabled", True):
        prim.give_back("physics:jointEnabled")
        report.add(JOINT, f"joint '{prim.name}' is disabled; it is left out", prim.origin)
        return None
    ends = _end(prim, 0, bodies), _end(prim, 1, bodies)
    if ends[0].body == ends[1].body:
        what = f"body '{ends[0].body}' with itself" if ends[0].body else "the world with itself"
        report.add(JOINT_ENDS, f"joint '{prim.name}' connects {what}; it is left out", prim.origin)
        return None
    joint, reader = _moving(prim)
    closes = prim.truth("physics:excludeFromArticulation", False)
    return Connection(prim, joint, ends, closes, reader.state() if reader is not None else None)


def _end(prim: Prim, number: int, bodies: Bodies) -> End:
    targets = prim.targets(f"physics:body{number}")
    if len(targets) > 1:
        message = f"joint '{prim.name}': body{number} has {len(targets)} targets; the first is read"
        bodies.stage.report.add(JOINT_ENDS, message, prim.origin)
    target = bodies.stage.prim(targets[0]) if targets else None
    if target is not None and target.type in TYPES:
        message = f"joint '{prim.name}': body{number} is joint '{target.name}', which has no place; the world is taken"
        bodies.stage.report.add(JOINT_ENDS, message, prim.origin)
    if targets and target is None:
        message = f"joint '{prim.name}': body{number} is '{targets[0]}', which does not exist; the world is taken"
        bodies.stage.report.add(MISSING_PRIM, message, prim.origin)
    position = prim.vector(f"physics:localPos{number}") or (0.0, 0.0, 0.0)
    turn, link = _turn(prim, f"physics:localRot{number}"), prim.data.get(ENDS[number])
    return End(*bodies.anchor(targets[0] if targets else None, position, turn, link))


def _turn(prim: Prim, name: str) -> Pose:
    turn = prim.quaternion(name)
    if turn is None and prim.has_value(name):
        prim.stage.report.add(NOT_A_ROTATION, f"{name} of '{prim.name}' is no rotation; none is taken", prim.origin)
    return Pose(None, turn) if turn is not None and any((turn.x, turn.y, turn.z)) else Pose()


def _moving(prim: Prim) -> tuple[Joint, AxisReader | None]:
    """Return a joint with its axes, and the reader of its only axis."""
    plain = Joint(origin=prim.origin, name=given_name(prim), type=JointType.FIXED, parent=None, child=None)
    match prim.type:
        case "PhysicsRevoluteJoint":
            return _single(prim, plain, "angular")
        case "PhysicsPrismaticJoint":
            return _single(prim, plain, "linear")
        case "PhysicsSphericalJoint":
            return _ball(prim, plain), None
        case "PhysicsJoint":
            return _by_limits(prim, plain), None
        case "PhysicsDistanceJoint":
            message = f"joint '{prim.name}' limits a distance; it is read as free in all directions"
            prim.stage.report.add(JOINT, message, prim.origin)
            return replace(plain, type=JointType.FLOATING), None
    return plain, None


def _single(prim: Prim, plain: Joint, word: str) -> tuple[Joint, AxisReader]:
    turns = word == "angular"
    reader = AxisReader(prim, word, turns)
    letter = (prim.word("physics:axis") or "X").upper()
    axis = reader.read(AXES.get(letter, _PLAIN_X), "physics:lowerLimit", "physics:upperLimit")
    limits = axis.hard or Limits()
    kind = JointType.REVOLUTE if turns else JointType.PRISMATIC
    if turns and limits.lower is None and limits.upper is None:
        kind = JointType.CONTINUOUS
    return replace(plain, type=kind, axes=(axis,)), reader


def _ball(prim: Prim, plain: Joint) -> Joint:
    """Return a spherical joint: the model has no cone of limits."""
    prim.word("physics:axis")
    cones = [prim.number(f"physics:coneAngle{each}Limit") for each in (0, 1)]
    if any(each is not None and each >= 0 for each in cones):
        angles = " and ".join(f"{(each or 0) * DEGREE:g}" for each in cones)
        message = f"joint '{prim.name}': the cone of {angles} rad is not read; the joint turns freely"
        prim.stage.report.add(JOINT, message, prim.origin)
    return replace(plain, type=JointType.BALL)


# Joints by the limits of their six directions


def _by_limits(prim: Prim, plain: Joint) -> Joint:
    """Return a joint whose free directions its limits decide: a lower limit above the upper one locks a direction."""
    limited = set(prim.instances(_LIMIT))
    axes: list[Axis] = []
    for word in _FREEDOMS:
        names = f"limit:{word}:physics:low", f"limit:{word}:physics:high"
        reader = AxisReader(prim, word, word.startswith("rot"))
        low, high = (prim.number(each) for each in names) if word in limited else (None, None)
        if low is not None and high is not None and low > high:
            continue
        axes.append(reader.read(AXES[word[-1]], *names))
    return replace(plain, type=_type(axes), axes=() if len(axes) == len(_FREEDOMS) else tuple(axes))


def _type(axes: list[Axis]) -> JointType:
    turns = [each for each in axes if each.motion is Motion.TURN]
    slides = len(axes) - len(turns)
    match (slides, len(turns)):
        case (0, 0):
            return JointType.FIXED
        case (0, 1):
            free = axes[0].hard is None or axes[0].hard.lower is axes[0].hard.upper is None
            return JointType.CONTINUOUS if free else JointType.REVOLUTE
        case (1, 0):
            return JointType.PRISMATIC
        case (1, 1) if abs(dot(axes[0].direction_or_x, axes[1].direction_or_x)) == 1:
            return JointType.CYLINDRICAL
        case (0, 2):
            return JointType.UNIVERSAL
        case (0, 3) if all(each.hard is None for each in axes):
            return JointType.BALL
        case (3, 3):
            return JointType.FLOATING
    return JointType.COMPOUND


def pose_at(joint: Joint, position: float | None) -> Pose:
    """Return the pose of the child in the parent, with the only axis at a position."""
    if not position or not joint.axes:
        return joint.pose_at_zero
    axis = joint.axes[0]
    x, y, z = axis.direction_or_x
    if axis.motion is Motion.SLIDE:
        moved = Pose((x * position, y * position, z * position))
    else:
        moved = Pose(None, AxisAngles((AxisAngle((x, y, z), position),)))
    return compose(compose(joint.pose_in_parent, moved), inverse(joint.pose_in_child or Pose()))
