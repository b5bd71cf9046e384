"""Lock joints at values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import codes
from ..diagnostics import Report
from ..errors import UsageError
from ..facts.difference import Difference
from ..model import (
    Axis,
    AxisAngle,
    AxisAngles,
    Expression,
    FormulaCoupling,
    Joint,
    JointType,
    JointValue,
    Limits,
    Motion,
    Number,
    Partial,
    Pose,
    Robot,
    Variable,
    compose,
    linear,
    unit,
)
from ..model.expression import substituted
from ..model.joint import leaders
from ..model.record import replace
from ..model.renaming import names_in
from .marks import mark_of
from .naming import no_such
from .performing import perform
from .tracing import Verdict

Values = Mapping[str, "float | Sequence[float]"]
_SLACK = 1e-9


def lock(robot: Robot, values: Values, *, report: Report | None = None) -> Robot:
    """Return the robot with joints fixed at values, and with the joints that follow only locked ones fixed too.

    References in planner settings, states and the like are dropped and reported.

    Args:
        values: For each joint its value in radians or metres; one for each axis if it has several.

    Raises:
        UsageError: The joint does not exist, follows another one, or cannot have the value.
    """
    held = {name: _checked(robot, name, value) for name, value in values.items()}
    held |= _followers(robot, held)
    return perform(robot, lambda it: _held(it, held), _Judging(held), report)


def _held(robot: Robot, held: Mapping[str, tuple[float, ...]]) -> Robot:
    joints = tuple(_fixed(joint, held[joint.name]) if joint.name in held else joint for joint in robot.joints)
    return _unsaid(replace(robot, joints=tuple(_following(joint, held) for joint in joints)), held)


class _Judging:
    """Gives the reason for each change when joints are locked."""

    def __init__(self, held: Mapping[str, tuple[float, ...]]) -> None:
        self._held = held

    def __call__(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        fact = difference.before
        mark = mark_of(fact.origin) if fact is not None else None
        names = {name for kind, name in names_in(mark.node) if kind == "joint"} if mark is not None else set()
        locked = sorted(names & self._held.keys())
        match difference.path:
            case ("joint", name, *_) if name in self._held:
                return Verdict(codes.LOCKED)
            case ("extension", *_):
                return Verdict(codes.LOCKED)
            case ("joint", *_):
                return Verdict(codes.LOCKED) if locked else None
            case ("state", name, *_) if locked:
                named = ", ".join(f"'{each}'" for each in locked)
                return Verdict(codes.LEFT_OUT, f"the value in state '{name}' of {named}, which is locked")
            case ("cspace", *_) if locked:
                return Verdict(codes.LEFT_OUT, f"the place of '{locked[0]}' in the c-space")
            case ("default position" | "scene position" | "passive joint" as what, name):
                return Verdict(codes.LEFT_OUT, f"the {what} of '{name}', which is locked")
        return None


def _checked(robot: Robot, name: str, value: float | Sequence[float]) -> tuple[float, ...]:
    joint = next((each for each in robot.joints if each.name == name), None)
    if joint is None:
        raise no_such("joint", name, [each.name for each in robot.joints])
    numbers = tuple(value) if isinstance(value, Sequence) else (float(value),)
    wrong = _why_not(joint, numbers)
    if wrong is not None:
        raise UsageError(codes.LOCK, f"joint '{name}' cannot be locked: {wrong}", joint.origin)
    return numbers


def _why_not(joint: Joint, values: tuple[float, ...]) -> str | None:
    if leaders(joint):
        return f"it follows '{leaders(joint)[0]}'"
    if joint.type in (JointType.PLANAR, JointType.FLOATING, JointType.BALL, JointType.ON_OFF, None):
        return f"it is {joint.type.value if joint.type is not None else 'of unknown type'}"
    if joint.type is JointType.FIXED:
        return "it is fixed"
    if len(joint.axes) != len(values):
        return f"it has {len(joint.axes)} axes; got {len(values)} values"
    for axis, value in zip(joint.axes, values, strict=True):
        limits = axis.hard if joint.type is not JointType.CONTINUOUS and axis.hard is not None else Limits()
        for bound, sign in ((limits.lower, -1), (limits.upper, 1)):
            if bound is not None and sign * (value - bound) > _SLACK:
                return f"{value:g} is beyond its limit {bound:g}"
    return None


def _followers(robot: Robot, held: Mapping[str, tuple[float, ...]]) -> dict[str, tuple[float, ...]]:
    """Return the values of the joints that follow only locked ones, directly or indirectly."""
    followers: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        for leader in dict.fromkeys(leaders(joint)):
            followers.setdefault(leader, []).append(joint)
    known, pending = dict(held), list(held)
    while pending:
        for joint in followers.get(pending.pop(), ()):
            values = [_value(axis, known) for axis in joint.axes]
            if joint.name not in known and all(each is not None for each in values):
                known[joint.name] = tuple(each for each in values if each is not None)
                pending.append(joint.name)
    return {name: values for name, values in known.items() if name not in held}


def _value(axis: Axis, known: Mapping[str, tuple[float, ...]]) -> float | None:
    """Return the value of an axis that follows locked joints only."""
    coupling = axis.coupling
    straight = linear(coupling) if coupling is not None else None
    if straight is not None and straight.joint in known:
        factor = 1.0 if straight.multiplier is None else straight.multiplier
        return factor * known[straight.joint][straight.axis] + (straight.offset or 0.0)
    if isinstance(coupling, FormulaCoupling):
        from ..model import variables

        if all(each.joint in known for each in variables(coupling.expression)):
            return _evaluated(coupling, known)
    return None


def _evaluated(coupling: FormulaCoupling, known: Mapping[str, tuple[float, ...]]) -> float:
    import numpy as np

    from ..kinematics.formulas import evaluate

    values = {name: np.array([each]) for name, each in known.items()}
    return float(evaluate(coupling.expression, values, 1)[0])


def _fixed(joint: Joint, values: tuple[float, ...]) -> Joint:
    pose = joint.pose_in_parent
    for axis, value in zip(joint.axes, values, strict=True):
        pose = compose(pose, _motion(axis, value))
    return replace(joint, type=JointType.FIXED, pose_in_parent=pose, axes=())


def _motion(axis: Axis, value: float) -> Pose:
    x, y, z = unit(axis.direction_or_x)
    slide = value if axis.motion is Motion.SLIDE else (axis.pitch or 0.0) * value
    turn = AxisAngles((AxisAngle((x, y, z), value),)) if axis.motion is Motion.TURN else None
    return Pose((slide * x, slide * y, slide * z) if slide else None, turn if value else None)


def _following(joint: Joint, held: Mapping[str, tuple[float, ...]]) -> Joint:
    """Return a joint whose formula has both locked and other joints, following only the others."""

    def value(it: Variable) -> Expression:
        return Number(held[it.joint][it.axis]) if it.joint in held else it

    def partials(rows: tuple[Partial, ...]) -> tuple[Partial, ...]:
        left = (each for each in rows if each.joint not in held)
        return tuple(replace(each, expression=substituted(each.expression, value)) for each in left)

    def axis(it: Axis) -> Axis:
        formula = it.coupling
        if not isinstance(formula, FormulaCoupling):
            return it
        changed = replace(
            formula,
            expression=substituted(formula.expression, value),
            first_partials=partials(formula.first_partials),
            second_partials=partials(formula.second_partials),
        )
        return replace(it, coupling=changed)

    if not set(leaders(joint)) & held.keys():
        return joint
    return replace(joint, axes=tuple(map(axis, joint.axes)))


def _unsaid(robot: Robot, held: Mapping[str, tuple[float, ...]]) -> Robot:
    """Return the robot without values of locked joints, and without them in the configuration space."""

    def kept(values: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        return tuple(each for each in values if each.joint not in held)

    cspace = robot.cspace
    if cspace is not None:
        cspace = replace(cspace, joints=tuple(each for each in cspace.joints if each.joint not in held))
    return replace(
        robot,
        states=tuple(replace(each, values=kept(each.values)) for each in robot.states),
        default_positions=kept(robot.default_positions),
        scene_positions=kept(robot.scene_positions),
        passive_joints=tuple(each for each in robot.passive_joints if each.joint not in held),
        cspace=cspace,
    )
