"""The root links of a model: how they are connected to the world."""

from __future__ import annotations

from robotfmt import edit
from robotfmt.kinematics.tree import WORLD, base_of, roots
from robotfmt.model import Base, Joint, JointType, Robot, RobotSimulation
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..parts.roots import is_world, name_of_free_joint

_STILL = (JointType.FIXED, None)


def based(robot: Robot) -> Robot:
    """Connect the base to the world as SDF does: by a joint to the world, by being static, or not at all."""
    if not robot.links or (robot.simulation is not None and robot.simulation.static):
        return replace(robot, base=None, virtual_joints=()) if robot.base or robot.virtual_joints else robot
    kind, tops = base_of(robot), roots(robot)
    if tops[:1] == [WORLD]:
        made = replace(robot, base=None, virtual_joints=())
        if is_world(made) is not None:
            return made
        # A link 'world' that is not the world of SDF, as it has a mass or a shape, is fixed to it.
        robot = edit.rename(robot, links={WORLD: free_name(f"link_{WORLD}", robot.link_by_name)})
    if kind is Base.FLOATING:
        same = robot.base is Base.FLOATING and not robot.virtual_joints
        return robot if same else replace(robot, base=Base.FLOATING, virtual_joints=())
    if kind is Base.FIXED and all(each.type in _STILL for each in robot.all_joints):
        static = replace(robot.simulation or RobotSimulation(origin=robot.origin), static=True)
        return replace(robot, base=None, virtual_joints=(), simulation=static)
    made = edit.with_base(robot, "planar" if kind is Base.PLANAR else "fixed", as_joints=True)
    return replace(made, base=None, virtual_joints=())


def attached(robot: Robot) -> Robot:
    """Attach every root link except the first one by a floating joint, as SDF reads it."""
    children = {joint.child for joint in robot.joints}
    tops = [link for link in robot.links if link.name not in children]
    if len(tops) < 2:
        return robot
    static = robot.simulation is not None and robot.simulation.static
    kind = JointType.FIXED if static else JointType.FLOATING
    taken = {joint.name for joint in robot.all_joints}
    joints: list[Joint] = []
    for link in tops[1:]:
        name = free_name(name_of_free_joint(link.name), taken)
        taken.add(name)
        joints.append(Joint(origin=link.origin, name=name, type=kind, parent=tops[0].name, child=link.name))
    return replace(robot, joints=(*robot.joints, *joints))
