"""Round numbers on request (``-O collada.round=5``): solvers such as ikfast build formulas from them, which grow with
every stray digit.

Frames, axes, limits, speeds, formulas and tools are rounded, in the units of the document. Masses and meshes are not.
"""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.facts.difference import diff
from robotfmt.model import Link, Robot, World
from robotfmt.model.record import replace

from ..codes import ROUNDED
from ..document.decimals import OFF
from ..reader import read, read_world
from ..writer import write, write_world

_MOVING = ("pose", "joints", "loops", "manipulators", "sensors", "scene_positions", "connected_bodies")


def rounded(robot: Robot, context: Context) -> Robot:
    """Return the robot as it reads back from a document with rounded numbers; report each changed number."""
    if context.option("round") == OFF:
        return robot
    quiet = context.having(report=Report(), robot=None)
    back = read(Source(context.output, write(_skeleton(robot), quiet)[context.output]), None, quiet)
    new = replace(robot, **{name: getattr(back, name) for name in _MOVING})
    _report(robot, new, context)
    return new


def placed_rounded(world: World, context: Context) -> World:
    """Return the world with its robots at the places that read back from a document with rounded numbers."""
    if context.option("round") == OFF:
        return world
    quiet = context.having(report=Report(), robot=None)
    bare = world.with_robots(_skeleton(each.robot) for each in world.robots)
    back = read_world(Source(context.output, write_world(bare, quiet)[context.output]), quiet)
    pairs = zip(world.robots, back.robots, strict=True)
    return replace(world, robots=tuple(replace(each, pose=there.pose) for each, there in pairs))


def _skeleton(robot: Robot) -> Robot:
    """Return a robot without what is not rounded: its shapes, masses and unrecognised content."""
    return replace(robot, links=tuple(map(_bare, robot.links)), materials=(), extensions=(), layouts=())


def _bare(link: Link) -> Link:
    return replace(link, visuals=(), collisions=(), inertial=None)


def _report(before: Robot, after: Robot, context: Context) -> None:
    """Report the changes, the one with the largest error first, so that it is shown even if the list is cut."""
    found = sorted(diff(before, after), key=lambda each: -(each.error or 0.0))
    worst = found[0].error or 0.0 if found else 0.0
    for each in found:
        message = f"{each}; no number is off by more than {worst:.1e}"
        context.report.add(ROUNDED, message, each.origin, subject=each.subject)
