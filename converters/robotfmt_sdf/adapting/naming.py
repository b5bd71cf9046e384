"""Parts with the names and the types that SDF requires."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.edit.naming import with_other_names
from robotfmt.model import Geometry, Link, Material, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name, unique_names

from ..parts.names import Names, valid_name
from ..parts.roots import has_place, unwritten
from ..parts.shapes import has_words


def named_model(robot: Robot) -> Robot:
    """Give a robot a name that SDF does not reserve."""
    name = valid_name(robot.name or "", ())
    return robot if name == robot.name else replace(robot, name=name)


def named_parts(robot: Robot) -> Robot:
    """Rename links, joints and frames whose names SDF reserves, or that another part of the model has."""
    names: dict[str, dict[str, str]] = {}
    found = Names(robot, unwritten(robot))
    for (kind, name), leaf in found.renamed():
        if kind == "model":
            continue
        scope, _ = found.at(kind, name)
        names.setdefault("link" if kind == "frame" else kind, {})[name] = "::".join((*scope, leaf))
    return with_other_names(robot, names) if names else robot


def named_shapes(robot: Robot) -> Robot:
    """Give each visual and each collision shape of a link a name of its own: those of Gazebo's import of URDF."""

    def named(row: tuple[Geometry, ...], kind: str) -> tuple[Geometry, ...]:
        taken = {each.name for each in row if each.name and each.name.strip()}
        found: list[Geometry] = []
        used: set[str] = set()
        for each in row:
            name = each.name
            if not name or not name.strip() or name in used:
                name = free_name(name if name and name.strip() else kind, {*taken, *used})
            used.add(name)
            found.append(each if name == each.name else replace(each, name=name))
        return tuple(found)

    def change(link: Link) -> Link:
        visuals = named(link.visuals, f"{link.name}_visual")
        return replace(link, visuals=visuals, collisions=named(link.collisions, f"{link.name}_collision"))

    return _with_links(robot, change)


def placed_sensors(robot: Robot) -> Robot:
    """Keep the sensors that are on a link or at a joint that is written."""
    kept = tuple(each for each in robot.sensors if has_place(each, robot))
    return robot if kept == robot.sensors else replace(robot, sensors=kept)


def numbered_sensors(robot: Robot) -> Robot:
    """Number sensors with one name at different places, unless an SDF has them: they are read by their places."""
    places: dict[str, set[tuple[str | None, str | None]]] = {}
    for each in robot.sensors:
        places.setdefault(each.name, set()).add((each.link, each.joint))
    is_unique = robot.layout("sdf") is not None or all(len(each) == 1 for each in places.values())
    return robot if is_unique else replace(robot, sensors=unique_names(robot.sensors))


def ambient(robot: Robot) -> Robot:
    """Give materials their colour as the ambient one, too: without one, Gazebo shows them black in shadow."""
    if robot.layout("sdf") is not None:
        return robot

    def lighted(material: Material | None) -> Material | None:
        if material is None or material.color is None or material.ambient is not None:
            return material
        return replace(material, ambient=material.color)

    def change(link: Link) -> Link:
        visuals = tuple(
            each if each.material is None else replace(each, material=lighted(each.material)) for each in link.visuals
        )
        return link if visuals == link.visuals else replace(link, visuals=visuals)

    return _with_links(robot, change)


def for_one_purpose(robot: Robot) -> Robot:
    """Drop purposes of shapes that SDF does not distinguish."""
    from robotfmt.model import Purpose

    def change(link: Link) -> Link:
        collisions = tuple(
            replace(each, purpose=Purpose.COLLISION) if each.purpose in (Purpose.SELF, Purpose.ENVIRONMENT) else each
            for each in link.collisions
        )
        return link if collisions == link.collisions else replace(link, collisions=collisions)

    return _with_links(robot, change)


def _with_links(robot: Robot, change: Callable[[Link], Link]) -> Robot:
    links = tuple(map(change, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def shaped(robot: Robot) -> Robot:
    """Drop shapes that SDF does not support, densities of visuals, and scripts of collision shapes."""

    def kept(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        return tuple(each for each in geometries if has_words(each.shape))

    def plain(geometry: Geometry) -> Geometry:
        return geometry if geometry.density is None else replace(geometry, density=None)

    def change(link: Link) -> Link:
        visuals = tuple(map(plain, kept(link.visuals)))
        collisions = tuple(
            each if each.script is None else replace(each, script=None) for each in kept(link.collisions)
        )
        return replace(link, visuals=visuals, collisions=collisions)

    return _with_links(robot, change)


def painted(robot: Robot) -> Robot:
    """Move materials into the visuals that use them, and drop the others."""

    def resolved(geometry: Geometry) -> Geometry:
        if geometry.material is None:
            return geometry
        return replace(geometry, material=robot.resolved(geometry.material))

    made = _with_links(robot, lambda link: replace(link, visuals=tuple(map(resolved, link.visuals))))
    return replace(made, materials=()) if made.materials else made
