"""Extra joints: those that close a loop."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.model import Axis, Joint, JointType, Motion, Pose, compose
from robotfmt.model.renaming import free_name
from robotfmt.model.vectors import Vector3, rotate, transpose

from ..document.mappings import Part
from ..document.values import write_pose

_TYPES = {
    "fixed": JointType.FIXED,
    "hinge": JointType.REVOLUTE,
    "ball": JointType.BALL,
    "piston": JointType.CYLINDRICAL,
}
_WORDS = {JointType.CONTINUOUS: "hinge"} | {kind: word for word, kind in _TYPES.items()}
TYPES = tuple(_WORDS)
"""The types of joints that can close a loop of a body."""


def read_loops(top: Part) -> tuple[Joint, ...]:
    """Return the joints of ``extra_joints``."""
    found: list[Joint] = []
    for index, part in enumerate(top.parts("extra_joints")):
        part.at_home(f"/extra_joints/{index}")
        name = free_name(part.text("name") or "loop", [each.name for each in found])
        found.append(_loop(part, name))
    return tuple(found)


def _loop(part: Part, name: str) -> Joint:
    kind = part.choice("joint_type", _TYPES)
    axis = part.axis("axis") if part.get("axis") is not None else part.axis("joint_axis")
    ends = [_name(part, number) for number in (1, 2)]
    place = _pose(part, 1)
    if axis is not None and place is not None and place.rotation is not None:
        axis = rotate(
            transpose(place.matrix), axis
        )  # the axis is given in the frame of the first link, not in that of the joint
    return Joint(
        origin=part.origin,
        name=name,
        type=kind,
        parent=ends[0],
        child=ends[1],
        pose_in_parent=place,
        pose_in_child=_pose(part, 2),
        axes=_axes(part, kind, axis),
    )


def _name(part: Part, number: int) -> str | None:
    return part.text(f"link{number}_name") or part.text(f"link{number}")


def _pose(part: Part, number: int) -> Pose | None:
    given = part.pose(f"_in_link{number}")
    older = part.vector(f"link{number}_local_pos")
    return compose(Pose(older), given) if older is not None else given


def _axes(part: Part, kind: JointType | None, direction: Vector3 | None) -> tuple[Axis, ...]:
    """Return the axes: that of a hinge; of a piston, which turns and slides, one twice."""
    if kind is JointType.REVOLUTE:
        return (Axis(origin=part.origin, direction=direction or (0.0, 0.0, 1.0)),)
    if kind is JointType.CYLINDRICAL:
        motions = (Motion.TURN, Motion.SLIDE)
        return tuple(Axis(origin=part.origin, motion=each, direction=direction) for each in motions)
    return ()


def write_loop(joint: Joint) -> Tree:
    """Return the entry of ``extra_joints`` that :func:`read_loops` reads."""
    axis, place = joint.axis, joint.pose_in_parent
    turned = place is not None and place.rotation is not None
    direction = axis.direction_or_x if axis is not None else None
    return {
        "name": joint.name,
        "joint_type": Word(_WORDS[joint.type or JointType.FIXED]),
        "link1_name": joint.parent,
        "link2_name": joint.child,
        **write_pose(joint.pose_in_parent, "_in_link1"),
        **write_pose(joint.pose_in_child, "_in_link2"),
        "axis": rotate(place.matrix, direction) if direction and place and turned else direction,
    }
