"""An SDF as libsdformat has it: its parts by the names that Drake gives to bodies.

Drake reads no gravity, self-collision, colours, lights, plugins or sensors that it does not simulate. libsdformat
resolves the document (includes, frames, versions), and these are read of what it prints.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from libsdformat import read_with_libsdformat

from .contact import Collider, Contact, Mask, Pair, contact_of_sdf
from .couplings import Coupling, couplings_of_sdf
from .gravity import Gravity, gravity_of_sdf
from .looks import Looks
from .looks_of_programs import looks_of_sdf
from .sensing import Device, by_names
from .sensing_of_gazebo import cameras_of_sdf, lights_of_sdf, of_joint, plugins_of, sensors_of_sdf

Reading: TypeAlias = Mapping[str, Any]
EVERY_BIT = 0xFFFF
"""The mask of a shape that gives none."""


@dataclass(frozen=True)
class SdfLink:
    """A link with the model that contains it, and with the outermost model."""

    element: Element
    reading: Reading
    model: Element
    outermost: str
    is_static: bool


@dataclass(frozen=True)
class Sdf:
    """A document that libsdformat accepts."""

    document: Element
    links: Mapping[str, SdfLink]
    """By the names of Drake's bodies."""
    joined: frozenset[Pair]
    """The links that a joint connects."""
    of_joints: Mapping[str, Device]
    """The sensors of joints."""
    couplings: Mapping[str, Coupling]
    """The joints that follow another one."""

    @cached_property
    def gravity(self) -> Gravity:
        """The gravity, and the links that it does not act on."""
        return gravity_of_sdf(self.document, {name: each.element for name, each in self.links.items()})

    @cached_property
    def looks(self) -> Looks:
        """The shapes of links."""
        return looks_of_sdf(self._parts)

    @cached_property
    def cameras(self) -> dict[str, Device]:
        """The sensors that are cameras."""
        return {
            **cameras_of_sdf(self._parts),
            **{name: it for name, it in self.of_joints.items() if it.kind == "camera"},
        }

    @cached_property
    def sensors(self) -> dict[str, Device]:
        """The other sensors of links, and those of joints."""
        of_joints = {name: each for name, each in self.of_joints.items() if each.kind != "camera"}
        return {**sensors_of_sdf(self._parts), **of_joints}

    @cached_property
    def lights(self) -> dict[str, Device]:
        """The lights of links and of the world."""
        return lights_of_sdf(self.document, self._parts)

    @cached_property
    def plugins(self) -> dict[str, int]:
        """How often a plugin of each name is there."""
        return plugins_of(self.document)

    @property
    def _parts(self) -> dict[str, tuple[Element, Reading]]:
        return {name: (each.element, each.reading) for name, each in self.links.items()}

    def contact(self, still: Collection[Pair]) -> Contact:
        """Return which links touch, but for those that do not move against each other."""
        found = {
            name: _collider(each) for name, each in self.links.items() if each.element.find("collision") is not None
        }
        return contact_of_sdf(found, self.joined, still)


def read_sdf(path: Path, bodies: Collection[str]) -> Sdf | None:
    """Return what libsdformat has of a document; None where it is not here, or refuses what Drake takes.

    Args:
        bodies: The names of Drake.
    """
    try:
        reading, _ = read_with_libsdformat(path)
    except pytest.skip.Exception:
        return None
    if not reading.get("ok"):
        return None
    document = _parsed(reading["document"])
    models = [reading["model"]] if reading["model"] else [it for world in reading["worlds"] for it in world["models"]]
    top = document.find("world") if document.find("world") is not None else document
    found: dict[str, SdfLink] = {}
    joined: set[Pair] = set()
    of_joints: list[tuple[str, Device]] = []
    coupled: dict[str, Coupling] = {}
    for element, model in zip((top if top is not None else document).findall("model"), models, strict=True):
        for scope, part, its in _models(element, model, ""):
            names = {each["name"]: _known(f"{scope}{each['name']}", bodies) for each in its["links"]}
            is_static = (element.findtext("static") or "false").strip() in ("true", "1")
            for link, each in zip(part.findall("link"), its["links"], strict=True):
                found[names[each["name"]]] = SdfLink(link, each, part, model["name"], is_static)
            joined |= {
                frozenset(_known(f"{scope}{joint[end]}", bodies) for end in ("parent_link", "child_link"))
                for joint in its["joints"]
                if joint["parent_link"] and joint["child_link"]
            }
            coupled |= {
                f"{scope}{name}": replace(each, leader=f"{scope}{each.leader}")
                for name, each in couplings_of_sdf(part).items()
            }
            of_joints += _of_joints(part, its, names)
    return Sdf(document, found, frozenset(joined), by_names(of_joints), coupled)


def _of_joints(model: Element, reading: Reading, names: Mapping[str, str]) -> Iterator[tuple[str, Device]]:
    for joint, each in zip(model.findall("joint"), reading["joints"], strict=True):
        for sensor in joint.findall("sensor"):
            yield sensor.get("name", ""), of_joint(sensor, names.get(each["child_link"], each["child_link"]))


def _parsed(document: str) -> Element:
    """Return a document that libsdformat printed, which leaves the prefixes of programs undeclared."""
    prefixes = sorted(set(re.findall(r"[<\s]([A-Za-z][\w-]*):[\w-]+[\s=/>]", document)) - {"xmlns", "xml"})
    declared = "".join(f" xmlns:{each}='{each}'" for each in prefixes if f"xmlns:{each}=" not in document)
    return ElementTree.fromstring(document.replace("<sdf", f"<sdf{declared}", 1))


def _models(element: Element, reading: Reading, scope: str) -> Iterator[tuple[str, Element, Reading]]:
    """Yield a model and those in it, each with the scope of the names of its parts."""
    inner = f"{scope}{reading['name']}::"
    yield inner, element, reading
    for part, each in zip(element.findall("model"), reading["models"], strict=True):
        yield from _models(part, each, inner)


def _known(name: str, bodies: Collection[str]) -> str:
    """Return the name of Drake for a link: without its model where there is only one."""
    return name if name in bodies else name.partition("::")[2] if name.partition("::")[2] in bodies else name


def _collider(link: SdfLink) -> Collider:
    own = (link.element.findtext("self_collide") or "").strip(), (link.model.findtext("self_collide") or "").strip()
    masks = frozenset(map(_mask, link.element.findall("collision")))
    return Collider(link.outermost, link.is_static, bool({"true", "1"} & set(own)), masks)


def _mask(collision: Element) -> Mask:
    """Return the categories that a shape is in, and those that it touches; they are the same unless both are given."""
    touched, own = (collision.findtext(f"surface/contact/{each}_bitmask") for each in ("collide", "category"))
    bits = int(touched.strip(), 0) if touched else EVERY_BIT
    return (int(own.strip(), 0) if own else bits, bits)
