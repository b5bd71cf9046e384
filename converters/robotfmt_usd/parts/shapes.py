"""Shapes: the visuals and the collisions of bodies (UsdGeom; UsdPhysicsCollisionAPI)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from robotfmt.model import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Matrix3,
    Mesh,
    Plane,
    Pose,
    Purpose,
    Shape,
    Sphere,
    Surface,
    Vector3,
    compose,
)
from robotfmt.model.matrices import scale_of
from robotfmt.model.pose import Quaternion
from robotfmt.model.record import replace

from ..codes import NOT_DRAWN, SHAPE_SCALED
from ..document.instances import MESH
from ..document.stage import Prim
from .appearance import Appearance
from .bodies import Bodies
from .shape_names import is_numbered
from .spheres import is_in_set

COLLISION = "PhysicsCollisionAPI"
_ROUND: dict[str, tuple[type[Cylinder | Capsule | Cone], float, float]] = {
    "Cylinder": (Cylinder, 1.0, 2.0),
    "Cylinder_1": (Cylinder, 1.0, 2.0),
    "Capsule": (Capsule, 0.5, 1.0),
    "Capsule_1": (Capsule, 0.5, 1.0),
    "Cone": (Cone, 1.0, 2.0),
}
"""The record of each round shape, its radius and its height where none is authored (UsdGeom)."""
_HALF = 0.5**0.5
_TURNS = {"X": Quaternion(_HALF, 0.0, _HALF, 0.0), "Y": Quaternion(_HALF, -_HALF, 0.0, 0.0)}
"""The rotation of z to another axis."""
_UNREAD = ("purpose", "visibility", "orientation", "doubleSided", "subdivisionScheme", "proxyPrim", "material:binding")
_OF_MESHES = (
    "points",
    "normals",
    "faceVertex",
    "primvars:",
    "velocities",
    "cornerIndices",
    "creaseIndices",
    "holeIndices",
)


class Shapes:
    """Reads the shapes of bodies."""

    def __init__(self, bodies: Bodies, appearance: Appearance) -> None:
        self.bodies, self.appearance = bodies, appearance
        self.stage = bodies.stage

    def of(self, body: str | None) -> tuple[tuple[Geometry, ...], tuple[Geometry, ...]]:
        """Return the visuals and the collisions of a body."""
        return self.among((each for each in self.bodies.inside(body) if each.is_shape), body)

    def among(self, prims: Iterable[Prim], body: str | None) -> tuple[tuple[Geometry, ...], tuple[Geometry, ...]]:
        """Return the visuals and the collisions among some shapes, with their places on a link, or in the world."""
        visuals: list[Geometry] = []
        collisions: list[Geometry] = []
        for prim in prims:
            if is_in_set(self.stage, prim):
                continue
            made = self._geometry(prim, body)
            collides, drawn = self._collides(prim), self._is_drawn(prim)
            if drawn:
                visuals.append(made)
            if collides:
                collisions.append(self._collision(prim, made))
            if not drawn and not collides:
                message = f"{prim.type} '{prim.name}' is a {prim.purpose} and no collider; it is left out"
                self.stage.report.add(NOT_DRAWN, message, prim.origin)
        return tuple(visuals), tuple(collisions)

    def _collides(self, prim: Prim) -> bool:
        """Return True if a shape or a prim above it, up to its body, is a collider."""
        for each in self.stage.above(prim.path):
            if each.has(COLLISION):
                return each.truth("physics:collisionEnabled", True)
            if each.path in self.bodies.by_path:
                return False
        return False

    @staticmethod
    def _is_drawn(prim: Prim) -> bool:
        return prim.visible and prim.purpose in ("default", "render")

    def _geometry(self, prim: Prim, body: str | None) -> Geometry:
        prim.skip(*_UNREAD, *_OF_MESHES)
        shape, turn = self._shape(prim)
        pose = self.bodies.pose_in(body, prim.place)
        return Geometry(
            origin=prim.origin,
            name=self._name(prim),
            shape=shape,
            pose=compose(pose, Pose(None, turn)) if turn is not None else pose,
            material=self.appearance.of(prim),
        )

    def _name(self, prim: Prim) -> str | None:
        """Return the name of a shape, or of its instance if the writer made that; None for one that it numbered."""
        while prim.is_proxy and prim.name == MESH and prim.label is None:
            prim = self.stage.by_path[prim.parent]
        return prim.label or (None if is_numbered(prim.name) else prim.name)

    def _collision(self, prim: Prim, made: Geometry) -> Geometry:
        material = self.stage.prim(prim.physics_material)
        units = self.stage.units
        density = prim.number("physics:density") or (
            material.number("physics:density") if material is not None else None
        )
        mass = prim.number("physics:mass")
        prim.skip("physics:simulationOwner")
        return replace(
            made,
            material=None,
            purpose=Purpose.COLLISION,
            surface=_surface(material) if material is not None else None,
            mass=mass * units.mass if mass else None,
            density=density * units.density if density else None,
        )

    # Shapes

    def _shape(self, prim: Prim) -> tuple[Shape, Quaternion | None]:
        """Return a shape of metres, with the rotation of its axis to z."""
        if prim.type == "Mesh":
            return self._mesh(prim), None
        x, y, z = self._scale(prim)
        if prim.type == "Cube":
            size = _or(prim.number("size"), 2.0)
            return Box((size * x, size * y, size * z)), None
        if prim.type == "Sphere":
            return _sphere(_or(prim.number("radius"), 1.0), (x, y, z)), None
        letter = (prim.word("axis") or "Z").upper()
        if prim.type == "Plane":
            return self._plane(prim, letter, (x, y, z)), None
        return self._round(prim, letter, (x, y, z)), _TURNS.get(letter)

    def _scale(self, prim: Prim) -> Vector3:
        """Return the factors along the axes of a shape, in metres; a shear is left out."""
        stretch, length = prim.place.stretch, self.stage.units.length
        factors = scale_of(_cleaned(stretch))
        if factors is None:
            factors = (stretch[0][0], stretch[1][1], stretch[2][2])
            self._report_scale(prim, "sheared")
        return (abs(factors[0]) * length, abs(factors[1]) * length, abs(factors[2]) * length)

    def _round(self, prim: Prim, letter: str, scale: Vector3) -> Shape:
        kind, radius, height = _ROUND[prim.type]
        along = scale["XYZ".find(letter)]
        across = [each for index, each in enumerate(scale) if index != "XYZ".find(letter)]
        if abs(across[0] - across[1]) > 1e-6 * max(across):
            self._report_scale(prim, "scaled to an ellipse")
        if kind is Capsule and abs(along - max(across)) > 1e-6 * max(along, *across):
            self._report_scale(prim, "scaled along its axis")
        radii = [
            _or(prim.number(each), radius) for each in ("radius", "radiusTop", "radiusBottom") if prim.has_value(each)
        ]
        return kind(max(radii, default=radius) * max(across), _or(prim.number("height"), height) * along)

    def _plane(self, prim: Prim, letter: str, scale: Vector3) -> Shape:
        width, length = (_or(prim.number(each), 2.0) for each in ("width", "length"))
        index = "XYZ".find(letter)
        normal = (float(index == 0), float(index == 1), float(index == 2))
        first, second = (each for place, each in enumerate(scale) if place != index)
        return Plane(normal, (width * first, length * second))

    def _mesh(self, prim: Prim) -> Mesh:
        if prim.peek("physics:approximation") in ("none", "convexHull"):
            prim.skip("physics:approximation")
        length = self.stage.units.length
        stretch = _cleaned(prim.place.stretch)
        factors = scale_of(stretch)
        uri = f"#{prim.path}"
        if factors is None:
            rows = tuple(tuple(each * length for each in row) for row in stretch)
            return Mesh(uri=uri, stretch=rows)  # type: ignore[arg-type]
        scale = (factors[0] * length, factors[1] * length, factors[2] * length)
        return Mesh(uri=uri, scale=scale if scale != (1.0, 1.0, 1.0) else None)

    def _report_scale(self, prim: Prim, how: str) -> None:
        taken = "its scale along the axes" if how == "sheared" else "its largest radius"
        message = f"{prim.type} '{prim.name}' is {how}; {taken} is taken"
        self.stage.report.add(SHAPE_SCALED, message, prim.origin)


def _or(value: float | None, default: float) -> float:
    return value if value is not None else default


def _sphere(radius: float, scale: Vector3) -> Shape:
    if max(scale) - min(scale) <= 1e-9 * max(scale):
        return Sphere(radius * scale[0])
    return Ellipsoid((radius * scale[0], radius * scale[1], radius * scale[2]))


def _cleaned(stretch: Matrix3) -> Matrix3:
    """Return a stretch without the rounding of its computation: scales have single precision."""
    size = max(abs(each) for row in stretch for each in row) or 1.0

    def clean(value: float) -> float:
        nearest = float(f"{value:.7g}")
        value = nearest if abs(nearest - value) <= 6e-8 * size else value
        return value if abs(value) > 1e-9 * size else 0.0

    first, second, third = ((clean(row[0]), clean(row[1]), clean(row[2])) for row in stretch)
    return first, second, third


_FRICTION: tuple[tuple[str, str], ...] = (
    ("friction", "physics:staticFriction"),
    ("restitution", "physics:restitution"),
)
_PATCH: tuple[tuple[str, str], ...] = (
    ("torsional_friction", "newton:torsionalFriction"),
    ("rolling_friction", "newton:rollingFriction"),
)
"""Lengths: the width and the depth of what is in contact (NewtonMaterialAPI)."""


def _surface(material: Prim) -> Surface | None:
    """Return the contact properties of a physics material."""
    length = material.stage.units.length
    given: dict[str, Any] = {field: value for field, name in _FRICTION if (value := material.number(name)) is not None}
    given |= {field: value * length for field, name in _PATCH if (value := material.number(name)) is not None}
    if material.peek("physics:dynamicFriction") == material.peek("physics:staticFriction"):
        material.skip("physics:dynamicFriction")
    return Surface(origin=material.origin, **given) if given else None
