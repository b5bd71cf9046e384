"""Tables of a notebook: the robots of a world, the diagnostics of a report, the differences of two robots.

They have no colours of their own, so they are readable on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice

from ..codes.folding import Fold, folded, worst_first
from ..diagnostics import Report
from ..facts.difference import Difference, Differences
from ..model import PlacedRobot, World
from ..model.pose import pose_in_words
from ..model.world import WorldJoint

_MOST = 200
"""The maximum number of rows: a notebook stores them all."""
_LEFT = ' style="text-align: left"'


def world_table(world: World) -> str:
    """Return HTML with the robots of a world and their places, and the joints between them."""
    robots = _table(("robot", "links", "joints", "place", "state"), map(_robot_row, world.robots), len(world.robots))
    joints = _table(("joint", "type", "parent", "child"), map(_joint_row, world.joints), len(world.joints))
    return _titled(repr(world).strip("<>"), robots, joints)


def report_table(report: Report) -> str:
    """Return HTML with the diagnostics of a report, worst first; those that are alike are one row."""
    folds = folded(worst_first(report))
    heads = ("severity", "code", "message", "place", "help")
    return _titled(f"Report: {report.summary()}", _table(heads, map(_fold_row, folds), len(folds)))


def differences_table(found: Differences) -> str:
    """Return HTML with differences: the property of each, and its values."""
    rows = map(_difference_row, found)
    return _titled(repr(found).strip("<>"), _table(("part", "property", "before", "after"), rows, len(found)))


def _robot_row(placed: PlacedRobot) -> tuple[str, ...]:
    robot = placed.robot
    place = pose_in_words(placed.pose) if placed.pose is not None else ""
    return placed.name, str(len(robot.links)), str(len(robot.joints)), place, placed.state or ""


def _joint_row(it: WorldJoint) -> tuple[str, ...]:
    ends = ((it.parent_robot, it.joint.parent), (it.child_robot, it.joint.child))
    kind = it.joint.type.value if it.joint.type is not None else ""
    return it.name, kind, *(": ".join(filter(None, each)) or "world" for each in ends)


def _fold_row(fold: Fold) -> tuple[str, ...]:
    first = fold.first
    kind = first.severity.value if first.fate is None else f"{first.severity.value}, {first.fate.word}"
    return kind, first.code, fold.message, first.place, first.help or ""


def _difference_row(it: Difference) -> tuple[str, ...]:
    words = it.wording
    if words.words is not None:
        return words.owner, words.aspect, "", words.words
    values = (f"{each} {words.unit}".strip() if each is not None else "" for each in (words.before, words.after))
    return words.owner, "name" if words.is_renaming else words.aspect, *values


def _titled(title: str, *tables: str) -> str:
    return f"<p><b>{escape(title)}</b></p>{''.join(tables)}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], number: int) -> str:
    """Return a table; none without rows. Columns in which no row has a text are left out."""
    shown = list(islice(rows, _MOST))
    if not shown:
        return ""
    used = [place for place in range(len(heads)) if any(row[place] for row in shown)]
    lines = [_row("th", [heads[place] for place in used])]
    lines += (_row("td", [row[place] for place in used]) for row in shown)
    more = f"<p>and {number - len(shown)} more</p>" if number > len(shown) else ""
    return f"<table>{''.join(lines)}</table>{more}"


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}{_LEFT}>{escape(each)}</{tag}>' for each in cells)}</tr>"
