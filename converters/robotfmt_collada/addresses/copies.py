"""Things that are instanced more than once: the first instance is the thing itself, each further one a copy of it.

So every node, link and joint of a scene has an element of its own, by which it is told from its twins. What was taken
of a copy counts as taken of the thing. An ``extra`` of type ``idsuffix`` in an instance changes the ids in its copy
(OpenRAVE's extension text, "Instantiating Nodes with Similar Ids").
"""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.codes import LIMIT
from robotfmt.documents.xml.element import Element
from robotfmt.errors import LimitError
from robotfmt.limits import Limits

INSTANCES = ("instance_node", "instance_kinematics_model", "instance_articulated_system")
"""What has parts that are told from one another; geometry, materials, sensors and the like are only looked at."""


SUFFIX = "idsuffix"


class Copies:
    """What each instance stands for."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._meant: dict[Element, Element | None] = {}
        self._instances: dict[Element, Element] = {}
        """What is instanced, and the instance that it is there for."""
        self._depths: dict[Element, int] = {}
        self.all: dict[Element, Element] = {}
        """Every copy, and what it is a copy of."""
        self._parts: dict[Element, dict[Element, Element]] = {}
        """For the top of each copy: the copies of what stands in the original."""
        self.shown: set[Element] = set()
        """What is there without any instance: the visual scenes that are shown."""
        self.by_id: dict[str, list[Element]] = {}
        """Copies whose ids are not those of the originals."""

    def of(self, instance: Element, target: Element) -> Element | None:
        """Return what an instance of something is: that, or a copy; None where the thing would stand in itself."""
        if instance not in self._meant:
            self._meant[instance] = self._made(instance, target)
        return self._meant[instance]

    def _made(self, instance: Element, target: Element) -> Element | None:
        if any(self.original(each) is target for each in self.around(instance)):
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

    def _depth(self, instance: Element) -> int:
        """Return how many instances an instance stands in."""
        around = (self._instances.get(each) for each in (instance, *instance.ancestors))
        return next((self._depths[each] for each in around if each is not None), 0)

    def original(self, element: Element) -> Element:
        """Return what an element is a copy of; itself if it is none."""
        return self.all.get(element, element)

    def around(self, element: Element) -> Iterator[Element]:
        """Yield an element and what it stands in: of what is instanced, that is the instance."""
        here: Element | None = element
        while here is not None:
            yield here
            here = self._instances.get(here) or here.parent

    def nearest(self, element: Element, at: Element) -> Element:
        """Return which of an element and its copies is meant at another element: the one in the same instance."""
        for here in self.around(at) if self.all else ():
            for top in (here, self._meant.get(here)):
                part = self._parts.get(top, {}).get(element) if top is not None else None
                if part is not None:
                    return part
        return element

    def settle(self) -> None:
        """Take of all originals what was taken of their copies."""
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
    """Let a copy stand where the original does, though nobody comes upon it there."""
    parents = copy.document.parents
    if parent is not None:
        parents[copy] = parent
    parents.update((child, each) for each in copy.iter() for child in each.children)


def _suffix(instance: Element) -> str:
    return next((each.peek("name") or "" for each in instance.children if each.peek("type") == SUFFIX), "")
