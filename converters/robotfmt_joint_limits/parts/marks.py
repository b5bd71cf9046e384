"""Comments next to values that were assumed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from robotfmt.model import Layout, LayoutItem, Robot
from robotfmt.model.record import replace

from ..document.keys import SECTION
from ..document.wrappers import key

_HEAD = " values marked 'assumed' were in no document: compare them with the data sheet of the robot"


def with_marks(robot: Robot, accelerations: Mapping[str, str], jerks: Collection[str]) -> Robot:
    """Return the robot with comments next to assumed values, in the order of its earlier document.

    Args:
        robot: The robot.
        accelerations: What the assumed acceleration of each joint was computed from.
        jerks: The joints whose jerk was assumed.
    """
    marks: dict[str, dict[str, str]] = {}
    for joint, reason in accelerations.items():
        marks.setdefault(joint, {})["max_acceleration"] = f" assumed: {reason}"
    for joint in jerks:
        marks.setdefault(joint, {})["max_jerk"] = " assumed"
    if not marks:
        return robot
    earlier = robot.layout(SECTION)
    items = earlier.items if earlier is not None else (LayoutItem(kind="comment", step=_HEAD),)
    section = {name: {each: {"": text} for each, text in keys.items()} for name, keys in marks.items()}
    layout = Layout(format=SECTION, items=_merged(items, {SECTION: section}))
    others = tuple(each for each in robot.layouts if each.format != SECTION)
    return replace(robot, layouts=(*others, layout))


def _merged(items: tuple[LayoutItem, ...], marks: Mapping[str, object]) -> tuple[LayoutItem, ...]:
    """Return a layout with further keys, of which the empty one has a comment."""
    found = list(items)
    for step, inner in marks.items():
        if isinstance(inner, str):
            found.append(LayoutItem(kind="trailing", step=inner))
            continue
        assert isinstance(inner, Mapping)
        index = next((at for at, each in enumerate(found) if (each.kind, each.step) == ("key", step)), None)
        if index is None:
            found.append(key(step, *_merged((), inner)))
        else:
            found[index] = key(step, *_merged(found[index].items, inner))
    return tuple(found)
