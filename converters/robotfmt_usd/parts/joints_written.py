"""Write joints: both frames so turned that the axis is x, y or z, numbers in degrees, a drive for each motor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from robotfmt.model import Axis, Joint, JointType, LinearCoupling, Matrix3, Motion, Pose, Vector3, cross, unit
from robotfmt.model.devices import Gains
from robotfmt.model.pose import Quaternion, quaternion_of

from ..document.single import single_quaternion
from ..document.units import DEGREE
from ..document.usda import Spec
from .bodies import ENDS

TYPES = {
    JointType.FIXED: "PhysicsFixedJoint",
    JointType.REVOLUTE: "PhysicsRevoluteJoint",
    JointType.CONTINUOUS: "PhysicsRevoluteJoint",
    JointType.PRISMATIC: "PhysicsPrismaticJoint",
    JointType.BALL: "PhysicsSphericalJoint",
}
"""The joints that are written."""
LETTERS: dict[Vector3, str] = {(1.0, 0.0, 0.0): "X", (0.0, 1.0, 0.0): "Y", (0.0, 0.0, 1.0): "Z"}


class Ends(NamedTuple):
    """The paths of the two prims that a joint connects, the parent first."""

    parent: str
    child: str


def word_of(axis: Axis) -> str:
    """Return the word for the axis of a joint in drives."""
    return "angular" if axis.motion is Motion.TURN else "linear"


def per_unit(axis: Axis) -> float:
    """Return the number of units of a stage in a radian or a metre."""
    return 1 / DEGREE if axis.motion is Motion.TURN else 1.0


def write_joint(joint: Joint, name: str, ends: Ends, gains: Gains | None, is_loop: bool) -> Spec:
    """Return the prim of a joint; without a drive if gains is None."""
    spec = Spec(TYPES[joint.type or JointType.FIXED], name)
    if name != joint.name:
        spec.metadata["displayName"] = joint.name
    if joint.axes:
        spec.put("uniform token", "physics:axis", LETTERS[joint.axes[0].direction_or_x])
    spec.relate("physics:body0", ends.parent).relate("physics:body1", ends.child)
    for number, pose in enumerate((joint.pose_in_parent, joint.pose_in_child)):
        put_frame(spec, number, pose or Pose())
    if is_loop:
        spec.put("uniform bool", "physics:excludeFromArticulation", True)
    if spec.type in ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint"):
        _put_axis(spec, joint.axes[0], gains)
    return spec


def put_ends(spec: Spec, links: Sequence[str | None]) -> None:
    """Name the links without a body that a joint connects, the parent first: engines have it at the bodies below."""
    data = {entry: link for entry, link in zip(ENDS, links, strict=True) if link is not None}
    if data:
        spec.metadata["customData"] = data


def put_frame(spec: Spec, number: int, pose: Pose) -> None:
    """Add the frame of a joint at one of its ends."""
    q = pose.rotation if isinstance(pose.rotation, Quaternion) else single_quaternion(pose.matrix)
    spec.put("point3f", f"physics:localPos{number}", pose.xyz)
    spec.put("quatf", f"physics:localRot{number}", (q.w, q.x, q.y, q.z))


def turned(direction: Vector3) -> tuple[Vector3, Pose | None]:
    """Return the axis of a joint whose frames are turned so that it points along a direction, and the turn."""
    along = unit(direction)
    if along in LETTERS:
        return along, None
    x, y, z = along
    other: Vector3 = (0.0, 0.0, 1.0) if abs(z) < 0.9 else (0.0, 1.0, 0.0)
    second = unit(cross(other, along))
    third = cross(along, second)
    rows: Matrix3 = ((x, second[0], third[0]), (y, second[1], third[1]), (z, second[2], third[2]))
    return (1.0, 0.0, 0.0), Pose(None, quaternion_of(rows))


def _put_axis(spec: Spec, axis: Axis, gains: Gains | None) -> None:
    turns, scale = axis.motion is Motion.TURN, per_unit(axis)
    limits, dynamics = axis.hard, axis.dynamics
    if limits is not None and limits.lower is not None and limits.upper is not None:
        spec.put("float", "physics:lowerLimit", limits.lower * scale)
        spec.put("float", "physics:upperLimit", limits.upper * scale)
    if gains is not None:
        _put_drive(spec, word_of(axis), limits.effort if limits is not None else None, gains, turns)
    values = {
        "velocityLimit": limits.velocity * scale if limits is not None and limits.velocity is not None else None,
        "damping": dynamics.damping / scale if dynamics is not None and dynamics.damping is not None else None,
        "friction": dynamics.friction if dynamics is not None else None,
        "armature": dynamics.armature if dynamics is not None else None,
    }
    if any(each is not None for each in values.values()):
        spec.apply("NewtonJointAPI")
    for name, value in values.items():
        spec.put("float", f"newton:{name}", value)


def _put_drive(spec: Spec, word: str, effort: float | None, gains: Gains, turns: bool) -> None:
    """Add the drive: without it PhysX gives the motor no force. Its gains are for a degree, its force is not."""
    scale = DEGREE if turns else 1.0
    spec.apply(f"PhysicsDriveAPI:{word}")
    prefix = f"drive:{word}:physics"
    spec.put("float", f"{prefix}:stiffness", gains.kp * scale)
    spec.put("float", f"{prefix}:damping", gains.kv * scale)
    spec.put("float", f"{prefix}:maxForce", effort)


def put_coupling(spec: Spec, joint: Joint, leader: Joint, leader_path: str) -> None:
    """Add the coupling of a joint that follows another one: Newton's, which MuJoCo and PhysX 107 read too."""
    factor, offset = coupling_numbers(joint, leader)
    spec.apply("NewtonMimicAPI")
    spec.relate("newton:mimicJoint", leader_path)
    spec.put("float", "newton:mimicCoef0", offset)
    spec.put("float", "newton:mimicCoef1", factor)


def coupling_numbers(joint: Joint, leader: Joint) -> tuple[float, float]:
    """Return the factor and the offset of a joint that follows another one, in the units of a stage."""
    coupling = joint.axes[0].coupling
    assert isinstance(coupling, LinearCoupling)
    own, other = (per_unit(each.axes[0]) for each in (joint, leader))
    multiplier = 1.0 if coupling.multiplier is None else coupling.multiplier
    return multiplier * own / other if own != other else multiplier, (coupling.offset or 0.0) * own
