"""Instances: what is drawn or collides with a mesh, once for all places that show the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from robotfmt.model.renaming import free_name

from .usda import Path, Reference, Spec, copied, text_of

PROTOTYPES, POINTS = "Instances", "Geometries"
"""The prims that have the prototypes, and the points of meshes."""
MESH = "mesh"
"""The name of the mesh of a prototype."""
_BINDING = "rel material:binding"


class Prototypes:
    """The prototypes of a stage, each once.

    Args:
        geometries, materials: The layers that have the points and the materials.
    """

    def __init__(self, geometries: str, materials: str) -> None:
        self.geometries, self.materials = geometries, materials
        self.specs: list[Spec] = []
        self._known: dict[str, str] = {}
        self._taken: set[str] = set()

    def instance(self, shape: Spec, points: Spec) -> Spec:
        """Return the prim of an instance for that of a shape, which refers to the points of a mesh."""
        placing = [each for each in shape.values if _is_place(each[0])]
        others = [each for each in shape.values if not _is_place(each[0])]
        mesh = Spec("Mesh", MESH, apis=shape.apis, values=others, children=list(_bindings(points)))
        made = Spec("Xform", shape.name, values=placing)
        made.metadata = {key: value for key, value in shape.metadata.items() if key != "prepend references"}
        made.metadata["instanceable"] = True
        prototype = f"/{PROTOTYPES}/{self._name(mesh, points.name)}"
        made.metadata["prepend references"] = Reference("instances.usda", prototype)
        return made

    def _name(self, mesh: Spec, stem: str) -> str:
        """Return the name of the prototype with a mesh."""
        key = stem + text_of({}, [mesh])
        if key not in self._known:
            name = self._known[key] = free_name(stem, self._taken)
            self._taken.add(name)
            self.specs.append(self._prototype(mesh, name, stem))
        return self._known[key]

    def _prototype(self, mesh: Spec, name: str, stem: str) -> Spec:
        """Return a prototype: its materials are inside of it, because what it binds may not be outside."""
        home, looks = f"/{PROTOTYPES}/{name}/Looks", dict[str, Spec]()

        def moved(declared: str, value: Any) -> Any:
            return [self._look(each, home, looks) for each in value] if declared.startswith(_BINDING) else value

        mesh = copied(mesh, moved)
        mesh.metadata["prepend references"] = Reference(self.geometries, f"/{POINTS}/{stem}")
        inside = [Spec("Scope", "Looks", children=list(looks.values()))] if looks else []
        return Spec("Xform", name, children=[mesh, *inside])

    def _look(self, path: str, home: str, looks: dict[str, Spec]) -> Path:
        """Return the path of a material in a prototype, which refers to that of the robot."""
        name = path.rpartition("/")[2]
        looks[name] = Spec("Material", name)
        looks[name].metadata["prepend references"] = Reference(self.materials, path)
        return Path(f"{home}/{name}")


def without_bindings(points: Spec) -> Spec:
    """Return the points of a mesh with its subsets, whose materials are in the prototypes."""
    values = [each for each in points.values if not each[0].startswith(_BINDING)]
    apis = [each for each in points.apis if each != "MaterialBindingAPI"]
    return replace(points, apis=apis, values=values, children=[without_bindings(each) for each in points.children])


def _bindings(points: Spec) -> Iterator[Spec]:
    """Yield the materials of the subsets of a mesh."""
    for each in points.children:
        bound = [value for value in each.values if value[0].startswith(_BINDING)]
        if bound:
            yield Spec("", each.name, apis=["MaterialBindingAPI"], values=bound, kind="over")


def _is_place(declared: str) -> bool:
    return declared.rpartition(" ")[2].startswith("xformOp")
