"""A body while it is read or written: its parts, with their elements, sids and ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from robotfmt.context import Context
from robotfmt.documents.xml.element import Element
from robotfmt.model import Axis, Geometry, Inertial, Joint, Link, Parameter, Pose, Purpose, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import NAME_CHANGED, UNRESOLVED
from ..document.addresses import Found, Index
from ..document.producer import Producer, Producers

SCENE = "kscene"
_NCNAME = re.compile(r"[^A-Za-z0-9_.-]+")


@dataclass(slots=True, eq=False)
class LinkDraft:
    """A link while it is read."""

    name: str
    element: Element | None
    frame: Pose
    """The pose in the frame of the body, with all joints at zero."""
    node: Element | None = None
    inertial: Inertial | None = None
    visuals: list[Geometry] = field(default_factory=list)
    collisions: list[Geometry] = field(default_factory=list)
    mirrors_visuals: bool = True
    """True if the visual geometry is also the collision geometry, because no other was bound."""
    static: bool | None = None
    enabled: bool | None = None
    visible: bool | None = None
    parameters: list[Parameter] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class JointDraft:
    """A joint while it is read."""

    joint: Joint
    element: Element
    """The ``joint`` or ``instance_joint`` of the kinematics model that references name."""
    constraints: list[Element]
    """The ``revolute`` and ``prismatic`` elements, one for each axis."""
    closes_loop: bool = False

    def set_axis(self, number: int, axis: Axis) -> None:
        """Replace an axis by a more complete one."""
        axes = (*self.joint.axes[:number], axis, *self.joint.axes[number + 1 :])
        self.joint = replace(self.joint, axes=axes)


class Body:
    """A body while it is read: finds its parts for every kind of reference."""

    def __init__(self, index: Index, producers: Producers, context: Context) -> None:
        self.index = index
        self.producers = producers
        self.context = context
        self.report = context.report
        self.links: dict[str, LinkDraft] = {}
        self.joints: dict[str, JointDraft] = {}
        self.models: list[Element] = []
        self.instances: list[Element] = []
        """The instances that led to the models, the outermost first."""
        self.roots: list[LinkDraft] = []
        """The root links, starting with the first one of the first model."""
        self._first_of: dict[Element | None, LinkDraft] = {}
        self._instances_of: dict[Element, list[JointDraft]] = {}
        self.rigid: dict[Element, str] = {}
        """The names of the links that instances of rigid bodies refer to."""
        self._link_of: dict[Element, LinkDraft] = {}
        self._joint_of: dict[Element, JointDraft] = {}

    def producer(self, element: Element) -> Producer:
        """Return the program that wrote an element."""
        return self.producers.of(element)

    def override(self, parameter: str) -> Found | None:
        """Return the ``setparam`` of an instance for a parameter of its target; the outermost one takes precedence."""
        for instance in self.instances:
            for child in instance.children:
                if child.tag == "setparam" and (child.peek("ref") or "").rpartition("/")[2] == parameter:
                    return Found(child)
        return None

    def add_link(self, name: str, element: Element, frame: Pose) -> LinkDraft:
        """Return a new link; a name that is already taken is changed and reported."""
        draft = LinkDraft(self._free(name, self.links, element), element, frame)
        self.links[draft.name] = draft
        self._link_of[element] = draft
        self._link_of.setdefault(self.index.copies.original(element), draft)
        return draft

    def add_joint(self, joint: Joint, element: Element, constraints: list[Element]) -> JointDraft:
        """Return a new joint, whose name must be free (:meth:`free_joint_name`)."""
        draft = JointDraft(joint, element, constraints)
        self.joints[joint.name] = draft
        self._instances_of.setdefault(self.index.copies.original(element), []).append(draft)
        self._joint_of.setdefault(element, draft)
        self._joint_of.setdefault(self.index.copies.original(element), draft)
        return draft

    def order_joints(self, elements: list[Element]) -> None:
        """Sort the joints of the given elements into the order of the elements, after all other joints."""
        place = {element: number for number, element in enumerate(elements)}
        order = sorted(self.joints.values(), key=lambda draft: place.get(draft.element, -1))
        self.joints = {draft.joint.name: draft for draft in order}

    def free_joint_name(self, name: str, element: Element) -> str:
        """Return a name for a joint; one that is already taken is changed and reported."""
        return self._free(name, self.joints, element)

    def _free(self, name: str, taken: Mapping[str, object], element: Element) -> str:
        free = free_name(name, taken.keys())
        if free != name:
            element.report(
                NAME_CHANGED,
                f"several {element.local} elements are named '{name}'; this one becomes '{free}'",
            )
        return free

    def link(self, reference: str | None, at: Element, attribute: str | None = None) -> LinkDraft | None:
        """Return the link that a reference names: by SIDREF, by sid, or as a last resort by name."""
        if reference is None:
            return None
        found = self._found(reference, at)
        draft = self._link_of.get(found.element) if found is not None else None
        draft = draft or self.links.get(reference.rpartition("/")[2])
        if draft is None:
            at.report(UNRESOLVED, f"'{reference}' is not a link of the body", attribute)
        return draft

    def joint(self, reference: str | None, at: Element, attribute: str | None = None) -> JointDraft | None:
        """Return the joint that a reference names: by SIDREF to it or to one of its axes, by sid, or by name."""
        if reference is None:
            return None
        found = self._found(reference, at)
        draft = self._joint_at(found) if found is not None else None
        draft = draft or self.joints.get(reference.rpartition("/")[2])
        if draft is None:
            at.report(UNRESOLVED, f"'{reference}' is not a joint of the body", attribute)
        return draft

    def axis(self, reference: str | None, at: Element) -> tuple[JointDraft, int] | None:
        """Return the joint that a reference names, and the index of its axis: the first if the reference names only
        the joint.
        """
        draft = self.joint(reference, at)
        found = self._found(reference, at) if draft is not None and reference is not None else None
        named = self.axis_at(found) if found is not None else None
        if named is not None:
            return named
        return (draft, 0) if draft is not None else None

    def add_roots(self, links: list[LinkDraft]) -> None:
        """Add the root links of a model."""
        self.roots += links
        for link in links:
            self._first_of.setdefault(link.element.parent if link.element is not None else None, link)

    def root_of(self, link: LinkDraft) -> LinkDraft:
        """Return the first link of the model that contains a link."""
        above = link.element.ancestors if link.element is not None else []
        return next((self._first_of[each] for each in above if each in self._first_of), self.roots[0])

    def axes_at(self, found: Found) -> list[tuple[JointDraft, int]]:
        """Return the axis at an address, in every instance of its joint."""
        original = self.index.copies.original
        near = dict.fromkeys(
            original(each) for each in (found.element, *found.via, found.element.parent) if each is not None
        )
        targets = (
            (draft, number)
            for element in near
            for draft in self._instances_of.get(element, ())
            for number, each in enumerate(draft.constraints)
            if original(each) is original(found.element)
        )
        return list(targets)

    def axis_at(self, found: Found) -> tuple[JointDraft, int] | None:
        """Return the joint and the axis at an address."""
        draft, original = self._joint_at(found), self.index.copies.original
        places = list(map(original, draft.constraints)) if draft is not None else []
        if draft is None or original(found.element) not in places:
            return None
        return draft, places.index(original(found.element))

    def _found(self, reference: str, at: Element) -> Found | None:
        found = self.index.sidref(reference, at)
        if found is not None:
            return found
        for model in self.models:
            found = self.index.sidref(f"./{reference.rpartition('/')[2]}", model)
            if found is not None:
                return found
        return None

    def _joint_at(self, found: Found) -> JointDraft | None:
        above = [found.element.parent] if found.element.parent is not None else []
        near = [found.element, *reversed(found.via), *above]
        originals = map(self.index.copies.original, near)
        return next((self._joint_of[each] for each in (*near, *originals) if each in self._joint_of), None)


class Ids:
    """The sids and ids of the parts of a body that is written.

    Args:
        robot: The body.
        number: Its number in the scene.
        others: The ids of an earlier body of the scene, which are not used again.
    """

    def __init__(self, robot: Robot, number: int = 0, others: Ids | None = None) -> None:
        self.model = f"kmodel{number}"
        self.kinematics = f"body{number}_kinematics"
        self.motion = f"body{number}_motion"
        self.visual = f"visual{number}"
        """The node of the whole body."""
        self.physics = f"pmodel{number}"
        self.scene = f"{SCENE}{number or ''}"
        """The prefix of the body's parameters in the kinematics scene."""
        self.nodes = f"v{number or ''}."
        """The prefix of the ids of the body's nodes."""
        self._taken: set[str] = others._taken if others is not None else {"vscene", "pscene", SCENE}
        self._taken |= {self.model, self.visual, self.physics}
        self.links = {link.name: f"link{number}" for number, link in enumerate(robot.links)}
        self.joints = {joint.name: f"joint{number}" for number, joint in enumerate((*robot.joints, *robot.loops))}

    def link(self, name: str) -> str:
        """Return the reference to a link through the model of the body, by its name in the document."""
        return f"{self.model}/{self.links.get(name, name)}"

    def joint(self, name: str, axis: int = 0) -> str:
        """Return the reference to a joint, or to a later axis of it."""
        later = f"/axis{axis}" if axis else ""
        return f"{self.model}/{self.joints.get(name, name)}{later}"

    def free(self, wanted: str) -> str:
        """Return a new id, as close to the wanted one as XML allows."""
        name = free_name(plain_id(wanted), self._taken)
        self._taken.add(name)
        return name


def plain_id(wanted: str) -> str:
    """Return a name as an id, as XML allows it."""
    name = _NCNAME.sub("_", wanted) or "_"
    return name if name[0].isalpha() or name[0] == "_" else f"_{name}"


def mirrored(visuals: Iterable[Geometry]) -> tuple[Geometry, ...]:
    """Return visual geometry as collision geometry, for links without other collision geometry."""
    return tuple(replace(each, material=None, purpose=Purpose.COLLISION, visible=None) for each in visuals)


def finished(draft: LinkDraft) -> Link:
    """Return the finished link of a draft."""
    collides = draft.enabled is not False
    collisions = tuple(draft.collisions)
    if draft.mirrors_visuals:
        collisions = mirrored(draft.visuals) if collides else ()
    return Link(
        origin=draft.element.origin if draft.element is not None else None,
        name=draft.name,
        inertial=draft.inertial,
        visuals=tuple(draft.visuals),
        collisions=collisions,
        static=draft.static,
        enabled=None if collides or not collisions else False,
        visible=draft.visible,
        parameters=tuple(draft.parameters),
    )
