"""A robot with one link, whose shape is the mesh."""

from __future__ import annotations

from pathlib import PurePath
from urllib.parse import quote

from robotfmt.codes import USAGE
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.source import Source, plain_name
from robotfmt.errors import UsageError
from robotfmt.model import Geometry, Link, Mesh, Origin, Purpose, Robot


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot, named like the file.

    Raises:
        UsageError: An earlier document has described a robot.
    """
    if robot is not None and robot.links:
        message = f"{quoted(source.name)} is a mesh on its own; it cannot be combined with other documents of a robot"
        raise UsageError(USAGE, message, help="Use it as the shape of a link in the robot's document.")
    path = PurePath(plain_name(source.name))
    origin = Origin(source.name)
    shape = Mesh(uri=quote(path.name))
    link = Link(
        origin=origin,
        name=path.stem,
        visuals=(Geometry(origin=origin, shape=shape),),
        collisions=(Geometry(origin=origin, shape=shape, purpose=Purpose.COLLISION),),
    )
    return Robot(origin=origin, name=path.stem, links=(link,))
