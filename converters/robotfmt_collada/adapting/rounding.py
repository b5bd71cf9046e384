"""Fewer decimals, when asked for (``-O collada.round=5``): solvers such as ikfast build formulas of the numbers, and
every stray digit makes these longer.

What is rounded is what moves: frames, axes, limits, speeds, formulas, tools, in the units of the document. Masses and
meshes stay as they are.
"""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.facts.difference import diff
from robotfmt.model import Link, Robot
from robotfmt.model.record import replace

from ..codes import ROUNDED
from ..decimals import OFF
from ..reader import read
from ..writer import write

_MOVING = ("pose", "joints", "loops", "manipulators", "sensors", "scene_positions", "connected_bodies")


def rounded(robot: Robot, context: Context) -> Robot:
    """Return the robot as it reads back from a document with rounded numbers; each number that changes is reported."""
    if context.option("round") == OFF:
        return robot
    quiet = context.having(report=Report(), robot=None)
    bare = replace(robot, links=tuple(map(_bare, robot.links)), materials=(), extensions=(), layouts=())
    back = read(Source(context.output, write(bare, quiet)[context.output]), None, quiet)
    new = replace(robot, **{name: getattr(back, name) for name in _MOVING})
    _tell(robot, new, context)
    return new


def _bare(link: Link) -> Link:
    return replace(link, visuals=(), collisions=(), inertial=None)


def _tell(before: Robot, after: Robot, context: Context) -> None:
    """The fact with the greatest error first, so that it is seen where only one is shown."""
    found = sorted(diff(before, after), key=lambda each: -(each.error or 0.0))
    worst = found[0].error or 0.0 if found else 0.0
    for each in found:
        message = f"{each}; no number is off by more than {worst:.1e}"
        context.report.add(ROUNDED, message, each.origin, subject=each.subject)
