"""Shapes, meshes and materials. Lengths are full lengths in metres; round shapes stand along z."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from .names import MaterialName
from .node import Node
from .pose import Pose
from .record import Record, field
from .vectors import Matrix3, Vector3

if TYPE_CHECKING:
    from .simulation import CollisionMask, Surface

Rgba: TypeAlias = tuple[float, float, float, float]


class Purpose(str, Enum):
    """What a geometry is for."""

    VISUAL = "visual"
    COLLISION = "collision"
    """Against everything."""
    ENVIRONMENT = "environment"
    """Against the world, not against the robot itself (OpenRAVE)."""
    SELF = "self"
    """Against the robot itself only (OpenRAVE)."""


class Box(Record, kw_only=False):
    """A box about its centre."""

    size: Vector3 | None


class Sphere(Record, kw_only=False):
    """A sphere about its centre."""

    radius: float | None


class Cylinder(Record, kw_only=False):
    """A cylinder about its centre, along z."""

    radius: float | None
    length: float | None


class Capsule(Record, kw_only=False):
    """A cylinder along z with a half sphere on each end; the length is the cylinder's, without the caps."""

    radius: float | None
    length: float | None


class Cone(Record, kw_only=False):
    """A cone along z about the middle of its height, the tip up."""

    radius: float | None
    length: float | None


class Ellipsoid(Record, kw_only=False):
    """An ellipsoid about its centre, by its half axes."""

    radii: Vector3 | None


class Plane(Record, kw_only=False):
    """A plane through the origin; drawn with a size where one was given."""

    normal: Vector3 | None = None
    size: tuple[float, float] | None = None


class Extrusion(Record, kw_only=False):
    """A polygon in the xy plane, drawn up along z."""

    points: tuple[tuple[float, float], ...]
    height: float | None


class Heightmap(Record, kw_only=False):
    """Heights from an image, spread over a box of this size."""

    uri: str
    size: Vector3 | None = None


class Container(Record, kw_only=False):
    """A bin, open at the top, about the middle of its underside (OpenRAVE). What is 0 or None is not there."""

    outer: Vector3 | None
    inner: Vector3 | None = None
    """Of the space in it."""
    bottom_cross: Vector3 | None = None
    """Of the two bars that cross on its floor: the width of the one along y, of the one along x, and their height."""
    bottom: Vector3 | None = None
    """Of a pad beneath, which the container then stands on."""


class Wall(Record, kw_only=False):
    """A wall of a cage: a box about the middle of its underside."""

    side: str | None
    """``nx``, ``px``, ``ny`` or ``py``: in which direction of the cage it stands."""
    size: Vector3 | None
    pose: Pose | None = None
    """In the cage."""


class Cage(Record, kw_only=False):
    """A base with walls that can be taken away, about the middle of the underside of the base (OpenRAVE)."""

    base: Vector3 | None
    inner: Vector3 | None = None
    """Of the space in it, where that is not simply what the walls leave; 0 for what is not said."""
    walls: tuple[Wall, ...] = ()


class CalibrationBoard(Record, kw_only=False):
    """A board with a grid of dots, about the middle of the face with the dots, which looks along z (OpenRAVE)."""

    size: Vector3 | None
    dots: tuple[int, int] | None = None
    """How many, along x and y."""
    distances: tuple[float, float] | None = None
    """Between their centres, along x and y."""
    dot_color: Rgba | None = None
    pattern: str | None = None
    """Which dots are big ones: ``threeBigDotsDotGrid``."""
    dot_ratio: float | None = None
    """The diameter of a dot as a part of the smaller distance."""
    big_dot_ratio: float | None = None


class MeshDigest(Record, kw_only=False):
    """What a mesh amounts to, in its geometry's frame with its scale: equal for equal surfaces.

    These moments of the surface change with a rigid motion in a known way, so that two meshes can be
    compared though their vertices are given in different frames.
    """

    triangles: int
    area: float
    centroid: Vector3
    """Of the surface, weighted by area."""
    moments: tuple[float, float, float, float, float, float]
    """Second moments of area about the centroid: xx, yy, zz, xy, xz, yz."""


class Mesh(Record, kw_only=False):
    """A surface somewhere else: in a file, or inside a document when the URI has a fragment."""

    uri: str | None
    """As written; relative to the document that says it (the geometry's origin)."""
    scale: Vector3 | None = None
    submesh: str | None = None
    """Only this part of what the URI names, for containers with parts."""
    source: str | None = None
    """The URI of the file that an embedded mesh was made from, so that the way back finds it.

    The scale is then that file's; what is embedded has its size already.
    """
    stretch: Matrix3 | None = None
    """What is done to an embedded mesh that is more than a scale: a shear, or a scale along other axes than its own."""
    digest: MeshDigest | None = field(default=None, compare=False)
    """Known once the mesh was loaded."""


Compound: TypeAlias = Container | Cage | CalibrationBoard
"""Shapes that are made of boxes."""
Shape: TypeAlias = (
    Box | Sphere | Cylinder | Capsule | Cone | Ellipsoid | Plane | Extrusion | Heightmap | Compound | Mesh
)


class Texture(Node):
    """An image on a surface."""

    uri: str | None


class Material(Node):
    """How a surface looks. With a name alone, it refers to the robot's material of that name."""

    name: MaterialName | None = None
    color: Rgba | None = None
    """Diffuse colour and opacity (1 is opaque), each between 0 and 1."""
    ambient: Rgba | None = None
    specular: Rgba | None = None
    emission: Rgba | None = None
    shininess: float | None = None
    texture: Texture | None = None

    @property
    def is_reference(self) -> bool:
        """Whether it says nothing but a name."""
        return self == Material(name=self.name)


class Geometry(Node):
    """A shape on a link."""

    shape: Shape | None
    pose: Pose | None = None
    """Of the shape, in the link."""
    name: str | None = None
    material: Material | None = None
    purpose: Purpose = Purpose.VISUAL
    visible: bool | None = None
    density: float | None = None
    """In kg/m^3: of what fills the shape, for an inertia that is computed from shapes."""
    mass: float | None = None
    """In kg, for an inertia that is computed from shapes; it goes before the density."""
    surface: Surface | None = None
    """How the shape touches others."""
    collision_mask: CollisionMask | None = None
    """Which other shapes it can touch; None means all."""
    laser_retro: float | None = None
    """How strongly it reflects a laser."""
    script: str | None = None
    """A look that a simulator knows by name: ``Gazebo/Blue``."""
