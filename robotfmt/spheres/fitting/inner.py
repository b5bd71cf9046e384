"""How many spheres a link on the mounting plane gets if the usual few would block what moves above it: enough small
ones that cover it, or else some that stay inside.

The latter let poses pass in which a link is in the layer that they leave uncovered. More of them are taken where fewer
poses pass then, as with a pedestal; on a plate that the arm nearly touches, more would be of no use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .budget import STILL

COVERING = (6, 12, 18, 24)
"""The numbers of spheres with which a link on the mounting plane is covered if the usual few reach far above it."""
FILLING = (3, 6, 9, 12)
"""The numbers of further spheres inside a link whose spheres leave a layer uncovered: UR5's socket for cables is in it,
and 4 % of the poses pass in which the upper arm touches it; with 9 more 0.4 %.
"""
_LOST = 0.1
"""The share of poses free by the usual number of spheres that may collide; UR5's base has 0.06."""
_FEW = 0.01
"""The share up to which spheres are taken in any case; from there on more are tried."""
_WORTH = 0.75
"""The share that must be left of the one before for more spheres to be taken."""
_MOST = 24
"""The largest number of spheres inside a link: of the poses of fixtures/arm6, 10 % collide with one, 0.3 % with 22."""
_Made = TypeVar("_Made")


def with_cover(fit: Callable[[int], _Made], serves: Callable[[_Made], bool], most: int = COVERING[-1]) -> _Made | None:
    """Return what has the fewest spheres that cover a link and serve; None if it needs more than some number.

    Args:
        fit: Fits a number of spheres that cover the link.
        serves: Returns False for spheres that block what moves above them.
        most: The largest number.
    """
    made = (fit(count) for count in COVERING if count <= most)
    return next(filter(serves, made), None)


def filled(fit: Callable[[int], _Made], passing: Callable[[_Made], float], most: int = FILLING[-1]) -> _Made | None:
    """Return what has the fewest further spheres in the layer at the mounting plane with which hardly a pose passes
    that collides, or as few as possible; None if none are needed, or they are of no use.
    """
    share = passing(fit(0))
    best, least = None, _WORTH * share
    for count in FILLING:
        if share <= _FEW or count > most:
            break
        made = fit(count)
        share = passing(made)
        if share <= least:
            best, least = made, share
    return best


def with_inner(fit: Callable[[int], _Made], passing: Callable[[_Made], float], is_usual: bool = True) -> _Made | None:
    """Return what has spheres inside some links, as few as are worth their number; None if too many poses pass.

    Args:
        fit: Fits a number of spheres inside each of the links.
        passing: Returns the share of the poses free by these spheres in which the shapes collide; see
            :meth:`robotfmt.spheres.measuring.poses.ShapesInPoses.passing`.
        is_usual: False if the number of spheres is given, so that it stays.
    """
    count, best = STILL, fit(STILL)
    share = first = passing(best)
    while is_usual and share > _FEW and 2 * count <= _MOST:
        count *= 2
        more = fit(count)
        left = passing(more)
        if left > _WORTH * share:
            break
        best, share = more, left
    return best if share <= _FEW or first <= _LOST else None
