"""The versions of SDF: the declared version, and its effect on reading."""

from __future__ import annotations

import re

from robotfmt.documents.xml.element import Element

from ..codes import OLD_ROOT, VERSION

Version = tuple[int, int]
NEWEST: Version = (1, 12)
# Gazebo went from SDF 1.0 to 1.2.
_NEVER_PUBLISHED = (1, 1)
# SDF 1.7 replaced the attribute frame of <pose> by relative_to.
_LAST_WITH_FRAME = (1, 6)
_WRITTEN = ("1.7", "1.9", "1.11")


def parsed(text: str) -> tuple[int, int] | None:
    """Return the two numbers of a version; None for an invalid one."""
    match = re.fullmatch(r"\s*(\d{1,3})\.(\d{1,3})\s*", text)
    return (int(match.group(1)), int(match.group(2))) if match is not None else None


def version_of(root: Element) -> tuple[int, int]:
    """Return the version that a document declares; the newest without a valid one."""
    return parsed(root.peek("version") or "") or NEWEST


def read_version(root: Element) -> tuple[int, int]:
    """Take the version of a document; an unknown one is reported, and read as the newest."""
    if root.tag == "gazebo":
        root.report(OLD_ROOT, "the root element is <gazebo>; since version 1.3 Gazebo reads <sdf>")
    text = root.attribute("version")
    version = parsed(text) if text is not None else None
    if version is not None and (1, 0) <= version <= NEWEST and version != _NEVER_PUBLISHED:
        if version <= _LAST_WITH_FRAME:
            _drop_empty_frames(root)
        return version
    fault = f"the version '{text}' is not a version of SDF" if text is not None else f"<{root.tag}> has no version"
    root.report(VERSION, f"{fault}; it is read as 1.12", "version" if text is not None else None)
    return NEWEST


def _drop_empty_frames(root: Element) -> None:
    """Remove ``frame=""`` of poses, which names no frame, and which newer versions do not have; plugins are not
    changed.
    """
    pending = [root]
    while pending:
        element = pending.pop()
        if element.tag == "pose" and element.peek("frame") == "":
            del element.attributes["frame"]
        if element.tag != "plugin":
            pending.extend(element.children)


def written_for(version: tuple[int, int]) -> str:
    """Return the version to write for a document of a version: the same, or the next supported one."""
    return next((each for each in _WRITTEN if (parsed(each) or NEWEST) >= version), _WRITTEN[-1])


def is_newer(version: str, other: tuple[int, int]) -> bool:
    """Return True if a version is equal to another one, or newer."""
    return (parsed(version) or NEWEST) >= other


def has_auto(version: str) -> bool:
    """Return True if a version has inertia that is computed from shapes."""
    return is_newer(version, (1, 11))


def has_mimic(version: str) -> bool:
    """Return True if a version has ``<mimic>``."""
    return is_newer(version, (1, 11))
