"""Checks of names: unknown ones, those that cause problems in other programs, and pairs of links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from .. import codes
from ..diagnostics import Report, Severity, quoted
from ..edit import apply_modifiers
from ..errors import ModelError
from ..gazebo.contacts import missing_shapes
from ..kinematics.tree import children
from ..model import IgnoredPair, Node, Origin, Robot

if TYPE_CHECKING:
    from ..model import Manipulator, Sensor

_Place: TypeAlias = tuple[str | None, int | None, str]
_ATTRIBUTE = re.compile(r"/@[^/]*$")
_AWKWARD = re.compile(r"""[\s/:\\"'<>|]""")


def check_references(robot: Robot, report: Report) -> None:
    """Find unknown and problematic names, and invalid pairs of links."""
    _names(robot, report)
    if robot.links:
        _dangling(robot, report)
        for manipulator in robot.manipulators:
            _reach(robot, manipulator, report)
    _pairs(robot, report)


def _names(robot: Robot, report: Report) -> None:
    for joint in robot.all_joints:
        if joint.name in robot.link_by_name:
            message = f"a link and a joint are both named '{joint.name}'"
            report.add(codes.SHARED_NAME, message, joint.origin)
    for kind, nodes in (("link", robot.links), ("joint", robot.all_joints)):
        for node in nodes:
            found = _AWKWARD.search(node.name)
            if found is not None:
                message = f"the name of {kind} '{node.name}' contains {_spoken(found.group())}"
                report.add(codes.AWKWARD_NAME, message, node.origin)


def _spoken(character: str) -> str:
    return "a blank" if character.isspace() else f"a '{character}'"


def _dangling(robot: Robot, report: Report) -> None:
    """Report each reference to an unknown name, unless its reader has reported it."""
    reported = _reported(report)
    known = {
        "link": robot.frame_names,
        "joint": frozenset(robot.joint_by_name),
        "sensor": frozenset(sensor.name for sensor in robot.sensors),
    }
    for who, node, kind, name in _references(robot):
        at = node.origin
        if name not in known[kind] and name not in robot.carried_names and not _places(at, name) & reported:
            report.add(codes.DANGLING, f"{who} refers to the {kind} '{name}', which does not exist", at)


def _reported(report: Report) -> set[_Place]:
    """Return the places of findings of readers, and the URLs of documents with findings."""
    found: set[_Place] = set()
    for each in report:
        if each.severity is not Severity.NOTE:
            found |= {(each.file, each.line, part) for part in (each.path, _ATTRIBUTE.sub("", each.path))}
            if each.value is not None and each.value.startswith("#"):
                found.add((each.file, None, each.value))
        if each.value is not None and each.code == codes.DANGLING.slug:
            found.add((each.file, None, each.value))
    return found


def _places(at: Origin | None, name: str) -> set[_Place]:
    """Return the places at which a reader may have reported a name: its own, and those of the elements around it."""
    if at is None:
        return set()
    around = at.path.rpartition("/")[0]
    return {
        (at.document, at.line, at.path),
        (at.document, at.line, around),
        (at.document, None, f"#{name}"),
        (at.document, None, name),
    }


def _references(robot: Robot) -> Iterator[tuple[str, Node, str, str]]:
    """Yield all references: a phrase, the place, the kind of the part, its name."""
    for frame in robot.frames:
        yield f"frame '{frame.name}'", frame, "link", frame.parent
    for it in robot.manipulators:
        yield from _of_manipulator(it)
    for sensor in robot.sensors:
        yield from _some(f"sensor '{sensor.name}'", sensor, "link", (sensor.link,))
        yield from _some(f"sensor '{sensor.name}'", sensor, "joint", (sensor.joint,))
        yield from _some(f"sensor '{sensor.name}'", sensor, "sensor", (sensor.reference, *_other_sensors(sensor)))
    for actuator in robot.actuators:
        yield from _some(f"actuator '{actuator.name}'", actuator, "joint", (actuator.joint,))
    for transmission in robot.transmissions:
        for end in transmission.joints:
            yield f"transmission '{transmission.name}'", end, "joint", end.name
    for pair in robot.ignored_pairs:
        yield from _some("an ignored pair", pair, "link", (pair.first, pair.second))
    for grab in robot.grabs:
        yield from _some(f"the grab of '{grab.body}'", grab, "link", (grab.link, *grab.ignored_links))
    for body in robot.connected_bodies:
        yield f"the connected body '{body.name}'", body, "link", body.link
    for value in (*robot.scene_positions, *robot.default_positions):
        yield f"the position {_row(value.values)}", value, "joint", value.joint
    for spheres in robot.sphere_sets:
        for each in spheres.frames:
            yield f"the spheres '{spheres.name}'", each, "link", each.frame


def _of_manipulator(it: Manipulator) -> Iterator[tuple[str, Node, str, str]]:
    who = f"manipulator '{it.name}'"
    yield from _some(who, it, "link", (it.base, it.tip, it.end_link, it.tool_changer_link))
    for gripper in it.gripper_joints:
        yield who, gripper, "joint", gripper.joint
    for solver in it.ik_solvers:
        yield from _some(who, solver, "joint", (each.joint for each in solver.free_joints))


def _some(who: str, node: Node, kind: str, names: Iterable[str | None]) -> Iterator[tuple[str, Node, str, str]]:
    yield from ((who, node, kind, name) for name in names if name is not None)


def _other_sensors(sensor: Sensor) -> list[str]:
    """Return the sensors whose data a camera uses, except those given by a URL."""
    names: tuple[str, ...] = getattr(sensor.data, "references", ())
    return [name for name in names if name and not set(name) & set("#/:")]


def _row(values: Iterable[float]) -> str:
    return " ".join(f"{value:g}" for value in values)


def _reach(robot: Robot, manipulator: Manipulator, report: Report) -> None:
    """Report a manipulator whose tip does not descend from its base; unknown links are reported elsewhere."""
    below, pending, seen = children(robot), [manipulator.base], {manipulator.base}
    while pending:
        for joint in below.get(pending.pop(), []):
            if joint.child is not None and joint.child not in seen:
                seen.add(joint.child)
                pending.append(joint.child)
    ends = {manipulator.base, manipulator.tip}
    if manipulator.tip not in seen and ends <= robot.frame_names:
        message = f"manipulator '{manipulator.name}': '{manipulator.tip}' is not below '{manipulator.base}'"
        report.add(codes.NOT_BELOW_BASE, message, manipulator.origin)


def _pairs(robot: Robot, report: Report) -> None:
    reported, first = _reported(report), set[frozenset[str]]()
    again: list[IgnoredPair] = []
    for pair in robot.ignored_pairs:
        names = pair.links
        if len(names) == 1:
            if not _places(pair.origin, pair.first) & reported:
                report.add(codes.PAIR_OF_ONE, f"link '{pair.first}' is paired with itself", pair.origin)
        elif names in first and not _places(pair.origin, pair.second) & reported:
            again.append(pair)
        first.add(names)
    if again:
        message = f"'{again[0].first}' and '{again[0].second}' are listed again"
        more = f"; so are {len(again) - 1} other pairs" if len(again) > 1 else ""
        report.add(codes.PAIR_TWICE, message + more, again[0].origin)


# Checks of modifiers, and of references to the parts that they remove


def check_modifiers(robot: Robot, report: Report) -> Robot:
    """Return the robot with its modifiers applied; unchanged if they are invalid, which readers report.

    References to parts that the new base removes are reported.
    """
    findings = Report()
    try:
        return apply_modifiers(robot, report=findings)
    except ModelError:
        report.diagnostics += findings.having(codes.REMOVED_BY_BASE.slug)
        return robot


# Checks of sensors

_MOST = 4
"""The number of shapes that a message names."""


def check_sensors(robot: Robot, report: Report) -> None:
    """Find contact sensors that name collision shapes which their links do not have: they never report a contact."""
    for sensor in robot.sensors:
        for name, link, known in missing_shapes(sensor, robot):
            more = ", ..." if len(known) > _MOST else ""
            has = f"it has {', '.join(map(quoted, known[:_MOST]))}{more}" if known else "it has none with a name"
            message = (
                f"contact sensor '{sensor.name}' names the collision {quoted(name)}, which link '{link.name}' does not "
                f"have; {has}"
            )
            at = sensor.data.origin if sensor.data is not None else None
            report.add(codes.UNKNOWN_SHAPE, message, at or sensor.origin)
