"""Content of two documents that become one: default classes, units and files of the second are those of the first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from robotfmt.documents.xml import nodes as xml
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.edit.elements import tags
from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.classes import ACTUATORS, kind_of
from ..document.layout import MjcfLayout
from .joint_rows import is_ground
from .leftovers import ROWS
from .notation import layout_of
from .other_notation import in_notation

_DEFAULT = "/mujoco/default"
_SETTINGS = frozenset({"option", "size", "visual", "statistic", "compiler"})
"""Sections about a whole document."""
_SETTING = re.compile(rf"/mujoco/({'|'.join(sorted(_SETTINGS))})(/|$)")
_WORLD_PART = re.compile(r"/mujoco/worldbody/(?!body)")


def join(robot: Robot, other: Robot) -> tuple[Robot, Robot]:
    """Return two robots with content that one document can contain.

    Settings of the whole simulation are those of the first document; classes that have values for all elements become
    classes of their own, so that they do not apply to the elements of the other robot.
    """
    mine, its = layout_of(robot), layout_of(other)
    if mine is not None and its is not None:
        other = in_notation(_without_settings(other), its, mine)
    return _with_own_main(robot), _with_own_main(other)


def _without_settings(robot: Robot) -> Robot:
    kept = tuple(each for each in robot.extensions if not _is_setting(each))
    return robot if len(kept) == len(robot.extensions) else replace(robot, extensions=kept)


def _is_setting(it: Extension) -> bool:
    if it.format != "mjcf":
        return False
    is_section = it.place == "/mujoco" and it.kind is ExtensionKind.ELEMENT
    return (is_section and it.name in _SETTINGS) or _SETTING.match(it.place) is not None


# Classes


def _with_own_main(robot: Robot) -> Robot:
    """Return a robot whose elements name the class that was the main one, if that has unrecognised values."""
    layout = layout_of(robot)
    filled = set(_tags_of_main(robot))
    if layout is None or not filled or not robot.links:
        return robot
    classes = {name for _, tag, name in layout.classes.values() if tag == "default"}
    name = free_name(f"{robot.links[0].name}_main", classes)
    place = f"{_DEFAULT}/default[@class={in_quotes(name)}]"
    kept = (_in_class(each, name, place, filled) for each in robot.extensions)
    given = (_class_at(each, name) for each in layout.heirs if is_ground(robot) or not _WORLD_PART.match(each))
    made = replace(layout, classes=_nested(layout, name, place), heirs=[])
    others = (made if each is layout else each for each in robot.layouts)
    return replace(robot, extensions=(*kept, *given), layouts=tuple(others))


def _tags_of_main(robot: Robot) -> Iterator[str]:
    """Yield the tags for which the main class has unrecognised values."""
    for each in robot.extensions:
        if each.format == "mjcf" and each.place.startswith(f"{_DEFAULT}/"):
            tag = tags(each.place)[2]
            if tag != "default":
                yield tag


def _nested(layout: MjcfLayout, name: str, place: str) -> dict[str, tuple[str, str, str]]:
    """Return the classes of a document inside a new one."""
    found = {_DEFAULT: ("/mujoco", "default", ""), place: (_DEFAULT, "default", name)}
    for own, (above, tag, called) in layout.classes.items():
        if own != _DEFAULT:
            found[_moved(own, place)] = (_moved(above, place), tag, called)
    return found


def _moved(own: str, place: str) -> str:
    return f"{place}{own.removeprefix(_DEFAULT)}"


def _class_at(place: str, name: str) -> Extension:
    return Extension(format="mjcf", place=place, kind=ExtensionKind.ATTRIBUTE, name="class", content=name)


def _in_class(it: Extension, name: str, place: str, filled: set[str]) -> Extension:
    """Return content of the main class in a new one, and an element that inherits from it with the name of that."""
    if it.format != "mjcf":
        return it
    if it.place == _DEFAULT or it.place.startswith(f"{_DEFAULT}/"):
        return replace(it, place=_moved(it.place, place))
    section = it.place.removeprefix("/mujoco/")
    if it.kind is not ExtensionKind.ELEMENT or section not in ROWS:  # in bodies and assets they have all their values
        return it
    kind = kind_of(section, it.name)
    inherits = kind in filled or (it.name in ACTUATORS and bool(filled & ACTUATORS))
    return replace(it, content=_with_class(it.content, name)) if kind is not None and inherits else it


def _with_class(content: str, name: str) -> str:
    node = xml.subtree(content, None)
    if node.get("class") not in (None, "main"):
        return content
    node.set("class", name)
    return xml.canonical(node, None)
