"""Remove parts of a robot, with everything that refers to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from .. import codes
from ..adapting.frames import links_of_frames
from ..diagnostics import Fate, Report
from ..facts import PLACE
from ..facts.difference import Difference
from ..model import Extension, Robot
from ..model.record import Record, replace
from ..model.renaming import fields_with_names, given_names, names_in, with_names
from .foreign import is_inside, referred_to, report_possible_references
from .naming import report_parameters
from .placement import Placement
from .tracing import Verdict, keys_in, mark_of

_WHOLES = {
    "groups": ("links", "joints", "chains", "groups"),
    "states": ("values",),
    "cspace": ("joints",),
    "sphere_sets": ("frames", "clones"),
    "transmissions": ("joints",),
    "controllers": ("joints",),
}
"""Kinds of nodes that are removed once all their parts are removed."""
_THE_ROBOT = ("links", "joints", "frames")
"""Parts that are removed on request."""
_ON_PURPOSE = ("materials", "extensions", "tool frame")
"""Fields whose elements are removed only together with the requested parts."""
_FOLLOWING = (("dof index",), ("active",))
"""Facts of a joint whose existence depends on other facts."""


def beside(robot: Robot, kept: Collection[str]) -> dict[str, set[str]]:
    """Return the names, by kind, of links and frames not fixed to some links, and of their joints."""
    frames = {name for name, (link, _) in links_of_frames(robot).items() if link in kept}
    gone = {name for name in robot.frame_names if name not in kept and name not in frames}
    joints = {joint.name for joint in (*robot.joints, *robot.loops) if joint.parent in gone or joint.child in gone}
    return {"link": gone, "joint": joints}


class Leaving:
    """Remove parts of a robot with everything that refers to them, and give the reason for each change.

    A group, a state and the like lose only references to removed parts, and are removed when nothing remains.
    """

    def __init__(self) -> None:
        self._gone: dict[str, set[str]] = {}
        self._tops: dict[int, tuple[str, object]] = {}
        """The field of the robot that contains each node, and the element of that field, by the node's key."""
        self._placement = Placement()

    def without(self, robot: Robot, gone: dict[str, set[str]], report: Report) -> Robot:
        """Return the robot without parts of given names, by kind.

        Args:
            robot: The robot before.
            gone: The names of the parts.
            report: Where unrecognised content that may use the names is reported.
        """
        self._gone, left = _all_gone(robot, {kind: set(names) for kind, names in gone.items()})
        self._tops = _tops(robot)
        left = _without_spare_materials(robot, left)
        left = replace(left, extensions=tuple(_extensions(robot.extensions, self._gone, report)))
        report_parameters(left, self._gone, report)
        return self._placement.done(left, robot)

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        fact, path = difference.before, difference.path
        if path[:1] == PLACE:
            return self._placement.judge(difference)
        if path[2:] in _FOLLOWING or (fact is None and path[0] == "material"):
            return Verdict(codes.LEFT_OUT, fate=Fate.CHANGED)
        if fact is None:
            return None
        mark = mark_of(fact.origin)
        field, node = self._tops.get(mark.key, ("", None)) if mark is not None else (path[0], None)
        if field in _ON_PURPOSE and difference.after is None:
            return Verdict(codes.LEFT_OUT)
        if field in _THE_ROBOT and difference.after is None and _pruned(field, node, self._gone) is None:
            return Verdict(codes.LEFT_OUT)
        return self._verdict(field, node) if node is not None else None

    def _verdict(self, field: str, node: object) -> Verdict | None:
        names = [(kind, name) for kind, name in _names(node) if name in self._gone.get(kind, ())]
        if not names:
            return None
        is_whole = _pruned(field, node, self._gone) is None
        if is_whole and names == _names(node):
            return Verdict(codes.LEFT_OUT)
        return _verdict(field, node, [name for _, name in names], is_whole)


def _all_gone(robot: Robot, gone: dict[str, set[str]]) -> tuple[dict[str, set[str]], Robot]:
    """Return given names with those of all parts that depend on them, and the robot without all of these parts."""
    given = given_names(robot)
    while True:
        left = _left(robot, gone)
        now = given_names(left)
        new = {kind: set(names) - set(now.get(kind, ())) for kind, names in given.items()}
        if all(names <= gone.get(kind, set()) for kind, names in new.items()):
            return gone, left
        gone = {kind: gone.get(kind, set()) | new.get(kind, set()) for kind in {*gone, *new}}


def _tops(robot: Robot) -> dict[int, tuple[str, object]]:
    found: dict[int, tuple[str, object]] = {}
    for field in Robot.field_types:
        value = getattr(robot, field)
        for node in value if isinstance(value, tuple) else (value,):
            found |= dict.fromkeys(keys_in(node), (field, node))
    return found


def _left(robot: Robot, gone: dict[str, set[str]]) -> Robot:
    changes: dict[str, object] = {}
    for field in fields_with_names(Robot):
        value = getattr(robot, field)
        if isinstance(value, tuple):
            changes[field] = tuple(new for each in value if (new := _pruned(field, each, gone)) is not None)
        elif value is not None:
            changes[field] = _pruned(field, value, gone)
    return replace(robot, **changes)


def _pruned(field: str, node: object, gone: dict[str, set[str]]) -> object:
    """Return a node without removed parts, itself if it has none; None if it is removed with them."""
    if not isinstance(node, Record):
        return None if node in gone.get("link", ()) else node
    new = with_names(node, lambda kind, name: None if name in gone.get(kind, ()) else name)
    parts = _WHOLES.get(field, ())
    if new is not None and new is not node and parts and not any(getattr(new, each) for each in parts):
        return None
    return new


def _without_spare_materials(before: Robot, after: Robot) -> Robot:
    """Remove materials that only removed links used."""
    unworn = _materials_of_shapes(before) - _materials_of_shapes(after)
    if not unworn:
        return after
    return replace(after, materials=tuple(each for each in after.materials if each.name not in unworn))


def _materials_of_shapes(robot: Robot) -> set[str | None]:
    shapes = (each for link in robot.links for each in (*link.visuals, *link.collisions))
    return {each.material.name for each in shapes if each.material is not None}


# Reports


def _names(node: object) -> list[tuple[str, str]]:
    return names_in(node) if isinstance(node, Record) else [("link", str(node))]


def _verdict(field: str, node: object, gone: list[str], is_whole: bool) -> Verdict:
    """Describe a node that is removed with others, or that continues without them."""
    node_name = getattr(node, "name", None)
    names = list(dict.fromkeys(name for name in gone if name != node_name))
    named = ", ".join(f"'{name}'" for name in names[:3]) + (", ..." if len(names) > 3 else "")
    name = node_name or "/".join(name for _, name in _names(node)[:2])
    what = f"{_word(field)} '{name}'" if field not in ("cspace", "world_collision") else _word(field)
    if is_whole:
        return Verdict(codes.DROPPED, f"{what} refers to {named}")
    if field in ("joints", "loops"):
        return Verdict(codes.DROPPED, f"{what} no longer follows {named}")
    return Verdict(codes.LEFT_OUT, f"{what}: without {named}")


def _word(field: str) -> str:
    """Return the singular of a field name, for messages."""
    plural = field.replace("_", " ")
    return f"{plural[:-3]}y" if plural.endswith("ies") else plural.removesuffix("s")


def _extensions(extensions: Iterable[Extension], gone: dict[str, set[str]], report: Report) -> Iterator[Extension]:
    for each in extensions:
        certain, others, possible = referred_to(each, gone)
        if not is_inside(each, gone) and not (certain and not others):
            report_possible_references(each, dict.fromkeys((*certain, *possible)), report)
            yield each
