"""The layers of an asset as Isaac Sim 6.2's transformer orders them (its profile "Isaac Sim Structure").

The document has the variants of ``Physics``, and refers to the rest: what is drawn, what Isaac Sim knows of the robot,
the points of meshes, the physics of all engines and of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from .instances import POINTS, PROTOTYPES, Prototypes, without_bindings
from .usda import Asset, Path, Spec, copied, text_of

_FOLDER = "payloads"
GEOMETRIES = f"{_FOLDER}/geometries.usdc"
"""The layer of the points, in binary form."""
LOOKS = "Looks"
"""The prim with the materials of a robot."""
_MATERIALS, _INSTANCES, _PHYSICS = "materials.usda", "instances.usda", "Physics/physics.usda"
BASE, ROBOT, PHYSICS = "base", "robot", "physics"
_HOMES = {
    ROBOT: ("Isaac", "isaac:"),
    PHYSICS: ("Physics", "physics:", "Newton", "newton:", "Physx", "physx", "Mjc", "mjc:", "drive:", "state:"),
}
"""The starts of types, schemas and attributes that are in another layer than ``base``; shapes stay whole.

Those of one engine that are no variant's are in ``physics``, so that every variant is the same robot."""
_WHOLE = ("Cube", "Sphere", "Cylinder", "Capsule", "Cone", "Plane", "Mesh")
_OF_DOCUMENT = ("variants", "kind", "assetInfo")


def layers_of(metadata: Mapping[str, Any], prims: list[Spec], output: str) -> dict[str, str]:
    """Return the texts of the layers of a stage by their names, that of the document first.

    Args:
        metadata: The metadata of the stage.
        prims: The robot, the class of its meshes if it has some, and what else is at the top.
        output: The name of the document.
    """
    robot, *others = prims
    meshes = {f"/{each.name}/{it.name}": it for each in others if each.kind == "class" for it in each.children}
    prototypes = Prototypes(PurePath(GEOMETRIES).name, _MATERIALS)
    whole = _with_instances(robot, meshes, prototypes)
    looks = [each for each in robot.children if each.name == LOOKS]
    rest = replace(whole, children=[each for each in whole.children if each.name != LOOKS], variants={})
    made = {
        output: text_of(metadata, [_interface(robot), *(each for each in others if each.kind != "class")]),
        "base.usda": _text(metadata, ["robot.usda", *([_MATERIALS] if looks else [])], _part(rest, BASE)),
        "robot.usda": _text(metadata, [], _part(rest, ROBOT)),
        _PHYSICS: _text(metadata, [], _part(rest, PHYSICS)),
    }
    if looks:
        shown = [copied(each, _from_folder) for each in looks]
        made[_MATERIALS] = _text(metadata, [], Spec("", robot.name, children=shown, kind="over"))
    if prototypes.specs:
        made[_INSTANCES] = _text(metadata, [], Spec("Scope", PROTOTYPES, children=prototypes.specs))
        points = [without_bindings(each) for each in meshes.values()]
        made[PurePath(GEOMETRIES).name] = _text(metadata, [], Spec("Scope", POINTS, children=points))
    for engine, added in robot.variants.get("Physics", {}).items():
        made[f"Physics/{engine}.usda"] = _text(metadata, ["physics.usda"], replace(added, name=robot.name))
    return {name if name == output else f"{_FOLDER}/{name}": text for name, text in made.items()}


def _text(metadata: Mapping[str, Any], weaker: list[str], prim: Spec | None) -> str:
    """Return the text of a layer with its prim, and with weaker layers."""
    below = {"subLayers": [Asset(each) for each in weaker]} if weaker else {}
    start = {"defaultPrim": prim.name} if prim is not None else {}
    return text_of({**metadata, **start, **below}, [prim] if prim is not None else [])


def _interface(robot: Spec) -> Spec:
    """Return the prim of the document: it refers to the layers, and has a variant for each engine."""
    made = Spec("Xform", robot.name)
    made.metadata = {key: value for key, value in robot.metadata.items() if key in _OF_DOCUMENT}
    made.metadata["prepend references"] = Asset(f"{_FOLDER}/base.usda")
    variants = {}
    for engine in robot.variants.get("Physics", ()):
        variants[engine] = Spec("", "", kind="over")
        variants[engine].metadata["prepend payload"] = Asset(f"{_FOLDER}/Physics/{engine}.usda")
    made.variants |= {"Physics": variants} if variants else {}
    return made


def _with_instances(spec: Spec, meshes: Mapping[str, Spec], prototypes: Prototypes) -> Spec:
    """Return a prim with instances for the meshes on it and below."""
    reference = spec.metadata.get("prepend references")
    if isinstance(reference, Path) and reference in meshes:
        return prototypes.instance(spec, meshes[reference])
    return replace(spec, children=[_with_instances(each, meshes, prototypes) for each in spec.children])


def _part(spec: Spec, layer: str) -> Spec | None:
    """Return what a layer has of a prim: the prim itself in the layer of its type, more about it in the others."""
    if spec.type in _WHOLE or spec.metadata.get("instanceable"):
        return spec if layer == BASE else None
    apis = [each for each in spec.apis if _home(each) == layer]
    values = [each for each in spec.values if _home(each[0].rpartition(" ")[2]) == layer]
    children = [part for each in spec.children if (part := _part(each, layer)) is not None]
    if _home(spec.type) == layer:
        metadata = {key: value for key, value in spec.metadata.items() if key not in _OF_DOCUMENT}
        return replace(spec, apis=apis, values=values, children=children, metadata=metadata)
    if not (apis or values or children):
        return None
    return Spec("", spec.name, apis=apis, values=values, children=children, metadata_of=spec.metadata_of, kind="over")


def _home(word: str) -> str:
    """Return the layer of a type, a schema or an attribute."""
    return next((layer for layer, starts in _HOMES.items() if word.startswith(starts)), BASE)


def _from_folder(declared: str, value: Any) -> Any:
    """Return a value as a layer in the folder of payloads has it: files are named from there."""
    return Asset(f"../{value}") if isinstance(value, Asset) and ":" not in value else value
