"""OpenUSD's own physics parser and validators on stages that are written, and pinocchio on their URDFs.

The parser gives bodies, joints with both frames, limits and drives in the words of UsdPhysics; poses are computed here
of these alone.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt.model import JointType
from robotfmt.settings import Settings

from .oracle import Array, homogeneous, pose_error, require_example_robots

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


class Parsed:
    """What OpenUSD's parser finds in a stage."""

    def __init__(self, path: Path) -> None:
        usd, physics = oracle("pxr.Usd"), oracle("pxr.UsdPhysics")
        self.stage = usd.Stage.Open(str(path))
        parse = getattr(physics, "UsdPhysicsLoadStageFromPrimRange", None) or physics.LoadUsdPhysicsFromRange
        found = parse(self.stage, ["/"])
        kinds = {str(kind).rpartition(".")[2]: rows for kind, rows in found.items()}
        self.articulations = len(kinds.get("Articulation", ((), ()))[0])
        self.bodies = {str(each) for each in kinds["RigidBody"][0]}
        self.joints: dict[str, tuple[str, Any]] = {}
        for kind, rows in kinds.items():
            if kind.endswith("Joint"):
                for where, what in zip(*rows, strict=True):
                    self.joints[str(where).rpartition("/")[2]] = kind, what

    def poses(self, values: dict[str, float]) -> dict[str, Array]:
        """The poses of bodies in the root, from the frames of joints."""
        found: dict[str, Array] = {}
        edges = [(name, kind, it) for name, (kind, it) in self.joints.items() if str(it.body0)]
        children = {str(it.body1) for _, _, it in edges}
        pending = [each for each in self.bodies if each not in children]
        found |= {each: np.eye(4) for each in pending}
        while pending:
            parent = pending.pop()
            for name, kind, it in edges:
                if str(it.body0) == parent:
                    first, second = (frame(it, number) for number in (0, 1))
                    moved = first @ motion(kind, it, values.get(name, 0.0)) @ np.linalg.inv(second)
                    found[str(it.body1)] = found[parent] @ moved
                    pending.append(str(it.body1))
        return found


def frame(it: Any, number: int) -> Array:
    """The frame of a joint at one end."""
    q = getattr(it, f"localPose{number}Orientation")
    row = np.array([q.GetReal(), *q.GetImaginary()], dtype=np.float64)
    w, x, y, z = row / np.linalg.norm(row)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return homogeneous(np.array(rows), np.array(getattr(it, f"localPose{number}Position"), dtype=np.float64))


def motion(kind: str, it: Any, value: float) -> Array:
    """The motion of a joint."""
    made = np.eye(4)
    if kind not in ("RevoluteJoint", "PrismaticJoint"):
        return made
    index = "XYZ".index(str(it.axis).rpartition(".")[2])
    if kind == "PrismaticJoint":
        made[index, 3] = value
        return made
    one, other = (index + 1) % 3, (index + 2) % 3
    made[one, one] = made[other, other] = math.cos(value)
    made[other, one], made[one, other] = math.sin(value), -math.sin(value)
    return made


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
            values[each.name] = value
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
        kind, it = parsed.joints.get(joint.name, ("", None))
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
