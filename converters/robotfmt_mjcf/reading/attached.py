"""The content of attached models outside of bodies, kept with the model's prefix on all names."""

from __future__ import annotations

from robotfmt.documents.xml import nodes as xml
from robotfmt.model.record import replace

from ..codes import ATTACHED_KEYS
from ..document.classes import MAIN, kind_of
from ..document.expansion import Part
from ..document.model import Model
from ..document.tree import Item
from ..document.views import View
from .leftovers import ROWS, Rest, whole
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
"""The ones that name assets, which exist once, however often a model is attached."""


def left_of_attached(rest: Rest, reader: RobotReader) -> None:
    """Collect the unread content of attached models, and report the parts that a flat document cannot store."""
    for model in reader.expansion.models:
        for section in model.root.children:
            if section.tag in _SECTIONS:
                section.element.take()
                for item in section.children:
                    _item(rest, item, section.tag, model, reader)
            elif section.tag == "keyframe" and section.children:
                section.element.report(ATTACHED_KEYS, f"keyframes of the model '{model.prefix}' are not read")


def _item(rest: Rest, item: Item, section: str, model: Model, reader: RobotReader) -> None:
    element = item.element
    view = reader.assets(model).views.get(id(item))
    if view is not None and item.place:
        start = len(rest.found)
        rest.view(view, item.place, True)
        rest.found[start:] = [
            replace(each, content=f"{model.prefix}{each.content}") if each.name in _NAMES else each
            for each in rest.found[start:]
        ]
        return
    if element.is_taken:
        return
    view = view or View(item, model, kind_of(section, item.tag), MAIN)
    text = whole(Part(view, element.peek("name") or ""))
    for suffix in model.suffixes if section != "asset" else ("",):
        node = xml.subtree(text, None)
        for each in node.iter():
            for name in _NAMES & {str(key) for key in each.attrib}:
                end = suffix if name not in _ASSETS else ""
                each.set(name, f"{model.prefix}{each.get(name)}{end}")
        rest.element(element, f"/mujoco/{section}", xml.canonical(node, None))
