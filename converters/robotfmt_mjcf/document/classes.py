"""Default classes: the values that elements inherit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from robotfmt.documents.xml.element import Element

from ..codes import CLASS
from .tree import Item

Given: TypeAlias = "dict[str, tuple[str, Element]]"
"""The values of attributes by name, each with the element that gives it."""

MAIN = "main"
_DRIVES = frozenset({"general", "motor", "position", "velocity", "intvelocity", "orientation", "pid", "damper"})
ACTUATORS = _DRIVES | {"cylinder", "muscle", "adhesion", "dcmotor", "plugin"}
EQUALITIES = frozenset({"connect", "weld", "joint", "tendon", "flex", "flexstrain", "flexvert"})
TENDONS = frozenset({"fixed", "spatial"})
_KINDS = {"equality": (EQUALITIES, "equality"), "tendon": (TENDONS, "tendon"), "actuator": (ACTUATORS, "")}
_PLAIN = frozenset({"mesh", "material", "texture", "joint", "geom", "site", "camera", "light", "pair"})


def kind_of(section: str, tag: str) -> str | None:
    """Return the tag in a class for the elements of a section; None for elements without classes."""
    if section in _KINDS:
        tags, kind = _KINDS[section]
        return (kind or tag) if tag in tags else None
    return tag if tag in _PLAIN else None


_FILLED = frozenset(
    {
        *("size", "friction", "solref", "solimp", "solreflimit", "solimplimit", "solreffriction"),
        *("solimpfriction", "damping", "stiffness", "gear", "gainprm", "biasprm", "dynprm", "polycoef"),
    }
)
"""Lists of numbers of which an element may give only the first ones; the others come from its class."""


def filled_up(name: str, value: str, above: Mapping[str, tuple[str, Element]]) -> str:
    """Return the text of an attribute, with the numbers that a class adds to a shorter list."""
    given = above[name][0].split() if name in _FILLED and name in above else []
    numbers = value.split()
    return " ".join((*numbers, *given[len(numbers) :])) if 0 < len(numbers) < len(given) else value


class Classes:
    """The tree of classes of a document.

    A class begins as a copy of the class that it is in: what that one is given later, by another ``<default>``, does
    not reach it.
    """

    def __init__(self, defaults: Iterable[Item]) -> None:
        self._own: dict[str, dict[str, list[tuple[str, str, Element]]]] = {MAIN: {}}
        """The attributes that each class gives, in order, by the tags of elements."""
        self._last: dict[tuple[str, str, str], Element] = {}
        """The elements that gave the attributes last, by class, tag and name."""
        self._begun: dict[str, dict[str, int]] = {}
        """How many attributes the parent of each class had when the class began."""
        self._parents: dict[str, str] = {}
        self._known: dict[tuple[str, str, int], Given] = {}
        self.is_late = False
        """True if a class was given values after others had inherited from it, which one ``<default>`` cannot store."""
        self.places: dict[str, tuple[str, str, str]] = {}
        """The elements of the classes by their places; each with the place of its parent, its tag and its class."""
        for item in defaults:
            self._read(item, None)

    def __contains__(self, name: str) -> bool:
        return name in self._own

    def given(self, kind: str, name: str) -> Mapping[str, tuple[str, Element]]:
        """Return the values for a kind of elements, of a class and of the classes that it inherits from."""
        return self._up_to(kind, name, len(self._own.get(name, {}).get(kind, ())))

    def _up_to(self, kind: str, name: str, count: int) -> Given:
        """Return the values of a class that it has with its first attributes."""
        key = (kind, name, count)
        if key not in self._known:
            parent = self._parents.get(name)
            found: Given = {}
            if parent is not None:
                found |= self._up_to(kind, parent, self._begun[name].get(kind, 0))
            for attribute, value, element in self._own.get(name, {}).get(kind, [])[:count]:
                found[attribute] = (filled_up(attribute, value, found), element)
            self._known[key] = found
        return self._known[key]

    def _read(self, item: Item, parent: str | None) -> None:
        """Read a class of defaults, then the classes inside of it, which inherit from it."""
        element = item.element.take()
        name = element.attribute("class") or (MAIN if parent is None else "")
        if parent is None and name != MAIN:
            element.report(CLASS, f"the top class is called '{name}'; MuJoCo accepts only 'main'", "class")
            name = MAIN
        if not name or (name in self._own and parent is not None):
            what = f"there are two classes '{name}'" if name else "a nested <default> has no class"
            element.report(CLASS, what)
        if parent is not None and name not in self._own and name:
            self._parents[name] = parent
            self._begun[name] = {kind: len(rows) for kind, rows in self._own[parent].items()}
        self._own.setdefault(name, {})
        item.place = f"/mujoco/default{self._steps(name)}"
        above = f"/mujoco/default{self._steps(parent)}" if parent is not None else "/mujoco"
        self.places[item.place] = (above, "default", name if parent is not None else "")
        for child in item.children:
            if child.tag in _PLAIN | ACTUATORS | {"equality", "tendon"}:
                self._take(child, name, item.place)
                self.places[child.place] = (item.place, child.tag, "")
        for child in item.children:
            if child.tag == "default":
                self._read(child, name)

    def _steps(self, name: str) -> str:
        steps = ""
        while name in self._parents:
            steps = f"/default[@class='{name}']{steps}"
            name = self._parents[name]
        return steps

    def _take(self, item: Item, name: str, place: str) -> None:
        element = item.element.take()
        item.place = f"{place}/{element.tag}"
        defaults = self._own[name].setdefault(element.tag, [])
        self.is_late |= bool(element.attributes) and name in self._parents.values()
        for key, value in element.attributes.items():
            if (name, element.tag, key) in self._last:
                self._last[name, element.tag, key].attribute(key)  # what a later element overrides means nothing
            self._last[name, element.tag, key] = element
            defaults.append((key, value, element))
