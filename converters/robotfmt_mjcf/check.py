"""Find content of an MJCF document whose effect in MuJoCo its author may not expect.

Measured with MuJoCo 4.0.0: angles are in degrees unless the document gives radians; each geom has the density of
water, also a visual one; all kinds of actuators share one entry of a default class, and the last one overwrites the
others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import PurePosixPath

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents import tokens
from robotfmt.documents.source import Source
from robotfmt.model import Robot

from .codes import DEGREES, KEYFRAME, OBSOLETE, REPEATED_NAME, SHARED_DEFAULTS, UNKNOWN_NAME, VISUAL_MASS
from .document.classes import ACTUATORS, MAIN, kind_of
from .document.expansion import Body, Part
from .document.forgiven import open_document
from .document.model import Model
from .document.tree import Item
from .document.views import ClassedElement, numbers_of
from .parts.geoms import touches
from .parts.joints import bounded
from .parts.robots import RobotReader
from .parts.states import SEVERAL_INPUTS, Keyframes
from .reader import model_of

_SECTIONS = ("equality", "contact", "tendon", "actuator", "sensor")
_KINDS = {
    **dict.fromkeys(("joint", "joint1", "joint2", "jointinparent"), "joint"),
    **dict.fromkeys(("body", "body1", "body2"), "body"),
    **dict.fromkeys(("geom", "geom1", "geom2"), "geom"),
    **dict.fromkeys(("site", "site1", "site2", "sidesite", "refsite", "cranksite", "slidersite"), "site"),
    **dict.fromkeys(("tendon", "tendon1", "tendon2"), "tendon"),
    **dict.fromkeys(("actuator", "camera"), ""),
}
"""The kind of part that an attribute names; empty if it is the attribute's own name."""
_TYPED = {"objname": "objtype", "refname": "reftype"}
"""Attributes that name a part whose kind another one gives."""
_SAME = {"xbody": "body", "freejoint": "joint"}
_MADE = frozenset({"composite", "flexcomp"})
"""Elements that make parts with names of their own."""
_READ = (("equality", "joint"), ("contact", "exclude"))
"""Elements whose names the reader has looked up."""


def check_references(model: Model, reader: RobotReader) -> None:
    """Report attributes of the sections that name a part that does not exist."""
    if any(part.view.tag in _MADE for body in reader.world.walk() for part in body.parts):
        return
    known = _known(model, reader)
    has_copies = any(body.is_copy or any(part.is_copy for part in body.parts) for body in reader.world.walk())
    for tag in _SECTIONS:
        items = (item for section in model.sections(tag) for child in section.children for item in child.walk())
        for item in items:
            for attribute, kind, name in _named(item) if (tag, item.tag) not in _READ else ():
                names = known.get(kind)
                if names is None or name in names or (has_copies and any(each.startswith(name) for each in names)):
                    continue
                item_name = item.element.peek("name")
                who = f"<{item.tag}> '{item_name}'" if item_name else f"<{item.tag}>"
                item.element.report(UNKNOWN_NAME, f"{who} names the {kind} '{name}', which does not exist", attribute)


def check_names(model: Model, reader: RobotReader) -> None:
    """Report elements of the sections, and geoms, that have the name of another one of their kind."""
    for tag in (*_SECTIONS, "keyframe"):
        taken: set[tuple[str, str]] = set()
        for item in (child for section in model.sections(tag) for child in section.children):
            kind_and_name = item.tag if tag == "contact" else tag, item.element.peek("name") or ""
            if kind_and_name[1] and kind_and_name in taken:
                _repeated(item, "keyframe" if tag == "keyframe" else kind_and_name[0])
            taken.add(kind_and_name)
    geoms: set[str] = set()
    for part in (part for body in reader.world.walk() for part in body.of("geom")):
        if part.name and part.name in geoms and not part.is_copy:
            _repeated(part.view.item, "geom")
        geoms.add(part.name)


def _repeated(item: Item, kind: str) -> None:
    name = item.element.peek("name") or ""
    message = f"<{item.tag}> '{name}': another {kind} has the same name; MuJoCo refuses the document"
    item.element.report(REPEATED_NAME, message, "name")


def check_keyframes(model: Model, reader: RobotReader) -> None:
    """Report keyframes with more numbers than the joints have positions, or than there are actuators.

    MuJoCo adds zeros to shorter lists.
    """
    if reader.expansion.models or any(part.view.tag in _MADE for body in reader.world.walk() for part in body.parts):
        return
    drives = [each for section in model.sections("actuator") for each in section.children]
    counts = {"qpos": sum(each.sizes[0] for each in Keyframes(reader).slots), "ctrl": len(drives)}
    if any(each.tag in SEVERAL_INPUTS for each in drives):
        del counts["ctrl"]
    for item in (each for section in model.sections("keyframe") for each in section.children):
        for name, count in counts.items():
            numbers = numbers_of(item.element.peek(name) or "")
            if numbers is not None and len(numbers) > count:
                what = f"keyframe '{item.element.peek('name') or ''}': '{name}' has {len(numbers)} numbers"
                item.element.report(KEYFRAME, f"{what}, expected at most {count}; MuJoCo refuses the document", name)


def _named(item: Item) -> Iterator[tuple[str, str, str]]:
    """Yield the attributes that name a part, with its kind and its name."""
    for attribute, value in item.element.attributes.items():
        if attribute in _KINDS:
            yield attribute, _KINDS[attribute] or attribute, value
        elif attribute in _TYPED:
            kind = item.element.peek(_TYPED[attribute]) or ""
            yield attribute, _SAME.get(kind, kind), value


def _known(model: Model, reader: RobotReader) -> dict[str, set[str]]:
    """Return the names of all parts, by their kinds."""
    known: dict[str, set[str]] = {kind: set() for kind in ("joint", "geom", "site", "camera", "tendon", "actuator")}
    known["body"] = {"world"}
    for body in reader.world.walk():
        known["body"].add(body.name)
        for part in body.parts:
            kind = _SAME.get(part.view.tag, part.view.tag)
            if kind in known:
                known[kind].add(part.name)
    for each in (model, *reader.expansion.models):
        for kind in ("tendon", "actuator"):
            rows = (item.element.peek("name") or "" for section in each.sections(kind) for item in section.children)
            known[kind] |= {f"{each.prefix}{name}{suffix}" for name in rows for suffix in each.suffixes or ("",)}
    return known


_FULL_TURN = 2 * math.pi
_IMAGES = frozenset({".png", ".ktx"})
"""The images that MuJoCo 4.0 reads."""

_RANGES = (
    ("ctrlrange", "ctrllimited"),
    ("forcerange", "forcelimited"),
    ("actrange", "actlimited"),
    ("range", "limited"),
)


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report content whose effect in MuJoCo its author may not expect."""
    quiet = context.having(report=Report())
    document = open_document(source, quiet)
    model = model_of(document, quiet)
    reader = RobotReader(model, quiet)
    document.report = context.report
    for section in model.sections("default"):
        for item in section.walk():
            _class(item)
    _obsolete(model)
    bodies = [body for body in reader.world.walk() if body.view is not None]
    for body in bodies:
        _weighed(body, model)
    _angles(bodies, model)
    for tag in ("tendon", "actuator"):
        for item in (child for each in model.sections(tag) for child in each.children):
            _bounded(ClassedElement(item, model, kind_of(tag, item.tag), MAIN))
    check_references(model, reader)
    check_names(model, reader)
    check_keyframes(model, reader)


def _obsolete(model: Model) -> None:
    """Report values that MuJoCo 4.0 or a later version refuses; the reader reports elements and attributes."""
    for section in model.sections("compiler"):
        if section.element.peek("settotalmass") is not None:
            message = "MuJoCo 4.0 warns of 'settotalmass' of <compiler>, which later versions will refuse"
            section.element.report(OBSOLETE, message, "settotalmass")
    for section in model.sections("asset"):
        for item in section.children:
            file = item.element.peek("file") or ""
            is_image = item.tag == "texture" and file and item.element.peek("content_type") is None
            if is_image and PurePosixPath(file).suffix.lower() not in _IMAGES:
                message = f"texture '{file}' is neither PNG nor KTX, the only formats that MuJoCo 4.0 reads"
                item.element.report(OBSOLETE, message, "file")


def _class(item: Item) -> None:
    """Report a class that has defaults for several kinds of actuators."""
    kinds = [each.tag for each in item.children if each.tag in ACTUATORS]
    if item.tag == "default" and len(set(kinds)) > 1:
        name = item.element.peek("class") or "main"
        listed = ", ".join(f"<{each}>" for each in kinds)
        message = f"class '{name}' has {listed}, which share one entry: <{kinds[-1]}> resets what the others set"
        item.element.report(SHARED_DEFAULTS, message)


def _bounded(view: ClassedElement) -> None:
    """Report ranges of an actuator or a tendon that limit nothing, or that MuJoCo refuses."""
    for name, flag in _RANGES:
        bounded(view, name, flag)


def _weighed(body: Body, model: Model) -> None:
    """Report a body whose mass includes that of visual geoms."""
    settings = model.settings
    given = bool(body.of("inertial"))
    if body.view is None or settings.inertia == "false" or (given and settings.inertia == "auto"):
        return
    geoms = [each for each in body.of("geom") if _has_mass(each, settings.groups)]
    seen = [each for each in geoms if not touches(each.view)]
    if seen and len(seen) < len(geoms):
        names = ", ".join(f"'{each.name}'" if each.name else "one without a name" for each in seen[:3])
        message = f"body '{body.name}': its mass includes that of visual geoms: {names}"
        body.view.element.report(VISUAL_MASS, message, subject=f"link/{body.name}")


def _has_mass(part: Part, groups: tuple[int, int]) -> bool:
    view = part.view
    if view.peek("mass") is not None:
        return view.peek("mass") != "0"
    group = view.peek("group") or "0"
    is_weighed = not group.isdecimal() or groups[0] <= int(group) <= groups[1]
    return view.peek("density") != "0" and view.peek("type") != "plane" and is_weighed


def _angles(bodies: list[Body], model: Model) -> None:
    """Report ranges in degrees that look like radians."""
    if any(section.element.peek("angle") is not None for section in model.sections("compiler")):
        return
    ranges = list(_ranges(bodies))
    largest = max((abs(number) for _, row in ranges for number in row), default=0.0)
    if ranges and 0 < largest <= _FULL_TURN:
        part, row = ranges[0]
        shown = " ".join(f"{each:g}" for each in row)
        message = (
            f"joint '{part.name}': the range {shown} is in degrees, since <compiler> gives no angle; no range of "
            f"the document is above {largest:g}"
        )
        part.view.element.report(DEGREES, message)


def _ranges(bodies: list[Body]) -> Iterator[tuple[Part, tuple[float, ...]]]:
    """Yield the hinges with the numbers of their ranges."""
    for body in bodies:
        for part in body.of("joint"):
            text = part.view.peek("range")
            if text is not None and part.view.peek("type") in (None, "hinge"):
                try:
                    yield part, tokens.reals(text)
                except tokens.BadToken:
                    continue
