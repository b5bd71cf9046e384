"""OpenUSD's own physics parser and validators on stages that are written, and pinocchio on their URDFs.

The parser gives bodies, joints with both frames, limits and drives in the words of UsdPhysics; poses are computed of
these alone.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parsed_stage import Parsed
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt.model import JointType
from robotfmt.settings import Settings

from .oracle import Array, pose_error, require_example_robots

pytestmark = pytest.mark.many
NAMES = {
    *("panda.urdf", "ur5_robot.urdf", "ur10_robot.urdf", "tiago.urdf", "solo12.urdf", "kinova.urdf", "romeo.urdf"),
    *("talos_reduced.urdf", "anymal.urdf", "g1_29dof_rev_1_0.urdf"),
}
ROBOTS = [path for path in example_robots() if path.name in NAMES]
IMPOSSIBLE = {"tiago", "anymal", "talos_reduced"}
"""Robots with a body whose moments no body can have, which the validator of OpenUSD reports too."""
CONFIGURATIONS = 10


IDS = [f"{each.parent.parent.name}-{each.stem}" for each in ROBOTS]


@pytest.fixture(scope="module", params=["file", "isaac"])
def layout(request: pytest.FixtureRequest) -> str:
    """The layout of a stage."""
    return str(request.param)


@pytest.fixture(scope="module", params=ROBOTS, ids=IDS)
def pair(request: pytest.FixtureRequest, layout: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A URDF, and the stage that is made of it."""
    require_example_robots()
    stage = tmp_path_factory.mktemp("usd") / f"{request.param.stem}.usda"
    robotfmt.convert(request.param, stage, settings=Settings(options={"usd.layout": layout}))
    return request.param, stage


def test_poses_are_those_of_pinocchio(pair: tuple[Path, Path]) -> None:
    pinocchio = oracle("pinocchio")
    model = pinocchio.buildModelFromUrdf(str(pair[0]))
    data, parsed = model.createData(), Parsed(pair[1])
    robot = robotfmt.read(pair[0])
    names = robotfmt.read(pair[1])
    paths = {each.origin.path: each.name for each in names.links if each.origin is not None}
    rng = np.random.default_rng(1)
    joints = [each for each in robot.joints if len(each.axes) == 1 and model.existJointName(each.name)]
    checked = 0
    for _ in range(CONFIGURATIONS):
        q, values = pinocchio.neutral(model), {}
        for each in joints:
            value = float(rng.uniform(-1, 1))
            index = model.joints[model.getJointId(each.name)]
            values[parsed.named[each.name]] = value
            q[index.idx_q : index.idx_q + index.nq] = [value] if index.nq == 1 else [math.cos(value), math.sin(value)]
        pinocchio.framesForwardKinematics(model, data, q)
        poses = parsed.poses(values)
        root = next(each for each, pose in poses.items() if (pose == np.eye(4)).all())
        origin = matrix_of(model, data, paths[root])
        for path, pose in poses.items():
            checked += 1
            assert pose_error(np.linalg.inv(origin) @ matrix_of(model, data, paths[path]), pose) < 2e-6, path
    assert checked >= CONFIGURATIONS * 8


def matrix_of(model: Any, data: Any, name: str) -> Array:
    """The pose of a link."""
    found: Array = data.oMf[model.getFrameId(name, oracle("pinocchio").FrameType.BODY)].homogeneous
    return found


def test_what_the_urdf_gives_is_in_force(pair: tuple[Path, Path]) -> None:
    parsed = Parsed(pair[1])
    assert parsed.articulations == 1
    for joint in robotfmt.read(pair[0]).joints:
        limits = joint.axes[0].hard if len(joint.axes) == 1 else None
        kind, it = parsed.joints.get(parsed.named.get(joint.name, ""), ("", None))
        if limits is None or kind not in ("RevoluteJoint", "PrismaticJoint"):
            continue
        scale = math.pi / 180 if kind == "RevoluteJoint" else 1.0
        bounds = limits.lower, limits.upper
        if None not in bounds and joint.type is not JointType.CONTINUOUS:
            assert it.limit.enabled
            assert (it.limit.lower * scale, it.limit.upper * scale) == pytest.approx(bounds, abs=1e-6)
        if limits.effort is not None:
            assert it.drive.enabled
            assert it.drive.forceLimit == pytest.approx(limits.effort)


def test_the_masses_are_those_of_the_urdf(pair: tuple[Path, Path]) -> None:
    physics, usd = oracle("pxr.UsdPhysics"), oracle("pxr.Usd")
    stage = usd.Stage.Open(str(pair[1]))
    bodies = [each for each in stage.Traverse() if each.HasAPI(physics.RigidBodyAPI)]
    total = sum(physics.MassAPI(each).GetMassAttr().Get() for each in bodies)
    expected = sum(each.inertial.mass or 0 for each in robotfmt.read(pair[0]).links if each.inertial is not None)
    assert total == pytest.approx(expected, abs=1e-6 * len(bodies) + 1e-6 * expected)
    assert all(physics.MassAPI(each).GetMassAttr().Get() > 0 for each in bodies)


@pytest.mark.parametrize("engine", ["physx", "newton", "mujoco"])
def test_the_validators_of_openusd_find_nothing(pair: tuple[Path, Path], tmp_path: Path, engine: str) -> None:
    usd, validation = oracle("pxr.Usd"), oracle("pxr.UsdValidation")
    path = pair[1]
    if engine != "physx":
        path = tmp_path / path.name
        robotfmt.convert(pair[0], path, settings=Settings(options={"usd.physics": engine}))
    registry = validation.ValidationRegistry()
    all_of_them = [registry.GetOrLoadValidatorByName(each.name) for each in registry.GetAllValidatorMetadata()]
    found = validation.ValidationContext(all_of_them).Validate(usd.Stage.Open(str(path)))
    errors = {each.GetName() for each in found if str(each.GetType()).endswith("Error")}
    assert errors <= ({"InertiaInvalidValues"} if path.stem in IMPOSSIBLE else set())
