"""A body while it is read: its links and joints, before the tree is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from robotfmt.documents.xml.element import Element
from robotfmt.model import (
    Axis,
    IgnoredPair,
    InterfaceType,
    Joint,
    JointType,
    Link,
    Manipulator,
    Pose,
    Robot,
    Sensor,
    SphereSet,
    compose,
    inverse,
)

from ..document.poses import cleaned


@dataclass(slots=True, eq=False)
class LinkDraft:
    """A link, and its place in the body that is read."""

    link: Link
    pose: Pose = field(default_factory=Pose)
    anchor: LinkDraft | None = None
    """The link that its pose was given in."""
    relative: Pose | None = None
    """The pose in that link, as written."""

    @property
    def name(self) -> str:
        """The name of the link."""
        return self.link.name

    def pose_in(self, other: LinkDraft) -> Pose:
        """Return its pose in another link: as written, where it was written so."""
        if self.anchor is other:
            return self.relative or Pose()
        if other.anchor is self:
            return inverse(other.relative or Pose())
        return cleaned(compose(inverse(other.pose), self.pose)) or Pose()


@dataclass(slots=True, eq=False)
class Equations:
    """The texts of the equations of a mimic joint, and the names that a prefix of the robot has changed in them."""

    element: Element
    prefix: str = ""


@dataclass(slots=True, eq=False)
class JointDraft:
    """A joint between two links, in the order of the document."""

    name: str
    type: JointType
    first: LinkDraft
    second: LinkDraft
    in_first: Pose
    """The frame of the joint at zero in the first link, and in the second."""
    in_second: Pose
    axes: tuple[Axis, ...]
    element: Element | None = None
    equations: Equations | None = None
    initial: float | None = None
    model: Joint | None = None
    """The joint of a document in another format."""


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_Part = TypeVar("_Part", bound=_Named)


class Index(Generic[_Part]):
    """The parts of a list that grows, by their names; the first one if several have a name."""

    def __init__(self) -> None:
        self._found: dict[str, _Part] = {}
        self._count = 0

    def find(self, name: str, parts: Sequence[_Part]) -> _Part | None:
        """Return the part of a list with a name."""
        for each in parts[self._count :]:
            self._found.setdefault(each.name, each)
        self._count = len(parts)
        return self._found.get(name)


@dataclass(slots=True, eq=False)
class BodyDraft:
    """A robot or a kinbody; the elements below it, and the documents that they name, all add to it."""

    kind: str
    name: str | None = None
    element: Element | None = None
    interface: InterfaceType | None = None
    links: list[LinkDraft] = field(default_factory=list)
    joints: list[JointDraft] = field(default_factory=list)
    pairs: list[IgnoredPair] = field(default_factory=list)
    neighbours_pass: bool = True
    manipulators: list[Manipulator] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    spheres: list[SphereSet] = field(default_factory=list)
    imported: list[Robot] = field(default_factory=list)
    """The robots of documents in other formats: what they have in addition to the parts above."""
    values: tuple[float, ...] | None = None
    """The joint values that the scene gives by degree of freedom."""

    links_known: Index[LinkDraft] = field(default_factory=Index, repr=False)
    joints_known: Index[JointDraft] = field(default_factory=Index, repr=False)

    def link(self, name: str) -> LinkDraft | None:
        """Return a link by its name."""
        return self.links_known.find(name, self.links)

    def joint(self, name: str) -> JointDraft | None:
        """Return a joint by its name."""
        return self.joints_known.find(name, self.joints)

    def forget_names(self) -> None:
        """Forget the names of links and joints, which were changed."""
        self.links_known, self.joints_known = Index(), Index()
