"""Unrecognised content of a URDF's blocks ``<gazebo>``, such as plugins: it is SDF, at its place in the model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from robotfmt.compare.adaptation import report_changes
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.xml.nodes import canonical, is_element, subtree
from robotfmt.gazebo.blocks import Place, is_copied, is_of_shapes, place_in_block
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import Extension, ExtensionKind, Geometry, Link, Material, Robot, Sensor
from robotfmt.model.fields import given_fields
from robotfmt.model.record import replace

from .. import FORMAT
from ..codes import GAZEBO_BLOCK
from ..document.scopes import step
from ..document.undefined import document_of
from ..parts.appearance import read_material, read_script
from ..parts.model_writer import ModelWriter

_SENSOR = re.compile(r"""/sensor\[@name=(?:'([^']*)'|"([^"]*)")\](?:\[\d+\])?(?=/|$)""")


def with_blocks(robot: Robot, context: Context) -> Robot:
    """Return a robot, as SDF stores it, with the content of blocks at its place in the model; report each piece."""
    if not any(each.format == "urdf" and place_in_block(each.place) for each in robot.extensions):
        return robot
    moved = list(_moved(robot, ModelWriter(robot, context)))
    made = with_twins(robot, moved, FORMAT, GAZEBO_BLOCK, "is an element of the SDF", context)
    gone = [each.before for each in moved if each.before not in made.extensions]
    return report_changes(made, _with_materials(made, gone), GAZEBO_BLOCK, context.report)


def _moved(robot: Robot, writer: ModelWriter) -> Iterator[Moved]:
    for each in robot.extensions:
        block = place_in_block(each.place) if each.format == "urdf" else None
        if block is None:
            continue
        if is_of_shapes(each, block) and block.reference in robot.link_by_name:
            place = f"{writer.place}/{step('link', block.reference)}"
            yield Moved(each, tuple(_of_shapes(each, robot.link_by_name[block.reference], place)))
            continue
        is_free = is_copied(each, block) and not _is_taken(each, writer)
        where = _place(each, block, robot, writer) if is_free else None
        if where is not None:
            yield Moved(each, (replace(each, format="sdf", place=where),))


def _is_taken(extension: Extension, writer: ModelWriter) -> bool:
    """Return True for an element with the name of a link, a joint or a frame: libsdformat refuses the document.

    URDFs for the Gazebo of Player have elements ``<joint:hinge name="...">`` in blocks. Plugins may have any name.
    """
    if extension.kind is not ExtensionKind.ELEMENT or extension.name == "plugin":
        return False
    name = subtree(extension.content, None).get("name")
    return name is not None and any(name == each for _, each in writer.names.things())


def _of_shapes(extension: Extension, link: Link, place: str) -> Iterator[Extension]:
    """Yield the content of an element about the shapes of a link, at each of them; not the material of visuals."""
    tag = extension.name
    for node in filter(is_element, subtree(extension.content, None)):
        if (tag, node.tag) == ("visual", "material") and _appearance(extension) is not None:
            continue
        for shape in link.visuals if tag == "visual" else link.collisions:
            where = f"{place}/{step(tag, shape.name or '')}"
            yield replace(extension, format="sdf", place=where, name=str(node.tag), content=canonical(node, None))


def _with_materials(robot: Robot, blocks: Iterable[Extension]) -> Robot:
    """Return a robot whose visuals have the materials that elements ``<visual>`` of blocks give in addition."""
    for each in blocks:
        block = place_in_block(each.place)
        link = robot.link_by_name.get(block.reference or "") if block is not None else None
        if each.name != "visual" or link is None:
            continue
        appearance = _appearance(each)
        if appearance is None:
            continue
        visuals = tuple(_painted(it, *appearance, robot) for it in link.visuals)
        robot = replace(robot, links=tuple(replace(it, visuals=visuals) if it is link else it for it in robot.links))
    return robot


def _appearance(extension: Extension) -> tuple[Material | None, str | None] | None:
    """Return the material and the script of an element ``<visual>``; None if the material has something else, too."""
    document = document_of(extension.content.encode(), "", Report())
    script, material = read_script(document.root.take()), read_material(document.root)
    left = any(each.place.startswith("/visual/material") for each in document.leftovers())
    return None if left else (material, script)


def _painted(visual: Geometry, material: Material | None, script: str | None, robot: Robot) -> Geometry:
    current = robot.resolved(visual.material) if visual.material is not None else Material()
    given = dict(given_fields(material)) if material is not None else {}
    made = replace(current, **given) if given else visual.material
    return replace(visual, material=made, script=script or visual.script)


def _place(extension: Extension, block: Place, robot: Robot, writer: ModelWriter) -> str | None:
    """Return the place in the model; None if the link, the joint or the sensor is not written."""
    if block.reference is None:
        return writer.place + block.inside
    written = set(writer.names.things())
    sensor = _sensor(extension, block, robot) if _SENSOR.match(block.inside) else None
    kinds = ("link", "joint") if sensor is None else ("joint",) if sensor.joint is not None else ("link",)
    kind = next((each for each in kinds if (each, block.reference) in written), None)
    if kind is None:
        return None
    inside = block.inside if sensor is None else _SENSOR.sub(f"/{step('sensor', sensor.name)}", block.inside, count=1)
    return f"{writer.place}/{step(kind, block.reference)}{inside}"


def _sensor(extension: Extension, block: Place, robot: Robot) -> Sensor | None:
    """Return the sensor that contains a piece of a block: it was read there, or has the name."""
    found = _SENSOR.match(block.inside)
    assert found is not None
    there = extension.place[: len(extension.place) - len(block.inside) + found.end()]
    attached = [each for each in robot.sensors if block.reference in (each.joint, each.link)]
    same = (each for each in attached if each.origin is not None and each.origin.path == there)
    name = found[1] if found[1] is not None else found[2]
    return next(same, None) or next((each for each in attached if each.name == name), None)
