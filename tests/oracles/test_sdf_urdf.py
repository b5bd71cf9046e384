"""URDF as SDF and back: nothing is lumped, libsdformat 12 finds every frame where it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from libsdformat import read_with_libsdformat
from real import CORPUS, corpus, example_robots, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.facts.difference import diff
from robotfmt.model import JointType, LinearCoupling, PlacedRobot, Robot, World
from robotfmt.model.record import replace
from robotfmt.settings import Settings

from .oracle import require_example_robots
from .sdf_facts import Values, differences, of_reading, of_world

LISTED = [
    CORPUS / "urdf" / line.split("\t")[0]
    for table in corpus("sdf/peers/libsdformat17-urdf-to-sdf.tsv")
    for line in table.read_text(encoding="utf-8").splitlines()
]
PROGRAMS = ("moveit+srdfdom/test/resources/pr2_desc.urdf",)
"""Documents that xacro has to expand."""
BROKEN = {
    "error_convert_loop_joint_structure.urdf": "its links form a ring",
    "error_incorrect_joint_type.urdf": "a joint is of no type",
    "error_no_joint_type.urdf": "a joint is of no type",
}
RENAMED = ("ur10e_from_mjcf.urdf",)
"""Robots with a floating base on a link ``world``, which has another name in SDF."""
IMPOSSIBLE = "LINK_INERTIA_INVALID"
"""The one thing that libsdformat refuses: inertias that no body has, as they stand in the URDF."""
TOLERANCE = 1e-12

corpus_is_here = pytest.mark.skipif(not LISTED, reason="the corpus of URDF is not here")


def of_robot(robot: Robot) -> Values:
    """The values of a robot as SDF means them: joints that follow others stand at zero."""
    joints = tuple(
        replace(joint, axes=tuple(replace(axis, coupling=None) for axis in joint.axes)) for joint in robot.joints
    )
    return of_world(World(robots=(PlacedRobot(name="robot", robot=replace(robot, joints=joints)),)))


def without_names(values: Values) -> Values:
    """Shapes have names in SDF, which those of URDF need not have; which joint one follows SDF 1.9 does not say."""
    return {path: each for path, each in values.items() if not path.endswith(("/name", "/mimic"))}


@corpus_is_here
@pytest.mark.parametrize("path", some(LISTED, 10, BROKEN), ids=lambda path: str(path.relative_to(CORPUS)))
def test_libsdformat_finds_everything_where_it_was(path: Path, tmp_path: Path) -> None:
    if str(path).endswith(PROGRAMS) or path.name in BROKEN:
        pytest.skip("it is no robot as it stands")
    robot, output = robotfmt.read(path, report=Report()), tmp_path / "robot.sdf"
    robotfmt.write(robot, output, report=Report())
    reading, warnings = read_with_libsdformat(output)
    refused = {each["code"] for each in reading["errors"]}
    assert refused <= {IMPOSSIBLE}
    assert warnings == [] or refused
    if refused:
        return
    back = of_robot(robotfmt.read(output, report=Report()))
    if path.name in RENAMED:
        return
    assert differences(without_names(of_reading(reading)), without_names(back), TOLERANCE) == []
    _nothing_is_lumped(robot, reading["model"])


def _nothing_is_lumped(robot: Robot, model: dict[str, Any]) -> None:
    world = [each for each in robot.links if each.name == "world"]
    assert len(robot.links) - len(world) <= len(model["links"])
    shapes = sum(len(each["visuals"]) for each in model["links"])
    assert shapes == sum(len(each.visuals) for each in robot.links)
    moving = [each for each in robot.all_joints if each.type not in (JointType.FIXED, JointType.FLOATING)]
    assert len(moving) <= sum(each["type"] != "fixed" for each in model["joints"])


TOO_BROKEN = ("alex_psyonic_hands.urdf",)


@pytest.mark.parametrize("path", some(example_robots(), 10, TOO_BROKEN), ids=lambda path: path.name)
def test_a_robot_is_the_same_there_and_back(path: Path, tmp_path: Path) -> None:
    require_example_robots()
    if path.name in TOO_BROKEN:
        pytest.skip("the robot is too broken to be converted")
    robot, there, back = robotfmt.read(path, report=Report()), tmp_path / "robot.sdf", tmp_path / "robot.urdf"
    robot = robot if robot.name else replace(robot, name="robot")
    robotfmt.write(robot, there, report=Report(), keep=True)
    robotfmt.write(robotfmt.read(there, report=Report()), back, report=Report(), keep=True)
    assert diff(robot, robotfmt.read(back, report=Report())) == []


def test_a_mimic_is_one_of_sdf_since_1_11(tmp_path: Path) -> None:
    gripper = Path(__file__).parents[2] / "fixtures" / "gripper" / "gripper.urdf"
    robot = robotfmt.read(gripper)
    for version in ("1.9", "1.11"):
        path = tmp_path / f"{version}.sdf"
        robotfmt.write(robot, path, settings=Settings(target_format=f"sdf@{version}"), keep=True)
        assert ("<mimic" in path.read_text()) is (version == "1.11")
        back = robotfmt.read(path)
        coupled = [each.coupling for each in back.joints if each.coupling is not None]
        assert len(coupled) == 3
        assert all(isinstance(each, LinearCoupling) for each in coupled)
