"""Scenes: where bodies stand, which node is which link, and where the joints stand.

The nodes of a visual scene mirror the links of a model. ``bind_kinematics_model`` names the node of the first link,
``bind_joint_axis`` the transform element that moves; the node around that is the child link's. Where bindings are
missing, a node with the name of the link stands for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from robotfmt.codes import LIMIT
from robotfmt.documents.element import Element
from robotfmt.documents.tokens import degrees, radians, written
from robotfmt.documents.xml import Node, make
from robotfmt.errors import LimitError
from robotfmt.model import JointValue, Motion, Origin, Pose, Robot

from .axes import WrittenAxis
from .body import Body, Ids, LinkDraft
from .claims import claim, claim_below, claim_texts
from .codes import INFERRED_BINDING, UNRESOLVED
from .index import Found, Index, report_unresolved
from .nodes import VISUAL, NodeDraft, node_sid, read_node

SCENE = "kscene"


@dataclass(slots=True)
class Binding:
    """A ``bind_joint_axis``: an axis, the transform element that it moves, and its value."""

    axis: Found
    target: Element | None
    value: float | None


class Scene:
    """The scene of a document, or what there is of one."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.element = next((each for each in index.document.root.children if each.tag == "scene"), None)
        self.kinematics = self._instanced("instance_kinematics_scene", "kinematics_scene")
        self.visual = self._instanced("instance_visual_scene", "visual_scene")
        self.physics = self._instanced("instance_physics_scene", "physics_scene")
        if self.physics is not None:
            self.physics.child("technique_common")
        self.binding = self._instance("instance_kinematics_scene")
        self.bindings = self._read_bindings()
        self.models = self._read_model_bindings()
        self.nodes: dict[Element, NodeDraft] = {}
        self.tops = self._read_nodes()

    def instances(self) -> list[Element]:
        """What the kinematics scene instances; without one, every system or model that nothing else instances."""
        if self.kinematics is not None:
            tags = ("instance_articulated_system", "instance_kinematics_model")
            return self.kinematics.children_of(*tags)
        return []

    def _instance(self, tag: str) -> Element | None:
        element = self.element.take().child(tag) if self.element is not None else None
        return claim(element) if element is not None else None

    def _instanced(self, tag: str, library_tag: str) -> Element | None:
        """The scene of a kind; the only one in its library where none is instanced."""
        instance = self._instance(tag)
        target = self._target(instance) if instance is not None else None
        if target is None and self.index.all(library_tag):
            target = self.index.all(library_tag)[0]
        if target is not None:
            claim(target)
        return target

    def _target(self, instance: Element) -> Element | None:
        """What an instance is one of; where that is not here, that is reported."""
        target = self.index.instanced(instance)
        if target is None:
            report_unresolved(instance, instance.tag.removeprefix("instance_").replace("_", " "))
        return target

    # Bindings

    def _read_bindings(self) -> list[Binding]:
        found: list[Binding] = []
        for bind in self.binding.children_of("bind_joint_axis") if self.binding is not None else []:
            claim_below(bind, "axis", "value", "param", "SIDREF", "float", "int")
            claim_texts(bind, "param", "SIDREF")
            axis = self._address(bind.child("axis"))
            target = self.index.sidref(bind.peek("target"), bind)
            if axis is not None:
                element = target.element if target is not None else None
                found.append(Binding(axis, element, self._value(bind.child("value"))))
        return found

    def _read_model_bindings(self) -> list[tuple[Element, Element]]:
        """Pairs of an instance of a model and the node of its first link."""
        found: list[tuple[Element, Element]] = []
        for bind in self.binding.children_of("bind_kinematics_model") if self.binding is not None else []:
            claim_below(bind, "param", "SIDREF")
            claim_texts(bind, "param", "SIDREF")
            model = self._address(bind)
            node = self.index.sidref(bind.peek("node"), bind)
            if model is not None and node is not None:
                found.append((model.element, node.element))
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

    # Nodes

    def _read_nodes(self) -> list[NodeDraft]:
        """The nodes of the visual scene, with those they instance in place of the instances, as often as they do.

        Bindings mean the first place of a node that has several.
        """
        if self.visual is None:
            return []
        moved = {each.target for each in self.bindings if each.target is not None}
        tops: list[NodeDraft] = []
        count = 0
        pending: list[tuple[Element, NodeDraft | None]] = [
            (element, None) for element in reversed(self._inside(self.visual))
        ]
        while pending:
            element, parent = pending.pop()
            if parent is not None and parent.is_in(element):
                element.report(UNRESOLVED, f"the node '{element.peek('id')}' contains itself; it ends there")
                continue
            count += 1
            self._check(count)
            draft = read_node(self.index, element, parent, moved)
            self.nodes.setdefault(element, draft)
            (parent.children if parent is not None else tops).append(draft)
            pending.extend((child, draft) for child in reversed(self._inside(element)))
        return tops

    def _check(self, count: int) -> None:
        document = self.index.document
        if count > document.limits.instances:
            message = f"the scene has more nodes than instances={document.limits.instances} allows"
            raise LimitError(LIMIT, message, Origin(document.name))

    def _inside(self, element: Element) -> list[Element]:
        found: list[Element] = []
        for child in element.children:
            target = child if child.tag == "node" else None
            if child.tag == "instance_node":
                target = self._target(claim(child))
            if target is not None:
                found.append(target)
        return found

    def node_of(self, element: Element | None) -> NodeDraft | None:
        """The node that an address has led to, through an instance if it is one."""
        if element is None:
            return None
        if element.tag == "instance_node":
            element = self.index.url(element.peek("url"))
        return self.nodes.get(element) if element is not None else None

    def named(self, name: str) -> NodeDraft | None:
        """The only node of a name that is nobody's yet."""
        found = [
            node
            for node in self.nodes.values()
            if node.owner is None and name in (node.element.peek("name"), node.element.peek("id"))
        ]
        return found[0] if len(found) == 1 else None


def first_node(scene: Scene, instances: list[Element]) -> NodeDraft | None:
    """The node that the bindings give to the first link of a body."""
    for model, node in scene.models:
        if model in instances:
            return scene.node_of(node)
    return scene.node_of(scene.models[0][1]) if len(scene.models) == 1 and instances else None


def bind_nodes(body: Body, scene: Scene, root: LinkDraft, first: NodeDraft | None) -> Pose:
    """Give every link its node; returns where the body's frame is in the world."""
    mine = scene.named(root.name)
    if mine is not None and (first is None or first.element.peek("name") not in (None, root.name)):
        first = mine
        _tell(body, root)
    if first is not None:
        root.node, first.owner = first.element, root
    for binding in scene.bindings:
        target = body.axis_at(binding.axis)
        node = scene.node_of(binding.target.parent) if binding.target is not None else None
        child = body.links.get(target[0].joint.child or "") if target is not None else None
        if child is not None and node is not None and child.node is None and node.owner is None:
            child.node, node.owner = node.element, child
    for link in body.links.values():
        node = scene.named(link.name) if link.node is None else None
        if node is not None:
            link.node, node.owner = node.element, link
            _tell(body, link)
    above = first.parent if first is not None else None
    return above.world if above is not None else Pose()


def _tell(body: Body, link: LinkDraft) -> None:
    if link.element is not None:
        link.element.report(INFERRED_BINDING, f"the node of link '{link.name}' was found by its name")


def joint_values(body: Body, scene: Scene) -> tuple[JointValue, ...]:
    """Where the joints of a body stand in the scene; those at zero say nothing."""
    found: dict[str, JointValue] = {}
    for binding in scene.bindings:
        target = body.axis_at(binding.axis)
        if target is None or not binding.value:
            continue
        joint, number = target[0].joint, target[1]
        if number >= len(joint.axes):
            continue
        turning = joint.axes[number].motion is Motion.TURN
        scale = 1.0 if turning else body.index.unit(target[0].constraints[number])
        value = binding.value * scale
        if turning and not body.producer.values_in_radians:
            value = radians(binding.value)
        values = list(found[joint.name].values) if joint.name in found else [0.0] * len(joint.axes)
        values[number] = value
        origin = binding.axis.element.origin
        found.setdefault(joint.name, JointValue(origin=origin, joint=joint.name, values=()))
        found[joint.name] = JointValue(origin=origin, joint=joint.name, values=tuple(values))
    return tuple(found.values())


# Writing


def write_scene(robot: Robot, ids: Ids, axes: list[WrittenAxis]) -> Node:
    """The ``scene``: which scenes are shown, and what in them belongs together."""
    children = {joint.child for joint in robot.joints}
    root = next((link.name for link in robot.links if link.name not in children), None)
    values = {value.joint: value.values for value in robot.scene_positions}
    first = f"{VISUAL}/{node_sid(ids, root)}" if root is not None else VISUAL
    bind = make("bind_kinematics_model", {"node": first}, make("param", text=SCENE))
    return make(
        "scene",
        None,
        make("instance_physics_scene", {"url": "#pscene", "sid": "pscene_inst"}),
        make("instance_visual_scene", {"url": "#vscene", "sid": "vscene_inst"}),
        make(
            "instance_kinematics_scene",
            {"url": f"#{SCENE}", "sid": f"{SCENE}_inst"},
            bind,
            *(_write_binding(each, values.get(each.joint.name)) for each in axes),
        ),
    )


def _write_binding(each: WrittenAxis, values: tuple[float, ...] | None) -> Node:
    place = each.place
    value = values[place] if values is not None and place < len(values) else 0.0
    number = degrees(value) if each.axis.motion is Motion.TURN else value
    return make(
        "bind_joint_axis",
        {"target": f"{VISUAL}/node_{each.joint_sid}_axis{place}"},
        make("axis", None, make("param", text=each.parameter(SCENE))),
        make("value", None, make("float", text=written(number))),
    )
