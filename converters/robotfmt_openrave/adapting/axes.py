"""What joints have on their axes: limits, couplings, flags."""

from __future__ import annotations

from robotfmt.adapting import with_each_joint
from robotfmt.model import (
    Axis,
    Coupling,
    Expression,
    FormulaCoupling,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Partial,
    Robot,
    Variable,
)
from robotfmt.model.record import replace

from ..document.equations import BadEquation, parse, text_of
from ..parts.joints import WIDEST

_LIMITS = ("lower", "upper", "velocity", "effort", "acceleration")
_AXIS = ("motion", "direction", "coupling", "circular", "active", "planning_weight", "resolution")
"""The fields that joints of OpenRAVE's XML have."""


def with_limits(robot: Robot) -> Robot:
    """Give joints that turn or slide two limits, where there are none those that OpenRAVE assumes."""

    def change(joint: Joint) -> Joint:
        widest = WIDEST.get(joint.type) if joint.type is not None else None
        if widest is None or not joint.axes:
            return joint
        axis = joint.axes[0]
        hard = axis.hard or Limits(origin=axis.origin)
        lower = hard.lower if hard.lower is not None else min(-widest, hard.upper or 0.0)
        upper = hard.upper if hard.upper is not None else max(widest, hard.lower or 0.0)
        return replace(joint, axes=(replace(axis, hard=replace(hard, lower=lower, upper=upper)),))

    return with_each_joint(robot, change)


def plain(robot: Robot) -> Robot:
    """Drop flags and limits that would be read as something else."""
    return with_each_joint(robot, _plain)


def _plain(joint: Joint) -> Joint:
    if joint.type in (JointType.BALL, JointType.FLOATING):
        is_off = joint.type is JointType.BALL and any(each.active is False for each in joint.axes)
        kept: tuple[Axis, ...] = (Axis(origin=joint.origin, active=False),) if is_off else ()
        return replace(joint, axes=kept) if joint.axes != kept else joint
    axes = tuple(_bare_axis(_plain_axis(joint, each)) for each in joint.axes[:1])
    kind = joint.type
    if axes and kind is JointType.REVOLUTE and _is_still(axes[0]):
        kind = JointType.FIXED
        axes = (_bare_axis(_plain_axis(replace(joint, type=kind), axes[0])),)
    if kind is JointType.FIXED:
        axes = tuple(each for each in axes if each != Axis(motion=each.motion))
    return joint if axes == joint.axes and kind is joint.type else replace(joint, type=kind, axes=axes)


def _is_still(axis: Axis) -> bool:
    """Return True for a passive axis that is read again as that of a fixed joint."""
    hard = axis.hard
    return axis.active is False and hard is not None and hard.lower == hard.upper == 0


def _plain_axis(joint: Joint, axis: Axis) -> Axis:
    is_fixed, is_round = joint.type is JointType.FIXED, joint.type is JointType.CONTINUOUS
    hard = axis.hard
    if hard is not None:
        if is_fixed or (is_round and (hard.lower is None or hard.upper is None)):
            hard = replace(hard, lower=None, upper=None)
        elif hard.lower is not None and hard.upper is not None and hard.lower > hard.upper:
            hard = replace(hard, lower=hard.upper, upper=hard.lower)
    return replace(
        axis,
        hard=hard if hard != Limits() else None,
        circular=True if is_round else None,
        active=None if is_fixed or axis.coupling is not None or axis.active is not False else False,
        coupling=None if is_fixed else axis.coupling,
    )


def _bare_axis(axis: Axis) -> Axis:
    """Return an axis with nothing but the fields that the XML has; only then it shows whether a fixed joint has any."""
    hard = (
        Limits(origin=axis.hard.origin, **{name: getattr(axis.hard, name) for name in _LIMITS}) if axis.hard else None
    )
    fields = {name: getattr(axis, name) for name in _AXIS}
    return Axis(origin=axis.origin, hard=hard if hard != Limits() else None, **fields)


def with_equations(robot: Robot) -> Robot:
    """Keep the couplings that can be written as equations, and as they are read again."""
    names = {each.name for each in robot.all_joints}

    def change(joint: Joint) -> Joint:
        axes = tuple(
            replace(each, coupling=_read_again(each.coupling, names)) if each.coupling is not None else each
            for each in joint.axes
        )
        return joint if axes == joint.axes else replace(joint, axes=axes)

    return with_each_joint(robot, change)


def _read_again(coupling: Coupling, names: set[str]) -> Coupling | None:
    if isinstance(coupling, LinearCoupling):
        return coupling if coupling.joint in names else None
    position = _formula(coupling.expression, names)
    if position is None:
        return None
    rows = {field: _partials(getattr(coupling, field), names) for field in ("first_partials", "second_partials")}
    return FormulaCoupling(origin=coupling.origin, expression=position, **rows)


def _partials(partials: tuple[Partial, ...], names: set[str]) -> tuple[Partial, ...]:
    found = []
    for each in partials:
        expression = _formula(each.expression, names)
        if expression is not None and _formula(Variable(each.joint, each.axis), names) is not None:
            found.append(replace(each, expression=expression))
    return tuple(found)


def _formula(expression: Expression, names: set[str]) -> Expression | None:
    try:
        return parse(text_of(expression), names)
    except BadEquation:
        return None
