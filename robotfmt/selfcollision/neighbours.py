"""Adjacent links, and the joints that move two links relative to each other.

Adjacent links are never checked for collisions, neither here nor by planners. So the definition is narrow: one link
is the ancestor of the other, no link with a shape is between them, and at most one joint on the way moves. MoveIt has
more adjacent links: it ignores links without shape, so the two arms on a torso without a shape are adjacent too, and
can then collide without any warning. Here siblings, and links with two moving joints between them, are ordinary
pairs.
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

    The joint that closes a loop connects like any other moving joint: the links at its two ends are adjacent. An end
    without shape is replaced by its nearest ancestor with a shape that it is fixed to.

    Args:
        robot: The robot whose joints connect the links.
        solid: The links with shapes, as returned by :func:`links_with_shapes`.
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
    """Yield the nearest link with a shape above a link, if at most a number of joints on the way to it move."""
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
        robot: The robot with the links.
        visuals: True to use the visual geometry of a link without collision geometry.
    """
    return {
        name for name, link in robot.link_by_name.items() if link.enabled is not False and geometries_of(link, visuals)
    }


def geometries_of(link: Link, visuals: bool) -> list[Geometry]:
    """Return the geometry of a link for self-collisions."""
    against_itself: Collection[Purpose] = (Purpose.COLLISION, Purpose.SELF)
    shapes = [each for each in link.collisions if each.purpose in against_itself]
    return list(link.visuals) if visuals and not link.collisions else shapes


def ways_of(robot: Robot) -> Ways:
    """Return the paths between the links below the first root of a robot."""
    top = roots(robot)
    above: dict[str, tuple[Joint, ...]] = {top[0]: ()} if top else {}
    for joint in downward(robot):
        way = above.get(joint.parent or "")
        if way is not None and joint.child is not None:
            above[joint.child] = (*way, joint)
    return Ways(above)


@dataclass(frozen=True, slots=True)
class Ways:
    """The joints on the path from one link to another in the tree."""

    _above: Mapping[str, tuple[Joint, ...]]
    """The joints from the root down to each link."""

    def reach(self, link: str) -> bool:
        """Return True if a link is below the first root."""
        return link in self._above

    def between(self, one: str, other: str) -> tuple[tuple[Joint, ...], tuple[Joint, ...]]:
        """Return the joints from the last common ancestor of two links down to each of them."""
        first, second = self._above[one], self._above[other]
        common = 0
        while common < min(len(first), len(second)) and first[common] is second[common]:
            common += 1
        return first[common:], second[common:]
