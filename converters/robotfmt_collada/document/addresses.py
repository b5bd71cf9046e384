"""Addresses in COLLADA documents: URLs, ids, scoped ids, and the parameters of instances.

COLLADA 1.5, chapter "Address syntax": a URL's fragment is an id, in another document if the URL names one; a SIDREF
is an id and a path of sids, each found breadth first anywhere below the one before. Resolution passes *through*
instances, into what their URLs name. The meaning of an address depends on its document.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element

from ..codes import EXTERNAL, ID_TWICE, UNRESOLVED
from .claims import claim
from .copies import INSTANCES, SUFFIX, Copies
from .others import Failure, Others

# The same bounds as for meshes (robotfmt/mesh/dae.py): units outside them are errors of the exporter.
_UNIT_RANGE = (1e-9, 1e9)
# References lead to elements that may be references themselves; without a bound, a circle of them would never end.
_LONGEST_CHAIN = 64
_INSTANCE = "instance_"


@dataclass(frozen=True, slots=True)
class Found:
    """The target of an address, and the instances that were passed on the way."""

    element: Element
    via: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """The elements of one document by id and by tag."""

    ids: dict[str, Element] = field(default_factory=dict)
    by_tag: dict[str, list[Element]] = field(default_factory=dict)
    by_id_and_tag: dict[tuple[str, str], Element] = field(default_factory=dict)


def names_of(document: Document) -> Names:
    """Index a document; if several elements have the same id, the first one is used."""
    names = Names()
    for element in document.root.iter():
        name = element.peek("id")
        if name is not None:
            names.ids.setdefault(name, element)
            first = names.by_id_and_tag.setdefault((name, element.tag), element)
            if first is not element and _is_in_library(element):
                message = f"two <{element.tag}> have the id '{name}'; addresses lead to the first one"
                element.report(ID_TWICE, message, "id")
        names.by_tag.setdefault(element.tag, []).append(element)
    return names


def _is_in_library(element: Element) -> bool:
    """Return True for what other elements refer to; many programs repeat ids such as ``vertices`` in each geometry."""
    return element.parent is not None and element.parent.tag.startswith("library_")


class Index:
    """Resolve every kind of address in a document and in the documents it refers to; each scope is searched once."""

    def __init__(self, document: Document, others: Others | None = None) -> None:
        """Index a document.

        Args:
            others: Finds the documents that it refers to; without it, references to other documents fail.
        """
        self.document = document
        self.others = others
        self.copies = Copies(document.limits)
        self._names: dict[Document, Names] = {}
        self._scopes: dict[Element, dict[str, Found]] = {}
        self._units: dict[Element, float] = {}

    def names(self, document: Document) -> Names:
        """Return the elements of a document by id and by tag."""
        if document not in self._names:
            self._names[document] = names_of(document)
        return self._names[document]

    def all(self, tag: str, document: Document | None = None) -> list[Element]:
        """Return every element with a tag in a document (by default the main one), in document order."""
        return self.names(document or self.document).by_tag.get(tag, [])

    def url(self, url: str | None, at: Element, tag: str = "") -> Element | None:
        """Return the target of a URL.

        Args:
            at: The element that contains the URL.
            tag: The expected tag: some files use the same id for a geometry and its effect.
        """
        outside, _, name = (url or "").partition("#")
        document = self._document(outside, at) if name else None
        if document is None:
            return None
        names = self.names(document)
        return names.by_id_and_tag.get((name, tag)) or names.ids.get(name) or self._copied(name, document)

    def _document(self, outside: str, at: Element) -> Document | None:
        if not outside:
            return at.document
        found = self.others.find(outside, at.document) if self.others is not None else None
        return found if isinstance(found, Document) else None

    def _copied(self, name: str, document: Document) -> Element | None:
        """Return the copy with an id that differs from the original's."""
        copies = self.copies.by_id.get(name, ())
        return next((each for each in copies if each.document is document), next(iter(copies), None))

    def target(self, instance: Element) -> Element | None:
        """Return the target of an ``instance_*``, or a copy of it, so that no two instances share one."""
        target = self.url(instance.peek("url"), instance, instance.tag.removeprefix(_INSTANCE))
        if target is None or instance.tag not in INSTANCES:
            return target
        return self.copies.of(instance, target)

    def instanced(self, instance: Element) -> Element | None:
        """Return the target of an ``instance_*`` as :meth:`target` does, and mark the URL as read."""
        instance.attribute("url")
        for extra in instance.children:
            if extra.peek("type") == SUFFIX:
                claim(extra).attribute("type")
        return self.target(instance)

    def expand(self, top: Element) -> list[Element]:
        """Return an element and its descendants, through instances of elements with parts."""
        found: list[Element] = []
        pending = [top]
        while pending:
            element = pending.pop()
            found.append(element)
            target = self.target(element) if element.tag in INSTANCES else None
            pending += [*reversed(element.children), *([target] if target is not None else [])]
        return found

    def nearest(self, element: Element, at: Element) -> Element:
        """Return the element or copy that another element refers to, by the instance that contains or names it."""
        for each in self.copies.around(at):
            if each.tag in INSTANCES:
                self.target(each)
        return self.copies.nearest(element, at)

    def report_missing(self, element: Element, what: str) -> None:
        """Report that the URL of an element has no target."""
        url = element.peek("url")
        outside = (url or "").partition("#")[0]
        found = self.others.find(outside, element.document) if outside and self.others is not None else None
        if isinstance(found, Failure):
            element.report(EXTERNAL, found.message, "url", help=found.help)
        elif self.url(url, element) is not None and element.tag in INSTANCES:
            element.report(UNRESOLVED, f"'{url}' contains itself", "url")
        else:
            where = f"'{found.name}'" if found is not None else "the document"
            element.report(UNRESOLVED, f"'{url}' is not a {what} of {where}", "url")

    def sidref(self, reference: str | None, at: Element | None = None) -> Found | None:
        """Return the target of a SIDREF.

        Args:
            reference: ``id/sid/sid``, ``./sid``, or a sid alone.
            at: The element that contains it, for relative references.
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
        start, document = at, at.document if at is not None else self.document
        named = self.named(first, document)
        if named is not None:
            return Found(self.nearest(named, at) if at is not None else named)
        while at is not None:
            if first in self._scope(at):
                return self._scope(at)[first]
            at = at.parent
        named = self._elsewhere(first)
        return Found(self.nearest(named, start) if start is not None else named) if named is not None else None

    def named(self, name: str, document: Document) -> Element | None:
        """Return the element with an id in a document."""
        return self.names(document).ids.get(name) or self._copied(name, document)

    def _elsewhere(self, name: str) -> Element | None:
        """Return the target of an id in another document: a scene may refer to the nodes of an external robot."""
        documents = self.others.rest if self.others is not None else []
        found = (self.named(name, each) for each in documents)
        return next((each for each in found if each is not None), None)

    def _scope(self, top: Element) -> dict[str, Found]:
        """Return every sid below an element, the first of each in breadth-first order, through instances."""
        if top not in self._scopes:
            self._scopes[top] = self._search(top)
        return self._scopes[top]

    def _search(self, top: Element) -> dict[str, Found]:
        """Return the elements below one by their SIDs, the nearest ones first, also through instances."""
        found: dict[str, Found] = {}
        seen = {top}
        pending: deque[tuple[Element, tuple[Element, ...]]] = deque([(top, ())])
        while pending:
            element, via = pending.popleft()
            holders = [(element, via)]
            target = self.target(element) if element.tag.startswith(_INSTANCE) else None
            if target is not None:
                holders.append((target, (*via, element)))
            for holder, steps in holders:
                for child in holder.children:
                    sid = child.peek("sid")
                    if sid is not None and sid not in found:
                        found[sid] = Found(child, steps)
                    if child not in seen and (len(child) or child.tag.startswith(_INSTANCE)):
                        seen.add(child)
                        pending.append((child, steps))
        return found

    def parameter(self, name: str, scope: Element) -> Found | None:
        """Return the target of a parameter, at the end of its chain of parameters.

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
                return self._by_name(reference, declared)
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

    def _by_name(self, reference: str, at: Element) -> Found | None:
        """Return the parameter of the older form, which names a ``bind`` of another system by its symbol instead of a
        sid.
        """
        first, _, symbol = reference.partition("/")
        scope = self.named(first, at.document)
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
        """Return the metres per unit of length at an element: from the nearest asset that declares it, else 1."""
        chain: list[Element] = []
        here: Element | None = element
        meter = 1.0
        while here is not None:
            if here in self._units:
                meter = self._units[here]
                break
            chain.append(here)
            given = _meter(here)
            if given is not None:
                meter = given
                break
            here = here.parent
        self._units.update(dict.fromkeys(chain, meter))
        return meter


def _meter(element: Element) -> float | None:
    for asset in element.children:
        if asset.tag == "asset":
            for unit in asset.children:
                if unit.tag == "unit" and unit.peek("meter") is not None:
                    meter = claim(unit).number("meter")
                    if meter is not None and _UNIT_RANGE[0] <= meter <= _UNIT_RANGE[1]:
                        return meter
    return None
