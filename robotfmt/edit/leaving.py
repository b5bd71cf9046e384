"""Leaving parts of a robot out, with everything that refers to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from .. import codes
from ..diagnostics import Report
from ..model import Extension, Node, Origin, Robot
from ..model.record import Record, is_row, replace
from ..names import fields_with_names, given_names, names_in, with_names
from .foreign import is_inside, referred_to, tell_loose
from .frames import links_of_frames

_WHOLES = {
    "groups": ("links", "joints", "chains", "groups"),
    "states": ("values",),
    "cspace": ("joints",),
    "sphere_sets": ("frames", "clones"),
    "transmissions": ("joints",),
    "controllers": ("joints",),
}
"""What is nothing once all its parts are left out."""
_THE_ROBOT = ("links", "joints", "frames", "materials")
"""What is left out on purpose."""


def with_links(robot: Robot, kept: Collection[str], report: Report | None = None) -> Robot:
    """The robot with some of its links only, and with what refers to no others."""
    return without(robot, beside(robot, kept), report)


def beside(robot: Robot, kept: Collection[str]) -> dict[str, set[str]]:
    """The names, by kind, of the links and frames that are none of some links nor fixed to them, and their joints."""
    frames = {name for name, (link, _) in links_of_frames(robot).items() if link in kept}
    gone = {name for name in robot.frame_names if name not in kept and name not in frames}
    joints = {
        joint.name for joint in (*robot.joints, *robot.loops) if joint.parent in gone or joint.child in gone
    }
    return {"link": gone, "joint": joints}


def without(robot: Robot, gone: dict[str, set[str]], report: Report | None = None) -> Robot:
    """The robot without parts of some names, by kind, and without what refers to them.

    Of groups, states and the like only what refers to them is left out, until nothing is left. Everything that is left
    out beside links, joints and frames is reported.
    """
    report = report if report is not None else Report()
    gone = {kind: set(names) for kind, names in gone.items()}
    given = given_names(robot)
    while True:
        left = _left(robot, gone)
        now = given_names(left)
        new = {kind: set(names) - set(now.get(kind, ())) for kind, names in given.items()}
        if all(names <= gone.get(kind, set()) for kind, names in new.items()):
            break
        gone = {kind: gone.get(kind, set()) | new.get(kind, set()) for kind in {*gone, *new}}
    left = _without_spare_materials(robot, left)
    _tell(robot, gone, report)
    return replace(left, extensions=tuple(_extensions(robot.extensions, gone, report)))


def _left(robot: Robot, gone: dict[str, set[str]]) -> Robot:
    changes: dict[str, object] = {}
    for field in fields_with_names(Robot):
        value = getattr(robot, field)
        if is_row(value):
            changes[field] = tuple(new for each in value if (new := _pruned(field, each, gone)) is not None)
        elif value is not None:
            changes[field] = _pruned(field, value, gone)
    return replace(robot, **changes)


def _pruned(field: str, node: object, gone: dict[str, set[str]]) -> object:
    """A node without what is gone, itself if there is nothing of it in there; None if it is gone with it."""
    if not isinstance(node, Record):
        return None if node in gone.get("link", ()) else node
    new = with_names(node, lambda kind, name: None if name in gone.get(kind, ()) else name)
    parts = _WHOLES.get(field, ())
    if new is not None and new is not node and parts and not any(getattr(new, each) for each in parts):
        return None
    return new


def _without_spare_materials(before: Robot, after: Robot) -> Robot:
    """Materials that only links wore that are left out go with them."""
    unworn = _worn(before) - _worn(after)
    if not unworn:
        return after
    return replace(after, materials=tuple(each for each in after.materials if each.name not in unworn))


def _worn(robot: Robot) -> set[str | None]:
    shapes = (each for link in robot.links for each in (*link.visuals, *link.collisions))
    return {each.material.name for each in shapes if each.material is not None}


# Telling


def _tell(robot: Robot, gone: dict[str, set[str]], report: Report) -> None:
    outside: Counter[str] = Counter()
    for field in fields_with_names(Robot):
        value = getattr(robot, field)
        for node in value if is_row(value) else (value,) if value is not None else ():
            new = _pruned(field, node, gone)
            if new is node or (new is None and field in _THE_ROBOT):
                continue
            if new is None and all(name in gone.get(kind, ()) for kind, name in _names(node)):
                outside[field] += 1
                continue
            _tell_node(field, node, new is None, gone, report)
    for field, count in outside.items():
        what = field.replace("_", " ") if count > 1 else _word(field)
        report.add(codes.LEFT_OUT, f"{count} {what} of what is left out")


def _names(node: object) -> list[tuple[str, str]]:
    return names_in(node) if isinstance(node, Record) else [("link", str(node))]


def _tell_node(field: str, node: object, whole: bool, gone: dict[str, set[str]], report: Report) -> None:
    own = getattr(node, "name", None)
    names = [name for kind, name in _names(node) if name in gone.get(kind, ()) and name != own]
    names = list(dict.fromkeys(names))
    said = ", ".join(f"'{name}'" for name in names[:3]) + (", ..." if len(names) > 3 else "")
    name = own or "/".join(name for _, name in _names(node)[:2])
    what = f"{_word(field)} '{name}'" if field not in ("cspace", "world_collision") else _word(field)
    at: Origin | None = node.origin if isinstance(node, Node) else None
    if whole:
        report.add(codes.DROPPED, f"{what} refers to {said}", at, subject=f"{_word(field)}/{name}")
    elif field in ("joints", "loops"):
        report.add(codes.DROPPED, f"{what} follows {said} no more", at, subject=f"{_word(field)}/{name}")
    else:
        report.add(codes.LEFT_OUT, f"{what}: without {said}", at)


def _word(field: str) -> str:
    """One of what a field of the robot holds."""
    plural = field.replace("_", " ")
    return f"{plural[:-3]}y" if plural.endswith("ies") else plural.removesuffix("s")


def _extensions(
    extensions: Iterable[Extension], gone: dict[str, set[str]], report: Report
) -> Iterator[Extension]:
    for each in extensions:
        certain, others, loose = referred_to(each, gone)
        if is_inside(each, gone) or (certain and not others):
            what = f"'{each.name}'" if each.name else "a text"
            report.add(codes.LEFT_OUT, f"{what} of what is left out", each.origin)
        else:
            tell_loose(each, dict.fromkeys((*certain, *loose)), report)
            yield each
