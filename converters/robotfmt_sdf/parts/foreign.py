"""Included documents of other formats, as SDF."""

from __future__ import annotations

from pathlib import Path

from robotfmt.codes import SEVERAL_ROBOTS
from robotfmt.context import Context
from robotfmt.errors import InputError
from robotfmt.model import Origin
from robotfmt.model.record import replace

NEWEST = "1.11"
"""The version that stores most."""


def as_sdf(path: Path, origin: Origin | None, context: Context) -> bytes:
    """Return the SDF document of the robot in a document of another format, such as a URDF.

    Args:
        path: The document.
        origin: The include.
        context: The context of the including document; properties that SDF has in another form are reported.

    Raises:
        InputError: The document cannot be read, or contains several robots.
    """
    from ..adapt import adapt  # few models include another format
    from ..writer import write

    world = context.read(str(path), origin)
    if len(world.robots) != 1:
        message = f"'{path}' contains {len(world.robots)} robots; one can be included"
        raise InputError(SEVERAL_ROBOTS, message, origin)
    robot = replace(world.robots[0].alone, layouts=())
    given = context.having(output=str(path), version=NEWEST, robot=None)
    return write(adapt(robot, given), given)[given.output]
