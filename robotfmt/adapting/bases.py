"""The base of a robot, in the words that a format has for it."""

from __future__ import annotations

from collections import Counter

from ..codes.conversion import ASSUMED_BASE
from ..diagnostics import Report
from ..kinematics.mobility import mobile_by
from ..kinematics.tree import base_of, roots
from ..model import Base, JointType, Link, Robot, VirtualJoint, compose, is_identity
from ..model.record import replace
from ..model.renaming import free_name, names_in

WORLD = "world"
_REMOVABLE = (JointType.FIXED, JointType.FLOATING, JointType.PLANAR)


def assume_base(robot: Robot, base: Base) -> Robot:
    """Return the robot with the connection to the world that a format takes where a document gives none."""
    return robot if not robot.links or base_of(robot) is not None else replace(robot, base=base)


def hint_base(robot: Robot, report: Report, since: int) -> None:
    """Add to the diagnostic of an assumed base how to choose the other one, where the robot looks as if it had that.

    Args:
        robot: The robot as the document gives it.
        report: Where the diagnostics are.
        since: The number of diagnostics before those of this robot.
    """
    for number, each in enumerate(report.diagnostics[since:], since):
        if each.code == ASSUMED_BASE.slug and each.change is not None:
            hint = _hint(robot, each.change.after or "")
            report.diagnostics[number] = replace(each, message=f"{each.message}{hint}")


def _hint(robot: Robot, assumed: str) -> str:
    moves = mobile_by(robot)
    if moves is not None and Base.FIXED.value in assumed:
        return f"; it has {moves}: 'convert --base floating' frees it"
    if moves is None and Base.FLOATING.value in assumed:
        return "; if it is bolted down, 'convert --base fixed' holds it"
    return ""


def with_virtual_joint(robot: Robot) -> Robot:
    """Return the robot with a virtual joint for a base that another property gives."""
    kind, tops = base_of(robot), roots(robot)[:1]
    if kind is None or tops in ([], [WORLD]) or any(each.child_link in tops for each in robot.virtual_joints):
        return robot
    name = free_name("base_joint", joint_names(robot))
    made = VirtualJoint(name=name, type=kind.value, parent_frame=WORLD, child_link=tops[0])
    return replace(robot, base=None, virtual_joints=(*robot.virtual_joints, made))


def with_static_base(robot: Robot) -> Robot:
    """Return the robot with a static first root link as the only sign that its base is fixed."""
    tops = roots(robot)
    if not tops or base_of(robot) is not Base.FIXED:
        return robot
    links = tuple(replace(each, static=True) if each.name == tops[0] else each for each in robot.links)
    others = tuple(each for each in robot.virtual_joints if each.child_link != tops[0])
    made = replace(robot, base=None, links=links, virtual_joints=others)
    return robot if made == robot else made


def without_base(robot: Robot) -> Robot:
    """Return the robot without a base, for formats in which only a static root link gives one."""
    if robot.base is None and not robot.virtual_joints:
        return robot
    tops, kind = roots(robot)[:1], base_of(robot)
    links = robot.links
    if kind is not Base.FIXED:
        links = tuple(replace(each, static=None) if each.static and each.name in tops else each for each in links)
    return replace(robot, base=None, links=links, virtual_joints=())


def without_world(robot: Robot) -> Robot:
    """Return the robot without an empty root link ``world``, if nothing but one joint refers to it."""
    root = roots(robot)[0]
    below = [each for each in robot.joints if each.parent == root]
    if root != WORLD or robot.link_by_name[root] != Link(name=WORLD) or len(below) != 1:
        return robot
    (joint,) = below
    counts = Counter(names_in(robot))
    # The link itself and the parent of its joint; the joint itself.
    is_free = counts["link", root] == 2 and counts["joint", joint.name] == 1
    if joint.type not in _REMOVABLE or not is_free:
        return robot
    pose = compose(robot.pose, joint.pose_at_zero)
    return replace(
        robot,
        pose=None if is_identity(pose) else pose,
        links=tuple(each for each in robot.links if each.name != root),
        joints=tuple(each for each in robot.joints if each is not joint),
    )


def joint_names(robot: Robot) -> set[str]:
    """Return the names of the joints of a robot, and of the virtual joints of its base."""
    return {each.name for each in robot.all_joints} | {each.name for each in robot.virtual_joints}
