"""Materials of a robot's document: bindings to the primitives of a geometry, and the libraries that are written.

Effects are read and written in :mod:`robotfmt.mesh.dae_materials`, which also serves mesh files.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from robotfmt.diagnostics import Severity
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.mesh.dae_materials import MaterialReader, write_effect, write_image
from robotfmt.mesh.images import Images
from robotfmt.model import Material, Rgba, Texture
from robotfmt.model.record import replace

from ..addresses.claims import claim
from ..addresses.index import Index
from ..body import Ids
from ..own.extension import find_extra, make_extra

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
    own = _read_own_color(element)
    return material if own is None else replace(material, color=own)


def _read_own_color(element: Element) -> Rgba | None:
    """Return the colour of a material that has a texture too, or is invisible: the shading cannot store it."""
    extra = find_extra(element, "color")
    color = extra.child("color") if extra is not None else None
    values = color.numbers("rgba", 4) if color is not None else None
    return (values[0], values[1], values[2], values[3]) if values is not None else None


# Writing


@dataclass(slots=True)
class Materials:
    """The materials of a document; equal ones are written once."""

    images_of_meshes: Images
    folder: str
    """The folder for images of meshes, relative to the document."""
    materials: list[Node] = field(default_factory=list)
    effects: list[Node] = field(default_factory=list)
    images: list[Node] = field(default_factory=list)
    _ids: dict[Material, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def bind(self, material: Material, ids: Ids, geometry: str, is_own: bool) -> tuple[str, bool]:
        """Return the id of a material for a geometry, and whether it has a texture.

        Args:
            geometry: The id of the geometry.
            is_own: True if it came with a mesh file, with its texture next to that file.
        """
        if is_own:
            material = self._with_own_image(material)
        return self.use(material, ids.free(material.name or f"{geometry}_mat")), _is_textured(material)

    def _with_own_image(self, material: Material) -> Material:
        if material.texture is None:
            return material
        image = self.images_of_meshes.put_beside(material)
        uri = f"{self.folder}/{image}" if image is not None else None
        return replace(material, texture=Texture(uri=uri) if uri is not None else None)

    def files(self) -> dict[str, bytes]:
        """Return the images of meshes, by their paths relative to the document."""
        return {f"{self.folder}/{name}": data for name, data in self.images_of_meshes.beside.items()}

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
    instance = make("instance_effect", {"url": f"#{name}_eff"})
    color: Node | None = None
    if material.color is not None and (_is_textured(material) or not 0 < material.color[3] <= 1):
        color = make_extra("color", make("color", {"rgba": written_all(material.color)}))
    return make("material", {"id": name, "name": material.name}, instance, color)
