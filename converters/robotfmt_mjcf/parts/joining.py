"""Content of two documents that become one: default classes, units and files of the second are those of the first.

So unrecognised content of the second gets another notation: for angles, active ranges and folders.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml import nodes as xml
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.edit.elements import last, tags
from robotfmt.edit.foreign import names_of_place
from robotfmt.model import Extension, ExtensionKind, Motion, Robot, quaternion_of
from robotfmt.model.pose import rotation_matrix
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.classes import ACTUATORS, kind_of
from ..document.layout import MjcfLayout
from ..document.poses import of_euler
from ..document.views import numbers_of
from .joint_rows import is_ground
from .leftovers import ROWS
from .notation import layout_of

_ANGLES = ("range", "ref", "springref")
"""Attributes of joints that are angles, if the joint turns."""
_RANGES = {
    "ctrlrange": "ctrllimited",
    "forcerange": "forcelimited",
    "actrange": "actlimited",
    "range": "limited",
    "actuatorfrcrange": "actuatorfrclimited",
}


def in_notation(robot: Robot, theirs: MjcfLayout, mine: MjcfLayout) -> Robot:
    """Return a robot whose unrecognised content is in the notation of another document.

    Args:
        robot: The robot.
        theirs: The notation of its document.
        mine: That of the other document.
    """
    slides = {each.name for each in robot.joints if each.axes and each.axes[0].motion is Motion.SLIDE}
    changed = _Notation(theirs, mine, slides)
    more = _limits(robot) if theirs.autolimits and not mine.autolimits else ()
    return replace(robot, extensions=(*map(changed, robot.extensions), *more))


def _limits(robot: Robot) -> Iterator[Extension]:
    """Yield the attributes that make ranges active of classes and of elements that the model contains."""
    attributes = [each for each in robot.extensions if each.format == "mjcf" and each.kind is ExtensionKind.ATTRIBUTE]
    given = {(each.place, each.name) for each in attributes}
    for each in attributes:
        limited = _RANGES.get(each.name)
        if limited is not None and (each.place, limited) not in given:
            yield Extension(format="mjcf", place=each.place, kind=each.kind, name=limited, content="true")


class _Notation:
    """Changes the notation of content."""

    def __init__(self, theirs: MjcfLayout, mine: MjcfLayout, slides: set[str]) -> None:
        self._theirs, self._mine, self._slides = theirs, mine, slides
        self._factor = 1.0
        if theirs.degrees != mine.degrees:
            self._factor = math.pi / 180 if theirs.degrees else 180 / math.pi

    def __call__(self, it: Extension) -> Extension:
        """Return content in the notation of the other document."""
        if it.format != "mjcf":
            return it
        if it.kind is ExtensionKind.ELEMENT:
            return self._element(it)
        is_angle = last(it.place) == "joint" and it.name in _ANGLES and it.kind is ExtensionKind.ATTRIBUTE
        if is_angle and dict(names_of_place(it)).get("joint") not in self._slides:
            return replace(it, content=self._scaled(it.content))
        return it

    def _element(self, it: Extension) -> Extension:
        node = xml.subtree(it.content, None)
        before = xml.canonical(node, None)
        for each in filter(xml.is_element, node.iter()):
            self._turned(each)
            self._limited(each)
            if it.place == "/mujoco/asset":
                self._filed(each)
        made = xml.canonical(node, None)
        return it if made == before else replace(it, content=made)

    def _turned(self, node: xml.Node) -> None:
        """Write angles in the unit, and Euler angles as a quaternion if their sequence differs."""
        if self._factor != 1.0 and node.tag == "joint" and node.get("type") != "slide":
            for name in _ANGLES:
                self._set(node, name, self._scaled)
        if self._factor != 1.0:
            self._set(node, "axisangle", lambda text: self._scaled(text, 3))
        is_same = (self._theirs.degrees, self._theirs.eulerseq) == (self._mine.degrees, self._mine.eulerseq)
        angles = numbers_of(node.get("euler") or "")
        if angles is not None and len(angles) == 3 and not is_same:
            x, y, z = (math.radians(each) if self._theirs.degrees else each for each in angles)
            q = quaternion_of(rotation_matrix(of_euler((x, y, z), self._theirs.eulerseq or "xyz")))
            node.set("quat", written_all((q.w, q.x, q.y, q.z)))
            del node.attrib["euler"]

    def _scaled(self, text: str, start: int = 0) -> str:
        numbers = numbers_of(text)
        if numbers is None or self._factor == 1.0:
            return text
        return written_all([*numbers[:start], *(each * self._factor for each in numbers[start:])])

    def _set(self, node: xml.Node, name: str, change: Callable[[str], str]) -> None:
        value = node.get(name)
        if value is not None:
            node.set(name, change(value))

    def _limited(self, node: xml.Node) -> None:
        """Make ranges active, if they are so by default in their own document only.

        The opposite is not necessary: without the default, MuJoCo accepts no range without such a word.
        """
        if self._mine.autolimits or not self._theirs.autolimits:
            return
        for name, limited in _RANGES.items():
            if node.get(name) is not None and node.get(limited) is None:
                node.set(limited, "true")

    def _filed(self, node: xml.Node) -> None:
        """Write the paths of files relative to the folder of the other document."""
        folder = "texturedir" if node.tag == "texture" else "meshdir"
        for name in [str(each) for each in node.attrib if str(each).startswith("file")]:
            file = node.get(name) or ""
            if file and "://" not in file and not Path(file).is_absolute():
                theirs, mine = (_folder(each, folder) for each in (self._theirs, self._mine))
                node.set(name, Path(os.path.relpath(theirs / file, mine)).as_posix())


def _folder(layout: MjcfLayout, name: str) -> Path:
    folder = layout.texturedir if name == "texturedir" else layout.meshdir
    return Path(layout.main).absolute().parent / folder


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
    mine, theirs = layout_of(robot), layout_of(other)
    if mine is not None and theirs is not None:
        other = in_notation(_without_settings(other), theirs, mine)
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
    for path, (above, tag, called) in layout.classes.items():
        if path != _DEFAULT:
            found[_moved(path, place)] = (_moved(above, place), tag, called)
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
