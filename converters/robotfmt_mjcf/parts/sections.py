"""The sections outside of bodies: equalities, pairs of bodies, and keyframes."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import (
    Coupling,
    FormulaCoupling,
    IgnoredPair,
    Joint,
    JointType,
    LinearCoupling,
    NamedState,
    Number,
    Pose,
    Variable,
    compose,
    linear,
)
from robotfmt.model.expression import polynomial, polynomial_of
from robotfmt.model.record import replace
from robotfmt.model.vectors import total

from ..codes import UNKNOWN_NAME
from ..document.classes import MAIN, kind_of
from ..document.model import Model
from ..document.tree import Item
from ..document.views import ClassedElement, numbers_of
from .links_written import BodyWriter
from .loops import TAGS, equalities, read_loop
from .notation import layout_of
from .pairs import unwritten
from .robots import WORLD, RobotReader, RobotTree
from .states import Keyframes, movers

# Equalities of joints

_COUNT = 5
"""The number of coefficients of MuJoCo's ``polycoef``."""


def coupling_of(leader: str | None, numbers: tuple[float, ...]) -> Coupling:
    """Return what ``polycoef`` makes of a joint: a factor and an offset, a formula, or without a leader a constant."""
    constant, factor, *higher = (*numbers, *(0.0,) * (_COUNT - len(numbers)))
    if leader is None:
        return FormulaCoupling(expression=Number(constant))
    if any(higher):
        return FormulaCoupling(expression=polynomial_of(Variable(leader), (constant, factor, *higher)))
    return LinearCoupling(joint=leader, multiplier=factor, offset=constant if constant else None)


def polycoef(coupling: Coupling) -> tuple[str | None, tuple[float, ...]] | None:
    """Return the joint that another one follows and the coefficients; None for a coupling unknown to MuJoCo."""
    plain = linear(coupling)
    if plain is not None:
        factor = 1.0 if plain.multiplier is None else plain.multiplier
        return None if plain.axis else (plain.joint, (plain.offset or 0.0, factor, 0.0, 0.0, 0.0))
    found = polynomial(coupling.expression) if isinstance(coupling, FormulaCoupling) else None
    if found is None or len(found[1]) > _COUNT or (found[0] is not None and found[0].axis):
        return None
    leader = found[0].joint if found[0] is not None else None
    return leader, (*found[1], *(0.0,) * (_COUNT - len(found[1])))


class Sections:
    """Reads the sections outside of bodies into the robots, and what holds robots together.

    Args:
        reader: The reader of the bodies.
        whole: True if the world is read; otherwise what holds robots together is content that is not read.
    """

    def __init__(self, reader: RobotReader, whole: bool) -> None:
        self.reader = reader
        self.whole = whole
        self.models = (reader.model, *reader.expansion.models)
        self._tree_of = {name: tree for tree in reader.trees for name in movers(tree)}
        self._at_zero: dict[int, dict[str, Pose]] = {}
        """The poses of the links of robots with all joints at zero, by the ids of the trees."""
        self._tree_with = {link.name: tree for tree in reader.trees for link in tree.robot.links}

    def read(self) -> None:
        """Add couplings, loops, ignored pairs and states to the robots."""
        for model in self.models:
            for item in model.parts("equality"):
                self._couple(model, item)
            for item in model.parts("contact"):
                self._exclude(model, item)
        Keyframes(self.reader).read()

    # Equalities

    def _couple(self, model: Model, item: Item) -> None:
        """Take an active equality that makes a joint a polynomial of another one, or holds it at a value."""
        if item.tag in TAGS:
            self._close(model, item)
        if item.tag != "joint":
            return
        view = ClassedElement(item, model, kind_of("equality", "joint"), MAIN)
        item.element.give_back()
        if view.peek("active") == "false":
            return
        numbers = numbers_of(view.peek("polycoef") or "0 1 0 0 0")
        found = [self._coupled(view, suffix, numbers) for suffix in model.suffixes or ("",)]
        if any(each is None for each in found):
            return
        for name in ("joint1", "joint2", "polycoef", "active"):
            view.word(name)
        item.element.take()
        for suffix, pair in zip(model.suffixes or ("",), found, strict=True):
            if pair is not None:
                _set_joint(*pair)
                place = f"/mujoco/equality/joint[@joint1={in_quotes(pair[1].name)}]"
                self._placed(item, view, place, suffix)

    def _coupled(
        self, view: ClassedElement, suffix: str, numbers: tuple[float, ...] | None
    ) -> tuple[RobotTree, Joint] | None:
        """Return the joint that an equality moves, and its robot; None if the model has no such coupling."""
        follower, leader = (_named(view.model, view.peek(name), suffix) for name in ("joint1", "joint2"))
        tree = self._tree_of.get(follower or "")
        is_known = tree is not None and (leader is None or self._tree_of.get(leader) is tree)
        if tree is None or not is_known or numbers is None:
            self._report_unknown(view.item, follower, leader)
            return None
        joint = next((each for each in tree.robot.joints if each.name == follower), None)
        if joint is None or len(joint.axes) != 1 or joint.axes[0].coupling is not None:
            return None
        coupling = replace(coupling_of(leader, numbers), origin=view.origin)
        return tree, replace(joint, axes=(replace(joint.axes[0], coupling=coupling),))

    def _close(self, model: Model, item: Item) -> None:
        """Take an active equality that holds two bodies of a robot together, or a weld of two robots of a world."""
        view = ClassedElement(item, model, kind_of("equality", item.tag), MAIN)
        item.element.give_back()
        suffixes = model.suffixes or ("",)
        pairs = [
            tuple(_named(model, view.peek(each), suffix) or "" for each in ("body1", "body2")) for suffix in suffixes
        ]
        trees = [self._trees_of(*pair) for pair in pairs]
        most = 2 if item.tag == "weld" and self.whole else 1
        if view.peek("active") == "false" or not all(0 < len(each) <= most for each in trees):
            return
        item_name = item.element.take().attribute("name")
        found: list[tuple[tuple[RobotTree, ...], str, Joint]] = []
        for suffix, (first, second), ends in zip(suffixes, pairs, trees, strict=True):
            name = self._loop_name(_named(model, item_name, suffix) or "", f"{first}_{second}_loop", view)
            joint = read_loop(view, name, (first, second), self._poses(*ends))
            if joint is None:
                item.element.give_back()
                return
            found.append((ends, suffix, joint))
        for name in ("body1", "body2"):
            view.word(name)
        for ends, suffix, joint in found:
            self._hold(ends, joint)
            name = self.reader.joints.true.get(joint.name, joint.name)
            self._placed(item, view, f"/mujoco/equality/{item.tag}[@name={in_quotes(name)}]", suffix)

    def _hold(self, trees: tuple[RobotTree, ...], joint: Joint) -> None:
        """Add a joint that closes a loop to its robot, or one between two robots to the world."""
        first, *others = trees
        if others:
            self.reader.between.append((first, others[0], joint))
        else:
            first.robot = replace(first.robot, loops=(*first.robot.loops, joint))

    def _poses(self, *trees: RobotTree) -> dict[str, Pose]:
        """Return the poses of the links of one robot in its root, or of those of several in the world."""
        for tree in trees:
            if id(tree) not in self._at_zero:
                self._at_zero[id(tree)] = poses_at_zero(tree.robot)
        if len(trees) == 1:
            return self._at_zero[id(trees[0])]
        found = ((link, compose(each.pose, pose)) for each in trees for link, pose in self._at_zero[id(each)].items())
        return dict(found)

    def _loop_name(self, given: str, default: str, view: ClassedElement) -> str:
        """Return the given or default name of a loop joint; if another joint has it, as MuJoCo allows, another one."""
        names = self.reader.joints
        if given in names.taken:
            return names.renamed(given, f"{given}_loop", view.origin, "joint")
        return names.name(given, default, view.origin, "joint")

    def _trees_of(self, first: str, second: str) -> tuple[RobotTree, ...]:
        """Return the robot that has two bodies, or the two robots; none if one of these is the world."""
        one, other = self._tree_with.get(first), self._tree_with.get(second)
        if one is None or other is None or WORLD in (first, second):
            return ()
        return (one,) if one is other else (one, other)

    def _tree_of_both(self, first: str, second: str) -> RobotTree | None:
        """Return the robot that has two bodies; None if they are not of one robot, or one is the world."""
        found = self._trees_of(first, second)
        return found[0] if len(found) == 1 else None

    def _placed(self, item: Item, view: ClassedElement, place: str, suffix: str) -> None:
        """Note the place of an element; those of attached models have several, one for each time."""
        if view.model is self.reader.model:
            item.place = place
        else:
            self.reader.copies.setdefault(id(item), []).append((view, place, suffix))

    def _report_unknown(self, item: Item, *names: str | None) -> None:
        for name in names:
            if name and name not in self._tree_of:
                item.element.report(UNKNOWN_NAME, f"joint '{name}' does not exist")

    # Pairs

    def _exclude(self, model: Model, item: Item) -> None:
        """Read an ``exclude`` of two bodies of one robot as an ignored pair."""
        if item.tag != "exclude":
            return
        ends = [item.element.peek(name) for name in ("body1", "body2")]
        pairs = [tuple(_named(model, end, suffix) or "" for end in ends) for suffix in model.suffixes or ("",)]
        if not all(ends) or any(self._apart(model, item, *pair) for pair in pairs):
            return
        for name in ("body1", "body2"):
            item.element.take().attribute(name)
        view = ClassedElement(item, model, None, MAIN)
        for suffix, (first, second) in zip(model.suffixes or ("",), pairs, strict=True):
            place = f"/mujoco/contact/exclude[@body1={in_quotes(first)}][@body2={in_quotes(second)}]"
            self._placed(item, view, place, suffix)
            tree = self._tree_with[first]
            pair = IgnoredPair(origin=item.element.origin, first=first, second=second)
            tree.robot = replace(tree.robot, ignored_pairs=(*tree.robot.ignored_pairs, pair))

    def _apart(self, model: Model, item: Item, first: str, second: str) -> bool:
        """Return True if two bodies are not of one robot; of such that do not exist this is reported."""
        if self._tree_of_both(first, second) is not None:
            return False
        for name in (first, second) if not model.prefix else ():
            if name != "world" and name not in self._tree_with:
                item.element.report(UNKNOWN_NAME, f"body '{name}' does not exist")
        return True


def _set_joint(tree: RobotTree, joint: Joint) -> None:
    joints = tuple(joint if each.name == joint.name else each for each in tree.robot.joints)
    tree.robot = replace(tree.robot, joints=joints)


def _named(model: Model, name: str | None, suffix: str) -> str | None:
    return f"{model.prefix}{name}{suffix}" if name else None


_COUNTS = {JointType.FLOATING: 7, JointType.BALL: 4}
"""The numbers of values of joints with several."""


class WholeWriter:
    """Writes the sections outside of bodies.

    Args:
        bodies: The writer of the bodies, which has the plan.
    """

    def __init__(self, bodies: BodyWriter) -> None:
        self.bodies, self.plan, self.robot = bodies, bodies.plan, bodies.robot
        layout = layout_of(self.robot)
        self._names = layout.names if layout is not None else {}

    @property
    def moves(self) -> bool:
        """True if the robot has values in keyframes."""
        return any(True for _ in self._positions())

    def couplings(self) -> Iterator[Node]:
        """Yield the equalities that couple joints."""
        for joint in self._movers():
            coupling = joint.axes[0].coupling if joint.axes else None
            found = polycoef(coupling) if coupling is not None else None
            if found is not None:
                leader, numbers = found
                yield make("joint", {"joint1": joint.name, "joint2": leader, "polycoef": numbers})
        yield from equalities(self.plan, self._names)

    def _movers(self) -> list[Joint]:
        """Return the joints of all bodies, in the order of their values."""
        return [joint for link in self.plan.order for joint in self.plan.row(link)]

    def pairs(self) -> Iterator[Node]:
        """Yield the excluded pairs of bodies, but for those that MuJoCo filters anyway."""
        left_out = unwritten(self.robot)
        for pair in self.robot.ignored_pairs:
            if pair not in left_out:
                yield make("exclude", {"body1": (pair.first), "body2": (pair.second)})

    # Keyframes

    def states(self) -> dict[str, tuple[float, ...]]:
        """Return the values of all joints in each state, by its name."""
        return {each.name: tuple(self._position(each)) for each in self.robot.states}

    def _position(self, state: NamedState) -> Iterator[float]:
        """Yield the values of all joints in a state, in the order of a keyframe."""
        given = {each.joint: each.values for each in state.values}
        for name, count in self._positions():
            reference = self.bodies.references.get(name, 0.0)
            yield from (total(each, reference) if count == 1 else each for each in given[name])

    def _positions(self) -> Iterator[tuple[str, int]]:
        """Yield each joint with the count of its values, in the order of a keyframe."""
        free = self.plan.free
        if free is not None:
            yield free.name, 7
        for joint in self._movers():
            yield joint.name, _COUNTS.get(joint.type or JointType.FIXED, 1)
