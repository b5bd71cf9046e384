"""Which links are adjacent, and which joints move two links against each other.

Adjacent links are never looked at for collisions, and planners do not check them. So the definition is narrow: one link
is the ancestor of the other, no link with shape is between them, and at most one joint on the way moves. MoveIt calls
more links adjacent: links without shape are transparent to it, so that the two arms on a torso without shape are, too,
and can then collide without any warning. Here siblings, and links with two moving joints between them, are pairs like
any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ..kinematics.freedom import degrees_of_freedom
from ..kinematics.tree import downward, roots
from ..model import Geometry, Joint, Link, Purpose, Robot
from ..model.semantics import pair_of


def adjacent_pairs(robot: Robot, solid: Collection[str]) -> set[frozenset[str]]:
    """Return the pairs of links with shapes that are adjacent.

    The joint that closes a loop connects as any other moving joint does: the links at its two ends are adjacent. Where
    an end has no shape, the nearest link with shape above it that it is fixed to counts.

    Args:
        robot: Its joints connect the links.
        solid: The links that have shapes, as :func:`links_with_shapes` returns them.
    """
    above = {joint.child: joint for joint in downward(robot) if joint.child is not None}
    found = {pair_of(link, other) for link in solid for other in _up(link, above, solid, 1)}
    for loop in robot.loops:
        ends = [
            link if link in solid else next(_up(link, above, solid, 0), None)
            for link in (loop.parent, loop.child)
            if link is not None
        ]
        found.add(frozenset(link for link in ends if link is not None))
    return {pair for pair in found if len(pair) == 2}


def _up(link: str, above: dict[str, Joint], solid: Collection[str], moving: int) -> Iterator[str]:
    """Yield the nearest link with shape above a link, if no more than so many joints on the way to it move."""
    while link in above and above[link].parent is not None:
        joint = above[link]
        moving -= degrees_of_freedom(joint) > 0
        link = joint.parent or ""
        if moving < 0:
            return
        if link in solid:
            yield link
            return


def links_with_shapes(robot: Robot, *, visuals: bool) -> set[str]:
    """Return the links that can touch others of the robot.

    Args:
        robot: Its links' geometry counts.
        visuals: Whether a link without shapes for collisions counts by its visual ones.
    """
    return {
        name
        for name, link in robot.link_by_name.items()
        if link.enabled is not False and geometries_of(link, visuals)
    }


def geometries_of(link: Link, visuals: bool) -> list[Geometry]:
    """Return the geometry of a link that counts when a robot is checked against itself."""
    against_itself: Collection[Purpose] = (Purpose.COLLISION, Purpose.SELF)
    shapes = [each for each in link.collisions if each.purpose in against_itself]
    return list(link.visuals) if visuals and not link.collisions else shapes


def ways_of(robot: Robot) -> Ways:
    """Return the ways between the links that the first root of a robot leads to."""
    top = roots(robot)
    above: dict[str, tuple[Joint, ...]] = {top[0]: ()} if top else {}
    for joint in downward(robot):
        way = above.get(joint.parent or "")
        if way is not None and joint.child is not None:
            above[joint.child] = (*way, joint)
    return Ways(above)


@dataclass(frozen=True, slots=True)
class Ways:
    """The joints on the way from one link to another in the tree."""

    _above: Mapping[str, tuple[Joint, ...]]
    """The joints from the root down to each link."""

    def reach(self, link: str) -> bool:
        """Return True if the first root leads to a link."""
        return link in self._above

    def between(self, one: str, other: str) -> tuple[tuple[Joint, ...], tuple[Joint, ...]]:
        """Return the joints from the last link above both down to each of them."""
        first, second = self._above[one], self._above[other]
        common = 0
        while common < min(len(first), len(second)) and first[common] is second[common]:
            common += 1
        return first[common:], second[common:]
