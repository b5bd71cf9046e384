"""The robot: everything that one or several documents say about it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .geometry import Material
from .joint import Joint
from .link import Link
from .names import LinkName
from .node import Extension, InterfaceType, Layout, Node
from .record import field

if TYPE_CHECKING:
    from .control import Controller, Transmission
    from .devices import Actuator
    from .pose import Pose
    from .semantics import (
        CheckedPair,
        CollisionUse,
        ConnectedBody,
        CSpace,
        EndEffector,
        Frame,
        Grab,
        Group,
        IgnoredPair,
        JointProperty,
        JointValue,
        Manipulator,
        Modifier,
        NamedState,
        PassiveJoint,
        SphereSet,
        UncheckedLink,
        VirtualJoint,
    )
    from .sensors import Sensor
    from .simulation import RobotSimulation


class Robot(Node, dict=True):
    """A robot as described, even where the description is broken: ``validate`` finds what is wrong.

    Two robots are equal when the same was written about them, to the last bit; whether they are the
    same machine is for :func:`robotfmt.diff`. Everything refers to links, frames and joints by name.
    """

    name: str | None = None
    pose: Pose | None = None
    """Of its first root link, in the world of the document that it is from; None for the identity."""
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()
    """The joints that span the tree; a joint that closes a loop stands in ``loops``."""
    frames: tuple[Frame, ...] = ()
    loops: tuple[Joint, ...] = ()
    materials: tuple[Material, ...] = ()
    groups: tuple[Group, ...] = ()
    states: tuple[NamedState, ...] = ()
    default_positions: tuple[JointValue, ...] = ()
    scene_positions: tuple[JointValue, ...] = ()
    """Where the joints stand in the scene that a document shows."""
    end_effectors: tuple[EndEffector, ...] = ()
    virtual_joints: tuple[VirtualJoint, ...] = ()
    passive_joints: tuple[PassiveJoint, ...] = ()
    joint_properties: tuple[JointProperty, ...] = ()
    manipulators: tuple[Manipulator, ...] = ()
    tool_frames: tuple[LinkName, ...] = ()
    cspace: CSpace | None = None
    sphere_sets: tuple[SphereSet, ...] = ()
    world_collision: CollisionUse | None = None
    self_collision: CollisionUse | None = None
    ignored_pairs: tuple[IgnoredPair, ...] = ()
    unchecked_links: tuple[UncheckedLink, ...] = ()
    checked_pairs: tuple[CheckedPair, ...] = ()
    sensors: tuple[Sensor, ...] = ()
    actuators: tuple[Actuator, ...] = ()
    transmissions: tuple[Transmission, ...] = ()
    controllers: tuple[Controller, ...] = ()
    simulation: RobotSimulation | None = None
    interfaces: tuple[InterfaceType, ...] = ()
    grabs: tuple[Grab, ...] = ()
    connected_bodies: tuple[ConnectedBody, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    extensions: tuple[Extension, ...] = ()
    layouts: tuple[Layout, ...] = field(default=(), compare=False, repr=False)

    @cached_property
    def all_joints(self) -> tuple[Joint, ...]:
        """The joints of the tree, and those that close loops."""
        return (*self.joints, *self.loops)

    @cached_property
    def all_transmissions(self) -> tuple[Transmission, ...]:
        """The transmissions, and those of controllers."""
        return (*self.transmissions, *(it for each in self.controllers for it in each.transmissions))

    @cached_property
    def all_actuators(self) -> tuple[Actuator, ...]:
        """The actuators; of joints for which there are none, those that transmissions name, each once."""
        known = {each.joint for each in self.actuators} - {None}
        found: dict[tuple[str, str | None], Actuator] = {}
        for transmission in self.all_transmissions:
            for each in transmission.drives():
                if each.joint not in known:
                    found.setdefault((each.name, each.joint), each)
        return (*self.actuators, *found.values())

    @cached_property
    def link_by_name(self) -> dict[str, Link]:
        """The links; of several with one name the first."""
        return {link.name: link for link in reversed(self.links)}

    @cached_property
    def joint_by_name(self) -> dict[str, Joint]:
        """The joints, those that close loops included; of several with one name the first."""
        return {joint.name: joint for joint in reversed(self.all_joints)}

    @cached_property
    def material_by_name(self) -> dict[str, Material]:
        """Every material that is defined with a name, at the top or on a geometry; the first counts."""
        found: dict[str, Material] = {}
        local = (
            geometry.material
            for link in self.links
            for geometry in (*link.visuals, *link.collisions)
            if geometry.material is not None
        )
        for material in (*self.materials, *local):
            if material.name is not None and not material.is_reference:
                found.setdefault(material.name, material)
        return found

    def resolved(self, material: Material) -> Material:
        """What a material that only has a name refers to; itself where there is no such thing."""
        if not material.is_reference or material.name is None:
            return material
        return self.material_by_name.get(material.name, material)

    @cached_property
    def frame_names(self) -> frozenset[str]:
        """Everything that something can be attached to: links, frames and frames that modifiers add."""
        names = {link.name for link in self.links} | {frame.name for frame in self.frames}
        if self.modifiers:
            from .semantics import AddFrame

            names |= {each.frame for each in self.modifiers if isinstance(each, AddFrame)}
        return frozenset(names)

    @cached_property
    def carried_names(self) -> frozenset[str]:
        """Links and joints that only content which the model does not understand defines."""
        return frozenset(name for each in self.extensions for name in each.defines)

    def layout(self, format_name: str) -> Layout | None:
        """The order of things in the document of a format that the robot was read from."""
        return next((item for item in self.layouts if item.format == format_name), None)
