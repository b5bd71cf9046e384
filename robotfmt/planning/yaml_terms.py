"""Common elements of planners' YAML: names of links and joints, spheres, pairs of links."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..adapting.sphere_sets import together
from ..codes import BAD_WORD, DANGLING, MISSING_VALUE, NOT_CONTROLLABLE, STATE_OUTSIDE
from ..diagnostics import Suggestions, quoted
from ..documents.yaml.compose import Item, Tree
from ..documents.yaml.document import Entry, Mapping, Scalar, Sequence, Value
from ..documents.yaml.lines import comment
from ..model import (
    CollisionSphere,
    FrameSpheres,
    IgnoredPair,
    Joint,
    JointType,
    Limits,
    RemoveMimic,
    Robot,
)

# Ignored pairs
#
# A mapping has a list of other links for each link. A reason is written as a comment after the second link, or after
# the first one for all of its pairs without one.


def line_of_braces(value: Value | None) -> int | None:
    """Return the line on which the braces of a mapping open, if it has any: a comment there belongs to the whole
    mapping.
    """
    if isinstance(value, Mapping) and value.entries and value.column < value.entries[0].name.column:
        return value.line
    return None


def reason_beside(name: Scalar, opening: int | None) -> str | None:
    """Take the comment after a name, unless it belongs to the whole mapping, whose braces open on the same line."""
    return (name.take_comment() or None) if name.line != opening else None


def as_comment(reason: str | None) -> str | None:
    """Return a reason as it reads back from a comment."""
    return comment(reason or "")[1:].strip() or None


def write_pairs(pairs: Iterable[IgnoredPair]) -> Tree:
    """Return a list for each frame, with the reasons as comments."""
    found: dict[str, list[IgnoredPair]] = {}
    for pair in pairs:
        found.setdefault(pair.first, []).append(pair)
    return {first: _write_list(each) for first, each in found.items()}


def _write_list(pairs: list[IgnoredPair]) -> Tree:
    reasons = {pair.reason for pair in pairs}
    if len(reasons) == 1:
        return Item([pair.second for pair in pairs], beside=reasons.pop() or "")
    return [Item(pair.second, beside=pair.reason or "") for pair in pairs]


# Common elements

_ROUNDING = 1e-9


class Mentions:
    """The names of links and joints in a document, checked at the end, when the whole robot is known."""

    def __init__(self) -> None:
        self._links: list[Scalar] = []
        self._joints: list[Scalar] = []
        self._positions: list[tuple[Scalar, float]] = []
        self._suggestions = Suggestions()

    def link(self, name: Scalar) -> str:
        """Note the name of a link or of an added frame."""
        self._links.append(name)
        return name.source

    def joint(self, name: Scalar) -> str:
        """Note the name of a joint that must be independent."""
        self._joints.append(name)
        return name.source

    def position(self, name: Scalar, position: float) -> None:
        """Note the given position of a joint."""
        self._positions.append((name, position))

    def check(self, robot: Robot) -> None:
        """Report undefined names, joints that are not independent, and positions outside the limits.

        Args:
            robot: The robot as a whole; without links nothing is reported.
        """
        if not robot.links:
            return
        freed = {each.joint for each in robot.modifiers if isinstance(each, RemoveMimic)}
        for name in self._links:
            if name.source not in robot.frame_names and name.source not in robot.carried_names:
                self._unknown(name, "link or added frame", robot.frame_names)
        for name in self._joints:
            joint = robot.joint_by_name.get(name.source)
            if joint is not None:
                _check_joint(name, joint, freed)
            elif name.source not in robot.carried_names:
                self._unknown(name, "joint", robot.joint_by_name)
        for name, position in self._positions:
            _check_position(name, position, robot.joint_by_name.get(name.source))

    def _unknown(self, name: Scalar, kind: str, known: Iterable[str]) -> None:
        hint = self._suggestions.hint(name.source, known)
        name.report(DANGLING, f"the {kind} {quoted(name.source)} does not exist{hint}")


def _check_joint(name: Scalar, joint: Joint, freed: Collection[str]) -> None:
    if joint.type is JointType.FIXED:
        name.report(NOT_CONTROLLABLE, f"the joint {quoted(joint.name)} is fixed")
    elif joint.coupling is not None and joint.name not in freed:
        name.report(NOT_CONTROLLABLE, f"the joint {quoted(joint.name)} mimics another one")


def _check_position(name: Scalar, position: float, joint: Joint | None) -> None:
    if joint is None or joint.axis is None or joint.type is JointType.CONTINUOUS:
        return
    limits = joint.axis.hard or Limits()
    below = limits.lower is not None and position < limits.lower - _ROUNDING
    above = limits.upper is not None and position > limits.upper + _ROUNDING
    if below or above:
        limit = limits.lower if below else limits.upper
        side = "below the lower" if below else "above the upper"
        name.report(STATE_OUTSIDE, f"{position:g} is {side} limit {limit:g} of {quoted(name.source)}")


# Lists of names


def names_in(value: Value | None, what: str) -> list[Scalar] | None:
    """Take a list of names; None without one, or if an item is not a name: then nothing is taken."""
    if value is None or value.is_null:
        if value is not None:
            value.take()
        return None
    if not isinstance(value, Sequence):
        value.report(BAD_WORD, f"{what} must be a list of names, not {value.kind}")
        return None
    found: list[Scalar] = []
    for item in value.items:
        if not isinstance(item, Scalar) or item.is_null:
            item.report(BAD_WORD, f"{what} must be a list of names, but contains {item.kind}")
            return None
        found.append(item)
    value.take_all()
    return found


# Spheres


def read_frames(entries: Iterable[Entry], names: Mentions, opening: int | None = None) -> tuple[FrameSpheres, ...]:
    """Take the spheres of each frame, with the remark in its comment; those of a repeated frame are combined.

    Args:
        entries: Lists of spheres by frame names.
        names: The object that notes the names.
        opening: As for :func:`robotfmt.planning.yaml_terms.reason_beside`.
    """
    found: dict[str, FrameSpheres] = {}
    for entry in entries:
        spheres = _spheres(entry.value)
        if spheres is not None:
            name, remark = names.link(entry.name), reason_beside(entry.name, opening) if spheres else None
            frame = FrameSpheres(origin=entry.origin, frame=name, spheres=spheres, remark=remark)
            other = found.get(frame.frame)
            found[frame.frame] = frame if other is None else together(other, frame)
    return tuple(found.values())


def _spheres(value: Value) -> tuple[CollisionSphere, ...] | None:
    if value.is_null:
        value.take()
        return ()
    if not isinstance(value, Sequence):
        value.report(BAD_WORD, f"the spheres of a link must be a list, not {value.kind}")
        return None
    value.take()
    return tuple(sphere for item in value.items if (sphere := _sphere(item)) is not None)


def _sphere(item: Value) -> CollisionSphere | None:
    if not isinstance(item, Mapping):
        item.report(BAD_WORD, f"a sphere must be a mapping, not {item.kind}")
        return None
    item.take()
    for key in ("center", "radius"):
        if item.get(key) is None:
            item.report(MISSING_VALUE, f"the sphere has no '{key}'")
    return CollisionSphere(origin=item.origin, center=item.vector("center"), radius=item.number("radius"))


def write_frames(frames: Iterable[FrameSpheres]) -> dict[str, Tree]:
    """Return the mapping that :func:`read_frames` reads."""
    return {each.frame: _write_frame(each) for each in frames}


def _write_frame(frame: FrameSpheres) -> Tree:
    spheres: list[Tree] = [{"center": sphere.center, "radius": sphere.radius} for sphere in frame.spheres]
    return Item(spheres, beside=as_comment(frame.remark) or "")


# Pairs


def read_pairs(value: Value | None, names: Mentions) -> tuple[IgnoredPair, ...]:
    """Take the pairs of a mapping from links to lists of links; those of a repeated link are combined.

    This is the form that :func:`robotfmt.planning.yaml_terms.write_pairs` writes.
    """
    found: dict[str, list[IgnoredPair]] = {}
    if value is not None and value.is_empty:
        value.take()
    elif value is not None and not isinstance(value, Mapping):
        value.report(BAD_WORD, f"the pairs must be a mapping, not {value.kind}")
    if not isinstance(value, Mapping):
        return ()
    value.take()
    opening = line_of_braces(value)
    for entry in value.entries:
        seconds = names_in(entry.value, f"the ignored frames of {quoted(entry.key)}")
        if seconds is None and not entry.value.taken:
            continue
        pairs = found.setdefault(names.link(entry.name), [])
        common = reason_beside(entry.name, opening) if seconds else None
        for name in seconds or ():
            reason = reason_beside(name, opening) or common
            second = names.link(name)
            pairs.append(IgnoredPair(origin=name.origin, first=entry.key, second=second, reason=reason))
    return tuple(pair for pairs in found.values() for pair in pairs)
