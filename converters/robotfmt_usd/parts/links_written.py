"""Write links: bodies side by side, and places on them; with their shapes."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.model import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Inertial,
    Link,
    LinkSimulation,
    Mesh,
    Plane,
    Pose,
    Shape,
    Sphere,
    Vector3,
)
from robotfmt.model.pose import Quaternion

from ..document.single import written_quaternion
from ..document.usda import Spec
from .bodies import FIXED_BY
from .looks_written import Looks
from .moments import IDENTITY, as_principal, is_possible, is_principal, moments, put_moments
from .shape_names import is_numbered
from .surfaces_written import Surfaces

LINK_API, SITE_API = "IsaacLinkAPI", "IsaacSiteAPI"


def put_pose(spec: Spec, pose: Pose | None, scale: Vector3 | None = None) -> None:
    """Add the operations that place a prim in the one above."""
    pose = pose or Pose()
    q = written_quaternion(pose.matrix)
    spec.put("double3", "xformOp:translate", pose.xyz)
    spec.put("quatd", "xformOp:orient", (q.w, q.x, q.y, q.z))
    order = ["xformOp:translate", "xformOp:orient"]
    if scale is not None:
        spec.put("double3", "xformOp:scale", scale)
        order.append("xformOp:scale")
    spec.put("uniform token[]", "xformOpOrder", order)


def write_body(link: Link, name: str, pose: Pose) -> Spec:
    """Return the prim of a body at a pose in the robot."""
    spec = Spec("Xform", name).apply("PhysicsRigidBodyAPI", "PhysicsMassAPI", LINK_API)
    _call(spec, link.name)
    put_pose(spec, pose)
    if link.inertial is not None:
        _put_mass(spec, link.inertial)
    if link.simulation is not None:
        _put_simulation(spec, link.simulation)
    return spec


def write_still(link: Link, name: str, pose: Pose) -> Spec:
    """Return the prim of a link that is a fixed part of the world."""
    spec = Spec("Xform", name).apply(LINK_API)
    _call(spec, link.name)
    put_pose(spec, pose)
    return spec


def _put_simulation(spec: Spec, simulation: LinkSimulation) -> None:
    spec.put("bool", "physics:kinematicEnabled", simulation.kinematic)
    if simulation.gravity is not None:
        spec.apply("PhysxRigidBodyAPI").put("bool", "physxRigidBody:disableGravity", not simulation.gravity)


def write_place(given: str, name: str, pose: Pose | None, fixed_by: str | None) -> Spec:
    """Return the prim of a frame, or of a link without a body, which a joint fixes."""
    spec = Spec("Xform", name).apply(SITE_API)
    _call(spec, given)
    if fixed_by is not None:
        spec.metadata["customData"] = {FIXED_BY: fixed_by}
    put_pose(spec, pose)
    return spec


def _call(spec: Spec, name: str) -> None:
    if spec.name != name:
        spec.metadata["displayName"] = name


def _put_mass(spec: Spec, inertial: Inertial) -> None:
    """Add a mass: moments about principal axes, as all engines read them."""
    inertial = inertial if is_principal(inertial) else as_principal(inertial)
    spec.put("float", "physics:mass", inertial.mass)
    spec.put("float", "physics:density", inertial.density)
    pose = inertial.pose or Pose()
    if inertial.pose is not None:
        spec.put("point3f", "physics:centerOfMass", pose.xyz)
    found = moments(inertial)
    if found is not None:
        q = pose.rotation if isinstance(pose.rotation, Quaternion) else IDENTITY
        if is_possible(found):
            put_moments(spec, found)
        spec.put("quatf", "physics:principalAxes", (q.w, q.x, q.y, q.z))


class Shapes:
    """Writes the shapes of links."""

    def __init__(self, looks: Looks, surfaces: Surfaces) -> None:
        self.looks, self.surfaces = looks, surfaces

    def of(self, link: Link) -> Iterable[Spec]:
        """Yield the prims of the shapes of a link."""
        taken: set[str] = set()
        drawn = {self.surfaces.place(each) for each in link.visuals} - {None}
        for kind, row in (("visual", link.visuals), ("collision", link.collisions)):
            for index, each in enumerate(row):
                spec = self._shape(each, self.looks.naming.prim_name(each.name or f"{kind}_{index}", taken))
                if spec is not None:
                    if each.name is not None and (spec.name != each.name or is_numbered(each.name)):
                        spec.metadata["displayName"] = each.name
                    if kind == "collision" and self.surfaces.place(each) in drawn:
                        spec.put("token", "visibility", "invisible")  # not drawn twice at one place (VG.008)
                    yield self._collider(spec, each) if kind == "collision" else self._seen(spec, each)

    def _seen(self, spec: Spec, geometry: Geometry) -> Spec:
        self.looks.bind(spec, geometry.material)
        return spec

    def _collider(self, spec: Spec, geometry: Geometry) -> Spec:
        # MuJoCo's and Newton's schemas change nothing; NVIDIA's validator wants them (MUJOCO.COL.001, NEWTON.COL.001).
        spec.apply("PhysicsCollisionAPI", "MjcCollisionAPI")
        spec.put("uniform token", "purpose", "guide")
        if geometry.mass is not None or geometry.density is not None:
            spec.apply("PhysicsMassAPI")
            spec.put("float", "physics:mass", geometry.mass).put("float", "physics:density", geometry.density)
        if isinstance(geometry.shape, Mesh):
            spec.apply("PhysicsMeshCollisionAPI", "NewtonMeshCollisionAPI")
            spec.put("uniform token", "physics:approximation", "convexHull")
        self.looks.bind_contact(spec, geometry)
        return spec

    def _shape(self, geometry: Geometry, name: str) -> Spec | None:
        shape = geometry.shape
        spec = self.surfaces.mesh(geometry, name) if isinstance(shape, Mesh) else _primitive(shape, name)
        if spec is not None:
            put_pose(spec, geometry.pose, _scale(shape))
        return spec


def _scale(shape: Shape | None) -> Vector3 | None:
    if isinstance(shape, Box):
        return shape.size
    return shape.radii if isinstance(shape, Ellipsoid) else None


def _primitive(shape: Shape | None, name: str) -> Spec | None:
    match shape:
        case Box():
            return Spec("Cube", name).put("double", "size", 1.0)
        case Sphere(radius):
            return Spec("Sphere", name).put("double", "radius", radius)
        case Ellipsoid():
            return Spec("Sphere", name).put("double", "radius", 1.0)
        case Cylinder(radius, length) | Capsule(radius, length) | Cone(radius, length):
            spec = Spec(type(shape).__name__, name).put("uniform token", "axis", "Z")
            return spec.put("double", "height", length).put("double", "radius", radius)
        case Plane(size=size):
            spec = Spec("Plane", name).put("uniform token", "axis", "Z")
            return spec.put("double", "width", size[0] if size else 2.0).put(
                "double", "length", size[1] if size else 2.0
            )
    return None
