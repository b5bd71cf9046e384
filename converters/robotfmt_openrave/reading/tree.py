"""The tree of a body.

OpenRAVE counts the joints between each link and the first one, and takes the nearer end of a joint as its parent. Two
ends that no joints tie to the first link stay in the order of the document, and so does a joint that begins at
a static link.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.model import Joint

from .drafts import JointDraft, LinkDraft


def turned_joints(links: list[LinkDraft], joints: Iterable[JointDraft]) -> set[JointDraft]:
    """Return the joints whose second link is the parent."""
    joints = list(joints)
    depths = _depths(links, joints)
    found: set[JointDraft] = set()
    for joint in joints:
        first, second = depths.get(joint.first), depths.get(joint.second)
        is_nearer = first is not None and second is not None and second < first
        if is_nearer and not joint.first.link.static:
            found.add(joint)
    return found


def _depths(links: list[LinkDraft], joints: Iterable[JointDraft]) -> dict[LinkDraft, int]:
    """Return the number of joints between each link and the first one; links that no joints tie to it are left out."""
    near: dict[LinkDraft, list[LinkDraft]] = {each: [] for each in links}
    for joint in joints:
        near[joint.first].append(joint.second)
        near[joint.second].append(joint.first)
    found: dict[LinkDraft, int] = {}
    level, depth = links[:1], 0
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
