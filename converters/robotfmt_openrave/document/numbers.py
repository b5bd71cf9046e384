"""Values that elements contain as text."""

from __future__ import annotations

from robotfmt.documents import tokens
from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element

from ..codes import EXTRA_NUMBERS, HUGE

LARGEST = 1e30
"""The largest length, angle or mass; sums and products of such numbers can be computed."""


def last(element: Element, *tags: str) -> Element | None:
    """Return the last child with one of some names, which is the one that counts; it is not taken.

    Empty ones do not count.
    """
    found = (each for each in reversed(element.children) if each.tag in tags)
    return next((each for each in found if each.text.strip() or each.children or each.attributes), None)


def row(element: Element, count: int | None = None) -> tuple[float, ...] | None:
    """Take the numbers of an element; those too large to compute with are reported, and stay in the ledger."""
    found = element.text_numbers(count)
    if found is None or max(map(abs, found), default=0.0) <= LARGEST:
        return found
    element.give_back()
    element.take()
    message = f"<{element.tag}> has a number above {LARGEST:g}, which is ignored"
    element.report(HUGE, message)
    return None


def number_of(element: Element) -> float | None:
    """Take the text of an element as a number."""
    found = row(element, 1)
    return found[0] if found is not None else None


def number(element: Element, *tags: str) -> float | None:
    """Take the last child with one of some names as a number."""
    child = last(element, *tags)
    return number_of(child) if child is not None else None


def vector(element: Element, *tags: str) -> tuple[float, float, float] | None:
    """Take the last child with one of some names as three numbers; further ones are reported, and do not count."""
    child = last(element, *tags)
    if child is None:
        return None
    words = child.text.split()
    try:
        found = reals(" ".join(words[:3]), 3)
        further = reals(" ".join(words[3:])) if words[3:] else ()
    except BadToken as error:
        child.report_token(error)
        return None
    if max(map(abs, found)) > LARGEST:
        child.report(HUGE, f"<{child.tag}> has a number above {LARGEST:g}, which is ignored")
        return None
    if further:
        message = f"<{child.tag}> has {len(words)} numbers; like OpenRAVE, robotfmt reads the first three"
        child.report(EXTRA_NUMBERS, message)
    child.take_text()
    return (found[0], found[1], found[2])


def word(element: Element, *tags: str) -> str | None:
    """Take the last child with one of some names as a text; None for an empty one."""
    child = last(element, *tags)
    return (child.take_text() or None) if child is not None else None


def flag(element: Element, name: str) -> bool | None:
    """Take an attribute that is true or false, in any spelling; another word stays in the ledger."""
    given = element.peek(name)
    value = tokens.yes_or_no(given.lower()) if given is not None else None
    if value is not None:
        element.attribute(name)
    return value
