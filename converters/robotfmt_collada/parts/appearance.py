"""Materials of a robot's document: bindings to the primitives of a geometry, and the libraries that are written.

Effects are read and written in :mod:`robotfmt.mesh.dae_materials`, which also serves mesh files.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.mesh.dae_materials import MaterialReader, write_effect, write_image
from robotfmt.model import Material

from ..document.addresses import Index
from ..document.claims import claim
from .body import Ids

_TEXTS = ("color", "float", "float3", "float4", "init_from", "ref", "source")
VERSION = "1.5"


def read_binding(index: Index, instance: Element) -> dict[str, Material]:
    """Return the materials of an ``instance_geometry`` by symbol."""
    bind = instance.child("bind_material")
    common = bind.child("technique_common") if bind is not None else None
    if bind is not None:
        claim(bind)
    for each in common.children_of("instance_material") if common is not None else []:
        claim(each)
        for inner in each.children_of("bind_vertex_input"):
            claim(inner)
    bound = MaterialReader(index.url).bound(instance)
    return {symbol: read_material(index, element) for symbol, element in bound.items()}


def read_material(index: Index, element: Element) -> Material:
    """Return a ``material`` with its effect; unsupported parts of the effect stay in the ledger."""
    reader = MaterialReader(index.url)
    material = reader.read(element)
    claim(element)
    for each in reader.used:
        claim(each)
        if each.local in _TEXTS:
            each.take_text()
    for each in reader.bad:
        each.text_numbers(severity=Severity.WARNING)  # reports the fault
    return material


# Writing


@dataclass(slots=True)
class Materials:
    """The materials of a document; equal ones are written once."""

    materials: list[Node] = field(default_factory=list)
    effects: list[Node] = field(default_factory=list)
    images: list[Node] = field(default_factory=list)
    _ids: dict[Material, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def bind(self, material: Material, ids: Ids, geometry: str) -> tuple[str, bool]:
        """Return the id of a material for a geometry, and whether it has a texture.

        Args:
            geometry: The id of the geometry.
        """
        return self.use(material, ids.free(material.name or f"{geometry}_mat")), _is_textured(material)

    def use(self, material: Material, wanted: str) -> str:
        """Return the id of a material, which is written if it is new."""
        if material not in self._ids:
            name = wanted
            while name in self._taken:
                name += "_"
            self._taken.add(name)
            self._ids[material] = name
            self.materials.append(_write_material(material, name))
            self.effects.append(self._write_effect(material, name))
        return self._ids[material]

    def libraries(self) -> list[Node]:
        """Return the three libraries, without the empty ones."""
        return [
            make(f"library_{name}", {"id": name}, *nodes)
            for name, nodes in (
                ("images", self.images),
                ("effects", self.effects),
                ("materials", self.materials),
            )
            if nodes
        ]

    def _write_effect(self, material: Material, name: str) -> Node:
        image = f"{name}_img" if material.texture is not None and _is_textured(material) else None
        if material.texture is not None and image is not None:
            self.images.append(write_image(image, material.texture.uri, version=VERSION))
        return write_effect(material, f"{name}_eff", image, version=VERSION)


def _is_textured(material: Material) -> bool:
    return material.texture is not None and bool(material.texture.uri)


def _write_material(material: Material, name: str) -> Node:
    return make("material", {"id": name, "name": material.name}, make("instance_effect", {"url": f"#{name}_eff"}))
