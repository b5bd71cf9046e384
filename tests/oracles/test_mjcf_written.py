"""MuJoCo loads the MJCF that is written of real robots, and finds every number of the source in it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle
from real import CORPUS, corpus, example_robots

import robotfmt
from robotfmt.inertia import repair_inertia
from robotfmt.kinematics.forward import poses_of_links, sample, with_couplings
from robotfmt.kinematics.tree import roots
from robotfmt.model import Joint, JointType, Robot

from .oracle import require_example_robots
from .test_mujoco import write_without_shapes

CONFIGURATIONS = 30
EXACT = 1e-9
FAULTY = {
    "alex_psyonic_hands.urdf": "joints that mimic joints that do not exist: nothing is converted",
    "ur3.urdf": "a document without a robot",
    "romeo_laas_small.urdf": "meshes that are nowhere",
}
WITH_MESHES = ("solo12.urdf", "allegro_right_hand.urdf", "so100.urdf", "go2.urdf")
FEW = 1 if os.environ.get("ROBOTFMT_ALL") else 3
ROBOTS = [path for path in example_robots() if path.name not in FAULTY]
MJCF = CORPUS / "mjcf"
SIZES = (
    "nq",
    "nv",
    "nu",
    "nbody",
    "njnt",
    "ngeom",
    "nsite",
    "ncam",
    "nmat",
    "neq",
    "ntendon",
    "nsensor",
    "nexclude",
)
VALUES = (
    *(
        "body_mass",
        "jnt_range",
        "jnt_limited",
        "dof_damping",
        "dof_armature",
        "dof_frictionloss",
        "jnt_stiffness",
    ),
    *("geom_contype", "geom_conaffinity", "geom_group", "geom_friction", "geom_rgba", "actuator_gainprm"),
    *("actuator_ctrlrange", "eq_data", "site_pos", "cam_fovy", "tendon_range"),
)


@dataclass(frozen=True)
class Case:
    """A robot, what was written of it, and what MuJoCo makes of that."""

    robot: Robot
    back: Robot
    model: Any
    mujoco: Any


@pytest.fixture(scope="module", params=ROBOTS[::FEW], ids=lambda each: f"{each.parent.parent.name}-{each.stem}")
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    mujoco, folder = oracle("mujoco"), tmp_path_factory.mktemp("mjcf")
    source: Path = request.param
    if source.name not in WITH_MESHES:
        source = folder / "source.urdf"
        write_without_shapes(request.param, source)
    out = folder / "robot.xml"
    done = robotfmt.convert(
        source, out, edit=lambda robot, report, **_: repair_inertia(robot, report=report), keep=True
    )
    assert isinstance(done.robot, Robot)
    return Case(done.robot, robotfmt.read(out), mujoco.MjModel.from_xml_path(str(out)), mujoco)


def test_example_robots_are_there() -> None:
    require_example_robots()


def test_nothing_is_lost_with_a_sidecar(case: Case) -> None:
    assert not robotfmt.diff(case.robot, case.back)


def test_links_are_where_they_were(case: Case) -> None:
    free = sample(case.robot, CONFIGURATIONS, seed=3)
    values = with_couplings(case.robot, all_of(case.robot, free), CONFIGURATIONS)
    ours = poses_of_links(case.robot, free)
    model, data = case.model, case.mujoco.MjData(case.model)
    (root, *_) = roots(case.robot)
    for index in range(CONFIGURATIONS):
        for joint in case.robot.joints:
            if joint.name in values and values[joint.name].shape[1] == 1:
                data.qpos[model.joint(joint.name).qposadr[0]] = values[joint.name][index, 0]
        case.mujoco.mj_kinematics(model, data)
        names = {each: body_of(model, each) for each in ours}
        found = {each: data.body(names[each]) for each in ours}
        turn, origin = found[root].xmat.reshape(3, 3), found[root].xpos
        for name, poses in ours.items():
            body = found[name]
            wanted = poses[index if len(poses) > 1 else 0]
            assert np.abs(turn.T @ (body.xpos - origin) - wanted[:3, 3]).max() < EXACT, name
            assert np.abs(turn.T @ body.xmat.reshape(3, 3) - wanted[:3, :3]).max() < EXACT, name


def body_of(model: Any, link: str) -> str:
    """The body that a link is: one called as the world is has another name, unless it is the world."""
    names = {model.body(index).name for index in range(model.nbody)}
    return "world_link" if link == "world" and "world_link" in names else link


def all_of(robot: Robot, free: dict[str, Any]) -> dict[str, Any]:
    zero = partial(np.zeros, (CONFIGURATIONS, 1))
    return {each.name: free.get(each.name, zero()) for each in robot.joints if each.type is not JointType.FIXED}


def test_every_number_is_there(case: Case) -> None:
    for link in case.robot.links:
        if link.inertial is not None and (link.inertial.mass or 0.0) > 0 and link.inertial.inertia is not None:
            name = body_of(case.model, link.name)
            assert case.model.body(name).mass[0] == pytest.approx(link.inertial.mass, rel=1e-12)
    for joint in case.robot.joints:
        if joint.type in (JointType.REVOLUTE, JointType.PRISMATIC, JointType.CONTINUOUS):
            _joint(case.model, joint)
    followers = [each for each in case.robot.joints if each.coupling is not None and each.type is not JointType.FIXED]
    assert case.model.neq == len(followers)


def _joint(model: Any, joint: Joint) -> None:
    its, (axis,) = model.joint(joint.name), joint.axes
    hard = axis.hard
    if hard is not None and hard.lower is not None and joint.type is not JointType.CONTINUOUS:
        assert tuple(its.range) == pytest.approx((hard.lower, hard.upper), rel=1e-12, abs=1e-11)
        assert model.jnt_limited[its.id]
    if hard is not None and hard.effort:
        assert model.jnt_actfrcrange[its.id][1] == pytest.approx(hard.effort, rel=1e-12)
        assert model.jnt_actfrclimited[its.id]
    dynamics = axis.dynamics
    wanted = [(getattr(dynamics, name, None) or 0.0) for name in ("damping", "friction", "armature")]
    found = [np.atleast_1d(value)[0] for value in (its.damping, its.frictionloss, its.armature)]
    assert found == pytest.approx(wanted, rel=1e-12)


def documents() -> list[Path]:
    """Documents of MuJoCo's own formats in the corpus, of every owner some."""
    found = corpus(
        "mjcf/files/*dm_control/**/*.xml",
        "mjcf/files/*usd-converter/**/*.xml",
        "mjcf/files/MyoHub*/**/f*.xml",
    )
    return found[::FEW]


@pytest.mark.parametrize("path", documents(), ids=lambda each: each.stem)
def test_mjcf_stays_what_it_is(path: Path, tmp_path: Path) -> None:
    mujoco = oracle("mujoco")
    try:
        before = mujoco.MjModel.from_xml_path(str(path))
    except ValueError as error:
        pytest.skip(f"MuJoCo refuses the source: {error}")
    if before.nbody == 1:
        pytest.skip("no robot: a part that others include")
    robotfmt.convert(path, tmp_path / "out.xml")
    after = mujoco.MjModel.from_xml_path(str(tmp_path / "out.xml"))
    assert {name: getattr(after, name) for name in SIZES} == {name: getattr(before, name) for name in SIZES}
    for name in VALUES:
        np.testing.assert_allclose(getattr(after, name), getattr(before, name), rtol=1e-6, atol=1e-9, err_msg=name)
