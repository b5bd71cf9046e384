"""Pinocchio and MuJoCo find that an edited robot weighs and moves as it did."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from programs import oracle
from real import corpus, example_robots

import robotfmt
from robotfmt import Robot, edit
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import JointType, Link
from robotfmt.model.record import replace
from robotfmt.validation import check_structure

from .oracle import Array, homogeneous, pose_error, require_example_robots

pytestmark = pytest.mark.many
EXACT = 1e-9
CONFIGURATIONS = 5
ROBOTS = [*example_robots(), *corpus("urdf/**/*.urdf", "xrdf/urdfs/*.urdf")]
IDS = [f"{path.parent.parent.name}-{path.stem}" for path in ROBOTS]
_OTHER_VALUES = (JointType.PLANAR, JointType.FLOATING, JointType.BALL)


@dataclass(frozen=True)
class Case:
    """A robot without shapes, and pinocchio's model of it on a base that floats."""

    pinocchio: Any
    robot: Robot
    model: Any
    folder: Path


@pytest.fixture(scope="module", params=ROBOTS, ids=IDS)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A robot that robotfmt and pinocchio can both read."""
    pinocchio = oracle("pinocchio")
    try:
        robot = robotfmt.read(request.param)
    except RobotfmtError as error:
        pytest.skip(f"cannot be read: {error.code.slug}")
    report = Report()
    check_structure(robot, report)
    if report.errors or len(robot.links) < 2 or len(report.having("robot.several-roots")):
        pytest.skip("it is broken, or there is nothing to edit")
    links = tuple(replace(link, visuals=(), collisions=()) for link in robot.links)
    robot = replace(robot, name=robot.name or "robot", links=links, materials=(), extensions=(), layouts=())
    folder = tmp_path_factory.mktemp("edited")
    return Case(pinocchio, robot, model_of(pinocchio, robot, folder / "before.urdf"), folder)


def model_of(pinocchio: Any, robot: Robot, path: Path) -> Any:
    """What pinocchio makes of a robot."""
    robotfmt.write(robot, path, overwrite=True)
    try:
        return pinocchio.buildModelFromUrdf(str(path), pinocchio.JointModelFreeFlyer())
    except ValueError as error:
        pytest.skip(f"pinocchio cannot read it: {error}")


def motions(model: Any) -> dict[str, slice]:
    """Which part of a velocity vector belongs to each joint; of the floating base none."""
    found = list(zip(model.names, model.joints, strict=True))[2:]
    return {name: slice(joint.idx_v, joint.idx_v + joint.nv) for name, joint in found if joint.nv > 0}


def velocities(before: Any, after: Any) -> tuple[Array, Array]:
    """The same random motion in both models, by the names of the joints."""
    values = np.random.default_rng(3).uniform(-2, 2, before.nv)
    values[:6] = 0
    moved = np.zeros(after.nv)
    parts = motions(after)
    for name, part in motions(before).items():
        if name in parts:
            moved[parts[name]] = values[part]
    return values, moved


def link_poses(pinocchio: Any, model: Any, velocity: Array) -> dict[str, Array]:
    """Where every link stands after a motion from the neutral configuration."""
    data = model.createData()
    q = pinocchio.integrate(model, pinocchio.neutral(model), velocity)
    pinocchio.framesForwardKinematics(model, data, q)
    return {
        frame.name: homogeneous(pose.rotation, pose.translation)
        for frame, pose in zip(model.frames, data.oMf, strict=True)
        if frame.type == pinocchio.FrameType.BODY
    }


def mass_matrix(pinocchio: Any, model: Any, velocity: Array) -> Array:
    """The joint-space inertia, complete."""
    data = model.createData()
    q = pinocchio.integrate(model, pinocchio.neutral(model), velocity)
    upper = np.triu(pinocchio.crba(model, data, q))
    return np.asarray(upper + np.triu(upper, 1).T)


def test_merged_links_weigh_and_move_as_before(case: Case) -> None:
    pinocchio, before = case.pinocchio, case.model
    robot = edit.merge_fixed_joints(case.robot, report=Report())
    after = model_of(pinocchio, robot, case.folder / "after.urdf")
    parts, others = motions(before), motions(after)
    assert parts.keys() == others.keys()
    total = pinocchio.computeTotalMass
    assert total(after) == pytest.approx(total(before), rel=EXACT, abs=1e-12)
    velocity, moved = velocities(before, after)
    expected, found = (
        link_poses(pinocchio, before, velocity),
        link_poses(pinocchio, after, moved),
    )
    assert {link.name for link in robot.links} <= found.keys()
    assert max(pose_error(found[link.name], expected[link.name]) for link in robot.links) < EXACT
    order = [*range(6), *(i for name in parts for i in range(others[name].start, others[name].stop))]
    same = [*range(6), *(i for name in parts for i in range(parts[name].start, parts[name].stop))]
    one = mass_matrix(pinocchio, before, velocity)[np.ix_(same, same)]
    other = mass_matrix(pinocchio, after, moved)[np.ix_(order, order)]
    scale = max(np.abs(one).max(), 1e-6)
    assert_allclose(other / scale, one / scale, rtol=0, atol=EXACT)
    center = [
        pinocchio.centerOfMass(each, each.createData(), pinocchio.integrate(each, pinocchio.neutral(each), v))
        for each, v in ((before, velocity), (after, moved))
    ]
    if total(before) > 0:
        assert_allclose(center[1], center[0], rtol=0, atol=EXACT)


@pytest.mark.parametrize("move_frames", [False, True])
def test_with_another_root_links_move_against_one_another_as_before(case: Case, move_frames: bool) -> None:
    pinocchio, before = case.pinocchio, case.model
    root = deepest(case.robot)
    if any(joint.type in _OTHER_VALUES for joint in case.robot.joints):
        pytest.skip("a joint on the way may have other values")
    robot = edit.reroot(case.robot, root, move_frames=move_frames, report=Report())
    after = model_of(pinocchio, robot, case.folder / "after.urdf")
    velocity, moved = velocities(before, after)
    expected, found = link_poses(pinocchio, before, velocity), link_poses(pinocchio, after, moved)
    turned = {j.child for j, old in zip(robot.joints, case.robot.joints, strict=True) if j.child != old.child}
    for link in case.robot.links:
        if not move_frames or link.name not in turned:
            one = np.linalg.inv(expected[root]) @ expected[link.name]
            other = np.linalg.inv(found[root]) @ found[link.name]
            assert pose_error(one, other) < EXACT, link.name
    total = pinocchio.computeTotalMass
    assert total(after) == pytest.approx(total(before), rel=EXACT, abs=1e-12)


def deepest(robot: Robot) -> str:
    """The link that most joints lead to."""
    above = joints_above(robot)
    depth: dict[str, int] = {}
    for link in robot.links:
        way, name = [], link.name
        while name in above and name not in depth:
            way.append(name)
            name = above[name].parent or ""
        for number, each in enumerate(reversed(way), depth.get(name, 0) + 1):
            depth[each] = number
    return max(depth, key=depth.__getitem__)


def test_a_part_moves_as_it_did(case: Case) -> None:
    above = joints_above(case.robot)
    way = [deepest(case.robot)]
    while way[-1] in above:
        way.append(above[way[-1]].parent or "")
    top = way[len(way) // 2]
    report = Report()
    part = edit.extract(case.robot, top, report=report)
    if report.having("edit.dropped"):
        pytest.skip("a joint followed one that is left out")
    positions = sample(case.robot, CONFIGURATIONS)
    own = {joint.name for joint in part.joints}
    before = forward_kinematics(case.robot, positions)
    after = forward_kinematics(part, {name: each for name, each in positions.items() if name in own})
    inverse = np.linalg.inv(before[top])
    assert max(pose_error(inverse @ before[each.name], after[each.name]) for each in part.links) < EXACT


def test_mujoco_agrees_about_another_root(case: Case) -> None:
    mujoco = oracle("mujoco")
    robot = edit.reroot(case.robot, deepest(case.robot), report=Report())
    masses = []
    for number, each in enumerate((case.robot, robot)):
        # A root with mass is fused with the world there; below a root without any it counts.
        stand = replace(each.joints[0], name="stand_", type=JointType.FIXED, axes=(), pose_in_parent=None)
        top = next(link.name for link in each.links if link.name not in joints_above(each))
        stand = replace(stand, parent="stand__", child=top, pose_in_child=None)
        links = (replace(each.links[0], name="stand__", inertial=None), *each.links)
        path = case.folder / f"{number}.urdf"
        robotfmt.write(replace(each, links=links, joints=(stand, *each.joints)), path, overwrite=True)
        masses.append(mujoco_mass(mujoco, path))
    assert masses[1] == pytest.approx(masses[0], rel=1e-6, abs=1e-6)


def mujoco_mass(mujoco: Any, path: Path) -> float:
    """The mass of all bodies."""
    options = 'fusestatic="false" balanceinertia="true" boundmass="1e-9" boundinertia="1e-12"'
    compiler = f"<mujoco><compiler {options}/></mujoco>"
    text = path.read_text(encoding="utf-8").replace("</robot>", f"{compiler}</robot>")
    try:
        return float(mujoco.MjSpec.from_string(text).compile().body_mass.sum())
    except ValueError as error:
        pytest.skip(f"MuJoCo cannot read it: {error}")


def test_most_robots_were_there() -> None:
    require_example_robots()
    assert len(ROBOTS) > 50


def test_joints_with_another_zero_move_as_before(case: Case) -> None:
    pinocchio, before = case.pinocchio, case.model
    single = [
        joint
        for joint in case.robot.joints
        if len(joint.axes) == 1 and joint.type not in (*_OTHER_VALUES, JointType.FIXED)
    ]
    shifts = {joint.name: 0.1 + 0.01 * number for number, joint in enumerate(single) if joint.coupling is None}
    robot = edit.set_zero(case.robot, shifts, report=Report())
    after = model_of(pinocchio, robot, case.folder / "zeroed.urdf")
    velocity, moved = velocities(before, after)
    for name, part in motions(after).items():
        moved[part] -= shifts.get(name, 0.0)
    expected, found = link_poses(pinocchio, before, velocity), link_poses(pinocchio, after, moved)
    for name, pose in expected.items():
        assert pose_error(pose, found[name]) < EXACT, name


def test_what_replaces_a_part_is_where_that_was(case: Case) -> None:
    pinocchio, before = case.pinocchio, case.model
    above = joints_above(case.robot)
    tool = Robot(name="tool", links=(Link(name="tool base"),))
    for kind in (True, False):
        leaves = [
            name
            for name, joint in above.items()
            if (joint.type is JointType.FIXED) == kind and joint.type not in _OTHER_VALUES
        ]
        if not leaves:
            continue
        link = leaves[-1]
        robot = edit.exchange(case.robot, link, tool, report=Report())
        after = model_of(pinocchio, robot, case.folder / "exchanged.urdf")
        velocity, moved = velocities(before, after)
        expected, found = link_poses(pinocchio, before, velocity), link_poses(pinocchio, after, moved)
        assert pose_error(expected[link], found["tool base"]) < EXACT
        for name in found.keys() & expected.keys():
            assert pose_error(expected[name], found[name]) < EXACT, name
