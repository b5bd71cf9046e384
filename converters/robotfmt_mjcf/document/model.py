"""A document, its sections with included content, and its compiler options."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from robotfmt.codes import BAD_WORD
from robotfmt.documents.xml.document import Document

from ..codes import GLOBAL_COORDINATES
from .classes import Classes
from .tree import Item, Opener

_FLAGS = {"true": True, "false": False}


@dataclass(frozen=True)
class Settings:
    """The options of ``<compiler>`` that change the meaning of other elements."""

    degrees: bool = True
    eulerseq: str = "xyz"
    autolimits: bool = True
    inertia: str = "auto"
    """The computation of inertia from geoms: ``auto``, ``true`` or ``false``."""
    groups: tuple[int, int] = (0, 5)
    """The groups of geoms that have mass."""
    meshdir: str = ""
    texturedir: str = ""
    boundmass: float = 0.0
    boundinertia: float = 0.0
    balance: bool = False
    settotalmass: float = -1.0


@dataclass
class Model:
    """One MJCF model: the document that is read, or an attached one."""

    document: Document
    opener: Opener
    root: Item
    prefix: str = ""
    """The prefix of all its names."""
    suffixes: list[str] = field(default_factory=list)
    """The suffixes of its names, one for each time that it is attached."""
    attached: dict[tuple[str, str], Model] = field(default_factory=dict)

    @cached_property
    def settings(self) -> Settings:
        """The compiler options."""
        return read_settings(self.sections("compiler"))

    @cached_property
    def classes(self) -> Classes:
        """The classes of defaults."""
        return Classes(self.sections("default"))

    def sections(self, tag: str) -> list[Item]:
        """Return all sections of a tag; MuJoCo joins them."""
        return [item for item in self.root.children if item.tag == tag]

    def parts(self, tag: str) -> list[Item]:
        """Take all sections of a tag, and return their elements."""
        found: list[Item] = []
        for item in self.sections(tag):
            item.element.take()
            found += item.children
        return found


def read_settings(items: list[Item]) -> Settings:
    """Take the compiler options; a later element overrides an earlier one."""
    settings = Settings()
    for item in items:
        item.element.take()
        item.place = "/mujoco/compiler"
        settings = _settings(item, settings)
    return settings


def _settings(item: Item, settings: Settings) -> Settings:
    """Return the settings after a further ``<compiler>``; those that it omits stay."""
    element = item.element
    changes: dict[str, Any] = {}
    for name in ("meshdir", "texturedir"):
        # MuJoCo: assetdir sets both folders, and meshdir and texturedir precede it.
        both = element.attribute("assetdir")
        value = element.attribute(name)
        if value is not None or both is not None:
            changes[name] = value if value is not None else both
    angle = _choice(item, "angle", ("degree", "radian"))
    if angle is not None:
        changes["degrees"] = angle == "degree"
    for name, key in (("autolimits", "autolimits"), ("balanceinertia", "balance")):
        word = _choice(item, name, ("true", "false"))
        if word is not None:
            changes[key] = _FLAGS[word]
    word = _choice(item, "inertiafromgeom", ("true", "false", "auto"))
    if word is not None:
        changes["inertia"] = word
    for name in ("boundmass", "boundinertia", "settotalmass"):
        number = element.number(name)
        if number is not None:
            changes[name] = number
    groups = element.numbers("inertiagrouprange", 2)
    if groups is not None:
        changes["groups"] = (int(groups[0]), int(groups[1]))
    _coordinate(item)
    changes |= _eulerseq(item)
    return replace(settings, **changes)


def _coordinate(item: Item) -> None:
    word = item.element.attribute("coordinate")
    if word is not None and word != "local":
        message = f'coordinate="{word}": global coordinates are not supported'
        item.element.report(GLOBAL_COORDINATES, message, "coordinate")


def _eulerseq(item: Item) -> dict[str, str]:
    word = item.element.peek("eulerseq")
    if word is None:
        return {}
    if len(word) == 3 and set(word.lower()) <= set("xyz"):
        return {"eulerseq": item.element.attribute("eulerseq") or ""}
    item.element.report(BAD_WORD, f'eulerseq="{word}" is not three of the letters x, y, z', "eulerseq")
    item.element.document.reported.add((item.element.index, "eulerseq"))
    return {}


def _choice(item: Item, name: str, words: tuple[str, ...]) -> str | None:
    value = item.element.peek(name)
    if value is None:
        return None
    if value in words:
        return item.element.attribute(name)
    item.element.report(BAD_WORD, f'{name}="{value}" of <compiler> must be one of {", ".join(words)}', name)
    item.element.document.reported.add((item.element.index, name))
    return None
