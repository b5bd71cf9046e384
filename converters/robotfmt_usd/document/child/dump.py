"""A composed stage as data."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .openusd import Sdf, Usd, UsdGeom, UsdPhysics, UsdShade
from .refusal import Refused

_SHORT = 64
"""The most numbers of an array that are part of the JSON."""
_COMPUTED = ("xformOp", "extent")
"""The starts of attributes that ``world`` contains, or that follow from others."""
Json = dict[str, Any]


class Dump:
    """A composed stage as data."""

    def __init__(self, stage: Any, request: Json, moving: set[str]) -> None:
        """Take a stage, and the paths of the attributes that move prims with time."""
        self.stage, self.request, self._moving = stage, request, moving
        self.bytes = bytearray()
        self._kept: dict[tuple[str, str], Json] = {}
        self._places = UsdGeom.XformCache()

    def run(self) -> Json:
        """Return the stage.

        Raises:
            Refused: It has too many prims.
        """
        prims: list[Json] = []
        for prim in Usd.PrimRange(self.stage.GetPseudoRoot(), Usd.TraverseInstanceProxies()):
            if len(prims) >= self.request["prims"]:
                raise Refused("prims", f"the stage has more than {self.request['prims']} prims")
            prims.append(self._prim(prim))
        start = self.stage.GetDefaultPrim()
        layer = self.stage.GetRootLayer()
        return {
            "length": UsdGeom.GetStageMetersPerUnit(self.stage),
            "mass": UsdPhysics.GetStageKilogramsPerUnit(self.stage),
            "up": str(UsdGeom.GetStageUpAxis(self.stage)),
            "has_units": [layer.pseudoRoot.HasInfo(each) for each in ("metersPerUnit", "kilogramsPerUnit", "upAxis")],
            "start": str(start.GetPath()) if start else None,
            "prims": prims,
            "groups": self._groups([each["path"] for each in prims if "PhysicsCollisionAPI" in each["apis"]]),
        }

    def _prim(self, prim: Any) -> Json:
        found: Json = {"path": str(prim.GetPath()), "type": str(prim.GetTypeName())}
        found["apis"] = [str(each) for each in prim.GetPrimTypeInfo().GetAppliedAPISchemas()]
        for key, value in (("label", prim.GetMetadata("displayName")), ("data", _plain(prim.GetCustomData()))):
            if value:
                found[key] = value
        if prim.IsInstanceProxy():
            found["proxy"] = True
        found["values"] = self._values(prim)
        found["targets"] = {
            str(each.GetName()): [str(it) for it in each.GetTargets()] for each in prim.GetAuthoredRelationships()
        }
        if prim.IsA(UsdGeom.Imageable):
            self._imageable(prim, found)
        return found

    def _imageable(self, prim: Any, found: Json) -> None:
        """Add the place, the purpose and the materials of a prim."""
        found["world"] = [value for row in self._places.GetLocalToWorldTransform(prim).GetTranspose() for value in row]
        seen = UsdGeom.Imageable(prim)
        if prim.IsA(UsdGeom.Gprim):
            found["purpose"] = str(seen.ComputePurpose())
            found["visible"] = seen.ComputeVisibility() != "invisible"
        if prim.IsA(UsdGeom.Gprim) or prim.IsA(UsdGeom.Subset):
            binding = UsdShade.MaterialBindingAPI(prim)
            for key, purpose in (("material", ""), ("physics", "physics")):
                material = binding.ComputeBoundMaterial(purpose)[0]
                if material:
                    found[key] = str(material.GetPath())

    def _values(self, prim: Any) -> Json:
        """Return the types and the values of the authored attributes of a prim."""
        found: Json = {}
        prototype = prim.GetPrimInPrototype() if prim.IsInstanceProxy() else prim
        for each in prim.GetAuthoredAttributes():
            name = str(each.GetName())
            if name.startswith(_COMPUTED):
                if str(each.GetPath()) in self._moving:
                    found[name] = {"type": str(each.GetTypeName()), "value": None, "sampled": True}
                continue
            value, sampled = each.Get(), each.GetNumTimeSamples()
            if value is None and sampled:
                value = each.Get(each.GetTimeSamples()[0])
            made: Json = {"type": str(each.GetTypeName())}
            made["value"] = self._value(value, str(prototype.GetPath()), name)
            if each.GetVariability() == Sdf.VariabilityUniform:
                made["uniform"] = True
            if isinstance(value, Sdf.AssetPath):
                made["value"]["place"] = self._place_of(each, value)
            if sampled:
                made["sampled"] = True
            if each.HasAuthoredMetadata("interpolation"):
                made["interpolation"] = str(each.GetMetadata("interpolation"))
            if each.HasAuthoredConnections():
                made["from"] = [str(it) for it in each.GetConnections()]
            found[name] = made
        return found

    def _value(self, value: Any, path: str, name: str) -> Any:
        """Return a value as JSON has it; a long array by its place among the bytes."""
        try:
            numbers = memoryview(value)
        except TypeError:
            return _plain(value)
        if len(value) <= _SHORT and numbers.ndim <= 2:
            return numbers.tolist()
        if (path, name) not in self._kept:
            place = {"at": len(self.bytes), "kind": numbers.format, "shape": list(numbers.shape or ())}
            self._kept[path, name] = place
            self.bytes += numbers.tobytes()
        return self._kept[path, name]

    def _place_of(self, attribute: Any, value: Any) -> str:
        """Return the path of a file from the folder of the document, which the layer that names it may not be in.

        A path that is not found has one as well: the file may not be written yet.
        """
        layer = attribute.GetPropertyStack()[0].layer
        home = os.path.realpath(Path(self.stage.GetRootLayer().realPath).parent)
        if value.path.startswith("../") and Path(layer.realPath).is_file():
            # A copy of the document is not as deep in folders as the document: what leads out of its folder is kept.
            folder = os.path.relpath(os.path.realpath(Path(layer.realPath).parent), home)
            return Path(os.path.normpath(Path(folder) / value.path)).as_posix()
        path = str(value.resolvedPath)
        if not path and not layer.anonymous and "://" not in value.path and not Path(value.path).is_absolute():
            path = str(layer.ComputeAbsolutePath(value.path))
        if not Path(path).is_absolute():
            return str(value.path)
        home = os.path.realpath(Path(self.stage.GetRootLayer().realPath).parent)
        archive, _, member = path.removesuffix("]").partition(".usdz[")
        place = Path(os.path.relpath(os.path.realpath(f"{archive}.usdz" if member else path), home))
        return (place / member).as_posix()

    def _groups(self, colliders: list[str]) -> list[Json]:
        """Return the collision groups, each with its members and the groups that it does not touch."""
        groups = [each for each in self.stage.Traverse() if each.IsA(UsdPhysics.CollisionGroup)]
        if not groups:
            return []
        table = UsdPhysics.CollisionGroup.ComputeCollisionGroupTable(self.stage)
        found = []
        for each in groups:
            members = UsdPhysics.CollisionGroup(each).GetCollidersCollectionAPI().ComputeMembershipQuery()
            apart = [str(it.GetPath()) for it in groups if not table.IsCollisionEnabled(each.GetPath(), it.GetPath())]
            inside = [it for it in colliders if members.IsPathIncluded(it)]
            found.append({"path": str(each.GetPath()), "members": inside, "apart": apart})
        return found


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Sdf.AssetPath):
        return {"asset": value.path}
    if hasattr(value, "GetReal"):
        return [value.GetReal(), *value.GetImaginary()]
    if hasattr(value, "__len__"):
        return [_plain(each) for each in value]
    return str(value)
