"""The tree of links and joints: iterative, linear in their number, and usable on broken robots."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter

from ..model import Joint, Pose, Robot, compose
from ..model.joint import leaders
from ..model.record import replace


def children(robot: Robot) -> dict[str, list[Joint]]:
    """Return the child joints of each link or frame, in order."""
    found: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        if joint.parent is not None:
            found.setdefault(joint.parent, []).append(joint)
    return found


def roots(robot: Robot) -> list[str]:
    """Return the links without a parent joint, in order."""
    moved = {joint.child for joint in robot.joints}
    return [link.name for link in robot.links if link.name not in moved]


def downward(robot: Robot) -> Iterator[Joint]:
    """Yield every joint below a root, each after its parent joint; children in the robot's order.

    A link with two parents is visited once, through its first joint.
    """
    below = children(robot)
    seen = set(roots(robot))
    pending = [joint for root in reversed(roots(robot)) for joint in reversed(below.get(root, []))]
    while pending:
        joint = pending.pop()
        if joint.child is None or joint.child in seen:
            continue
        seen.add(joint.child)
        yield joint
        pending.extend(reversed(below.get(joint.child, [])))


def poses_at_zero(robot: Robot) -> dict[str, Pose]:
    """Return the pose of each link in its root, with all joints at zero; the roots first.

    Links in or below a cycle are left out.
    """
    poses = dict.fromkeys(roots(robot), Pose())
    for joint in downward(robot):
        assert joint.parent is not None
        assert joint.child is not None
        poses[joint.child] = compose(poses[joint.parent], joint.pose_at_zero)
    return poses


def with_leaders(robot: Robot, joints: Iterable[Joint]) -> tuple[Joint, ...]:
    """Return joints of the tree, and those that they follow, in the robot's order."""
    found, pending = set[str](), [joint.name for joint in joints]
    while pending:
        name = pending.pop()
        if name not in found and name in robot.joint_by_name:
            found.add(name)
            pending += leaders(robot.joint_by_name[name])
    return tuple(joint for joint in robot.joints if joint.name in found)


def links_downward(robot: Robot) -> Robot:
    """Return the robot with its links sorted from the roots down, each subtree together."""
    below: dict[str, list[str]] = {root: [] for root in roots(robot)}
    top = {root: root for root in below}
    for joint in downward(robot):
        assert joint.parent is not None
        assert joint.child is not None
        top[joint.child] = top[joint.parent]
        below[top[joint.child]].append(joint.child)
    order = [name for root, names in below.items() for name in (root, *names)]
    place = {name: number for number, name in enumerate(order)}
    return replace(robot, links=tuple(sorted(robot.links, key=lambda link: place.get(link.name, len(place)))))


def under_rings(joints: Iterable[Joint]) -> set[str]:
    """Return the links in or below a cycle."""
    above: dict[str, list[str]] = {}
    for joint in joints:
        if joint.parent is not None and joint.child is not None:
            above.setdefault(joint.child, []).append(joint.parent)
    return in_rings(above)


def ring(robot: Robot) -> list[Joint]:
    """Return the joints of a cycle of links, from the bottom up; empty if there is no cycle."""
    stuck = under_rings(robot.joints)
    above = {joint.child: joint for joint in reversed(robot.joints) if {joint.child, joint.parent} <= stuck}
    start = next((joint.child for joint in robot.joints if joint.child in above), None)
    walked = _walked_ring(start, lambda link: above[link].parent)
    return [above[link] for link in walked]


def in_rings(needs: Mapping[str, Collection[str]]) -> set[str]:
    """Return the names that depend on themselves, directly or indirectly, or on such names."""
    sorter = TopologicalSorter({name: [each for each in others if each in needs] for name, others in needs.items()})
    with suppress(CycleError):  # it still gives all names that no ring is in the way of
        sorter.prepare()
    stuck = set(needs)
    while ready := sorter.get_ready():
        stuck.difference_update(ready)
        sorter.done(*ready)
    return stuck


def ring_of(needs: Mapping[str, Collection[str]]) -> list[str]:
    """Return a cycle of names, each depending on the next; empty if there is no cycle."""
    stuck = in_rings(needs)
    return _walked_ring(min(stuck, default=None), lambda name: next(other for other in needs[name] if other in stuck))


def _walked_ring(start: str | None, following: Callable[[str], str | None]) -> list[str]:
    """Return the names that repeat when following one to the next."""
    walked: dict[str, int] = {}
    name = start
    while name is not None and name not in walked:
        walked[name] = len(walked)
        name = following(name)
    return list(walked)[walked[name] :] if name is not None else []
