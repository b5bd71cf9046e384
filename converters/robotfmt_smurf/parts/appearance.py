"""Materials: colours of light that a URDF has no place for, by the names of its materials."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Mapping, Sequence
from robotfmt.model import Geometry, Link, Material, Rgba, Robot
from robotfmt.model.record import replace

from ..codes import UNKNOWN_NAME
from ..document.sections import Sections
from ..document.values import by_keys

_COLORS = {
    "diffuseColor": "color",
    "ambientColor": "ambient",
    "specularColor": "specular",
    "emissionColor": "emission",
}
_OPAQUE = 1.0


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
    colors: dict[str, Rgba] = {}
    for key, field in _COLORS.items():
        value = _color(item, key)
        if value is None:
            continue
        before = getattr(material, field)
        if before is None or before == value:
            colors[field] = value
        else:
            _give_back(item, key)
    shininess = item.number("shininess")
    return replace(material, **colors, shininess=material.shininess if shininess is None else shininess)


def _color(item: Mapping, key: str) -> Rgba | None:
    """Take a colour: a list of three or four numbers, or a mapping of ``r``, ``g``, ``b`` and ``a``."""
    value = item.get(key)
    found = value.numbers() if isinstance(value, Sequence) else by_keys(value, "rgba") or by_keys(value, "rgb")
    match found:
        case (red, green, blue):
            return red, green, blue, _OPAQUE
        case (red, green, blue, alpha):
            return red, green, blue, alpha
    _give_back(item, key)
    return None


def _give_back(item: Mapping, key: str) -> None:
    value = item.get(key)
    if value is not None:
        value.taken = False


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
            ambient=listed.ambient,
            specular=listed.specular,
            emission=listed.emission,
            shininess=listed.shininess,
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
        listed = known.get(material.name or "", Material())
        return replace(
            material,
            ambient=listed.ambient,
            specular=listed.specular,
            emission=listed.emission,
            shininess=listed.shininess,
        )

    return with_each_material(robot, kept)


def write_materials(robot: Robot) -> list[tuple[str, Tree]]:
    """Return the items of the materials with more than a colour and a texture, by their names."""
    return [
        (name, _item(name, material))
        for name, material in materials_by_name(robot).items()
        if (material.ambient, material.specular, material.emission, material.shininess) != (None,) * 4
    ]


def _item(name: str, material: Material) -> Tree:
    colors = {key: getattr(material, field) for key, field in _COLORS.items()}
    return {"name": name, **colors, "shininess": material.shininess}
