"""The ``scene`` of a document: the instanced scenes, the node of each link, and the joint values.

``bind_kinematics_model`` names the node of the first link, ``bind_joint_axis`` the transform element that moves; the
node that contains it belongs to the child link.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Motion, Robot

from ..document.addresses import Found, Index
from ..document.claims import claim, claim_below, claim_texts
from ..document.producer import Dialect
from .axes import WrittenAxis
from .body import SCENE, Ids, JointDraft
from .nodes import node_sid


@dataclass(frozen=True, slots=True)
class Binding:
    """A ``bind_joint_axis``: an axis, the transform element that it moves, and its value."""

    element: Element
    axis: Found
    target: Element | None
    value: float | None

    def is_of(self, draft: JointDraft) -> bool:
        """Return True if the binding is of this joint, and not of another instance of it."""
        return draft.element in (self.axis.element, self.axis.element.parent, *self.axis.via)


@dataclass(frozen=True, slots=True)
class ModelBinding:
    """A ``bind_kinematics_model``: an instance of a model, and the node of its first link."""

    element: Element
    model: Element
    node: Element


class SceneOfDocument:
    """The ``scene`` of one document."""

    def __init__(self, index: Index, document: Document) -> None:
        self.index = index
        self.element = next((each for each in document.root.children if each.tag == "scene"), None)
        self.instance = self.instance_of("kinematics_scene")
        self.kinematics = self.instanced("kinematics_scene")

    def instanced(self, tag: str) -> Element | None:
        """Return the instanced scene of a kind; report it if it does not exist."""
        instance = self.instance_of(tag)
        target = self.index.instanced(instance) if instance is not None else None
        if instance is not None and target is None:
            self.index.report_missing(instance, tag.replace("_", " "))
        return target

    def instance_of(self, tag: str) -> Element | None:
        """Return the instance of a scene of a kind."""
        element = self.element.take().child(f"instance_{tag}") if self.element is not None else None
        return claim(element) if element is not None else None

    def joints(self) -> list[Binding]:
        """Return the axes that ``<bind_joint_axis>`` of the scene refers to, each with the node that it moves and its
        value.
        """
        found: list[Binding] = []
        for bind in self.instance.children_of("bind_joint_axis") if self.instance is not None else []:
            claim_below(bind, "axis", "value", "param", "SIDREF", "float", "int")
            claim_texts(bind, "param", "SIDREF")
            axis = self._address(bind.child("axis"))
            target = self.index.sidref(bind.peek("target"), bind)
            if axis is not None:
                element = target.element if target is not None else None
                found.append(Binding(bind, axis, element, self._value(bind.child("value"))))
        return found

    def models(self) -> list[ModelBinding]:
        """Return the models that ``<bind_kinematics_model>`` of the scene refers to, each with its node."""
        found: list[ModelBinding] = []
        for bind in self.instance.children_of("bind_kinematics_model") if self.instance is not None else []:
            claim_below(bind, "param", "SIDREF")
            claim_texts(bind, "param", "SIDREF")
            model = self._address(bind)
            node = self.index.sidref(bind.peek("node"), bind)
            if model is not None and node is not None:
                found.append(ModelBinding(bind, model.element, node.element))
        return found

    def _address(self, parent: Element | None) -> Found | None:
        for child in parent.children if parent is not None else []:
            if child.tag == "SIDREF":
                return self.index.sidref(child.text.strip(), child)
            if child.tag == "param" and self.kinematics is not None:
                return self.index.parameter(child.peek("ref") or child.text.strip(), self.kinematics)
        return None

    def _value(self, parent: Element | None) -> float | None:
        for child in parent.children if parent is not None else []:
            if child.tag in ("float", "int"):
                return child.text_number()
            if child.tag == "param" and self.kinematics is not None:
                name = child.peek("ref") or child.text.strip()
                found = self.index.parameter(name, self.kinematics)
                return self._value(found.element) if found is not None else None
        return None


# Writing


def write_bindings(robot: Robot, ids: Ids, axes: list[WrittenAxis], dialect: Dialect) -> list[Node]:
    """Return the bindings of a robot between the kinematics scene and the visual one."""
    children = {joint.child for joint in robot.joints}
    root = next((link.name for link in robot.links if link.name not in children), None)
    values = {value.joint: value.values for value in robot.scene_positions}
    first = f"{ids.visual}/{node_sid(ids, root)}" if root is not None else ids.visual
    bind = make("bind_kinematics_model", {"node": first}, make("param", text=ids.scene))
    return [bind, *(_write_binding(each, ids, values.get(each.joint.name), dialect) for each in axes)]


def write_scene(bindings: Iterable[Node], held: Iterable[Node]) -> Node:
    """Return the ``scene``: the instanced scenes, and the bindings between them.

    Args:
        held: The extras with the grabbed bodies of the robots.
    """
    return make(
        "scene",
        None,
        make("instance_physics_scene", {"url": "#pscene", "sid": "pscene_inst"}, *held),
        make("instance_visual_scene", {"url": "#vscene", "sid": "vscene_inst"}),
        make("instance_kinematics_scene", {"url": f"#{SCENE}", "sid": f"{SCENE}_inst"}, *bindings),
    )


def _write_binding(each: WrittenAxis, ids: Ids, values: tuple[float, ...] | None, dialect: Dialect) -> Node:
    place = each.place
    value = values[place] if values is not None and place < len(values) else 0.0
    number = dialect.angle(value) if each.axis.motion is Motion.TURN else value
    return make(
        "bind_joint_axis",
        {"target": f"{ids.visual}/node_{each.joint_sid}_axis{place}"},
        make("axis", None, make("param", text=each.parameter(ids.scene))),
        make("value", None, make("float", text=number)),
    )
