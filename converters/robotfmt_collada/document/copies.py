"""Copies of elements that are instanced more than once: the first instance is the element itself, each further one a
copy.

Each node, link and joint of a scene thus has an element of its own, which distinguishes it from its copies. Content
taken from a copy is taken from the original. An ``extra`` of type ``idsuffix`` in an instance changes the ids
in its copy (OpenRAVE's extension text, "Instantiating Nodes with Similar Ids").
"""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.codes import LIMIT
from robotfmt.documents.xml.element import Element
from robotfmt.errors import LimitError
from robotfmt.limits import Limits

INSTANCES = ("instance_node", "instance_kinematics_model", "instance_articulated_system")
"""Elements whose parts must be distinguished between instances; geometry, materials, sensors and the like are only
read.
"""


SUFFIX = "idsuffix"


class Copies:
    """Find the element that each instance refers to."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._meant: dict[Element, Element | None] = {}
        self._instances: dict[Element, Element] = {}
        """Each instanced element, with the instance that uses the original."""
        self._depths: dict[Element, int] = {}
        self.all: dict[Element, Element] = {}
        """Every copy, with its original."""
        self._parts: dict[Element, dict[Element, Element]] = {}
        """The copies of the elements inside the original, by the top of each copy."""
        self.shown: set[Element] = set()
        """The elements used without an instance: the visual scenes that are shown."""
        self.by_id: dict[str, list[Element]] = {}
        """Copies whose ids differ from those of the originals."""

    def of(self, instance: Element, target: Element) -> Element | None:
        """Return the element for an instance of an element: the original, or a copy; None if the element would
        contain itself.
        """
        if instance not in self._meant:
            self._meant[instance] = self._made(instance, target)
        return self._meant[instance]

    def _made(self, instance: Element, target: Element) -> Element | None:
        if self._is_inside(instance, target):
            return None
        depth = self._depths[instance] = self._depth(instance) + 1
        if depth > self.limits.xml_depth:
            message = f"instances are nested deeper than xml_depth={self.limits.xml_depth} allows"
            raise LimitError(LIMIT, message, instance.origin)
        suffix = _suffix(instance)
        is_taken = target in self._instances or not self.shown.isdisjoint(target.ancestors)
        made = self._copy(target, suffix) if suffix or is_taken else target
        self._instances[made] = instance
        return made

    def _is_inside(self, instance: Element, target: Element) -> bool:
        """Return True if an instance is part of an element, or of what is instanced from inside of it."""
        around = map(self.original, self.around(instance))
        return any(each is target for here in around for each in (here, *here.ancestors))

    def _depth(self, instance: Element) -> int:
        """Return how many instances of documents an instance is nested in, for the limit on nesting."""
        around = (self._instances.get(each) for each in (instance, *instance.ancestors))
        return next((self._depths[each] for each in around if each is not None), 0)

    def original(self, element: Element) -> Element:
        """Return the original of a copy; the element itself if it is not a copy."""
        return self.all.get(element, element)

    def around(self, element: Element) -> Iterator[Element]:
        """Yield an element and its ancestors; the parent of an instanced element is the instance."""
        here: Element | None = element
        while here is not None:
            yield here
            here = self._instances.get(here) or here.parent

    def nearest(self, element: Element, at: Element) -> Element:
        """Return the element or copy that a reference in another element means: the one in the same instance."""
        for here in self.around(at) if self.all else ():
            for top in (here, self._meant.get(here)):
                part = self._parts.get(top, {}).get(element) if top is not None else None
                if part is not None:
                    return part
        return element

    def settle(self) -> None:
        """Mark the elements of originals as taken if their copies were taken."""
        for copy, original in self.all.items():
            if copy.taken is not None:
                original.taken = tuple(dict.fromkeys((*(original.taken or ()), *copy.taken)))

    def _copy(self, top: Element, suffix: str) -> Element:
        self._check_count(top)
        copies: dict[Element, Element] = {}
        for element in top.iter():
            copy = copies[element] = _twin(element, suffix)
            if element is not top and element.parent is not None:
                copies[element.parent].append(copy)
            self.all[copy] = self.original(element)
            if suffix and "id" in copy.attributes:
                self.by_id.setdefault(copy.attributes["id"], []).append(copy)
        _place(copies[top], top.parent)
        self._parts[copies[top]] = {self.original(element): copy for element, copy in copies.items()}
        return copies[top]

    def _check_count(self, top: Element) -> None:
        for count, most, name in (
            (len(self._parts), self.limits.instances, "instances"),
            (len(self.all), self.limits.xml_elements, "xml_elements"),
        ):
            if count >= most:
                message = f"instances expand to more than {name}={most} allows"
                raise LimitError(LIMIT, message, top.origin)


def _twin(element: Element, suffix: str) -> Element:
    attributes = element.attributes
    if suffix and "id" in attributes:
        attributes = {**attributes, "id": attributes["id"] + suffix}
    copy = Element(element.tag, attributes)
    copy.document, copy.index = element.document, element.index
    copy.text, copy.taken = element.text, None
    return copy


def _place(copy: Element, parent: Element | None) -> None:
    """Insert a copy at the parent of the original, without listing it among the parent's children."""
    parents = copy.document.parents
    if parent is not None:
        parents[copy] = parent
    parents.update((child, each) for each in copy.iter() for child in each.children)


def _suffix(instance: Element) -> str:
    return next((each.peek("name") or "" for each in instance.children if each.peek("type") == SUFFIX), "")
