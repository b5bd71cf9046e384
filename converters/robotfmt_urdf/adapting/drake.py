"""Drake's elements of an SDF, at their places in the URDF."""

from __future__ import annotations

import re
from collections.abc import Iterator

from robotfmt.codes.conversion import OTHER_FORM
from robotfmt.compare.adaptation import report_changes
from robotfmt.context import Context
from robotfmt.documents.xml.nodes import subtree
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.gazebo import drake
from robotfmt.gazebo.drake import ACCELERATION, FILTER, as_urdf, is_drakes
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import Extension, ExtensionKind, Geometry, Robot
from robotfmt.model.record import replace

from .. import FORMAT
from ..codes import DRAKE

_NAME = r"""\[@name=(?:'([^']*)'|"([^"]*)")\]"""
_MODEL = rf"/sdf(?:/world{_NAME})?/model{_NAME}"
_THE_MODEL = re.compile(rf"{_MODEL}$")
_LIMIT = re.compile(rf"{_MODEL}/joint{_NAME}/axis/limit$")


def with_drake(robot: Robot, context: Context) -> Robot:
    """Return a robot, as URDF stores it, with the elements of Drake that its SDF has; report each of them."""
    if not any(each.format == "sdf" and is_drakes(each) for each in robot.extensions):
        return robot
    return with_twins(robot, list(_moved(robot)), FORMAT, DRAKE, "is the element of URDF", context)


def with_filters(robot: Robot, context: Context) -> Robot:
    """Return a robot for Drake, with a group of links that do not collide for each ignored pair; report each."""
    if context.option("target") != "drake":
        return robot
    made = drake.with_filters(robot, "urdf", "/robot", 1)
    return report_changes(robot, made, OTHER_FORM, context.report)


def _moved(robot: Robot) -> Iterator[Moved]:
    for each in robot.extensions:
        if each.format != "sdf" or not is_drakes(each) or each.kind is not ExtensionKind.ELEMENT:
            continue
        limit = _LIMIT.match(each.place)
        if limit is not None and each.name == ACCELERATION:
            at = f"/robot/joint[@name={in_quotes(limit[5] or limit[6] or '')}]/limit"
            text = (subtree(each.content, None).text or "").strip()
            yield Moved(each, (replace(each, format="urdf", place=at, kind=ExtensionKind.ATTRIBUTE, content=text),))
            continue
        place = _place(each, robot)
        if place is not None:
            yield Moved(each, (replace(each, format="urdf", place=place, content=as_urdf(each.content)),))


def _place(extension: Extension, robot: Robot) -> str | None:
    if extension.name == FILTER:
        return "/robot" if _THE_MODEL.match(extension.place) else None
    for link in robot.links:
        for tag, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            geometry = next((each for each in shapes if _path(each) == extension.place), None)
            if geometry is not None and geometry.name:
                return f"/robot/link[@name={in_quotes(link.name)}]/{tag}[@name={in_quotes(geometry.name)}]"
    return None


def _path(shape: Geometry) -> str | None:
    return shape.origin.path if shape.origin is not None else None
