"""Requirements of programs that read URDF, beyond what robotfmt needs to understand a document.

Most are requirements of urdfdom, on which ROS, pinocchio and others are based. It refuses a whole file for one bad
joint; for one bad shape, material or inertial it drops shapes of the link, and still reports success. The reports are
based on observations of urdfdom 3.0.1 and 6.0.0. The checks take nothing from the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from robotfmt.context import Context
from robotfmt.diagnostics import Diagnostic, Report, diagnose
from robotfmt.documents.angles import exact_turn
from robotfmt.documents.source import Source
from robotfmt.documents.tokens import BadToken, real
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.model import Origin, Robot

from .codes import (
    EMPTY_AXIS,
    EMPTY_DYNAMICS,
    EMPTY_MATERIAL,
    INERTIAL_INCOMPLETE,
    LIMIT_INCOMPLETE,
    MATERIAL_AGAIN,
    NAMESPACE,
    NO_GAIN,
    OUT_OF_RANGE,
    QUATERNION,
    ROUGH_ANGLE,
    SEVERAL_SHAPES,
    SHAPE_INCOMPLETE,
    UNNAMED_MATERIAL,
    WHITE_SPACE,
)
from .document.keys import KEYS
from .document.versions import has, requires_limits, version_of

_INERTIA = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_SIZES = {
    "box": ("size",),
    "cylinder": ("radius", "length"),
    "sphere": ("radius",),
    "capsule": ("radius", "length"),
}
_RANGED = ("revolute", "prismatic")
_AMOUNTS = ("effort", "velocity", "acceleration", "deceleration", "jerk")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_NOT_BLANK = re.compile(rb"""=\s*["'][^"'<>\t\r\n]*[\t\r\n]""")
_SPREAD = re.compile(rb"""\s(xyz|rpy|quat_xyzw|size|scale|rgba)\s*=\s*["'][^"'<>\t\r\n]*[\t\r\n]""")
"""A vector with a tab or a line break in it, which an XML parser does not distinguish from a space."""


_RPY = re.compile(rb"""\brpy\s*=\s*["']([^"'<>]*)["']""")


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report, once for a document, angles of joints that are rounded multiples of 45 degrees."""
    if not any(map(_is_rough, _RPY.findall(source.data))):
        return  # as in most documents, and quickly seen
    quiet = context.having(report=Report())
    root = parse_document(source.data, name=source.name, format="urdf", report=quiet.report, keys=KEYS).root
    origins = (origin for joint in _all(root, "joint") for origin in _all(joint, "origin"))
    rough = [each for each in origins if _is_rough((each.peek("rpy") or "").encode())]
    if rough:
        more = f"; so do {len(rough) - 1} more joints" if len(rough) > 1 else ""
        name = rough[0].parent.peek("name") if rough[0].parent is not None else ""
        words = f"the origin of joint '{name}' has an angle that misses a multiple of 45 degrees by rounding"
        found = diagnose(ROUGH_ANGLE, f"{words}: '{rough[0].peek('rpy')}'{more}", rough[0].origin)
        context.report.add_new([found])


def _is_rough(angles: bytes) -> bool:
    return any(exact_turn(each) is not None for each in angles.decode("utf-8", "replace").split())


def check_demands(root: Element) -> None:
    """Report content of a document that consumers refuse or lose."""
    if root.document.home is not None:
        root.report(NAMESPACE, f"the elements are in the namespace '{root.document.home}'")
    version = version_of(root)
    _materials(root)
    for element in root.children:
        if element.tag == "link":
            _link(element, version)
        elif element.tag == "joint":
            _joint(element, version)


def white_space(source: Source) -> list[Diagnostic]:
    """Return the diagnostics of vectors that TinyXML, and so urdfdom, cannot read, because it does not convert tabs
    to spaces.
    """
    if _NOT_BLANK.search(source.data) is None:
        return []  # as in nearly all documents, and quickly seen
    found: list[Diagnostic] = []
    text = _COMMENT.sub(lambda match: b"\n" * match.group().count(b"\n"), source.data)
    for match in _SPREAD.finditer(text):
        line = text.count(b"\n", 0, match.start(1)) + 1
        message = f"'{match.group(1).decode()}' has a tab or a line break between its numbers"
        found.append(diagnose(WHITE_SPACE, message, Origin(source.name, line)))
    return found


def _first(parent: Element, tag: str) -> Element | None:
    for child in parent.children:
        if child.tag == tag:
            return child
    return None


def _all(parent: Element, *tags: str) -> Iterable[Element]:
    return (child for child in parent.children if child.tag in tags)


def _missing(element: Element, *names: str) -> str:
    """Return the attributes that an element lacks."""
    return " and ".join(name for name in names if element.peek(name) is None)


# Materials


def _materials(root: Element) -> None:
    seen: set[str] = set()
    for material in _all(root, "material"):
        name = material.peek("name")
        _material(material)
        if not any(_all(material, "color", "texture")):
            material.report(EMPTY_MATERIAL, f"the material '{name}' has neither a colour nor a texture")
        if name is not None and name in seen:
            material.report(MATERIAL_AGAIN, f"the material '{name}' is defined a second time", "name")
        seen |= {name} if name is not None else set()


def _material(material: Element) -> None:
    if material.peek("name") is None:
        material.report(UNNAMED_MATERIAL, "a material has no name")


# Links


def _link(link: Element, version: str) -> None:
    name = link.peek("name")
    for child in link.children:
        if child.tag in ("visual", "collision"):
            _geometry(child, name, version)
    inertial = _first(link, "inertial")
    if inertial is not None:
        _inertial(inertial, name, version)


def _geometry(parent: Element, name: str | None, version: str) -> None:
    for child in parent.children:
        if child.tag == "origin":
            _origin(child, version)
        elif child.tag == "material" and parent.tag == "visual":
            _material(child)
    shapes = _first(parent, "geometry")
    if shapes is not None:
        _shapes(shapes, name, version)


def _inertial(inertial: Element, name: str | None, version: str) -> None:
    for origin in _all(inertial, "origin"):
        _origin(origin, version)
    mass, inertia = _first(inertial, "mass"), _first(inertial, "inertia")
    missing = [
        "a mass" if mass is None else _missing(mass, "value") and "the value of its mass",
        "an inertia" if inertia is None else _missing(inertia, *_INERTIA),
    ]
    given = " and ".join(filter(None, missing))
    if given:
        inertial.report(INERTIAL_INCOMPLETE, f"the <inertial> of link '{name}' lacks {given}")


def _shapes(geometry: Element, name: str | None, version: str) -> None:
    if len(geometry.children) > 1:
        tags = ", ".join(f"<{child.local}>" for child in geometry.children)
        geometry.report(SEVERAL_SHAPES, f"a <geometry> of link '{name}' has several shapes: {tags}")
    for shape in geometry.children[:1]:
        sizes = _SIZES.get(shape.tag, ())
        missing = _missing(shape, *sizes)
        if missing:
            shape.report(SHAPE_INCOMPLETE, f"a <{shape.tag}> of link '{name}' lacks {missing}")
        for size in sizes if not requires_limits(version) else ():
            if any(value <= 0 for value in _numbers(shape, size)):
                message = f"'{size}' of a <{shape.tag}> of link '{name}' is not above 0"
                shape.report(OUT_OF_RANGE, message, size)


# Joints


def _joint(joint: Element, version: str) -> None:
    name = joint.peek("name")
    for child in joint.children:
        if child.tag == "origin":
            _origin(child, version)
        elif child.tag == "axis" and child.peek("xyz") is None:
            child.report(EMPTY_AXIS, f"the <axis> of joint '{name}' has no 'xyz'")
        elif child.tag == "dynamics" and _missing(child, "damping", "friction") == "damping and friction":
            child.report(EMPTY_DYNAMICS, f"the <dynamics> of joint '{name}' has neither damping nor friction")
        elif child.tag == "safety_controller" and child.peek("k_velocity") is None:
            child.report(NO_GAIN, f"the <safety_controller> of joint '{name}' has no 'k_velocity'")
    limit = _first(joint, "limit")
    if limit is not None:
        _limit(limit, joint, version)


def _limit(limit: Element, joint: Element, version: str) -> None:
    name, old = joint.peek("name"), requires_limits(version)
    demanded = ("effort", "velocity") if old else ("lower", "upper") if joint.peek("type") in _RANGED else ()
    missing = _missing(limit, *demanded)
    if missing:
        limit.report(LIMIT_INCOMPLETE, f"the <limit> of joint '{name}' lacks {missing}, which URDF {version} requires")
    if old:
        return
    for amount in _AMOUNTS:
        if any(value < 0 for value in _numbers(limit, amount)):
            limit.report(OUT_OF_RANGE, f"'{amount}' of joint '{name}' is below 0", amount)
    for lower in _numbers(limit, "lower"):
        if any(upper < lower for upper in _numbers(limit, "upper")):
            limit.report(OUT_OF_RANGE, f"the upper limit of joint '{name}' is below the lower one", "upper")


# Numbers and turns


def _numbers(element: Element, name: str) -> Iterator[float]:
    """Yield the numbers of an attribute; none if it is missing or invalid."""
    for token in (element.peek(name) or "").split():
        try:
            yield real(token)
        except BadToken:
            return


def _origin(origin: Element, version: str) -> None:
    if origin.peek("quat_xyzw") is not None and has(version, "quat_xyzw"):
        origin.report(QUATERNION, "a rotation is given as 'quat_xyzw'")
