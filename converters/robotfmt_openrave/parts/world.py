"""A document: one body, or an environment with several, as a world."""

from __future__ import annotations

from pathlib import PurePath

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError
from robotfmt.model import Extension, PlacedRobot, Robot, Vector3, World
from robotfmt.model.record import replace
from robotfmt.model.renaming import unique_names

from ..codes import EXECUTABLE, NOT_OPENRAVE, SAME_NAME, UNNAMED
from ..document.numbers import last, vector
from .drafts import BodyDraft
from .kinbodies import BodyReader
from .library import Chain, Library
from .places import Places
from .robots import finished

BODIES = ("Robot", "KinBody")
_RUNNING = ("plugin", "module", "sendcommand", "controller", "iksolver")


class Left:
    """The unread content of all documents, by the body that it belongs to."""

    def __init__(self, scene: SceneReader) -> None:
        self.rest: list[Extension] = []
        self._by_reader: dict[int, list[Extension]] = {}
        shared = [scene.document, *scene.included]
        for document in shared:
            for each in document.leftovers():
                self._sort(each, document, scene.readers)
        for reader in scene.readers:
            for document in reader.documents:
                for each in document.leftovers():
                    self._sort(each, document, [reader])

    def of(self, reader: BodyReader) -> list[Extension]:
        """Return the unread content of a body."""
        return self._by_reader.get(id(reader), [])

    def _sort(self, extension: Extension, document: Document, readers: list[BodyReader]) -> None:
        for reader in readers:
            moved = reader.places.moved(extension, document)
            if moved is not None:
                self._by_reader.setdefault(id(reader), []).append(moved)
                return
        self.rest.append(extension)


class SceneReader:
    """Reads one document.

    Args:
        source: The document.
        context: The context of the reader.

    Raises:
        InputError: It is not OpenRAVE's XML.
    """

    def __init__(self, source: Source, context: Context) -> None:
        self.context = context
        self.library = Library(context)
        self.document = self.library.parsed(source.data, source.name)
        self.chain = Chain((source.name,))
        self.readers: list[BodyReader] = []
        self.worlds: list[World] = []
        self.included: list[Document] = []
        self.gravity: Vector3 | None = None

    def world(self) -> World:
        """Return the world of the document."""
        root = self.document.root.take()
        if root.tag in BODIES:
            self._body(root, self.chain)
        elif root.tag == "Environment":
            self._environment(root, self.chain)
        else:
            message = f"the root element is <{root.tag}>, not <Robot>, <KinBody> or <Environment>"
            raise InputError(NOT_OPENRAVE, message, root.origin)
        is_scene = root.tag == "Environment"
        name = root.attribute("name") if is_scene else None
        for each in self.readers:
            self._name(each.body, "body" if is_scene else stem(self.document.name))
        kept = [each for each in self.readers if each.body.links or not (is_scene and each.is_incomplete)]
        made = [finished(each.body, self.context.report) for each in kept]
        left = Left(self)
        robots = [_placed(each, robot, left) for each, robot in zip(kept, made, strict=True)]
        for world in self.worlds:
            robots += world.robots
        return World(
            origin=root.origin,
            name=name,
            robots=self._named(robots),
            gravity=self.gravity,
            extensions=tuple(left.rest),
            layouts=(self.document.layout(),),
        )

    def _environment(self, root: Element, chain: Chain) -> None:
        uri = root.peek("file")
        if uri is not None:
            root.attribute("file")
            self._include(root, uri.strip(), chain)
        for child in root.children:
            if child.tag in BODIES:
                self._body(child, chain)
            elif child.tag == "Environment":
                self._environment(child.take(), chain)
            elif child.tag == "physicsengine":
                self._physics(child)
            elif child.tag.lower() in _RUNNING:
                child.report(EXECUTABLE, f"<{child.tag}> is kept, and not run")

    def _include(self, element: Element, uri: str, chain: Chain) -> None:
        opened = self.library.open(element, uri, chain)
        if opened is None:
            return
        found, inner = opened
        if isinstance(found, World):
            self.worlds.append(found)
        elif found.tag == "Environment":
            self.included.append(found.document)
            self._environment(found, inner)
        else:
            self.included.append(found.document)
            self._body(found, inner)

    def _body(self, element: Element, chain: Chain) -> None:
        body = BodyDraft(kind=element.tag, element=element)
        reader = BodyReader(self.library, body, Places(body))
        reader.read(element, chain)
        self.readers.append(reader)

    def _physics(self, element: Element) -> None:
        holder = last(element, "odeproperties")
        if holder is None or (element.peek("type") or "").lower() != "ode":
            return
        gravity = vector(holder, "gravity")
        if gravity is not None:
            element.take().attribute("type")
            holder.take()
            self.gravity = gravity

    def _name(self, body: BodyDraft, name: str) -> None:
        """Give a body without a name one."""
        if not body.name:
            body.name = name
            origin = body.element.origin if body.element is not None else None
            self.context.report.add(UNNAMED, f"a body without a name becomes '{name}'", origin)

    def _named(self, robots: list[PlacedRobot]) -> tuple[PlacedRobot, ...]:
        """Return the bodies of a scene, each with a name of its own."""
        found = unique_names(robots)
        for given, each in zip(robots, found, strict=True):
            if given.name != each.name:
                message = f"a second body named '{given.name}' becomes '{each.name}'"
                self.context.report.add(SAME_NAME, message, each.origin)
        return found


def stem(document: str) -> str:
    """Return the name of a document without its suffixes."""
    return PurePath(document).name.partition(".")[0] or "body"


def _placed(reader: BodyReader, robot: Robot, left: Left) -> PlacedRobot:
    extensions = (*robot.extensions, *left.of(reader))
    return PlacedRobot(
        origin=robot.origin,
        name=robot.name or "",
        robot=replace(robot, pose=None, extensions=extensions),
        pose=robot.pose,
    )
