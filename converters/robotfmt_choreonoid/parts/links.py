"""Links: each is a node with the joint above it, its mass, and its elements."""

from __future__ import annotations

from dataclasses import dataclass, field

from robotfmt.documents.yaml.values import escape
from robotfmt.model import (
    Base,
    ForceTorque,
    Group,
    Joint,
    JointType,
    JointValue,
    Link,
    Pose,
    Sensor,
    VirtualJoint,
)
from robotfmt.model.record import Record, replace

from ..document.mappings import Part
from .elements import Content, Elements
from .joints import Moved, read_joint
from .masses import read_mass
from .resources import Resources

WORLD = "world"


@dataclass(slots=True)
class Body:
    """The parts of a robot that were read so far."""

    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    loops: list[Joint] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    positions: list[JointValue] = field(default_factory=list)
    roots: dict[str, Root] = field(default_factory=dict)
    """The links without a parent."""
    groups: list[Group] = field(default_factory=list)
    """The groups of the bodies in this one."""


class Root(Record, kw_only=False):
    """The place of a link without a parent."""

    pose: Pose | None
    joint: Joint
    """The joint between the link and the world."""

    @property
    def base(self) -> Base:
        """How the link is connected to the world; a link that gives nothing is fixed."""
        return Base.FLOATING if self.joint.type is JointType.FLOATING else Base.FIXED

    @property
    def virtual(self) -> VirtualJoint:
        """The joint between the link and the world as a virtual joint."""
        it = self.joint
        return VirtualJoint(
            origin=it.origin, name=it.name, type=self.base.value, parent_frame=WORLD, child_link=it.child or ""
        )

    def is_named(self, link: str) -> bool:
        """Return True if the joint has a name of its own."""
        return self.joint.name != link


def read_link(part: Part, body: Body, resources: Resources) -> None:
    """Add the link of a node, and the joint above it."""
    name = part.text("name") or ""
    part.at_home(f"/links/{escape(name)}")
    elements = Elements(name, resources)
    elements.read(part)
    content = elements.content
    parent = part.text("parent")
    moved, pose = read_joint(part, name, parent), part.pose()
    add(body, link_of(part, name, content), moved, pose)
    joint = moved.joint.name if parent is not None else None
    body.sensors += [at_joint(each, joint) for each in content.sensors]


def link_of(part: Part, name: str, content: Content) -> Link:
    """Return the link of a node with its elements."""
    return Link(
        origin=part.origin,
        name=name,
        inertial=read_mass(part, name, content.bodies),
        visuals=tuple(content.visuals),
        collisions=tuple(content.collisions),
        lights=tuple(content.lights),
    )


def at_joint(sensor: Sensor, joint: str | None) -> Sensor:
    """Return a sensor of force with the joint that it measures at: the one above its link."""
    return replace(sensor, joint=joint) if isinstance(sensor.data, ForceTorque) else sensor


def add(body: Body, link: Link, moved: Moved, pose: Pose | None) -> None:
    """Add a link with the joint above it, or with its place if it has no parent."""
    body.links.append(link)
    if moved.joint.parent is None:
        body.roots[link.name] = Root(pose=pose, joint=replace(moved.joint, child=link.name))
        return
    body.joints.append(replace(moved.joint, type=moved.joint.type or JointType.FIXED, pose_in_parent=pose))
    body.positions += moved.positions
