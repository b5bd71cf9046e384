"""Scenes: the poses of bodies, the node of each link, and the joint values.

The nodes of a visual scene mirror the links of a model. A missing binding is replaced by a node with the name of the
link. The document's own scene takes precedence over the scenes of documents that it refers to, which supply what it
lacks (``external_binds``); OpenRAVE never uses them.
"""

from __future__ import annotations

from robotfmt.documents.tokens import radians
from robotfmt.documents.xml.element import Element
from robotfmt.model import JointType, JointValue, Motion

from ..codes import EQUAL_LIMITS, INFERRED_BINDING
from ..document.addresses import Index
from ..document.claims import claim
from .bindings import Binding, ModelBinding, SceneOfDocument
from .body import Body, JointDraft, LinkDraft
from .nodes import NodeDraft, read_node

_KINEMATICS = "kinematics_scene"
_DUST = 1e-6
"""The value, in radians or metres, up to which a fixed joint is treated as at 0; OpenRAVE writes small values."""


def read_scene(index: Index, merges: bool) -> Scene:
    """Return the scene of a document, as far as it has one.

    Args:
        merges: True to use the scenes of other documents too.
    """
    scene = Scene(index)
    scene.read(merges)
    return scene


class Scene:
    """The scene of a document, as far as it has one."""

    def __init__(self, index: Index) -> None:
        """Create an empty scene; :func:`read_scene` fills it."""
        self.index = index
        self.kinematics: Element | None = None
        self.physics: list[Element] = []
        self.physics_instances: list[Element] = []
        self.bindings: list[Binding] = []
        self.models: list[ModelBinding] = []
        self.nodes: dict[Element, NodeDraft] = {}
        self.tops: list[NodeDraft] = []
        self._said: list[SceneOfDocument] = []
        self._visual: list[Element] = []

    def read(self, merges: bool) -> None:
        """Find the shown scenes, and read their nodes and bindings."""
        index = self.index
        main = SceneOfDocument(index, index.document)
        self._said = [main]
        self.kinematics = main.kinematics or self._only(_KINEMATICS)
        main.kinematics = self.kinematics
        systems = self.index.all("articulated_system") if self.kinematics is None else [self.kinematics]
        reached = [each for system in systems for each in index.expand(system)]
        if merges:
            self._said += self._inner(reached)
        self._visual = self._shown("visual_scene")[:1]
        self.physics = self._shown("physics_scene")
        self.physics_instances = self._instances_of("physics_scene")
        if self.kinematics is not None:
            claim(self.kinematics)
        index.copies.shown.update(self._visual)
        for each in self._visual:
            index.expand(claim(each))
        for each in self.physics:
            claim(each).child("technique_common")
        self.bindings = [each for given in self._said for each in given.joints()]
        self.models = [each for given in self._said for each in given.models()]
        self.tops = self._read_nodes()

    def instances(self) -> list[Element]:
        """Return the targets of the kinematics scene's instances; without a scene, every system or model that is not
        instanced elsewhere.
        """
        if self.kinematics is not None:
            tags = ("instance_articulated_system", "instance_kinematics_model")
            return self.kinematics.children_of(*tags)
        return []

    def sources(self) -> list[Element]:
        """Return the instances of the kinematics scene, in this document and in those it refers to."""
        return [given.instance for given in self._said if given.instance is not None]

    def is_inner(self, element: Element) -> bool:
        """Return True if an element is in another document: it then applies to every instance of its target."""
        return element.document is not self.index.document

    def _only(self, tag: str) -> Element | None:
        """Return the only scene in a library if none is instanced."""
        return next(iter(self.index.all(tag)), None)

    def _shown(self, tag: str) -> list[Element]:
        """Return the scene of a kind that the document shows; if none, those of the documents it refers to."""
        main, *inner = self._said
        shown = main.instanced(tag) or self._only(tag)
        for given in inner:
            given.instance_of(tag)
        others = [given.instanced(tag) for given in inner] if shown is None else [shown]
        return [each for each in others if each is not None]

    def _instances_of(self, tag: str) -> list[Element]:
        """Return the instances of the shown scenes of a kind."""
        main, *inner = (given.instance_of(tag) for given in self._said)
        return [each for each in ([main] if main is not None else inner) if each is not None]

    def _inner(self, reached: list[Element]) -> list[SceneOfDocument]:
        """Return the scenes of the documents that the kinematics come from, and of those that these show."""
        found = {self.index.document: self._said[0]}
        pending = reached[::-1]
        while pending:
            element = pending.pop()
            if element.document not in found:
                given = found[element.document] = SceneOfDocument(self.index, element.document)
                pending += self.index.expand(given.kinematics) if given.kinematics is not None else []
        return list(found.values())[1:]

    def target(self, element: Element, attribute: str, near: Element | None) -> Element | None:
        """Return the target of a URL attribute of a physics element; of several instances, the one at a nearby node."""
        found = self.index.url(element.peek(attribute), element)
        if found is None or near is None or not self.is_inner(element):
            return found
        return self.index.nearest(found, near)

    # Nodes

    def _read_nodes(self) -> list[NodeDraft]:
        """Return the nodes of the visual scene, with instances replaced by their nodes."""
        tops: list[NodeDraft] = []
        pending: list[tuple[Element, NodeDraft | None]] = [
            (element, None) for scene in self._visual for element in reversed(self._inside(scene))
        ]
        moved = self._moved()
        while pending:
            element, parent = pending.pop()
            draft = read_node(self.index, element, parent, moved)
            self.nodes[element] = draft
            (parent.children if parent is not None else tops).append(draft)
            pending.extend((child, draft) for child in reversed(self._inside(element)))
        return tops

    def _moved(self) -> set[Element]:
        """Return the transform elements that are moved by axes."""
        given = [each for each in self.bindings if each.target is not None]
        inner = {each.target for each in given if self.is_inner(each.element)}
        copies = self.index.copies.all.items()
        exact = {each.target for each in given if each.target is not None}
        return exact | {copy for copy, original in copies if original in inner}

    def _inside(self, element: Element) -> list[Element]:
        found: list[Element] = []
        for child in element.children:
            target = child if child.tag == "node" else None
            if child.tag == "instance_node":
                target = self.index.instanced(claim(child))
                if target is None:
                    self.index.report_missing(child, "node")
            if target is not None:
                found.append(target)
        return found

    def node_of(self, element: Element | None) -> NodeDraft | None:
        """Return the node at an address, through an instance if it is one."""
        if element is None:
            return None
        if element.tag == "instance_node":
            element = self.index.target(element)
        return self.nodes.get(element) if element is not None else None

    def free(self, element: Element) -> NodeDraft | None:
        """Return the first instance of a node that does not belong to a body yet."""
        original = self.index.copies.original
        found = (draft for each, draft in self.nodes.items() if original(each) is original(element))
        return next((draft for draft in found if draft.owner is None), None)

    def moving(self, binding: Binding, near: Element | None) -> NodeDraft | None:
        """Return the node that an axis moves; of several instances, the one at a nearby node."""
        element = binding.target.parent if binding.target is not None else None
        if element is not None and near is not None and self.is_inner(binding.element):
            element = self.index.nearest(element, near)
        return self.node_of(element)

    def named(self, name: str, first: NodeDraft | None = None) -> NodeDraft | None:
        """Return the only unused node with a name; of several, the only one below the body's first node."""
        found = [
            node
            for node in self.nodes.values()
            if node.owner is None and name in (node.element.peek("name"), node.element.peek("id"))
        ]
        if len(found) > 1 and first is not None:
            found = [each for each in found if first in each.above]
        return found[0] if len(found) == 1 else None


def first_node(scene: Scene, instances: list[Element]) -> NodeDraft | None:
    """Return the node of the first link of a body: the bound one, or the one that all bindings share."""
    bound = bound_node(scene, instances)
    nodes = list(dict.fromkeys(scene.node_of(each.node) for each in scene.models))
    return bound or (nodes[0] if len(nodes) == 1 and instances else None)


def bound_node(scene: Scene, instances: list[Element]) -> NodeDraft | None:
    """Return the node that a binding assigns to the first link of the target of some instances."""
    original = scene.index.copies.original
    for each in scene.models:
        if not scene.is_inner(each.element) and each.model in instances:
            return scene.node_of(each.node)
        if scene.is_inner(each.element) and original(each.model) in map(original, instances):
            return scene.free(each.node)
    return None


def bind_nodes(body: Body, scene: Scene, root: LinkDraft, first: NodeDraft | None) -> NodeDraft | None:
    """Assign a node to every link; return the node with the frame of the body, None for the world."""
    mine = scene.named(root.name, first)
    if mine is not None and (first is None or first.element.peek("name") not in (None, root.name)):
        if first is not None:
            first.owner = None
        first = mine
        _report(body, root)
    if first is not None:
        root.node, first.owner = first.element, root
    for binding in scene.bindings:
        for draft, _ in bound_axes(body, scene, binding):
            child = body.links.get(draft.joint.child or "")
            node = scene.moving(binding, body.root_of(child).node) if child is not None else None
            if child is not None and node is not None and child.node is None and node.owner is None:
                child.node, node.owner = node.element, child
    for link in body.links.values():
        near = scene.node_of(body.root_of(link).node)
        node = scene.named(_name(link), near) if link.node is None else None
        if node is not None:
            link.node, node.owner = node.element, link
            _report(body, link)
    return first.parent if first is not None else None


def _name(link: LinkDraft) -> str:
    """Return the name of a link in its document; of several with the same name, the later ones are renamed."""
    return (link.element.peek("name") if link.element is not None else None) or link.name


def bound_axes(body: Body, scene: Scene, binding: Binding) -> list[tuple[JointDraft, int]]:
    """Return the joints of a body and the axes that bindings refer to."""
    is_inner = scene.is_inner(binding.element)
    return [each for each in body.axes_at(binding.axis) if is_inner or binding.is_of(each[0])]


def _report(body: Body, link: LinkDraft) -> None:
    if link.element is not None:
        link.element.report(INFERRED_BINDING, f"the node of link '{link.name}' was found by its name")


def joint_values(body: Body, scene: Scene) -> tuple[JointValue, ...]:
    """Return the joint values of a body in the scene; zeros are omitted."""
    given: dict[str, dict[int, float]] = {}
    origins: dict[str, Element] = {}
    for binding in scene.bindings:
        for draft, number in bound_axes(body, scene, binding) if binding.value is not None else []:
            if _has_value(draft, number, binding):
                name, value = draft.joint.name, _value(body, binding, draft, number)
                given.setdefault(name, {}).setdefault(number, value)
                origins.setdefault(name, binding.element)
    return tuple(
        JointValue(origin=origins[name].origin, joint=name, values=_row(values, body.joints[name]))
        for name, values in given.items()
        if any(values.values())
    )


def _has_value(draft: JointDraft, number: int, binding: Binding) -> bool:
    """Return True if the joint can have a value; one of a fixed joint is dropped and reported."""
    joint = draft.joint
    if joint.type is JointType.FIXED and abs(binding.value or 0.0) > _DUST:
        message = f"joint '{joint.name}' is fixed; its value in the scene, {binding.value:g}, is dropped"
        binding.element.report(EQUAL_LIMITS, message)
    return joint.type is not JointType.FIXED and number < len(joint.axes)


def _value(body: Body, binding: Binding, draft: JointDraft, number: int) -> float:
    """Return the value of an axis in radians or metres."""
    assert binding.value is not None
    if draft.joint.axes[number].motion is not Motion.TURN:
        return binding.value * body.index.unit(draft.constraints[number])
    in_radians = body.producer(binding.element).values_in_radians
    return binding.value if in_radians else radians(binding.value)


def _row(values: dict[int, float], draft: JointDraft) -> tuple[float, ...]:
    return tuple(values.get(number, 0.0) for number in range(len(draft.joint.axes)))
