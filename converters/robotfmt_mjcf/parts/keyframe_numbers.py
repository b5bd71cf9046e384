"""The numbers of keyframes that belong to actuators, joints and bodies without a field in the model."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias

from robotfmt import adapting
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml import nodes as xml
from robotfmt.edit.tracing import mark_of
from robotfmt.model import Extension, ExtensionKind, JointType, Node, Robot
from robotfmt.model.record import replace

from ..document.views import numbers_of
from .plan import BodyPlan
from .states import SEVERAL_INPUTS

Rows: TypeAlias = "list[tuple[Hashable, int]]"
"""What the numbers of a list belong to, each with its count of numbers; 0 if the count is unknown."""
_PLACE = "/mujoco/keyframe"
_LISTS = ("ctrl", "act", "qpos", "qvel", "mpos", "mquat")
_SIZES = {"qpos": {JointType.FLOATING: 7, JointType.BALL: 4}, "qvel": {JointType.FLOATING: 6, JointType.BALL: 3}}
# The identity as a quaternion of MuJoCo, whose real part comes first.
_UNTURNED = (1.0, 0.0, 0.0, 0.0)
_RESTS: dict[tuple[str, int], tuple[float, ...]] = {
    ("mquat", 4): _UNTURNED,
    ("qpos", 4): _UNTURNED,
    ("qpos", 7): (0.0, 0.0, 0.0, *_UNTURNED),
}
"""The numbers of a joint or a body that is new, if these are not 0."""


def with_numbers(
    before: Sequence[Robot], after: Robot, *, is_one_document: bool = False
) -> tuple[Robot, dict[int, str]]:
    """Return an edited robot whose keyframes have a number for each actuator and each joint, and the reasons.

    What an operation adds gets 0, as in MuJoCo.

    Args:
        before: The robots before the operation.
        after: The robot after it.
        is_one_document: True if all robots before were in one document, whose keyframes they share.
    """
    reasons: dict[int, str] = {}
    made: list[Extension] = []
    for it in after.extensions:
        new: Extension | None = it
        if it.format == "mjcf" and it.place.startswith(_PLACE):
            sources = before if is_one_document else [each for each in before if _has(each, it)]
            new, reason = _followed(it, sources, after) if sources else (it, "")
            if reason:
                reasons[key_of(it)] = reason
        made += [new] if new is not None else []
    same = len(made) == len(after.extensions) and all(a is b for a, b in zip(made, after.extensions, strict=True))
    return (after if same else replace(after, extensions=tuple(made))), reasons


def _has(robot: Robot, it: Extension) -> bool:
    return any(key_of(each) == key_of(it) for each in robot.extensions)


def _followed(it: Extension, source: Sequence[Robot], after: Robot) -> tuple[Extension | None, str]:
    """Return numbers of a keyframe in the order of an edited robot, and the reason; None if it has none of them."""
    if it.kind is ExtensionKind.ATTRIBUTE and it.name in _LISTS:
        new = _renumbered(it.name, it.content, source, after)
        reason = f"'{it.name}' of a keyframe has the values of the present actuators and joints"
        return (it, "") if new == it.content else (replace(it, content=new) if new else None, reason)
    if it.kind is not ExtensionKind.ELEMENT or it.name != "key":
        return it, ""
    node = xml.subtree(it.content, None)
    changed = False
    for name in _LISTS:
        old = node.get(name)
        if old is None:
            continue
        new = _renumbered(name, old, source, after)
        changed |= new != old
        node.set(name, new)
        if not new:
            del node.attrib[name]
    reason = "the numbers of a keyframe are those of the present actuators and joints"
    return (replace(it, content=xml.canonical(node, None)), reason) if changed else (it, "")


def _renumbered(name: str, text: str, source: Sequence[Robot], after: Robot) -> str:
    """Return a list of numbers for an edited robot; the same if nothing changed, and an empty one if it cannot be."""
    first, now = [row for each in source for row in _rows(name, each)], _rows(name, after)
    if first == now:
        return text
    given, count = numbers_of(text) or (), sum(size for _, size in first)
    known = [each for each in now if each in first]
    if name == "act" or any(size == 0 for _, size in (*first, *now)) or len(given) > count:
        return ""
    numbers = (*given, *(0.0,) * (count - len(given)))  # as MuJoCo reads a shorter list
    places: dict[Hashable, tuple[float, ...]] = {}
    start = 0
    for row, size in first:
        places[row] = tuple(numbers[start : start + size])
        start += size
    found = [number for row, size in now for number in places.get(row, _rest(name, size))]
    return written_all(found) if known else ""


def _rest(name: str, size: int) -> tuple[float, ...]:
    return _RESTS.get((name, size), (0.0,) * size)


def _rows(name: str, robot: Robot) -> Rows:
    if name in ("ctrl", "act"):
        return actuator_rows(robot.extensions)
    if name in _SIZES:
        return _moving(robot, _SIZES[name])
    size = 3 if name == "mpos" else 4
    return [(key_of(each), size) for each in robot.extensions if each.name == "mocap" and each.content == "true"]


def actuator_rows(extensions: Iterable[Extension]) -> Rows:
    """Return the actuators among unrecognised content."""
    actuators = (each for each in extensions if each.place == "/mujoco/actuator" and each.kind is ExtensionKind.ELEMENT)
    return [(key_of(each), 0 if each.name in SEVERAL_INPUTS else 1) for each in actuators]


def _moving(robot: Robot, sizes: Mapping[JointType, int]) -> Rows:
    """Return the joints in the order of a keyframe, with the numbers of their positions or velocities."""
    plan = BodyPlan(adapting.on_links(robot))
    found: Rows = [(key_of(plan.free), sizes[JointType.FLOATING])] if plan.free is not None else []
    rows = [joint for link in plan.order for joint in plan.row(link)]
    known: dict[Hashable, int] = {}
    for joint in rows:
        number = known[key_of(joint)] = known.get(key_of(joint), 0) + 1
        found.append(((key_of(joint), number), sizes.get(joint.type or JointType.FIXED, 1)))
    return found


def key_of(it: Node) -> int:
    """Return what identifies a node before and after an operation."""
    mark = mark_of(it.origin)
    return mark.key if mark is not None else id(it)
