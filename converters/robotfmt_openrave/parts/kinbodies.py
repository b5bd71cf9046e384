"""Robots and kinbodies: everything below their elements, and in the documents that they include, is one body.

Pose and prefix of an element are applied at its end, to what it has added; so inner ones are applied first.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import InterfaceType, Manipulator, Pose, Robot, Sensor, World, compose
from robotfmt.model.renaming import free_name, renamed

from ..codes import ADJACENT_PREFIX, CYCLE, NOT_A_BODY, SAME_NAME, SCALED, UNKNOWN_LINK, UNNAMED
from ..document.keys import KEYS
from ..document.numbers import last, number, row, word
from ..document.poses import read_pose, write_pose
from .attached import (
    Link,
    joints_by_name,
    links_by_name,
    read_manipulator,
    read_pair,
    read_spheres,
    write_manipulator,
    write_pairs,
    write_sensor,
    write_spheres,
    write_values,
)
from .bodies import Settings, faded, is_set, read_body, write_bodies, write_joints
from .drafts import BodyDraft, JointDraft, LinkDraft
from .joints import read_joint
from .library import Chain, Library, add_robot
from .places import Places
from .sensors import read_sensor

_DEEPEST = 64
_JOINED = "makejoinedlinksadjacent"
"""Unless it is 0, OpenRAVE tests no two links that a joint connects."""


@dataclass(slots=True)
class _Since:
    """How much a body had when an element began."""

    links: int
    joints: int
    names: frozenset[str]
    """The names of manipulators and sensors."""


@dataclass(slots=True)
class BodyReader:
    """Reads one body.

    Args:
        library: Opens the documents that it includes.
        body: The draft that everything is added to.
        places: Notes the places of the parts in a document that is written.
    """

    library: Library
    body: BodyDraft
    places: Places
    depth: int = 0
    models: str = ""
    """The folder of the meshes of the kinbody that is read."""
    documents: list[Document] = field(default_factory=list)
    """The documents that are included."""
    is_incomplete: bool = False
    """True if a document that it includes is missing."""
    settings: Settings = field(init=False)

    def __post_init__(self) -> None:
        self.settings = Settings(self._file)

    def read(self, element: Element, chain: Chain) -> None:
        """Add a robot or a kinbody, with the document that it includes."""
        if self.depth >= _DEEPEST:
            element.report(CYCLE, f"more than {_DEEPEST} bodies are nested")
            return
        self.depth += 1
        since = self._count()
        before = self.models, self.settings
        element.take()
        self.places.container(element)
        self._attributes(element)
        included = self._included(element, since, chain)
        self.models = word(element, "modelsdir") or ""
        skips = self.settings.skips_shapes or is_set(element, "skipgeometry")
        self.settings = Settings(self._file, None, skips)
        self._children(element, chain)
        self.models, self.settings = before
        self._finish(element, since, included)
        self.depth -= 1

    def _attributes(self, element: Element) -> None:
        kind = element.peek("type")
        is_named = kind is not None or element.tag == "KinBody"
        if element.tag == self.body.kind and is_named and self.body.interface is None:
            element.attribute("type")
            self.body.interface = InterfaceType(origin=element.origin, name=kind or "", type=element.tag.lower())
        if is_set(element, _JOINED):
            element.attribute(_JOINED)
        elif element.peek(_JOINED) is not None:
            self.body.neighbours_pass = False
        if element.peek("scalegeometry") is not None:
            element.report(SCALED, f"scalegeometry='{element.peek('scalegeometry')}'", "scalegeometry")

    def _included(self, element: Element, since: _Since, chain: Chain) -> _Since:
        """Add the document of an element, with the prefix of the element; return how much there is then."""
        uri = element.peek("file")
        if uri is not None:
            element.attribute("file")
            self._add_document(element, uri.strip(), chain)
            self._rename(element, since)
        return self._count()

    def _count(self) -> _Since:
        body = self.body
        parts = {each.name for each in body.manipulators} | {each.name for each in body.sensors}
        return _Since(len(body.links), len(body.joints), frozenset(parts))

    def _add_document(self, element: Element, uri: str, chain: Chain) -> None:
        opened = self.library.open(element, uri, chain)
        if opened is None:
            self.is_incomplete = True
            return
        found, inner = opened
        if isinstance(found, World):
            self._add_world(element, uri, found)
        elif found.tag not in ("Robot", "KinBody"):
            element.report(NOT_A_BODY, f"'{uri}' is an <{found.tag}>, not a <Robot> or <KinBody>")
        else:
            self.documents.append(found.document)
            self.read(found, inner)

    def _add_world(self, element: Element, uri: str, world: World) -> None:
        if not world.robots:
            element.report(NOT_A_BODY, f"'{uri}' contains no robot")
            return
        moving = next((each for each in world.robots if each.robot.joints), world.robots[0])
        if len(world.robots) > 1:
            element.report(NOT_A_BODY, f"'{uri}' contains {len(world.robots)} robots; '{moving.name}' is used")
        for name in add_robot(self.body, moving.alone):
            element.report(SAME_NAME, f"the link '{name}' of '{uri}' continues the body of this name")

    def _children(self, element: Element, chain: Chain) -> None:
        """Read the elements of a robot or a kinbody in their order: a joint can only name bodies before it."""
        for child in element.children:
            match child.tag:
                case "Body":
                    self._body(child, chain)
                case "Joint":
                    joint = read_joint(child, self.body, self._free)
                    if joint is not None:
                        self._keep_joint(child, joint)
                case "KinBody":
                    self.read(child, chain)
                case "Robot" if element.tag == "Robot":
                    self.read(child, chain)
                case "Mass":
                    self.settings = replace(self.settings, mass=child)
                case "adjacent":
                    pair = read_pair(child, links_by_name(self.body, str))
                    if pair is not None and pair.links not in {each.links for each in self.body.pairs}:
                        self.body.pairs.append(pair)
                case "orcdchomp":
                    spheres = read_spheres(child, links_by_name(self.body, str))
                    self.body.spheres += [spheres] if spheres is not None else []
                case "jointvalues":
                    self.body.values = row(child) or self.body.values
        # Manipulators and sensors last: they may name bodies that the document defines after them.
        outer = [each for each in element.children if each.tag in ("Manipulator", "AttachedSensor")]
        self._robot_parts(element, outer, chain)

    def _body(self, element: Element, chain: Chain) -> None:
        uri = element.peek("file")
        if uri is not None:
            element.attribute("file")
            self._add_document(element, uri.strip(), chain)
        draft = read_body(element, self.body, self.settings, self._free)
        if self.body.link(draft.name) is not draft:
            self.body.links.append(draft)
        self.places.part(element, "Body", draft)

    def _keep_joint(self, element: Element, joint: JointDraft) -> None:
        if self.body.joint(joint.name) is not None:
            name = free_name(joint.name, {each.name for each in self.body.joints})
            element.report(SAME_NAME, f"a second joint named '{joint.name}' becomes '{name}'")
            joint.name = name
        self.body.joints.append(joint)
        self.places.part(element, "Joint", joint)

    def _robot_parts(self, element: Element, parts: list[Element], chain: Chain) -> None:
        """Read manipulators and sensors of a robot; those of the outer element come before those of its document."""
        prefix = element.peek("prefix") or ""
        link = links_by_name(self.body, lambda name: prefix + name)
        joint = joints_by_name((each.name for each in self.body.joints), lambda name: prefix + name)
        body = self.body
        manipulators: list[Manipulator] = []
        sensors: list[Sensor] = []
        for each in parts:
            if each.tag == "Manipulator":
                taken = {it.name for it in (*body.manipulators, *manipulators)}
                name = self._name(each, "manipulator", taken)
                found = read_manipulator(each, name, link, joint)
                if found is not None:
                    manipulators.append(found)
                    self.places.named(each, "Manipulator", found.name)
            else:
                sensors += self._sensor(each, link, chain, {it.name for it in (*body.sensors, *sensors)})
        body.manipulators[:0] = manipulators
        body.sensors[:0] = sensors

    def _sensor(self, element: Element, link: Link, chain: Chain, taken: set[str]) -> list[Sensor]:
        child = last(element, "link")
        on = link(child.text.strip()) if child is not None else None
        if child is None or on is None:
            text = child.text.strip() if child is not None else ""
            element.report(UNKNOWN_LINK, f"an attached sensor names the body '{text}', which is not defined")
            return []
        child.take_text()
        name = self._name(element, "sensor", taken)
        self.places.named(element, "AttachedSensor", name)
        return [read_sensor(element, name, on, self._described(element, chain))]

    def _described(self, element: Element, chain: Chain) -> Element | None:
        """Return the description of a sensor, which may be in a document of its own."""
        child = last(element, "sensor")
        uri = child.peek("file") if child is not None else None
        if child is None or uri is None:
            return child
        child.take().attribute("file")
        opened = self.library.open(child, uri.strip(), chain)
        if opened is None or isinstance(opened[0], World):
            return child
        self.documents.append(opened[0].document)
        return opened[0]

    def _name(self, element: Element, kind: str, taken: set[str]) -> str:
        name = element.peek("name") or ""
        if not name:
            name = free_name(kind, taken)
            element.report(UNNAMED, f"a {kind} without a name becomes '{name}'")
        elif name in taken:
            name = free_name(name, taken)
            element.report(SAME_NAME, f"a second {kind} named '{element.peek('name')}' becomes '{name}'")
        return name

    def _finish(self, element: Element, since: _Since, own: _Since) -> None:
        """Apply name and pose of an element to what it has added, and its prefix to what is inside it."""
        name = element.attribute("name")
        self.body.name = name or self.body.name
        transparency = number(element, "transparency")
        if transparency is not None:
            for each in self.body.links:
                each.link = faded(each.link, 1.0 - transparency)
        pose = read_pose(element)
        if pose is not None:
            self._move(pose, self.body.links[since.links :])
        self._rename(element, own)

    def _move(self, pose: Pose, moved: list[LinkDraft]) -> None:
        those = set(map(id, moved))
        for each in self.body.links:
            if each.anchor is not None and (id(each) in those) is not (id(each.anchor) in those):
                each.anchor = None
        for each in moved:
            each.pose = compose(pose, each.pose)

    def _rename(self, element: Element, since: _Since) -> None:
        """Put the prefix of an element before names that were added; equations follow only that of a robot."""
        body, prefix, is_robot = self.body, element.attribute("prefix"), element.tag == "Robot"
        if not prefix:
            return
        new = {"link": {each.name for each in body.links[since.links :]}}
        new["joint"] = {each.name for each in body.joints[since.joints :]}
        if is_robot:
            parts = {each.name for each in body.manipulators} | {each.name for each in body.sensors}
            parts -= since.names
            new["manipulator"] = new["sensor"] = parts

        def change(kind: str, name: str) -> str:
            return prefix + name if name in new.get(kind, ()) else name

        body.forget_names()
        for draft in body.links[since.links :]:
            draft.link = renamed(draft.link, change)
        for joint in body.joints[since.joints :]:
            joint.name = change("joint", joint.name)
            joint.axes = tuple(renamed(each, change) for each in joint.axes)
            if joint.equations is not None and is_robot:
                joint.equations.prefix = prefix + joint.equations.prefix
        pairs = [renamed(each, change) for each in body.pairs]
        moved = sum(one.links != other.links for one, other in zip(pairs, body.pairs, strict=True))
        if moved:
            element.report(ADJACENT_PREFIX, f"{moved} pairs of adjacent links get the prefix '{prefix}'")
        body.pairs = pairs
        body.manipulators = [renamed(each, change) for each in body.manipulators]
        body.sensors = [renamed(each, change) for each in body.sensors]
        body.spheres = [renamed(each, change) for each in body.spheres]
        body.imported = [renamed(each, change) for each in body.imported]

    def _free(self, name: str) -> str:
        taken = {each.name for each in self.body.links} | {each.name for each in self.body.joints}
        return free_name(name, taken)

    def _file(self, element: Element, uri: str) -> str:
        return self.library.mesh(element, uri, self.models)


STYLE = Style(format="openrave", keys=KEYS, parts=frozenset(KEYS))
KINBODY, ROBOT = "KinBody", "Robot"


def interface_of(robot: Robot) -> InterfaceType | None:
    """Return the interface of a robot itself, whose type is ``robot`` or ``kinbody``."""
    return next((each for each in robot.interfaces if each.type in ("robot", "kinbody")), None)


def kind_of(robot: Robot) -> str:
    """Return ``Robot`` or ``KinBody``: a kinbody that has gained manipulators or sensors must be a robot."""
    interface = interface_of(robot)
    is_kinbody = interface is not None and interface.type == "kinbody"
    return KINBODY if is_kinbody and not (robot.manipulators or robot.sensors) else ROBOT


def write_whole(robot: Robot) -> Node:
    """Return the element of a robot, with its pose."""
    kind, interface = kind_of(robot), interface_of(robot)
    attributes = {"name": robot.name, "type": (interface.name or None) if interface is not None else None}
    inner = [*write_bodies(robot), *write_joints(robot), *write_pairs(robot)]
    holder = inner if kind == KINBODY else [make(KINBODY, None, *inner)]
    return make(
        kind,
        attributes,
        *write_pose(robot.pose),
        *holder,
        write_spheres(robot),
        write_values(robot),
        *map(write_manipulator, robot.manipulators),
        *map(write_sensor, robot.sensors),
    )
