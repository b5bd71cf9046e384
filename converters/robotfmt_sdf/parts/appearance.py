"""The appearance of surfaces: ``<material>`` of a ``<visual>``."""

from __future__ import annotations

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Material, Texture
from robotfmt.model.record import replace
from robotfmt.words.elements import One, find, read_parts, take_path, write_parts
from robotfmt.words.notations import WORD

from ..words import IMAGES, MATERIAL

GAZEBO_SCRIPT = "file://media/materials/scripts/gazebo.material"
"""The script of Gazebo's own materials."""


def read_material(visual: Element) -> Material | None:
    """Take the supported properties of the material of a visual; None if there are none."""
    element = visual.find("material")
    if element is None:
        return None
    found = read_parts(element, MATERIAL)
    images = _read_images(element)
    if not found and not images:
        return None
    return replace(Material(origin=element.take().origin, **found), **images)


def _read_images(element: Element) -> dict[str, Texture]:
    """Take the images of a material, by field."""
    found: dict[str, Texture] = {}
    for name, tag in IMAGES.items():
        uri = One(f"pbr/metal/{tag}", "uri", WORD).read(element).get("uri")
        if uri is not None:
            holder = find(element, ("pbr", "metal", tag))
            found[name] = Texture(origin=(holder or element).origin, uri=uri)
    return found


def _write(node: Node, material: Material) -> Node:
    """Add the properties of a material to its element."""
    write_parts(node, MATERIAL, material)
    for name, image in material.images.items():
        One(f"pbr/metal/{IMAGES[name]}", "uri", WORD).write(node, image)
    return node


def write_material(material: Material | None, script: str | None) -> Node | None:
    """Return the element of a material, and of one that Gazebo has by name.

    Args:
        material: The material.
        script: The name of Gazebo's material.
    """
    if material is None and script is None:
        return None
    node = make("material")
    if script is not None:
        node.append(make("script", None, make("uri", text=GAZEBO_SCRIPT), make("name", text=script)))
    if material is not None:
        _write(node, material)
    return node if len(node) else None


def read_script(visual: Element) -> str | None:
    """Take the name of a visual's Gazebo material, if its script contains nothing else."""
    script = find(visual, ("material", "script"))
    if script is None or [each.tag for each in script.children] != ["uri", "name"]:
        return None
    uri, name = script.children
    plain = not (script.attributes or uri.attributes or name.attributes)
    if not plain or not name.text.strip() or uri.text.strip() != GAZEBO_SCRIPT:
        return None
    take_path(visual, ("material", "script"))
    script.take_all()
    return name.text.strip()
