"""The shapes of bodies and their colours, as MuJoCo and libsdformat have them, and as a URDF gives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
from lxml import etree

from .difference import Array
from .looks import Looks, Shape, solid
from .turns import of_angles, of_quaternion

_GREY = (0.5, 0.5, 0.5, 1.0)
"""The colour of a geom that gives none."""
_SHOWN = 3
"""MuJoCo shows the geoms of the groups below this one."""
_HEIGHTS = {"hfield": "heightmap"}


def looks_of_mujoco(mujoco: Any, model: Any) -> Looks:
    """Return the geoms that MuJoCo shows and those that touch; one may do both."""
    seen: dict[str, list[Shape]] = {model.body(each).name: [] for each in range(1, model.nbody)}
    touched: dict[str, list[Shape]] = {name: [] for name in seen}
    for each in range(model.ngeom):
        body = model.body(int(model.geom_bodyid[each])).name
        if not model.geom_bodyid[each]:
            continue
        shape = _of_geom(mujoco, model, each)
        if model.geom_group[each] < _SHOWN and (shape.rgba is None or shape.rgba[3] > 0):
            seen[body].append(shape)
        if model.geom_contype[each] or model.geom_conaffinity[each]:
            touched[body].append(shape)
    return _looks(seen, touched)


def _looks(seen: Mapping[str, Iterable[Shape]], touched: Mapping[str, Iterable[Shape]]) -> Looks:
    rows = ({name: tuple(row) for name, row in each.items() if name} for each in (seen, touched))
    return Looks(*rows)


def _of_geom(mujoco: Any, model: Any, each: int) -> Shape:
    kind = mujoco.mjtGeom(int(model.geom_type[each])).name.removeprefix("mjGEOM_").lower()
    rgba = tuple(float(it) for it in model.geom_rgba[each])
    material = int(model.geom_matid[each])
    if rgba == _GREY and material >= 0:
        rgba = tuple(float(it) for it in model.mat_rgba[material])
    color = None if rgba == _GREY and material < 0 else rgba
    if kind in ("mesh", "hfield", "sdf"):
        return Shape(_HEIGHTS.get(kind, "mesh"), rgba=color)
    turned = np.zeros(9)
    mujoco.mju_quat2Mat(turned, model.geom_quat[each])
    return solid(kind, _half(kind, model.geom_size[each]), model.geom_pos[each].copy(), turned.reshape(3, 3), color)


def _half(kind: str, size: Any) -> tuple[float, ...]:
    if kind == "plane":
        return (0, 0, 1)
    if kind == "sphere":
        return (size[0],) * 3
    return (size[0], size[0], size[1]) if kind in ("cylinder", "capsule") else tuple(size)


def looks_of_sdf(links: Mapping[str, tuple[Element, Mapping[str, Any]]]) -> Looks:
    """Return the visuals and collisions of libsdformat, by the names of links; a colour is diffuse.

    Args:
        links: The element and the reading of each link.
    """
    seen = {name: list(_of_sdf(element, its, "visual")) for name, (element, its) in links.items()}
    return _looks(seen, {name: list(_of_sdf(element, its, "collision")) for name, (element, its) in links.items()})


def _of_sdf(link: Element, reading: Mapping[str, Any], kind: str) -> Iterator[Shape]:
    for element, each in zip(link.findall(kind), reading[f"{kind}s"], strict=True):
        it, color = each["geometry"], _color_of_sdf(element)
        if it["kind"] in ("empty", "none"):
            continue
        if it["kind"] in ("mesh", "heightmap", "polyline", "cone"):
            yield Shape(it["kind"].replace("polyline", "mesh"), rgba=color)
            continue
        pose = each["pose"]
        yield solid(it["kind"], _half_of_sdf(it), np.array(pose["xyz"]), _turn(it, pose["wxyz"]), color)


def _color_of_sdf(visual: Element) -> tuple[float, ...] | None:
    text, clear = visual.findtext("material/diffuse"), visual.findtext("transparency")
    if text is None:
        return None
    red, green, blue, *alpha = (float(each) for each in text.split())
    return (red, green, blue, (alpha[0] if alpha else 1.0) * (1 - float(clear or 0)))


def _half_of_sdf(it: Mapping[str, Any]) -> tuple[float, ...]:
    kind = it["kind"]
    if kind == "box":
        return tuple(each / 2 for each in it["size"])
    if kind == "plane":
        return (0, 0, 1)
    if kind == "ellipsoid":
        return tuple(it["radii"])
    return (it["radius"],) * 2 + (it["radius"] if kind == "sphere" else it["length"] / 2,)


def _turn(it: Mapping[str, Any], wxyz: Sequence[float]) -> Array:
    made = of_quaternion(wxyz)
    if it["kind"] != "plane":
        return made
    normal = made @ (np.array(it["normal"]) / np.linalg.norm(it["normal"]))
    return np.column_stack((np.zeros(3), np.zeros(3), normal))


def looks_of_urdf(path: Path) -> Looks:
    """Return the visuals and collisions of a URDF, read of the document: pinocchio would want all meshes."""
    root = etree.parse(path).getroot()
    colors = {
        each.get("name"): _color_of_urdf(each) for each in root.iter("material") if each.find("color") is not None
    }
    links = {each.get("name", ""): each for each in root.findall("link")}
    seen = {name: list(_of_urdf(each, "visual", colors)) for name, each in links.items()}
    return _looks(seen, {name: list(_of_urdf(each, "collision", colors)) for name, each in links.items()})


def _color_of_urdf(material: Any) -> tuple[float, ...] | None:
    color = material.find("color")
    return tuple(float(each) for each in color.get("rgba", "").split()) if color is not None else None


def _of_urdf(link: Any, kind: str, colors: Mapping[Any, tuple[float, ...] | None]) -> Iterator[Shape]:
    for each in link.findall(kind):
        material, shape = each.find("material"), next(each.find("geometry").iterchildren(etree.Element), None)
        if shape is None:
            continue
        color = None
        if material is not None:
            color = _color_of_urdf(material) or colors.get(material.get("name"))
        if shape.tag == "mesh" and not shape.get("filename", "").lower().endswith(".stl"):
            color = None  # it may have its own, which RViz shows
        if shape.tag not in ("box", "sphere", "cylinder", "capsule"):
            yield Shape(shape.tag, rgba=color)
            continue
        origin = each.find("origin")
        xyz, rpy = (_numbers(origin, name) for name in ("xyz", "rpy"))
        yield solid(shape.tag, _half_of_urdf(shape), xyz, of_angles(rpy), color)


def _numbers(origin: Any, name: str) -> Array:
    text = origin.get(name) if origin is not None else None
    return np.array([float(each) for each in (text or "0 0 0").split()])


def _half_of_urdf(shape: Any) -> tuple[float, ...]:
    if shape.tag == "box":
        return tuple(float(each) / 2 for each in shape.get("size").split())
    radius = float(shape.get("radius"))
    return (radius, radius, radius if shape.tag == "sphere" else float(shape.get("length")) / 2)
