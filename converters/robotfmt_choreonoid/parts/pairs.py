"""Which links are checked against one another: ``collision_detection_rules``, or the older ``collisionDetection``.

``BodyCollisionLinkFilter.cpp`` is the reference. Rules apply in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Mapping
from robotfmt.kinematics.colliding import with_joined_pairs
from robotfmt.model import CheckedPair, IgnoredPair, Joint, JointType, Link, Origin, Robot, UncheckedLink
from robotfmt.model.record import replace

from ..document.mappings import Part
from ..document.values import whole

_Keys = frozenset[str]
_ALL = "all"
_OLDER = ("exclude_tree_depth", "exclude_link_groups", "exclude_links")


@dataclass(slots=True)
class Pairs:
    """The pairs and links that rules leave out, in order."""

    ignored: dict[_Keys, IgnoredPair] = field(default_factory=dict)
    unchecked: dict[str, UncheckedLink] = field(default_factory=dict)
    checked: dict[_Keys, CheckedPair] = field(default_factory=dict)
    by_default: bool = False
    """True if the body has no rules: links that a joint connects are left out then."""


class _Rules:
    """Applies rules, one after the other."""

    def __init__(self, links: Iterable[Link], joints: Iterable[Joint]) -> None:
        self.names = [each.name for each in links]
        self.joints = tuple(joints)
        self.pairs = Pairs()

    def disable_pairs(self, pairs: Iterable[tuple[str, str]], at: Origin) -> None:
        for first, second in pairs:
            key = frozenset((first, second))
            self.pairs.checked.pop(key, None)
            self.pairs.ignored.setdefault(key, IgnoredPair(origin=at, first=first, second=second))

    def enable_pairs(self, pairs: Iterable[tuple[str, str]], at: Origin) -> None:
        for first, second in pairs:
            key = frozenset((first, second))
            self.pairs.ignored.pop(key, None)
            if not self.pairs.unchecked.keys().isdisjoint(key):
                self.pairs.checked[key] = CheckedPair(origin=at, first=first, second=second)

    def disable_links(self, names: Iterable[str], at: Origin) -> None:
        for name in names:
            self.pairs.unchecked.setdefault(name, UncheckedLink(origin=at, link=name))

    def enable_links(self, names: Iterable[str], at: Origin) -> None:
        wanted = set(names)
        for name in wanted:
            self.pairs.unchecked.pop(name, None)
        for key in [key for key in self.pairs.ignored if not wanted.isdisjoint(key)]:
            del self.pairs.ignored[key]

    def near(self, depth: int) -> list[tuple[str, str]]:
        return near(self.names, self.joints, depth)


def near(names: list[str], joints: Iterable[Joint], depth: int) -> list[tuple[str, str]]:
    """Return the pairs of links with at most that many joints between them, none of them free, in link order."""
    beside: dict[str, list[str]] = {}
    for joint in joints:
        if joint.parent is not None and joint.child is not None and joint.type is not JointType.FLOATING:
            beside.setdefault(joint.parent, []).append(joint.child)
            beside.setdefault(joint.child, []).append(joint.parent)
    place = {name: index for index, name in enumerate(names)}
    found: list[tuple[str, str]] = []
    for name in names:
        reached, edge = {name}, [name]
        for _ in range(min(depth, len(names))):
            edge = [each for last in edge for each in beside.get(last, ()) if each not in reached]
            reached.update(edge)
        later = (each for each in reached if place.get(each, -1) > place[name])
        found += [(name, each) for each in sorted(later, key=place.__getitem__)]
    return found


def read_pairs(top: Part, links: Iterable[Link], joints: Iterable[Joint]) -> Pairs:
    """Return what the rules of a body leave out; of the two forms the newer one counts, and the other is kept."""
    rules = _Rules(links, joints)
    older = top.get("collision_detection")
    if top.get("collision_detection_rules") is not None:
        for index, rule in enumerate(top.parts("collision_detection_rules")):
            rule.at_home(f"/collision_detection_rules/{index}")
            _rule(rule, rules)
        if isinstance(older, Mapping) and not any(Part(older, top.scope).get(key) for key in _OLDER):
            older.take()
        return rules.pairs
    if isinstance(older, Mapping):
        older.take()
        _older(Part(older, top.scope), rules)
    rules.pairs.by_default = not isinstance(older, Mapping)
    return rules.pairs


def _rule(part: Part, rules: _Rules) -> None:
    at = part.origin
    for key, change in (("disabled", rules.disable_pairs), ("enabled", rules.enable_pairs)):
        _of_group(part, f"{key}_link_group", change, at)
        depth = part.whole(f"{key}_link_chain_level")
        if depth is not None:
            change(rules.near(depth), at)
    if part.text_of("disabled_links") == _ALL:
        part.text("disabled_links")
        rules.disable_links(rules.names, at)
    else:
        rules.disable_links(part.names("disabled_links"), at)
    rules.enable_links(part.names("enabled_links"), at)


def _of_group(part: Part, key: str, change: Callable[[Iterable[tuple[str, str]], Origin], None], at: Origin) -> None:
    change(combinations(part.names(key), 2), at)


def _older(part: Part, rules: _Rules) -> None:
    depth = part.whole("exclude_tree_depth")
    rules.disable_pairs(rules.near(1 if depth is None else depth), part.origin)
    for group in part.parts("exclude_link_groups"):
        group.at_home("")
        rules.disable_pairs(combinations(group.names("links"), 2), group.origin)
    rules.disable_links(part.names("exclude_links"), part.origin)


# Writing


def write_rules(robot: Robot) -> Tree:
    """Return the rules that :func:`read_pairs` reads: near links by their distance, and the others pair by pair."""
    names = [each.name for each in robot.links]
    wanted = {each.links: (each.first, each.second) for each in robot.ignored_pairs}
    depth, covered = 0, frozenset[_Keys]()
    while depth < len(names):
        more = frozenset(map(frozenset, near(names, robot.joints, depth + 1)))
        if more == covered or not more <= wanted.keys():
            break
        depth, covered = depth + 1, more
    rules: list[Tree] = [{"disabled_link_chain_level": whole(depth)}] if depth else []
    rules += [{"disabled_link_group": list(pair)} for key, pair in wanted.items() if key not in covered]
    if robot.unchecked_links:
        rules.append({"disabled_links": [each.link for each in robot.unchecked_links]})
    rules += [{"enabled_link_group": [each.first, each.second]} for each in robot.checked_pairs]
    return rules or None


def with_neighbours(robot: Robot) -> Robot:
    """Return the robot with the pairs that a joint connects, if it has rules: without any, Choreonoid ignores them."""
    has_rules = robot.ignored_pairs or robot.unchecked_links or robot.checked_pairs
    return with_joined_pairs(robot) if has_rules else robot


def with_supported_pairs(robot: Robot) -> Robot:
    """Return the robot with the checked pairs that are exceptions of unchecked links, without their reasons; others are
    checked anyway.
    """
    unchecked = {each.link for each in robot.unchecked_links}
    exceptions = (each for each in robot.checked_pairs if not unchecked.isdisjoint(each.links))
    checked = tuple(replace(each, reason=None) for each in exceptions)
    keys = {each.links for each in checked}
    ignored = tuple(each for each in robot.ignored_pairs if each.links not in keys)
    if (checked, ignored) == (robot.checked_pairs, robot.ignored_pairs):
        return robot
    return replace(robot, checked_pairs=checked, ignored_pairs=ignored)
