"""The technique of robotfmt for a scene of several robots: its name, and the properties of single robots."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Material, PlacedRobot
from robotfmt.model.record import replace

from ..addresses.index import Index
from ..geometry.materials import read_material
from .extension import find_extra, make_extra


def read_name(root: Element) -> str | None:
    """Take the name of the world."""
    own = find_extra(root, "world")
    name = own.child("name") if own is not None else None
    return name.take_text() if name is not None else None


def write_name(name: str | None) -> Node | None:
    """Return the extra with the name of the world."""
    return make_extra("world", make("name", text=name)) if name is not None else None


def read_materials(index: Index, systems: Iterable[Element]) -> tuple[Material, ...]:
    """Return the materials that belong to one robot; the library has those of all."""
    found: list[Material] = []
    for each in systems:
        own = find_extra(each, "materials")
        for instance in own.children_of("instance_material") if own is not None else []:
            target = index.url(instance.attribute("url"), instance)
            found += [read_material(index, target)] if target is not None else []
    return tuple(found)


def write_materials(ids: Iterable[str]) -> Node | None:
    """Return the extra that names the materials of one robot, by their ids."""
    return make_extra("materials", *(make("instance_material", {"url": f"#{each}"}) for each in ids))


def with_materials(placed: PlacedRobot, materials: Iterable[Material]) -> PlacedRobot:
    """Return a robot with further materials."""
    robot = placed.robot
    return replace(placed, robot=replace(robot, materials=(*robot.materials, *materials)))
