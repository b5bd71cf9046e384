"""What OpenUSD's physics parser finds in a stage: bodies, joints with both frames, limits, drives; and their poses.

What it does not parse is taken from the attributes: masses, and the joints that follow others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from openusd import pxr

Array = NDArray[np.float64]
_DEGREE = math.pi / 180
_ENDLESS = 1e30


class Parsed:
    """What OpenUSD's parser finds in a stage, bodies and joints by the paths of their prims."""

    def __init__(self, path: Path, variants: Mapping[str, str] | None = None) -> None:
        self.stage = pxr.Usd.Stage.Open(str(path))
        self._select(variants or {})
        physics = pxr.UsdPhysics
        parse = getattr(physics, "UsdPhysicsLoadStageFromPrimRange", None) or physics.LoadUsdPhysicsFromRange
        found = parse(self.stage, ["/"])
        kinds = {str(kind).rpartition(".")[2]: rows for kind, rows in found.items()}
        self.articulations = len(kinds.get("Articulation", ((), ()))[0])
        self.bodies = {str(each) for each in kinds.get("RigidBody", ((), ()))[0]}
        self.joints: dict[str, tuple[str, Any]] = {}
        for kind, rows in kinds.items():
            if kind.endswith("Joint"):
                self.joints |= {str(where): (kind, what) for where, what in zip(*rows, strict=True)}

    @property
    def named(self) -> dict[str, str]:
        """The paths of joints by the names of their prims, of which some may have the same."""
        return {each.rpartition("/")[2]: each for each in self.joints}

    def _select(self, variants: Mapping[str, str]) -> None:
        self.stage.SetEditTarget(self.stage.GetSessionLayer())
        for prim in [each for each in self.stage.Traverse() if each.HasVariantSets()]:
            for name, value in variants.items():
                if prim.GetVariantSets().HasVariantSet(name):
                    prim.GetVariantSet(name).SetVariantSelection(value)

    def poses(self, values: Mapping[str, float], root: str | None = None) -> dict[str, Array]:
        """Return the poses of bodies in the root, from the frames of joints.

        Args:
            values: The positions of joints; 0 for others.
            root: The path of a body; by default each that no joint moves.
        """
        edges = [(name, kind, it, str(it.body0), str(it.body1)) for name, (kind, it) in self.joints.items()]
        edges = [each for each in edges if each[3] in self.bodies and each[4] in self.bodies]
        children = {each[4] for each in edges}
        pending = [root] if root is not None else [each for each in self.bodies if each not in children]
        found = {each: np.eye(4) for each in pending}
        while pending:
            here = pending.pop()
            for name, kind, it, first, second in edges:
                other = second if first == here else first
                if here not in (first, second) or other in found:
                    continue
                moved = frame(it, 0) @ motion(kind, it, values.get(name, 0.0)) @ np.linalg.inv(frame(it, 1))
                found[other] = found[here] @ (moved if first == here else np.linalg.inv(moved))
                pending.append(other)
        return found

    # What joints and bodies have

    def attribute(self, joint: str, name: str) -> Any:
        """Return the value of an attribute of a joint; None if it is not authored."""
        found = self.stage.GetPrimAtPath(joint).GetAttribute(name)
        return found.Get() if found and found.HasAuthoredValue() else None

    def limits(self, joint: str) -> tuple[float, float] | None:
        """Return the limits of a joint in radians or metres; None without."""
        kind, it = self.joints[joint]
        scale = _DEGREE if kind == "RevoluteJoint" else 1.0
        return (it.limit.lower * scale, it.limit.upper * scale) if it.limit.enabled else None

    def effort(self, joint: str) -> float | None:
        """Return the largest effort: that of the drive, else what converters write beside it; None without."""
        _, it = self.joints[joint]
        if it.drive.enabled and abs(it.drive.forceLimit) < _ENDLESS and it.drive.forceLimit > 0:
            return float(it.drive.forceLimit)
        names = ("mjc:actuatorfrcrange:max", "urdf:limit:effort")
        return next((float(value) for each in names if (value := self.attribute(joint, each)) is not None), None)

    def mimic(self, joint: str) -> tuple[str, float, float] | None:
        """Return the joint that a joint follows, with the factor and the offset in SI units; None without one."""
        prim = self.stage.GetPrimAtPath(joint)
        applied = [str(each) for each in prim.GetPrimTypeInfo().GetAppliedAPISchemas()]
        if "NewtonMimicAPI" in applied:
            targets = prim.GetRelationship("newton:mimicJoint").GetTargets()
            factor, offset = self.attribute(joint, "newton:mimicCoef1"), self.attribute(joint, "newton:mimicCoef0")
            return self._following(joint, targets, 1.0 if factor is None else factor, offset or 0.0)
        for word in (each.partition(":")[2] for each in applied if each.startswith("PhysxMimicJointAPI:")):
            targets = prim.GetRelationship(f"physxMimicJoint:{word}:referenceJoint").GetTargets()
            names = (f"physxMimicJoint:{word}:{each}" for each in ("gearing", "offset"))
            factor, offset = (self.attribute(joint, each) or 0.0 for each in names)
            return self._following(joint, targets, -factor, -offset)
        return None

    def _following(self, joint: str, targets: Any, factor: float, offset: float) -> tuple[str, float, float]:
        leader = str(targets[0])
        own, other = (_DEGREE if self.joints[each][0] == "RevoluteJoint" else 1.0 for each in (joint, leader))
        return leader, factor * own / other, offset * own

    def mass(self) -> float:
        """Return the mass of all bodies that have one authored."""
        found = (pxr.UsdPhysics.MassAPI(self.stage.GetPrimAtPath(each)).GetMassAttr().Get() for each in self.bodies)
        return float(sum(each or 0.0 for each in found))


def frame(it: Any, number: int) -> Array:
    """Return the frame of a joint at one end."""
    q = getattr(it, f"localPose{number}Orientation")
    row = np.array([q.GetReal(), *q.GetImaginary()], dtype=np.float64)
    w, x, y, z = row / np.linalg.norm(row)
    made = np.eye(4)
    made[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    made[:3, 3] = getattr(it, f"localPose{number}Position")
    return made


def motion(kind: str, it: Any, value: float) -> Array:
    """Return the motion of a joint."""
    made = np.eye(4)
    if kind not in ("RevoluteJoint", "PrismaticJoint"):
        return made
    index = "XYZ".index(str(it.axis).rpartition(".")[2])
    if kind == "PrismaticJoint":
        made[index, 3] = value
        return made
    one, other = (index + 1) % 3, (index + 2) % 3
    made[one, one] = made[other, other] = math.cos(value)
    made[other, one], made[one, other] = math.sin(value), -math.sin(value)
    return made
