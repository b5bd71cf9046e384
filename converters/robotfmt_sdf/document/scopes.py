"""The scopes of a document: its world, its models, and their nested models, each with its named parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.paths import in_quotes

from ..codes import NAME
from .written_poses import Version, WrittenInclude, WrittenPose, read_pose

ROOT = "\0world"
"""The name of the world's frame among frames; no document can use it."""
MODEL = "__model__"


@dataclass(eq=False)
class Item:
    """A link, a joint or a frame."""

    kind: str
    name: str
    key: str
    """The name among all frames of the document: ``arm::hand::palm``."""
    element: Element
    version: Version
    written: WrittenPose
    home: str
    """The frame that ``__model__`` means in the item, and the default frame of the item's pose."""
    placement: str = ""
    """The frame that the pose of a merged model places."""
    canonical: str = ""
    """The canonical link of a merged model."""


@dataclass(eq=False)
class Scope:
    """A model, or the world."""

    name: str
    key: str
    """The name of the scope's frame among all frames."""
    prefix: str
    """The prefix of the names in the scope."""
    element: Element
    version: Version
    place: str
    """The place of the scope in a document that is written."""
    written: WrittenPose = field(default_factory=WrittenPose)
    outer: Scope | None = None
    home: str = ROOT
    """The frame that ``__model__`` means around the scope, and the default frame of the scope's pose."""
    placement: str = ""
    """The frame in the scope that the scope's pose places."""
    static: bool | None = None
    """The value in an include."""
    source: str | None = None
    """The URI of the include that the scope comes from."""
    items: list[Item] = field(default_factory=list)
    models: list[Scope] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """The names in the scope, with their keys."""
    includes: list[tuple[WrittenInclude, Document]] = field(default_factory=list)
    """The includes in the scope, with their documents."""

    @property
    def is_world(self) -> bool:
        """True for a world, or a document without one."""
        return self.outer is None

    def of(self, kind: str) -> Iterator[Item]:
        """Return the parts of one kind in the scope."""
        return (each for each in self.items if each.kind == kind)

    @property
    def inner(self) -> list[Scope]:
        """Return the scope itself, and all nested models, in document order."""
        found: list[Scope] = []
        pending: list[Scope] = [self]
        while pending:
            scope = pending.pop()
            found.append(scope)
            pending.extend(reversed(scope.models))
        return found

    def named(self, name: str, home: str) -> str | None:
        """Return the key of a name in this scope; None if it is unknown."""
        name = name.strip()
        if name in (MODEL, f"::{MODEL}"):
            return home
        if name == "world":
            return ROOT if self.is_world else self.names.get(name)
        found = self._inside(name)
        return found if found is not None else self._inside(name.removesuffix(f"::{MODEL}"))

    def _inside(self, name: str) -> str | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            inner = next((each for each in scope.models if name.startswith(f"{each.name}::")), None)
            name = name.removeprefix(f"{inner.name}::") if inner is not None else name
            scope = inner
        return None


def note(scope: Scope, element: Element, version: Version, home: str) -> Item | None:
    """Note a link, joint or frame of a scope under its name; return None if the name is invalid."""
    name = given_name(scope, element)
    if name is None:
        return None
    key = claimed(scope, name, element, version)
    item = Item(element.tag, name, key, element.take(), version, read_pose(element, version), home)
    scope.items.append(item)
    return item


def given_name(scope: Scope, element: Element) -> str | None:
    """Take the name of a part in a scope."""
    name = element.required("name")
    if not name or not name.strip():
        return None
    if name.startswith("__") and name.endswith("__"):
        element.report(
            NAME,
            f"<{element.local}> cannot be named '{name}': names that begin and end with '__' are reserved",
            "name",
        )
    return name


def claimed(scope: Scope, name: str, element: Element, version: Version) -> str:
    """Return the key of a new name in a scope.

    Below SDF 1.7 a joint may have the name of a link; references then mean the link.
    """
    key = f"{scope.prefix}{name}"
    if name not in scope.names:
        scope.names[name] = key
        return key
    if version > (1, 6) or any(each.name == name and each.kind == element.tag for each in scope.items):
        message = f"<{element.local} name='{name}'>: the name is already taken in '{scope.name}'"
        element.report(NAME, message, "name")
    while key in scope.names.values():
        key += f"_{element.local}"
    return key


def step(tag: str, name: str) -> str:
    """Return the step of a path that leads to an element with a name."""
    return f"{tag}[@name={in_quotes(name)}]"


def end_of(joint: Element, tag: str) -> str:
    """Return the parent or child of a joint, in an attribute before SDF 1.2, without taking it."""
    end = joint.find(tag)
    if end is None:
        return ""
    return end.text.strip() or end.peek("link") or ""
