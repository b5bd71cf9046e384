"""Write a body of Choreonoid. Each section is written next to where it is read.

Angles are in degrees in a document that was read with degrees and in version 2.0, else in radians, which are exact.
"""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.codes import PLACE_GONE
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Item, Tree, Word, compose
from robotfmt.documents.yaml.values import escape
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import Base, Link, Robot
from robotfmt.model.record import replace

from .document.layout import BodyLayout, spelt_as
from .document.places import addressed
from .document.spelling import respelt, snake
from .document.values import in_unit, write_pose
from .parts.elements import write_elements
from .parts.groups import write_groups
from .parts.joints import is_ratio, ratio_of, write_joint
from .parts.loops import write_loop
from .parts.masses import write_mass
from .parts.pairs import write_rules
from .parts.states import write_states
from .reader import FORMAT

_LISTS = ("extra_joints", "standard_pose", "preset_poses", "link_group")
"""The lists at the top that may have unrecognised content."""


class Document:
    """The tree of a body, and where the unrecognised content of its parts goes."""

    def __init__(self, tree: Tree, robot: Robot, paths: Mapping[str, str], counts: Mapping[str, int]) -> None:
        self.tree = tree
        extensions = addressed(robot.extensions, paths, counts)
        self.sources = {id(new): old for new, old in zip(extensions, robot.extensions, strict=True)}
        """The content as the robot has it."""
        self.robot = replace(robot, extensions=tuple(extensions))


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the body of a robot, adapted by :func:`robotfmt_choreonoid.adapt.adapt`."""
    made = document(robot, context.version)
    data, unplaced = compose(made.tree, made.robot, format="choreonoid")
    for each in unplaced:
        message = f"the place of {quoted(each.name)} in {quoted(made.sources[id(each)].place)} no longer exists"
        context.report.add(PLACE_GONE, message, each.origin)
    return {context.output: data}


def document(robot: Robot, version: str) -> Document:
    """Return the document of a robot, without its unrecognised content."""
    layout = robot.layout("choreonoid")
    degrees = version == "2.0" or (isinstance(layout, BodyLayout) and layout.degrees)
    camel_case = isinstance(layout, BodyLayout) and layout.camel
    writer = _Writer(robot)
    head: dict[str, Tree] = {
        "format": Word(FORMAT),
        "format_version": Word(version or "1.0"),
        "angle_unit": Word("degree" if degrees else "radian"),
    }
    tree = in_unit({**head, **writer.body()}, degrees)
    tree = respelt(tree) if camel_case else tree
    tree = spelt_as(layout.items, tree) if layout is not None else tree
    return Document(tree, robot, {**_top(tree), **writer.paths}, writer.counts)


def _top(tree: Tree) -> dict[str, str]:
    """Return the paths of the lists at the top in the spelling of the document, by their paths with underscores."""
    keys = tree if isinstance(tree, Mapping) else ()
    return {f"/{snake(key)}": f"/{key}" for key in keys if snake(key) in _LISTS}


class _Writer:
    """Makes the tree of a body, and notes where the content of its parts goes."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.above = joints_above(robot)
        self.virtual = {each.child_link: each for each in reversed(robot.virtual_joints)}
        self.starts = {each.joint: each for each in reversed(robot.default_positions)}
        self.ratios = {each.place: each.content for each in robot.extensions if is_ratio(each)}
        self.tracks = {each.place for each in robot.extensions if each.name == "joint_type"}
        self.paths: dict[str, str] = {}
        self.counts: dict[str, int] = {}

    def body(self) -> dict[str, Tree]:
        robot = self.robot
        root = next((each.name for each in robot.links if each.name not in self.above), None)
        loops = [write_loop(each) for each in robot.loops]
        return {
            "name": robot.name,
            "root_link": root,
            "links": [self._link(index, link, link.name == root) for index, link in enumerate(robot.links)],
            "extra_joints": loops or None,
            **write_states(robot),
            "link_group": write_groups(robot),
            "collision_detection_rules": write_rules(robot),
        }

    def _link(self, index: int, link: Link, is_root: bool) -> Tree:
        home, path = f"/links/{escape(link.name)}", f"/links/{index}"
        sensors = [each for each in self.robot.sensors if each.link == link.name]
        elements = write_elements(link, sensors)
        self.paths[home] = path
        self.paths |= {f"{home}/{place}": f"{path}{inner}" for place, inner in elements.places.items()}
        self.paths[f"{home}/elements"] = f"{path}/elements"
        self.counts[f"{home}/elements"] = len(elements.nodes)
        return {
            "name": link.name,
            **self._joint(link, is_root),
            **write_mass(link.inertial),
            "elements": Item(elements.nodes, optional=True),
        }

    def _joint(self, link: Link, is_root: bool) -> dict[str, Tree]:
        joint = self.above.get(link.name)
        if joint is None:
            pose = self.robot.pose if is_root else None
            return {**self._root(link, is_root), **write_pose(pose)}
        ratio = ratio_of(self.ratios.get(f"/links/{escape(link.name)}"))
        keys = write_joint(joint, self.starts.get(joint.name), ratio)
        if f"/links/{escape(link.name)}" in self.tracks:
            del keys["joint_type"]  # it is unrecognised content
        return {"parent": joint.parent, **write_pose(joint.pose_in_parent), **keys}

    def _root(self, link: Link, is_root: bool) -> dict[str, Tree]:
        """Return the joint between a link and the world; a link that gives none is fixed."""
        virtual = self.virtual.get(link.name)
        kind = virtual.type if virtual is not None else None
        if is_root and self.robot.base is not None:
            kind = self.robot.base.value
        return {
            "joint_name": virtual.name if virtual is not None and virtual.name != link.name else None,
            "joint_type": Word("free" if kind == Base.FLOATING.value else "fixed") if kind is not None else None,
        }
