"""The building blocks of OpenRAVE's extras: techniques, names, and values given directly or by a parameter.

Content is taken only after it was understood, so unrecognised content stays in the ledger as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias, TypeVar

from robotfmt.documents import tokens
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model.renaming import free_name

from ..codes import NAME_CHANGED, NAME_INVENTED, UNRESOLVED
from .addresses import Found, Index
from .claims import claim

OPENRAVE = "OpenRAVE"
_LEAVES = ("float", "int", "bool")
_V = TypeVar("_V")


def technique_of(extra: Element) -> Element | None:
    """Return OpenRAVE's technique in an extra, without taking it."""
    return next((each for each in children(extra, "technique") if each.peek("profile") == OPENRAVE), None)


def claim_extra(extra: Element, technique: Element, *names: str) -> None:
    """Take an extra with some of its attributes, and the technique that was understood."""
    for name in ("type", *names):
        extra.attribute(name)
    technique.attribute("profile")


def technique(extra: Element) -> Element | None:
    """Take OpenRAVE's technique in an extra."""
    found = technique_of(extra)
    if found is not None:
        found.attribute("profile")
    return found


def make_extra(kind: str, *content: Node | None, name: str | None = None) -> Node | None:
    """Return an extra of a type with OpenRAVE's technique; None if it would be empty."""
    given = [node for node in content if node is not None]
    if not given:
        return None
    return make("extra", {"type": kind, "name": name}, make("technique", {"profile": OPENRAVE}, *given))


def children(element: Element, *tags: str) -> list[Element]:
    """Return the children with the given names, without taking them."""
    return [child for child in element.children if child.tag in tags]


def first(element: Element, *tags: str) -> Element | None:
    """Return the first child with one of the given names, without taking it."""
    return next(iter(children(element, *tags)), None)


def name_of(extra: Element, kind: str, taken: Collection[str]) -> str:
    """Return the name of the subject of an extra; one is invented if it is missing or taken."""
    name = extra.attribute("name")
    if not name:
        name = free_name(f"{kind}{len(taken)}", taken)
        extra.report(NAME_INVENTED, f"the {kind} has no name; it is named '{name}'")
        return name
    free = free_name(name, taken)
    if free != name:
        extra.report(NAME_CHANGED, f"two {kind} elements are named '{name}'; this one becomes '{free}'", "name")
    return free


def quiet_numbers(element: Element) -> tuple[float, ...] | None:
    """Return the numbers in an element, without taking them and without reporting invalid ones."""
    try:
        return tokens.reals(element.text)
    except tokens.BadToken:
        return None


def whole_number(element: Element) -> int | None:
    """Return one whole number; another text stays in the ledger."""
    try:
        value = tokens.whole(element.text)
    except tokens.BadToken:
        return None
    element.take_text()
    return value


def quiet_wholes(element: Element) -> tuple[int, ...] | None:
    """Return the whole numbers in an element, without taking them."""
    try:
        return tuple(tokens.whole(token) for token in element.text.split())
    except tokens.BadToken:
        return None


Override: TypeAlias = Callable[[str], Found | None]


def _nothing(_name: str) -> None:
    return None


def read_number(index: Index, parent: Element, owner: Element, override: Override = _nothing) -> float | None:
    """Return the value of COLLADA's ``common_float_or_param_type``; only the element with the value is taken.

    Args:
        owner: The element that contains the extra: its parameters are searched first.
        override: A value that an instance sets for a parameter (:meth:`.body.Body.override`).
    """
    return _read(index, parent, owner, override, Element.text_number)


def read_boolean(index: Index, parent: Element, owner: Element, override: Override = _nothing) -> bool | None:
    """Return the value of COLLADA's ``common_bool_or_param_type``."""
    return _read(index, parent, owner, override, Element.text_boolean)


def _read(
    index: Index,
    parent: Element,
    owner: Element,
    override: Override,
    take: Callable[[Element], _V | None],
) -> _V | None:
    """Return a value, or that of the parameter that an element names; an override takes precedence."""
    leaf = next((child for child in parent.children if child.tag in ("param", *_LEAVES)), parent)
    if leaf.tag != "param":
        return take(leaf)
    name = leaf.peek("ref") or leaf.text.strip()
    declared = index.parameter(name, owner) or index.parameter(name, owner.document.root)
    found = [each for each in (override(name), declared) if each is not None]
    values = [take(inner) for each in found for inner in children(each.element, *_LEAVES)[:1]]
    if not values:
        leaf.report(UNRESOLVED, f"'{name}' is not a parameter with a value")
        return None
    if values[0] is not None:
        leaf.attribute("ref")
        leaf.take_text()
        for each in found:
            claim(each.element)
    return values[0]
