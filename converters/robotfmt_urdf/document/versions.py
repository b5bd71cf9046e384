"""The versions of URDF, and what a document may contain under the version that it declares.

1.1 (urdfdom 5.1) brought ``quat_xyzw`` and ``<capsule>``. 1.2 (urdfdom 6.0) brought limits of acceleration,
deceleration and jerk, and new meanings for a limit that is not given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from robotfmt.model import Limits, Quaternion
from robotfmt.model.record import replace

from ..codes import NEWER_THAN_VERSION, TWO_ROTATIONS, UNKNOWN_VERSION, ZERO_QUATERNION

if TYPE_CHECKING:
    from robotfmt.documents.xml.element import Element
    from robotfmt.model import Layout

VERSIONS = ("1.0", "1.1", "1.2")
SINCE = {
    "capsule": "1.1",
    "quat_xyzw": "1.1",
    "acceleration": "1.2",
    "deceleration": "1.2",
    "jerk": "1.2",
}
"""The elements and attributes that URDF 1.0 does not have, with the version that added each."""
IMPLIED = {"limit": {"lower": "0", "upper": "0"}}
"""The defaults below 1.2, which need not be written if the source omitted them."""
DERIVATIVES = ("acceleration", "deceleration", "jerk")


def has(version: str, word: str) -> bool:
    """Return True if a version has an element or attribute of :data:`SINCE`."""
    return version >= SINCE[word]


def is_written(limits: Limits | None, version: str) -> bool:
    """Return True if a version supports some of the given limits."""
    if limits is None or has(version, "acceleration"):
        return limits is not None
    return replace(limits, **dict.fromkeys(DERIVATIVES)) != Limits()


def requires_limits(version: str) -> bool:
    """Return True if every ``<limit>`` must give effort and velocity, and lower and upper limits may be left out.

    In 1.2 it is the reverse: a missing effort means unlimited, and both ends of a range are required.
    """
    return version < "1.2"


def version_of(element: Element) -> str:
    """Return the version that applies to a document: the declared one, if it exists."""
    declared = element.document.root.peek("version")
    return declared if declared in VERSIONS else VERSIONS[0]


def declared(layout: Layout | None) -> str:
    """Return the version of a document that was read; 1.0 if it declares none, or one that URDF does not have."""
    version = layout.version if layout is not None else None
    return version if version in VERSIONS else VERSIONS[0]


def declaration(version: str, layout: Layout | None) -> str | None:
    """Return the version to declare: none instead of 1.0, unless the source declared one."""
    given = layout is not None and layout.version is not None
    return version if given or version != VERSIONS[0] else None


def check_version(root: Element) -> str | None:
    """Take the declared version; one that does not exist is reported."""
    version = root.attribute("version")
    if version is not None and version not in VERSIONS:
        root.report(UNKNOWN_VERSION, f"version '{version}' is read as {VERSIONS[0]}", "version")
    return version


def counts(element: Element, attribute: str) -> bool:
    """Return True if an element has an attribute that its document's version supports; report an unsupported one."""
    if element.peek(attribute) is None:
        return False
    if has(version_of(element), attribute):
        return True
    report_newer(element, attribute, "it has no effect")
    return False


def report_newer(element: Element, word: str, so: str) -> None:
    """Report an element or attribute that the declared version does not have."""
    what = f"<{word}>" if word == element.tag else f"'{word}' of <{element.local}>"
    given = f"the document declares version {version_of(element)}"
    element.report(NEWER_THAN_VERSION, f"{what} was added in URDF {SINCE[word]}, and {given}: {so}")


def quaternion(origin: Element) -> Quaternion | None:
    """Take the rotation of an ``<origin>`` given as a quaternion, if the version supports it."""
    if not counts(origin, "quat_xyzw"):
        return None
    if origin.peek("rpy") is not None:
        message = "<origin> has both 'rpy' and 'quat_xyzw'; 'rpy' is read"
        origin.report(TWO_ROTATIONS, message, "quat_xyzw")
        return None
    values = origin.numbers("quat_xyzw", 4)
    if values is None:
        return None
    if not any(values):
        # As urdfdom 6 reads it. The attribute is given back, so that it is written again as it is.
        origin.report(ZERO_QUATERNION, "'quat_xyzw' of <origin> is zero; it is read as no rotation", "quat_xyzw")
        origin.give_back()
        origin.take()
        return None
    x, y, z, w = values
    return Quaternion(w, x, y, z)
