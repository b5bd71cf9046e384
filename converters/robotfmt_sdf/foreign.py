"""Included documents of other formats, as SDF."""

from __future__ import annotations

from pathlib import Path

from robotfmt.codes import SEVERAL_ROBOTS
from robotfmt.context import Context
from robotfmt.errors import InputError
from robotfmt.facts import facts
from robotfmt.formats import Carries
from robotfmt.model import Origin, Robot
from robotfmt.model.record import replace

from . import FORMAT
from .adapt import adapt
from .codes import NOT_HELD
from .document import write

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
    world = context.read(str(path), origin)
    if len(world.robots) != 1:
        message = f"'{path}' contains {len(world.robots)} robots; one can be included"
        raise InputError(SEVERAL_ROBOTS, message, origin)
    robot = replace(world.robots[0].alone, layouts=())
    given = context.having(output=str(path), version=NEWEST, robot=None)
    adapted = adapt(robot, given)
    _report_lost(adapted, path, context)
    return write(adapted, given)[given.output]


def _report_lost(robot: Robot, path: Path, context: Context) -> None:
    """Report the parts of a robot that SDF does not have."""
    lost = {
        fact.path[:2]: fact for fact in reversed(facts(robot)) if FORMAT.holds(fact.feature) is Carries.NONE
    }
    for where, fact in reversed(lost.items()):
        message = f"{' '.join(map(str, where))} of '{path.name}' is lost: SDF has none"
        context.report.add(NOT_HELD, message, fact.origin)
