"""Numbers and poses to be written; angles are marked until the unit of the document is applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from robotfmt.documents import tokens
from robotfmt.documents.yaml.compose import Item, Tree, Word
from robotfmt.model import AxisAngle, Pose, axis_angles_of


class Angle(float):
    """An angle in radians, to be written in the unit of the document."""

    __slots__ = ()


def whole(value: float | None) -> Word | None:
    """Return a whole number without a point, if there is one."""
    return Word(int(value)) if value is not None else None


def in_unit(tree: Tree, degrees: bool) -> Tree:
    """Return a tree with all its angles in degrees or in radians."""
    match tree:
        case Item():
            return replace(tree, value=in_unit(tree.value, degrees))
        case Angle():
            return tokens.degrees(tree) if degrees else float(tree)
        case str():
            return tree
        case Mapping():
            return {key: in_unit(each, degrees) for key, each in tree.items()}
        case Sequence():
            return [in_unit(each, degrees) for each in tree]
    return tree


def write_turns(turns: Sequence[AxisAngle]) -> Tree:
    """Return a ``rotation``: one axis with its angle, or a list of them."""
    rows = [(*turn.axis, Angle(turn.angle)) for turn in turns]
    return rows[0] if len(rows) == 1 else rows or None


def write_pose(pose: Pose | None, suffix: str = "") -> dict[str, Tree]:
    """Return the ``translation`` and ``rotation`` of a pose."""
    if pose is None:
        return {}
    return {
        f"translation{suffix}": pose.position,
        f"rotation{suffix}": write_turns(axis_angles_of(pose.rotation).turns),
    }
