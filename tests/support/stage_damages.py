"""Damages of stages that are written, one at a time: numbers in other units, words dropped, frames moved, and others.

A damage changes what a place in a layer says, in the prim and in all its variants; the places are found by what the
stage has, so that each damage can be planted in any robot that has something to damage.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from openusd import pxr

BODY, ROOT, DRIVE = "PhysicsRigidBodyAPI", "PhysicsArticulationRootAPI", "PhysicsDriveAPI"
COLLISION, MASS, MIMIC = "PhysicsCollisionAPI", "PhysicsMassAPI", "NewtonMimicAPI"
_DEGREE = math.pi / 180


class Planter:
    """A copy of a stage in memory, which damages change."""

    def __init__(self, source: Path) -> None:
        self.layer = pxr.Sdf.Layer.CreateAnonymous(source.suffix)
        self.layer.TransferContent(pxr.Sdf.Layer.FindOrOpen(str(source)))
        self.stage = pxr.Usd.Stage.Open(self.layer)
        self.robot = self.stage.GetDefaultPrim()

    def text(self) -> str:
        """Return the damaged stage."""
        text: str = self.layer.ExportToString()
        return text

    # What a stage has

    def all(self, *apis: str, type: str = "") -> list[Any]:
        """Return the prims of a type on which schemas are applied."""
        return [
            each for each in self.stage.Traverse() if type in ("", each.GetTypeName()) and set(apis) <= _applied(each)
        ]

    def one(self, *apis: str, type: str = "", having: str = "") -> Any:
        """Return the one in the middle of the prims on which schemas are applied, with an attribute that is not 0.

        Raises:
            LookupError: There is none.
        """
        found = self.all(*apis, type=type)
        if having:
            found = [each for each in found if each.GetAttribute(having).HasAuthoredValue()]
            found = [each for each in found if each.GetAttribute(having).Get() != 0]
        if not found:
            raise LookupError(f"no {type} with {' '.join(apis)} {having}")
        return found[len(found) // 2]

    @property
    def hinge(self) -> Any:
        """A joint that turns within limits and follows no other."""
        found = self.all(f"{DRIVE}:angular", type="PhysicsRevoluteJoint")
        found = [each for each in found if each.GetAttribute("physics:lowerLimit").HasAuthoredValue()]
        found = [each for each in found if MIMIC not in _applied(each)]
        if not found:
            raise LookupError("no hinge with limits")
        return found[len(found) // 2]

    @property
    def link(self) -> Any:
        """The body that the hinge moves."""
        return self.stage.GetPrimAtPath(self.hinge.GetRelationship("physics:body1").GetTargets()[0])

    @property
    def root(self) -> Any:
        """The body that no joint moves."""
        moved = {
            each
            for joint in self.stage.Traverse()
            if joint.IsA(pxr.UsdPhysics.Joint) and joint.GetRelationship("physics:body0").GetTargets()
            for each in joint.GetRelationship("physics:body1").GetTargets()
            if self.stage.GetPrimAtPath(joint.GetRelationship("physics:body0").GetTargets()[0]).HasAPI(BODY)
        }
        return next(each for each in self.all(BODY) if each.GetPath() not in moved)

    # Changes

    def change(self, prim: Any, name: str, by: Callable[[Any], Any]) -> None:
        """Change the value of an attribute, in all variants."""
        for spec in self._specs(prim):
            attribute = spec.attributes.get(name)
            if attribute is not None:
                attribute.default = by(attribute.default)

    def scale(self, prim: Any, name: str, factor: float) -> None:
        """Multiply an attribute."""
        self.change(prim, name, lambda value: value * factor)

    def drop(self, prim: Any, *names: str) -> None:
        """Remove properties, in all variants."""
        for spec in self._specs(prim):
            for name in names:
                if name in spec.properties:
                    spec.RemoveProperty(spec.properties[name])

    def put(self, prim: Any, name: str, type: str, value: Any) -> None:
        """Author an attribute."""
        prim.CreateAttribute(name, getattr(pxr.Sdf.ValueTypeNames, type)).Set(value)

    def unapply(self, prim: Any, *apis: str) -> None:
        """Remove schemas from a prim, in all variants."""
        for spec in self._specs(prim):
            listed = spec.GetInfo("apiSchemas")
            if listed:
                listed.prependedItems = [each for each in listed.prependedItems if each not in apis]
                spec.SetInfo("apiSchemas", listed)

    def add(self, path: str, type: str, **targets: str) -> Any:
        """Add a joint between two prims."""
        made = self.stage.DefinePrim(path, type)
        for name, target in targets.items():
            made.CreateRelationship(f"physics:{name}").SetTargets([target])
        return made

    def _specs(self, prim: Any) -> Iterator[Any]:
        """Yield the places of a prim in the layer: its own and those in variants."""
        found: list[Any] = []
        path = str(prim.GetPath())
        self.layer.Traverse("/", found.append)
        for each in found:
            if (each.IsPrimPath() or each.IsPrimVariantSelectionPath()) and _plain(each) == path:
                spec = self.layer.GetObjectAtPath(each)
                if not isinstance(spec, pxr.Sdf.VariantSetSpec):
                    yield spec if each.IsPrimPath() else spec.primSpec


def _applied(prim: Any) -> set[str]:
    return {str(each) for each in prim.GetPrimTypeInfo().GetAppliedAPISchemas()}


def _plain(path: Any) -> str:
    return str(path.StripAllVariantSelections())


# Damages: each returns the words of which a finding has to name one


def _limits_in_radians(it: Planter) -> list[str]:
    joint = it.hinge
    for name in ("physics:lowerLimit", "physics:upperLimit"):
        it.scale(joint, name, _DEGREE)
    return [joint.GetName()]


def _limit_halved(it: Planter) -> list[str]:
    joint = it.hinge
    it.scale(joint, "physics:upperLimit", 0.5)
    return [joint.GetName()]


def _one_limit(it: Planter) -> list[str]:
    joint = it.hinge
    it.drop(joint, "physics:upperLimit")
    return [joint.GetName()]


def _limits_swapped(it: Planter) -> list[str]:
    joint = it.hinge
    lower, upper = (joint.GetAttribute(f"physics:{each}Limit").Get() for each in ("lower", "upper"))
    it.change(joint, "physics:lowerLimit", lambda _: upper)
    it.change(joint, "physics:upperLimit", lambda _: lower)
    return [joint.GetName()]


def _limits_equal(it: Planter) -> list[str]:
    joint = it.hinge
    upper = joint.GetAttribute("physics:upperLimit").Get()
    it.change(joint, "physics:lowerLimit", lambda _: upper)
    return [joint.GetName()]


def _axis_changed(it: Planter) -> list[str]:
    joint = it.hinge
    it.change(joint, "physics:axis", lambda letter: {"X": "Y", "Y": "Z", "Z": "X"}[str(letter)])
    return [joint.GetName(), it.link.GetName()]


def _frame_moved(it: Planter) -> list[str]:
    joint = it.hinge
    it.change(joint, "physics:localPos0", lambda place: place + pxr.Gf.Vec3f(0, 0, 0.001))
    return [joint.GetName(), it.link.GetName()]


def _body_moved(it: Planter) -> list[str]:
    body = it.link
    it.change(body, "xformOp:translate", lambda place: place + pxr.Gf.Vec3d(0, 0, 0.001))
    return [body.GetName()]


def _bodies_reversed(it: Planter) -> list[str]:
    joint = it.hinge
    ends = [joint.GetRelationship(f"physics:body{each}") for each in (0, 1)]
    targets = [each.GetTargets() for each in ends]
    ends[0].SetTargets(targets[1])
    ends[1].SetTargets(targets[0])
    return [joint.GetName()]


def _body_missing(it: Planter) -> list[str]:
    joint = it.hinge
    joint.GetRelationship("physics:body1").SetTargets(["/nothing"])
    return [joint.GetName(), "/nothing"]


def _joint_disabled(it: Planter) -> list[str]:
    joint = it.hinge
    it.put(joint, "physics:jointEnabled", "Bool", False)
    return [joint.GetName()]


def _joint_outside(it: Planter) -> list[str]:
    joint = it.hinge
    it.put(joint, "physics:excludeFromArticulation", "Bool", True)
    return [joint.GetName()]


def _joint_removed(it: Planter) -> list[str]:
    joint, name = it.hinge, it.hinge.GetName()
    it.stage.RemovePrim(joint.GetPath())
    return [name]


def _two_joints(it: Planter) -> list[str]:
    ends = {f"body{each}": it.hinge.GetRelationship(f"physics:body{each}").GetTargets()[0] for each in (0, 1)}
    it.add(f"{it.robot.GetPath()}/Physics/extra", "PhysicsRevoluteJoint", **ends)
    return ["extra"]


def _cycle(it: Planter) -> list[str]:
    body = it.hinge.GetRelationship("physics:body1").GetTargets()[0]
    it.add(f"{it.robot.GetPath()}/Physics/extra", "PhysicsFixedJoint", body0=it.root.GetPath(), body1=body)
    return ["extra"]


def _drive_removed(it: Planter) -> list[str]:
    joint = it.hinge
    it.unapply(joint, f"{DRIVE}:angular")
    return [joint.GetName()]


def _effort_dropped(it: Planter) -> list[str]:
    joint = it.hinge
    it.drop(joint, "drive:angular:physics:maxForce")
    return [joint.GetName()]


def _effort_in_thousandths(it: Planter) -> list[str]:
    joint = it.hinge
    it.scale(joint, "drive:angular:physics:maxForce", 0.001)
    return [joint.GetName()]


_VELOCITIES = ("newton:velocityLimit", "physxJointAxis:angular:maxJointVelocity", "physxJoint:maxJointVelocity")


def _velocity_dropped(it: Planter) -> list[str]:
    joint = it.hinge
    it.drop(joint, *_VELOCITIES)
    return [joint.GetName()]


def _velocity_in_radians(it: Planter) -> list[str]:
    joint = it.hinge
    for name in _VELOCITIES:
        it.scale(joint, name, _DEGREE)
    return [joint.GetName()]


def _old_velocity(it: Planter) -> list[str]:
    joint = it.hinge
    value = joint.GetAttribute("newton:velocityLimit").Get()
    it.drop(joint, *_VELOCITIES)
    it.put(joint, "physxJoint:maxJointVelocity", "Float", value / 2)
    return [joint.GetName()]


def _damping_in_radians(it: Planter) -> list[str]:
    joint = it.one("NewtonJointAPI", having="newton:damping")
    it.scale(joint, "newton:damping", 1 / _DEGREE)
    return [joint.GetName()]


def _friction_dropped(it: Planter) -> list[str]:
    joint = it.one("NewtonJointAPI", having="newton:friction")
    it.drop(joint, "newton:friction")
    return [joint.GetName()]


def _coefficients_swapped(it: Planter) -> list[str]:
    joint = it.one(MIMIC)
    first, second = (joint.GetAttribute(f"newton:mimicCoef{each}") for each in (0, 1))
    values = first.Get() or 0.0, second.Get()
    it.change(joint, "newton:mimicCoef1", lambda _: values[0])
    it.put(joint, "newton:mimicCoef0", "Float", values[1])
    return [joint.GetName()]


def _mimic_removed(it: Planter) -> list[str]:
    joint = it.one(MIMIC)
    it.unapply(joint, *(each for each in _applied(joint) if "Mimic" in each))
    return [joint.GetName()]


def _mimic_of_itself(it: Planter) -> list[str]:
    joint = it.one(MIMIC)
    joint.GetRelationship("newton:mimicJoint").SetTargets([joint.GetPath()])
    return [joint.GetName()]


def _mass_dropped(it: Planter) -> list[str]:
    body = it.link
    it.drop(body, "physics:mass")
    return [body.GetName()]


def _mass_in_grams(it: Planter) -> list[str]:
    body = it.link
    it.scale(body, "physics:mass", 1000.0)
    return [body.GetName()]


def _center_moved(it: Planter) -> list[str]:
    body = it.link
    it.change(body, "physics:centerOfMass", lambda place: place + pxr.Gf.Vec3f(0, 0, 0.001))
    return [body.GetName()]


def _moments_in_grams(it: Planter) -> list[str]:
    body = it.link
    it.scale(body, "physics:diagonalInertia", 1000.0)
    it.drop(body, "newton:inertia")
    return [body.GetName()]


def _axes_zero(it: Planter) -> list[str]:
    body = next(
        (each for each in it.all(MASS) if any(each.GetAttribute("physics:principalAxes").Get().GetImaginary())), None
    )
    if body is None:
        raise LookupError("no body whose axes are others")
    it.change(body, "physics:principalAxes", lambda _: pxr.Gf.Quatf(0, 0, 0, 0))
    return [body.GetName()]


def _axes_not_of_unit_length(it: Planter) -> list[str]:
    body = it.link
    it.scale(body, "physics:principalAxes", 1.5)
    return [body.GetName()]


def _two_inertias(it: Planter) -> list[str]:
    body = it.link
    it.put(body, "newton:inertia", "DoubleArray", pxr.Vt.DoubleArray([1, 1, 1, 0, 0, 0]))
    return [body.GetName()]


def _body_unapplied(it: Planter) -> list[str]:
    body = it.link
    it.unapply(body, BODY)
    return [body.GetName()]


def _root_moved(it: Planter) -> list[str]:
    holder, target = it.all(ROOT)[0], it.root
    it.unapply(holder, ROOT)
    target = it.link if target == holder else target
    target.AddAppliedSchema(ROOT)
    return [target.GetName()]


def _no_root(it: Planter) -> list[str]:
    it.unapply(it.all(ROOT)[0], ROOT)
    return [ROOT]


def _variant_unselected(it: Planter) -> list[str]:
    it.robot.GetVariantSet("Physics").ClearVariantSelection()
    return ["Physics", ROOT]


def _pair_removed(it: Planter) -> list[str]:
    body = next((each for each in it.stage.Traverse() if each.GetRelationship("physics:filteredPairs")), None)
    if body is None:
        raise LookupError("no pair")
    it.drop(body, "physics:filteredPairs")
    return [body.GetName()]


def _collider_removed(it: Planter) -> list[str]:
    shape = it.one(COLLISION)
    it.unapply(shape, COLLISION)
    return [shape.GetParent().GetName()]


def _scale_doubled(it: Planter) -> list[str]:
    shape = it.one(type="Cube", having="xformOp:scale")
    it.scale(shape, "xformOp:scale", 2.0)
    return [shape.GetParent().GetName()]


def _radius_doubled(it: Planter) -> list[str]:
    shape = it.one(having="radius")
    it.scale(shape, "radius", 2.0)
    return [shape.GetParent().GetName()]


def _point_moved(it: Planter) -> list[str]:
    shape = it.one(type="Mesh", having="points")
    (spec,) = list(shape.GetAttribute("points").GetPropertyStack())[:1]
    points = list(spec.default)
    spec.default = pxr.Vt.Vec3fArray([points[0] + pxr.Gf.Vec3f(0, 0, 0.001), *points[1:]])
    return [shape.GetParent().GetName(), shape.GetName()]


def _colour_changed(it: Planter) -> list[str]:
    bound = {str(each.GetTargets()[0]) for each in map(_look, it.all()) if each and each.GetTargets()}
    shaders = [each for each in it.all(type="Shader") if str(each.GetParent().GetPath()) in bound]
    shader = next((each for each in shaders if each.GetAttribute("inputs:diffuseColor").HasAuthoredValue()), None)
    if shader is None:
        raise LookupError("no shape with a material of its own")
    it.change(shader, "inputs:diffuseColor", lambda _: pxr.Gf.Vec3f(0.125, 0.5, 0.25))
    return []


def _look(prim: Any) -> Any:
    """Return the material of a shape; materials of parts of a mesh are inside the mesh."""
    return prim.GetRelationship("material:binding") if prim.IsA(pxr.UsdGeom.Gprim) else None


def _in_centimetres(it: Planter) -> list[str]:
    pxr.UsdGeom.SetStageMetersPerUnit(it.stage, 0.01)
    return []


def _in_grams(it: Planter) -> list[str]:
    pxr.UsdPhysics.SetStageKilogramsPerUnit(it.stage, 0.001)
    return []


def _units_dropped(it: Planter) -> list[str]:
    it.stage.ClearMetadata("metersPerUnit")
    return []


def _y_up(it: Planter) -> list[str]:
    pxr.UsdGeom.SetStageUpAxis(it.stage, "Y")
    return []


def _asset_missing(it: Planter) -> list[str]:
    it.stage.DefinePrim("/extra").GetReferences().AddReference("./nothing.usda")
    return ["./nothing.usda"]


_Damage = Callable[[Planter], list[str]]
DAMAGES: dict[str, _Damage] = {
    name.lstrip("_").replace("_", " "): cast(_Damage, found)
    for name, found in list(globals().items())
    if callable(found) and getattr(found, "__annotations__", {}).get("it") == "Planter"
}
"""The damages by name. Each raises ``LookupError`` if a stage has nothing to damage."""
