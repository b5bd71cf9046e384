"""OpenRAVE's extras, each read by the module of its concern."""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.documents.element import Element
from robotfmt.documents.xml import Node
from robotfmt.model import Robot

from .body import Body, Ids
from .systems import System


def read_extras(body: Body, system: System, root: Element, robot: Robot) -> Robot:
    """Read the extras of a body's models and systems, and of the document."""
    return robot


def write_model_extras(robot: Robot, ids: Ids, bound: Mapping[tuple[str, int], str]) -> list[Node]:
    """The extras of the kinematics model."""
    return []


def write_system_extras(robot: Robot, ids: Ids) -> list[Node]:
    """The extras of the motion system."""
    return []


def write_document_extras(robot: Robot, ids: Ids) -> list[Node]:
    """The libraries of sensors and actuators."""
    return []
