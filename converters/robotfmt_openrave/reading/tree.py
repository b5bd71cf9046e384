"""The tree of a body: OpenRAVE finds it from the first link, and turns joints round whose second link is nearer."""

from __future__ import annotations

from collections.abc import Iterable

from .drafts import JointDraft, LinkDraft


def depths(links: list[LinkDraft], joints: Iterable[JointDraft]) -> dict[LinkDraft, int]:
    """Return the number of joints between each link and the first link of its part of the body."""
    near: dict[LinkDraft, list[LinkDraft]] = {each: [] for each in links}
    for joint in joints:
        near[joint.first].append(joint.second)
        near[joint.second].append(joint.first)
    found: dict[LinkDraft, int] = {}
    for root in links:
        if root in found:
            continue
        found[root] = 0
        level = [root]
        while level:
            behind = [other for each in level for other in near[each] if other not in found]
            level = list(dict.fromkeys(behind))
            found |= {each: found[root] + _step(found, near, each) for each in level}
    return found


def _step(found: dict[LinkDraft, int], near: dict[LinkDraft, list[LinkDraft]], link: LinkDraft) -> int:
    return 1 + min(found[each] for each in near[link] if each in found)
