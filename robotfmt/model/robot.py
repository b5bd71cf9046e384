"""The robot: the contents of one or several documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from .bounds import Bounds, cspace_with, joint_with
from .geometry import Material
from .joint import Joint, leaders
from .link import Link
from .lookup import UnknownName, find, suggestion
from .names import LinkName
from .node import Extension, InterfaceType, Layout, Node
from .record import field, replace

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .control import Controller, Transmission
    from .devices import Actuator
    from .pose import Pose
    from .semantics import (
        Base,
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


_COUNTED = (
    "loops",
    "frames",
    "groups",
    "manipulators",
    "sphere_sets",
    "ignored_pairs",
    "sensors",
    "controllers",
    "extensions",
)
"""The fields that the short form of a robot counts."""
_Part = TypeVar("_Part")


class Robot(Node, dict=True):
    """A robot as described, even if the description is invalid: ``validate`` finds the errors.

    Two robots are equal if their descriptions are, to the last bit; :func:`robotfmt.diff` compares the machines. All
    references to links, frames and joints are by name.
    """

    name: str | None = None
    pose: Pose | None = None
    """The pose of the robot's first root link in the world of the document; None for the identity."""
    base: Base | None = None
    """How the first root link is connected to the world, if a document gives it directly;
    :func:`robotfmt.kinematics.tree.base_of` also looks at links and virtual joints."""
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()
    """The joints of the tree; joints that close a loop are in ``loops``."""
    frames: tuple[Frame, ...] = ()
    loops: tuple[Joint, ...] = ()
    materials: tuple[Material, ...] = ()
    groups: tuple[Group, ...] = ()
    states: tuple[NamedState, ...] = ()
    default_positions: tuple[JointValue, ...] = ()
    scene_positions: tuple[JointValue, ...] = ()
    """The joint values in the scene of a document."""
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
    neighbours_pass: bool = field(default=False, compare=False, repr=False)
    """True if the program of the document passes over links that a joint connects, as Gazebo, MuJoCo and OpenRAVE do.
    Planners test every pair that an SRDF or an XRDF does not list, so these list such links when they are written."""
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

    def __repr__(self) -> str:
        name = repr(self.name) if self.name is not None else "without a name"
        counts = {field: len(getattr(self, field)) for field in ("links", "joints", *_COUNTED)}
        parts = [
            f"{count} {field.replace('_', ' ')}"[: None if count != 1 else -1]
            for field, count in counts.items()
            if count or field not in _COUNTED
        ]
        return f"<Robot {name}: {', '.join(parts)}>"

    def link(self, name: str) -> Link:
        """Return the link with this name; the first one if there are several.

        Raises:
            KeyError: No link has the name; the message suggests similar ones.
        """
        return find("link", name, self.link_by_name)

    def joint(self, name: str) -> Joint:
        """Return the joint with this name, including those that close a loop; the first one if there are several.

        Raises:
            KeyError: No joint has the name; the message suggests similar ones.
        """
        return find("joint", name, self.joint_by_name)

    def with_link(self, link: Link, *, add: bool = False) -> Robot:
        """Return the robot with this link replacing the one with its name; the first one if there are several.

        Args:
            link: The new link.
            add: True to append a link whose name is not taken.

        Raises:
            KeyError: No link has the name, or a geometry refers to a material that is not defined.
            ValueError: The link is to be added, but its name is taken.
        """
        old = _replaced("link", link.name, self.link_by_name, add)
        changed = replace(self, links=_put(self.links, old, link))
        _refuse_undefined_materials(changed, link, old)
        return changed

    def with_joint(self, joint: Joint, *, add: bool = False) -> Robot:
        """Return the robot with this joint replacing the one with its name; the first one if there are several.

        Only names are checked; :func:`robotfmt.validate` finds, for example, a link with two parents.

        Args:
            joint: The new joint.
            add: True to append a joint whose name is not taken. Its links must exist, so add these first.

        Raises:
            KeyError: No joint has the name, or the joint refers to a link, frame or joint that does not exist.
            ValueError: The joint is to be added, but its name is taken.
        """
        old = _replaced("joint", joint.name, self.joint_by_name, add)
        field = "joints" if add or any(each is old for each in self.joints) else "loops"
        changed = replace(self, **{field: _put(getattr(self, field), old, joint)})
        _refuse_dangling(changed, joint, old)
        return changed

    def with_limits(self, joint: str, axis: int | None = None, **bounds: Unpack[Bounds]) -> Robot:
        """Return the robot with some limits of a joint changed: ``with_limits("elbow", upper=2.0, velocity=1.5)``.

        ``robot.joint(joint).limits`` has the new values afterwards: they become hard limits, and replace soft limits
        and limits of the configuration space, where there are some.

        Args:
            joint: The name of the joint.
            axis: The number of the axis, from 0, for a joint with several.
            bounds: Fields of :class:`Limits`, in rad or m, and N m or N, with their time derivatives; None removes one.

        Raises:
            KeyError: No joint has the name; the message suggests similar ones.
            TypeError: A limit does not exist; the message suggests similar ones.
            ValueError: The joint has no such axis, or several and none is named, or is continuous and gets a position.
        """
        changed = self.with_joint(joint_with(self.joint(joint), axis, bounds))
        return replace(changed, cspace=cspace_with(self.cspace, joint, bounds))

    @cached_property
    def all_joints(self) -> tuple[Joint, ...]:
        """The joints of the tree, and those that close loops."""
        return (*self.joints, *self.loops)

    @cached_property
    def all_transmissions(self) -> tuple[Transmission, ...]:
        """All transmissions, including those of controllers."""
        return (*self.transmissions, *(it for each in self.controllers for it in each.transmissions))

    @cached_property
    def all_actuators(self) -> tuple[Actuator, ...]:
        """The actuators; for joints without one, those that transmissions name, each once."""
        known = {each.joint for each in self.actuators} - {None}
        found: dict[tuple[str, str | None], Actuator] = {}
        for transmission in self.all_transmissions:
            for each in transmission.drives():
                if each.joint not in known:
                    found.setdefault((each.name, each.joint), each)
        return (*self.actuators, *found.values())

    @cached_property
    def link_by_name(self) -> dict[str, Link]:
        """The links by name; the first one if several have the same name."""
        return {link.name: link for link in reversed(self.links)}

    @cached_property
    def joint_by_name(self) -> dict[str, Joint]:
        """The joints by name, including those that close loops; the first one if several have the same name."""
        return {joint.name: joint for joint in reversed(self.all_joints)}

    @cached_property
    def material_by_name(self) -> dict[str, Material]:
        """Every material defined with a name, at the top or on a geometry; the first definition is used."""
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
        """Return the target of a material reference; the material itself if it does not exist."""
        if not material.is_reference or material.name is None:
            return material
        return self.material_by_name.get(material.name, material)

    @cached_property
    def frame_names(self) -> frozenset[str]:
        """The names of everything that parts can be attached to: links, frames and frames that modifiers add."""
        names = {link.name for link in self.links} | {frame.name for frame in self.frames}
        if self.modifiers:
            from .semantics import AddFrame

            names |= {each.frame for each in self.modifiers if isinstance(each, AddFrame)}
        return frozenset(names)

    @cached_property
    def carried_names(self) -> frozenset[str]:
        """Links and joints that are defined only by unrecognised content."""
        return frozenset(name for each in self.extensions for name in each.defines)

    def layout(self, format_name: str) -> Layout | None:
        """Return the layout of the document of a format that the robot was read from."""
        return next((item for item in self.layouts if item.format == format_name), None)


def _replaced(kind: str, name: str, known: Mapping[str, _Part], add: bool) -> _Part | None:
    """Return the part that a new one replaces; None if it is added."""
    if not add:
        return find(kind, name, known)
    if name in known:
        raise ValueError(f"the robot already has a {kind} {name!r}; without add=True it is replaced")
    return None


def _put(parts: tuple[_Part, ...], old: _Part | None, new: _Part) -> tuple[_Part, ...]:
    if old is None:
        return (*parts, new)
    return tuple(new if each is old else each for each in parts)


def _refuse_dangling(robot: Robot, joint: Joint, old: Joint | None) -> None:
    """Refuse dangling references, except those that the replaced joint has too."""
    ends = [each for each in (joint.parent, joint.child) if each is not None]
    former = {*leaders(old), old.parent, old.child} if old is not None else set()
    for kind, names, known in (
        ("link", ends, robot.frame_names),
        ("joint", leaders(joint), robot.joint_by_name.keys()),
    ):
        for name in names:
            if name not in {*known, *robot.carried_names, *former}:
                message = f"joint {joint.name!r}: the robot has no {kind} {name!r}{suggestion(name, known)}"
                raise UnknownName(message)


def _refuse_undefined_materials(robot: Robot, link: Link, old: Link | None) -> None:
    """Refuse undefined materials, except those that the replaced link refers to too."""
    known = robot.material_by_name
    former = set(_materials_of(old)) if old is not None else set()
    for name in _materials_of(link):
        if name not in known and name not in former:
            message = f"link {link.name!r}: the robot has no material {name!r}{suggestion(name, known)}"
            raise UnknownName(message)


def _materials_of(link: Link) -> Iterable[str]:
    """Yield the names of the materials that the geometries of a link refer to."""
    for geometry in (*link.visuals, *link.collisions):
        material = geometry.material
        if material is not None and material.is_reference and material.name is not None:
            yield material.name
