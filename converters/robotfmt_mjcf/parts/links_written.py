"""Bodies with their joints, geoms, sites and cameras, and records of their other properties."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.kinematics.frames import viewed
from robotfmt.model import (
    Axis,
    Camera,
    Extension,
    Joint,
    JointType,
    Link,
    Motion,
    Robot,
    View,
)
from robotfmt.model.vectors import total

from ..words import DYNAMICS
from .actuators import driven_joints
from .geoms import GeomWriter
from .joint_rows import effort_of, range_of, step_of
from .lights import write_light
from .masses import write_inertial
from .notation import ASPECT, FOVY, Notation, across_to_up, has_view, layout_of
from .plan import BodyPlan


class BodyWriter:
    """Writes the bodies of a robot.

    Args:
        robot: The robot, adapted.
        plan: The arrangement of links as bodies.
        words: The notation of poses and angles.
        geoms: Writes the geoms of the robot.
        extensions: The unread content of the source that returns to its place.
    """

    def __init__(
        self,
        robot: Robot,
        plan: BodyPlan,
        words: Notation,
        geoms: GeomWriter,
        extensions: Collection[Extension] = (),
    ) -> None:
        self.robot, self.plan, self.words, self.geoms = robot, plan, words, geoms
        layout = layout_of(robot)
        self.references = dict(layout.references) if layout is not None else {}
        self._names = dict(layout.names) if layout is not None else {}
        self._efforts = _driven(robot, extensions, layout.efforts) if layout is not None else {}
        self._free = dict(layout.free) if layout is not None else {}
        self._is_given = layout is not None
        """True if the notation is that of a source, where a zero replaces the value of a class."""
        self._says_limited = layout is not None and not layout.autolimits
        self._nodes: dict[str, Node] = {}
        """The bodies of links."""

    def fill(self, world: Node) -> None:
        """Write all bodies into the world."""
        nodes = self._nodes = {link: self._body(self.robot.link_by_name[link]) for link in self.plan.order}
        for link in self.plan.order:
            above = self.plan.parent(link)
            (nodes[above] if above is not None else world).append(nodes[link])
        for ground in self.robot.links if self.plan.is_ground else ():
            world.extend(self.geoms.geoms(ground))

    # Bodies

    def _body(self, link: Link) -> Node:
        gravity = link.simulation.gravity if link.simulation is not None else None
        compensated = None if gravity is None else float(not gravity)
        name = link.name
        node = make("body", {"name": name, **self.words.pose(self.plan.pose(link.name)), "gravcomp": compensated})
        parts = [write_inertial(link.inertial, self.words), *self._moves(link.name), *self.geoms.geoms(link)]
        more = (*self._sites(link), *self._cameras(link), *map(write_light, link.lights))
        node.extend(part for part in (*parts, *more) if part is not None)
        return node

    # Joints

    def _moves(self, link: str) -> Iterator[Node]:
        free = self.plan.free
        if free is not None and free.child_link == link:
            is_short = self._free.get(free.name, True)
            given: dict[str, Content | None] = {"name": free.name, "type": None if is_short else "free"}
            yield make("freejoint" if is_short else "joint", given)
        for joint in self.plan.row(link):
            yield self._joint(joint)

    def _joint(self, joint: Joint) -> Node:
        """Return the element of a joint with at most one axis. Ranges are shifted by the reference value, which is 0 in
        the model.
        """
        step = step_of(joint)
        anchor = step.anchor if any(step.anchor) else None
        if step.direction is None or joint.type is JointType.BALL:
            dynamics = self._dynamics(joint.axes[0], 0.0) if joint.axes else {}
            return make("joint", {"name": joint.name, "type": "ball", "pos": anchor, **dynamics})
        axis = joint.axes[0]
        slides = axis.motion is Motion.SLIDE
        reference = self.references.get(joint.name, 0.0)
        bounds = range_of(joint)
        moved = tuple(self._from(each, reference, slides) for each in bounds) if bounds is not None else None
        effort = effort_of(joint)
        # The force range of an actuator limits the joint already; a second limit would be read as one of the joint.
        is_driven = self._efforts.get(joint.name) == effort
        force = (-effort, effort) if effort is not None and not is_driven else None
        return make(
            "joint",
            {
                "name": joint.name,
                "type": "slide" if slides else None,
                "pos": anchor,
                "axis": step.direction,
                "range": moved if slides or moved is None else self.words.angles(moved),
                "limited": "true" if moved is not None and self._says_limited else None,
                "actuatorfrcrange": force,
                "actuatorfrclimited": "true" if force is not None and self._says_limited else None,
                "ref": (reference if slides else self.words.angle(reference)) if reference else None,
                **self._dynamics(axis, reference),
            },
        )

    def _from(self, value: float, reference: float, slides: bool) -> float:
        """Return a value with a reference value; angles that become degrees have all their digits."""
        return total(value, reference) if slides or not self.words.degrees else value + reference

    def _dynamics(self, axis: Axis, reference: float) -> dict[str, Content | None]:
        """Return the attributes of springs, damping and friction; a new document has no zeros."""
        dynamics = axis.dynamics
        if dynamics is None:
            return {}
        spring = dynamics.spring_reference
        if spring is not None:
            spring = self._from(spring, reference, axis.motion is Motion.SLIDE)
            spring = spring if axis.motion is Motion.SLIDE else self.words.angle(spring)
        given: dict[str, Any] = {"springref": spring, **DYNAMICS.write(dynamics)}
        return given if self._is_given else {name: value or None for name, value in given.items()}

    # Sites and cameras

    def _sites(self, link: Link) -> Iterator[Node]:
        for frame in self.robot.frames:
            if frame.parent == link.name:
                name = self._names.get(frame.name, frame.name)
                yield make("site", {"name": name, **self.words.pose(frame.pose)})

    def _cameras(self, link: Link) -> Iterator[Node]:
        for sensor in self.robot.sensors:
            if sensor.link == link.name and isinstance(sensor.data, Camera):
                turned = viewed(sensor, View.GRAPHICS)
                camera = turned.data
                assert isinstance(camera, Camera)
                name = self._names.get(sensor.name, sensor.name)
                yield make("camera", {"name": name, **self.words.pose(turned.pose), **_sight(camera)})


def _driven(robot: Robot, extensions: Iterable[Extension], efforts: Mapping[str, float]) -> dict[str, float]:
    """Return the effort limits that actuators of the source give to joints."""
    named = driven_joints(extensions) if efforts else set()
    return {name: effort for name, effort in efforts.items() if name in named and name in robot.joint_by_name}


def _sight(camera: Camera) -> dict[str, Content | None]:
    if not has_view(camera):
        return {}
    is_plain = camera.width is None or camera.height is None
    size = ASPECT if camera.width is None or camera.height is None else (camera.width, camera.height)
    up = across_to_up(camera.horizontal_fov or 0.0, *size)
    is_default = is_plain and math.isclose(up, FOVY, rel_tol=1e-12)
    return {"resolution": None if is_plain else size, "fovy": None if is_default else up}
