"""The bodies of a model as compiled: without frames, replicates and attached models."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from robotfmt.codes import LIMIT
from robotfmt.documents.xml.document import Document
from robotfmt.errors import LimitError
from robotfmt.model import Pose, Rotation, Vector3, compose

from ..codes import ATTACH
from .classes import MAIN, kind_of
from .model import Model
from .poses import of_euler, read_pose
from .tree import Item, Opener
from .views import ClassedElement

# Nested <replicate> elements multiply: ten of them with a count of ten make 10**10 bodies.
MOST_COPIES = 10_000
_DEEPEST_ATTACHED = 16


@dataclass
class Part:
    """An element inside a body that is not a body itself."""

    view: ClassedElement
    name: str
    """The name with all prefixes and suffixes; empty without one."""
    frame: Pose | None = None
    """The pose of the frames around it, in the body."""
    is_copy: bool = False
    """True if the element is replicated, or comes from another document."""


@dataclass
class Body:
    """A body, or the world, as compiled."""

    name: str
    view: ClassedElement | None
    """The element; None for the world."""
    pose: Pose | None = None
    """The pose in its parent body."""
    parts: list[Part] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    childclass: str = MAIN
    is_copy: bool = False
    place: str = ""

    def walk(self) -> Iterator[Body]:
        """Yield the body and its descendants, depth first."""
        pending: list[Body] = [self]
        while pending:
            body = pending.pop()
            yield body
            pending.extend(reversed(body.bodies))

    def of(self, *tags: str) -> list[Part]:
        """Return the parts with one of the tags, in order."""
        return [each for each in self.parts if each.view.tag in tags]


@dataclass(frozen=True)
class _Where:
    """The surroundings of elements: frames, classes, and the prefixes and suffixes of their names."""

    model: Model
    frame: Pose | None = None
    childclass: str = MAIN
    suffix: str = ""
    is_copy: bool = False
    depth: int = 0

    def name(self, item: Item) -> str:
        """Return the name of an element here."""
        written = item.element.peek("name") or ""
        return f"{self.model.prefix}{written}{self.suffix}" if written else ""


class Expansion:
    """Creates the bodies of a model from its elements."""

    def __init__(self) -> None:
        self.models: list[Model] = []
        """The attached models, one for each prefix."""
        self._copies = 0

    def world(self, model: Model) -> Body:
        """Return the world with all bodies in it."""
        world = Body("world", None, place="/mujoco/worldbody")
        self._fill(world, model.parts("worldbody"), _Where(model))
        return world

    def _fill(self, body: Body, items: list[Item], where: _Where) -> None:
        for item in items:
            match item.tag:
                case "body":
                    self._body(body, item, where)
                case "frame":
                    self._frame(body, item, where)
                case "replicate":
                    self._replicate(body, item, where)
                case "attach":
                    self._attach(body, item, where)
                case _:
                    kind = kind_of("", item.tag)
                    view = ClassedElement(item, where.model, kind, where.childclass)
                    body.parts.append(Part(view, where.name(item), where.frame, where.is_copy))

    def _body(self, above: Body, item: Item, where: _Where) -> None:
        view = ClassedElement(item, where.model, None, where.childclass)
        item.element.take().attribute("name")
        childclass = item.element.attribute("childclass") or where.childclass
        pose = read_pose(view)
        placed = compose(where.frame, pose) if where.frame is not None else pose
        body = Body(where.name(item), view, placed, childclass=childclass, is_copy=where.is_copy)
        above.bodies.append(body)
        self._fill(body, item.children, replace(where, frame=None, childclass=childclass))

    def _frame(self, body: Body, item: Item, where: _Where) -> None:
        view = ClassedElement(item, where.model, None, where.childclass)
        where.model.opener.gone.append(item.element)
        item.element.take().attribute("name")
        childclass = item.element.attribute("childclass") or where.childclass
        pose = read_pose(view)
        frame = compose(where.frame, pose) if pose is not None else where.frame
        self._fill(body, item.children, replace(where, frame=frame, childclass=childclass))

    def _replicate(self, body: Body, item: Item, where: _Where) -> None:
        view = ClassedElement(item, where.model, None, where.childclass)
        item.element.take()
        where.model.opener.gone.append(item.element)
        count = int(view.number("count") or 0)
        offset, turn = view.vector("offset"), view.vector("euler")
        step = Pose(offset, _euler(turn, where.model) if turn is not None else None)
        sep, width = view.word("sep") or "", len(str(count))
        pose = Pose()
        for index in range(count):
            self._count(item)
            suffix = f"{sep}{index:0{width}d}{where.suffix}"
            frame = compose(where.frame, pose)
            self._fill(body, item.children, replace(where, frame=frame, suffix=suffix, is_copy=True))
            pose = compose(pose, step)

    def _count(self, item: Item) -> None:
        self._copies += 1
        if self._copies > MOST_COPIES:
            message = f"<replicate> makes more than {MOST_COPIES} copies"
            raise LimitError(LIMIT, message, item.element.origin)

    def _attach(self, body: Body, item: Item, where: _Where) -> None:
        """Add the bodies of an attached model: all of them, or one that is named."""
        element = item.element.take()
        where.model.opener.gone.append(element)
        wanted, prefix = element.attribute("body"), element.attribute("prefix") or ""
        self._count(item)
        model = self._attached(item, where, element.attribute("model") or "", prefix)
        if model is None:
            return
        model.suffixes.append(where.suffix)
        inside = _Where(model, where.frame, MAIN, where.suffix, is_copy=True, depth=where.depth + 1)
        if not wanted:
            self._fill(body, model.parts("worldbody"), inside)
            return
        found = _named(model, wanted)
        if found is None:
            element.report(ATTACH, f"the attached model has no body '{wanted}'", "body")
            return
        self._body(body, found, inside)

    def _attached(self, item: Item, where: _Where, name: str, prefix: str) -> Model | None:
        """Return the model that an element attaches."""
        key = (name, prefix)
        if key in where.model.attached:
            return where.model.attached[key]
        asset = next((each for each in where.model.parts("asset") if _is_model(each, name, where.model)), None)
        if asset is None or where.depth >= _DEEPEST_ATTACHED:
            what = "is nested too deep" if asset is not None else "is not among the assets"
            item.element.report(ATTACH, f"the model '{name}' {what}")
            return None
        document = _open(asset, where.model.opener)
        if document is None:
            return None
        root = document.root.take()
        opener = Opener(where.model.opener.context, document.name)
        opener.count = where.model.opener.count
        root.attribute("model")
        made = Model(document, opener, opener.item(root, (document.name,), set()), where.model.prefix + prefix)
        where.model.attached[key] = made
        self.models.append(made)
        return made


def _is_model(asset: Item, name: str, model: Model) -> bool:
    """Return True if an asset is the model of a name; an asset without a name has that of its document."""
    if asset.tag != "model":
        return False
    asset_name = asset.element.peek("name")
    if asset_name is not None:
        return asset_name == name
    document = _open(asset, model.opener)
    return document is not None and document.root.peek("model") == name


def _open(asset: Item, opener: Opener) -> Document | None:
    element = asset.element.take()
    element.attribute("name")
    element.attribute("content_type")
    path = opener.path(element, element.attribute("file") or "", opener.main)
    return opener.open(element, path) if path is not None else None


def _named(model: Model, name: str) -> Item | None:
    """Return the body of a model that has a name; None if it does not exist."""
    for section in model.sections("worldbody"):
        section.element.take()
        for item in section.walk():
            if item.tag == "body" and item.element.peek("name") == name:
                return item
    return None


def _euler(angles: Vector3, model: Model) -> Rotation:
    turned = tuple(map(math.radians, angles)) if model.settings.degrees else angles
    return of_euler((turned[0], turned[1], turned[2]), model.settings.eulerseq)
