"""An element with the values of its class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

from robotfmt.codes import BAD_WORD
from robotfmt.diagnostics import did_you_mean
from robotfmt.documents import tokens
from robotfmt.documents.xml.element import Element
from robotfmt.model import Origin, Vector3

from ..codes import CLASS
from .classes import filled_up
from .model import Model
from .tree import Item

ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
"""The attributes that give a rotation: an element's own replaces any of its class."""


_TURNS = frozenset(ORIENTATIONS)
_Values: TypeAlias = Mapping[str, tuple[str, Element]]
_NONE: _Values = {}


def _inherited(attributes: Mapping[str, str], given: _Values) -> _Values:
    """Return the values of a class that an element does not replace by its own."""
    turned = not _TURNS.isdisjoint(attributes)
    return {name: value for name, value in given.items() if name not in attributes and not (turned and name in _TURNS)}


def _filled(attributes: Mapping[str, str], given: _Values) -> dict[str, str]:
    return {name: full for name, value in attributes.items() if (full := filled_up(name, value, given)) != value}


class ClassedElement:
    """The values of an element; each is taken from it, or from its class, on request."""

    def __init__(self, item: Item, model: Model, kind: str | None, childclass: str) -> None:
        self.item = item
        self.element = item.element
        self.model = model
        self.kind = kind
        """The tag for the element in a class; None if it has no class."""
        attributes = self.element.attributes
        self.class_name = self._class(childclass) if kind is not None else childclass
        given = model.classes.given(kind, self.class_name) if kind is not None else {}
        self.inherited = _inherited(attributes, given) if given else _NONE
        self.filled = _filled(attributes, given) if given else {}
        """The complete texts of lists of numbers of which the class gives the last ones."""
        self.kept: dict[str, str] = {}
        """Attributes of the class that are written at the element itself."""
        self.added: dict[str, str] = {}
        """The parts of taken attributes that the model cannot store."""
        self.used: set[str] = set()
        """Attributes of the class that were taken for this element."""

    def _class(self, childclass: str) -> str:
        name = self.element.take().attribute("class")
        if name is None:
            return childclass
        if name not in self.model.classes:
            self.element.report(CLASS, f"class '{name}' does not exist", "class")
        return name

    @property
    def tag(self) -> str:
        """The name of the element."""
        return self.element.tag

    @property
    def origin(self) -> Origin:
        """The place of the element."""
        return self.element.origin

    @property
    def home(self) -> Origin:
        """The place of the element, in the document that is the base of file paths."""
        origin, main = self.element.origin, self.model.document.name
        return origin if self.element.document is self.model.document else Origin(main, None, origin.path)

    def holder(self, name: str) -> Element | None:
        """Return the element that has an attribute."""
        if name in self.element.attributes:
            return self.element
        return self.inherited[name][1] if name in self.inherited else None

    def has(self, name: str) -> bool:
        """Return True if an attribute is given."""
        return name in self.element.attributes or name in self.inherited

    @property
    def orientations(self) -> list[str]:
        """The attributes that give its rotation: at most one, unless they are wrong."""
        attributes, inherited = self.element.attributes, self.inherited
        if _TURNS.isdisjoint(attributes) and _TURNS.isdisjoint(inherited):
            return []
        return [name for name in ORIENTATIONS if self.has(name)]

    def peek(self, name: str) -> str | None:
        """Return an attribute's value, without taking it."""
        if name in self.element.attributes:
            return self.filled.get(name, self.element.attributes[name])
        return self.inherited[name][0] if name in self.inherited else None

    def word(self, name: str) -> str | None:
        """Take an attribute that is a text; an empty one is None."""
        holder = self.holder(name)
        return (self._taken(holder, name) or None) if holder is not None else None

    def choice(self, name: str, words: tuple[str, ...], default: str) -> str:
        """Take an attribute that must be one of the words; another value is reported, and stays in the ledger."""
        holder = self.holder(name)
        if holder is None:
            return default
        value = holder.attributes[name]
        if value in words:
            self._taken(holder, name)
            return value
        message = f'{name}="{value}" of <{self.tag}> must be one of {", ".join(words)}{did_you_mean(value, words)}'
        holder.report(BAD_WORD, message, name)
        holder.document.reported.add((holder.index, name))
        return default

    def numbers(self, name: str, least: int = 1, most: int | None = None) -> tuple[float, ...] | None:
        """Take an attribute that is a list of numbers; an invalid one is reported, and stays in the ledger."""
        holder = self.holder(name)
        if holder is None:
            return None
        try:
            values = tokens.reals(self.peek(name) or "")
            if len(values) < least or (most is not None and len(values) > most):
                count = f"{least} numbers" if least == most else f"{least} to {most} numbers"
                raise tokens.BadToken(f"has {len(values)} numbers", f"{count}, got {len(values)}")
        except tokens.BadToken as error:
            holder.report_token(error, name)
            return None
        self._taken(holder, name)
        return values

    def number(self, name: str) -> float | None:
        """Take an attribute that is one number."""
        values = self.numbers(name, 1, 1)
        return values[0] if values is not None else None

    def vector(self, name: str) -> Vector3 | None:
        """Take an attribute that is three numbers."""
        return cast("Vector3 | None", self.numbers(name, 3, 3))

    def flag(self, name: str) -> bool | None:
        """Take an attribute that is ``true`` or ``false``; None for ``auto`` and if it is not given."""
        value = self.choice(name, ("true", "false", "auto"), "auto")
        return None if value == "auto" else value == "true"

    def keep(self, name: str) -> None:
        """Write an attribute at the element itself, even if its class has it."""
        if name in self.inherited:
            value, holder = self.inherited[name]
            self._taken(holder, name)
            self.kept[name] = value

    def _taken(self, holder: Element, name: str) -> str | None:
        self.used.add(name)
        return holder.attribute(name)


def numbers_of(text: str) -> tuple[float, ...] | None:
    """Return the numbers of a text; None without any, or if it is no list of numbers."""
    try:
        return tokens.reals(text) if text.strip() else None
    except tokens.BadToken:
        return None
