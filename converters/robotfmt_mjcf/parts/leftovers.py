"""Unread content, each part at its place in a written document."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from robotfmt.codes import NOT_UNDERSTOOD
from robotfmt.diagnostics import Report
from robotfmt.documents.xml import nodes as xml
from robotfmt.documents.xml.draft import Style, draft_of
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.documents.xml.paths import numbered, step_of
from robotfmt.model import Extension, ExtensionKind, Pose, Quaternion, Robot, World

from ..codes import KEPT, OBSOLETE
from ..document.classes import ACTUATORS, MAIN, kind_of
from ..document.expansion import Body, Part
from ..document.keys import KEYS, is_known, is_obsolete
from ..document.layout import MjcfLayout
from ..document.model import Model
from ..document.tree import Item
from ..document.views import ORIENTATIONS, ClassedElement
from .lights import is_read
from .robots import RobotReader, RobotTree

_PARTS = frozenset({"inertial", "joint", "freejoint", "geom", "site", "camera", "light"})
"""The elements of a body that become parts of the robot."""
_PARTS_OF_WORLD = frozenset({"geom", "light"})

_SHAPES = frozenset({"type", "size", "fromto", "pos", "mesh", "hfield", "material", *ORIENTATIONS})
"""Attributes that have no effect if the reader did not take them."""


ROWS = ("tendon", "actuator", "sensor", "equality", "contact", "extension")
"""Sections whose elements are kept separately, because attached models add to them."""


class UnclaimedContent:
    """Collects unread content.

    Args:
        model: The document that is read.
        report: Receives what is kept.
        is_flat: True to write inherited values at the elements, where the classes of the document would give values to
            attached models, or to classes that have others in the source.
    """

    def __init__(self, model: Model, report: Report, is_flat: bool = False) -> None:
        self.model = model
        self.heirs: list[str] = []
        """The places of elements that inherit unread values of the main class."""
        self.report = report
        self.is_flat = is_flat
        self.found: list[Extension] = []
        self._counts: Counter[tuple[str, str]] = Counter()
        self._first: dict[tuple[str, str], Element] = {}

    # The parts of extensions

    def attributes(self, element: Element, place: str, filled: Mapping[str, str] | None = None) -> None:
        """Keep the unread content of an element itself.

        Args:
            element: The element.
            place: Its place in a written document.
            filled: The complete texts of attributes that its class completes.
        """
        for kind, name, content in element.left():
            self._add(element, place, kind, name, (filled or {}).get(name, content))
            if (element.index, name) not in element.document.reported:
                self._report(element, name, kind)

    def view(self, view: ClassedElement, place: str, is_copy: bool) -> None:
        """Keep the unread content of an element with a class, and of the values that it alone uses from its class."""
        self.attributes(view.element, place, view.filled if is_copy or self.is_flat else {})
        attributes = dict(view.kept)
        left = {
            name: value
            for name, (value, holder) in view.inherited.items()
            if name not in attributes and name not in (holder.taken or ())
        }
        attributes |= {
            name: value
            for name, (value, holder) in view.inherited.items()
            if name not in left and name not in attributes and name not in view.used and name not in _SHAPES
        }
        if is_copy or self.is_flat:
            attributes |= left
        elif left and view.class_name != MAIN:
            self._add(view.element, place, ExtensionKind.ATTRIBUTE, "class", view.class_name)
        elif left:
            self.heirs.append(place)
        for name, value in attributes.items():
            if name not in view.element.attributes:
                self._add(view.element, place, ExtensionKind.ATTRIBUTE, name, value)
        self.given(view.element, place, view.added)
        for child in view.item.children:
            self.item(child, place)

    def given(self, element: Element, place: str, values: Mapping[str, str]) -> None:
        """Keep attributes that a written element has instead of those that were taken."""
        for name, value in values.items():
            self._add(element, place, ExtensionKind.ATTRIBUTE, name, value)
            self._report(element, name, ExtensionKind.ATTRIBUTE)

    def item(self, item: Item, above: str, content: str | None = None) -> None:
        """Keep an element, or the unread content of a taken one."""
        element = item.element
        if not element.is_taken:
            self.element(element, above, content)
            return
        place = item.place or f"{above}/{step_of(element.tag, element.attributes, _keys(element.tag))}"
        self.attributes(element, place)
        for child in item.children:
            self.item(child, place)

    def flat_class(self, item: Item) -> None:
        """Report the unread values of a class, which are written at its elements; actuators keep their class."""
        for each in item.walk():
            element = each.element
            if not element.is_taken or each.tag in ACTUATORS:
                self.item(each, each.place.rpartition("/")[0] or item.place)
                continue
            for kind, name, _ in element.left():
                self._report(element, name, kind)

    def element(self, element: Element, above: str, content: str | None = None) -> None:
        """Keep an element whole."""
        whole = content if content is not None else element.document.canonical(element)
        self._add(element, above, ExtensionKind.ELEMENT, element.tag, whole)
        self._report(element, "", ExtensionKind.ELEMENT)
        for each in element.iter():
            for name in each.attributes:
                if is_obsolete(each.tag, name):
                    self._report(each, name, ExtensionKind.ATTRIBUTE)

    def _add(self, element: Element, place: str, kind: ExtensionKind, name: str, content: str) -> None:
        self.found.append(
            Extension(origin=element.origin, format="mjcf", place=place, kind=kind, name=name, content=content)
        )

    def _report(self, element: Element, name: str, kind: ExtensionKind) -> None:
        """Report kept content; known attributes and elements of MuJoCo once for each tag."""
        parent = element.parent.tag if element.parent is not None else ""
        attribute = name if kind is ExtensionKind.ATTRIBUTE else None
        if is_obsolete(element.tag, attribute):
            what = f"'{name}' of <{element.tag}>" if name else f"<{element.tag}>"
            element.report(OBSOLETE, f"{what} is kept, but MuJoCo 4.0 refuses it", name or None)
        elif kind is not ExtensionKind.TEXT and is_known(parent, element.tag, attribute):
            key = (element.tag, name)
            self._counts[key] += 1
            self._first.setdefault(key, element)
        else:
            self._unknown(element, name, kind)

    def _unknown(self, element: Element, name: str, kind: ExtensionKind) -> None:
        what = {
            ExtensionKind.ELEMENT: f"the element <{element.tag}>",
            ExtensionKind.ATTRIBUTE: f"the attribute '{name}'",
            ExtensionKind.TEXT: f"the text of <{element.tag}>",
        }[kind]
        at = name if kind is ExtensionKind.ATTRIBUTE else None
        element.report(NOT_UNDERSTOOD, f"{what} is not understood; it is copied unchanged", at)

    def report_gone(self, elements: Iterable[Element]) -> None:
        """Report the unread content of elements that a flat document does not have: it is lost."""
        for element in dict.fromkeys(elements):
            for kind, name, _ in element.left():
                at = name if kind is ExtensionKind.ATTRIBUTE else None
                what = f"the attribute '{name}'" if at else f"the text of <{element.tag}>"
                element.report(
                    NOT_UNDERSTOOD,
                    f"{what} is not understood, and is lost",
                    at,
                )
            if element.tag in ("include", "attach"):
                for child in element.children:
                    message = f"the element <{child.tag}> is not understood, and is lost"
                    child.report(NOT_UNDERSTOOD, message)

    def report_counts(self) -> None:
        """Report content of MuJoCo that the model cannot store."""
        for (tag, name), count in self._counts.items():
            what = f"'{name}' of <{tag}>" if name else f"<{tag}>"
            times = f", {count} times" if count > 1 else ""
            self._first[tag, name].report(KEPT, f"{what} is copied unchanged{times}", name or None)


def _keys(tag: str) -> tuple[str, ...]:
    return KEYS.get(tag) or KEYS[""]


def left_of_robot(unclaimed: UnclaimedContent, tree: RobotTree) -> None:
    """Collect the unread content of the bodies of a robot; their places must be known."""
    for read in tree.bodies:
        body = read.body
        if body.view is not None:
            unclaimed.attributes(body.view.element, body.place)
        for part, place in zip(body.parts, part_places(body), strict=True):
            if body.view is None and part.view.tag == "light":
                continue  # a light outside of bodies belongs to the world
            if _is_read(body, part):
                unclaimed.view(part.view, place, part.is_copy)
            elif body.view is not None:
                unclaimed.element(part.view.element, body.place, whole(part))


def materials_in(extensions: Iterable[Extension]) -> set[str]:
    """Return the materials that shapes have besides a colour of their own."""
    return {each.content for each in extensions if each.format == "mjcf" and each.name == "material"}


def _is_read(body: Body, part: Part) -> bool:
    """Return True if a part was read: of the world itself only geoms and lights are."""
    tag = part.view.tag
    if tag == "light" and not is_read(part):
        return False
    return tag in (_PARTS if body.view is not None else _PARTS_OF_WORLD)


def part_places(body: Body) -> list[str]:
    """Return the places of the parts of a body in a written document, which has no frames."""
    steps = (
        step_of(part.view.tag, {"name": part.name} if part.name else {}, _keys(part.view.tag)) for part in body.parts
    )
    return [f"{body.place}/{step}" for step in numbered(steps)]


def whole(part: Part) -> str:
    """Return an unread element with the values of its class, inside a frame if it was in one."""
    view = part.view
    node = view.element.node
    if view.kind is not None:
        for name, value in view.filled.items():
            node.set(name, value)
        for name, (value, _) in view.inherited.items():
            node.set(name, value)
        node.attrib.pop("class", None)
    if part.name:
        node.set("name", part.name)
    node.tail = None
    if part.frame is None:
        return xml.canonical(node, None)
    return xml.canonical(framed(node, part.frame), None)


def framed(node: xml.Node, pose: Pose) -> xml.Node:
    """Return an element inside a ``<frame>``, which moves it without a body."""
    from robotfmt.model.pose import quaternion_of

    # A quaternion as it is: made anew of its matrix it would differ each time that the document is written.
    q = pose.rotation if isinstance(pose.rotation, Quaternion) else quaternion_of(pose.matrix)
    return xml.make("frame", {"pos": pose.xyz, "quat": (q.w, q.x, q.y, q.z)}, node)


def left_of_sections(unclaimed: UnclaimedContent, reader: RobotReader) -> None:
    """Collect the unread content outside of bodies."""
    model = reader.model
    unclaimed.attributes(model.root.element, "/mujoco")
    world = reader.world
    for part, place in zip(world.parts, part_places(world), strict=True):
        if part.view.tag == "light" and reader.lights and is_read(part):
            unclaimed.view(part.view, place, part.is_copy)
        elif part.view.tag == "light" or not _is_read(world, part):
            unclaimed.element(part.view.element, world.place, whole(part))
    for item in model.root.children:
        if item.tag == "worldbody":
            unclaimed.attributes(item.element, "/mujoco/worldbody")
        elif item.tag == "asset":
            unclaimed.attributes(item.element, "/mujoco/asset")
            for child in item.children:
                _asset(unclaimed, child, reader)
        else:
            _section(unclaimed, item, reader)


def _section(unclaimed: UnclaimedContent, item: Item, reader: RobotReader) -> None:
    item.place = item.place or f"/mujoco/{item.tag}"
    if item.tag in ROWS:
        item.element.take()
    if item.tag == "default" and unclaimed.is_flat:
        unclaimed.flat_class(item)
    elif item.tag in ROWS and unclaimed.is_flat:
        unclaimed.attributes(item.element, item.place)
        for child in item.children:
            unclaimed.item(child, item.place, _flat_row(child, item.tag, reader))
    else:
        unclaimed.heirs += _heirs(item, reader.model)
        unclaimed.item(item, "/mujoco")


def _heirs(section: Item, model: Model) -> Iterator[str]:
    """Yield the places of elements of a section that the reader took, and that have values of the main class."""
    for each in section.children if section.tag in ROWS else ():
        kind = kind_of(section.tag, each.tag)
        is_main = each.element.peek("class") in (None, MAIN)
        if each.element.is_taken and each.place and is_main and kind is not None and model.classes.given(kind, MAIN):
            yield each.place


def _flat_row(item: Item, section: str, reader: RobotReader) -> str | None:
    """Return an element of a section with the values of its class; None if the element keeps its class."""
    kind, classes = kind_of(section, item.tag), reader.model.classes
    name = item.element.peek("class") or MAIN
    is_classed = item.tag in ACTUATORS and any(classes.given(each, name) for each in ACTUATORS)
    if item.element.is_taken or kind is None or is_classed:
        return None
    view = ClassedElement(item, reader.model, kind, MAIN)
    item.element.give_back()
    return whole(Part(view, item.element.peek("name") or ""))


def _asset(unclaimed: UnclaimedContent, item: Item, reader: RobotReader) -> None:
    view = reader.assets(reader.model).views.get(id(item))
    if view is not None and item.place:
        unclaimed.view(view, item.place, False)
    elif view is not None or kind_of("asset", item.tag) is not None:
        view = view or ClassedElement(item, reader.model, kind_of("asset", item.tag), MAIN)
        unclaimed.element(item.element, "/mujoco/asset", whole(Part(view, item.element.peek("name") or "")))
    else:
        unclaimed.item(item, "/mujoco/asset")


# The parts of a document that are not robots

_STYLED = frozenset({"body", "joint", "freejoint", "geom", "site", "camera", "light", "inertial", "mesh", "material"})
_OVERRIDDEN = {
    **{each: each for each in ("group", "contype", "conaffinity", "size", "type")},
    "sensorsize": "fovy",
}
"""Attributes of the source that have precedence over the model, and the written attributes that they replace."""
STYLE = Style(format="mjcf", keys=KEYS, parts=_STYLED)
_CLASS = re.compile(r'\b(?:child)?class="([^"]*)"')


def compiler(layout: MjcfLayout | None) -> Node:
    """Return the notation of the document: that of its source, or radians."""
    given: dict[str, Content | None] = {"angle": "radian"}
    if layout is not None:
        given = {
            "angle": "degree" if layout.degrees else "radian",
            "eulerseq": layout.eulerseq,
            "autolimits": None if layout.autolimits else "false",
            "inertiafromgeom": "true" if layout.inertia == "true" else None,
        }
    return make("compiler", given)


def with_source(root: Node, whole: Robot | World) -> frozenset[Extension]:
    """Remove attributes that the source gives in another form, which is restored, and complete the friction of geoms.

    Returns:
        The extensions that are in the document now.
    """
    attributes = [each for each in whole.extensions if each.format == "mjcf" and each.kind is ExtensionKind.ATTRIBUTE]
    wanted = [each for each in attributes if each.name in _OVERRIDDEN or each.name == "friction"]
    if not wanted:
        return frozenset()
    places = {element.path: node for element, node in draft_of(root, KEYS).nodes.items()}
    done: set[Extension] = set()
    for each in wanted:
        node = places.get(each.place)
        if node is not None and each.name in _OVERRIDDEN:
            node.attrib.pop(_OVERRIDDEN[each.name], None)
        elif node is not None and node.get("friction") is not None:
            node.set("friction", f"{node.get('friction')} {each.content}")
            done.add(each)
    return frozenset(done)


# Classes


def classes_of(whole: Robot | World, layout: MjcfLayout | None) -> Node | None:
    """Return the classes of the source with content that the model cannot store."""
    if layout is None:
        return None
    nodes: dict[str, Node] = {}
    named = {name: place for place, (_, tag, name) in layout.classes.items() if tag == "default"}
    for each in whole.extensions:
        for place in (each.place, *(named.get(name) for name in _classes_in(each))):
            if each.format == "mjcf" and place in layout.classes:
                _class(place, layout.classes, nodes)
    return nodes.get("/mujoco/default")


def _classes_in(extension: Extension) -> list[str]:
    """Return the names of the classes that kept content uses."""
    if extension.kind is ExtensionKind.ELEMENT:
        return _CLASS.findall(extension.content)
    return [extension.content] if extension.name == "class" else []


def _class(place: str, known: Mapping[str, tuple[str, str, str]], nodes: dict[str, Node]) -> Node:
    if place not in nodes:
        above, tag, name = known[place]
        nodes[place] = make(tag, {"class": name or None})
        if above in known:
            _class(above, known, nodes).append(nodes[place])
    return nodes[place]


# Files


def folders_of(whole: Robot | World, layout: MjcfLayout | None, output: str) -> dict[str, str]:
    """Return the folders of files of kept content, relative to the folder of the output."""
    if layout is None:
        return {}
    found: dict[str, str] = {}
    for each in whole.extensions:
        is_asset = each.format == "mjcf" and each.place == "/mujoco/asset" and each.origin is not None
        if is_asset and each.origin is not None and " file" in each.content:
            for name, folder in (("meshdir", layout.meshdir), ("texturedir", layout.texturedir)):
                found[name] = _way(each.origin.document if not layout.main else layout.main, folder, output)
    return {name: folder for name, folder in found.items() if folder not in ("", ".")}


def _way(document: str, folder: str, output: str) -> str:
    """Return the path of a folder of one document, relative to the folder of another."""
    home = Path(output).absolute().parent
    return Path(os.path.relpath(Path(document).absolute().parent / folder, home)).as_posix()


def with_folders(root: Node, folders: Mapping[str, str], output: str) -> None:
    """Write the folders of files; written meshes and heightmaps are named relative to them."""
    node = root.find("compiler")
    if node is None:
        return
    for name, folder in folders.items():
        node.set(name, folder)
    home = Path(output).absolute().parent
    for name, tags in (("meshdir", ("mesh", "hfield")), ("texturedir", ("texture",))):
        for each in chain(*(root.iterfind(f"asset/{tag}") for tag in tags)) if name in folders else ():
            file = each.get("file")
            if file is not None and "://" not in file:
                each.set("file", Path(os.path.relpath(home / file, home / folders[name])).as_posix())
