"""The tree of links and joints: iterative, linear in their number, and usable on broken robots; how its base is
connected to the world.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter

from .. import codes
from ..errors import UsageError
from ..model import Base, Joint, JointType, Pose, Robot, compose
from ..model.joint import leaders
from ..model.record import replace

# The tree


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
    with suppress(CycleError):  # after the error, the sorter still gives every name that depends on no cycle
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


# The base

WORLD = "world"
"""The name of a root link that is the world itself."""


def base_of(robot: Robot) -> Base | None:
    """Return how the first root link of a robot is connected to the world; None if no document gives it.

    A robot gives it directly, by being static, by a root link that is static or called ``world``, or by a virtual joint
    of its root link (SRDF).
    """
    if robot.base is not None:
        return robot.base
    if robot.simulation is not None and robot.simulation.static:
        return Base.FIXED
    static = {each.name for each in robot.links if each.static or each.name == WORLD}
    if not robot.virtual_joints and not static:
        return None
    # A document that only adds to a robot names its root link in a virtual joint.
    tops = roots(robot)[:1] if robot.links else [each.child_link for each in robot.virtual_joints]
    if not static.isdisjoint(tops):
        return Base.FIXED
    kinds = {each.value: each for each in Base}
    found = (kinds.get(each.type.strip().lower()) for each in robot.virtual_joints if each.child_link in tops)
    return next(found, None)


# Above and below a link


def links_below(robot: Robot, root: str) -> set[str]:
    """Return a link and all its descendants."""
    below, found, pending = children(robot), {root}, [root]
    while pending:
        for joint in below.get(pending.pop(), ()):
            if joint.child is not None and joint.child not in found:
                found.add(joint.child)
                pending.append(joint.child)
    return found


def fixed_to(robot: Robot, root: str) -> set[str]:
    """Return the links that no joint moves relative to a root, itself included."""
    found = {root}
    for joint in downward(robot):
        if joint.type is JointType.FIXED and joint.parent in found and joint.child is not None:
            found.add(joint.child)
    return found


def ways(robot: Robot, root: str, tips: Sequence[str]) -> set[str]:
    """Return the links on the paths from a link down to others.

    Raises:
        UsageError: One of them is not below the link.
    """
    above = joints_above(robot)
    found = {root}
    for tip in tips:
        name, way = tip, dict[str, None]()
        while name not in found:
            joint = above.get(name)
            if joint is None or joint.parent is None or name in way:
                raise UsageError(codes.NO_SUCH_PART, f"'{tip}' is not below '{root}'")
            way[name] = None
            name = joint.parent
        found.update(way)
    return found


def joints_above(robot: Robot) -> dict[str, Joint]:
    """Return for each link its parent joint; the first one if there are several."""
    return {joint.child: joint for joint in reversed(robot.joints) if joint.child is not None}


def joints_over(robot: Robot, end: str, bases: Collection[str]) -> tuple[list[str], str]:
    """Return the names of the joints above a link or a frame, upwards to a base or a root, and the link there."""
    above, link = joints_above(robot), end
    frames = {frame.name: frame.parent for frame in robot.frames}
    while link in frames and link not in robot.link_by_name:
        link = frames[link]
    found: list[str] = []
    while link in above and link not in bases and above[link].name not in found:
        found.append(above[link].name)
        link = above[link].parent or ""
    return found, link
