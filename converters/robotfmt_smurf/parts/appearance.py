"""Materials: colours of light that a URDF has no place for, by the names of its materials."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Mapping
from robotfmt.model import Geometry, Link, Material, Robot
from robotfmt.model.record import replace

from ..codes import UNKNOWN_NAME
from ..document.sections import Sections
from ..document.values import give_back
from ..words import MATERIAL

_OWN = [field for field in MATERIAL.words if field != "color"]
"""What a URDF has no place for."""


def with_materials(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with the colours of its materials; the diffuse one of the URDF takes precedence."""
    known = materials_by_name(robot)
    found: dict[str, Material] = {}
    for item in sections.items("materials"):
        name = item.text("name") or ""
        material = found.get(name, known.get(name))
        if material is None:
            item.report(UNKNOWN_NAME, f"no material of the URDF is named {quoted(name)}")
            continue
        item.take()
        found[name] = _with_materials(material, item)
    return _with_appearance(robot, found, known) if found else robot


def materials_by_name(robot: Robot) -> dict[str, Material]:
    """Return the materials of a robot, and those of its shapes, by their names."""
    worn = (each.material for link in robot.links for each in link.visuals)
    every = (*robot.materials, *(each for each in worn if each is not None and not each.is_reference))
    return {each.name: each for each in reversed(every) if each.name is not None}


def _with_materials(material: Material, item: Mapping) -> Material:
    """Return a material with what an item gives; another value than the one that is known stays in the ledger."""
    for part in MATERIAL.parts:
        for field, value in part.read(item).items():
            if field == "shininess" or getattr(material, field) in (None, value):
                material = replace(material, **{field: value})
            else:
                give_back(item, part.words[field])
    return material


def _with_appearance(robot: Robot, found: dict[str, Material], known: dict[str, Material]) -> Robot:
    def with_shading(material: Material) -> Material:
        listed = found.get(material.name or "")
        if listed is None or material.is_reference:
            return material
        # Several materials of a URDF may have one name, each with a diffuse colour of its own.
        is_from_section = known[material.name or ""].color is None and material.color is None
        return replace(
            material,
            color=listed.color if is_from_section else material.color,
            **_own(listed),
        )

    return with_each_material(robot, with_shading)


def with_each_material(robot: Robot, change: Callable[[Material], Material]) -> Robot:
    """Return the robot with a function applied to each of its materials."""

    def on_shape(geometry: Geometry) -> Geometry:
        material = geometry.material
        return geometry if material is None else replace(geometry, material=change(material))

    def on_link(link: Link) -> Link:
        return replace(link, visuals=tuple(map(on_shape, link.visuals)))

    links, materials = tuple(map(on_link, robot.links)), tuple(map(change, robot.materials))
    same = links == robot.links and materials == robot.materials
    return robot if same else replace(robot, links=links, materials=materials)


# Writing


def of_defined_ones(robot: Robot) -> Robot:
    """Return the robot without the appearance of materials that no URDF defines: those without colour and texture."""

    def kept(material: Material) -> Material:
        is_defined = material.color is not None or material.texture is not None
        return material if is_defined else Material(origin=material.origin, name=material.name)

    return with_each_material(robot, kept)


def with_supported_materials(robot: Robot) -> Robot:
    """Return the robot with one appearance for each name of a material, and none for materials without a name."""
    known = materials_by_name(robot)

    def kept(material: Material) -> Material:
        if material.is_reference:
            return material
        return replace(material, **_own(known.get(material.name or "", Material())))

    return with_each_material(robot, kept)


def write_materials(robot: Robot) -> list[tuple[str, Tree]]:
    """Return the items of the materials with more than a colour and a texture, by their names."""
    return [
        (name, {"name": name, **MATERIAL.write(material)})
        for name, material in materials_by_name(robot).items()
        if any(each is not None for each in _own(material).values())
    ]


def _own(material: Material) -> dict[str, Any]:
    """Return what a section gives and a URDF does not."""
    return {field: getattr(material, field) for field in _OWN}
