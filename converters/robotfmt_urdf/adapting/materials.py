"""Materials as URDF supports them, and as urdfdom accepts them."""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.diagnostics import Report, quoted
from robotfmt.facts import extension_paths
from robotfmt.model import Extension, Geometry, Material, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import UNNAMED_MATERIAL


def materials_once(robot: Robot) -> Robot:
    """Remove repeated material definitions: urdfdom refuses a file with repeated ones."""
    once = tuple(dict.fromkeys(robot.materials))
    return robot if once == robot.materials else replace(robot, materials=once)


def without_empty(robot: Robot) -> Robot:
    """Remove empty materials of the robot, which are an error for urdfdom, and which Drake refuses."""
    kept = tuple(each for each in robot.materials if not _is_empty(each, robot))
    return robot if kept == robot.materials else replace(robot, materials=kept)


def _is_empty(material: Material, robot: Robot) -> bool:
    """Return True if a material is empty in the document, including unrecognised content."""
    place = f"/robot/material[@name='{material.name}']"
    has_more = any(each.format == "urdf" and each.place.startswith(place) for each in robot.extensions)
    return material.color is None and material.texture is None and not has_more


def without_undefined(robot: Robot) -> Robot:
    """Keep references to undefined materials only if they come from a URDF."""
    if robot.layout("urdf") is not None:
        return robot

    def kept(geometry: Geometry) -> Geometry:
        material = robot.resolved(geometry.material) if geometry.material is not None else None
        is_empty = material is not None and material.color is None and material.texture is None
        return replace(geometry, material=None) if is_empty else geometry

    links = tuple(replace(link, visuals=tuple(map(kept, link.visuals))) for link in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


def material_names(robot: Robot) -> Robot:
    """Name unnamed materials, equal ones alike: urdfdom drops a visual whose material has no name."""
    of_visuals = (each.material for link in robot.links for each in link.visuals)
    taken = {each.name for each in (*robot.materials, *of_visuals) if each is not None and each.name is not None}
    names: dict[Material, str] = {}

    def change(geometry: Geometry) -> Geometry:
        material = geometry.material
        if material is None or material.name is not None:
            return geometry
        if material not in names:
            names[material] = free_name(f"material{len(names)}", taken)
            taken.add(names[material])
        return replace(geometry, material=replace(material, name=names[material]))

    links = tuple(replace(link, visuals=tuple(map(change, link.visuals))) for link in robot.links)
    if links == robot.links:
        return robot
    moved = (_moved(each, names) if each.format == "urdf" else each for each in robot.extensions)
    return replace(robot, links=links, extensions=tuple(moved))


def _moved(extension: Extension, names: Mapping[Material, str]) -> Extension:
    """Move unrecognised content of a newly named material to its new place."""
    for material, name in names.items():
        old = material.origin.path if material.origin is not None else None
        if old is not None and (extension.place == old or extension.place.startswith(f"{old}/")):
            return replace(extension, place=f"{old}[@name='{name}']{extension.place[len(old) :]}")
    return extension


def report_moved(before: Robot, after: Robot, report: Report) -> None:
    """Report content that moved because a material was named."""
    if before.extensions == after.extensions:
        return
    for old, new in zip(extension_paths(before), extension_paths(after), strict=True):
        for path in (old[0], new[0]) if old[0] != new[0] else ():
            message = f"{quoted(old[1].name)} is replaced together with a material that has a name now"
            report.add(UNNAMED_MATERIAL, message, old[1].origin, subject="/".join(path))
