"""The content of attached models outside of bodies, kept with the model's prefix on all names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml import nodes as xml
from robotfmt.model.record import replace

from ..codes import ATTACH
from ..document.classes import ACTUATORS, MAIN, kind_of
from ..document.expansion import Part
from ..document.model import Model
from ..document.tree import Item
from ..document.views import ClassedElement
from .leftovers import ROWS, UnclaimedContent, whole
from .robots import RobotReader

_SECTIONS = ("asset", *ROWS)
_NAMES = frozenset(
    {
        *("name", "joint", "joint1", "joint2", "jointinparent", "body", "body1", "body2", "geom", "geom1"),
        *("geom2", "site", "site1", "site2", "sidesite", "refsite", "cranksite", "slidersite", "tendon"),
        *("tendon1", "tendon2", "actuator", "objname", "refname", "camera", "target", "material", "texture"),
        *("mesh", "hfield", "sensor", "instance"),
    }
)
"""Attributes that name a part of the same model."""


_ASSETS = frozenset({"material", "texture", "mesh", "hfield"})
"""Attributes that name assets; an asset exists once, however often its model is attached."""


def left_of_attached(unclaimed: UnclaimedContent, reader: RobotReader) -> None:
    """Collect the unread content of attached models, and report the parts that a flat document cannot store."""
    given = [tag for tag in sorted(ACTUATORS) if reader.model.classes.given(tag, MAIN)]
    for model in reader.expansion.models:
        for section in model.root.children:
            if section.tag == "actuator" and section.children and given:
                message = f"actuators of '{model.prefix}' inherit <{given[0]}> of the document's main class"
                section.element.report(ATTACH, message, severity=Severity.WARNING)
            if section.tag in _SECTIONS:
                section.element.take()
                _section(unclaimed, section, model, reader)
            elif section.tag == "keyframe":
                for item in (each for each in section.children if each.place):
                    unclaimed.attributes(item.element, item.place)
                    unclaimed.given(item.element, item.place, reader.keys.get(id(item), {}))


def _section(unclaimed: UnclaimedContent, section: Item, model: Model, reader: RobotReader) -> None:
    """Keep the content of a section copy by copy, in the order in which MuJoCo numbers the elements."""
    start, copies = len(unclaimed.found), list[int]()
    for item in section.children:
        for copy in _item(unclaimed, item, section.tag, model, reader):
            copies += [copy] * (len(unclaimed.found) - start - len(copies))
    order = sorted(range(len(copies)), key=copies.__getitem__)
    unclaimed.found[start:] = [unclaimed.found[start + each] for each in order]


def _item(unclaimed: UnclaimedContent, item: Item, section: str, model: Model, reader: RobotReader) -> Iterator[int]:
    """Keep an element for each copy of its model; yield the number of the copy after each."""
    element = item.element
    view = reader.assets(model).views.get(id(item))
    if view is not None and item.place:
        _put(unclaimed, view, item.place, model, "")
        yield 0
        return
    for copy, (view, place, suffix) in enumerate(reader.copies.get(id(item), ())):
        _put(unclaimed, view, place, model, suffix)
        yield copy
    if element.is_taken:
        return
    view = reader.assets(model).views.get(id(item)) or ClassedElement(item, model, kind_of(section, item.tag), MAIN)
    text = whole(Part(view, element.peek("name") or ""))
    for copy, suffix in enumerate(model.suffixes if section != "asset" else ("",)):
        unclaimed.element(element, f"/mujoco/{section}", _copied(text, section, suffix, model, reader.model))
        yield copy


def _copied(text: str, section: str, suffix: str, model: Model, main: Model) -> str:
    """Return an element of an attached model with the names and the paths that it has in the document."""
    node = xml.subtree(text, None)
    for each in node.iter():
        if section == "asset" and each.get("file"):
            each.set("file", _file(str(each.get("file")), str(each.tag), model, main))
        for name in _NAMES & {str(key) for key in each.attrib}:
            end = suffix if name not in _ASSETS else ""
            each.set(name, f"{model.prefix}{each.get(name)}{end}")
    return xml.canonical(node, None)


def _file(file: str, tag: str, model: Model, main: Model) -> str:
    """Return the path of a file of an attached model, relative to the folder of such files of the document."""
    if "://" in file or Path(file).is_absolute():
        return file
    folders = [
        each.opener.folder / (each.settings.texturedir if tag == "texture" else each.settings.meshdir)
        for each in (model, main)
    ]
    return Path(os.path.relpath(folders[0] / file, folders[1])).as_posix()


def _put(unclaimed: UnclaimedContent, view: ClassedElement, place: str, model: Model, suffix: str) -> None:
    """Keep what is left of an element that was read, with the names that it has in a flat document."""
    start = len(unclaimed.found)
    unclaimed.view(view, place, True)
    unclaimed.found[start:] = [
        replace(each, content=f"{model.prefix}{each.content}{'' if each.name in _ASSETS else suffix}")
        if each.name in _NAMES
        else each
        for each in unclaimed.found[start:]
    ]
