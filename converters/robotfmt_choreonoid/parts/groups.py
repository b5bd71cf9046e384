"""Groups of links, in groups: ``link_group``."""

from __future__ import annotations

from robotfmt.codes import BAD_WORD
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Mapping, Scalar
from robotfmt.model import Group, Robot
from robotfmt.model.record import replace

from ..document.mappings import Part


def read_groups(top: Part) -> tuple[Group, ...]:
    """Return the groups; links in none of them are left in the ledger."""
    found: list[Group] = []
    top.at_home("/link_group", "link_group")
    _members(top, "link_group", found)
    return tuple(found)


def _members(part: Part, key: str, found: list[Group]) -> tuple[list[str], list[str]]:
    """Return the links and the groups in a list; add the groups in them."""
    links: list[str] = []
    groups: list[str] = []
    for each in part.items(key):
        if isinstance(each, Scalar):
            if key == "links":
                links.append(each.text())
        elif isinstance(each, Mapping):
            each.take()
            groups.append(_group(Part(each, part.scope), found))
        else:
            each.refuse(BAD_WORD, f"{quoted(each.path)}: expected a link or a group, got {each.kind}")
    return links, groups


def _group(part: Part, found: list[Group]) -> str:
    group = Group(origin=part.origin, name=part.text("name") or "")
    index = len(found)
    found.append(group)
    links, groups = _members(part, "links", found)
    found[index] = replace(group, links=tuple(links), groups=tuple(groups))
    return group.name


# Writing


def write_groups(robot: Robot) -> Tree:
    """Return the list that :func:`read_groups` reads."""
    known = {each.name: each for each in robot.groups}
    inner = {name for each in robot.groups for name in each.groups}
    return [_written(each, known) for each in robot.groups if each.name not in inner] or None


def _written(group: Group, known: dict[str, Group]) -> Tree:
    return {
        "name": group.name,
        "links": [*group.links, *(_written(known[name], known) for name in group.groups)],
    }


def with_supported_groups(robot: Robot) -> Robot:
    """Return the robot with groups of links, each in one other group at most, and without empty ones."""
    groups: list[Group] = []
    known = {each.name: each for each in robot.groups}
    taken: set[str] = set()

    def add(group: Group) -> bool:
        if group.name in taken:
            return False
        taken.add(group.name)
        index = len(groups)
        groups.append(group)
        inner = tuple(name for name in group.groups if name in known and add(known[name]))
        groups[index] = replace(group, joints=(), chains=(), groups=inner)
        return True

    named = {name for each in robot.groups for name in each.groups}
    for each in (*(each for each in robot.groups if each.name not in named), *robot.groups):
        add(each)
    return robot if tuple(groups) == robot.groups else replace(robot, groups=tuple(groups))
