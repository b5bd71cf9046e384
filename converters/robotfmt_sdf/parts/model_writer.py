"""The element of a model: the robot was adapted by :func:`robotfmt_sdf.adapt.adapt`, so SDF can store all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from robotfmt.context import Context
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo.sensors import write_sensor
from robotfmt.model import IDENTITY, Axis, Extension, Joint, Robot, Sensor, linear, rotate
from robotfmt.model.fields import given_fields
from robotfmt.model.record import replace
from robotfmt.words.elements import write_parts

from ..document.scopes import step
from ..document.versions import is_newer
from ..document.written_poses import Notation, WrittenPose, put_pose, write_pose
from ..words import DYNAMICS as DYNAMICS_PARTS
from ..words import MIMIC
from .axes import write_joint_simulation, write_limits, write_pitch
from .gears import gearbox, gears_of
from .joints import AXES, WORDS
from .links import write_link
from .names import Names, Path, Thing, valid_name
from .pose_notation import Poses, vertex
from .roots import free_joints, is_world, unwritten
from .sensors import set_valid_type
from .simulation import write_robot_simulation

_NEAR = 1e-11


class ModelWriter:
    """Writes one model.

    Args:
        robot: The robot that it is, with its pose in the world.
        context: The context of the writer.
        placed: Its name in a world, which may differ from the robot's.
        taken: The names of the other robots there.
    """

    def __init__(self, robot: Robot, context: Context, placed: str | None = None, taken: Collection[str] = ()) -> None:
        self.robot = robot
        self.name = valid_name(placed if placed is not None else robot.name or "", taken)
        """The name of the model in the document."""
        self.version = context.version
        layout = robot.layout("sdf")
        self.memory = layout if isinstance(layout, Notation) else None
        self.loose = {joint.name for joint in free_joints(robot)}
        self.world = is_world(robot)
        self.names = Names(robot, unwritten(robot))
        self.top = ""
        """The place of the model in a document, if it is not the model's own document."""
        self._gears = gears_of(robot)
        self.poses = Poses(robot, self.names, self.loose, self.memory, context.option("poses"))

    def document(self) -> tuple[Node, Node]:
        """Return the root, and the model in it."""
        model = self.model()
        holder = model
        if self.memory is not None and self.memory.world is not None:
            holder = make("world", {"name": self.memory.world or None}, model)
        return make("sdf", {"version": self.version}, holder), model

    def placed(self, extension: Extension) -> Extension:
        """Return an extension at the place of its owner, in the owner's model and under the owner's name there."""
        if extension.format != "sdf":
            return extension
        place = extension.place
        end = len(place)
        while end > 0 and place[:end] not in self._moved:
            end = place.rfind("/", 0, end)
        return extension if end <= 0 else replace(extension, place=self._moved[place[:end]] + place[end:])

    @property
    def place(self) -> str:
        """The place of the model."""
        outer = ""
        if self.memory is not None and self.memory.world is not None:
            outer = f"/{step('world', self.memory.world)}"
        return self.top or f"/sdf{outer}/{step('model', self.name)}"

    @cached_property
    def _moved(self) -> dict[str, str]:
        """Map the places of parts by their names in the robot to those in nested models."""
        top = self.place
        found: dict[str, str] = {}
        for kind, name in self.names.things():
            scope, leaf = self.names.at(kind, name)
            if kind != "model" and (scope or leaf != name):
                inner = "".join(f"/{step('model', each)}" for each in scope)
                found[f"{top}/{step(kind, name)}"] = f"{top}{inner}/{step(kind, leaf)}"
        return found

    def model(self) -> Node:
        """Return the element of the model."""
        placement = self._word("placement/")
        model = make("model", {"name": self.name, "placement_frame": placement})
        _append(model, write_pose(self.poses.top(placement)))
        write_robot_simulation(model, self.robot)
        models: dict[Path, Node] = {(): model}
        self._fill(models)
        for scope in self.names.scopes:
            if scope:
                models[scope[:-1]].append(models[scope])
        return model

    def _fill(self, models: dict[Path, Node]) -> None:
        """Write all parts of the robot into their models: links first, then joints and frames."""
        for scope in self.names.scopes:
            if scope:
                name = "::".join(scope)
                placement = self._word(f"placement/{name}")
                models[scope] = make("model", {"name": scope[-1], "placement_frame": placement})
                _append(models[scope], write_pose(self.poses.model(scope, placement)))
        for link in self.robot.links:
            if link.name != self.world:
                models[self.names.at("link", link.name)[0]].append(self._link(link.name))
        for joint in self.robot.all_joints:
            if joint.name not in self.loose:
                models[self.names.at("joint", joint.name)[0]].append(self._joint(joint))
        models[()].extend(gearbox(name, each, self.robot, self.names) for name, each in self._gears.items())
        for frame in self.robot.frames:
            models[self.names.at("frame", frame.name)[0]].append(self._frame(frame.name, frame.parent))

    def _word(self, key: str) -> str | None:
        return self.memory.words.get(key) if self.memory is not None else None

    def _named(self, tag: str, kind: str, name: str, written: WrittenPose, **attributes: str | None) -> Node:
        _, leaf = self.names.at(kind, name)
        return make(tag, {"name": leaf, **attributes}, write_pose(written))

    def _link(self, name: str) -> Node:
        link = self.robot.link_by_name[name]
        thing = ("link", name)
        node = self._named("link", "link", name, self.poses.link(name))
        content = write_link(
            link,
            self.robot,
            lambda key, pose: self.poses.part(key, thing, pose),
        )
        node.extend(list(content))
        self._sensors(node, thing, [each for each in self.robot.sensors if each.link == name and each.joint is None])
        return node

    def _sensors(self, node: Node, thing: Thing, sensors: Iterable[Sensor]) -> None:
        for index, sensor in enumerate(sensors):
            child, pose = write_sensor(sensor)
            set_valid_type(child)
            written = self.poses.part(f"sensor/{thing[0]}/{thing[1]}/{index}", thing, pose)
            node.append(put_pose(child, written))

    def _frame(self, name: str, parent: str) -> Node:
        scope, _ = self.names.at("frame", name)
        attached = self._known(scope, f"attached/{name}", parent)
        if attached is None:
            attached = self.names.seen(scope, ("link", parent)) or ""
        return self._named("frame", "frame", name, self.poses.frame(name, attached), attached_to=attached or None)

    def _known(self, scope: Path, key: str, link: str | None) -> str | None:
        """Return the word that was read for a link, if it still means that link."""
        word = self._word(key)
        if word is None:
            return "" if key.startswith("attached/") and self._is_model(scope, key, link) else None
        thing = self.names.meant(scope, word)
        return word if thing is not None and self.poses.body(thing) == link else None

    def _is_model(self, scope: Path, key: str, link: str | None) -> bool:
        """Return True if a frame was attached to its model, and the model's frame is still on the same link."""
        known = self.memory is not None and f"frame/{key.partition('/')[2]}" in self.memory.places
        return known and self.poses.body(("model", "::".join(scope))) == link

    def _joint(self, joint: Joint) -> Node:
        scope, _ = self.names.at("joint", joint.name)
        child = self._end(scope, "child", joint, joint.child)
        word = WORDS.get(joint.type) if joint.type is not None else None
        node = self._named("joint", "joint", joint.name, self.poses.joint(joint, child or ""), type=word)
        _append(node, _text("parent", self._end(scope, "parent", joint, joint.parent)), _text("child", child))
        written = self._word(f"pitch/{joint.name}")
        pitch = joint.axes[0].pitch if joint.axes else None
        for each in write_pitch(pitch, written, is_newer(self.version, (1, 10))):
            node.append(each)
        for index, axis in enumerate(joint.axes):
            node.append(self._axis(scope, joint, index, axis))
        write_joint_simulation(node, joint.simulation, newer=True)
        self._sensors(node, ("joint", joint.name), [each for each in self.robot.sensors if each.joint == joint.name])
        return node

    def _end(self, scope: Path, tag: str, joint: Joint, link: str | None) -> str | None:
        if link is None:
            return None
        if tag == "parent" and link == self.world:
            return "world"
        known = self._known(scope, f"{tag}/{joint.name}", link)
        return known if known is not None else self.names.seen(scope, ("link", link)) or link

    def _axis(self, scope: Path, joint: Joint, index: int, axis: Axis) -> Node:
        node = make(AXES[index], None, self._direction(scope, joint, index, axis))
        fields = ("lower", "upper", "effort", "velocity")
        words = {name: self._word(f"{name}/{joint.name}/{index}") for name in fields}
        write_limits(node, axis.hard, {name: word for name, word in words.items() if word is not None})
        dynamics = axis.dynamics
        if dynamics is not None and (self.memory is not None or any(value for _, value in given_fields(dynamics))):
            write_parts(node, DYNAMICS_PARTS, dynamics)  # zeros alone are SDF's defaults
        if joint.name not in {each.follower for each in self._gears.values()}:
            _append(node, self._mimic(scope, axis))
        return node

    def _direction(self, scope: Path, joint: Joint, index: int, axis: Axis) -> Node:
        word = self._word(f"expressed/{joint.name}/{index}")
        thing = self.names.meant(scope, word) if word is not None else None
        if word is not None and thing is not None and self.memory is not None and vertex(thing) in self.poses.frames:
            written = self.memory.axes[f"{joint.name}/{index}"]
            turn = self.poses.frames.between(f"joint/{joint.name}", vertex(thing))
            turned = written if turn.matrix == IDENTITY.matrix else rotate(turn.matrix, written)
            pairs = zip(turned, axis.direction_or_x, strict=True)
            if all(abs(a - b) <= _NEAR * (1 + abs(a)) for a, b in pairs):
                return make("xyz", {"expressed_in": word}, text=written)
        return make("xyz", text=axis.direction_or_x)

    def _mimic(self, scope: Path, axis: Axis) -> Node | None:
        coupling = linear(axis.coupling) if axis.coupling is not None else None
        if coupling is None:
            return None
        seen = self.names.seen(scope, ("joint", coupling.joint))
        node = make("mimic", {"joint": seen or coupling.joint, "axis": AXES[coupling.axis]})
        write_parts(node, MIMIC, coupling)
        return node


def _text(tag: str, text: str | None) -> Node | None:
    return make(tag, text=text) if text is not None else None


def _append(node: Node, *children: Node | None) -> None:
    node.extend(child for child in children if child is not None)
