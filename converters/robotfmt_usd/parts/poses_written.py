"""Write named states as Isaac Sim's named poses (IsaacNamedPose; isaacsim.robot.poser reads and applies them)."""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.kinematics.tree import downward
from robotfmt.model import Joint, NamedState, Pose, Robot, Vector3
from robotfmt.model.pose import quaternion_of

from ..document.usda import Spec
from .joints_written import per_unit
from .links_written import put_pose
from .naming import Naming
from .poses import POSE, PREFIX

SCOPE = "NamedPoses"
"""The scope that Isaac Sim looks for poses in."""


def write_poses(robot: Robot, links: Mapping[str, str], joints: Mapping[str, str], naming: Naming) -> list[Spec]:
    """Return a prim for each named state.

    Args:
        robot: A robot whose states are of joints with one axis.
        links: The paths of links by their names.
        joints: The paths of joints by their names.
        naming: Makes the names of prims.
    """
    order = [each.name for each in downward(robot)]
    taken: set[str] = set()
    return [_pose(robot, each, naming.prim_name(each.name, taken), order, links, joints) for each in robot.states]


def _pose(
    robot: Robot,
    state: NamedState,
    name: str,
    order: list[str],
    links: Mapping[str, str],
    joints: Mapping[str, str],
) -> Spec:
    spec = Spec(POSE, name)
    if name != state.name:
        spec.metadata["displayName"] = state.name
    moved = [robot.joint(each.joint) for each in state.values]
    first, last = (pick(moved, key=lambda each: _place(order, each)) for pick in (min, max))
    values = [each.values[0] * per_unit(joint.axes[0]) for each, joint in zip(state.values, moved, strict=True)]
    spec.put("bool", f"{PREFIX}valid", True)
    spec.relate(f"{PREFIX}startLink", links[first.parent or ""]).relate(f"{PREFIX}endLink", links[last.child or ""])
    spec.relate(f"{PREFIX}joints", *(joints[each.joint] for each in state.values))
    spec.put("float[]", f"{PREFIX}jointValues", values)
    spec.put("bool[]", f"{PREFIX}jointFixed", [False] * len(values))
    put_pose(spec, _reached(robot, state, last.child or ""))
    return spec


def _place(order: list[str], joint: Joint) -> int:
    """Return the place of a joint in the tree; one that closes a loop is behind all others."""
    return order.index(joint.name) if joint.name in order else len(order)


def _reached(robot: Robot, state: NamedState, link: str) -> Pose:
    """Return the pose of a link in the robot, which is where the prim is."""
    matrix = forward_kinematics(robot, {each.joint: each.values[0] for each in state.values})[link]
    x, y, z = matrix[:3, 3].tolist()
    rows: list[Vector3] = [(row[0], row[1], row[2]) for row in matrix[:3, :3].tolist()]
    return Pose((x, y, z), quaternion_of((rows[0], rows[1], rows[2])))
