"""Named poses: lists of positions by the indices of the joints, in ``standard_pose`` and in ``preset_poses``."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Value
from robotfmt.model import Joint, JointValue, Motion, NamedState, Origin, Robot
from robotfmt.model.record import replace

from ..codes import POSE_LENGTH
from ..document.mappings import Part, Scope, number
from ..document.values import Angle

NAME = "standard"


def read_states(top: Part, joints: tuple[Joint, ...]) -> tuple[NamedState, ...]:
    """Return the states of a body; further values, of no joint, are reported."""
    by_index = _by_index(joints)
    found: list[NamedState] = []
    top.at_home("/standard_pose", "standard_pose")
    items = top.items("standard_pose")
    if items:
        found.append(_state(NAME, items, by_index, top.scope, items[0].origin))
    for index, part in enumerate(top.parts("preset_poses")):
        part.at_home(f"/preset_poses/{index}")
        name, row = part.text("name") or "", part.items("joint_displacements")
        found.append(_state(name, row, by_index, top.scope, part.origin))
    return tuple(found)


def _state(name: str, items: list[Value], by_index: dict[int, Joint], scope: Scope, origin: Origin) -> NamedState:
    values = []
    for index, each in enumerate(items):
        joint, value = by_index.get(index), number(each)
        if joint is None:
            each.taken = False
            each.refuse(POSE_LENGTH, f"pose '{name}' has a value for the joint {index}, which does not exist")
        elif value is not None:
            turns = joint.axes[0].motion is Motion.TURN
            amount = scope.angle(value) if turns else value
            values.append(JointValue(origin=each.origin, joint=joint.name, values=(amount,)))
    return NamedState(origin=origin, name=name, values=tuple(values))


def write_states(robot: Robot) -> dict[str, Tree]:
    """Return the lists that :func:`read_states` reads."""
    presets: list[Tree] = []
    standard: Tree = None
    for state in robot.states:
        row = _values(state, robot)
        if state.name == NAME and standard is None:
            standard = row
        else:
            presets.append({"name": state.name, "joint_displacements": row})
    return {"standard_pose": standard, "preset_poses": presets or None}


def _values(state: NamedState, robot: Robot) -> list[Tree]:
    known = {each.joint: each.values[0] for each in state.values}
    return [
        Angle(known[joint.name]) if joint.axes[0].motion is Motion.TURN else known[joint.name]
        for joint in _row(robot)[: len(known)]
    ]


def _by_index(joints: tuple[Joint, ...]) -> dict[int, Joint]:
    return {each.dof_index: each for each in joints if each.dof_index is not None and len(each.axes) == 1}


def _row(robot: Robot) -> list[Joint]:
    """Return the joints with one axis in the order of their indices, up to the first index that is missing."""
    by_index = _by_index(robot.joints)
    found: list[Joint] = []
    while len(found) in by_index:
        found.append(by_index[len(found)])
    return found


def with_supported_states(robot: Robot) -> Robot:
    """Return the robot with its poses in the order of the indices, up to a joint without a value."""
    row = _row(robot)
    found = (_supported(each, row) for each in robot.states)
    kept = sorted((each for each in found if each.values), key=lambda each: each.name != NAME)
    return robot if tuple(kept) == robot.states else replace(robot, states=tuple(kept))


def _supported(state: NamedState, row: list[Joint]) -> NamedState:
    known = {each.joint: each for each in state.values if len(each.values) == 1}
    values: list[JointValue] = []
    for joint in row:
        if joint.name not in known:
            break
        values.append(known[joint.name])
    return replace(state, group=None, values=tuple(values))
