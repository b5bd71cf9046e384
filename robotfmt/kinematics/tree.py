"""The tree that joints make of links: iterative, linear in their number, and usable on broken robots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from ..model import Joint, Robot
from ..model.record import replace


def children(robot: Robot) -> dict[str, list[Joint]]:
    """The joints that hang on each link or frame, in order."""
    found: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        if joint.parent is not None:
            found.setdefault(joint.parent, []).append(joint)
    return found


def roots(robot: Robot) -> list[str]:
    """The links that are nobody's child, in order."""
    moved = {joint.child for joint in robot.joints}
    return [link.name for link in robot.links if link.name not in moved]


def downward(robot: Robot) -> Iterator[Joint]:
    """Every joint that a root leads to, each after the joint above it; children in the robot's order.

    A link with two parents is entered once, by the joint that comes first.
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


def links_downward(robot: Robot) -> Robot:
    """The robot with its links in the order in which one comes to them from its roots, each subtree together."""
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
    """The links that hang under themselves, and those that hang under such."""
    above: dict[str, list[str]] = {}
    for joint in joints:
        if joint.parent is not None and joint.child is not None:
            above.setdefault(joint.child, []).append(joint.parent)
    return in_rings(above)


def ring(robot: Robot) -> list[Joint]:
    """The joints of a ring in which links hang under themselves, from below upward; none where there is none."""
    stuck = under_rings(robot.joints)
    above = {joint.child: joint for joint in reversed(robot.joints) if {joint.child, joint.parent} <= stuck}
    walked: dict[str | None, int] = {}
    joints: list[Joint] = []
    link = next((joint.child for joint in robot.joints if joint.child in above), None)
    while link is not None and link not in walked:
        walked[link] = len(joints)
        joints.append(above[link])
        link = above[link].parent
    return joints[walked[link] :] if joints else []


def in_rings(needs: Mapping[str, Collection[str]]) -> set[str]:
    """The names that need themselves, by way of others or not, or need such: what is left without all the others."""
    waiting = {name: {each for each in others if each in needs} for name, others in needs.items()}
    users: dict[str, list[str]] = {}
    for name, others in waiting.items():
        for other in others:
            users.setdefault(other, []).append(name)
    free = [name for name, others in waiting.items() if not others]
    while free:
        done = free.pop()
        waiting.pop(done)
        for user in users.get(done, []):
            waiting[user].discard(done)
            if not waiting[user]:
                free.append(user)
    return set(waiting)


def ring_of(needs: Mapping[str, Collection[str]]) -> list[str]:
    """Names that need themselves, each by way of the next; none where there is no ring."""
    stuck = in_rings(needs)
    name = min(stuck, default=None)
    walked: dict[str, int] = {}
    while name is not None and name not in walked:
        walked[name] = len(walked)
        name = next(other for other in needs[name] if other in stuck)
    return list(walked)[walked[name] :] if name is not None else []
