"""MuJoCo moves a robot as we do, and finds the same robot in what comes back from COLLADA."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt import Robot
from robotfmt.kinematics.forward import forward_kinematics, sample, with_couplings
from robotfmt.kinematics.freedom import degrees_of_freedom
from robotfmt.kinematics.tree import roots

from .oracle import Array, homogeneous, pose_error, require_example_robots

pytestmark = pytest.mark.many
CONFIGURATIONS = 20
EXACT = 1e-9
LEAST_MASS = 1e-9
COMPILER = {
    "fusestatic": "false",  # links on fixed joints stay bodies of their own
    "balanceinertia": "true",  # tensors that no body can have do not stop it
    "boundmass": str(LEAST_MASS),  # nor do links without mass
    "boundinertia": "1e-12",
}
LEFT_OUT = {
    "romeo_laas_small.urdf": "an inertia with a negative eigenvalue",
    "tiago.urdf": "an inertia with a negative eigenvalue",
    "tiago_dual.urdf": "an inertia with a negative eigenvalue",
    "tiago_no_hand.urdf": "an inertia with a negative eigenvalue",
    "alex_psyonic_hands.urdf": "joints that mimic joints that do not exist: nothing to convert",
    "ur3.urdf": "a robot without links: nothing to convert",
}
ROBOTS = [path for path in example_robots() if path.name not in LEFT_OUT]
IDS = [f"{path.parent.parent.name}-{path.stem}" for path in ROBOTS]


@dataclass(frozen=True)
class Case:
    """A robot as we read it from URDF and COLLADA, and MuJoCo's models of the URDF before and after."""

    mujoco: Any
    robots: tuple[Robot, Robot]
    models: tuple[Any, Any]


@pytest.fixture(scope="module", params=ROBOTS, ids=IDS)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A robot before and after, without its shapes: quickly converted, and the same to MuJoCo."""
    mujoco, folder = oracle("mujoco"), tmp_path_factory.mktemp("round")
    before, between, after = (folder / name for name in ("before.urdf", "robot.dae", "after.urdf"))
    write_without_shapes(request.param, before)
    robot = robotfmt.convert(before, between).robot
    back = robotfmt.convert(between, after).robot
    return Case(mujoco, (robot, back), (load(mujoco, before), load(mujoco, after)))


def write_without_shapes(urdf: Path, copy: Path) -> None:
    """Write a copy of a URDF that has no meshes to look for."""
    tree = ElementTree.parse(urdf)
    for link in tree.getroot().findall("link"):
        for shape in (*link.findall("visual"), *link.findall("collision")):
            link.remove(shape)
    tree.write(copy)


def load(mujoco: Any, path: Path) -> Any:
    """MuJoCo's model of a URDF."""
    root = ElementTree.parse(path).getroot()
    ElementTree.SubElement(ElementTree.SubElement(root, "mujoco"), "compiler", COMPILER)
    return mujoco.MjSpec.from_string(ElementTree.tostring(root, encoding="unicode")).compile()


def all_values(robot: Robot) -> dict[str, Array]:
    """Random values of all joints of a robot, those of followers computed."""
    free = sample(robot, CONFIGURATIONS, seed=2)
    shaped = {
        joint.name: free.get(joint.name, np.zeros((CONFIGURATIONS, degrees_of_freedom(joint))))
        for joint in robot.joints
    }
    return with_couplings(robot, shaped, CONFIGURATIONS)


def body_poses(mujoco: Any, model: Any, values: dict[str, Array], number: int) -> dict[str, Array]:
    """Where MuJoCo places every body for one configuration; its world may be the root link."""
    data = mujoco.MjData(model)
    for index in range(model.njnt):
        joint = model.joint(index)
        start, value = joint.qposadr[0], values[joint.name][number]
        data.qpos[start : start + len(value)] = value
    mujoco.mj_kinematics(model, data)
    return {
        model.body(index).name: homogeneous(data.xmat[index].reshape(3, 3), data.xpos[index])
        for index in range(1, model.nbody)
    }


@pytest.mark.parametrize("which", [0, 1], ids=["urdf", "collada"])
def test_mujoco_moves_every_link_as_we_do(case: Case, which: int) -> None:
    values = all_values(case.robots[0])
    robot, model = case.robots[which], case.models[which]
    moving = {name for name, value in values.items() if value.shape[1]}
    assert {model.joint(index).name for index in range(model.njnt)} == moving
    poses = forward_kinematics(robot, values)
    ours = {name: np.broadcast_to(pose, (CONFIGURATIONS, 4, 4)) for name, pose in poses.items()}
    for number in range(CONFIGURATIONS):
        theirs = body_poses(case.mujoco, model, values, number)
        assert theirs.keys() | set(roots(robot)) == ours.keys()
        assert all(pose_error(pose, ours[name][number]) < EXACT for name, pose in theirs.items())


def masses(model: Any) -> dict[str, float]:
    """The mass of every body other than the world."""
    return {model.body(index).name: float(model.body_mass[index]) for index in range(1, model.nbody)}


def test_mujoco_weighs_every_link_as_we_do(case: Case) -> None:
    before, after = map(masses, case.models)
    assert after == pytest.approx(before, rel=EXACT)
    assert sum(after.values()) == pytest.approx(sum(before.values()), rel=EXACT)
    for robot in case.robots:
        inertials = {link.name: link.inertial for link in robot.links}
        found = {name: each.mass if each is not None else None for name, each in inertials.items()}
        ours = {name: max(found[name] or 0.0, LEAST_MASS) for name in before}
        assert ours == pytest.approx(before, rel=EXACT)


def test_mujoco_finds_the_centre_of_mass_where_it_was(case: Case) -> None:
    before, after = case.models
    for index in range(1, before.nbody):
        name = before.body(index).name
        assert after.body(name).ipos == pytest.approx(before.body(name).ipos, abs=EXACT), name


@pytest.mark.parametrize("name", [name for name, why in LEFT_OUT.items() if "eigenvalue" in why])
def test_mujoco_refuses_robots_with_an_invalid_inertia(name: str, tmp_path: Path) -> None:
    mujoco = oracle("mujoco")
    require_example_robots()
    (path,) = [path for path in example_robots() if path.name == name]
    write_without_shapes(path, tmp_path / name)
    with pytest.raises(ValueError, match="positive eigenvalues"):
        load(mujoco, tmp_path / name)
