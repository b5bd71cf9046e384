"""ROS's collada_parser reads every robot that we write as COLLADA as it is, but for a list of exceptions."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from collada_parser import read_with_ros
from real import CORPUS, corpus, example_robots, fixtures

import robotfmt
from robotfmt import Robot, RobotfmtError
from robotfmt.kinematics.forward import sample
from robotfmt.model import JointType
from robotfmt.model.record import replace
from robotfmt.settings import Settings

from .collada_parser_exceptions import ABORTS, EXCEPTIONS, NOT_WRITTEN
from .collada_parser_facts import Values, facts_of_printed, facts_of_robot
from .facts import Facts, exempting, needless, unforeseen
from .oracle import require_example_robots

pytestmark = pytest.mark.many
CONFIGURATIONS = 20
RADIANS = Settings(options={"collada.write_speeds": "radians"})
FIXTURES = fixtures(".urdf", ".dae")
DOCUMENTS = corpus("collada/*/*.dae", "collada/*/*.zae")
ROBOTS = [*FIXTURES, *DOCUMENTS, *example_robots()]


def name_of(path: Path) -> str:
    """The file with as many folders as tell it from all others."""
    return "/".join(path.parts[-2:])


FILES = {name_of(path): path for path in ROBOTS}
READ = sorted(FILES.keys() - ABORTS.keys() - NOT_WRITTEN.keys())


def without_meshes(robot: Robot, **_: object) -> Robot:
    """Meshes take nearly all the time, and the parser has its own idea of them."""
    return replace(robot, links=tuple(replace(link, visuals=(), collisions=()) for link in robot.links))


def written(name: str, folder: Path, settings: Settings = RADIANS) -> tuple[Path, Robot]:
    """A document of ours, and the robot that stands in it."""
    path = folder / "robot.dae"
    done = robotfmt.convert(FILES[name], path, settings=settings, edit=without_meshes)
    return path, done.robot


def facts_of(name: str, folder: Path) -> tuple[Facts, Facts]:
    """What the parser reads, and what it should."""
    path, robot = written(name, folder)
    printed = read_with_ros(path)
    assert printed is not None, "the parser refuses it"
    values = value_rows(robot)
    return facts_of_printed(printed, values), facts_of_robot(robot, values)


def value_rows(robot: Robot) -> Values:
    """Values of all joints that move by themselves: first all at zero, then at random."""
    found = sample(robot, CONFIGURATIONS)
    return {name: np.append(0, each[:, 0]) for name, each in found.items() if each.shape[1] == 1}


@pytest.mark.parametrize("name", READ)
def test_ros_reads_written_documents(name: str, tmp_path: Path) -> None:
    theirs, ours = facts_of(name, tmp_path)
    exceptions = exempting(name, EXCEPTIONS)
    assert unforeseen(theirs, ours, exceptions) == []
    assert needless(theirs, ours, exceptions) == []


@pytest.mark.parametrize("name", sorted(FILES.keys() & ABORTS.keys()))
def test_ros_goes_down_only_over_what_it_cannot_hold(name: str, tmp_path: Path) -> None:
    path, _ = written(name, tmp_path)
    assert read_with_ros(path) is None


@pytest.mark.parametrize("name", sorted(FILES.keys() & NOT_WRITTEN.keys()))
def test_broken_robots_are_not_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(RobotfmtError):
        written(name, tmp_path)


def test_in_degrees_ros_reads_speeds_of_hinges_57_times_too_large(tmp_path: Path) -> None:
    # What OpenRAVE reads right; -O collada.write_speeds=radians is right for both.
    path, _ = written("gripper/gripper.urdf", tmp_path, Settings())
    degrees = read_with_ros(path)
    path.unlink()
    path, robot = written("gripper/gripper.urdf", tmp_path)
    radians = read_with_ros(path)
    assert degrees is not None and radians is not None
    ratios = {}
    for joint in robot.joints:
        hard = joint.axis.hard if joint.axis is not None else None
        if hard is not None and hard.velocity:
            assert radians["joints"][joint.name]["limits"][2] == pytest.approx(hard.velocity, rel=1e-12)
            ratios[joint.type] = degrees["joints"][joint.name]["limits"][2] / hard.velocity
    assert ratios == pytest.approx({JointType.REVOLUTE: math.degrees(1), JointType.PRISMATIC: 1})


def test_ros_reads_meshes_and_its_files_of_them_are_removed(tmp_path: Path) -> None:
    robotfmt.convert(FILES["arm6/arm6.urdf"], tmp_path / "robot.dae")
    printed = read_with_ros(tmp_path / "robot.dae")
    assert printed is not None
    meshes = [Path(link["mesh"]) for link in printed["links"].values() if "mesh" in link]
    assert len(meshes) == 6
    assert not any(path.exists() for path in meshes)


def test_all_robots_are_there() -> None:
    require_example_robots()
    assert len(example_robots()) >= 60
    assert len(DOCUMENTS) >= 60 or not CORPUS.is_dir()
    listed = {*ABORTS, *NOT_WRITTEN, *(file for each in EXCEPTIONS for file in each.files)}
    assert listed <= FILES.keys() or not DOCUMENTS
