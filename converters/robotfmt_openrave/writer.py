"""Write OpenRAVE's XML: one flat document of a robot, or an environment with several."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.nodes import make
from robotfmt.model import Extension, Robot, World
from robotfmt.model.record import replace

from .parts.kinbodies import STYLE, write_whole
from .parts.places import with_safe_order


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot, which comes from :func:`robotfmt_openrave.adapt.adapt`."""
    root = write_whole(robot)
    robot = with_safe_order(robot, root)
    return {context.output: compose(root, robot, STYLE)}


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the environment of a world, whose robots are adapted."""
    root = make("Environment", {"name": world.name})
    if world.gravity is not None:
        holder = make("odeproperties", None, make("gravity", text=world.gravity))
        root.append(make("physicsengine", {"type": "ode"}, holder))
    extensions: list[Extension] = list(world.extensions)
    for each in world.robots:
        robot = each.alone
        mine = (it for it in robot.extensions if it.format == "openrave")
        extensions += [replace(it, place=f"/Environment{it.place}") for it in mine]
        root.append(write_whole(robot))
    whole = with_safe_order(replace(world, extensions=tuple(extensions)), root)
    return {context.output: compose(root, whole, STYLE)}
