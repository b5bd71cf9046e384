"""A model with its nested models, as one robot."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.documents.xml.element import Element
from robotfmt.gazebo.sensors import read_sensor
from robotfmt.kinematics.colliding import can_self_collide, with_self_collide
from robotfmt.kinematics.tree import base_of
from robotfmt.model import Base, Frame, Joint, Link, Pose, Robot, Sensor, Vector3, compose, is_identity
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import JOINT_END, RENAMED, UNKNOWN_FRAME
from ..document.scopes import ROOT, Item, Scope, step
from ..document.tree import Tree
from ..document.written_poses import Gear, Notation, SourceNotation, WrittenInclude, WrittenPose, read_pose
from .gears import is_gearbox, with_gears
from .joints import JointReader
from .links import read_link
from .roots import arrange
from .simulation import read_robot_simulation


class RobotReader:
    """Reads one model of a document, with its nested models."""

    def __init__(self, tree: Tree, scope: Scope) -> None:
        self.tree = tree
        self.scope = scope
        self.places: dict[str, WrittenPose] = {}
        self.words: dict[str, str] = {}
        self.axes: dict[str, Vector3] = {}
        self.items = list(self._items())
        """All parts of the robot, with their names in it and their scopes."""
        self.names = {item.key: name for item, name, _ in self.items}
        """The names of links, joints and frames in the robot, by key."""
        self._link_names = {item.key: name for item, name, _ in self.items if item.kind == "link"}
        self.gears: dict[str, Gear] = {}
        """The gearboxes whose couplings the robot has, by their names."""
        self._keys = {name: item.key for item, name, _ in reversed(self.items) if item.kind == "link"}
        self._scopes = {item: scope for item, _, scope in self.items}

    def robot(self) -> Robot:
        """Return the robot, with its pose in the world."""
        links = [self._link(item, name) for item, name, _ in self.items if item.kind == "link"]
        joints = self._joints()
        gearboxes = (each for each in self.items if is_gearbox(each[0]))
        reader = JointReader(self.tree, self._link_names, {}, {})
        joints, self.gears = with_gears(joints, gearboxes, reader)
        sensors = tuple(self._sensors())
        simulation = read_robot_simulation(self.scope.element, self.scope.static)
        frames = tuple(self._frames())
        made = arrange(self.scope, self._between, links, joints, bool(simulation and simulation.static))
        robot = Robot(
            origin=self.scope.element.origin,
            name=self._name(),
            links=made.links,
            joints=made.joints,
            loops=made.loops,
            frames=frames,
            sensors=sensors,
            simulation=simulation,
            pose=self._pose(made.root),
            neighbours_pass=True,
        )
        return replace(_simulated(robot), base=self._base(robot), layouts=(self._memory(),))

    def _base(self, robot: Robot) -> Base | None:
        """Return how the model is connected to the world: it floats, unless it is static or a joint holds it."""
        return Base.FLOATING if robot.links and base_of(robot) is None else None

    def frame_of(self, link: str) -> str:
        """Return the frame of a link, or that of the world for a link that represents it."""
        return self._keys.get(link, ROOT)

    def _between(self, one: str, other: str) -> Pose:
        return self.tree.frames.between(self.frame_of(one), self.frame_of(other))

    def _name(self) -> str | None:
        return self.scope.name or None

    def _items(self) -> Iterator[tuple[Item, str, Scope]]:
        for scope in self.scope.inner:
            before = scope.prefix.removeprefix(self.scope.prefix)
            for item in scope.items:
                name = f"{before}{item.name}"
                if before and item.kind != "merged" and not self.scope.is_world:
                    # The place of the unread content gets the name in the robot, by which an edit finds and renames it.
                    self.tree.move(item.element, f"{self.scope.place}/{step(item.kind, name)}")
                yield item, name, scope

    def _link(self, item: Item, name: str) -> Link:
        self.places[f"link/{name}"] = item.written

        def place(key: str, element: Element, written: WrittenPose) -> Pose | None:
            return self._placed(key, item.key, self._scopes[item], element, written)

        return read_link(item.element, name, item.version, place)

    def _placed(self, key: str, body: str, scope: Scope, element: Element, written: WrittenPose) -> Pose | None:
        """Return the pose of a part in its link; its notation is remembered."""
        frame = scope.named(written.relative_to, scope.key) if written.relative_to else None
        if written.degrees or frame is not None:
            self.places[key] = written
        if written.relative_to and frame is None:
            self._unknown(element, written.relative_to)
        if frame is None or frame == body:
            return written.pose
        return compose(self.tree.frames.between(body, frame), written.pose)

    def _unknown(self, element: Element, name: str) -> None:
        message = f"<{element.local} name='{element.peek('name')}'> names the frame '{name}', which does not exist"
        pose = element.find("pose")
        (pose or element).report(UNKNOWN_FRAME, message, "relative_to" if pose is not None else None)

    def _joints(self) -> list[Joint]:
        reader = JointReader(self.tree, self._link_names, self.words, self.axes)
        found: list[Joint] = []
        for item, name, scope in self.items:
            if item.kind == "joint" and not is_gearbox(item):
                self.places[f"joint/{name}"] = item.written
                found.append(reader.read(scope, item, name, self._called))
        return found

    def _called(self, word: str, item: Item) -> str:
        """Return the name that a joint has in the robot, given the word by which another joint refers to it."""
        key = self._scopes.get(item, self.scope).named(word, item.home)
        return self.names.get(key or "", word)

    def _frames(self) -> Iterator[Frame]:
        for item, name, _ in self.items:
            if item.kind not in ("frame", "merged"):
                continue
            attached = item.element.attribute("attached_to") if item.kind == "frame" else None
            link = self.tree.bodies.link(item.key)
            self.places[f"frame/{name}"] = item.written
            if attached:
                self.words[f"attached/{name}"] = attached.strip()
            if link is None or link not in self.names:
                item.element.report(JOINT_END, f"frame '{name}' is not attached to any link")
                continue
            pose = self.tree.frames.between(link, item.key)
            free = self._free_name(name, item)
            yield Frame(origin=item.element.origin, name=free, parent=self.names[link], pose=pose)

    def _free_name(self, name: str, item: Item) -> str:
        """Return the name of a frame; that of a link gets an ending, as in libsdformat, which SDF before 1.7 allows."""
        links = set(self._link_names.values())
        if name not in links:
            return name
        free = free_name(f"{name}_frame", links)
        item.element.report(RENAMED, f"frame '{name}' has the name of a link; it becomes '{free}'")
        return free

    def _sensors(self) -> Iterator[Sensor]:
        for item, name, scope in self.items:
            if item.kind not in ("link", "joint"):
                continue
            for index, element in enumerate(item.element.children_of("sensor")):
                key = f"sensor/{item.kind}/{name}/{index}"
                pose = self._placed(key, item.key, scope, element, read_pose(element, item.version))
                yield replace(read_sensor(element, pose), **{item.kind: name})

    def _pose(self, root: Link | None) -> Pose | None:
        if root is None or root.name == "world":
            return None
        pose = self.tree.frames.between(ROOT, self.frame_of(root.name))
        return None if is_identity(pose) else pose

    def _memory(self) -> Notation:
        """Return how the document writes poses, words and nested models, for the writer."""
        scope, models = self.scope, {}
        for each in scope.inner:
            name = each.prefix.removeprefix(scope.prefix).removesuffix("::")
            link = self.tree.bodies.link(each.key)
            if link is not None and link in self.names:
                models[name] = (self.names[link], self.tree.frames.between(link, each.key))
            self.places[f"model/{name}"] = each.written
            if each.placement:
                self.words[f"placement/{name}"] = each.placement
        layout = self.tree.layout
        world = self.tree.world.element
        return SourceNotation(
            format="sdf",
            version=layout.version,
            source=layout,
            places=self.places,
            words=self.words,
            axes=self.axes,
            models=models,
            world=world.peek("name") or "" if world.tag == "world" else None,
            includes=tuple(self._includes()),
            gears=self.gears,
        )

    def _includes(self) -> Iterator[WrittenInclude]:
        for scope in self.scope.inner:
            path = tuple(scope.prefix.removeprefix(self.scope.prefix).split("::")[:-1])
            for include, document in scope.includes:
                yield replace(include, scope=path, documents=self.tree.led_to(document))


def _simulated(robot: Robot) -> Robot:
    """Return a robot whose links pass through each other unless its model gives it otherwise, as Gazebo takes it."""
    is_given = robot.simulation is not None and robot.simulation.self_collide is not None
    return robot if is_given or not can_self_collide(robot) else with_self_collide(robot, False)
