"""The choices of a document that the model does not keep, for writing it in the same way."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence

from robotfmt.documents.yaml.compose import Item, Tree
from robotfmt.documents.yaml.document import Document
from robotfmt.documents.yaml.values import unescape
from robotfmt.model import Layout, LayoutItem
from robotfmt.model.record import replace

from .spelling import camel, snake


class BodyLayout(Layout):
    """The order of a document, its unit of angles, and the spelling of its keys."""

    degrees: bool = False
    """True if its angles are in degrees."""
    camel: bool = False
    """True if its keys are spelt ``jointAxis``, not ``joint_axis``."""
    plain: bool = True
    """True if each of its nodes in ``links`` is one link."""


def layout_of(document: Document, version: str, degrees: bool, camel: bool, plain: bool) -> BodyLayout:
    """Return the layout of a document.

    Comments inside ``elements`` move above that key: the nodes are nested differently when they are written.
    """
    order = document.layout(version)
    items = tuple(map(_without_elements, order.items))
    return BodyLayout(format=order.format, version=version, items=items, degrees=degrees, camel=camel, plain=plain)


def _without_elements(item: LayoutItem) -> LayoutItem:
    inner: list[LayoutItem] = []
    for each in item.items:
        if each.kind == "key" and unescape(each.step) == "elements":
            inner += [*_comments(each), replace(each, items=())]
        else:
            inner.append(_without_elements(each))
    return replace(item, items=tuple(inner))


def _comments(item: LayoutItem) -> list[LayoutItem]:
    found: list[LayoutItem] = []
    for each in item.items:
        found += _comments(each) if each.kind == "key" else [replace(each, kind="comment")]
    return [each for each in found if each.step]


def spelt_as(items: tuple[LayoutItem, ...], tree: Tree) -> Tree:
    """Return a writer's tree with its keys in the spelling of the source, where the source has them."""
    if isinstance(tree, Item):
        return dataclasses.replace(tree, value=spelt_as(items, tree.value))
    inside = {unescape(each.step): each.items for each in items if each.kind == "key"}
    if isinstance(tree, Mapping):
        spelling = {key: _spelling(key, inside) for key in tree}
        return {spelling[key]: spelt_as(inside.get(spelling[key], ()), each) for key, each in tree.items()}
    if isinstance(tree, Sequence) and not isinstance(tree, str):
        return [spelt_as(inside.get(str(index), ()), each) for index, each in enumerate(tree)]
    return tree


def _spelling(key: str, known: Collection[str]) -> str:
    return next((each for each in (key, snake(key), camel(key)) if each in known), key)
