"""Pinocchio finds the same robot in what comes back from COLLADA as in the URDF that went there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt import Robot
from robotfmt.diagnostics import Fate
from robotfmt.model.record import replace

from .oracle import Array, homogeneous, pose_error, require_example_robots
from .plain_urdf import PlainUrdf, plain_urdf

pytestmark = pytest.mark.many
CONFIGURATIONS = 50
EXACT = 1e-9
UNREADABLE = {
    "ur3.urdf": "the robot has no name, which pinocchio insists on",
    "alex_psyonic_hands.urdf": "its joints mimic joints that do not exist",
}
ROBOTS = [path for path in example_robots() if path.name not in UNREADABLE]
WITHOUT_SHAPES = [path for number, path in enumerate(ROBOTS) if number % 12]
"""Most go through COLLADA without their shapes, which pinocchio does not look at here."""
IDS = [f"{path.parent.parent.name}-{path.stem}" for path in ROBOTS]


@dataclass(frozen=True)
class Pair:
    """The URDF that was converted to COLLADA, and the one that came back from there."""

    pinocchio: Any
    is_kept: bool
    """True if a sidecar held what COLLADA has no words for: damping, friction and safety controllers."""
    lost: frozenset[str]
    paths: tuple[Path, Path]
    models: tuple[Any, Any]
    plain: tuple[PlainUrdf, PlainUrdf]


PAIRS = [(path, is_kept) for path in ROBOTS for is_kept in (False, True)]
PAIR_IDS = [f"{name}{end}" for name in IDS for end in ("", "-kept")]


@pytest.fixture(scope="module", params=PAIRS, ids=PAIR_IDS)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """A robot before and after."""
    pinocchio = oracle("pinocchio")
    (before, is_kept), folder = request.param, tmp_path_factory.mktemp("round")
    edit = without_shapes if before in WITHOUT_SHAPES else None
    done = robotfmt.convert(before, folder / "robot.dae", edit=edit, keep=is_kept)
    lost = frozenset(each.subject for each in done.report.having(Fate.LOST))
    after = folder / "robot.urdf"
    robotfmt.convert(folder / "robot.dae", after)
    (folder / "robot.dae").unlink()
    models = load(pinocchio, before, after)
    return Pair(pinocchio, is_kept, lost, (before, after), models, (plain_urdf(before), plain_urdf(after)))


def without_shapes(robot: Robot, **_: object) -> Robot:
    """Meshes take nearly all the time."""
    return replace(robot, links=tuple(replace(link, visuals=(), collisions=()) for link in robot.links))


def load(pinocchio: Any, *paths: Path) -> tuple[Any, Any]:
    """Both models with their mimic joints; as free joints where pinocchio cannot hold those of the original."""
    mimic = True
    try:
        pinocchio.buildModelFromUrdf(str(paths[0]), mimic)
    except ValueError as error:
        assert "mimic" in str(error)
        mimic = False
    before, after = (pinocchio.buildModelFromUrdf(str(path), mimic) for path in paths)
    return before, after


def motions(model: Any) -> dict[str, slice]:
    """Which part of a velocity vector belongs to each joint."""
    found = zip(model.names, model.joints, strict=True)
    return {name: slice(joint.idx_v, joint.idx_v + joint.nv) for name, joint in found if joint.nv > 0}


def link_poses(pinocchio: Any, model: Any, velocity: Array) -> dict[str, Array]:
    """Where every link stands after a second's motion from the neutral configuration."""
    data = model.createData()
    pinocchio.framesForwardKinematics(model, data, pinocchio.integrate(model, pinocchio.neutral(model), velocity))
    found: dict[str, Array] = {}
    for frame, pose in zip(model.frames, data.oMf, strict=True):
        if frame.type == pinocchio.FrameType.BODY:
            found[frame.name] = homogeneous(pose.rotation, pose.translation)
    return found


def test_every_link_keeps_its_pose(pair: Pair) -> None:
    before, after = pair.models
    parts, others = motions(before), motions(after)
    assert parts.keys() == others.keys()
    generator = np.random.default_rng(1)
    for velocity in generator.uniform(-3, 3, (CONFIGURATIONS, before.nv)):
        moved = np.zeros(after.nv)
        for name, part in parts.items():
            moved[others[name]] = velocity[part]
        expected = link_poses(pair.pinocchio, before, velocity)
        found = link_poses(pair.pinocchio, after, moved)
        assert found.keys() == expected.keys()
        assert max(pose_error(found[name], expected[name]) for name in expected) < EXACT


def limits_by_joint(model: Any) -> dict[str, tuple[str, list[float]]]:
    """Of every joint of a model the type, and the limits of position, velocity and effort."""
    found: dict[str, tuple[str, list[float]]] = {}
    for name, joint in zip(model.names, model.joints, strict=True):
        q, v = slice(joint.idx_q, joint.idx_q + joint.nq), slice(joint.idx_v, joint.idx_v + joint.nv)
        positions = (*model.lowerPositionLimit[q], *model.upperPositionLimit[q])
        others = (model.upperVelocityLimit, model.upperEffortLimit)
        values = [*positions, *(value for each in others for value in each[v])] if joint.nv > 0 else []
        found[name] = (joint.shortname(), values)
    return found


def test_every_joint_has_its_type_and_its_limits(pair: Pair) -> None:
    before, after = map(limits_by_joint, pair.models)
    assert {name: each[0] for name, each in after.items()} == {name: each[0] for name, each in before.items()}
    for name, (_, values) in before.items():
        assert_allclose(after[name][1], values, rtol=EXACT, atol=EXACT, err_msg=name)


def test_every_joint_has_its_damping_and_friction_if_they_are_kept(pair: Pair) -> None:
    before, after = map(dynamics_by_joint, pair.models)
    assert after.keys() == before.keys()
    for name, values in before.items():
        expected = values if pair.is_kept else np.zeros_like(values)
        assert_allclose(after[name], expected, rtol=EXACT, atol=EXACT, err_msg=name)


def dynamics_by_joint(model: Any) -> dict[str, Array]:
    """Of every joint of a model the damping and the friction."""
    found = motions(model)
    return {name: np.concatenate([model.damping[part], model.friction[part]]) for name, part in found.items()}


def test_every_moving_part_has_its_mass_and_inertia(pair: Pair) -> None:
    before, after = pair.models
    found = dict(zip(after.names, after.inertias, strict=True))
    assert set(found) == set(before.names)
    for name, inertia in zip(before.names, before.inertias, strict=True):
        expected = inertia.matrix()
        scale = max(np.abs(expected).max(), 1e-6)
        assert_allclose(found[name].matrix() / scale, expected / scale, rtol=0, atol=EXACT, err_msg=name)
    total = pair.pinocchio.computeTotalMass
    assert total(after) == pytest.approx(total(before), rel=EXACT)


def test_every_link_has_its_own_mass_and_inertia(pair: Pair) -> None:
    before, after = pair.plain
    assert after.names == before.names
    assert after.links.keys() == before.links.keys()
    for name, link in before.links.items():
        other = after.links[name]
        assert other.mass == pytest.approx(link.mass, rel=EXACT, abs=1e-12), name
        assert_allclose(other.center, link.center, rtol=0, atol=EXACT, err_msg=name)
        scale = np.abs(link.inertia).max() or 1.0
        assert_allclose(other.inertia / scale, link.inertia / scale, rtol=0, atol=EXACT, err_msg=name)


def test_every_joint_keeps_its_values(pair: Pair) -> None:
    before, after = (each.joints for each in pair.plain)
    assert after.keys() == before.keys()
    for name, joint in before.items():
        other = after[name]
        assert (other.type, other.parent, other.child) == (joint.type, joint.parent, joint.child), name
        if joint.type not in ("fixed", "floating"):
            assert_allclose(other.axis, joint.axis, atol=EXACT, err_msg=name)
            assert other.limits == pytest.approx(joint.limits, rel=EXACT, abs=1e-12), name
        for found, expected in ((other.safety, joint.safety), (other.dynamics, joint.dynamics)):
            assert found.keys() == expected.keys()
            if found != pytest.approx(expected, rel=EXACT, abs=1e-12):
                assert not any(found.values()), name
                assert any(subject.startswith(f"joint/{name}/") for subject in pair.lost), name
        assert not (pair.is_kept and pair.lost)


def test_every_mimic_joint_follows_the_same_joint(pair: Pair) -> None:
    before, after = (
        {name: each.mimic for name, each in urdf.joints.items() if each.mimic is not None} for urdf in pair.plain
    )
    assert after.keys() == before.keys()
    for name, (leader, *numbers) in before.items():
        assert after[name][0] == leader
        assert after[name][1:] == pytest.approx(numbers, rel=EXACT, abs=1e-12), name


def test_pinocchio_refuses_the_unreadable_documents() -> None:
    pinocchio = oracle("pinocchio")
    require_example_robots()
    found = [path for path in example_robots() if path.name in UNREADABLE]
    assert len(found) == len(UNREADABLE)
    for path in found:
        with pytest.raises(ValueError, match=r"valid URDF|mimic joint"):
            pinocchio.buildModelFromUrdf(str(path), True)
