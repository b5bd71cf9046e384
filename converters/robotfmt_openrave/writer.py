"""Write OpenRAVE's XML: one flat document of a robot, or an environment with several."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.documents.xml.compose import Style, compose
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Extension, Robot, World
from robotfmt.model.record import replace

from .adapt import plain
from .kept import TAGS, kept_of, kept_of_robot, write_kept
from .keys import OWN, PREFIX, own
from .writing.order import with_safe_order
from .writing.whole import STYLE, write_whole


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot, which comes from :func:`robotfmt_openrave.adapt.adapt`."""
    root = _with_kept(robot)
    robot = with_safe_order(robot, root)
    return {context.output: compose(root, robot, _style(root))}


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the environment of a world, whose robots are adapted."""
    root = make("Environment", {"name": world.name})
    if world.gravity is not None:
        holder = make("odeproperties", None, make("gravity", text=world.gravity))
        root.append(make("physicsengine", {"type": "ode"}, holder))
    extensions: list[Extension] = list(world.extensions)
    for each in world.robots:
        robot = each.alone
        node = _with_kept(robot)
        mine = (it for it in robot.extensions if it.format == "openrave")
        extensions += [replace(it, place=f"/Environment{it.place}") for it in mine]
        root.append(node)
    whole = with_safe_order(replace(world, extensions=tuple(extensions)), root)
    return {context.output: compose(root, whole, _style(root))}


def _with_kept(robot: Robot) -> Node:
    """Return the element of a robot, with the properties that OpenRAVE's XML does not have in attributes."""
    bare = plain(robot)
    root = write_whole(bare)
    write_kept(root, kept_of_robot(robot, bare))
    nodes = {(str(each.tag), str(each.get("name"))): each for each in root.iter() if each.get("name") is not None}
    for field, tag in TAGS.items():
        known = {each.name: each for each in getattr(robot, field)}
        for each in getattr(bare, field):
            node = nodes.get((tag, each.name))
            if node is not None and each.name in known:
                write_kept(node, kept_of(known[each.name], each))
    return root


def _style(root: Node) -> Style:
    is_kept = any(str(name).startswith(own("")) for node in root.iter() for name in node.attrib)
    return replace(STYLE, namespaces={PREFIX: OWN} if is_kept else {})
