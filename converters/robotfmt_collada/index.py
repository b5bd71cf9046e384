"""Addresses in a COLLADA document: ids, scoped ids, and the parameters of instances.

COLLADA 1.5, chapter "Address syntax": a URL's fragment is an id; a SIDREF is an id and a path of sids, each found
breadth first anywhere below the one before. Resolution passes *through* instances, into what their URLs name.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from robotfmt.documents.document import Document
from robotfmt.documents.element import Element

from .codes import EXTERNAL, UNRESOLVED

_UNIT_RANGE = (1e-9, 1e9)
_LONGEST_CHAIN = 64


@dataclass(frozen=True, slots=True)
class Found:
    """What an address leads to, and the instances that it passed on the way."""

    element: Element
    via: tuple[Element, ...] = ()


class Index:
    """Resolves every kind of address in one document; each scope is searched once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.ids: dict[str, Element] = {}
        self.by_tag: dict[str, list[Element]] = {}
        self._by_id_and_tag: dict[tuple[str, str], Element] = {}
        for element in document.root.iter():
            name = element.peek("id")
            if name is not None:
                self.ids.setdefault(name, element)
                self._by_id_and_tag.setdefault((name, element.tag), element)
            self.by_tag.setdefault(element.tag, []).append(element)
        self._scopes: dict[Element, dict[str, Found]] = {}
        self._units: dict[Element, float] = {}

    def all(self, tag: str) -> list[Element]:
        """Every element of a name, in document order."""
        return self.by_tag.get(tag, [])

    def url(self, url: str | None, tag: str = "") -> Element | None:
        """What the fragment of a URL names; None for other documents.

        Args:
            tag: What it should be: some files give one id to a geometry and to its effect.
        """
        if url is None or not url.startswith("#"):
            return None
        return self._by_id_and_tag.get((url[1:], tag)) or self.ids.get(url[1:])

    def instanced(self, instance: Element) -> Element | None:
        """What an ``instance_*`` is an instance of. Its URL counts as read."""
        return self.url(instance.attribute("url"), instance.tag.removeprefix("instance_"))

    def sidref(self, reference: str | None, at: Element | None = None) -> Found | None:
        """What a SIDREF leads to.

        Args:
            reference: ``id/sid/sid``, ``./sid``, or a sid alone.
            at: The element that says it, for what is relative.
        """
        if not reference:
            return None
        first, *rest = reference.strip().split("/")
        found = self._start(first, at)
        for step in rest:
            if found is None:
                return None
            inner = self._scope(found.element).get(step)
            found = Found(inner.element, (*found.via, *inner.via)) if inner is not None else None
        return found

    def _start(self, first: str, at: Element | None) -> Found | None:
        if first in ("", "."):
            return Found(at) if at is not None else None
        if first in self.ids:
            return Found(self.ids[first])
        while at is not None:
            if first in self._scope(at):
                return self._scope(at)[first]
            at = at.parent
        return None

    def _scope(self, top: Element) -> dict[str, Found]:
        """Every sid below an element, the first of each breadth first, through instances."""
        if top not in self._scopes:
            self._scopes[top] = self._search(top)
        return self._scopes[top]

    def _search(self, top: Element) -> dict[str, Found]:
        found: dict[str, Found] = {}
        seen = {top}
        pending: deque[Found] = deque([Found(top)])
        while pending:
            here = pending.popleft()
            for child in self._inside(here):
                sid = child.element.peek("sid")
                if sid is not None:
                    found.setdefault(sid, child)
                if child.element not in seen:
                    seen.add(child.element)
                    pending.append(child)
        return found

    def _inside(self, here: Found) -> list[Found]:
        element = here.element
        inside = [Found(child, here.via) for child in element.children]
        target = self.url(element.peek("url")) if element.tag.startswith("instance_") else None
        if target is not None:
            inside.extend(Found(child, (*here.via, element)) for child in target.children)
        return inside

    def parameter(self, name: str, scope: Element) -> Found | None:
        """What a parameter stands for, at the end of the chain of parameters that it may lead through.

        A parameter is a ``newparam`` with a SIDREF or a value, a ``setparam``, or the older
        ``<bind symbol=...><param ref=.../></bind>``. For a value the parameter's own element is returned.
        """
        declared = self._declared(name, scope)
        for _ in range(_LONGEST_CHAIN):
            if declared is None:
                return None
            reference = self._reference(declared)
            if reference is None:
                return Found(declared)
            found = self.sidref(reference, declared.parent)
            if found is None:
                return self._by_name(reference)
            if found.element.tag not in ("newparam", "setparam", "bind"):
                return found
            declared = found.element
        return None

    def _declared(self, name: str, scope: Element) -> Element | None:
        for element in scope.iter():
            names = (element.peek("sid"), element.peek("symbol"), element.peek("ref"))
            if element.tag in ("newparam", "setparam", "bind") and name in names:
                return element
        return None

    def _by_name(self, reference: str) -> Found | None:
        """The older form names a ``bind`` of another system by its symbol, which is no sid."""
        first, _, symbol = reference.partition("/")
        scope = self.ids.get(first)
        declared = self._declared(symbol, scope) if scope is not None else None
        return Found(declared) if declared is not None else None

    def _reference(self, declared: Element) -> str | None:
        for child in declared.children:
            if child.tag == "SIDREF":
                return child.text.strip()
            if child.tag == "param":
                return child.peek("ref") or child.text.strip() or None
        return None

    def unit(self, element: Element) -> float:
        """Metres for one unit of length at an element: of the nearest asset that says it, else 1."""
        chain: list[Element] = []
        here: Element | None = element
        meter = 1.0
        while here is not None:
            if here in self._units:
                meter = self._units[here]
                break
            chain.append(here)
            said = _meter(here)
            if said is not None:
                meter = said
                break
            here = here.parent
        self._units.update(dict.fromkeys(chain, meter))
        return meter


def report_unresolved(element: Element, what: str) -> None:
    """Report that the URL of an element leads to nothing here: into another document, or nowhere."""
    url = element.peek("url")
    if url and not url.startswith("#"):
        element.report(EXTERNAL, f"'{url}' is in another document, which is not read", "url")
    else:
        element.report(UNRESOLVED, f"'{url}' is no {what} of the document", "url")


def _meter(element: Element) -> float | None:
    for asset in element.children:
        if asset.tag == "asset":
            for unit in asset.children:
                if unit.tag == "unit" and unit.peek("meter") is not None:
                    meter = unit.number("meter")
                    if meter is not None and _UNIT_RANGE[0] <= meter <= _UNIT_RANGE[1]:
                        return meter
    return None
