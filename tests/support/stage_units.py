"""The same stage in other units: every number is rewritten by the dimension that the schema of its attribute documents.

The dimensions are those of UsdGeom, of UsdPhysics ("Units"), of the comments in ``newton-usd-schemas`` and of PhysX's
schemas. Attributes of URDF and MuJoCo are in SI units whatever the stage has.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from openusd import pxr

Json = dict[str, Any]
_DONE = "up"
"""The suffix of the operation that turns a stage."""


class Form(NamedTuple):
    """The units of a stage; None for those that it has. ``turned`` if another axis is up: Y for Z, and Z for Y."""

    metres: float | None = None
    kilograms: float | None = None
    turned: bool = False


class Dimension(NamedTuple):
    """The exponents of length and mass of a quantity; those of time and angles are the same in all stages."""

    length: int = 0
    mass: int = 0


LENGTH, MASS, DENSITY, INERTIA = Dimension(1), Dimension(0, 1), Dimension(-3, 1), Dimension(2, 1)
FORCE, TORQUE, NONE = Dimension(1, 1), Dimension(2, 1), Dimension()
_PLAIN: tuple[tuple[str, Dimension], ...] = (
    (r"xformOp:(translate|transform).*|points|size|radius|radiusTop|radiusBottom|height|width|length", LENGTH),
    (r"physics:(localPos\d|centerOfMass|gravityMagnitude|minDistance|maxDistance)", LENGTH),
    (r"newton:(torsional|rolling)Friction", LENGTH),
    (r"physics:mass", MASS),
    (r"physics:density", DENSITY),
    (r"physics:diagonalInertia|newton:inertia", INERTIA),
)
"""What has one dimension, whatever the joint is."""
_OF_AXES: tuple[tuple[str, Dimension, Dimension], ...] = (
    (r"physics:(lower|upper)Limit|limit:\w+:physics:(low|high)|state:\w+:physics:(position|velocity)", NONE, LENGTH),
    (r"newton:(\w+:)?(position|velocity|velocityLimit)|newton:mimicCoef0|physxMimicJoint:\w+:offset", NONE, LENGTH),
    (r"physxJoint(Axis:\w+)?:maxJointVelocity|drive:\w+:physics:target(Position|Velocity)", NONE, LENGTH),
    (r"drive:\w+:physics:maxForce|newton:friction|physxJointAxis:\w+:\w+FrictionEffort", TORQUE, FORCE),
    (r"drive:\w+:physics:(stiffness|damping)|newton:(limitStiffness|limitDamping|damping)", TORQUE, MASS),
    (r"physxJointAxis:\w+:viscousFrictionCoefficient", TORQUE, MASS),
    (r"newton:armature|physxJoint(Axis:\w+)?:armature", INERTIA, MASS),
)
"""What has one dimension for an axis that turns, and another for one that slides."""
_FACTORS = r"newton:mimicCoef1|physxMimicJoint:\w+:gearing"
"""The factors between two axes: lengths per angle where they are of two kinds."""
_SIZES: Json = {
    "Cube": {"size": 2.0},
    "Sphere": {"radius": 1.0},
    "Cylinder": {"radius": 1.0, "height": 2.0},
    "Capsule": {"radius": 0.5, "height": 1.0},
    "Cone": {"radius": 1.0, "height": 2.0},
    "Plane": {"width": 2.0, "length": 2.0},
}
"""What shapes have that is not authored: 2 is not the same length in all stages."""


def rewritten(source: Path, folder: Path, form: Form) -> Path:
    """Write a stage in other units into a new folder, with all its layers.

    Returns the path of the new document.
    """
    target = _copied(source, folder)
    stage = pxr.Usd.Stage.Open(str(target))
    # Layers are kept in the process by their paths, so every folder is new.
    _Rewriter(stage, form).run()
    for layer in stage.GetUsedLayers():
        if not layer.anonymous:
            layer.Save()
    return target


def _copied(source: Path, folder: Path) -> Path:
    """Copy what a stage reads, all of which is beside it or below."""
    layers, assets, _ = pxr.UsdUtils.ComputeAllDependencies(str(source))
    paths = [*(each.realPath for each in layers), *map(str, assets)]
    for each in {Path(each).resolve() for each in paths if each}:
        place = folder / each.relative_to(source.parent.resolve())
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(each, place)
    return folder / source.name


class _Rewriter:
    """Rewrites the layers of a stage, each attribute once."""

    def __init__(self, stage: Any, form: Form) -> None:
        self.stage, self.form = stage, form
        self.metres = form.metres or pxr.UsdGeom.GetStageMetersPerUnit(stage)
        self.kilograms = form.kilograms or pxr.UsdPhysics.GetStageKilogramsPerUnit(stage)
        self.up = str(pxr.UsdGeom.GetStageUpAxis(stage))
        self.length = pxr.UsdGeom.GetStageMetersPerUnit(stage) / self.metres
        self.mass = pxr.UsdPhysics.GetStageKilogramsPerUnit(stage) / self.kilograms

    def run(self) -> None:
        """Rewrite all numbers, then the units and the axis that is up."""
        with pxr.Sdf.ChangeBlock():
            for spec, dimension in self._numbers():
                self._scale(spec, self.length**dimension.length * self.mass**dimension.mass)
            self._give_sizes()
            self._scale_poses()
        if self.form.turned:
            self._turn()
        pxr.UsdGeom.SetStageMetersPerUnit(self.stage, self.metres)
        pxr.UsdPhysics.SetStageKilogramsPerUnit(self.stage, self.kilograms)
        pxr.UsdGeom.SetStageUpAxis(self.stage, {"Z": "Y", "Y": "Z"}[self.up] if self.form.turned else self.up)

    def _prims(self) -> Iterator[Any]:
        yield from pxr.Usd.PrimRange(self.stage.GetPseudoRoot(), pxr.Usd.TraverseInstanceProxies())

    def _numbers(self) -> list[tuple[Any, Dimension]]:
        """Return the places in layers where numbers with a dimension are."""
        found: dict[tuple[str, str], tuple[Any, Dimension]] = {}
        for prim in self._prims():
            for each in prim.GetAuthoredAttributes():
                dimension = self._dimension(prim, str(each.GetName()))
                for spec in each.GetPropertyStack() if dimension is not NONE else ():
                    found[spec.layer.identifier, str(spec.path)] = spec, dimension
        return list(found.values())

    # Dimensions

    def _dimension(self, prim: Any, name: str) -> Dimension:
        for pattern, dimension in _PLAIN:
            if re.fullmatch(pattern, name):
                return dimension
        for pattern, turning, sliding in _OF_AXES:
            if re.fullmatch(pattern, name):
                return _accelerates(prim, name) or (turning if _turns(prim, name) else sliding)
        if re.fullmatch(_FACTORS, name):
            return Dimension(int(not _turns(prim, name)) - int(not _turns(self._leader(prim, name), "")))
        return NONE

    def _leader(self, prim: Any, name: str) -> Any:
        word = "newton:mimicJoint" if name.startswith("newton") else name.replace("gearing", "referenceJoint")
        targets = prim.GetRelationship(word).GetTargets()
        found = self.stage.GetPrimAtPath(targets[0]) if targets else None
        return found if found else prim

    # Numbers

    def _scale(self, spec: Any, factor: float) -> None:
        layer, path = spec.layer, spec.path
        if spec.HasDefaultValue():
            spec.default = _scaled(spec.default, factor)
        for time in layer.ListTimeSamplesForPath(path):
            layer.SetTimeSample(path, time, _scaled(layer.QueryTimeSample(path, time), factor))

    def _scale_poses(self) -> None:
        """Scale the values of named poses: each is of a joint, in its units."""
        for prim in self._prims():
            values = prim.GetAttribute("isaac:robot:pose:jointValues")
            if values and values.HasAuthoredValue():
                joints = prim.GetRelationship("isaac:robot:pose:joints").GetTargets()
                sliding = [not _turns(self.stage.GetPrimAtPath(each), "") for each in joints]
                scaled = [
                    it * (self.length if slides else 1.0) for it, slides in zip(values.Get(), sliding, strict=True)
                ]
                values.Set(type(values.Get())(scaled))

    def _give_sizes(self) -> None:
        """Give shapes the sizes that they have without being authored."""
        for prim in self._prims():
            own = prim.GetPrimInPrototype() if prim.IsInstanceProxy() else prim
            for name, size in _SIZES.get(str(prim.GetTypeName()), {}).items():
                if not own.GetAttribute(name).HasAuthoredValue():
                    spec = own.GetPrimStack()[0]
                    made = spec.attributes.get(name) or pxr.Sdf.AttributeSpec(spec, name, pxr.Sdf.ValueTypeNames.Double)
                    made.default = size * self.length

    # The axis that is up

    def _turn(self) -> None:
        """Turn everything that is placed in the world: the topmost prims, frames of joints there, and gravity."""
        half = 0.5**0.5
        turn = pxr.Gf.Quatd(half, -half if self.up == "Z" else half, 0.0, 0.0)
        for prim in self._topmost():
            operations = pxr.UsdGeom.Xformable(prim).GetXformOpOrderAttr().Get() or []
            order, name = [str(each) for each in operations], f"xformOp:orient:{_DONE}"
            prim.CreateAttribute(name, pxr.Sdf.ValueTypeNames.Quatd).Set(turn)
            at = 1 if order[:1] == ["!resetXformStack!"] else 0
            pxr.UsdGeom.Xformable(prim).CreateXformOpOrderAttr().Set([*order[:at], name, *order[at:]])
        for prim in self._prims():
            if prim.IsA(pxr.UsdPhysics.Joint):
                self._turn_ends(pxr.UsdPhysics.Joint(prim), turn)
            if prim.IsA(pxr.UsdPhysics.Scene):
                direction = pxr.UsdPhysics.Scene(prim).GetGravityDirectionAttr()
                if direction.HasAuthoredValue() and any(direction.Get()):
                    direction.Set(pxr.Gf.Vec3f(turn.Transform(pxr.Gf.Vec3d(direction.Get()))))

    def _topmost(self) -> list[Any]:
        """Return the prims with a place that no prim above gives them."""
        found, walk = [], iter(pxr.Usd.PrimRange(self.stage.GetPseudoRoot()))
        below: set[str] = set()
        for prim in walk:
            if not prim.IsA(pxr.UsdGeom.Xformable):
                continue
            inside = any(str(each) in below for each in prim.GetPath().GetAncestorsRange())
            if not inside or pxr.UsdGeom.Xformable(prim).GetResetXformStack():
                found.append(prim)
            below.add(str(prim.GetPath()))
        return found

    def _turn_ends(self, joint: Any, turn: Any) -> None:
        ends = (
            (joint.GetBody0Rel(), joint.GetLocalPos0Attr(), joint.GetLocalRot0Attr()),
            (joint.GetBody1Rel(), joint.GetLocalPos1Attr(), joint.GetLocalRot1Attr()),
        )
        for body, position, rotation in ends:
            targets = body.GetTargets()
            if not targets or not self.stage.GetPrimAtPath(targets[0]):
                position.Set(pxr.Gf.Vec3f(turn.Transform(pxr.Gf.Vec3d(position.Get() or (0.0, 0.0, 0.0)))))
                before = rotation.Get()
                before = pxr.Gf.Quatd(before) if before is not None and before.GetLength() > 0 else pxr.Gf.Quatd(1.0)
                rotation.Set(pxr.Gf.Quatf(turn * before))


def _turns(prim: Any, name: str) -> bool:
    """Return True if an attribute is of an axis that turns: by its name, else by the type of its joint."""
    for word in name.split(":")[1:-1] if not name.startswith("physxMimicJoint") else ():  # rotX is any axis there
        if word in ("angular", "linear") or word.startswith(("rot", "trans")):
            return word.startswith(("angular", "rot"))
    return str(prim.GetTypeName()) != "PhysicsPrismaticJoint"


def _accelerates(prim: Any, name: str) -> Dimension | None:
    """Return the dimension of a gain of a drive that accelerates whatever mass it moves: it has no mass in it."""
    start, _, last = name.rpartition(":")
    if last not in ("stiffness", "damping") or not start.startswith("drive:"):
        return None
    return NONE if prim.GetAttribute(f"{start}:type").Get() == "acceleration" else None


def _scaled(value: Any, factor: float) -> Any:
    """Return numbers times a factor; of a matrix its last row, which is a place."""
    if isinstance(value, pxr.Gf.Matrix4d):
        made = pxr.Gf.Matrix4d(value)
        made.SetTranslateOnly(value.ExtractTranslation() * factor)
        return made
    if isinstance(value, int | float) or not hasattr(type(value), "FromNumpy"):
        return value * factor
    numbers = np.array(value)
    return type(value).FromNumpy((numbers * factor).astype(numbers.dtype))
