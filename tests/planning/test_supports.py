"""Robots on legs: how their feet share the weight, and that MuJoCo holds them."""

from __future__ import annotations

from math import cos, sin
from pathlib import Path

import pytest

from robotfmt.diagnostics import Report
from robotfmt.kinematics.loads import holding_torques
from robotfmt.kinematics.support import largest_supports, support_of
from robotfmt.model import (
    Axis,
    Base,
    Box,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    JointValue,
    Limits,
    Link,
    NamedState,
    Pose,
    Purpose,
    Robot,
    Sphere,
    Vector3,
)
from robotfmt.model.record import replace
from robotfmt.planning.drives import GIVE, stiffnesses
from robotfmt.planning.plan import PlanOptions
from robotfmt.planning.start import with_start
from robotfmt.settings import context_of
from robotfmt.setup import setup

LIMITS = Limits(lower=-2.0, upper=2.0, effort=500.0, velocity=9.0)
LENGTH, BEND = 0.25, 0.6
WEIGHT = 9.81 * (8.0 + 4 * 0.4)


def weighing(name: str, mass: float, shape: Box | Sphere, at: Vector3 = (0, 0, 0), middle: float = 0.0) -> Link:
    moment = 0.002 * mass
    tensor = Inertia(ixx=moment, iyy=moment, izz=moment, ixy=0.0, ixz=0.0, iyz=0.0)
    inertial = Inertial(mass=mass, inertia=tensor, pose=Pose((middle, 0.0, at[2])))
    geometry = Geometry(shape=shape, pose=Pose(at), purpose=Purpose.COLLISION)
    return Link(name=name, inertial=inertial, collisions=(geometry,))


def turning(name: str, parent: str, child: str, at: Vector3) -> Joint:
    axes = (Axis(direction=(0.0, 1.0, 0.0), hard=LIMITS),)
    pose = Pose(at)
    return Joint(name=name, type=JointType.REVOLUTE, parent=parent, child=child, pose_in_parent=pose, axes=axes)


def quadruped(middle: float = 0.0, base: Base | None = Base.FLOATING) -> Robot:
    """A trunk of 8 kg with four legs of 0.4 kg and two joints, in the state ``standing``.

    Args:
        middle: How far in front the centre of mass of the trunk is.
        base: How it is connected to the world.
    """
    links = [weighing("trunk", 8.0, Box((0.5, 0.2, 0.1)), middle=middle)]
    joints, values = list[Joint](), list[JointValue]()
    for name, x, y in (("fl", 0.2, 0.15), ("fr", 0.2, -0.15), ("hl", -0.2, 0.15), ("hr", -0.2, -0.15)):
        links += [
            weighing(f"{name}_thigh", 0.2, Box((0.03, 0.03, 0.1)), (0, 0, -LENGTH / 2)),
            weighing(f"{name}_shank", 0.2, Sphere(0.02), (0, 0, -LENGTH)),
            Link(name=f"{name}_foot"),
        ]
        foot = turning(f"{name}_ankle", f"{name}_shank", f"{name}_foot", (0, 0, -LENGTH))
        joints += [
            turning(f"{name}_hip", "trunk", f"{name}_thigh", (x, y, 0)),
            turning(f"{name}_knee", f"{name}_thigh", f"{name}_shank", (0, 0, -LENGTH)),
            replace(foot, type=JointType.FIXED, axes=()),
        ]
        values += [
            JointValue(joint=f"{name}_hip", values=(BEND,)),
            JointValue(joint=f"{name}_knee", values=(-2 * BEND,)),
        ]
    states = (NamedState(name="standing", values=tuple(values)),)
    return Robot(name="quad", base=base, links=tuple(links), joints=tuple(joints), states=states)


def home(robot: Robot) -> dict[str, float]:
    return {each.joint: each.values[0] for each in robot.states[0].values}


def test_the_feet_carry_the_weight_in_balance() -> None:
    robot = quadruped(middle=0.05)
    support = support_of(robot, home(robot))
    assert support is not None
    assert support.weight == pytest.approx(WEIGHT)
    assert sum(support.forces.values()) == pytest.approx(WEIGHT)
    front = support.forces["fl_foot"] + support.forces["fr_foot"]
    assert front * 0.2 - (WEIGHT - front) * 0.2 == pytest.approx(9.81 * (8.0 * 0.05 - 4 * 0.2 * sin(BEND) * LENGTH / 2))
    assert support.forces["fl_foot"] == pytest.approx(support.forces["fr_foot"])


def test_no_foot_pulls() -> None:
    robot = quadruped(middle=0.3)
    support = support_of(robot, home(robot))
    assert support is not None
    assert support.forces["hl_foot"] == 0.0
    assert support.forces["fl_foot"] > 0.0


def test_a_knee_carries_its_share_of_the_weight() -> None:
    robot = quadruped()
    torques, support = (
        holding_torques(robot, [robot.joint_by_name["fl_knee"]], home(robot)),
        support_of(robot, home(robot)),
    )
    assert support is not None
    share = support.forces["fl_foot"] - 0.2 * 9.81  # without the shank itself
    assert torques["fl_knee"] == pytest.approx(share * LENGTH * sin(BEND), rel=1e-3)
    fixed = quadruped(base=Base.FIXED)
    held = holding_torques(fixed, [robot.joint_by_name["fl_knee"]], home(robot))
    assert held["fl_knee"] == pytest.approx(-0.2 * 9.81 * LENGTH * sin(BEND), rel=1e-3)


def test_legs_are_as_stiff_as_their_share_of_the_weight_demands() -> None:
    robot = quadruped()
    hip, knee = robot.joint_by_name["fl_hip"], robot.joint_by_name["fl_knee"]
    supports = largest_supports(robot, [hip, knee])
    assert supports["fl_knee"] == pytest.approx(WEIGHT / 4 * LENGTH)
    assert supports["fl_hip"] == pytest.approx(WEIGHT / 4 * 2 * LENGTH * cos(BEND))
    assert stiffnesses(robot, [knee])["fl_knee"] == pytest.approx(WEIGHT / 4 * LENGTH / GIVE, rel=0.05)
    fixed = quadruped(base=Base.FIXED)
    assert largest_supports(fixed, [knee]) == {}
    assert stiffnesses(fixed, [knee])["fl_knee"] < 30.0


@pytest.mark.parametrize(("base", "moves"), [(Base.FLOATING, True), (Base.FIXED, False)])
def test_mujoco_holds_it_on_the_floor(base: Base, moves: bool, tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    setup(quadruped(base=base), ("mujoco",), tmp_path, PlanOptions(samples=200))
    model = mujoco.MjModel.from_xml_path(str(next(tmp_path.rglob("scene.xml"))))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, model.key("home").id)
    start = data.qpos.copy()
    assert (model.nq > model.nu) == moves
    for _ in range(1500):
        mujoco.mj_step(model, data)
    first = 7 if moves else 0
    assert abs(data.qpos[first:] - start[first:]).max() < 0.005
    if moves:
        assert abs(data.qpos[:3] - start[:3]).max() < 0.005
        assert data.ncon == 4


def test_the_state_of_that_name_is_the_default_pose() -> None:
    robot = quadruped()
    found = with_start(robot, PlanOptions(), Report(), context_of()).default_positions
    assert {each.joint: each.values[0] for each in found} == pytest.approx(home(robot))
