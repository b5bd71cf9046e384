"""Names that the reader gives to parts without one of their own: after an edit they follow from the new names."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from robotfmt import edit
from robotfmt.model import Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import renamed

from ..parts.joint_rows import between
from ..parts.notation import layout_of
from ..parts.plan import BodyPlan
from ..parts.sensors import units


def called_between(robot: Robot) -> Robot:
    """Rename the links between the joints of a body as the reader names them: after the body and the joint."""
    plan = BodyPlan(robot)
    rows = ((link, joint) for link in plan.order for joint in plan.row(link)[:-1])
    names = {joint.child: between(link, joint.name) for link, joint in rows if joint.child in robot.link_by_name}
    changed = {old: new for old, new in names.items() if old and old != new and new not in robot.frame_names}
    return edit.rename(robot, links=changed) if changed else robot


def called_apart(robot: Robot) -> Robot:
    """Rename the sites, cameras and loops that share a name with another part in the document, as the reader does."""
    layout = layout_of(robot)
    if layout is None or not layout.names:
        return robot
    names: dict[str, dict[str, str]] = {}
    for kind, word, parts in (
        ("link", "site", [each.name for each in robot.frames]),
        ("sensor", "camera", [each.name for each in robot.sensors]),
        ("joint", "loop", [each.name for each in robot.loops]),
    ):
        names[kind] = dict(_apart(parts, word, layout.names))
    if not any(names.values()):
        return robot
    apart = renamed(robot, lambda kind, name: names.get(kind, {}).get(name, name))
    keys = {old: new for each in names.values() for old, new in each.items()}
    changed = replace(layout, names={keys.get(key, key): value for key, value in layout.names.items()})
    return replace(apart, layouts=tuple(changed if each.format == "mjcf" else each for each in apart.layouts))


def _apart(parts: Collection[str], word: str, own: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names of parts and those that they get when they are read, if these differ."""
    for name in parts:
        wanted = f"{own[name]}_{word}" if name in own else name
        if wanted != name and wanted not in parts:
            yield name, wanted


def called_after_elements(robot: Robot) -> Robot:
    """Rename measuring units as the reader names them: after their elements, or after their sites."""
    layout = layout_of(robot)
    measured = list(units(robot, robot.extensions, layout.names if layout is not None else {}))
    given, read = ({each.name for each in sensors} for sensors in (robot.sensors, measured))
    names: dict[str, str] = {}
    for sensor in robot.sensors:
        nameless = replace(sensor, origin=None, name="")
        alike = [each.name for each in measured if replace(each, origin=None, name="") == nameless]
        if sensor.name and len(alike) == 1 and alike[0] and alike[0] not in given and sensor.name not in read:
            names[sensor.name] = alike[0]
    if not names:
        return robot
    called = renamed(robot, lambda kind, name: names.get(name, name) if kind == "sensor" else name)
    if layout is None:
        return called
    changed = replace(layout, units=[names.get(each, each) for each in layout.units])
    return replace(called, layouts=tuple(changed if each.format == "mjcf" else each for each in called.layouts))
