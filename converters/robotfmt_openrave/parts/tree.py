"""The tree of a body.

OpenRAVE counts the joints between each link and the first one, and takes the nearer end of a joint as its parent. Two
ends that no joints tie to the first link stay in the order of the document, and so does a joint that begins at
a static link.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from robotfmt.model import Joint

from .drafts import JointDraft, LinkDraft

_L = TypeVar("_L", bound=Hashable)


def turned_joints(links: list[LinkDraft], joints: Iterable[JointDraft]) -> set[JointDraft]:
    """Return the joints whose second link is the parent."""
    joints = list(joints)
    depths = depths_of(links, [(each.first, each.second) for each in joints])
    return {each for each in joints if is_turned(depths, each.first, each.second) and not each.first.link.static}


def is_turned(depths: Mapping[_L, int], first: _L, second: _L) -> bool:
    """Return True if the second end of a joint is nearer to the first link than its first end is."""
    return first in depths and second in depths and depths[second] < depths[first]


def depths_of(links: Sequence[_L], ends: Iterable[tuple[_L, _L]]) -> dict[_L, int]:
    """Return the number of joints between each link and the first one; links that no joints tie to it are left out.

    Args:
        links: The links.
        ends: The two ends of each joint.
    """
    near: dict[_L, list[_L]] = {each: [] for each in links}
    for first, second in ends:
        near[first].append(second)
        near[second].append(first)
    found: dict[_L, int] = {}
    level, depth = [*links[:1]], 0
    while level:
        found |= dict.fromkeys(level, depth)
        depth += 1
        level = list(dict.fromkeys(other for each in level for other in near[each] if other not in found))
    return found


def split(root: str, joints: Iterable[Joint]) -> tuple[list[Joint], list[Joint]]:
    """Return the joints of the tree, and those that close loops.

    A joint closes a loop if its child is held already, or is the root, or if other joints tie its two ends.
    """
    tree: list[Joint] = []
    loops: list[Joint] = []
    held = {root}
    leader: dict[str, str] = {}

    def tied(name: str) -> str:
        while name in leader:
            name = leader[name]
        return name

    for joint in joints:
        parent, child = joint.parent or "", joint.child or ""
        if child in held or tied(parent) == tied(child):
            loops.append(joint)
            continue
        held.add(child)
        leader[tied(child)] = tied(parent)
        tree.append(joint)
    return tree, loops
