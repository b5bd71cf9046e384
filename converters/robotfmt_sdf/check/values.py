"""Checks of values and words: what SDF requires, limits without effect, reserved names, words that it does not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from robotfmt.codes import BAD_WORD, MISSING_VALUE, ROTATION_IN_DEGREES
from robotfmt.diagnostics import Severity
from robotfmt.documents.angles import exact_turn
from robotfmt.documents.tokens import BadToken, real, reals
from robotfmt.documents.vendors import program_of
from robotfmt.documents.xml.element import Element
from robotfmt.validation.places import degrees_in

from ..codes import MISSPELT, NAME, NO_LIMIT_NUMBER, ROUGH_ANGLE
from ..document.elements import Kind, Version, defined, kinds
from ..parts.sensors import TYPES

_REFUSED = "Gazebo refuses the document"
_PLACED = ("model", "include", "link", "joint", "frame", "sensor", "light")
"""The elements whose poses robots have in another form, or not at all."""
_FLAGS = ("true", "false", "1", "0")
_WORDS: dict[tuple[str, str], Collection[str]] = {
    ("sensor", "type"): TYPES,
    ("light", "type"): ("point", "spot", "directional"),
    ("pose", "rotation_format"): ("euler_rpy", "quat_xyzw"),
    ("noise", "type"): ("none", "gaussian", "gaussian_quantized"),
    ("particle_emitter", "type"): ("point", "box", "cylinder", "ellipsoid"),
}
"""The words of attributes, by element and attribute."""
_OF_READERS = frozenset(
    {
        *(("sdf", "version"), ("world", "name"), ("joint", "type")),
        *((tag, "name") for tag in ("model", "link", "joint", "frame")),
    }
)
"""Attributes whose absence has a code of its own, or that readers report."""


def check_values(root: Element, version: Version) -> None:
    """Report missing attributes, and words that SDF does not have at their place."""
    for element, kind in defined(root, version):
        _require(element, kind)
        for name in element.attributes:
            if name in kind.flags:
                _expect(element, name, _FLAGS)
            elif (element.tag, name) in _WORDS:
                _expect(element, name, _WORDS[element.tag, name])
        if kind.is_flag:
            _expect(element, None, _FLAGS)


def _require(element: Element, kind: Kind) -> None:
    for name in sorted(kind.required):
        value = element.peek(name)
        # Some values are elements in older versions of SDF and attributes in newer ones.
        is_given = bool(value) or element.find(name) is not None
        if not is_given and (element.tag, name) not in _OF_READERS:
            message = f"{_spoken(element)} has no attribute '{name}'; {_REFUSED}"
            element.report(MISSING_VALUE, message, None if value is None else name)


def _expect(element: Element, attribute: str | None, words: Collection[str]) -> None:
    value = element.text.strip() if attribute is None else element.peek(attribute) or ""
    is_exact = words is not _FLAGS and element.tag != "noise"
    if value and (value if is_exact else value.strip().lower()) not in words:
        expected = "'true' or 'false'" if words is _FLAGS else ", ".join(sorted(words))
        where = f"the attribute '{attribute}' of {_spoken(element)}" if attribute else _spoken(element)
        message = f"{where} is '{value}'; expected {expected}; {_REFUSED}"
        element.report(BAD_WORD, message, attribute)


def _spoken(element: Element) -> str:
    """Return an element with its name, or with the name of the element around it."""
    name, outer = element.peek("name"), element.parent
    if name:
        return f"<{element.tag} name='{name}'>"
    above = outer.peek("name") if outer is not None else None
    around = f" in <{outer.tag} name='{above}'>" if outer is not None and above else ""
    return f"<{element.tag}>{around}"


_NAMED = ("sensor", "light", "particle_emitter", "projector", "physics")
_UNIQUE = (*_NAMED, "actor")
"""Elements that share no name with a sibling of their kind; the readers report links, joints, frames and shapes."""
_CLOSED = ("world", "model", "link", "joint", "frame", "visual", "collision", *_NAMED)
"""Elements that may not have a reserved name; actors may."""
_NAMES_OF_READERS = ("link", "joint", "frame")
"""Elements whose names with underscores are reported where they are read."""
_WITHOUT_COLONS = (1, 8)
"""The first version that has no ``::`` in names: before, models in models were one model with such names."""


def check_names(root: Element, version: Version) -> None:
    """Report names for which Gazebo refuses a document."""
    for element, _ in defined(root, version):
        name = element.peek("name") or ""
        if _is_reserved(element, name):
            _report(element, f"<{element.tag}> is called '{name}', a name that SDF reserves")
        elif "::" in name and element.tag != "plugin" and version >= _WITHOUT_COLONS:
            _report(element, f"<{element.tag} name='{name}'>: since SDF 1.8, no name has '::' in it")
        _check_siblings(element)


def _is_reserved(element: Element, name: str) -> bool:
    if element.tag not in _CLOSED:
        return False
    is_underscored = len(name) > 3 and name.startswith("__") and name.endswith("__")
    return name == "world" or (is_underscored and element.tag not in _NAMES_OF_READERS)


def _check_siblings(outer: Element) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for each in outer.children:
        name = each.peek("name") or ""
        if each.tag in _UNIQUE and name:
            seen[each.tag, name] += 1
            if seen[each.tag, name] == 2:
                around = f"<{outer.tag} name='{outer.peek('name') or ''}'>"
                _report(each, f"{around} has two <{each.tag}> elements named '{name}'")


def _report(element: Element, message: str) -> None:
    element.report(NAME, f"{message}; Gazebo refuses the document", "name", severity=Severity.WARNING)


# SDF's defaults for limits are -1e16 and 1e16; a joint with such limits is unlimited.
_ENDLESS = 1e15


def check_limits(joint: Element) -> None:
    """Report a revolute joint that large numbers make a continuous one."""
    axis = joint.find("axis")
    limit = axis.find("limit") if axis is not None else None
    if limit is None or joint.peek("type") != "revolute":
        return
    ends = [number(limit.find(tag)) for tag in ("lower", "upper")]
    if None not in ends and all(abs(each or 0.0) >= _ENDLESS for each in ends):
        name, (lower, upper) = joint.peek("name"), ends
        limit.report(NO_LIMIT_NUMBER, f"joint '{name}' has the limits {lower:g} and {upper:g}; it is continuous")


def number(leaf: Element | None) -> float | None:
    """Return the number in an element; None if there is none, or an invalid one."""
    try:
        return real(leaf.text) if leaf is not None else None
    except BadToken:
        return None


def check_turns(elements: Iterable[Element]) -> None:
    """Report poses of links, joints and frames in degrees; and, once for a document, angles that miss a multiple of 45
    degrees by rounding.
    """
    elements = list(elements)
    for each in (each for each in elements if each.tag in _PLACED):
        _in_degrees(each)
    rough = [each for each in elements if each.tag == "pose" and _is_rough(each)]
    if rough:
        more = f"; {len(rough) - 1} more poses have one too" if len(rough) > 1 else ""
        message = f"the pose '{' '.join(rough[0].text.split())}' has an angle that is a rounded multiple of 45 degrees"
        rough[0].report(ROUGH_ANGLE, f"{message}{more}")


def _in_degrees(owner: Element) -> None:
    """Report a pose whose place in the robot is no longer what the document gives; those of shapes are."""
    pose = owner.find("pose")
    if pose is None:
        return
    for angle in degrees_in(_angles(pose)):
        who = f"{owner.tag} '{owner.peek('name')}'"
        pose.report(ROTATION_IN_DEGREES, f"{who} is turned by {angle:g} rad, which is probably in degrees")


def _angles(pose: Element) -> tuple[float, ...]:
    """Return roll, pitch and yaw of a pose in radians; none of one in degrees or with a quaternion."""
    if pose.peek("degrees") or pose.peek("rotation_format"):
        return ()
    try:
        return tuple(reals(pose.text, 6)[3:])
    except BadToken:
        return ()


def _is_rough(pose: Element) -> bool:
    if pose.peek("degrees") or pose.peek("rotation_format"):
        return False
    return any(exact_turn(each) is not None for each in pose.text.split()[3:6])


_FRAME_ID = (1, 12)
"""The version that has ``frame_id`` of sensors. Before it Gazebo's own words are the only ones."""
_OF_GAZEBO = ("gz_frame_id", "ignition_frame_id")
_RIGHT = {
    **dict.fromkeys((("sensor", each) for each in _OF_GAZEBO), "<frame_id> (SDF 1.12)"),
    ("collision", "material"): "<material> in a <visual>",
    ("mesh", "filename"): "<uri>",
}
"""What is meant, by the parent and the name of an element, where it is not found by the words."""
_ALIKE = 0.79
"""The least similarity of two spellings of one word; ``mu1`` and ``mu`` have 0.8."""


def check_words(root: Element, version: Version) -> None:
    """Report elements that neither a version of SDF nor a newer one has at their place, if it has what is meant."""
    pending = [(root, kinds()[0], kinds()[0])]
    while pending:
        element, kind, outer = pending.pop()
        for child in element.children:
            if child.tag == "include" or (child.tag in _OF_GAZEBO and version < _FRAME_ID):
                continue
            inner = kind.inner(child.tag, version)
            if inner is None:
                _check(element, child, next(_meant(element, child, kind, outer, version), None))
            elif not inner.is_free:
                pending.append((child, inner, kind))


def _check(element: Element, child: Element, right: str | None) -> None:
    if right is not None and program_of(element.path, child.tag) in (None, "Gazebo"):
        message = f"<{child.tag}> in <{element.tag}> is not an element of SDF; expected {right}"
        child.report(MISSPELT, message)


def _meant(element: Element, child: Element, kind: Kind, outer: Kind, version: Version) -> Iterator[str]:
    """Yield what an element can mean, the most likely first: another word, or its word at another place."""
    from difflib import get_close_matches  # few documents have such an element

    if (element.tag, child.tag) in _RIGHT:
        yield _RIGHT[element.tag, child.tag]
    words = {each.replace("_", ""): each for each in kind.elements if kind.inner(each, version) is not None}
    for each in get_close_matches(child.tag.lower().replace("_", ""), words, 1, _ALIKE):
        yield f"<{words[each]}>"
    if outer is not kind and outer.inner(child.tag, version) is not None:
        yield f"<{child.tag}> next to <{element.tag}>"
    there = {each.tag for each in element.children}
    for name in sorted(kind.elements, key=lambda name: name not in there):
        below = kind.inner(name, version)
        if below is not None and below.inner(child.tag, version) is not None:
            yield f"<{name}><{child.tag}>"
