"""A document of ours as OpenRAVE goes through it: from the scene by its binds down to every axis and every link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from collada_schema import HOME, core, tag_of
from lxml import etree

Element = etree._Element


class Written:
    """The elements of a written document that binds and references are about."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.ids = {str(each.get("id")): each for each in core(root) if each.get("id") is not None}
        self.model = self.one("library_kinematics_models/kinematics_model")
        self.common = self.model.find(f"{HOME}technique_common")
        self.scene = self.one("scene/instance_kinematics_scene")
        assert self.common is not None

    def one(self, path: str) -> Element:
        """The only element at a path."""
        (found,) = self.all(path)
        return found

    def all(self, path: str, start: Element | None = None) -> list[Element]:
        """The elements at a path of tags; ``//tag`` finds those at any depth."""
        steps = path.removeprefix("//").split("/")
        inside = "/".join(HOME + step for step in steps)
        return (self.root if start is None else start).findall(f".//{inside}" if path[0] == "/" else inside)

    def axes(self) -> dict[str, Element]:
        """Every axis of every joint, by the sids of both: ``joint0/axis0``."""
        joints = self.all("joint", self.common)
        return {
            f"{joint.get('sid')}/{axis.get('sid')}": axis
            for joint in joints
            for axis in joint
            if tag_of(axis) in ("revolute", "prismatic")
        }

    def at_end_of(self, parameter: str) -> str:
        """What a parameter of the kinematics scene stands for in the end: ``kmodel0_inst/joint0/axis0``."""
        for instance in ("kinematics_scene/instance_articulated_system", *_INSTANCES):
            values = {each.get("sid"): each.findtext(f"{HOME}SIDREF") for each in self.all(f"//{instance}/newparam")}
            system, _, parameter = (values[parameter] or "").partition("/")
            assert tag_of(self.ids[system]) == "articulated_system"
        return parameter

    def target(self, path: str) -> Element:
        """The element that a path of an id and sids leads to, each at any depth below the last."""
        first, *steps = path.split("/")
        found = self.ids[first]
        for step in steps:
            (found,) = [each for each in core(found) if each.get("sid") == step and each is not found]
        return found


_INSTANCES = ("motion/instance_articulated_system", "kinematics/instance_kinematics_model")


def unbound(written: Written) -> Iterator[str]:
    """Axes that are not bound to the transform that moves in the node of their link, or have no information."""
    bound = {
        written.at_end_of(bind.findtext(f"{HOME}axis/{HOME}param") or ""): bind
        for bind in written.all("bind_joint_axis", written.scene)
    }
    hanging = _hanging(written)
    infos = {each.get("axis"): each for each in written.all("//kinematics/technique_common/axis_info")}
    motions = {each.get("axis") for each in written.all("//motion/technique_common/axis_info")}
    for name, axis in written.axes().items():
        bind = bound.get(f"kmodel0_inst/{name}")
        if bind is None or bind.find(f"{HOME}value/{HOME}float") is None:
            yield f"{name} is not bound"
            continue
        moved = written.target(str(bind.get("target")))
        if tag_of(moved) != {"revolute": "rotate", "prismatic": "translate"}[tag_of(axis)]:
            yield f"{name} moves a {tag_of(moved)}"
        node, link = moved.getparent(), hanging.get(name.partition("/")[0])
        if node is not None and link is not None and node.get("name") != link.get("name"):
            yield f"{name} moves {node.get('name')}"
        info = infos.get(f"kmodel0/{name}")
        if info is None or f"body0_kinematics/{info.get('sid')}" not in motions:
            yield f"{name} has no information"


def _hanging(written: Written) -> dict[str, Element]:
    """The link below each joint of the tree, by the joint's sid."""
    return {
        str(attachment.get("joint")).rpartition("/")[2]: link
        for attachment in written.all("//attachment_full")
        for link in attachment
        if tag_of(link) == "link"
    }


def repeated(written: Written) -> list[str]:
    """Ids that stand twice, and names and sids that two links, two joints or two nodes have."""
    ids = [f"id {each.get('id')}" for each in core(written.root) if each.get("id") is not None]
    found = list(ids)
    for tag in ("link", "joint", "node"):
        parts = [each for each in core(written.root) if tag_of(each) == tag]
        for name in ("name", "sid"):
            found += [f"{tag} {name} {each.get(name)}" for each in parts if tag != "node" or each.get("sid")]
    return [name for name, count in Counter(found).items() if count > 1]


def dangling(written: Written) -> list[str]:
    """References between the elements that stand for the robot that lead nowhere."""
    found = []
    for element in core(written.root):
        for name in ("url", "target", "parent", "source"):
            value = element.get(name) or ""
            if value.startswith("#") and value[1:] not in written.ids:
                found.append(f"{tag_of(element)} {name}={value}")
    return found
