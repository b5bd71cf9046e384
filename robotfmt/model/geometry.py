"""Shapes, meshes and materials. Lengths are full lengths in metres; the axis of round shapes is z."""

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
    """The use of a geometry."""

    VISUAL = "visual"
    COLLISION = "collision"
    """Collisions with everything."""
    ENVIRONMENT = "environment"
    """Collisions with the world, but no self-collisions (OpenRAVE)."""
    SELF = "self"
    """Self-collisions only (OpenRAVE)."""


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
    """A plane through the origin; drawn with a size if one is given."""

    normal: Vector3 | None = None
    size: tuple[float, float] | None = None


class Extrusion(Record, kw_only=False):
    """A polygon in the xy plane, extruded along z."""

    points: tuple[tuple[float, float], ...]
    height: float | None
    further: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Further outlines; a point is inside the polygon if an odd number of outlines surround it, as for holes."""


class Texture(Node):
    """An image on a surface, or of heights."""

    uri: str | None


class Heightmap(Record, kw_only=False):
    """Heights from an image, spread over a box of this size."""

    image: Texture
    size: Vector3 | None = None
    base: float | None = None
    """The thickness of the ground under the lowest height, in metres (MJCF)."""


class Container(Record, kw_only=False):
    """A bin, open at the top, about the middle of its underside (OpenRAVE). Parts that are 0 or None do not exist."""

    outer: Vector3 | None
    inner: Vector3 | None = None
    """The size of the space inside."""
    bottom_cross: Vector3 | None = None
    """The two crossed bars on the container's floor: the width of the one along y, of the one along x, and their
    height.
    """
    bottom: Vector3 | None = None
    """The size of a pad below the container."""


class Wall(Record, kw_only=False):
    """A wall of a cage: a box about the middle of its underside."""

    side: str | None
    """The side of the cage: ``nx``, ``px``, ``ny`` or ``py``."""
    size: Vector3 | None
    pose: Pose | None = None
    """The pose in the cage."""


class Cage(Record, kw_only=False):
    """A base with removable walls, about the middle of the underside of the base (OpenRAVE)."""

    base: Vector3 | None
    inner: Vector3 | None = None
    """The size of the space inside, if it differs from that between the walls; 0 for unknown sizes."""
    walls: tuple[Wall, ...] = ()


class CalibrationBoard(Record, kw_only=False):
    """A board with a grid of dots, about the middle of the face with the dots, which faces along z (OpenRAVE)."""

    size: Vector3 | None
    dots: tuple[int, int] | None = None
    """The number of dots along x and y."""
    distances: tuple[float, float] | None = None
    """The distances between the centres of the dots, along x and y."""
    dot_color: Rgba | None = None
    pattern: str | None = None
    """The pattern of the big dots: ``threeBigDotsDotGrid``."""
    dot_ratio: float | None = None
    """The diameter of a dot, relative to the smaller distance."""
    big_dot_ratio: float | None = None


class MeshDigest(Record, kw_only=False):
    """The moments of a mesh, in its geometry's frame with its scale: equal for equal surfaces.

    These moments of the surface change predictably with a rigid motion, so two meshes can be compared although their
    vertices are given in different frames.
    """

    triangles: int
    area: float
    centroid: Vector3
    """The centroid of the surface, weighted by area."""
    moments: tuple[float, float, float, float, float, float]
    """Second moments of area about the centroid: xx, yy, zz, xy, xz, yz."""


class Mesh(Record, kw_only=False):
    """An external surface: in a file, or inside a document if the URI has a fragment."""

    uri: str | None
    """The URI as written; relative to the document that contains it (the geometry's origin)."""
    scale: Vector3 | None = None
    submesh: str | None = None
    """The only part of the target to use: the name of a node of COLLADA or glTF, of an object or a group of OBJ; in a
    document of robots, symbols of materials."""
    centered: bool | None = None
    """True if the part is moved so that its bounding box is about the origin."""
    source: str | None = None
    """The URI of the file that an embedded mesh was made from, for converting back.

    The scale then applies to that file; the embedded mesh is scaled already.
    """
    stretch: Matrix3 | None = None
    """A transform of an embedded mesh that is not just a scale: a shear, or a scale along other axes."""
    digest: MeshDigest | None = field(default=None, compare=False)
    """The digest, once the mesh was loaded."""


Compound: TypeAlias = Container | Cage | CalibrationBoard
"""Shapes composed of boxes."""
Shape: TypeAlias = (
    Box | Sphere | Cylinder | Capsule | Cone | Ellipsoid | Plane | Extrusion | Heightmap | Compound | Mesh
)


_IMAGES = ("texture", "metalness_map", "roughness_map", "normal_map")


class Material(Node):
    """The appearance of a surface. With only a name, it refers to the robot's material with that name."""

    name: MaterialName | None = None
    color: Rgba | None = None
    """Diffuse colour and opacity (1 is opaque), each between 0 and 1."""
    ambient: Rgba | None = None
    specular: Rgba | None = None
    emission: Rgba | None = None
    shininess: float | None = None
    metalness: float | None = None
    """How much the surface reflects as a metal does, between 0 and 1 (glTF, SDF's ``pbr``, MuJoCo's ``metallic``)."""
    roughness: float | None = None
    """The roughness of the surface, between 0 (a mirror) and 1."""
    texture: Texture | None = None
    metalness_map: Texture | None = None
    """An image of the metalness."""
    roughness_map: Texture | None = None
    """An image of the roughness."""
    normal_map: Texture | None = None
    """A normal map: an image of the directions that the surface faces."""

    @property
    def is_reference(self) -> bool:
        """True if the material has only a name."""
        return self == Material(name=self.name)

    @property
    def images(self) -> dict[str, Texture]:
        """Its images, by the name of the field."""
        named = {name: getattr(self, name) for name in _IMAGES}
        return {name: image for name, image in named.items() if image is not None}


class Geometry(Node):
    """A shape on a link."""

    shape: Shape | None
    pose: Pose | None = None
    """The pose of the shape in the link."""
    name: str | None = None
    material: Material | None = None
    purpose: Purpose = Purpose.VISUAL
    visible: bool | None = None
    density: float | None = None
    """The density of the shape in kg/m^3, for an inertia that is computed from shapes."""
    mass: float | None = None
    """The mass of the shape in kg, for an inertia that is computed from shapes; it takes precedence over the density.
    """
    surface: Surface | None = None
    """The contact properties of the shape."""
    collision_mask: CollisionMask | None = None
    """The mask of shapes that this shape can touch; None means all."""
    laser_retro: float | None = None
    """The intensity with which the shape reflects a laser."""
    script: str | None = None
    """A named appearance of a simulator: ``Gazebo/Blue``."""
    place: tuple[str, str, int, int] | None = field(default=None, compare=False, repr=False)
    """What identifies the shape while its robot is changed: the link, "visual" or "collision", the index among the
    link's shapes before the change, and their number; None if they are not known."""
