"""What we write is accepted wherever the original was, and is the same robot: urdfdom, pinocchio and MuJoCo judge."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.testing import assert_allclose
from programs import oracle
from real import BROKEN, corpus, example_robots

import robotfmt
from robotfmt import RobotfmtError
from robotfmt.settings import Settings

from .oracle import cmeel_program, debian_program, libraries, require_example_robots
from .test_mujoco import load

pytestmark = pytest.mark.many
PATIENCE = 60
EXACT = 1e-12
NOT_CONVERTED = {"alex_psyonic_hands.urdf"}
"""Of the example robots: its joints mimic joints that do not exist."""
DOCUMENTS = [path for path in example_robots() if path.name not in NOT_CONVERTED] + corpus("urdf/**/*.urdf")
IDS = [f"{path.parent.parent.name}-{path.stem}" for path in DOCUMENTS]
CAPSULES = {"accepting_renderer.urdf", "all_geometries_as_collision.urdf"}
"""Documents of no version with a capsule. They are written as 1.1, which urdfdom 3 does not know."""
DEMANDS = {
    "urdf.empty-dynamics",
    "urdf.empty-material",
    "urdf.inertial-incomplete",
    "urdf.limit-incomplete",
    "urdf.material-again",
    "urdf.newer-than-version",
    "urdf.no-gain",
    "urdf.out-of-range",
    "urdf.shape-incomplete",
    "urdf.two-rotations",
    "urdf.unknown-version",
    "urdf.unnamed-material",
    "urdf.white-space",
}
"""Codes that say that urdfdom refuses a file, or drops a part of it."""


@pytest.fixture(scope="module", params=DOCUMENTS, ids=IDS)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A document, and what a conversion from URDF to URDF makes of it."""
    folder = tmp_path_factory.mktemp("pair")
    before, after = folder / "before.urdf", folder / "after.urdf"
    before.write_bytes(request.param.read_bytes())
    try:
        robotfmt.convert(before, after)
    except RobotfmtError:
        pytest.skip("it has errors, and is not converted")
    return before, after


def judged(program: str, path: Path) -> tuple[int, str, list[str]]:
    """What ``check_urdf`` makes of a document: its exit code, the tree of links, and what it complains about.

    The first line has the name of the robot, which may have had none.
    """
    done = subprocess.run(
        [program, path],
        env=libraries(program),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    wrong = re.findall(r"^(?:Error|Warning): +(.*)$", done.stderr, re.MULTILINE)
    return done.returncode, done.stdout.partition("\n")[2], wrong


def hold_up(program: str, pair: tuple[Path, Path]) -> None:
    """Where ``check_urdf`` accepts the original, it accepts what was written, and shows the same tree."""
    (code, tree, wrong), (after, found, complaints) = (judged(program, path) for path in pair)
    if code == 0:
        assert (after, found) == (0, tree)
        assert set(complaints) <= set(wrong)


def test_urdfdom_6_sees_the_same_robot(pair: tuple[Path, Path]) -> None:
    hold_up(cmeel_program("check_urdf", "cmeel-urdfdom"), pair)


def test_urdfdom_3_sees_the_same_robot(pair: tuple[Path, Path], request: pytest.FixtureRequest) -> None:
    program = debian_program("check_urdf", "liburdfdom-tools")
    if request.node.callspec.params["pair"].name in CAPSULES:
        old, settings = pair[1].with_name("old.urdf"), Settings(target_format="urdf@1.0")
        robotfmt.convert(pair[0], old, settings=settings)
        hold_up(program, (pair[0], old))
    else:
        hold_up(program, pair)


def test_pinocchio_sees_the_same_robot(pair: tuple[Path, Path]) -> None:
    pinocchio = oracle("pinocchio")
    try:
        before = pinocchio.buildModelFromUrdf(str(pair[0]))
    except (ValueError, RuntimeError):
        return
    after = pinocchio.buildModelFromUrdf(str(pair[1]))
    assert list(after.names) == list(before.names)
    assert [each.shortname() for each in after.joints] == [each.shortname() for each in before.joints]
    assert [each.name for each in after.frames] == [each.name for each in before.frames]
    for name in ("lowerPositionLimit", "upperPositionLimit", "upperVelocityLimit", "upperEffortLimit"):
        assert_allclose(getattr(after, name), getattr(before, name), rtol=EXACT, err_msg=name)
    for its, other in zip(before.inertias, after.inertias, strict=True):
        assert_allclose(other.matrix(), its.matrix(), rtol=EXACT, atol=EXACT)
    velocity = np.random.default_rng(3).uniform(-3, 3, before.nv)
    one, two = (placements(pinocchio, model, velocity) for model in (before, after))
    assert_allclose(two, one, rtol=0, atol=EXACT)


def placements(pinocchio: Any, model: Any, velocity: Any) -> Any:
    """Where every frame stands after a second's motion from the neutral configuration."""
    data = model.createData()
    at = pinocchio.integrate(model, pinocchio.neutral(model), velocity)
    pinocchio.framesForwardKinematics(model, data, at)
    return np.array([pose.homogeneous for pose in data.oMf])


def without_meshes(path: Path) -> Path:
    """A copy without shapes that would have to be looked for."""
    tree = ElementTree.parse(path)
    for link in tree.getroot().iter("link"):
        for shape in (*link.findall("visual"), *link.findall("collision")):
            if shape.find("geometry/mesh") is not None or shape.find("material/texture") is not None:
                link.remove(shape)
    copy = path.with_suffix(".mujoco.urdf")
    tree.write(copy, encoding="utf-8")
    return copy


def test_mujoco_sees_the_same_robot(pair: tuple[Path, Path]) -> None:
    mujoco = oracle("mujoco")
    try:
        before = load(mujoco, without_meshes(pair[0]))
    except (ValueError, ElementTree.ParseError):  # ours mend what is no XML
        return
    after = load(mujoco, without_meshes(pair[1]))
    assert (after.nq, after.nv, after.nbody, after.ngeom) == (
        before.nq,
        before.nv,
        before.nbody,
        before.ngeom,
    )
    # Before the first zero stands the name of the robot, which may have had none.
    assert after.names.split(b"\0")[1:] == before.names.split(b"\0")[1:]
    for name in ("body_mass", "body_inertia", "body_ipos", "jnt_range", "jnt_type", "geom_type", "geom_size"):
        assert_allclose(getattr(after, name), getattr(before, name), rtol=EXACT, atol=EXACT, err_msg=name)
    value = np.random.default_rng(4).uniform(-2, 2, before.nq)
    places: list[Any] = []
    for model in (before, after):
        data = mujoco.MjData(model)
        data.qpos[:] = value
        mujoco.mj_kinematics(model, data)
        places.append((data.xpos, data.xmat, data.geom_xpos))
    for one, two in zip(*places, strict=True):
        assert_allclose(two, one, rtol=0, atol=EXACT)


@pytest.mark.parametrize("code", sorted(DEMANDS))
def test_urdfdom_complains_where_robotfmt_does(code: str) -> None:
    program = cmeel_program("check_urdf", "cmeel-urdfdom")
    failed, _, wrong = judged(program, BROKEN / "urdf" / f"{code}.urdf")
    assert failed or wrong


@pytest.mark.parametrize("name", ["sound.urdf", "sound.1.2.urdf", "sound.continuous.urdf"])
def test_urdfdom_accepts_sound_documents(name: str) -> None:
    assert judged(cmeel_program("check_urdf", "cmeel-urdfdom"), BROKEN / "urdf" / name)[::2] == (0, [])


def test_urdfdom_reads_what_came_with_1_1_and_1_2(tmp_path: Path) -> None:
    robot = robotfmt.read(BROKEN / "urdf" / "sound.1.2.urdf")
    robotfmt.write(robot, tmp_path / "robot.urdf")
    program = cmeel_program("check_urdf", "cmeel-urdfdom")
    assert b'version="1.2"' in (tmp_path / "robot.urdf").read_bytes()
    assert judged(program, tmp_path / "robot.urdf")[::2] == (0, [])
    # The same words under the version before make it complain: it did read them.
    older = (tmp_path / "robot.urdf").read_text().replace('version="1.2"', 'version="1.1"')
    (tmp_path / "older.urdf").write_text(older)
    code, _, wrong = judged(program, tmp_path / "older.urdf")
    assert code != 0
    assert any("effort" in each for each in wrong)


def test_most_robots_were_there() -> None:
    require_example_robots()
    assert len(DOCUMENTS) > 60
