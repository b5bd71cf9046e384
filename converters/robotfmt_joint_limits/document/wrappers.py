"""The mappings that launch files put around the limits: ``robot_description_planning``, and a node's parameters."""

from __future__ import annotations

from robotfmt.documents.yaml.document import Mapping, Value
from robotfmt.model import Extension, Layout, LayoutItem
from robotfmt.model.record import replace

from .keys import SECTION

_PLANNING, _PARAMETERS = "robot_description_planning", "ros__parameters"


def holder_of(root: Mapping) -> Mapping:
    """Take the mappings down to the one that has the limits, and return that: the root if there is none."""
    if root.get(SECTION) is not None:
        return root
    way = _way(root)
    for each in way:
        each.take()
    return way[-1] if way else root


def _way(root: Mapping) -> list[Mapping]:
    """Return the mappings from below the root to the one that has the limits; empty if there is none."""
    tops = [[], *([each.value] for each in root.entries if isinstance(each.value, Mapping))]
    for top in tops:
        way, holder = list(top), top[-1] if top else root
        for key in (_PARAMETERS, _PLANNING) if top else (_PLANNING,):
            inner = _inner(holder, key)
            if inner is not None:
                holder = inner
                way.append(inner)
        if way and holder.get(SECTION) is not None:
            return way
    return []


def _inner(holder: Mapping, key: str) -> Mapping | None:
    found: Value | None = holder.get(key)
    return found if isinstance(found, Mapping) else None


def without_wrapper(extension: Extension, holder: Mapping) -> Extension:
    """Return unrecognised content next to or in the limits, at the place where it will be written."""
    path = holder.path
    if path and (extension.place == path or extension.place.startswith(f"{path}/")):
        return replace(extension, place=extension.place[len(path) :] or "/")
    return extension


def layout_inside(layout: Layout, holder: Mapping) -> Layout:
    """Return the order and the comments of the mapping that has the limits."""
    items = layout.items
    for step in filter(None, holder.path.split("/")):
        items = next((each.items for each in items if each.kind == "key" and each.step == step), ())
    return replace(layout, items=items)


def key(step: str, *items: LayoutItem) -> LayoutItem:
    """Return the place of a key in a layout."""
    return LayoutItem(kind="key", step=step, items=items)
