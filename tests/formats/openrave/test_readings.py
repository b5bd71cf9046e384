"""We read the documents of others as OpenRAVE 0.149.1 does, and write them so that they are read again as the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from openrave_readings import MALFORMED, WITH_BODIES, data_path, differences, laid, names_of_readings, reading_of
from real import some

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError
from robotfmt.kept.paths import path_of
from robotfmt.kinematics.forward import forward_kinematics, matrix
from robotfmt.model import JointType, PlacedRobot, World
from robotfmt.settings import Settings

from .second_reading import SecondBody, read_bodies

EXCEPTIONS = {
    # OpenRAVE stopped in the middle of the document, of which we read all.
    **dict.fromkeys(("huboplus/lefthand", "huboplus/righthand", "rlfloor", "simpleFloor"), "it stopped reading"),
    # It includes a COLLADA archive, which that build of OpenRAVE did not read.
    **dict.fromkeys(
        (
            *("testobjecttransform", "hanoi", "katanatable", "pr2test2", "testphysics", "data/youbot1.env"),
            *("pa10grasp2", "pr2wam_test1"),
        ),
        "it had no COLLADA",
    ),
    "contactworld.env": "parent of j1: a fixed joint above the first link, which is the root here",
    "dualarmmanipulation": "names: the second of two joints of one name gets a number",
    "youbot_dual": "names: the second of two joints of one name gets a number",
    "youbot_5D_base_gripper_mass": "gripper: it names joints that do not exist",
    "hubo2/rightleg": "manipulator: its links are in a document that is not there",
    "barrettwam-dual": "pairs: OpenRAVE leaves names in <adjacent> without the prefix",
    "arm_bucket_assy_Amimic": "equation: it has polyroots, which formulas do not have",
    "bobcat": "equation: it has polyroots, which formulas do not have",
}
"""Parts of the names of documents that we read otherwise, and why."""
CASES = some(names_of_readings(WITH_BODIES), 3, EXCEPTIONS)
WHOLE = ("puma", "pumabarrett", "pr2-beta-sim", "schunk-lwa3-dual", "pa10schunk")
NONE = pytest.mark.skipif(not names_of_readings(), reason="the corpus with OpenRAVE's readings is not there")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid(tmp_path_factory.mktemp("openrave"))


def settings(folder: Path) -> Settings:
    return Settings(assets=Assets(environment={"OPENRAVE_DATA": data_path(folder)}))


def world(path: Path, folder: Path, report: Report | None = None) -> World:
    return robotfmt.read_world(path, report=report, settings=settings(folder))


def is_exception(name: str) -> bool:
    return any(part in name for part in EXCEPTIONS)


@pytest.mark.slow
@NONE
@pytest.mark.parametrize("name", [name for name in CASES if MALFORMED not in name])
def test_a_document_is_read_as_by_openrave(name: str, folder: Path) -> None:
    found, wanted = world(folder / name, folder), reading_of(name)["bodies"]
    robots = {each.name: each for each in found.robots}
    if len(wanted) == 1 and len(robots) == 1:
        robots[wanted[0]["name"]] = found.robots[0]  # one without a name has that of its document
    problems = [f"{len(found.robots)} bodies, not {len(wanted)}"] if len(found.robots) != len(wanted) else []
    for body in wanted:
        placed = robots.get(body["name"])
        problems += ["a body is missing"] if placed is None else _problems(placed, body)
    assert bool(problems) is is_exception(name), problems[:5]


def _problems(placed: PlacedRobot, body: dict[str, object]) -> list[str]:
    return list(differences(placed, body))


@pytest.mark.slow
@NONE
def test_a_document_that_is_not_well_formed_is_named(folder: Path) -> None:
    (name,) = (each for each in names_of_readings() if each.endswith(MALFORMED))
    with pytest.raises(InputError, match="tag mismatch"):
        world(folder / name, folder)


@pytest.mark.slow
@NONE
@pytest.mark.parametrize("name", WHOLE)
def test_robots_that_include_archives_are_read_whole(name: str, folder: Path) -> None:
    report = Report()
    path = folder / "rdiankov+openrave" / "src" / "robots" / f"{name}.robot.xml"
    found = world(path, folder, report)
    assert not report.having("openrave.not-found")
    assert not report.errors
    assert len(found.robots[0].robot.links) >= 9


@pytest.mark.slow
@NONE
@pytest.mark.parametrize("name", [name for name in CASES[::2] if MALFORMED not in name])
def test_written_documents_read_back_equal(name: str, folder: Path) -> None:
    source = folder / name
    found = world(source, folder)
    if not found.robots:
        pytest.skip("no body")
    written = source.with_name(f"written_again_{source.name}")
    robotfmt.write(found, written, settings=settings(folder), keep=True)
    assert not robotfmt.diff(found, world(written, folder), settings=settings(folder))
    for placed in found.robots:
        _is_found_by_another_reader(placed, read_bodies(written)[placed.name])
    written.unlink()
    path_of(written, "openrave").unlink(missing_ok=True)


def _is_found_by_another_reader(placed: PlacedRobot, body: SecondBody) -> None:
    robot, base = placed.robot, matrix(placed.pose)
    poses = {name: base @ found for name, found in forward_kinematics(_uncoupled(placed)).items()}
    for link in robot.links:
        assert np.allclose(body.links[link.name], poses[link.name], rtol=0, atol=1e-9), link.name
        mass = link.inertial.mass if link.inertial is not None else 0
        assert body.masses[link.name] == mass
    for joint in robot.all_joints:
        its = body.joints.get(joint.name)
        if its is None or joint.axis is None or joint.type in (JointType.FIXED, JointType.BALL):
            continue
        frame = poses[joint.child or ""] @ matrix(joint.pose_in_child)
        axis = frame[:3, :3] @ np.array(joint.axis.direction_or_x)
        assert (its.first, its.second) == (joint.parent, joint.child)
        length = np.linalg.norm(axis)
        assert np.allclose(its.axis, axis / length if length else axis, rtol=0, atol=1e-9), joint.name
        if its.motion == "turn" and length:
            off = np.cross(its.anchor - frame[:3, 3], its.axis)
            assert np.allclose(off, 0, rtol=0, atol=1e-9), joint.name
        hard = joint.axis.hard
        if hard is not None and hard.lower is not None:
            assert (its.lower, its.upper) == (hard.lower, hard.upper)


def _uncoupled(placed: PlacedRobot) -> robotfmt.Robot:
    """The robot with all joints at zero, as its document shows it: mimic joints too."""
    from robotfmt.model.record import replace

    robot = placed.robot
    joints = tuple(
        replace(each, axes=tuple(replace(axis, coupling=None) for axis in each.axes)) for each in robot.joints
    )
    return replace(robot, joints=joints)
