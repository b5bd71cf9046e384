"""Parts outside of bodies: the base, frames, states, pairs, loops, actuators and simulation settings."""

from __future__ import annotations

from collections.abc import Collection

from robotfmt import adapting, edit
from robotfmt.kinematics.colliding import (
    can_self_collide,
    with_all_pairs_ignored,
    with_self_collide,
)
from robotfmt.kinematics.joint_values import default_pose
from robotfmt.kinematics.joint_values import states as values_of_states
from robotfmt.kinematics.tree import base_of, roots
from robotfmt.model import (
    Axis,
    Base,
    Extension,
    Joint,
    JointType,
    JointValue,
    NamedState,
    Pose,
    Robot,
    RobotSimulation,
    VirtualJoint,
    World,
    linear,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.layout import DEFAULT_GRAVITY
from ..parts.actuators import NONE, actuators_in, driven_joints, replaced
from ..parts.drives import given_drive
from ..parts.joint_rows import WORLD, is_ground
from ..parts.loops import ends_of, held, is_plain, pinned
from ..parts.notation import layout_of
from ..parts.pairs import MOST, links_pass, tested_neighbours, with_default_masks
from ..parts.plan import BodyPlan
from ..parts.states import with_numbers

# MuJoCo's qpos has a position and a quaternion for a free joint, a quaternion for a ball joint, and one number for a
# hinge or a slide.
_COUNTS = {JointType.FLOATING: 7, JointType.BALL: 4}


def based(robot: Robot) -> Robot:
    """Connect the base to the world as MJCF does: by a free joint, by two slides and a hinge, or not at all."""
    if is_ground(robot) or not robot.links:
        return robot
    kind = base_of(robot)
    if kind is Base.PLANAR:
        made = edit.with_base(robot, "planar", as_joints=True)
        return replace(made, base=None, virtual_joints=())
    robot = _without_world(robot)
    if BodyPlan(robot).is_in_world:
        return replace(robot, base=None, virtual_joints=())
    free = BodyPlan(robot).free if kind is Base.FLOATING or robot.virtual_joints else None
    if free is None and base_of(robot) is Base.FLOATING:
        top = roots(robot)[0]
        taken = {each.name for each in robot.all_joints}
        name = free_name(f"{top}_free", taken)
        free = VirtualJoint(name=name, type=Base.FLOATING.value, parent_frame=WORLD, child_link=top)
    static = robot.simulation is not None and robot.simulation.static
    return replace(
        robot,
        base=Base.FIXED if free is None else Base.FLOATING,
        virtual_joints=() if free is None else (replace(free, parent_frame=WORLD),),
        simulation=None if static else robot.simulation,
    )


def _without_world(robot: Robot) -> Robot:
    """Return a robot without a link ``world`` of which one fixed or floating joint leads to the rest."""
    made = adapting.without_world(robot)
    if made is robot:
        return robot
    removed = next(each for each in robot.joints if each.name not in made.joint_by_name)
    if removed.type is JointType.PLANAR:
        return robot
    if removed.type is not JointType.FLOATING:
        return replace(made, base=Base.FIXED)
    free = VirtualJoint(
        origin=removed.origin,
        name=removed.name,
        type=Base.FLOATING.value,
        parent_frame=WORLD,
        child_link=removed.child or "",
    )
    return replace(made, base=Base.FLOATING, virtual_joints=(free,))


def called_world(robot: Robot) -> Robot:
    """Rename a link ``world`` that is a body: the name is that of the world body."""
    plan = BodyPlan(robot)
    if plan.is_in_world or WORLD not in robot.link_by_name:
        return robot
    return edit.rename(robot, links={WORLD: free_name("world_link", robot.link_by_name)})


def on_bodies(robot: Robot) -> Robot:
    """Keep frames on bodies, and ignored pairs of bodies."""
    plan = BodyPlan(robot)
    frames = tuple(filter(plan.is_native, robot.frames))
    pairs = tuple(each for each in robot.ignored_pairs if plan.is_body(each.first) and plan.is_body(each.second))
    same = (frames, pairs) == (robot.frames, robot.ignored_pairs)
    return robot if same else replace(robot, frames=frames, ignored_pairs=pairs)


def stated_alike(world: World) -> World:
    """Give each robot of a world that moves the states of all: a keyframe is of the whole document."""
    names = dict.fromkeys(state.name for each in world.robots for state in each.robot.states)
    if not names:
        return world

    def change(robot: Robot) -> Robot:
        known = {each.name for each in robot.states}
        more = tuple(NamedState(name=name) for name in names if name not in known)
        return stated(replace(robot, states=(*robot.states, *more))) if more and _positions(robot) else robot

    return world.with_robots([change(each.robot) for each in world.robots])


def stated(robot: Robot) -> Robot:
    """Make each state one of the whole robot: joints that it does not name are in their default pose."""
    if not robot.states:
        return robot
    order = list(_positions(robot))
    defaults = default_pose(robot)
    given = values_of_states(replace(robot, default_positions=(), scene_positions=()))
    made = [_whole_state(robot, name, values, order, defaults) for name, values in given.items()]
    kept = tuple(each for each in made if each is not None)
    return replace(robot, states=kept)


def _whole_state(
    robot: Robot,
    name: str,
    values: list[JointValue],
    order: list[tuple[str, int]],
    defaults: dict[str, float],
) -> NamedState | None:
    """Return a state with values for all joints in the order of a keyframe; None if values have another number."""
    known = {each.joint: each.values for each in values}
    found: list[JointValue] = []
    for joint, count in order:
        state = known.get(joint) or _implied(robot, joint, count, known, defaults)
        if len(state) != count:
            return None
        found.append(JointValue(joint=joint, values=state))
    if not found:
        return None
    old = next((each for each in robot.states if each.name == name and each.group is None), None)
    same = old is not None and {each.joint: each.values for each in old.values} == dict(_pairs(found))
    if same and [each.name for each in robot.states].count(name) == 1:
        return old
    origin = next((each.origin for each in robot.states if each.name == name), None)
    return NamedState(origin=origin, name=name, values=tuple(found))


def _pairs(values: list[JointValue]) -> list[tuple[str, tuple[float, ...]]]:
    return [(each.joint, each.values) for each in values]


def _implied(
    robot: Robot, name: str, count: int, known: dict[str, tuple[float, ...]], defaults: dict[str, float]
) -> tuple[float, ...]:
    """Return the values of a joint that a state does not name: those that its leader implies, or the default ones."""
    joint = robot.joint_by_name.get(name)
    if joint is None:
        pose = robot.pose or Pose()
        return _free_rest(pose) if count == 7 else (0.0,) * count
    if count > 1:
        return (1.0, 0.0, 0.0, 0.0) if count == 4 else (*(0.0, 0.0, 0.0), *(1.0, 0.0, 0.0, 0.0))
    coupling = linear(joint.axes[0].coupling) if joint.axes and joint.axes[0].coupling is not None else None
    if coupling is not None:
        leader = known.get(coupling.joint, (defaults.get(coupling.joint, 0.0),))[0]
        multiplier = 1.0 if coupling.multiplier is None else coupling.multiplier
        return (multiplier * leader + (coupling.offset or 0.0),)
    return (defaults.get(name, 0.0),)


def _free_rest(pose: Pose) -> tuple[float, ...]:
    from robotfmt.model.pose import quaternion_of

    q = quaternion_of(pose.matrix)
    return (*pose.xyz, q.w, q.x, q.y, q.z)


def _positions(robot: Robot) -> list[tuple[str, int]]:
    """Return each joint with the number of its values, in the order of a keyframe."""
    plan = BodyPlan(robot)
    found = [(plan.free.name, 7)] if plan.free is not None else []
    rows: list[Joint] = [joint for link in plan.order for joint in plan.row(link)]
    return [*found, *((each.name, _COUNTS.get(each.type or JointType.FIXED, 1)) for each in rows)]


def without_open_loops(robot: Robot) -> Robot:
    """Leave out joints that close a loop as no equality does: slides, and hinges that are open at zero."""
    plan = BodyPlan(robot)
    loops = tuple(each for each in robot.loops if _is_closable(plan, each))
    return robot if loops == robot.loops else replace(robot, loops=loops)


def _is_closable(plan: BodyPlan, joint: Joint) -> bool:
    between_bodies = plan.is_body(joint.parent) and plan.is_body(joint.child)
    return (between_bodies and is_plain(joint, plan.zero)) or bool(ends_of(plan, joint))


def bare_loops(robot: Robot) -> Robot:
    """Drop the properties of axes that close a loop, other than their directions: an equality has no limits."""

    def bare(axis: Axis) -> Axis:
        return Axis(origin=axis.origin, name=axis.name, motion=axis.motion, direction=axis.direction)

    loops = tuple(replace(each, axes=tuple(map(bare, each.axes))) if each.axes else each for each in robot.loops)
    return robot if loops == robot.loops else replace(robot, loops=loops)


def closed(robot: Robot) -> Robot:
    """Replace each joint that closes a loop by what MuJoCo's equalities can express: one or two balls, or a weld."""
    if not robot.loops:
        return robot
    plan = BodyPlan(robot)
    taken = {each.name for each in robot.all_joints}
    loops: list[Joint] = []
    for joint in robot.loops:
        made = list(_as_read(plan, joint, taken))
        taken |= {each.name for each in made}
        loops += made
    return robot if tuple(loops) == robot.loops else replace(robot, loops=tuple(loops))


def _as_read(plan: BodyPlan, joint: Joint, taken: set[str]) -> list[Joint]:
    if plan.is_body(joint.parent) and plan.is_body(joint.child) and is_plain(joint, plan.zero):
        return [joint]
    found: list[Joint] = []
    for number, (kind, pose) in enumerate(ends_of(plan, joint)):
        name = joint.name if number == 0 else free_name(f"{joint.name}_{number + 1}", taken)
        plain = Joint(origin=joint.origin, name=name, type=kind, parent=joint.parent, child=joint.child)
        placed = replace(plain, pose_in_parent=pose)
        made = placed if kind is JointType.FIXED and pose is not None else None
        made = made or (held(plain, plan.zero) if pose is None else pinned(placed, plan.zero))
        found += [made] if made is not None else []
    return found


def driven(robot: Robot, more: Collection[Extension] = (), kind: str = NONE) -> Robot:
    """Keep the actuators that elements of the document are, and drop the elements of other ones.

    Args:
        robot: The robot.
        more: The unrecognised content of its world.
        kind: The kind of the drives that joints get, which replace actuators of their names.
    """
    layout, extensions = layout_of(robot), (*robot.extensions, *more)
    joints = driven_joints(extensions)
    read = layout.actuators if layout is not None else ()
    known = {*(each for each in read if each.joint in joints), *actuators_in(extensions)}
    undriven = [each for each in robot.actuators if each.joint not in joints]
    new = {each.name: given_drive(each, robot) or replaced(each, robot, kind) for each in undriven}
    found = (each if each in known else new.get(each.name) for each in robot.actuators)
    kept = tuple(each for each in found if each is not None)
    gone = {each.name for each in known} - {each.name for each in kept}
    elements = tuple(each for each in robot.extensions if not any(it.name in gone for it in actuators_in([each])))
    same = (kept, elements) == (robot.actuators, robot.extensions)
    return robot if same else with_numbers([robot], replace(robot, actuators=kept, extensions=elements))[0]


def simulated(robot: Robot) -> Robot:
    """Keep settings of the whole robot only for the static one whose shapes are those of the world."""
    if robot.simulation is None or is_ground(robot):
        return robot
    self_collide = robot.simulation.self_collide
    return replace(robot, simulation=None if self_collide is None else RobotSimulation(self_collide=self_collide))


def self_colliding(robot: Robot) -> Robot:
    """Drop that links collide with each other, as MuJoCo takes it anyway, and where no two links can."""
    return (
        robot if is_ground(robot) or (links_pass(robot) and can_self_collide(robot)) else with_self_collide(robot, None)
    )


def apart_from_base(robot: Robot) -> Robot:
    """Exclude the pairs that a joint connects, where links collide as in Gazebo: MuJoCo does so only where both move.

    It tests bodies against their parents if these are fixed to the world.
    """
    if robot.simulation is None or not robot.simulation.self_collide or is_ground(robot):
        return robot
    more = tuple(tested_neighbours(robot))
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *more)) if more else robot


def unmasked(robot: Robot) -> Robot:
    """Exclude all pairs of links that pass through each other, if their shapes have masks of their own."""
    masks = {each.collision_mask for link in robot.links for each in link.collisions}
    return robot if not links_pass(robot) or masks == {None} else excluded(robot)


def excluded(robot: Robot) -> Robot:
    """Exclude all pairs of links of a robot whose links pass through each other."""
    return with_self_collide(with_all_pairs_ignored(robot), None)


def excluded_of_many(world: World) -> World:
    """Exclude the pairs of links of robots for which bits are too few."""
    robots = [each.robot for each in world.robots]
    passing = [each for each in robots if links_pass(each)][MOST:]
    return world.with_robots(excluded(each) if each in passing else each for each in robots) if passing else world


def masked_alike(world: World) -> World:
    """Give shapes without a mask that of MuJoCo, where another robot has shapes that do not touch it."""
    robots = [each.robot for each in world.robots]
    made = with_default_masks(robots)
    return world if made == robots else world.with_robots(made)


def weighted(world: World) -> World:
    """Give a world without gravity that of MuJoCo."""
    return replace(world, gravity=DEFAULT_GRAVITY) if world.gravity is None and world.robots else world


def is_static(robot: Robot) -> bool:
    """Return True for a robot that cannot be moved."""
    return robot.simulation is not None and robot.simulation == RobotSimulation(static=True)
