"""Lengths that users give: in metres where there is no unit, and refused where millimetres must have been meant."""

from __future__ import annotations

from collections.abc import Mapping

from ..codes import USAGE
from ..errors import UsageError

_SHARE = 0.5
"""Of the diagonal of the largest link: no length is meant to be longer, unless its unit is said."""


class Metres(float):
    """A length whose unit was said: it is taken as given, however long it is."""

    __slots__ = ()


def refuse_too_long(name: str, length: float | None, diagonals: Mapping[str, float]) -> None:
    """Refuse a length without a unit that is longer than half the diagonal of the largest link that it concerns.

    Args:
        name: What the length is, such as ``tolerance``.
        length: In metres; None, or one whose unit was said, is as good as any.
        diagonals: Of the links that it concerns, in metres, by their names; that of a bare surface has an empty name.

    Raises:
        UsageError: It is longer.
    """
    if length is None or isinstance(length, Metres) or not diagonals:
        return
    largest = max(diagonals, key=lambda each: diagonals[each])
    size, which = diagonals[largest], f"link '{largest}'" if largest else "the surface"
    if 0 < size * _SHARE < length:
        message = (
            f"{name}: {length:g} has no unit and would be metres, more than half the diagonal of {which}"
            f" ({size:.3g} m), the largest that it concerns; did you mean {length:g}mm?"
        )
        metres = f"{length:g}m, in Python robotfmt.spheres.lengths.Metres"
        help = f"Write the unit: {length:g}mm, or if metres are meant {metres}."
        raise UsageError(USAGE, message, help=help)
