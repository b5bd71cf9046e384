"""The parts of a document that are not robots: compiler options, classes, records, and files of kept content."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from robotfmt.documents.xml.draft import Style, draft_of
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import Extension, ExtensionKind, Robot, World

from ..document.keys import KEYS
from ..document.layout import MjcfLayout

_PARTS = frozenset({"body", "joint", "freejoint", "geom", "site", "camera", "light", "inertial", "mesh", "material"})
_OVERRIDDEN = {
    **{each: each for each in ("group", "contype", "conaffinity", "size", "type")},
    "sensorsize": "fovy",
}
"""Attributes of the source that have precedence over the model, and the written attributes that they replace."""
STYLE = Style(format="mjcf", keys=KEYS, parts=_PARTS)
_CLASS = re.compile(r'\b(?:child)?class="([^"]*)"')


def compiler(layout: MjcfLayout | None) -> Node:
    """Return the notation of the document: that of its source, or radians."""
    given: dict[str, Content | None] = {"angle": "radian"}
    if layout is not None:
        given = {
            "angle": "degree" if layout.degrees else "radian",
            "eulerseq": layout.eulerseq,
            "autolimits": None if layout.autolimits else "false",
            "inertiafromgeom": "true" if layout.inertia == "true" else None,
        }
    return make("compiler", given)


def with_source(root: Node, whole: Robot | World) -> frozenset[Extension]:
    """Remove attributes that the source gives in another form, which is restored, and complete the friction of geoms.

    Returns:
        The extensions that are in the document now.
    """
    own = [each for each in whole.extensions if each.format == "mjcf" and each.kind is ExtensionKind.ATTRIBUTE]
    wanted = [each for each in own if each.name in _OVERRIDDEN or each.name == "friction"]
    if not wanted:
        return frozenset()
    places = {element.path: node for element, node in draft_of(root, KEYS).nodes.items()}
    done: set[Extension] = set()
    for each in wanted:
        node = places.get(each.place)
        if node is not None and each.name in _OVERRIDDEN:
            node.attrib.pop(_OVERRIDDEN[each.name], None)
        elif node is not None and node.get("friction") is not None:
            node.set("friction", f"{node.get('friction')} {each.content}")
            done.add(each)
    return frozenset(done)


# Classes


def classes_of(whole: Robot | World, layout: MjcfLayout | None) -> Node | None:
    """Return the classes of the source with content that the model cannot store."""
    if layout is None:
        return None
    nodes: dict[str, Node] = {}
    named = {name: place for place, (_, tag, name) in layout.classes.items() if tag == "default"}
    for each in whole.extensions:
        for place in (each.place, *(named.get(name) for name in _classes_in(each))):
            if each.format == "mjcf" and place in layout.classes:
                _class(place, layout.classes, nodes)
    return nodes.get("/mujoco/default")


def _classes_in(extension: Extension) -> list[str]:
    """Return the names of the classes that kept content uses."""
    if extension.kind is ExtensionKind.ELEMENT:
        return _CLASS.findall(extension.content)
    return [extension.content] if extension.name == "class" else []


def _class(place: str, known: Mapping[str, tuple[str, str, str]], nodes: dict[str, Node]) -> Node:
    if place not in nodes:
        above, tag, name = known[place]
        nodes[place] = make(tag, {"class": name or None})
        if above in known:
            _class(above, known, nodes).append(nodes[place])
    return nodes[place]


# Files


def folders_of(whole: Robot | World, layout: MjcfLayout | None, output: str) -> dict[str, str]:
    """Return the folders of files of kept content, relative to the folder of the output."""
    if layout is None:
        return {}
    found: dict[str, str] = {}
    for each in whole.extensions:
        is_asset = each.format == "mjcf" and each.place == "/mujoco/asset" and each.origin is not None
        if is_asset and each.origin is not None and " file" in each.content:
            for name, folder in (("meshdir", layout.meshdir), ("texturedir", layout.texturedir)):
                found[name] = _way(each.origin.document if not layout.main else layout.main, folder, output)
    return {name: folder for name, folder in found.items() if folder not in ("", ".")}


def _way(document: str, folder: str, output: str) -> str:
    """Return the path of a folder of one document, relative to the folder of another."""
    home = Path(output).absolute().parent
    return Path(os.path.relpath(Path(document).absolute().parent / folder, home)).as_posix()


def with_folders(root: Node, folders: Mapping[str, str], output: str) -> None:
    """Write the folders of files; written meshes and heightmaps are named relative to them."""
    node = root.find("compiler")
    if node is None:
        return
    for name, folder in folders.items():
        node.set(name, folder)
    home = Path(output).absolute().parent
    for name, tags in (("meshdir", ("mesh", "hfield")), ("texturedir", ("texture",))):
        for each in chain(*(root.iterfind(f"asset/{tag}") for tag in tags)) if name in folders else ():
            file = each.get("file")
            if file is not None and "://" not in file:
                each.set("file", Path(os.path.relpath(home / file, home / folders[name])).as_posix())
