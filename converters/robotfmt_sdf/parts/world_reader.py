"""A world: its models as robots in their places, and the joints between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.gazebo.lights import read_light
from robotfmt.model import (
    Extension,
    Light,
    PlacedRobot,
    Pose,
    Vector3,
    World,
    WorldFrame,
    WorldJoint,
    compose,
    is_identity,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import unique_names

from ..codes import JOINT_END
from ..document.leftovers import left_of
from ..document.saved_state import report_saved_state
from ..document.scopes import ROOT, Item, Scope
from ..document.tree import Tree
from ..document.written_poses import read_pose
from .joints import JointReader
from .model_reader import RobotReader
from .simulation import DEFAULT_GRAVITY


class WorldReader:
    """Reads the world of a document, or a document that has none.

    Args:
        tree: All scopes of the document.
        document: The document.
        whole: True to read frames, lights and gravity; otherwise they stay in the ledger.
    """

    def __init__(self, tree: Tree, document: Document, whole: bool) -> None:
        self.tree, self.document, self.whole = tree, document, whole
        self._readers = [RobotReader(tree, scope) for scope in tree.world.models]

    def world(self) -> World:
        """Return the world."""
        scope, element = self.tree.world, self.tree.world.element
        placed = unique_names(self._placed(each) for each in self._readers)
        report_saved_state(element, placed)
        bodies = self._bodies(placed)
        joints = tuple(self._joints(bodies))
        frames = tuple(self._frames(bodies)) if self.whole else ()
        lights = tuple(self._lights()) if self.whole else ()
        gravity = _gravity(element) if self.whole else None
        if gravity is None and self.whole and placed and element.tag == "world":
            gravity = DEFAULT_GRAVITY
        name = scope_name(element) or None
        mine, of_robots = _sorted(left_of(self.tree, self.document), scope.models)
        return World(
            origin=element.origin,
            name=name,
            robots=tuple(
                _with(each, of_robots.get(scope.place, ())) for each, scope in zip(placed, scope.models, strict=True)
            ),
            joints=joints,
            frames=frames,
            lights=lights,
            gravity=gravity,
            extensions=tuple(mine),
            layouts=(self.tree.layout,),
        )

    def _placed(self, reader: RobotReader) -> PlacedRobot:
        robot, scope = reader.robot(), reader.scope
        return PlacedRobot(
            origin=robot.origin,
            name=_placed_name(scope) or robot.name or "robot",
            robot=replace(robot, pose=None),
            pose=robot.pose,
            source=scope.source,
        )

    def _bodies(self, placed: Iterable[PlacedRobot]) -> dict[str, tuple[str, str]]:
        """Return the robot and the link in it, by the keys of links."""
        return {
            item.key: (each.name, name)
            for each, reader in zip(placed, self._readers, strict=True)
            for item, name, _ in reader.items
            if item.kind == "link"
        }

    def _joints(self, bodies: dict[str, tuple[str, str]]) -> Iterator[WorldJoint]:
        """Yield the joints of the world itself."""
        scope = self.tree.world
        reader = JointReader(self.tree, {key: key for key in bodies}, {}, {})
        for item in scope.of("joint"):
            joint = reader.read(scope, item, item.name, _as_written)
            if not self.whole:
                item.element.give_back()
            if joint is None:
                continue
            parent_robot, parent = bodies.get(joint.parent or "", (None, None))
            child_robot, child = bodies.get(joint.child or "", (None, None))
            yield WorldJoint(
                origin=joint.origin,
                joint=replace(joint, parent=parent, child=child),
                parent_robot=parent_robot,
                child_robot=child_robot,
            )

    def _frames(self, bodies: dict[str, tuple[str, str]]) -> Iterator[WorldFrame]:
        """Yield the frames of the world, each on the link that it is attached to."""
        for item in self.tree.world.of("frame"):
            element = item.element.take()
            element.attribute("name")
            key = self.tree.bodies.link(item.key)
            if key is None or (key != ROOT and key not in bodies):
                element.report(JOINT_END, f"frame '{item.name}' is not attached to a link, directly or through others")
                element.give_back()
                continue
            element.attribute("attached_to")
            place = element.find("pose")
            if place is not None:
                read_pose(element, item.version)
            pose = self.tree.frames.between(key, item.key)
            robot, link = bodies.get(key, (None, None))
            own_pose = None if is_identity(pose) else pose
            yield WorldFrame(origin=element.origin, name=item.name, robot=robot, parent=link, pose=own_pose)

    def _lights(self) -> Iterator[Light]:
        scope = self.tree.world
        for element in scope.element.children_of("light"):
            written = read_pose(element, scope.version)
            frame = scope.named(written.relative_to, scope.key) if written.relative_to else None
            pose: Pose | None = written.pose
            if frame is not None and frame != ROOT:
                pose = compose(self.tree.frames.between(ROOT, frame), written.pose)
            yield read_light(element, pose)


def _placed_name(scope: Scope) -> str | None:
    """Return the name of a model in the world, in place of one that SDF reserves."""
    return scope.name


def scope_name(element: Element) -> str | None:
    """Return the name of a world; None where the document has none."""
    return element.peek("name") if element.tag == "world" else None


def _as_written(word: str, _: Item) -> str:
    return word


def _with(placed: PlacedRobot, content: Iterable[Extension]) -> PlacedRobot:
    robot = placed.robot
    return replace(placed, robot=replace(robot, extensions=(*robot.extensions, *content))) if content else placed


def _sorted(
    extensions: Iterable[Extension], models: Iterable[Scope]
) -> tuple[list[Extension], dict[str, list[Extension]]]:
    """Return the unread content of the world itself, and of each model, by its place."""
    places = {scope.place for scope in models}
    mine: list[Extension] = []
    of_models: dict[str, list[Extension]] = {}
    for each in extensions:
        place = each.place
        while place and place not in places:
            place = place.rpartition("/")[0]
        if place:
            of_models.setdefault(place, []).append(each)
        else:
            mine.append(each)
    return mine, of_models


def _gravity(world: Element) -> Vector3 | None:
    """Take the gravity of a world, which is in <physics> until SDF 1.5."""
    holder, leaf = world, world.find("gravity")
    if leaf is None:
        physics = world.find("physics")
        if physics is not None and physics.find("gravity") is not None:
            holder, leaf = physics, physics.find("gravity")
    if leaf is None or leaf.attributes:
        return None
    try:
        x, y, z = reals(leaf.text, 3)
    except BadToken:
        return None
    if holder is not world:
        return (x, y, z)  # inside <physics> it also stays in the unrecognised content, with the settings around it
    leaf.take().take_text()
    return (x, y, z)
