"""Lock joints at values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import codes
from ..adapting.holding import Held, followers, with_joints_held
from ..diagnostics import Report
from ..errors import UsageError
from ..facts.difference import Difference
from ..model import Joint, JointType, Limits, Robot
from ..model.joint import leaders
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
    held |= followers(robot, held)
    return perform(robot, lambda it: with_joints_held(it, held), _Judging(held), report)


class _Judging:
    """Gives the reason for each change when joints are locked."""

    def __init__(self, held: Held) -> None:
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
