"""Drake's elements in URDF and SDF: the same ones, with the value as an attribute in URDF and as the text in SDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..adapting import spell_out_pairs, with_pairs_of_links
from ..documents.xml.nodes import Node, canonical, indent, is_element, make, subtree
from ..model import Extension, ExtensionKind, Robot
from ..model.record import replace
from ..model.renaming import free_name

URI = "http://drake.mit.edu"
PREFIX = f"{{{URI}}}"
FILTER, ACCELERATION = f"{PREFIX}collision_filter_group", f"{PREFIX}acceleration"
OF_ACTUATORS = frozenset(f"{PREFIX}{name}" for name in ("gear_ratio", "rotor_inertia", "controller_gains"))
"""Elements of an actuator in URDF, and of a joint in SDF."""
_ATTRIBUTES = {"member": "link", "ignored_collision_filter_group": "name", "member_group": "name"}
"""The attributes that have the value in URDF, by the name of the element; ``value`` for all others."""


def with_filters(robot: Robot, format: str, place: str, depth: int) -> Robot:
    """Return a robot whose ignored pairs are groups of links that pass through each other in Drake.

    Pairs that groups of the document exclude already need no other ones, so a second call adds nothing.

    Args:
        robot: The robot.
        format: The format of the document: ``urdf`` or ``sdf``.
        place: The place of the groups in it.
        depth: The number of elements around the groups, for their indentation.
    """
    if not (robot.ignored_pairs or robot.unchecked_links):
        return robot
    plain = with_pairs_of_links(spell_out_pairs(robot))
    known = [
        _Group(each) for each in robot.extensions if (each.format, each.place, each.name) == (format, place, FILTER)
    ]
    groups = _filter_groups(plain, known, depth)
    if format == "sdf":
        groups = [replace(each, content=as_sdf(each.content)) for each in groups]
    placed = (replace(each, format=format, place=place) for each in groups)
    return replace(plain, ignored_pairs=(), extensions=(*robot.extensions, *placed))


class _Group:
    """A group of links of a document: its name, its links, and the names of the groups that they pass through."""

    def __init__(self, extension: Extension) -> None:
        root = subtree(as_urdf(extension.content), None)
        self.name = root.get("name", "")
        self.links = self._named(root, "member", "link")
        self.groups = self._named(root, "member_group", "name")
        self.ignored = self._named(root, "ignored_collision_filter_group", "name")

    @staticmethod
    def _named(root: Node, tag: str, attribute: str) -> set[str]:
        return {each.get(attribute, "") for each in root if each.tag == f"{PREFIX}{tag}"}


def _excluded(groups: Iterable[_Group]) -> set[frozenset[str]]:
    """Return the pairs of links that groups exclude. Groups of groups are left to Drake."""
    members = {each.name: each.links for each in groups if not each.groups}
    return {
        frozenset((one, other))
        for each in groups
        for ignored in each.ignored
        for one in members.get(each.name, ())
        for other in members.get(ignored, ())
    }


def _filter_groups(robot: Robot, known: Sequence[_Group], depth: int) -> list[Extension]:
    """Return groups of URDF, a link each, for the ignored pairs of links that the known groups do not exclude."""
    excluded = _excluded(known)
    others: dict[str, dict[str, None]] = {}
    for pair in robot.ignored_pairs:
        if pair.links not in excluded:
            others.setdefault(pair.first, {})[pair.second] = None
            others.setdefault(pair.second, {})
    taken = {*robot.frame_names, *(each.name for each in robot.all_joints)}  # in SDF all share one scope
    taken |= {each.name for each in known}
    names: dict[str, str] = {}
    for link in others:
        names[link] = free_name(f"{link}_filter", taken | {*names.values()})
    return [_group(link, names, ignored, depth) for link, ignored in others.items()]


def _group(link: str, names: Mapping[str, str], ignored: Iterable[str], depth: int) -> Extension:
    node = subtree(f'<drake:collision_filter_group xmlns:drake="{URI}"/>', None)
    node.set("name", names[link])
    node.append(make(f"{PREFIX}member", {"link": link}))
    node.extend([make(f"{PREFIX}ignored_collision_filter_group", {"name": names[each]}) for each in ignored])
    indent(node, depth)
    return Extension(format="urdf", place="", kind=ExtensionKind.ELEMENT, name=FILTER, content=canonical(node, None))


def is_drakes(extension: Extension) -> bool:
    """Return True for an element or an attribute of Drake."""
    return extension.name.startswith(PREFIX)


def as_sdf(content: str) -> str:
    """Return an element of a URDF as SDF has it."""
    return _changed(content, _with_text)


def as_urdf(content: str) -> str:
    """Return an element of an SDF as URDF has it."""
    return _changed(content, _with_attribute)


def _changed(content: str, change: Callable[[Node, str], None]) -> str:
    root = subtree(content, None)
    for node in filter(is_element, root.iter()):
        name = str(node.tag)
        if name.startswith(PREFIX) and not len(node):
            change(node, _ATTRIBUTES.get(name.removeprefix(PREFIX), "value"))
    return canonical(root, None)


def _with_text(node: Node, attribute: str) -> None:
    if list(node.attrib) == [attribute]:
        node.text = node.attrib.pop(attribute)


def _with_attribute(node: Node, attribute: str) -> None:
    text = (node.text or "").strip()
    if text and not node.attrib:
        node.set(attribute, text)
        node.text = None
