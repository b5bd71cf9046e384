"""Round numbers on request (``-O collada.round=5``): solvers such as ikfast build formulas from them, which grow with
every stray digit.

Frames, axes, limits, speeds, formulas and tools are rounded, in the units of the document. Masses and meshes are not.
"""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.facts.difference import diff
from robotfmt.model import Link, Robot
from robotfmt.model.record import replace

from ..codes import ROUNDED
from ..document.decimals import OFF
from ..reader import read
from ..writer import write

_MOVING = ("pose", "joints", "loops", "manipulators", "sensors", "scene_positions", "connected_bodies")


def rounded(robot: Robot, context: Context) -> Robot:
    """Return the robot as it reads back from a document with rounded numbers; report each changed number."""
    if context.option("round") == OFF:
        return robot
    quiet = context.having(report=Report(), robot=None)
    bare = replace(robot, links=tuple(map(_bare, robot.links)), materials=(), extensions=(), layouts=())
    back = read(Source(context.output, write(bare, quiet)[context.output]), None, quiet)
    new = replace(robot, **{name: getattr(back, name) for name in _MOVING})
    _report(robot, new, context)
    return new


def _bare(link: Link) -> Link:
    return replace(link, visuals=(), collisions=(), inertial=None)


def _report(before: Robot, after: Robot, context: Context) -> None:
    """Report the changes, the one with the largest error first, so that it is shown even if the list is cut."""
    found = sorted(diff(before, after), key=lambda each: -(each.error or 0.0))
    worst = found[0].error or 0.0 if found else 0.0
    for each in found:
        message = f"{each}; no number is off by more than {worst:.1e}"
        context.report.add(ROUNDED, message, each.origin, subject=each.subject)
