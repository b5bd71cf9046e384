"""Find names of an MJCF document that are given twice or that nothing has, and keyframes of another size."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.diagnostics import Severity

from ..codes import KEYFRAME, REPEATED_NAME, UNKNOWN_NAME
from ..document.model import Model
from ..document.tree import Item
from ..document.views import numbers_of
from ..parts.robots import RobotReader
from ..parts.states import SEVERAL_INPUTS, Keyframes

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
_NAMED = ("joint", "freejoint", "geom", "site", "camera", "light")
"""Parts of bodies, of which MuJoCo refuses two of one kind and name."""
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
    """Report elements of the sections, bodies, and parts of bodies with the name of another one of their kind."""
    for tag in (*_SECTIONS, "keyframe"):
        taken: set[tuple[str, str]] = set()
        for item in (child for section in model.sections(tag) for child in section.children):
            kind_and_name = item.tag if tag == "contact" else tag, item.element.peek("name") or ""
            if kind_and_name[1] and kind_and_name in taken:
                _repeated(item, "keyframe" if tag == "keyframe" else kind_and_name[0])
            taken.add(kind_and_name)
    bodies: set[str] = set()
    for body in reader.world.walk():
        name = body.view.element.peek("name") if body.view is not None and not body.is_copy else None
        if name in bodies and body.view is not None:
            _repeated(body.view.item, "body")
        bodies |= {name} if name else set()
    parts: set[tuple[str, str]] = set()
    for part in (part for body in reader.world.walk() for part in body.of(*_NAMED)):
        kind, name = _SAME.get(part.view.tag, part.view.tag), part.view.element.peek("name")
        if part.is_copy or not name:
            continue
        if (kind, name) in parts:
            _repeated(part.view.item, kind)
        parts.add((kind, name))


def _repeated(item: Item, kind: str) -> None:
    name = item.element.peek("name") or ""
    message = f"<{item.tag}> '{name}': another {kind} has the same name; MuJoCo refuses the document"
    item.element.report(REPEATED_NAME, message, "name")


def check_keyframes(model: Model, reader: RobotReader) -> None:
    """Report keyframes with another number of positions than the joints, or of controls than there are actuators."""
    if reader.expansion.models or any(part.view.tag in _MADE for body in reader.world.walk() for part in body.parts):
        return
    drives = [each for section in model.sections("actuator") for each in section.children]
    counts = {"qpos": sum(each.sizes[0] for each in Keyframes(reader).slots), "ctrl": len(drives)}
    if any(each.tag in SEVERAL_INPUTS for each in drives):
        del counts["ctrl"]
    for item in (each for section in model.sections("keyframe") for each in section.children):
        for name, count in counts.items():
            numbers = numbers_of(item.element.peek(name) or "")
            if numbers is None or len(numbers) == count:
                continue
            what = f"keyframe '{item.element.peek('name') or ''}': '{name}' has {len(numbers)} numbers"
            if len(numbers) > count:
                item.element.report(KEYFRAME, f"{what}, expected at most {count}; MuJoCo refuses the document", name)
            else:
                message = f"{what}, expected {count}; MuJoCo adds zeros"
                item.element.report(KEYFRAME, message, name, severity=Severity.WARNING)


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
