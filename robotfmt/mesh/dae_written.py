"""COLLADA 1.4.1, written as a mesh file: one geometry, a material for each colour. Metres, Z up.

The version is the one that programs read mesh files in; OpenRAVE's robots are 1.5 and another thing.
"""

from __future__ import annotations

from ..documents import xml
from ..documents.xml import Node, make
from ..model.geometry import Rgba
from .triangles import Ints, Triangles

_NAMESPACE = "http://www.collada.org/2005/11/COLLADASchema"
_TIMELESS = "1970-01-01T00:00:00Z"
"""The schema wants a date; one that does not change makes equal meshes equal files."""


def dae_bytes(triangles: Triangles) -> bytes:
    """A surface as COLLADA: the same bytes for the same triangles."""
    whole = triangles.welded()
    groups = whole.by_color()
    colors = [(f"color{index}", color) for index, (color, _) in enumerate(groups) if color is not None]
    root = make(
        "COLLADA",
        {"version": "1.4.1"},
        make(
            "asset",
            None,
            make("created", text=_TIMELESS),
            make("modified", text=_TIMELESS),
            make("unit", {"name": "meter", "meter": "1"}),
            make("up_axis", text="Z_UP"),
        ),
        make("library_effects", None, *(_effect(*each) for each in colors)) if colors else None,
        make("library_materials", None, *(_material(name) for name, _ in colors)) if colors else None,
        make("library_geometries", None, _geometry(whole, groups)),
        _scenes([name for name, _ in colors]),
        make("scene", None, make("instance_visual_scene", {"url": "#scene"})),
    )
    return xml.serialize([], xml.put_in_namespace(root, _NAMESPACE, {}), [])


def _effect(name: str, color: Rgba) -> Node:
    diffuse = make("diffuse", None, make("color", text=" ".join(map(repr, color))))
    opacity = color[3]
    clear = make("transparent", {"opaque": "A_ONE"}, make("color", text=f"1 1 1 {opacity!r}"))
    shader = make("lambert", None, diffuse, clear if opacity < 1 else None)
    technique = make("technique", {"sid": "common"}, shader)
    return make("effect", {"id": f"{name}-effect"}, make("profile_COMMON", None, technique))


def _material(name: str) -> Node:
    return make("material", {"id": name}, make("instance_effect", {"url": f"#{name}-effect"}))


def _geometry(whole: Triangles, groups: list[tuple[Rgba | None, Ints]]) -> Node:
    numbers = " ".join(map(repr, whole.vertices.ravel().tolist()))
    count = str(len(whole.vertices))
    accessor = make(
        "accessor",
        {"source": "#positions-array", "count": count, "stride": "3"},
        *(make("param", {"name": axis, "type": "float"}) for axis in "XYZ"),
    )
    array = make("float_array", {"id": "positions-array", "count": str(whole.vertices.size)}, text=numbers)
    source = make("source", {"id": "positions"}, array, make("technique_common", None, accessor))
    corners = make("vertices", {"id": "vertices"}, _input("POSITION", "#positions"))
    surfaces = (_surface(index, *group) for index, group in enumerate(groups))
    return make("geometry", {"id": "surface"}, make("mesh", None, source, corners, *surfaces))


def _surface(index: int, color: Rgba | None, faces: Ints) -> Node:
    return make(
        "triangles",
        {"material": f"color{index}" if color is not None else None, "count": str(len(faces))},
        _input("VERTEX", "#vertices", "0"),
        make("p", text=" ".join(map(str, faces.ravel().tolist()))),
    )


def _input(semantic: str, source: str, offset: str | None = None) -> Node:
    return make("input", {"semantic": semantic, "source": source, "offset": offset})


def _scenes(colors: list[str]) -> Node:
    bound = [make("instance_material", {"symbol": name, "target": f"#{name}"}) for name in colors]
    binding = make("bind_material", None, make("technique_common", None, *bound)) if bound else None
    instance = make("instance_geometry", {"url": "#surface"}, binding)
    scene = make("visual_scene", {"id": "scene"}, make("node", {"id": "node"}, instance))
    return make("library_visual_scenes", None, scene)
