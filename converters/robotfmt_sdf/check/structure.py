"""Checks of documents, worlds and models: duplicates, places, includes, and the ``model.config`` that Gazebo needs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from robotfmt.context import Context
from robotfmt.diagnostics import Report, Severity
from robotfmt.documents.xml.element import Element
from robotfmt.errors import RobotfmtError
from robotfmt.model import Origin

from ..codes import CONFIG, DEFAULT_INERTIA, INCLUDE_INCOMPLETE, INCLUDE_PARAMS, NAME, SEVERAL_ROOTS, UNKNOWN_FRAME
from ..document.includes import Includes
from ..document.undefined import document_of
from .parts import TRUE

_ALONE = ("model", "actor", "light", "include")


def check_root(root: Element) -> None:
    """Report models, actors and lights of which a document may have only one, and worlds with the same name."""
    message = several(root)
    if message is not None:
        root.report(SEVERAL_ROOTS, message)
    seen: set[str] = set()
    for world in root.findall("world"):
        name = world.peek("name") or ""
        if name in seen:
            world.report(NAME, f"two worlds are called '{name}'; Gazebo skips the second", "name")
        seen.add(name)


def several(root: Element) -> str | None:
    """Return what a document has of models, actors, lights and includes, if more than one; else None."""
    found = list(chain.from_iterable(root.findall(tag) for tag in _ALONE))
    if root.find("world") is not None or len(found) < 2:
        return None
    tags = [f"<{each.tag}>" for each in found]
    return f"the document has {', '.join(tags)}; Gazebo reads the first of them only"


def check_places(root: Element) -> None:
    """Report the frames of poses of models that are in nothing: Gazebo refuses ``relative_to`` there."""
    for tag in ("model", "actor", "light"):
        for each in root.findall(tag):
            pose = each.find("pose")
            frame = pose.peek("relative_to") if pose is not None else None
            if pose is not None and frame:
                message = f"<{tag} name='{each.peek('name')}'> is in no world, and its pose is relative to '{frame}'"
                expected = "expected no relative_to; Gazebo refuses the document"
                pose.report(UNKNOWN_FRAME, f"{message}; {expected}", "relative_to", severity=Severity.WARNING)


def check_world(world: Element) -> None:
    """Report a world without a name."""
    if not world.peek("name"):
        world.report(NAME, "<world> has no name, which SDF requires")


def check_model(model: Element) -> None:
    """Report links of a model that Gazebo gives a mass of 1 kg."""
    static = model.find("static")
    if static is None or static.text.strip().lower() not in TRUE:
        _weigh(model.findall("link"))


def _weigh(links: Iterable[Element]) -> None:
    for link in links:
        if link.find("inertial") is None:
            link.report(DEFAULT_INERTIA, f"link '{link.peek('name')}' has no inertia; Gazebo assumes a mass of 1 kg")


_PARAMS = "experimental:params"
_LARGEST = 1_000_000


def check_include(include: Element, context: Context) -> None:
    """Report requests of an include that are not applied, and faults of the included model."""
    if include.find("placement_frame") is not None and include.find("pose") is None:
        message = "<include> gives a <placement_frame> without a <pose>; Gazebo refuses the document"
        include.report(INCLUDE_INCOMPLETE, message)
    for each in include.children:
        if each.local == _PARAMS or each.local.endswith(("params", "}params")):
            each.report(INCLUDE_PARAMS, "<experimental:params> would change the included model; it is not applied")
    leaf = include.find("uri")
    uri = leaf.text.strip() if leaf is not None else ""
    path = Includes(context).sought(include, uri)[0] if uri else None
    if path is not None:
        _check_included(include, uri, path, context)


def _check_included(include: Element, uri: str, path: Path, context: Context) -> None:
    """Report faults of an included document for which Gazebo refuses the outer one."""
    is_folder = not uri.endswith(path.name)
    if is_folder and not any((path.parent / name).is_file() for name in ("model.config", "manifest.xml")):
        message = f"the folder of '{path.name}' has no model.config; Gazebo does not find the model"
        include.report(CONFIG, message)
    try:
        data = context.assets.document(str(path))
        document = document_of(data, str(path), Report(), context.limits)
    except (RobotfmtError, OSError):
        return
    model = document.root.find("model")
    if _is_merged_into_world(include) and model is not None and model.find("link") is not None:
        message = f"'{path.name}' is merged into a world, and its model has links; Gazebo refuses the document"
        include.report(INCLUDE_INCOMPLETE, message, "merge")
    message_of = several(document.root)
    if message_of is not None:
        include.report(SEVERAL_ROOTS, f"'{path.name}': {message_of}")


def _is_merged_into_world(include: Element) -> bool:
    is_merged = (include.peek("merge") or "").strip().lower() in ("true", "1")
    return is_merged and include.parent is not None and include.parent.tag == "world"


def check_own_config(name: str, report: Report) -> None:
    """Report faults of the ``model.config`` next to a document named ``model.sdf``."""
    path = Path(name)
    config = path.parent / "model.config"
    if path.name != "model.sdf" or not config.is_file():
        return
    with config.open("rb") as opened:
        text = opened.read(_LARGEST).decode("utf-8", "replace")
    origin = Origin(str(config))
    if not re.search(r"<name>\s*[^<\s]", text):
        report.add(CONFIG, "model.config has no <name>, by which Gazebo lists the model", origin)
    entries = re.findall(r"<sdf\b[^>]*>\s*([^<]*?)\s*</sdf>", text)
    if not entries:
        report.add(CONFIG, "model.config names no document in <sdf>; Gazebo does not find the model", origin)
    for entry in entries:
        if not (path.parent / entry).is_file():
            report.add(CONFIG, f"model.config names '{entry}', which does not exist", origin)
