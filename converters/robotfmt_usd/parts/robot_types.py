"""The types of robots that Isaac Sim has words for, as far as the joints show them (``isaac:robotType``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from robotfmt.kinematics.tree import downward, poses_at_zero, roots
from robotfmt.model import Base, Joint, JointType, Pose, Robot, compose, rotate, unit

DEFAULT = "Default"
_ARM, _LEG, _LEAST = 4, 5, 3
"""The least number of joints of an arm on a body, of a leg of a humanoid, and of a manipulator."""
_MOST = 300
"""The largest number of joints of a robot whose type is sought."""
_LEVEL = 0.1
"""The largest z component of the axis of a wheel."""


class Limb(NamedTuple):
    """Joints in a row, and the limbs at the end of the last one."""

    joints: tuple[Joint, ...]
    further: tuple[Limb, ...]

    @property
    def all(self) -> Iterator[Limb]:
        """The limb and those further out."""
        yield self
        for each in self.further:
            yield from each.all


def robot_type(robot: Robot) -> tuple[str, str]:
    """Return the type of a robot that its joints show, with the reason; ``Default`` if they do not show one."""
    limbs = _limbs(robot) if len(roots(robot)) == 1 else ()
    still = poses_at_zero(robot)
    wheels = [each for each in limbs if _is_wheel(each, still)]
    others = [each for each in limbs if each not in wheels]
    if len(wheels) >= 2:
        longest = max((len(it.joints) for each in others for it in each.all), default=0)
        kind = "Mobile Manipulators" if longest >= _ARM else "Wheeled"
        return kind, f"{len(wheels)} wheels" + (f" and a chain of {longest} joints" if longest >= _ARM else "")
    if robot.base is Base.FLOATING:
        return _legged(others, still)
    lengths = [len(each.joints) for each in others]
    if len(others) == 1 and lengths[0] >= _LEAST and all(_count(it) < lengths[0] for it in others[0].further):
        return "Manipulator", f"a chain of {lengths[0]} joints on a fixed base"
    return DEFAULT, ""


def _legged(limbs: list[Limb], still: dict[str, Pose]) -> tuple[str, str]:
    """Return the type of a robot whose base floats."""
    lengths = [len(each.joints) for each in limbs]
    plain = [each for each in limbs if not each.further and _hangs(each, still)]
    if len(limbs) == len(plain) == 4 and len(set(lengths)) == 1 and lengths[0] > 1:
        return "Quadruped", f"four chains of {lengths[0]} joints on a base that floats"
    legs = [each for each in plain if len(each.joints) >= _LEG]
    arms = [each for each in limbs if each not in legs]
    if len(legs) == 2 and len(legs[0].joints) == len(legs[1].joints) and _has_pair(arms):
        return "Humanoid", f"two legs of {len(legs[0].joints)} joints and two arms"
    return DEFAULT, ""


def _limbs(robot: Robot) -> tuple[Limb, ...]:
    """Return the limbs of a robot: its driven joints in rows, without those that follow others."""
    order, below = list[Joint](), dict[str, list[Joint]]()
    above: dict[str, str] = {}
    for joint in downward(robot):
        nearest = above.get(joint.parent or "", "")
        if joint.type is not JointType.FIXED and joint.axes and joint.axes[0].coupling is None:
            order.append(joint)
            below.setdefault(nearest, []).append(joint)
            nearest = joint.name
        above[joint.child or ""] = nearest
    made: dict[str, Limb] = {}
    for joint in reversed(order[:_MOST]):  # each after those below it
        after = [made[each.name] for each in below.get(joint.name, ()) if each.name in made]
        row, further = (after[0].joints, after[0].further) if len(after) == 1 else ((), tuple(after))
        made[joint.name] = Limb((joint, *row), further)
    return tuple(made[each.name] for each in below.get("", ())) if len(order) <= _MOST else ()


def _is_wheel(limb: Limb, still: dict[str, Pose]) -> bool:
    """Return True for a joint that turns endlessly about a level axis, or one that is steered."""
    last = limb.joints[-1]
    x = rotate(compose(still[last.parent or ""], last.pose_in_parent).matrix, unit(last.axes[0].direction_or_x))
    endless = all(each.type is JointType.CONTINUOUS for each in limb.joints)
    return endless and len(limb.joints) <= 2 and not limb.further and abs(x[2]) < _LEVEL


def _hangs(limb: Limb, still: dict[str, Pose]) -> bool:
    """Return True for a leg, whose end is lower than its start; fingers of a hand point up or forward."""
    first, last = (still[each.child or ""].xyz[2] for each in (limb.joints[0], limb.joints[-1]))
    return last < first


def _count(limb: Limb) -> int:
    return sum(len(each.joints) for each in limb.all)


def _has_pair(limbs: Iterable[Limb]) -> bool:
    """Return True if two limbs at one place are as long as each other and as arms."""
    found = list(limbs)
    lengths = [len(each.joints) for each in found if len(each.joints) >= _ARM]
    return len(set(lengths)) < len(lengths) or any(_has_pair(each.further) for each in found)
