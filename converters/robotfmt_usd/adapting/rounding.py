"""Numbers of single precision: what UsdPhysics has as ``float``, in its units."""

from __future__ import annotations

from collections.abc import Sequence

from robotfmt import adapting
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import (
    Axis,
    Box,
    Dynamics,
    Ellipsoid,
    Geometry,
    Joint,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Material,
    Motion,
    Pose,
    Rgba,
    Robot,
    Shape,
)
from robotfmt.model.pose import compose, inverse, is_identity
from robotfmt.model.record import Record, replace

from ..document.single import seven_digits, single, single_quaternion, single_vector
from ..document.units import DEGREE
from ..parts.joints_written import turned
from ..parts.places import grounded, places


def single_pose(pose: Pose) -> Pose:
    """Return a pose with the digits that a position and a quaternion of single precision have."""
    turn = single_quaternion(pose.matrix)
    return Pose(single_vector(pose.xyz), None if (turn.x, turn.y, turn.z) == (0, 0, 0) else turn)


def rounded(robot: Robot) -> Robot:
    """Return the robot with numbers as its stage will have them: the frames of joints too, turned to their axes."""
    above, bodies = joints_above(robot), robot.link_by_name.keys() - places(robot)

    def change(joint: Joint) -> Joint:
        if joint.child not in bodies:  # a place on a body, which has double precision
            return joint
        joint = _followed(joint, robot)
        return _joint(joint, [grounded(each or "", above, bodies)[1] for each in (joint.parent, joint.child)])

    robot = adapting.with_each_joint(robot, change)
    return replace(
        robot,
        links=tuple(_link(each) for each in robot.links),
        materials=tuple(_material(each) for each in robot.materials),
        scene_positions=_positions(robot.scene_positions, robot),
        states=tuple(replace(each, values=_positions(each.values, robot)) for each in robot.states),
    )


def rounded_joint(joint: Joint, ends: Sequence[tuple[Robot | None, str]]) -> Joint:
    """Return a joint between two robots with numbers as its stage will have them.

    Args:
        joint: The joint.
        ends: The robots with the links that it connects, the parent first; None for the world.
    """
    return _joint(joint, [_on_body(*each) for each in ends])


def _on_body(robot: Robot | None, link: str) -> Pose:
    """Return the pose of a link on its body."""
    if robot is None:
        return Pose()
    bodies = robot.link_by_name.keys() - places(robot)
    return grounded(link, joints_above(robot), bodies)[1]


def _positions(positions: Sequence[JointValue], robot: Robot) -> tuple[JointValue, ...]:
    return tuple(_position(each, robot) for each in positions)


def _position(position: JointValue, robot: Robot) -> JointValue:
    angle = DEGREE if robot.joint(position.joint).axes[0].motion is Motion.TURN else 1.0
    return replace(position, values=tuple(single(each / angle) * angle for each in position.values))


def _joint(joint: Joint, ends: Sequence[Pose]) -> Joint:
    """Return a joint as it is written: at bodies, even if it is at places on them, at poses that the ends give."""
    axes, turn = joint.axes, None
    if len(axes) == 1:
        direction, turn = turned(axes[0].direction_or_x)
        axes = (replace(_axis(axes[0]), direction=direction),)
    poses = joint.pose_in_parent, joint.pose_in_child
    frames = [_frame(each, turn, on) for each, on in zip(poses, ends, strict=True)]
    return replace(joint, pose_in_parent=frames[0], pose_in_child=frames[1], axes=axes)


def _frame(pose: Pose | None, turn: Pose | None, on: Pose) -> Pose | None:
    made = single_pose(compose(on, compose(pose, turn) if turn is not None else pose))
    made = made if is_identity(on) else compose(inverse(on), made)
    return None if is_identity(made) else made


def _axis(axis: Axis) -> Axis:
    turns = axis.motion is Motion.TURN
    angle = DEGREE if turns else 1.0
    hard = _scaled(axis.hard, {"lower": angle, "upper": angle, "velocity": angle, "effort": 1.0})
    dynamics = _scaled(axis.dynamics, {"damping": 1 / angle, "friction": 1.0, "armature": 1.0})
    assert hard is None or isinstance(hard, Limits)
    assert dynamics is None or isinstance(dynamics, Dynamics)
    return replace(axis, hard=hard, dynamics=dynamics)


def _followed(joint: Joint, robot: Robot) -> Joint:
    """Return a joint that follows another one with the numbers of its coupling rounded, in degrees for angles."""
    coupling = joint.axes[0].coupling if joint.axes else None
    if not isinstance(coupling, LinearCoupling):
        return joint
    own, other = (DEGREE if it.axes[0].motion is Motion.TURN else 1.0 for it in (joint, robot.joint(coupling.joint)))
    factor = own / other if own != other else 1.0
    multiplier = single(coupling.multiplier / factor) * factor if coupling.multiplier is not None else None
    offset = single(coupling.offset / own) * own if coupling.offset else coupling.offset
    made = replace(coupling, multiplier=multiplier, offset=offset)
    return replace(joint, axes=(replace(joint.axes[0], coupling=made), *joint.axes[1:]))


def _scaled(record: Record | None, factors: dict[str, float]) -> Record | None:
    """Return a record with some fields rounded in the units that the factors lead to SI units from."""
    if record is None:
        return None
    given = {name: getattr(record, name) for name in factors}
    changes = {
        name: single(value / factors[name]) * factors[name] for name, value in given.items() if value is not None
    }
    return replace(record, **changes) if changes else record


def _link(link: Link) -> Link:
    visuals = tuple(_geometry(each) for each in link.visuals)
    collisions = tuple(_geometry(each) for each in link.collisions)
    return replace(link, visuals=visuals, collisions=collisions)


def _geometry(geometry: Geometry) -> Geometry:
    changes: dict[str, object] = {}
    if geometry.shape is not None:
        changes["shape"] = _shape(geometry.shape)
    if geometry.material is not None:
        changes["material"] = _material(geometry.material)
    for name in ("mass", "density"):
        value = getattr(geometry, name)
        if value is not None:
            changes[name] = single(value)
    if geometry.surface is not None:
        names = ("friction", "restitution", "torsional_friction", "rolling_friction")
        changes["surface"] = _scaled(geometry.surface, dict.fromkeys(names, 1.0))
    return replace(geometry, **changes) if changes else geometry


def _shape(shape: Shape) -> Shape:
    """Return a shape with the digits of a scale, which is how boxes and ellipsoids have their sizes."""
    if isinstance(shape, Box) and shape.size is not None:
        return replace(shape, size=seven_digits(shape.size))
    if isinstance(shape, Ellipsoid) and shape.radii is not None:
        return replace(shape, radii=seven_digits(shape.radii))
    return shape


def _material(material: Material) -> Material:
    changes: dict[str, object] = {}
    if material.color is not None:
        changes["color"] = tuple(single(each) for each in material.color)
    if material.emission is not None:
        changes["emission"] = _glow(material.emission)
    for name in ("metalness", "roughness"):
        value = getattr(material, name)
        if value is not None:
            changes[name] = single(value)
    return replace(material, **changes) if changes else material


def _glow(emission: Rgba) -> Rgba | None:
    """Return an emission as a stage has it: without opacity; black is no emission."""
    red, green, blue = (single(each) for each in emission[:3])
    return (red, green, blue, 1.0) if any((red, green, blue)) else None
