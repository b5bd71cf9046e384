"""Nodes of a visual scene: their poses and geometry."""

from __future__ import annotations

from dataclasses import dataclass, field

from robotfmt.documents.tokens import written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Joint, Motion, Pose, Robot, compose, inverse

from ..document.addresses import Index
from ..document.claims import claim
from ..document.transforms import TAGS, Placed, full_pose, read_placed, write_pose
from .body import Ids, LinkDraft


@dataclass(slots=True, eq=False)
class NodeDraft:
    """A node of a visual scene, with its pose."""

    element: Element
    own: Placed
    """The pose in the parent node with all joints at zero."""
    placed: Placed
    """The pose in the world, with the scales of all ancestors."""
    parent: NodeDraft | None
    children: list[NodeDraft] = field(default_factory=list)
    owner: LinkDraft | None = None

    @property
    def world(self) -> Pose:
        """The pose in the world, with all joints at zero."""
        return self.placed.pose

    @property
    def above(self) -> list[NodeDraft]:
        """The ancestors, the nearest first."""
        found: list[NodeDraft] = []
        here = self.parent
        while here is not None:
            found.append(here)
            here = here.parent
        return found


def read_node(index: Index, element: Element, parent: NodeDraft | None, moved: set[Element]) -> NodeDraft:
    """Return a node with the product of its transforms; those that an axis moves count as identities."""
    claim(element)
    still = [child for child in element.children if child not in moved]
    for child in element.children:
        if child in moved:
            claim(child).take_text()
    for child in still:
        if child.tag in TAGS:
            claim(child)
    above = parent.placed if parent is not None else Placed(Pose())
    # One transform for each node: only rotations of the same node may be joined to a sequence.
    transform = read_placed(still, index.unit(element))
    return NodeDraft(element=element, own=transform, placed=_in(above, transform), parent=parent)


def within(node: NodeDraft, above: NodeDraft | None) -> Pose:
    """Return the pose of a node in one of its ancestors, or in the world.

    It is not computed from the poses in the world, which are far less exact if a scene is far from its origin.
    """
    row = [node, *node.above]
    if above is None:
        return node.world
    if above not in row or above.placed.stretch is not None:
        return compose(inverse(above.world), node.world)
    placed = Placed(Pose())
    for each in reversed(row[: row.index(above)]):
        placed = _in(placed, each.own)
    return placed.pose


def _in(above: Placed, inner: Placed) -> Placed:
    if above.stretch is None:
        return Placed(compose(above.pose, inner.pose), inner.stretch)
    return above.then(inner)


def write_nodes(robot: Robot, ids: Ids, shapes: dict[str, list[Node]]) -> Node:
    """Return a node for each link of a robot, nested like the links, with the transforms of its joint first.

    The node around them has the pose of the robot, as in OpenRAVE's documents.
    """
    hanging = {joint.child: joint for joint in reversed(robot.joints)}
    nodes = {
        link.name: make(
            "node",
            {"id": node_id(ids, link.name), "sid": node_sid(ids, link.name), "name": link.name},
            *(_joint_steps(hanging[link.name], ids) if link.name in hanging else []),
            *shapes.get(link.name, []),
        )
        for link in robot.links
    }
    top = make("node", {"id": ids.visual, "sid": ids.visual, "name": robot.name}, *write_pose(robot.pose))
    for link in robot.links:
        joint = hanging.get(link.name)
        above = nodes.get(joint.parent or "") if joint is not None else None
        (above if above is not None else top).append(nodes[link.name])
    for joint in robot.loops:
        # No geometry is attached to this node, but the scene refers to each joint by the transform of a node.
        if joint.parent in nodes:
            nodes[joint.parent].append(make("node", {"name": joint.name}, *_joint_steps(joint, ids)))
    return top


def node_id(ids: Ids, link: str) -> str:
    """Return the id of a link's node."""
    return f"{ids.nodes}{ids.links[link]}"


def node_sid(ids: Ids, link: str) -> str:
    """Return the sid of a link's node."""
    return "node" + ids.links[link].removeprefix("link")


def _joint_steps(joint: Joint, ids: Ids) -> list[Node]:
    """Return the pose of the joint, one moving transform for each axis, and the pose of the child on it."""
    steps = full_pose(joint.pose_in_parent)
    axes = joint.axes
    for number in range(max(1, len(axes))):
        direction = axes[number].direction_or_x if axes else (1.0, 0.0, 0.0)
        sid = {"sid": f"node_{ids.joints[joint.name]}_axis{number}"}
        if axes and axes[number].motion is Motion.SLIDE:
            steps.append(make("translate", sid, text="0 0 0"))
        else:
            steps.append(make("rotate", sid, text=f"{' '.join(map(written, direction))} 0"))
    if joint.pose_in_child is not None:
        steps += full_pose(inverse(joint.pose_in_child))
    return steps
