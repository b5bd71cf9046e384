"""Links: the rigid bodies of a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .geometry import Geometry
from .names import LinkName
from .node import Node, Parameter
from .pose import Pose
from .vectors import Matrix3, multiply, transpose

if TYPE_CHECKING:
    from .light import Light
    from .simulation import LinkSimulation


class Inertia(Node):
    """The entries of an inertia tensor about the centre of mass, in kg m^2."""

    ixx: float | None = None
    ixy: float | None = None
    ixz: float | None = None
    iyy: float | None = None
    iyz: float | None = None
    izz: float | None = None

    @property
    def rows(self) -> Matrix3 | None:
        """The tensor, or None if an entry is unknown."""
        xx, xy, xz, yy, yz, zz = self.ixx, self.ixy, self.ixz, self.iyy, self.iyz, self.izz
        if xx is None or xy is None or xz is None or yy is None or yz is None or zz is None:
            return None
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


class Inertial(Node):
    """The mass and its distribution."""

    mass: float | None = None
    """The mass in kg."""
    pose: Pose | None = None
    """The pose of the frame of the inertia, with its origin at the centre of mass, in the link."""
    inertia: Inertia | None = None
    computed: bool | None = None
    """True if simulators compute the inertia from the collision shapes; a given mass then scales the result."""
    density: float | None = None
    """The density of shapes without one, in kg/m^3, if the inertia is computed."""

    @property
    def link_inertia(self) -> Matrix3 | None:
        """The tensor about the centre of mass in the axes of the link, or None if it is unknown."""
        rows = self.inertia.rows if self.inertia is not None else None
        if rows is None or self.pose is None or self.pose.rotation is None:
            return rows
        turn = self.pose.matrix
        return multiply(multiply(turn, rows), transpose(turn))


class Link(Node):
    """A rigid body. Properties that are not given are None."""

    name: LinkName
    inertial: Inertial | None = None
    visuals: tuple[Geometry, ...] = ()
    collisions: tuple[Geometry, ...] = ()
    static: bool | None = None
    """True if the link does not move in a simulation."""
    enabled: bool | None = None
    """True if the link takes part in collision checks."""
    visible: bool | None = None
    lights: tuple[Light, ...] = ()
    """The lights; their poses are in the link."""
    simulation: LinkSimulation | None = None
    parameters: tuple[Parameter, ...] = ()

    @property
    def geometries(self) -> tuple[Geometry, ...]:
        """The geometry for collision checks: the collision geometry, else the visual geometry."""
        return self.collisions or self.visuals
