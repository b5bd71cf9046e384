"""The sections outside of bodies: equalities between joints, pairs of bodies, and keyframes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from robotfmt.documents import tokens
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.model import (
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    LinearCoupling,
    NamedState,
)
from robotfmt.model.record import replace

from ..codes import UNKNOWN_NAME
from ..document.classes import MAIN, kind_of
from ..document.expansion import Body
from ..document.model import Model
from ..document.tree import Item
from ..document.views import View
from ..writing.closing import PREFIX
from .robots import RobotReader, Tree

USER = "User"
"""The reason of pairs that a document excludes from contact."""


class Sections:
    """Reads the sections outside of bodies, for the robots that they concern."""

    def __init__(self, reader: RobotReader) -> None:
        self.reader = reader
        self.models = (reader.model, *reader.expansion.models)
        self._tree_of = {name: tree for tree in reader.trees for name in _movers(tree)}
        self._tree_with = {link.name: tree for tree in reader.trees for link in tree.robot.links}

    def read(self) -> None:
        """Add the sections to the robots that they concern."""
        for model in self.models:
            for item in model.parts("equality"):
                self._couple(model, item)
            for item in model.parts("contact"):
                self._exclude(model, item)
        for number, item in enumerate(self.reader.model.parts("keyframe")):
            self._keyframe(item, number)

    # Equalities

    def _couple(self, model: Model, item: Item) -> None:
        """Take an active equality that makes a joint a linear function of another one."""
        if (item.element.peek("name") or "").startswith(PREFIX):
            for name in tuple(item.element.take().attributes):
                item.element.attribute(name)
            return
        if item.tag != "joint":
            return
        view = View(item, model, kind_of("equality", "joint"), MAIN)
        item.element.give_back()
        if view.peek("active") == "false":
            return
        follower, leader = (_named(model, view.peek(name)) for name in ("joint1", "joint2"))
        numbers = _numbers(view.peek("polycoef") or "0 1 0 0 0")
        tree = self._tree_of.get(follower or "")
        if tree is None or leader is None or self._tree_of.get(leader) is not tree or numbers is None:
            self._tell_unknown(item, follower, leader)
            return
        constant, factor, *higher = (*numbers, *(0.0,) * (5 - len(numbers)))
        joint = next((each for each in tree.robot.joints if each.name == follower), None)
        if any(higher) or joint is None or len(joint.axes) != 1 or joint.axes[0].coupling is not None:
            return
        coupling = LinearCoupling(
            origin=view.origin, joint=leader, multiplier=factor, offset=constant if constant else None
        )
        for name in ("joint1", "joint2", "polycoef", "active"):
            view.word(name)
        item.element.take()
        _set_joint(tree, replace(joint, axes=(replace(joint.axes[0], coupling=coupling),)))
        item.place = f"/mujoco/equality/joint[@joint1={in_quotes(joint.name)}]"

    def _tell_unknown(self, item: Item, *names: str | None) -> None:
        for name in names:
            if name and name not in self._tree_of:
                item.element.report(UNKNOWN_NAME, f"joint '{name}' does not exist")

    # Pairs

    def _exclude(self, model: Model, item: Item) -> None:
        if item.tag != "exclude":
            return
        first, second = (_named(model, item.element.peek(name)) for name in ("body1", "body2"))
        if first is None or second is None:
            return
        tree = self._tree_with.get(first)
        if tree is None or self._tree_with.get(second) is not tree:
            for name in (first, second) if not model.prefix else ():
                if name != "world" and name not in self._tree_with:
                    item.element.report(UNKNOWN_NAME, f"body '{name}' does not exist")
            return
        for name in ("body1", "body2"):
            item.element.take().attribute(name)
        item.place = f"/mujoco/contact/exclude[@body1={in_quotes(first)}][@body2={in_quotes(second)}]"
        pair = IgnoredPair(origin=item.element.origin, first=first, second=second, reason=USER)
        tree.robot = replace(tree.robot, ignored_pairs=(*tree.robot.ignored_pairs, pair))

    # Keyframes

    def _keyframe(self, item: Item, number: int) -> None:
        """Take the joint values of a keyframe, if it concerns a single robot."""
        element = item.element
        numbers = _numbers(element.peek("qpos") or "")
        moving = [tree for tree in self.reader.trees if tree.robot.joints or tree.robot.virtual_joints]
        if item.tag != "key" or numbers is None or not moving:
            return
        values = list(_values(self.reader.world, self.reader, numbers))
        if sum(len(each.values) for each in values) != len(numbers):
            return
        element.take().attribute("qpos")
        given = element.attribute("name")
        names = {each.name for tree in moving for each in tree.robot.states}
        name = given if given and given not in names else f"key_{number}"
        item.place = f"/mujoco/keyframe/key[@name={in_quotes(name)}]"
        for tree in moving:
            own = tuple(each for each in values if self._tree_of.get(each.joint) is tree)
            if own:
                state = NamedState(origin=element.origin, name=name, values=own)
                tree.robot = replace(tree.robot, states=(*tree.robot.states, state))


def _values(world: Body, reader: RobotReader, numbers: Iterable[float]) -> Iterator[JointValue]:
    """Yield the values of joints in the order of the document, relative to the zero of the model."""
    rest = list(numbers)
    for body in world.walk():
        for part in body.of("joint", "freejoint"):
            moves = reader.moves[part.name]
            count = {JointType.FLOATING: 7, JointType.BALL: 4}.get(moves.type, 1)
            values, rest = rest[:count], rest[count:]
            if count == 1:
                values = [each - moves.reference for each in values]
            yield JointValue(joint=part.name, values=tuple(values))


def _set_joint(tree: Tree, joint: Joint) -> None:
    joints = tuple(joint if each.name == joint.name else each for each in tree.robot.joints)
    tree.robot = replace(tree.robot, joints=joints)


def _named(model: Model, name: str | None) -> str | None:
    return f"{model.prefix}{name}" if name else None


def _numbers(text: str) -> tuple[float, ...] | None:
    try:
        return tokens.reals(text) if text.strip() else None
    except tokens.BadToken:
        return None


def _movers(tree: Tree) -> list[str]:
    """Return the names of the joints of a robot, and of the one by which it floats."""
    joints = [each.name for each in tree.robot.joints]
    return joints + [each.name for each in tree.robot.virtual_joints]
