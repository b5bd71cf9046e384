"""The places of unrecognised content in the tree of a writer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property

from ...model import Layout
from . import nodes as xml
from .draft import Draft
from .style import Style

_STEP = re.compile(r"""/((?:[^/\[{]|\{[^}]*\})+(?:\[@[\w:]+=(?:'[^']*'|"[^"]*")\])*(?:\[\d+\])?)""")
_KEY = re.compile(r"""\[@[\w:]+=(?:'[^']*'|"[^"]*")\]|\[\d+\]""")
_VALUE = re.compile(r"""\[@([\w:]+)=('[^']*'|"[^"]*")\]""")


class Places:
    """The elements of a writer's tree, by the places of content for them."""

    def __init__(self, draft: Draft, layout: Layout | None, style: Style) -> None:
        self._draft = draft
        self._layout = layout
        self._style = style
        self._made: dict[str, xml.Node] = {}

    def find(self, place: str) -> xml.Node | None:
        """Return the element for content at a place, which is created if the style allows it."""
        node = self._exact(place)
        if node is None and not self._style.names_last:
            node = self._alike.get(_without_keys(place))
        if node is None and self._style.anchors:
            node = self._anchored.get(_from_anchor(place, self._style.anchors))
        return self._created(place) if node is None and self._style.names_last else node

    def _exact(self, place: str) -> xml.Node | None:
        """Return the element with a path; the paths of all elements take longer than most trees to be written."""
        if place in self._made:
            return self._made[place]
        steps = _steps(place)
        if steps is None:
            return self._every.get(place)
        element, below = None, [self._draft.root]
        for step in steps:
            element = next((each for each in below if each.step == step), None)
            if element is None:
                return None
            below = element.children
        return self._draft.nodes[element] if element is not None else None

    @cached_property
    def _every(self) -> dict[str, xml.Node]:
        return {element.path: node for element, node in self._draft.nodes.items()}

    @cached_property
    def _alike(self) -> dict[str, xml.Node]:
        """The elements whose place without keys is unique, here and in the source."""
        several = _several(self._layout)
        return {place: node for place, node in self._unique(_without_keys).items() if place not in several}

    @cached_property
    def _anchored(self) -> dict[str, xml.Node]:
        return self._unique(lambda place: _from_anchor(place, self._style.anchors))

    def _unique(self, seen: Callable[[str], str]) -> dict[str, xml.Node]:
        """Return the elements with a unique place, given a function that makes equal places equal."""
        counts = Counter(map(seen, self._every))
        return {way: node for place, node in self._every.items() if counts[way := seen(place)] == 1}

    def _created(self, place: str) -> xml.Node | None:
        """Create missing elements of a place, if its steps describe them completely."""
        path = ""
        node: xml.Node | None = None
        for step in _steps(place) or ():
            path += f"/{step}"
            known = self._exact(path)
            if known is None:
                known = self._made_of(step)
                if node is None or known is None:
                    return None
                node.append(known)
                self._made[path] = known
            node = known
        return node

    def _made_of(self, step: str) -> xml.Node | None:
        tag, style = _without_keys(step), self._style
        if "{" in tag or tag in style.parts or (tag != step and tag not in style.remade):
            return None
        return xml.make(tag, {name: value[1:-1] for name, value in _VALUE.findall(step)})


def _steps(place: str) -> list[str] | None:
    """Return the steps of a place, or None if it has others."""
    steps = _STEP.findall(place)
    return steps if "".join(f"/{step}" for step in steps) == place else None


def _without_keys(place: str) -> str:
    return _KEY.sub("", place)


def _several(layout: Layout | None) -> set[str]:
    """Return the places without keys that occurred several times in the document: any of them may be the remaining
    one.
    """
    counts: Counter[str] = Counter()
    pending = [("", item) for item in (layout.items if layout is not None else ())]
    while pending:
        above, item = pending.pop()
        if item.kind == "element":
            place = f"{above}/{_without_keys(item.step)}"
            counts[place] += 1
            pending += ((place, each) for each in item.items)
    return {place for place, count in counts.items() if count > 1}


def _from_anchor(place: str, anchors: frozenset[str]) -> str:
    """Return a place with keys only from the last anchor on; an empty text without an anchor."""
    steps = _STEP.findall(place)
    above = next((n for n in range(len(steps) - 1, -1, -1) if _without_keys(steps[n]) in anchors), None)
    if above is None:
        return ""
    return "".join(f"/{step}" for step in (*map(_without_keys, steps[:above]), *steps[above:]))
