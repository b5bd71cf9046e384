"""Find materials that nothing uses or that are defined twice, colours out of range, and shapes without a size."""

from __future__ import annotations

from collections.abc import Iterator

from .. import codes
from ..diagnostics import Report, Severity
from ..model import (
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Cone,
    Container,
    Cylinder,
    Ellipsoid,
    Geometry,
    Link,
    Material,
    Mesh,
    Robot,
    Shape,
    Sphere,
)
from ..surfaces.fallback import named, only_visual


def check_appearance(robot: Robot, report: Report) -> None:
    """Find shapes without size, links without collision geometry, and invalid or unused materials."""
    for link in robot.links:
        for geometry in (*link.visuals, *link.collisions):
            _size(link, geometry, report)
    _collisions(robot, report)
    _unused(robot, report)
    _twice(robot, report)
    for material in _materials(robot):
        _color(material, report)


def _size(link: Link, geometry: Geometry, report: Report) -> None:
    for size in _sizes(geometry.shape):
        if size <= 0 and not (isinstance(geometry.shape, Mesh) and size < 0):  # negative scales mirror
            kind = type(geometry.shape).__name__.lower()
            message = f"the {kind} of link '{link.name}' has size {size:g}; expected a number above 0"
            report.add(codes.SIZE, message, geometry.origin or link.origin)
            return


def _sizes(shape: Shape | None) -> Iterator[float]:
    match shape:
        case Box(measures) | Ellipsoid(measures) | Mesh(scale=measures):
            yield from measures or ()
        case Container(outer=measures) | Cage(base=measures) | CalibrationBoard(size=measures):
            yield from measures or ()
        case Sphere(radius):
            yield from (radius,) if radius is not None else ()
        case Cylinder(radius, length) | Capsule(radius, length) | Cone(radius, length):
            yield from (each for each in (radius, length) if each is not None)


def _collisions(robot: Robot, report: Report) -> None:
    found = only_visual(robot.links)
    if not found:
        return
    some = any(link.collisions for link in robot.links)
    message = f"{named(found)} visual geometry but no collision geometry"
    if not some:
        message = f"no link has collision geometry, but {named(found)} visual geometry"
    # A body that is alone is often a marker in a scene.
    severity = None if len(robot.links) > 1 else Severity.NOTE
    report.add(codes.NO_COLLISION if some else codes.ONLY_VISUAL, message, found[0].origin, severity=severity)


def _used_materials(robot: Robot) -> Iterator[Material]:
    for link in robot.links:
        for geometry in (*link.visuals, *link.collisions):
            if geometry.material is not None:
                yield geometry.material


def _materials(robot: Robot) -> Iterator[Material]:
    yield from robot.materials
    yield from _used_materials(robot)


def _unused(robot: Robot, report: Report) -> None:
    used = {material.name for material in _used_materials(robot)}
    for material in robot.materials:
        if material.name is not None and material.name not in used and not _is_mentioned(robot, material.name):
            report.add(codes.UNUSED_MATERIAL, f"no geometry uses the material '{material.name}'", material.origin)


def _is_mentioned(robot: Robot, name: str) -> bool:
    """Return True if unread content refers to a name: a site of MJCF has a material."""
    quoted = f'"{name}"'
    return any(each.content == name or quoted in each.content for each in robot.extensions)


def _twice(robot: Robot, report: Report) -> None:
    """Report each name of different materials once: where a material differs from the first one first."""
    given: dict[str, list[Material]] = {}
    for material in _materials(robot):
        if material.name and not material.is_reference:
            given.setdefault(material.name, []).append(material)
    for name, (first, *others) in given.items():
        different = [each for each in others if (each.color, each.texture) != (first.color, first.texture)]
        if different:
            line = first.origin.line if first.origin is not None else None
            where = f" from that on line {line}" if line is not None else ""
            more = f", in {len(different)} places" if len(different) > 1 else ""
            report.add(codes.MATERIAL_TWICE, f"the material '{name}' differs{where}{more}", different[0].origin)


def _color(material: Material, report: Report) -> None:
    if material.color is not None and not all(0 <= each <= 1 for each in material.color):
        row = " ".join(f"{each:g}" for each in material.color)
        report.add(codes.COLOR_RANGE, f"the colour '{row}' has a component outside of 0 to 1", material.origin)
