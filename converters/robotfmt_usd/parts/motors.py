"""The motors of joints that MuJoCo reads (MjcActuator): a force is ``gain * control + bias``, times the gear."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

from robotfmt.model import Actuator, Command, Joint, Limits
from robotfmt.model.devices import Gains, drive
from robotfmt.model.record import replace

from ..document.stage import Prim, Stage
from .axes import report_effort
from .bodies import given_name

MOTOR = "MjcActuator"
Motors: TypeAlias = "dict[str, list[Prim]]"
"""The prims of motors by the paths of their joints."""


def motors_by_joint(stage: Stage) -> Motors:
    """Return the prims of motors by the paths of their joints."""
    found: Motors = {}
    for prim in stage.of_type(MOTOR):
        for each in prim.targets("mjc:target")[:1]:
            found.setdefault(each, []).append(prim)
    return found


def read_motor(prim: Prim, joint: str) -> Actuator:
    """Return the actuator that a motor is: its command, its gear ratio, its gains in SI units."""
    gear = _first(prim, "mjc:gear")
    kp, kv = (-each for each in _bias(prim))
    _skip_first(prim, "mjc:gear", abs(gear))
    _skip_first(prim, "mjc:gainPrm", kp or kv or 1.0)
    command = _command(prim, kp, kv)
    return drive(given_name(prim), joint, command, Gains(kp, kv), gear, prim.origin)


def gains_at_joint(actuator: Actuator) -> Gains:
    """Return the gains that the joint of an actuator feels behind its gear."""
    scale = (actuator.gear_ratio or 1.0) ** 2
    return Gains(*(each * scale for each in actuator.gains))


def is_plain(motor: Actuator, joint: str) -> bool:
    """Return True if a motor only moves its joint, which has the rest."""
    return motor.name == joint and motor.command is Command.EFFORT and motor.motor is None and not motor.parameters


def with_efforts(joints: Iterable[Joint], motors: dict[str, list[Prim]]) -> list[Joint]:
    """Return joints with the efforts that their only motors bound, unless they have their own.

    Args:
        joints: The joints.
        motors: The motors, by the names of their joints.
    """
    return [_with_effort(each, motors.get(each.name, [])) for each in joints]


def _with_effort(joint: Joint, motors: list[Prim]) -> Joint:
    if len(motors) != 1 or len(joint.axes) != 1:
        return joint
    prim, axis = motors[0], joint.axes[0]
    hard = axis.hard if axis.hard is not None else Limits(origin=prim.origin)
    effort = _effort(prim)
    if hard.effort is None and not math.isinf(effort):
        hard = replace(hard, effort=effort)
        moved = prim.stage.prim(joint.origin.path if joint.origin is not None else None)
        if moved is not None:
            report_effort(moved, effort, f"motor '{prim.name}'")
    bounds = effort, _bound(prim, "force") * (abs(_first(prim, "mjc:gear")) or 1.0)
    if hard.effort is not None and all(math.isclose(each, hard.effort) for each in bounds):
        prim.skip("mjc:forceRange:", "mjc:forceLimited")
    return joint if hard.effort is None else replace(joint, axes=(replace(axis, hard=hard),))


def _effort(prim: Prim) -> float:
    """Return the largest force that a motor gives to its joint; infinity if nothing bounds it."""
    bounds = [_bound(prim, "force")]
    if prim.peek("mjc:biasType") in (None, "none"):
        bounds.append(_bound(prim, "ctrl") * abs(_first(prim, "mjc:gainPrm")))
    gear = abs(_first(prim, "mjc:gear"))
    return min(bounds) * gear if gear else 0.0


def _bound(prim: Prim, what: str) -> float:
    """Return the largest size of what a motor may have: of its force, or of its control."""
    row = [prim.peek(f"mjc:{what}Range:{end}") for end in ("min", "max")]
    given = [abs(each) for each in row if isinstance(each, int | float)]
    return max(given) if given and prim.peek(f"mjc:{what}Limited") != "false" else math.inf


def _command(prim: Prim, kp: float, kv: float) -> Command | None:
    """Return what controls a motor; None for muscles and the like."""
    if not _is(prim, "mjc:gainType", "fixed") or not _is(prim, "mjc:dynType", "none"):
        return None
    if _is(prim, "mjc:biasType", "none"):
        return Command.EFFORT
    if not _is(prim, "mjc:biasType", "affine"):
        return None
    return Command.POSITION if kp else Command.VELOCITY if kv else None


def _is(prim: Prim, name: str, word: str) -> bool:
    """Return True if an attribute is not authored or has a word, and take it then."""
    if prim.peek(name) not in (None, word):
        return False
    prim.skip(name)
    return True


def _bias(prim: Prim) -> tuple[float, float]:
    """Return how the force depends on the position and the speed of the joint."""
    row = prim.peek("mjc:biasPrm")
    if prim.peek("mjc:biasType") != "affine" or not isinstance(row, list) or len(row) < 3:
        return 0.0, 0.0
    if not any((row[0], *row[3:])):
        prim.skip("mjc:biasPrm")
    return float(row[1]), float(row[2])


def _first(prim: Prim, name: str) -> float:
    """Return the first number of a row, 1 where none is authored."""
    row = prim.peek(name)
    return float(row[0]) if isinstance(row, list) and row else 1.0


def _skip_first(prim: Prim, name: str, value: float) -> None:
    """Take a row that has one number besides zeros."""
    row = prim.peek(name)
    if isinstance(row, list) and row and row[0] == value and not any(row[1:]):
        prim.skip(name)
