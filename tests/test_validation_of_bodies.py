"""Checks of shapes, masses, places and efforts against each other."""

from __future__ import annotations

import math

import pytest
from real import example_robots

import robotfmt
from robotfmt.diagnostics import Severity
from robotfmt.errors import RobotfmtError
from robotfmt.kinematics.loads import largest_loads
from robotfmt.model import (
    Axis,
    Base,
    Box,
    Dynamics,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    Link,
    LinkSimulation,
    Origin,
    Pose,
    Purpose,
    Robot,
    Rpy,
    Sphere,
)
from robotfmt.model.record import replace
from robotfmt.validation import validate
from robotfmt.validation.extents import extent_of, of_shape
from robotfmt.validation.loads import upper_bounds, weighed

SIZE = (0.1, 0.1, 0.4)
MOMENT = 4.0 / 12 * (0.1**2 + 0.4**2)
MIDDLE = Pose((0.0, 0.0, 0.2))
SEEN = Geometry(shape=Box(SIZE), pose=MIDDLE, purpose=Purpose.VISUAL)
TOUCHED = replace(SEEN, purpose=Purpose.COLLISION)
MASS = Inertial(
    mass=4.0, pose=MIDDLE, inertia=Inertia(ixx=MOMENT, iyy=MOMENT, izz=4.0 / 12 * 0.02, ixy=0.0, ixz=0.0, iyz=0.0)
)
UPPER = Link(name="upper", inertial=MASS, visuals=(SEEN,), collisions=(TOUCHED,))


def arm(upper: Link = UPPER, effort: float = 20.0, **changes: object) -> Robot:
    axis = Axis(direction=(0.0, 1.0, 0.0), hard=Limits(lower=-1.5, upper=1.5, effort=effort, velocity=1.0), **changes)  # type: ignore[arg-type]
    joint = Joint(
        name="shoulder",
        type=JointType.REVOLUTE,
        parent="base",
        child="upper",
        pose_in_parent=Pose((0.0, 0.0, 0.3)),
        axes=(axis,),
    )
    return Robot(name="arm", links=(Link(name="base"), upper), joints=(joint,))


def found(robot: Robot) -> dict[str, Severity]:
    return {each.code.removeprefix("robot."): each.severity for each in validate(robot)}


def weighing(mass: float, inertia: float = 1.0) -> Link:
    """The link with another mass; its inertia for this mass, times a factor."""
    moments = {name: getattr(MASS.inertia, name) * mass / 4.0 * inertia for name in ("ixx", "iyy", "izz")}
    tensor = Inertia(ixy=0.0, ixz=0.0, iyz=0.0, **moments)
    return replace(UPPER, inertial=replace(MASS, mass=mass, inertia=tensor))


def test_a_body_that_fits_its_shapes_is_sound() -> None:
    assert found(arm()) == {}


@pytest.mark.parametrize(
    ("mass", "inertia", "codes"),
    [
        (0.21, 1.0, set()),  # 52 kg/m^3
        (0.19, 1.0, {"density"}),
        (99.0, 1.0, set()),
        (101.0, 1.0, {"density"}),
        (101.0, 50.0, {"density"}),  # one message for one fault
        (4.0, 9.9, set()),
        (4.0, 10.0, {"inertia-of-shapes"}),
        (4.0, 0.1, {"inertia-of-shapes"}),
        (4.0, 0.11, set()),
    ],
)
def test_masses_and_inertias_are_those_of_shapes(mass: float, inertia: float, codes: set[str]) -> None:
    assert set(found(arm(weighing(mass, inertia), effort=1000.0))) == codes


def test_light_sensors_are_placeholders() -> None:
    small = replace(weighing(4.0), name="sensor", inertial=Inertial(mass=0.05), visuals=(), collisions=(TOUCHED,))
    robot = arm(weighing(90.0), effort=1000.0)
    fixed = Joint(name="mount", type=JointType.FIXED, parent="upper", child="sensor")
    assert found(replace(robot, links=(*robot.links, small), joints=(*robot.joints, fixed))) == {}
    alone = replace(small, name="upper")
    assert "density" in found(arm(alone))


def test_shapes_that_are_parts_of_a_link_weigh_nothing() -> None:
    """The points of a foot are not its body: a link with a mesh that is not opened is not weighed."""
    mesh = replace(SEEN, shape=robotfmt.model.Mesh(uri="body.stl"))
    point = replace(TOUCHED, shape=Sphere(0.005))
    assert found(arm(replace(UPPER, visuals=(mesh,), collisions=(point,)))) == {}


def test_overlapping_shapes_have_between_one_and_all_of_their_volumes() -> None:
    twice = replace(UPPER, visuals=(SEEN, SEEN), collisions=(TOUCHED, TOUCHED))
    heavy = replace(twice, inertial=weighing(150.0).inertial)
    assert found(arm(heavy, effort=1000.0)) == {}


def test_shapes_are_compared_in_size_and_place() -> None:
    large = replace(UPPER, inertial=None, collisions=(replace(TOUCHED, shape=Box((100.0, 100.0, 400.0))),))
    assert set(found(arm(large))) == {"shape-huge"}
    away = replace(UPPER, collisions=(replace(TOUCHED, pose=Pose((0.5, 0.0, 0.2))),))
    assert set(found(arm(away))) == {"shapes-apart"}
    near = replace(UPPER, collisions=(replace(TOUCHED, pose=Pose((0.15, 0.0, 0.2))),))
    assert found(arm(near)) == {}


def test_a_turned_box_has_the_box_around_it() -> None:
    turned = Geometry(shape=Box((1.0, 1.0, 1.0)), pose=Pose((1.0, 0.0, 0.0), Rpy(0.0, 0.0, math.pi / 4)))
    extent = extent_of([turned], of_shape)
    assert extent is not None
    assert extent.low == pytest.approx((1 - math.sqrt(0.5), -math.sqrt(0.5), -0.5))
    assert extent.gap(extent_of([Geometry(shape=Sphere(0.5), pose=Pose((-1.0, 0.0, 0.0)))], of_shape)) == (  # type: ignore[arg-type]
        pytest.approx(1.5 - math.sqrt(0.5))
    )


# Efforts


@pytest.mark.parametrize(
    ("effort", "severity"), [(8.0, None), (7.0, Severity.NOTE), (3.8, Severity.WARNING), (0.5, Severity.WARNING)]
)
def test_an_effort_holds_what_the_joint_carries(effort: float, severity: Severity | None) -> None:
    """4 kg at 0.2 m are 7.85 N m when the arm lies, which it does within 1.5 rad to 0.3 percent."""
    assert found(arm(effort=effort)).get("effort-below-gravity") == severity


def test_what_floats_loads_no_joint() -> None:
    floating = replace(UPPER, simulation=LinkSimulation(gravity=False))
    assert found(arm(floating, effort=0.5)) == {}


def test_gravity_never_exceeds_its_bound() -> None:
    urdfs = example_robots()
    if not urdfs:
        pytest.skip("example-robot-data is not installed")
    compared = 0
    for path in urdfs[::4]:
        try:
            robot = weighed(robotfmt.read(path))
            bounds = list(upper_bounds(robot))
            loads = largest_loads(robot, [joint for joint, _ in bounds])
        except RobotfmtError:
            continue
        for joint, most in bounds:
            if joint.name in loads:
                compared += 1
                assert loads[joint.name].gravity <= most * (1 + 1e-9) + 1e-9, (path, joint.name)
    assert compared > 100


# Resistance and places


@pytest.mark.parametrize("name", ["damping", "friction", "armature"])
def test_resistance_does_not_drive(name: str) -> None:
    assert found(arm(dynamics=replace(Dynamics(), **{name: -0.1}))) == {"resistance-negative": Severity.ERROR}
    assert found(arm(dynamics=replace(Dynamics(), **{name: 0.0}))) == {}


@pytest.mark.parametrize(
    ("angles", "codes"),
    [
        ((0.0, 0.0, 90.0), {"rotation-in-degrees"}),
        ((180.0, 0.0, -90.0), {"rotation-in-degrees"}),
        ((0.0, 0.0, 6.283), set()),
        ((0.0, 0.0, 6.0), set()),
        ((0.0, 0.5, 90.0), set()),
    ],
)
def test_rotations_are_in_radians(angles: tuple[float, float, float], codes: set[str]) -> None:
    robot = arm()
    joint = replace(robot.joints[0], pose_in_parent=Pose((0.0, 0.0, 0.3), Rpy(*angles)))
    assert set(found(replace(robot, joints=(joint,)))) == codes


@pytest.mark.parametrize(("offset", "codes"), [(300.0, {"joint-far"}), (9.0, set())])
def test_joints_are_near_each_other(offset: float, codes: set[str]) -> None:
    robot = arm()
    joint = replace(robot.joints[0], pose_in_parent=Pose((0.0, 0.0, offset)))
    tip = Joint(name="tip", type=JointType.FIXED, parent="upper", child="tool", pose_in_parent=Pose((0.0, 0.0, 0.4)))
    robot = replace(robot, links=(*robot.links, Link(name="tool")), joints=(joint, tip))
    assert set(found(robot)) == codes


def test_limits_in_the_wrong_order_are_errors_of_a_check_only() -> None:
    robot = arm()
    axis = replace(robot.joints[0].axes[0], hard=Limits(lower=1.0, upper=-1.0, effort=20.0, velocity=1.0))
    wrong = replace(robot, joints=(replace(robot.joints[0], axes=(axis,)),))
    assert found(wrong)["limits-reversed"] is Severity.ERROR


@pytest.mark.parametrize(("mass", "severity"), [(-1.0, Severity.ERROR), (0.0, Severity.WARNING)])
def test_a_mass_below_zero_is_an_error(mass: float, severity: Severity) -> None:
    assert found(arm(replace(UPPER, inertial=replace(MASS, mass=mass))))["mass-not-positive"] is severity


@pytest.mark.parametrize(
    ("velocity", "codes"), [(180.0, {"limits-in-degrees"}), (100.0, set()), (32.0, set()), (181.5, set())]
)
def test_velocities_are_in_radians(velocity: float, codes: set[str]) -> None:
    robot = arm()
    axis = replace(robot.joints[0].axes[0], hard=Limits(lower=-1.0, upper=1.0, effort=20.0, velocity=velocity))
    assert set(found(replace(robot, joints=(replace(robot.joints[0], axes=(axis,)),)))) == codes


def test_what_a_format_assumes_is_not_compared() -> None:
    """The link has a place in a document, its mass has none."""
    wrong = replace(weighing(4000.0), origin=Origin("arm.sdf", 1))
    assert found(arm(wrong, effort=20000.0)) == {}
    written = replace(wrong, inertial=replace(MASS, mass=4000.0, origin=Origin("arm.sdf", 2)))
    assert "density" in found(arm(written, effort=20000.0))


def test_a_robot_that_floats_may_be_weaker_than_its_weight() -> None:
    floating = replace(arm(effort=0.5), base=Base.FLOATING)
    assert found(floating)["effort-below-gravity"] is Severity.NOTE


def test_two_joints_with_one_index_are_found() -> None:
    robot = arm()
    shoulder = replace(robot.joints[0], dof_index=0)
    wrist = replace(shoulder, name="wrist", parent="upper", child="hand", dof_index=1)
    hand = Link(name="hand", inertial=Inertial(mass=0.1))
    both = replace(robot, links=(*robot.links, hand), joints=(shoulder, wrist))
    assert "same-index" not in found(both)
    assert found(replace(both, joints=(shoulder, replace(wrist, dof_index=0))))["same-index"] is Severity.WARNING


def test_shapes_of_one_size_are_compared_with_the_reach() -> None:
    large = Box((100.0, 100.0, 400.0))
    body = replace(
        UPPER, inertial=None, visuals=(replace(SEEN, shape=large),), collisions=(replace(TOUCHED, shape=large),)
    )
    assert set(found(arm(body))) == {"shape-huge"}
