"""Joints: types, ends, axes."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.documents.xml.element import Element
from robotfmt.model import (
    Axis,
    Joint,
    JointType,
    LinearCoupling,
    Motion,
    Pose,
    Vector3,
    is_identity,
    rotate,
)
from robotfmt.model.record import replace
from robotfmt.model.vectors import unit
from robotfmt.words.elements import read_parts

from ..codes import JOINT_END, JOINT_TYPE, UNKNOWN_FRAME, ZERO_AXIS
from ..document.scopes import MODEL, ROOT, Item, Scope, end_of
from ..document.tree import Tree
from ..words import MIMIC
from .axes import read_dynamics, read_joint_simulation, read_limits, read_pitch

TYPES = {
    "revolute": JointType.REVOLUTE,
    "continuous": JointType.CONTINUOUS,
    "prismatic": JointType.PRISMATIC,
    "fixed": JointType.FIXED,
    "ball": JointType.BALL,
    "universal": JointType.UNIVERSAL,
    "revolute2": JointType.COMPOUND,
    "screw": JointType.SCREW,
}
WORDS = {kind: word for word, kind in TYPES.items()}
"""SDF's words for joint types; a compound joint has two rotations, or else becomes a chain of joints."""
AXES = ("axis", "axis2")
_UP: Vector3 = (0.0, 0.0, 1.0)


class JointReader:
    """Reads the joints of one robot."""

    def __init__(self, tree: Tree, names: dict[str, str], words: dict[str, str], axes: dict[str, Vector3]) -> None:
        self.tree = tree
        self.names = names
        """The names of links in the robot, by key."""
        self.words = words
        self.axes = axes

    def read(self, scope: Scope, item: Item, name: str, called: Callable[[str, Item], str]) -> Joint:
        """Return the joint of an element that is no gearbox."""
        element = item.element
        kind = (element.peek("type") or "").strip().lower()
        joint_type = self._type(element, name, kind)
        parent, child = self._end(scope, item, name, "parent"), self._end(scope, item, name, "child")
        if parent is not None and parent == child:
            element.report(JOINT_END, f"joint '{name}' has the same link as parent and child")
        between = self.tree.frames.between
        in_child = between(child, item.key) if child is not None else None
        pitch, written_pitch = read_pitch(element)
        if written_pitch is not None:
            self.words[f"pitch/{name}"] = written_pitch
        axes = tuple(self._axes(scope, item, name, joint_type, pitch, called))
        return Joint(
            origin=element.origin,
            name=name,
            type=joint_type,
            parent=self._link(parent),
            child=self._link(child),
            pose_in_parent=between(parent, item.key) if parent is not None else None,
            pose_in_child=None if is_identity(in_child) else in_child,
            axes=axes,
            simulation=read_joint_simulation(element),
        )

    def link_key(self, scope: Scope, item: Item, word: str) -> str | None:
        """Return the key of the link that a name leads to; None if it leads to none."""
        key = scope.named(word, item.home) if word else None
        return self.tree.bodies.link(key) if key is not None else None

    def _link(self, key: str | None) -> str | None:
        return "world" if key == ROOT else self.names.get(key or "")

    def _type(self, element: Element, name: str, word: str) -> JointType | None:
        if word in TYPES:
            element.attribute("type")
            return TYPES[word]
        given = f"type '{word}', which SDF does not have" if word else "no type"
        element.report(JOINT_TYPE, f"joint '{name}' has {given}", "type" if word else None)
        return None

    def _end(self, scope: Scope, item: Item, name: str, tag: str) -> str | None:
        """Take an end of a joint; return the link that it resolves to."""
        element = item.element.find(tag)
        word = end_of(item.element, tag)
        if element is None or not word:
            item.element.report(JOINT_END, f"joint '{name}' has no <{tag}>")
            return None
        key = scope.named(word, item.home)
        if key is None and word == "world" and tag == "parent":
            key = ROOT
        link = self.tree.bodies.link(key) if key is not None else None
        if link is None or (tag == "child" and link == ROOT):
            element.report(JOINT_END, f"joint '{name}': the {tag} '{word}' does not resolve to a link of the model")
            return None
        element.take().take_text()
        element.attribute("link")
        if key != link:
            self.words[f"{tag}/{name}"] = word
        return link

    def _axes(
        self,
        scope: Scope,
        item: Item,
        name: str,
        joint_type: JointType | None,
        pitch: float | None,
        called: Callable[[str, Item], str],
    ) -> list[Axis]:
        """Return the given axes; a joint that turns or slides about one always has an axis."""
        found: list[Axis] = []
        given = [item.element.find(tag) for tag in AXES]
        if given[0] is None and joint_type in (JointType.FIXED, JointType.BALL, None):
            return []
        count = 2 if joint_type in (JointType.UNIVERSAL, JointType.COMPOUND) else 1
        for index in range(count):
            element = given[index]
            origin = (element or item.element).origin
            motion = Motion.SLIDE if joint_type is JointType.PRISMATIC else Motion.TURN
            axis = Axis(origin=origin, motion=motion, direction=_UP, pitch=None if index else pitch)
            found.append(self._axis(scope, item, name, index, element.take(), axis, called) if element else axis)
        return found

    def _axis(
        self,
        scope: Scope,
        item: Item,
        name: str,
        index: int,
        element: Element,
        axis: Axis,
        called: Callable[[str, Item], str],
    ) -> Axis:
        """Return an axis with the limits, dynamics and coupling of its element."""
        limits, words = read_limits(element)
        self.words.update({f"{field}/{name}/{index}": word for field, word in words.items()})
        return replace(
            axis,
            direction=self.direction(scope, item, name, index, element),
            hard=limits,
            dynamics=read_dynamics(element),
            coupling=_coupling(element, item, called),
        )

    def direction(self, scope: Scope, item: Item, name: str, index: int, axis: Element) -> Vector3:
        """Take the direction of an axis, rotated from its own frame into that of the joint."""
        element = axis.find("xyz")
        direction = _xyz(axis, element)
        word = self._expressed_in(item, axis, element)
        if not word:
            return direction
        key = scope.named(word, item.home)
        if key is None:
            assert element is not None
            message = f"the axis of joint '{name}' is expressed in '{word}', which does not exist in its scope"
            element.report(UNKNOWN_FRAME, message, "expressed_in")
            return direction
        self.words[f"expressed/{name}/{index}"] = word
        self.axes[f"{name}/{index}"] = direction
        turned = self.tree.frames.between(item.key, key)
        return direction if turned.matrix == Pose().matrix else rotate(turned.matrix, direction)

    def _expressed_in(self, item: Item, axis: Element, xyz: Element | None) -> str:
        """Return the frame of an axis: until SDF 1.4 that of the model, and in 1.5 and 1.6 on request."""
        frame = (xyz.attribute("expressed_in") or "").strip() if xyz is not None else ""
        if frame or item.version > (1, 6):
            return frame
        if item.version <= (1, 4):
            return MODEL
        flag = axis.find("use_parent_model_frame")
        if flag is None:
            return ""
        return MODEL if flag.take().take_text().lower() in ("true", "1") else ""


def _xyz(axis: Element, element: Element | None) -> Vector3:
    if element is None:
        direction = axis.vector("xyz")
    else:
        values = element.take().text_numbers(3)
        direction = (values[0], values[1], values[2]) if values is not None else None
    if direction is None:
        return _UP
    if unit(direction) == (0.0, 0.0, 0.0):
        joint = axis.parent.peek("name") if axis.parent is not None else None
        axis.report(ZERO_AXIS, f"the axis of joint '{joint}' is 0 0 0; it is read as 0 0 1")
        return _UP
    return direction


def _coupling(axis: Element, item: Item, called: Callable[[str, Item], str]) -> LinearCoupling | None:
    """Take the mimic of an axis, which SDF has since version 1.11."""
    element = axis.find("mimic")
    leader = element.peek("joint") if element is not None else None
    which = element.peek("axis") or "axis" if element is not None else ""
    if element is None or not leader or which not in AXES:
        return None
    element.take().attribute("joint")
    element.attribute("axis")
    found = read_parts(element, MIMIC)
    reference = element.find("reference")
    if reference is not None:
        values = reference.take().text_numbers(1)
        shift = (found.get("multiplier", 1.0)) * (values[0] if values is not None else 0.0)
        if shift:
            found["offset"] = found.get("offset", 0.0) - shift
    return LinearCoupling(origin=element.origin, joint=called(leader, item), axis=AXES.index(which), **found)
