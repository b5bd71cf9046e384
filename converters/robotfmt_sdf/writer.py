"""Write SDF: a robot or a world, with what was not understood at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import partial

from robotfmt.context import Context
from robotfmt.documents.vendors import prefixes
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo.lights import write_light
from robotfmt.model import Extension, Joint, Robot, World, WorldFrame, WorldJoint
from robotfmt.model.record import replace
from robotfmt.words.elements import write_parts

from .adapting.worlds import DEFAULT_WORLD, is_plain
from .document.keys import KEYS
from .document.scopes import step
from .document.undefined import Finish, pruning
from .document.versions import is_newer
from .document.written_poses import WrittenPose, put_pose, with_includes, write_pose
from .parts.axes import write_joint_simulation, write_limits, write_pitch
from .parts.includes import Includes, includes_written, put_includes, without_included, write_include
from .parts.joints import AXES, WORDS
from .parts.model_writer import ModelWriter
from .parts.simulation import DEFAULT_GRAVITY
from .words import DYNAMICS

_PARTS = frozenset({"link", "joint", "frame", "model", "visual", "collision", "inertial", "sensor", "axis", "axis2"})


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the SDF document of a robot."""
    finish = pruning(context)
    includes = includes_written(robot, context, partial(_composed, robot, context, finish))
    return {context.output: _composed(robot, context, finish, includes)}


def includes_of(robot: Robot, context: Context) -> Includes:
    """Return the includes of a model that still lead to the same parts."""
    return includes_written(robot, context, partial(_composed, robot, context, pruning(context)))


def _composed(robot: Robot, context: Context, finish: Finish | None, includes: Includes) -> bytes:
    writer = ModelWriter(robot, context)
    root, model = writer.document()
    put_includes(model, includes)
    moved = without_included(map(writer.placed, robot.extensions), includes, writer.place)
    robot = replace(robot, extensions=moved, layouts=with_includes(robot.layouts, includes))
    return compose(root, robot, style_of(finish, moved))


def style_of(finish: Finish | None, extensions: Iterable[Extension]) -> Style:
    """Return the style in which documents are composed.

    Args:
        finish: Leaves out what SDF does not define.
        extensions: The unrecognised content.
    """
    return Style(
        format="sdf",
        keys=KEYS,
        parts=_PARTS,
        as_spelt=True,
        namespaces=prefixes(each for each in extensions if each.format == "sdf"),
        finish=finish,
    )


_MODEL = re.compile(r"""/sdf(?:/world(?:\[@name=(?:'[^']*'|"[^"]*")\])?)?/model\[@name=(?:'[^']*'|"[^"]*")\]""")
"""The place of a model in a document."""


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the SDF document of a world, which comes from :func:`robotfmt_sdf.adapt.adapt_world`."""
    return {context.output: _WorldWriter(world, context).written()}


class _WorldWriter:
    def __init__(self, world: World, context: Context) -> None:
        self.world, self.context, self.finish = world, context, pruning(context)
        names = {each.name for each in world.robots}
        self.writers = {each.name: ModelWriter(each.alone, context, each.name, names) for each in world.robots}
        self.included = {each.name: write_include(each, context) for each in world.robots}
        self.includes = {
            each.name: includes_of(each.alone, context) for each in world.robots if self.included[each.name] is None
        }

    def written(self) -> bytes:
        """Return the document."""
        root, holder, place = self._root()
        extensions = list(self.world.extensions)
        for placed in self.world.robots:
            include = self.included[placed.name]
            if include is not None:
                holder.append(deepcopy(include))
                continue
            writer = self.writers[placed.name]
            model, includes = writer.model(), self.includes[placed.name]
            put_includes(model, includes)
            writer.top = f"{place}/{step('model', model.get('name') or '')}"
            mine = [each for each in placed.robot.extensions if each.format == "sdf"]
            places = (writer.placed(_moved(each, writer.top)) for each in mine)
            extensions += without_included(places, includes, writer.top)
            holder.append(model)
        holder.extend(self._between())
        kept = (each for row in self.includes.values() for each in row)
        layouts = with_includes(self.world.layouts, kept)
        whole = replace(self.world, extensions=tuple(extensions), layouts=layouts)
        return compose(root, whole, style_of(self.finish, extensions))

    def _root(self) -> tuple[Node, Node, str]:
        """Return the root, the parent of the models, and its place: the root itself if no world was given."""
        root = make("sdf", {"version": self.context.version})
        world = self.world
        if is_plain(world):
            return root, root, "/sdf"
        name = world.name or DEFAULT_WORLD
        holder = make("world", {"name": name})
        root.append(holder)
        if world.gravity is not None and not _is_silent(world):
            holder.append(make("gravity", text=world.gravity))
        return root, holder, f"/sdf/{step('world', name)}"

    def _between(self) -> Iterator[Node]:
        """Yield the content of the world besides its models."""
        yield from map(self._frame, self.world.frames)
        yield from map(self._joint, self.world.joints)
        for light in self.world.lights:
            yield put_pose(write_light(light), WrittenPose(pose=light.pose))

    def _frame(self, frame: WorldFrame) -> Node:
        attached = self._end(frame.robot, frame.parent) if frame.robot is not None else None
        node = make("frame", {"name": frame.name, "attached_to": attached})
        _append(node, write_pose(WrittenPose(pose=frame.pose)))
        return node

    def _joint(self, it: WorldJoint) -> Node:
        joint = it.joint
        word = WORDS.get(joint.type) if joint.type is not None else None
        node = make("joint", {"name": joint.name, "type": word})
        _append(
            node,
            write_pose(WrittenPose(pose=joint.pose_in_child)),
            make("parent", text=self._end(it.parent_robot, joint.parent)),
            make("child", text=self._end(it.child_robot, joint.child)),
        )
        _write_axes(node, joint, self.context.version)
        return node

    def _end(self, robot: str | None, link: str | None) -> str:
        """Return the name of a link or a frame of a robot in the world."""
        writer = self.writers.get(robot or "")
        if writer is None or link is None or link == writer.world:
            return "world"
        kind = "link" if link in writer.robot.link_by_name else "frame"
        scope, leaf = writer.names.at(kind, link)
        return "::".join((writer.name, *scope, leaf))


def _write_axes(node: Node, joint: Joint, version: str) -> None:
    pitch = joint.axes[0].pitch if joint.axes else None
    node.extend(list(write_pitch(pitch, None, is_newer(version, (1, 10)))))
    for tag, axis in zip(AXES, joint.axes, strict=False):
        element = make(tag, None, make("xyz", text=axis.direction_or_x))
        write_limits(element, axis.hard, {})
        if axis.dynamics is not None:
            write_parts(element, DYNAMICS, axis.dynamics)
        node.append(element)
    write_joint_simulation(node, joint.simulation, newer=True)


def _append(node: Node, *children: Node | None) -> None:
    node.extend(child for child in children if child is not None)


def _moved(extension: Extension, top: str) -> Extension:
    """Return the content of a model of another document at its place in this one."""
    found = _MODEL.match(extension.place)
    return extension if found is None else replace(extension, place=top + extension.place[found.end() :])


def _is_silent(world: World) -> bool:
    """Return True for a world whose document gave no gravity, if that is still the one that Gazebo takes then."""
    layout = world.layout("sdf")
    if layout is None or world.gravity != DEFAULT_GRAVITY:
        return False
    worlds = (each for item in layout.items for each in (item, *item.items) if each.step.startswith("world"))
    return not any(each.step == "gravity" for item in worlds for each in item.items)
