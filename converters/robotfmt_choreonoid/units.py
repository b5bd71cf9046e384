"""Angles on their way into a document: marked until the unit of the document is applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from robotfmt.documents import tokens
from robotfmt.documents.yaml.compose import Item, Tree, Word
from robotfmt.model import AxisAngle


class Angle(float):
    """An angle in radians, to be written in the unit of the document."""

    __slots__ = ()

    @classmethod
    def of(cls, value: float | None) -> Angle | None:
        """Return an angle, if there is one."""
        return cls(value) if value is not None else None


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
