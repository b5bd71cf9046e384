"""Write a world: its models, and the joints, frames and lights between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy

from robotfmt.context import Context
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.parts import write_parts
from robotfmt.model import Extension, Joint, World, WorldFrame, WorldJoint
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from .axes import DYNAMICS, write_joint_simulation, write_limits, write_pitch
from .beyond import write_beyond
from .codes import RENAMED
from .document import includes_of, style_of, uses_own
from .ends import IN_PARENT, joints_at_rest, write_end
from .joints import AXES, WORDS
from .keeping import put_includes, without_included
from .keys import own
from .lights import write_light
from .references import write_include
from .said import Said, keeping, write_said
from .scopes import step
from .undefined import Prefixing
from .versions import is_newer
from .writer import ModelWriter

_MODEL = re.compile(r"""/sdf(?:/world(?:\[@name=(?:'[^']*'|"[^"]*")\])?)?/model\[@name=(?:'[^']*'|"[^"]*")\]""")
"""The place of a model in a document."""


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the SDF document of a world, which comes from :func:`robotfmt_sdf.world_adapt.adapt_world`."""
    writer = _WorldWriter(world, context)
    data = writer.written()
    writer.finish.report(context.report, world.origin)
    return {context.output: data}


class _WorldWriter:
    def __init__(self, world: World, context: Context) -> None:
        self.world, self.context, self.finish = world, context, Prefixing(context)
        names = {each.name for each in world.robots}
        self.writers = {each.name: ModelWriter(each.alone, context, each.name, names) for each in world.robots}
        for name, writer in self.writers.items():
            if name != writer.name:
                message = f"robot '{name}' was renamed '{writer.name}' in the document"
                context.report.add(RENAMED, message, writer.robot.origin)
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
            if placed.name != writer.name:
                model.set(own("placed"), placed.name)
            if placed.state is not None:
                model.set(own("state"), placed.state)
            writer.top = f"{place}/{step('model', model.get('name') or '')}"
            mine = [each for each in placed.robot.extensions if each.format == "sdf"]
            places = (writer.placed(_moved(each, writer.top)) for each in mine)
            extensions += without_included(places, includes, writer.top)
            holder.append(model)
        holder.extend(self._between())
        kept = (each for row in self.includes.values() for each in row)
        layouts = keeping(self.world.layouts, kept)
        whole = replace(self.world, extensions=tuple(extensions), layouts=layouts)
        return compose(root, whole, style_of(uses_own(root), self.finish))

    def _root(self) -> tuple[Node, Node, str]:
        """Return the root, the parent of the models, and its place: the root itself if no world was given."""
        root = make("sdf", {"version": self.context.version})
        world = self.world
        is_plain = not list(self._between())
        if world.name is None and len(world.robots) == 1 and is_plain and not world.gravity:
            return root, root, "/sdf"
        name = world.name or "default"
        if name == "world" or (name[:2] == name[-2:] == "__"):
            name = f"world_{name.strip('_')}"
        true = None if name == world.name else world.name or None
        unnamed = None if world.name else "true"
        holder = make("world", {"name": name, own("name"): true, own("unnamed"): unnamed})
        root.append(holder)
        if world.gravity is not None:
            holder.append(make("gravity", text=world.gravity))
        return root, holder, f"/sdf/{step('world', name)}"

    def _between(self) -> Iterator[Node]:
        """Yield the content of the world besides its models."""
        taken = {*self.writers, *(each.name for each in self.writers.values())}
        for frame in self.world.frames:
            yield self._frame(frame, taken)
        for joint, at_rest in joints_at_rest(self.world):
            node = self._joint(joint, taken)
            write_end(node, IN_PARENT, joint.joint.pose_in_parent, at_rest)
            yield node
        lights: set[str] = set()
        for light in self.world.lights:
            node = write_light(light, Said(pose=light.pose), lights)
            lights.add(node.get("name") or "")
            yield node

    def _named(self, tag: str, name: str, taken: set[str], **attributes: str | None) -> Node:
        """Return an element with a unique name: all parts of a world share one scope."""
        leaf = free_name(name, taken)
        taken.add(leaf)
        return make(tag, {"name": leaf, own("name"): name if leaf != name else None, **attributes})

    def _frame(self, frame: WorldFrame, taken: set[str]) -> Node:
        attached = self._end(frame.robot, frame.parent) if frame.robot is not None else None
        node = self._named("frame", frame.name, taken, attached_to=attached)
        _append(node, write_said(Said(pose=frame.pose)))
        return node

    def _joint(self, it: WorldJoint, taken: set[str]) -> Node:
        joint = it.joint
        word = WORDS.get(joint.type) if joint.type is not None else None
        node = self._named("joint", joint.name, taken, type=word)
        _append(
            node,
            write_said(Said(pose=joint.pose_in_child)),
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
        its = make(tag, None, make("xyz", text=axis.direction_or_x))
        write_limits(its, axis.hard, {})
        if axis.dynamics is not None:
            write_parts(its, DYNAMICS, axis.dynamics)
        write_beyond(its, joint, axis)
        node.append(its)
    write_joint_simulation(node, joint.simulation, newer=True)


def _append(node: Node, *children: Node | None) -> None:
    node.extend(child for child in children if child is not None)


def _moved(extension: Extension, top: str) -> Extension:
    """Return the content of a model of another document at its place in this one."""
    found = _MODEL.match(extension.place)
    return extension if found is None else replace(extension, place=top + extension.place[found.end() :])
