"""Read OpenHRP's bodies: a tree of joints, each with the segments that move with it.

The reference is OpenHRP3 (``ModelLoader``) and JVRC-1's model. A joint and the link below it are one node, in the frame
of the joint above; angles are in radians.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from robotfmt.adapting.bodies import combined
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.errors import InputError, MeshError
from robotfmt.mesh.vrml.document import Document, Node
from robotfmt.model import (
    Axis,
    Dynamics,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    Link,
    Motion,
    Origin,
    Pose,
    Robot,
    Sensor,
    Vector3,
    VirtualJoint,
    compose,
)
from robotfmt.model.renaming import free_name

from .codes import JOINT_TYPE, NAME, NOT_A_BODY, NOT_READ
from .parts.sensors import SENSORS, read_sensor
from .parts.shapes import Parsed, Shapes, as_collision

_TYPES = {
    "free": JointType.FLOATING,
    "fixed": JointType.FIXED,
    "rotate": JointType.REVOLUTE,
    "slide": JointType.PRISMATIC,
}
_AXES: dict[str, Vector3] = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
_FIELDS = {
    "Joint": {
        *("translation", "rotation", "children", "jointType", "jointAxis", "jointId", "ulimit", "llimit"),
        *("uvlimit", "lvlimit", "rotorInertia", "gearRatio"),
    },
    "Segment": {"mass", "centerOfMass", "momentsOfInertia", "children"},
    "Humanoid": {"humanoidBody"},
}
"""The fields that are read; those of sensors are with them."""
_LISTS = {"joints", "segments", "sites", "viewpoints", "bboxCenter", "bboxSize", "version", "name", "info"}
"""Fields that only repeat what the tree has, or are for viewers."""


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot of a body.

    Raises:
        InputError: The document is not well-formed, or has no body.
    """
    try:
        parsed = Parsed(Document(source.data, source.name, context.limits, context.report))
        return _Reader(parsed, context).robot()
    except MeshError as error:
        raise InputError(NOT_A_BODY, f"'{source.name}' cannot be read: {error}", Origin(source.name)) from error


@dataclass(slots=True)
class _Content:
    """What a joint has besides other joints."""

    masses: list[Inertial] = field(default_factory=list)
    shapes: list[Geometry] = field(default_factory=list)


class _Reader:
    """Reads one body."""

    def __init__(self, parsed: Parsed, context: Context) -> None:
        self.document, self.names, self.context = parsed.document, parsed.names, context
        self.order = parsed.order
        self.shapes = Shapes(parsed)
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.sensors: list[Sensor] = []
        self.roots: list[Joint] = []
        self._reported: set[tuple[str, str]] = set()

    def robot(self) -> Robot:
        """Return the robot of the first Humanoid.

        Raises:
            InputError: There is none, or it has no joint.
        """
        body = next((each for each in self.order if each.kind == "Humanoid"), None)
        tops = self.document.nodes(body, "humanoidBody") if body is not None else []
        if body is None or not any(each.kind == "Joint" for each in tops):
            name = self.document.name
            raise InputError(NOT_A_BODY, f"'{name}' has no Humanoid with a Joint", Origin(name))
        self._mention(body)
        for each in tops:
            if each.kind == "Joint":
                self._joint(each, None, None)
            else:
                self._not_read(each, f"node {each.kind} of Humanoid")
        root = self.roots[0]
        kind = "floating" if root.type is JointType.FLOATING else "fixed"
        virtual = VirtualJoint(
            origin=root.origin, name=root.name, type=kind, parent_frame="world", child_link=root.child or ""
        )
        return Robot(
            origin=self._origin(body),
            name=self.names.get(body),
            links=tuple(self.links),
            joints=tuple(self.joints),
            sensors=tuple(self.sensors),
            virtual_joints=(virtual,),
            pose=root.pose_in_parent,
        )

    def _joint(self, node: Node, parent: str | None, above: Pose | None) -> None:
        """Read a joint with all below it; ``above`` is the pose of what it is in, in the parent link."""
        self._mention(node)
        origin, name = self._origin(node), self._name(node)
        pose = self.shapes.pose(node)
        pose = compose(above, pose) if above is not None else pose
        joint = Joint(
            origin=origin,
            name=name,
            type=self._type(node, name, parent),
            parent=parent,
            child=name,
            pose_in_parent=pose,
            dof_index=self._index(node),
        )
        if parent is None:
            self.roots.append(joint)
        else:
            self.joints.append(self._with_axis(joint, node))
        place, content = len(self.links), _Content()
        self.links.append(Link(origin=origin, name=name))
        for each in self.document.nodes(node, "children"):
            self._child(each, name, None, content)
        self.links[place] = Link(
            origin=origin,
            name=name,
            inertial=combined(content.masses),
            visuals=tuple(content.shapes),
            collisions=tuple(map(as_collision, content.shapes)),
        )

    def _child(self, node: Node, link: str, pose: Pose | None, content: _Content) -> None:
        """Read a node in a link, at a pose in it."""
        if node.kind == "Joint":
            self._joint(node, link, pose)
        elif node.kind == "Segment":
            self._mention(node)
            content.masses.append(self._mass(node, pose))
            for each in self.document.nodes(node, "children"):
                self._child(each, link, pose, content)
        elif node.kind in SENSORS:
            placed = self.shapes.pose(node)
            placed = compose(pose, placed) if pose is not None else placed
            name = self.names.get(node, node.kind)
            self.sensors.append(read_sensor(self.document, node, name, link, placed, self._origin(node)))
            for each in self.document.nodes(node, "children"):
                self._child(each, link, placed, content)
        elif node.kind in ("Group", "Transform") and self._has_parts(node):
            inner = self.shapes.pose(node)
            for each in self.document.nodes(node, "children"):
                self._child(each, link, compose(pose, inner) if pose is not None else inner, content)
        else:
            content.shapes += self.shapes.of(node, pose, self._origin(node))

    def _has_parts(self, node: Node) -> bool:
        """Return True if joints, segments or sensors are anywhere in a node."""
        kinds = {"Joint", "Segment", *SENSORS}
        pending = [node]
        while pending:
            each = pending.pop()
            if each.kind in kinds:
                return True
            pending += each.below()
        return False

    def _type(self, node: Node, name: str, parent: str | None) -> JointType:
        words = node.fields.get("jointType")
        word = words[0] if isinstance(words, tuple) and words else ""
        if not word and parent is None:
            return JointType.FLOATING
        kind = _TYPES.get(word.lower())
        if kind is None:
            message = f"joint '{name}': '{word}' is not a type of joints; expected {', '.join(_TYPES)}"
            self.context.report.add(JOINT_TYPE, message, self._origin(node))
        return kind or JointType.FIXED

    def _with_axis(self, joint: Joint, node: Node) -> Joint:
        """Return a joint that turns or slides with its axis and limits; without limits it turns endlessly."""
        from robotfmt.model.record import replace

        if joint.type not in (JointType.REVOLUTE, JointType.PRISMATIC):
            return joint
        lower, upper = self._first(node, "llimit"), self._first(node, "ulimit")
        speeds = [abs(each) for key in ("uvlimit", "lvlimit") if (each := self._first(node, key)) is not None]
        limits = Limits(origin=joint.origin, lower=lower, upper=upper, velocity=min(speeds) if speeds else None)
        turns = joint.type is JointType.REVOLUTE
        axis = Axis(
            origin=joint.origin,
            motion=Motion.TURN if turns else Motion.SLIDE,
            direction=self._direction(node),
            hard=limits if limits != Limits() else None,
            dynamics=self._rotor(node, joint.origin),
        )
        endless = turns and lower is None and upper is None
        return replace(joint, axes=(axis,), type=JointType.CONTINUOUS if endless else joint.type)

    def _direction(self, node: Node) -> Vector3:
        value = node.fields.get("jointAxis")
        if isinstance(value, tuple):
            return _AXES.get((value[0] if value else "Z").upper(), _AXES["Z"])
        x, y, z = map(float, self.document.vector(node, "jointAxis", _AXES["Z"]))
        return x, y, z

    def _rotor(self, node: Node, origin: Origin | None) -> Dynamics | None:
        inertia = self.document.scalar(node, "rotorInertia", 0.0)
        ratio = self.document.scalar(node, "gearRatio", 1.0)
        return Dynamics(origin=origin, armature=inertia * ratio * ratio) if inertia else None

    def _index(self, node: Node) -> int | None:
        index = self.document.whole(node, "jointId", -1)
        return index if index >= 0 else None

    def _first(self, node: Node, name: str) -> float | None:
        values = self.document.numbers(node, name)
        return float(values[0][0]) if values is not None and len(values) else None

    def _mass(self, node: Node, pose: Pose | None) -> Inertial:
        x, y, z = map(float, self.document.vector(node, "centerOfMass", (0.0, 0.0, 0.0)))
        moments = self.document.vector(node, "momentsOfInertia", (0.0,) * 9)
        xx, xy, xz, _, yy, yz, _, _, zz = map(float, moments)
        origin = self._origin(node)
        center = Pose((x, y, z)) if any((x, y, z)) else None
        return Inertial(
            origin=origin,
            mass=self.document.scalar(node, "mass", 0.0),
            pose=compose(pose, center) if pose is not None else center,
            inertia=Inertia(origin=origin, ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz),
        )

    def _name(self, node: Node) -> str:
        taken = {each.name for each in self.links}
        given = self.names.get(node)
        name = free_name(given or "joint", taken)
        if name != given:
            got = f"'{given}' again" if given is not None else "no name"
            self.context.report.add(NAME, f"a joint has {got}; it is named '{name}'", self._origin(node))
        return name

    def _mention(self, node: Node) -> None:
        """Report the fields of a node that are not read."""
        for name in node.fields.keys() - _FIELDS[node.kind] - _LISTS:
            self._not_read(node, f"field {name} of {node.kind}")

    def _not_read(self, node: Node, what: str) -> None:
        key = (node.kind, what)
        if key not in self._reported:
            self._reported.add(key)
            self.context.report.add(NOT_READ, f"{what} is not read", self._origin(node))

    def _origin(self, node: Node) -> Origin:
        return Origin(self.document.name, self.document.line(node.offset))
