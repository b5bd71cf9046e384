"""Write the motors of joints for MuJoCo, which reads no drives: a ``MjcActuator`` for each joint that moves."""

from __future__ import annotations

from robotfmt.model import Actuator, Command, Joint

from ..document.usda import Spec
from .motors import MOTOR


def plain_motor(joint: Joint) -> Actuator:
    """Return the motor that a joint without an actuator gets."""
    return Actuator(name=joint.name, joint=joint.name, command=Command.EFFORT)


def write_motor(motor: Actuator, name: str, joint: Joint, path: str, is_only: bool) -> Spec:
    """Return the prim of a motor: without gains it gives a force, with gains it holds a position or a speed.

    Args:
        motor: The motor.
        name: The name of the prim.
        joint: Its joint, whose effort bounds the force.
        path: The path of the joint.
        is_only: True if no other motor moves the joint.
    """
    spec = Spec(MOTOR, name).relate("mjc:target", path)
    if name != motor.name:
        spec.metadata["displayName"] = motor.name
    gear = motor.gear_ratio
    effort = _effort(joint) if is_only else None
    if effort == 0 and gear is None:
        gear = 0.0  # MuJoCo refuses a range of zero, and a gear of zero gives no force
    if gear is not None:
        spec.put("uniform double[]", "mjc:gear", [gear, 0.0, 0.0, 0.0, 0.0, 0.0])
    if effort:
        effort /= gear or 1.0
        spec.put("uniform token", "mjc:forceLimited", "true")
        spec.put("uniform double", "mjc:forceRange:min", -effort).put("uniform double", "mjc:forceRange:max", effort)
    kp, kv = motor.gains
    if kp or kv:
        spec.put("uniform token", "mjc:biasType", "affine")
        spec.put("uniform double[]", "mjc:gainPrm", _ten(kp or kv))
        spec.put("uniform double[]", "mjc:biasPrm", _ten(0.0, -kp, -kv))
    return spec


def _effort(joint: Joint) -> float | None:
    """Return the largest force on a joint; 0 for a spherical joint, which has none (MUJOCO.DJ.002)."""
    if not joint.axes:
        return 0.0
    limits = joint.axes[0].hard
    return limits.effort if limits is not None else None


def _ten(*values: float) -> list[float]:
    """Return the ten numbers of a gain or a bias."""
    return [*values, *[0.0] * (10 - len(values))]
