"""The sections outside of bodies: couplings, pairs and keyframes, and records of the whole robot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Extension, Joint, JointType, NamedState, Sensor
from robotfmt.model.completion import Given
from robotfmt.model.json import to_object
from robotfmt.model.record import replace

from ..reading.sections import USER
from ..reading.units import units
from ..records.properties import beyond, is_share
from .actuators import actuators_in, driven_joints
from .bodies import BodyWriter
from .closing import equalities, is_native
from .measuring import units_of
from .written import layout_of

WHOLE = (
    *("groups", "default_positions", "scene_positions", "end_effectors", "passive_joints"),
    *("joint_properties", "manipulators", "tool_frames", "cspace", "sphere_sets", "world_collision"),
    *("self_collision", "unchecked_links", "checked_pairs", "actuators", "transmissions", "controllers"),
    *("simulation", "interfaces", "grabs", "connected_bodies", "modifiers"),
)
"""The fields of a robot that are kept whole."""
_COUNTS = {JointType.FLOATING: 7, JointType.BALL: 4}


class WholeWriter:
    """Writes the sections outside of bodies.

    Args:
        bodies: The writer of the bodies, which has the plan and the records.
        extensions: The unread content of the source that returns to its place.
    """

    def __init__(self, bodies: BodyWriter, extensions: Collection[Extension] = ()) -> None:
        self.bodies, self.plan, self.robot = bodies, bodies.plan, bodies.robot
        layout = layout_of(self.robot)
        self._names = layout.names if layout is not None else {}
        self._units = [replace(each, origin=None) for each in units(self.robot, extensions, self._names)]
        """The sensors that the document describes by elements of its source."""
        driven = driven_joints(extensions)
        read = layout.actuators if layout is not None else ()
        known = {*(each for each in read if each.joint in driven), *actuators_in(extensions)}
        self._actuators = tuple(each for each in self.robot.actuators if each not in known)
        """The actuators that no element of the source is."""
        self._measuring = [
            each
            for each in units_of(self.robot, self.plan, self._units)
            if replace(each.sensor, origin=None) not in self._units
        ]
        bodies.add_sites(self._measuring)
        self.written: set[str] = set()
        """The states that are keyframes."""

    @property
    def moves(self) -> bool:
        """True if the robot has values in keyframes."""
        return any(True for _ in self._positions())

    def couplings(self) -> Iterator[Node]:
        """Yield the equalities that couple joints."""
        for joint in self._movers():
            found = self.bodies.coupled(joint)
            if found is not None:
                leader, factor, offset = found
                numbers = (offset, factor, 0.0, 0.0, 0.0)
                yield make("joint", {"joint1": joint.name, "joint2": leader, "polycoef": numbers})
        yield from equalities(self.plan, self._names)

    def _movers(self) -> list[Joint]:
        """Return the joints of all bodies, in the order of their values."""
        return [joint for link in self.plan.order for joint in self.plan.row(link)]

    def pairs(self) -> Iterator[Node]:
        """Yield the excluded pairs of bodies."""
        for pair in self.robot.ignored_pairs:
            if self._is_native_pair(pair.first, pair.second):
                names = (self.plan.name(pair.first), self.plan.name(pair.second))
                yield make("exclude", {"body1": names[0], "body2": names[1]})

    def _is_native_pair(self, first: str, second: str) -> bool:
        return self.plan.is_body(first) and self.plan.is_body(second)

    def sensors(self) -> Iterator[Node]:
        """Yield the elements of measuring units."""
        for unit in self._measuring:
            yield from unit.elements()

    # Keyframes

    def states(self) -> dict[str, tuple[float, ...]]:
        """Return the states that give the values of all joints, by their names, each once."""
        counts = Counter(each.name for each in self.robot.states)
        found = {each.name: self._position(each) for each in self.robot.states if counts[each.name] == 1}
        return {name: values for name, values in found.items() if values is not None}

    def _position(self, state: NamedState) -> tuple[float, ...] | None:
        """Return the values of all joints in a state of the whole robot; None for any other state."""
        given = {each.joint: each.values for each in state.values}
        if state.group is not None or len(given) != len(state.values):
            return None
        found: list[float] = []
        for name, count in self._positions():
            values = given.pop(name, None)
            if values is None or len(values) != count:
                return None
            reference = self.bodies.references.get(name, 0.0)
            found += (each + reference if count == 1 else each for each in values)
        return tuple(found) if not given and found else None

    def _positions(self) -> Iterator[tuple[str, int]]:
        """Yield each joint with the count of its values, in the order of a keyframe."""
        free = self.plan.free
        if free is not None:
            yield free.name, len(self.plan.planar_names(free)) or 7
        for joint in self._movers():
            yield joint.name, _COUNTS.get(joint.type or JointType.FIXED, 1)

    # Records

    def record(self) -> Given:
        """Return the properties of the whole robot that MJCF cannot store."""
        robot = self.robot
        given: Given = {}
        for field in WHOLE:
            value = self._actuators if field == "actuators" else getattr(robot, field)
            is_implied = field == "simulation" and self.plan.is_ground
            if value is not None and value != () and not is_implied:
                given[field] = to_object(value)
        rows: dict[str, list[Any]] = {
            "loops": [each for each in robot.loops if not is_native(self.plan, each)],
            "states": [each for each in robot.states if each.name not in self.written],
            "virtual_joints": [each for each in robot.virtual_joints if each is not self.plan.free],
            "sensors": [each for each in robot.sensors if not self._is_written(each)],
            "frames": [each for each in robot.frames if not self.plan.is_native(each)],
            "materials": [each for each in robot.materials if not self.bodies.assets.is_shared(each, robot)],
            "ignored_pairs": [
                each for each in robot.ignored_pairs if not self._is_native_pair(each.first, each.second)
            ],
        }
        given |= {name: to_object(tuple(row)) for name, row in rows.items() if row}
        return given | self._small()

    def _is_written(self, sensor: Sensor) -> bool:
        is_unit = any(each.sensor is sensor for each in self._measuring)
        return is_unit or self.bodies.is_camera(sensor) or replace(sensor, origin=None) in self._units

    def _small(self) -> Given:
        robot, free = self.robot, self.plan.free
        given: Given = {}
        reasons = [
            [each.first, each.second, each.reason]
            for each in robot.ignored_pairs
            if each.reason != USER and self._is_native_pair(each.first, each.second)
        ]
        if reasons:
            given["reasons"] = reasons
        if free is not None and free.parent_frame != "world":
            given["parent_frame"] = free.parent_frame
        if len(self.plan.roots) > 1:
            given["roots"] = list(self.plan.roots[1:])
        return given

    def note_materials(self) -> None:
        """Write records of the properties of shared materials besides their colour."""
        for name, material in self.bodies.assets.shared.items():
            if name in self.robot.material_by_name:
                shares = {"metalness": material.metalness, "roughness": material.roughness}
                odd = {key: its for key, its in shares.items() if its is not None and not is_share(its)}
                self.bodies.note("material", name, beyond(material) | odd)
