"""Keyframes as named states: each gives a state of one name to every robot that moves."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from robotfmt import adapting
from robotfmt.diagnostics import Report
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml import nodes as xml
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.edit.tracing import mark_of
from robotfmt.model import Extension, ExtensionKind, JointType, JointValue, NamedState, Node, Origin, Pose, Robot
from robotfmt.model.pose import Quaternion, quaternion_of
from robotfmt.model.record import replace
from robotfmt.model.vectors import total

from ..codes import ATTACHED_KEYS
from ..document.expansion import Body, Expansion
from ..document.model import Model
from ..document.tree import Item
from ..document.views import numbers_of
from .plan import BodyPlan
from .robots import RobotReader, RobotTree

_SIZES = {JointType.FLOATING: (7, 6), JointType.BALL: (4, 3)}
"""The numbers of positions and velocities of joints with several."""
SEVERAL_INPUTS = frozenset({"pid", "dcmotor", "orientation", "plugin"})
"""Actuators whose number of controls depends on their attributes."""
_LEFT_OUT = ("act", "mpos", "mquat")


@dataclass(frozen=True)
class _Slot:
    """The place of a joint in a keyframe."""

    joint: str
    item: Item
    sizes: tuple[int, int]
    """The numbers of positions and of velocities of the joint."""
    reference: float
    """The position at which the model has its zero."""
    rest: tuple[float, ...]
    """The positions in which the body has its given pose."""


class Keyframes:
    """Reads the keyframes of a document, and those of the models that are attached to it."""

    def __init__(self, reader: RobotReader) -> None:
        self.reader = reader
        self.slots = list(_slots(reader.world, reader))
        self._moving = [each for each in reader.trees if each.robot.joints or each.robot.virtual_joints]
        self._tree_of = {name: tree for tree in reader.trees for name in movers(tree)}

    def read(self) -> None:
        """Add the states of all keyframes to the robots."""
        for number, item in enumerate(self.reader.model.parts("keyframe")):
            self._own(item, number)
        for model in self.reader.expansion.models:
            self._attached(model, model.parts("keyframe"))

    def _own(self, item: Item, number: int) -> None:
        """Take the positions of a keyframe, if it has one for each joint."""
        element = item.element
        numbers = numbers_of(element.peek("qpos") or "")
        if item.tag != "key" or numbers is None or not self._moving:
            return
        if sum(each.sizes[0] for each in self.slots) != len(numbers):
            return
        element.take().attribute("qpos")
        name = self._free_name(element.attribute("name"), number)
        item.place = self._add(name, numbers, element.origin)

    def _free_name(self, given: str | None, number: int, prefix: str = "") -> str:
        names = {each.name for tree in self._moving for each in tree.robot.states}
        wanted = f"{prefix}{given}" if given else None
        return wanted if wanted is not None and wanted not in names else f"{prefix}key_{number}"

    def _add(self, name: str, numbers: Sequence[float], origin: Origin) -> str:
        """Give a state to each robot that moves; return the place of its element."""
        values = list(self._values(numbers))
        for tree in self._moving:
            tree_values = tuple(each for each in values if self._tree_of.get(each.joint) is tree)
            if tree_values:
                state = NamedState(origin=origin, name=name, values=tree_values)
                tree.robot = replace(tree.robot, states=(*tree.robot.states, state))
        return f"/mujoco/keyframe/key[@name={in_quotes(name)}]"

    def _values(self, numbers: Iterable[float]) -> Iterator[JointValue]:
        """Yield the values of joints, relative to the zero of the model."""
        rest = deque(numbers)
        for each in self.slots:
            values = tuple(total(rest.popleft(), -each.reference) for _ in range(each.sizes[0]))
            yield JointValue(joint=each.joint, values=values)

    # Attached models

    def _attached(self, model: Model, items: list[Item]) -> None:
        """Read the keyframes of an attached model: the first copy of it moves, as in MuJoCo."""
        slots = self._own_slots(model) if items else []
        for number, item in enumerate(items):
            element = item.element.take()
            name = self._free_name(element.attribute("name"), number, model.prefix)
            qpos, qvel, ctrl = (numbers_of(element.attribute(each) or "") for each in ("qpos", "qvel", "ctrl"))
            item.place = self._add(name, self._vector(slots, 0, qpos), element.origin)
            more = self.reader.keys.setdefault(id(item), {})
            if qvel is not None:
                more["qvel"] = written_all(self._vector(slots, 1, qvel))
            if ctrl is not None:
                self._control(model, item, ctrl, more)
            for each in _LEFT_OUT:
                if element.attribute(each) is not None:
                    message = f"'{each}' of the keyframe '{name}' of an attached model is not read"
                    element.report(ATTACHED_KEYS, message, each)

    def _own_slots(self, model: Model) -> list[_Slot]:
        """Return the joints of a model in its own order, the ones that are not attached too."""
        report, model.document.report = model.document.report, Report()
        models = (model, *self.reader.expansion.models)
        copies = [list(each.suffixes) for each in models]
        try:
            world = Expansion().world(model)
        finally:
            model.document.report = report
            for each, suffixes in zip(models, copies, strict=True):
                each.suffixes[:] = suffixes
        parts = [part for body in world.walk() for part in body.of("joint", "freejoint")]
        sizes = (_SIZES.get(_type_of(part.view.peek("type"), part.view.tag), (1, 1)) for part in parts)
        return [_Slot("", part.view.item, size, 0.0, ()) for part, size in zip(parts, sizes, strict=True)]

    def _vector(self, slots: Iterable[_Slot], which: int, numbers: Sequence[float] | None) -> list[float]:
        """Return the positions (0) or velocities (1) of all joints, with those that a model gives for its own."""
        given: dict[int, deque[tuple[float, ...]]] = {}
        start = 0
        for each in slots:
            values = tuple((numbers or ())[start : start + each.sizes[which]])
            start += each.sizes[which]
            given.setdefault(id(each.item), deque()).append(values)
        found: list[float] = []
        for each in self.slots:
            row = given.get(id(each.item))
            values = row.popleft() if row else ()
            rest = each.rest if which == 0 else (0.0,) * each.sizes[1]
            found += values if len(values) == len(rest) else rest
        return found

    def _control(self, model: Model, item: Item, numbers: Sequence[float], more: dict[str, str]) -> None:
        """Note the controls of all actuators, with those that a model gives for its own."""
        family, found, waiting = _family(model), list[float](), deque(numbers)
        for each in (self.reader.model, *self.reader.expansion.models):
            rows = [row for section in each.sections("actuator") for row in section.children]
            is_own = any(each is one for one in family)
            if any(row.tag in SEVERAL_INPUTS for row in rows) or (is_own and len(waiting) < len(rows)):
                message = "'ctrl' of a keyframe of an attached model is not read"
                item.element.report(ATTACHED_KEYS, message, "ctrl")
                return
            copies = max(1, len(each.suffixes))
            found += [waiting.popleft() for _ in rows] if is_own else [0.0] * len(rows)
            found += [0.0] * (len(rows) * (copies - 1))
        more["ctrl"] = written_all(found)


def _family(model: Model) -> list[Model]:
    """Return a model, and the models that are attached to it."""
    return [model, *(inner for each in model.attached.values() for inner in _family(each))]


def _type_of(word: str | None, tag: str) -> JointType:
    if tag == "freejoint" or word == "free":
        return JointType.FLOATING
    return JointType.BALL if word == "ball" else JointType.REVOLUTE


def _slots(world: Body, reader: RobotReader) -> Iterator[_Slot]:
    """Yield the joints in the order of a keyframe."""
    for body in world.walk():
        # MuJoCo refuses a joint of the world itself, which is kept.
        parts = body.of("joint", "freejoint") if body is not world else []
        for part in parts:
            moves = reader.moves[part.name]
            rest: tuple[float, ...] = (moves.reference,)
            if moves.type is JointType.FLOATING:
                rest = _free_rest(body.pose or Pose())
            elif moves.type is JointType.BALL:
                rest = (1.0, 0.0, 0.0, 0.0)
            sizes = _SIZES.get(moves.type, (1, 1))
            yield _Slot(part.name, part.view.item, sizes, moves.reference, rest)


def _free_rest(pose: Pose) -> tuple[float, ...]:
    """Return the positions of a floating joint whose body has a pose in the world."""
    given = pose.rotation
    q = given if isinstance(given, Quaternion) else quaternion_of(pose.matrix)
    length = math.hypot(q.w, q.x, q.y, q.z)
    return (*pose.xyz, q.w / length, q.x / length, q.y / length, q.z / length)


def movers(tree: RobotTree) -> list[str]:
    """Return the names of the joints of a robot, and of the one by which it floats."""
    joints = [each.name for each in tree.robot.joints]
    return joints + [each.name for each in tree.robot.virtual_joints]


# The numbers of keyframes that belong to actuators, joints and bodies without a field in the model

Rows: TypeAlias = "list[tuple[Hashable, int]]"
"""What the numbers of a list belong to, each with its count of numbers; 0 if the count is unknown."""
_PLACE = "/mujoco/keyframe"
_LISTS = ("ctrl", "act", "qpos", "qvel", "mpos", "mquat")
_NUMBERS = {"qpos": {JointType.FLOATING: 7, JointType.BALL: 4}, "qvel": {JointType.FLOATING: 6, JointType.BALL: 3}}
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
    if name in _NUMBERS:
        return _moving(robot, _NUMBERS[name])
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
    """Return a number that identifies a node before and after an operation."""
    mark = mark_of(it.origin)
    return mark.key if mark is not None else id(it)
