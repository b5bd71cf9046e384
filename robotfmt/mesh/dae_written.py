"""Write COLLADA: the ``mesh`` of a surface, and a mesh file with one geometry in version 1.4.1, in metres, Z up.

Most programs read mesh files in this version; OpenRAVE's robots use 1.5, and another module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from ..documents.xml import nodes as xml
from ..documents.xml.nodes import Node, make
from ..model.geometry import Material
from .companions import Images
from .dae_materials import write_binding, write_effect, write_image
from .triangles import Floats, Ints, Singles, Triangles, indexed_together

_NAMESPACE = "http://www.collada.org/2005/11/COLLADASchema"
_VERSION = "1.4"
_TIMELESS = "1970-01-01T00:00:00Z"
"""A constant date, which the schema requires; equal meshes give equal files."""


def write_mesh(
    name: str,
    triangles: Triangles,
    symbol: Callable[[Material | None], str | None],
    number: str = "%.9g",
) -> Node:
    """Return the ``mesh`` of a surface: shared corners, a list of triangles for each material.

    Args:
        name: The prefix of its ids.
        symbol: Returns the symbol of each material, and of triangles without one.
        number: The form of a coordinate; nine digits preserve single precision.
    """
    whole = triangles.welded()
    parts = list(whole.parts())
    normals = _collected(f"{name}_normals", [part.normals for _, part in parts])
    texcoords = _collected(f"{name}_texcoords", [part.texcoords for _, part in parts])
    positions = _source(f"{name}_positions", whole.vertices, "XYZ", number)
    return make(
        "mesh",
        None,
        positions,
        normals.node("XYZ"),
        texcoords.node("ST"),
        make("vertices", {"id": f"{name}_vertices"}, _input("POSITION", f"{name}_positions")),
        *(
            _surface(name, part.faces, symbol(material), normals.indices[i], texcoords.indices[i])
            for i, (material, part) in enumerate(parts)
        ),
    )


def _collected(name: str, values: list[Singles | None]) -> _Source:
    rows, indices = indexed_together(values)
    return _Source(name, rows, [each.ravel() if each is not None else None for each in indices])


@dataclass(frozen=True, slots=True)
class _Source:
    """A source with unique rows, and the row of each corner of each part."""

    name: str
    rows: Singles | None
    indices: list[Ints | None]

    def node(self, axes: str) -> Node | None:
        """Return the ``source``; None if it is empty."""
        return _source(self.name, self.rows, axes, "%.9g") if self.rows is not None else None


def _source(name: str, rows: Floats | Singles, axes: str, number: str) -> Node:
    values = (rows + 0.0).ravel().tolist()
    text = " ".join([number] * len(values)) % tuple(values)  # one operator is twice as fast as a call for each
    accessor = make(
        "accessor",
        {"count": str(len(rows)), "source": f"#{name}-array", "stride": str(len(axes))},
        *(make("param", {"name": axis, "type": "float"}) for axis in axes),
    )
    array = make("float_array", {"id": f"{name}-array", "count": str(rows.size)}, text=text)
    return make("source", {"id": name}, array, make("technique_common", None, accessor))


def _surface(name: str, faces: Ints, symbol: str | None, normals: Ints | None, texcoords: Ints | None) -> Node:
    candidates = [
        ("VERTEX", "vertices", faces.ravel()),
        ("NORMAL", "normals", normals),
        ("TEXCOORD", "texcoords", texcoords),
    ]
    there = [(semantic, source, indices) for semantic, source, indices in candidates if indices is not None]
    inputs = [
        _input(semantic, f"{name}_{source}", str(offset), "0" if semantic == "TEXCOORD" else None)
        for offset, (semantic, source, _) in enumerate(there)
    ]
    numbers = np.stack([indices for _, _, indices in there], axis=1)
    words = list(map(str, range(int(numbers.max(initial=0)) + 1)))  # each index is there several times
    text = " ".join(map(words.__getitem__, numbers.ravel().tolist()))
    return make("triangles", {"count": str(len(faces)), "material": symbol}, *inputs, make("p", text=text))


def _input(semantic: str, source: str, offset: str | None = None, number: str | None = None) -> Node:
    return make("input", {"semantic": semantic, "source": f"#{source}", "offset": offset, "set": number})


def dae_bytes(triangles: Triangles, images: Images, id: str = "surface") -> bytes:
    """Return a surface as COLLADA, with the id of its geometry; the output is deterministic."""
    materials = {each: f"material{index}" for index, each in enumerate(triangles.materials)}
    pictures = {each: images.put_beside(each) for each in materials}
    found = {image: f"image{index}" for index, image in enumerate(dict.fromkeys(filter(None, pictures.values())))}
    effects = [
        write_effect(each, f"{name}-effect", found.get(pictures[each] or ""), version=_VERSION)
        for each, name in materials.items()
    ]
    mesh = write_mesh(id, triangles, lambda each: materials[each] if each is not None else None, "%r")
    binding = write_binding([(name, name, bool(pictures[each])) for each, name in materials.items()])
    root = make(
        "COLLADA",
        {"version": "1.4.1"},
        _asset(),
        _library("images", (write_image(name, image, version=_VERSION) for image, name in found.items())),
        _library("effects", effects),
        _library("materials", (_material(each, name) for each, name in materials.items())),
        _library("geometries", [make("geometry", {"id": id}, mesh)]),
        _scenes(binding, id),
        make("scene", None, make("instance_visual_scene", {"url": "#scene"})),
    )
    return xml.serialize([], xml.put_in_namespace(root, _NAMESPACE, {}), [])


def _asset() -> Node:
    return make(
        "asset",
        None,
        make("created", text=_TIMELESS),
        make("modified", text=_TIMELESS),
        make("unit", {"name": "meter", "meter": "1"}),
        make("up_axis", text="Z_UP"),
    )


def _library(kind: str, nodes: Iterable[Node]) -> Node | None:
    nodes = list(nodes)
    return make(f"library_{kind}", None, *nodes) if nodes else None


def _material(material: Material, name: str) -> Node:
    effect = make("instance_effect", {"url": f"#{name}-effect"})
    return make("material", {"id": name, "name": material.name}, effect)


def _scenes(binding: Node | None, id: str) -> Node:
    instance = make("instance_geometry", {"url": f"#{id}"}, binding)
    scene = make("visual_scene", {"id": "scene"}, make("node", {"id": "node"}, instance))
    return make("library_visual_scenes", None, scene)
