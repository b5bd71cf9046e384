"""Unrecognised content in the notation of another document: its angles, its active ranges, and its folders."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml import nodes as xml
from robotfmt.edit.elements import last
from robotfmt.edit.foreign import names_of_place
from robotfmt.model import Extension, ExtensionKind, Motion, Robot, quaternion_of
from robotfmt.model.pose import rotation_matrix
from robotfmt.model.record import replace

from ..document.layout import MjcfLayout
from ..document.poses import of_euler
from ..document.views import numbers_of

_ANGLES = ("range", "ref", "springref")
"""Attributes of joints that are angles, if the joint turns."""
_RANGES = {
    "ctrlrange": "ctrllimited",
    "forcerange": "forcelimited",
    "actrange": "actlimited",
    "range": "limited",
    "actuatorfrcrange": "actuatorfrclimited",
}


def in_notation(robot: Robot, its: MjcfLayout, mine: MjcfLayout) -> Robot:
    """Return a robot whose unrecognised content is in the notation of another document.

    Args:
        robot: The robot.
        its: The notation of its document.
        mine: That of the other document.
    """
    slides = {each.name for each in robot.joints if each.axes and each.axes[0].motion is Motion.SLIDE}
    changed = _Notation(its, mine, slides)
    more = _limits(robot) if its.autolimits and not mine.autolimits else ()
    return replace(robot, extensions=(*map(changed, robot.extensions), *more))


def _limits(robot: Robot) -> Iterator[Extension]:
    """Yield the attributes that make ranges active of classes and of elements that the model contains."""
    own = [each for each in robot.extensions if each.format == "mjcf" and each.kind is ExtensionKind.ATTRIBUTE]
    given = {(each.place, each.name) for each in own}
    for each in own:
        limited = _RANGES.get(each.name)
        if limited is not None and (each.place, limited) not in given:
            yield Extension(format="mjcf", place=each.place, kind=each.kind, name=limited, content="true")


class _Notation:
    """Changes the notation of content."""

    def __init__(self, its: MjcfLayout, mine: MjcfLayout, slides: set[str]) -> None:
        self._its, self._mine, self._slides = its, mine, slides
        self._factor = 1.0
        if its.degrees != mine.degrees:
            self._factor = math.pi / 180 if its.degrees else 180 / math.pi

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
        is_same = (self._its.degrees, self._its.eulerseq) == (self._mine.degrees, self._mine.eulerseq)
        angles = numbers_of(node.get("euler") or "")
        if angles is not None and len(angles) == 3 and not is_same:
            x, y, z = (math.radians(each) if self._its.degrees else each for each in angles)
            q = quaternion_of(rotation_matrix(of_euler((x, y, z), self._its.eulerseq or "xyz")))
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
        if self._mine.autolimits or not self._its.autolimits:
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
                own, other = (_folder(each, folder) for each in (self._its, self._mine))
                node.set(name, Path(os.path.relpath(own / file, other)).as_posix())


def _folder(layout: MjcfLayout, name: str) -> Path:
    folder = layout.texturedir if name == "texturedir" else layout.meshdir
    return Path(layout.main).absolute().parent / folder
