"""Bodies with their joints, geoms, sites and cameras, and records of their other properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.kinematics.camera_frames import viewed
from robotfmt.model import (
    Axis,
    Camera,
    Extension,
    Inertial,
    Joint,
    JointType,
    Link,
    LinkSimulation,
    Motion,
    Robot,
    Sensor,
    View,
    VirtualJoint,
)
from robotfmt.model.completion import Given
from robotfmt.model.json import to_object

from ..records.properties import beyond, only
from .actuators import driven_joints
from .geoms import GeomWriter
from .inertials import is_native as is_native_inertial
from .inertials import write_inertial
from .measuring import RECORD, Unit
from .plan import Plan
from .rows import PLANAR, axis_of, effort_of, is_weld, range_of, read_type, step_of
from .shapes import Assets
from .written import Words, across_to_up, layout_of


class BodyWriter:
    """Writes the bodies of a robot.

    Args:
        robot: The robot, adapted.
        plan: The arrangement of links as bodies.
        words: The notation of poses and angles.
        assets: Collects meshes and materials.
        extensions: The unread content of the source that returns to its place.
        weighed: The masses that are to be computed from collision shapes, by the names of their links.
    """

    def __init__(
        self,
        robot: Robot,
        plan: Plan,
        words: Words,
        assets: Assets,
        extensions: Collection[Extension] = (),
        weighed: Mapping[str, Inertial] = MappingProxyType({}),
    ) -> None:
        self.robot, self.plan, self.words, self.assets = robot, plan, words, assets
        layout = layout_of(robot)
        self.references = dict(layout.references) if layout is not None else {}
        self._names = dict(layout.names) if layout is not None else {}
        self._efforts = _driven(robot, extensions, layout.efforts) if layout is not None else {}
        self._free = dict(layout.free) if layout is not None else {}
        self._says_limited = layout is not None and not layout.autolimits
        self.geoms = GeomWriter(robot, assets)
        self._weighed = weighed
        self._sensor_names = Counter(each.name for each in robot.sensors)
        self._nodes: dict[str, Node] = {}
        """The bodies of links."""
        self.records: dict[str, Given] = {}
        """The records, by the names of their texts."""

    def fill(self, world: Node) -> None:
        """Write all bodies into the world."""
        nodes = self._nodes = {link: self._body(self.robot.link_by_name[link]) for link in self.plan.order}
        for link in self.plan.order:
            above = self.plan.parent(link)
            (nodes[above] if above is not None else world).append(nodes[link])
        for ground in self.robot.links if self.plan.is_ground else ():
            world.extend(self.geoms.geoms(ground))
            self._note_link(ground)
        for joint in self.robot.joints:
            self._note_joint(joint)

    def add_sites(self, units: Iterable[Unit]) -> None:
        """Write the sites of measuring units, and records of the units."""
        for unit in units:
            node = self._nodes[unit.link]
            node.append(make("site", {"name": unit.site, **self.words.pose(unit.pose)}))
            self.note(RECORD, unit.site, {"sensor": to_object(unit.sensor)})

    def note(self, kind: str, name: str, given: Given) -> None:
        """Write records of properties that MJCF cannot store."""
        if given:
            self.records[f"{kind}:{name}"] = given

    # Bodies

    def _body(self, link: Link) -> Node:
        gravity = link.simulation.gravity if link.simulation is not None else None
        compensated = None if gravity is None else float(not gravity)
        name = self.plan.name(link.name)
        node = make("body", {"name": name, **self.words.pose(self.plan.pose(link.name)), "gravcomp": compensated})
        inertial = self._weighed.get(link.name, link.inertial)
        parts = [write_inertial(inertial, self.words), *self._moves(link.name), *self.geoms.geoms(link)]
        node.extend(part for part in (*parts, *self._sites(link), *self._cameras(link)) if part is not None)
        self._note_link(link)
        return node

    def _note_link(self, link: Link) -> None:
        name = self.plan.name(link.name)
        given = beyond(link)
        if name != link.name:
            given["name"] = link.name
        inertial = link.inertial
        if inertial is not None:
            given |= (
                {"inertial": to_object(inertial)}
                if not is_native_inertial(inertial)
                else only(inertial=beyond(inertial))
            )
        simulation = beyond(link.simulation)
        if link.simulation is not None and link.simulation == LinkSimulation():
            given["simulation"] = to_object(link.simulation)
        given |= only(
            simulation=simulation,
            visuals=self.geoms.beyond_shapes(link.visuals),
            collisions=self.geoms.beyond_shapes(link.collisions),
        )
        self.note("link", name, given)

    # Joints

    def _moves(self, link: str) -> Iterator[Node]:
        free = self.plan.free
        if free is not None and free.child_link == link:
            yield from self._base(free)
        for joint in self.plan.row(link):
            yield self._joint(joint)

    def _base(self, base: VirtualJoint) -> Iterator[Node]:
        """Yield the joints by which a base moves."""
        names = self.plan.planar_names(base)
        for name, (_, motion, axis) in zip(names, PLANAR, strict=False):
            yield make("joint", {"name": name, "type": "slide" if motion is Motion.SLIDE else None, "axis": axis})
        if names:
            self.note("base", self.plan.name(base.child_link), {"name": base.name})
        elif self._free.get(base.name, True):
            yield make("freejoint", {"name": base.name})
        else:
            yield make("joint", {"name": base.name, "type": "free"})

    def _joint(self, joint: Joint) -> Node:
        step = step_of(joint)
        anchor = step.anchor if any(step.anchor) else None
        if step.direction is None or joint.type is JointType.BALL:
            return make("joint", {"name": joint.name, "type": "ball", "pos": anchor})
        axis = joint.axes[0]
        slides = axis.motion is Motion.SLIDE
        reference = self.references.get(joint.name, 0.0)
        bounds = range_of(joint)
        moved = tuple(each + reference for each in bounds) if bounds is not None else None
        effort = effort_of(joint)
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

    def _dynamics(self, axis: Axis, reference: float) -> dict[str, Content | None]:
        its = axis.dynamics
        if its is None:
            return {}
        spring = its.spring_reference
        if spring is not None:
            spring += reference
            spring = spring if axis.motion is Motion.SLIDE else self.words.angle(spring)
        return {
            "springref": spring,
            "stiffness": its.spring_stiffness,
            "damping": its.damping,
            "frictionloss": its.friction,
            "armature": its.armature,
        }

    def _note_joint(self, joint: Joint) -> None:
        """Write a record of a joint's properties that MJCF cannot store; of a weld, which has no name in MJCF, all."""
        pieces = self.plan.pieces.get(joint.name)
        if pieces is None:
            return
        if len(pieces) > 1:
            row = [each.name for each in pieces]
            self.note("row", self.plan.name(joint.child or ""), {"joint": to_object(joint), "row": row})
        elif is_weld(joint):
            given: Given = {} if joint.name == f"{joint.child}_fixed" else {"name": joint.name}
            given |= {"type": to_object(joint.type)} if joint.type is not JointType.FIXED else {}
            given |= {"axes": to_object(joint.axes)} if joint.axes else {}
            self.note("weld", self.plan.name(joint.child or ""), {**given, **beyond(joint)})
        else:
            self.note("joint", joint.name, self._beyond_joint(joint))

    def _beyond_joint(self, joint: Joint) -> Given:
        given = beyond(joint)
        if joint.type is not read_type(joint):
            given["type"] = to_object(joint.type)
        if joint.type is JointType.BALL:
            return given | ({"axes": to_object(joint.axes)} if joint.axes else {})
        axis = joint.axes[0]
        more = beyond(axis)
        if axis.coupling is not None and self.coupled(joint) is None:
            more["coupling"] = to_object(axis.coupling)
        more |= only(hard=self._beyond_limits(joint))
        return given | only(axes={"0": more} if more else None)

    def _beyond_limits(self, joint: Joint) -> Given:
        hard = joint.axes[0].hard
        if hard is None:
            return {}
        given = beyond(hard)
        if range_of(joint) is None:
            given |= {name: getattr(hard, name) for name in ("lower", "upper") if getattr(hard, name) is not None}
        if hard.effort is not None and effort_of(joint) is None:
            given["effort"] = hard.effort
        return given

    def coupled(self, joint: Joint) -> tuple[str, float, float] | None:
        """Return the joint that another one follows, the factor and the offset; None if MJCF cannot express it."""
        from robotfmt.model import linear

        coupling = linear(joint.axes[0].coupling) if joint.axes and joint.axes[0].coupling is not None else None
        if coupling is None or joint.name not in self.plan.scalars:
            return None
        leader = axis_of(self.plan.pieces, coupling.joint, coupling.axis)
        if leader is None or leader not in self.plan.scalars:
            return None
        multiplier = 1.0 if coupling.multiplier is None else coupling.multiplier
        return leader, multiplier, coupling.offset or 0.0

    # Sites and cameras

    def is_camera(self, sensor: Sensor) -> bool:
        """Return True if a sensor is written as a ``<camera>``."""
        data = sensor.data
        is_plain = isinstance(data, Camera) and data.pose is None and not data.name
        is_alone = self._sensor_names[sensor.name] == 1 and bool(sensor.name)
        return is_plain and is_alone and sensor.joint is None and self.plan.is_native(sensor)

    def _sites(self, link: Link) -> Iterator[Node]:
        for frame in self.robot.frames:
            if frame.parent == link.name:
                name = self._names.get(frame.name, frame.name)
                yield make("site", {"name": name, **self.words.pose(frame.pose)})

    def _cameras(self, link: Link) -> Iterator[Node]:
        for sensor in self.robot.sensors:
            if sensor.link == link.name and self.is_camera(sensor):
                turned = viewed(sensor, View.GRAPHICS)
                camera = turned.data
                assert isinstance(camera, Camera)
                name = self._names.get(sensor.name, sensor.name)
                yield make("camera", {"name": name, **self.words.pose(turned.pose), **_sight(camera)})
                self.note("sensor", sensor.name, beyond(sensor) | only(data=_beyond_camera(camera)))


def _driven(robot: Robot, extensions: Iterable[Extension], efforts: Mapping[str, float]) -> dict[str, float]:
    """Return the effort limits that actuators of the source give to joints."""
    named = driven_joints(extensions) if efforts else set()
    return {name: effort for name, effort in efforts.items() if name in named and name in robot.joint_by_name}


def _sight(camera: Camera) -> dict[str, Content | None]:
    if not _is_sized(camera):
        return {}
    width, height, across = camera.width or 0, camera.height or 0, camera.horizontal_fov or 0.0
    return {"resolution": (width, height), "fovy": across_to_up(across, width, height)}


def _is_sized(camera: Camera) -> bool:
    sized = (camera.width or 0) > 1 and (camera.height or 0) > 1
    return sized and camera.horizontal_fov is not None and 0 < camera.horizontal_fov < 3.14


def _beyond_camera(camera: Camera) -> Given:
    given = beyond(camera)
    if not _is_sized(camera):
        names = ("width", "height", "horizontal_fov")
        given |= {name: getattr(camera, name) for name in names if getattr(camera, name) is not None}
    return given
