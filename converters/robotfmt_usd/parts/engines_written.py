"""Write what one engine alone reads of joints: the contents of its variant."""

from __future__ import annotations

from robotfmt.model import Axis, Dynamics, Joint, Limits, LinearCoupling, Robot

from ..document.usda import Spec
from ..words import ENDLESS
from .joints_written import LETTERS, coupling_numbers, per_unit, word_of


def put_words(spec: Spec, axis: Axis, engine: str) -> None:
    """Add the numbers of an axis in the words that only this engine reads."""
    if engine == "mujoco":
        _put_mujoco(spec, axis.hard)
    if engine == "physx":
        _put_physx(spec, axis)


def _put_mujoco(spec: Spec, limits: Limits | None) -> None:
    """Add the range of forces: MuJoCo reads no drives. It refuses one of zero; such a motor gives no force."""
    if limits is not None and limits.effort:
        spec.put("uniform token", "mjc:actuatorfrclimited", "true")
        spec.put("uniform double", "mjc:actuatorfrcrange:min", -limits.effort)
        spec.put("uniform double", "mjc:actuatorfrcrange:max", limits.effort)


def _put_physx(spec: Spec, axis: Axis) -> None:
    """Add the words of PhysX 107 (Isaac Sim 5.1 and later), and those of Isaac Sim up to 5."""
    word, scale = word_of(axis), per_unit(axis)
    velocity = axis.hard.velocity if axis.hard is not None else None
    velocity = velocity * scale if velocity is not None else None
    dynamics = axis.dynamics or Dynamics()
    damping = dynamics.damping / scale if dynamics.damping is not None else None
    values = {
        "maxJointVelocity": velocity,
        "armature": dynamics.armature,
        "staticFrictionEffort": dynamics.friction,
        "dynamicFrictionEffort": dynamics.friction,
        "viscousFrictionCoefficient": damping,
    }
    if any(each is not None for each in values.values()):
        spec.apply(f"PhysxJointAxisAPI:{word}")
    for name, value in values.items():
        spec.put("float", f"physxJointAxis:{word}:{name}", value)
    if velocity is not None or dynamics.armature is not None:
        spec.apply("PhysxJointAPI").put("float", "physxJoint:maxJointVelocity", velocity)
        spec.put("float", "physxJoint:armature", dynamics.armature)


def coupled(robot: Robot) -> set[str]:
    """Return the joints that follow others, and those that others follow."""
    followers = [(each.name, each.axes[0].coupling) for each in robot.joints if each.axes]
    pairs = [(name, each.joint) for name, each in followers if isinstance(each, LinearCoupling)]
    return {name for pair in pairs for name in pair}


def put_far_limits(spec: Spec) -> None:
    """Add limits that no joint reaches: PhysX couples no joint that turns without limits, and reports an error."""
    spec.put("float", "physics:lowerLimit", -ENDLESS).put("float", "physics:upperLimit", ENDLESS)


def put_physx_coupling(spec: Spec, joint: Joint, leader: Joint, leader_path: str) -> None:
    """Add the coupling of a joint in the words of Isaac Sim up to 5: ``q + gearing * q of the other + offset = 0``.

    The name of the instance is the axis, in PhysX's words always ``rotX``, ``rotY`` or ``rotZ``; joints that turn or
    slide have no other one.
    """
    factor, offset = coupling_numbers(joint, leader)
    word, other = (f"rot{LETTERS[each.axes[0].direction_or_x]}" for each in (joint, leader))
    prefix = f"physxMimicJoint:{word}"
    spec.apply(f"PhysxMimicJointAPI:{word}")
    spec.put("float", f"{prefix}:gearing", -factor or 0.0)
    spec.put("float", f"{prefix}:offset", -offset or 0.0)
    spec.relate(f"{prefix}:referenceJoint", leader_path)
    spec.put("uniform token", f"{prefix}:referenceJointAxis", other)
