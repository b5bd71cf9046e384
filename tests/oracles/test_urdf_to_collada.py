"""We read the COLLADA that ROS's urdf_to_collada writes, and its URDF checker accepts the URDFs that we write."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from real import FIXTURES, example_robots

import robotfmt
from robotfmt.settings import Settings

from .oracle import debian_program, pose_error
from .plain_urdf import PlainJoint, PlainUrdf, plain_urdf

pytestmark = pytest.mark.many
NAMES = (
    *("baxter.urdf", "bolt.urdf", "double_pendulum.urdf", "finger_edu.urdf", "kinova.urdf", "panda.urdf"),
    *("romeo_small.urdf", "simple_humanoid.urdf", "so100.urdf", "solo12.urdf", "talos_left_arm.urdf"),
    "ur5_robot.urdf",
)
DUAL_ARM = FIXTURES / "mobile_dual_arm" / "dual_arm.dae"
ROBOTS = [
    FIXTURES / "arm6" / "arm6.urdf",
    FIXTURES / "gripper" / "gripper.urdf",
    DUAL_ARM,
    *(path for path in example_robots() if path.name in NAMES),
]
SIX_DIGITS = 3e-5
"""Both programs write numbers with six digits; along a long arm that adds up."""
robots = pytest.mark.parametrize("path", ROBOTS, ids=[path.stem for path in ROBOTS])


def run(folder: Path, *command: str) -> None:
    """Run a program that leaves files wherever it can."""
    surroundings = {**os.environ, "TMPDIR": str(folder), "HOME": str(folder)}
    done = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-1000:]


OLD = Settings(target_format="urdf@1.0")


def as_urdf(path: Path, folder: Path) -> Path:
    """A robot as a URDF of ours, in the version that Debian's programs know."""
    robotfmt.convert(path, folder / "ours.urdf", settings=OLD)
    return folder / "ours.urdf"


def effective_type(joint: PlainJoint) -> str:
    """Both formats' fixed joints turn between 0 and 0, so that those that really do cannot be told apart."""
    turns = joint.type in ("revolute", "prismatic")
    return "fixed" if turns and joint.limits["lower"] == joint.limits["upper"] == 0 else joint.type


def means_nothing(joint: PlainJoint, limit: str) -> bool:
    """Whether a limit is none: of joints without end, and of motors of joints that are not driven."""
    if joint.type == "continuous":
        return limit in ("lower", "upper")
    return effective_type(joint) == "fixed" or (joint.mimic is not None and limit == "effort")


def assert_same_tree(ours: PlainUrdf, theirs: PlainUrdf) -> None:
    """Links, joints and where everything stands."""
    assert theirs.names == ours.names
    assert theirs.joints.keys() == ours.joints.keys()
    for name, joint in ours.joints.items():
        other = theirs.joints[name]
        assert (other.parent, other.child) == (joint.parent, joint.child), name
        assert other.type == joint.type or other.type == effective_type(joint) == "fixed", name
    poses, others = ours.zero_poses(), theirs.zero_poses()
    assert max(pose_error(poses[name], others[name]) for name in poses) < SIX_DIGITS


def assert_same_limits(ours: PlainUrdf, theirs: PlainUrdf) -> None:
    """The limits of all joints that move."""
    for name, joint in ours.joints.items():
        limits = {key: value for key, value in joint.limits.items() if not means_nothing(joint, key)}
        for limit, value in limits.items():
            assert theirs.joints[name].limits[limit] == pytest.approx(value, rel=1e-5, abs=1e-5), (
                name,
                limit,
            )


def assert_same_masses(ours: PlainUrdf, theirs: PlainUrdf) -> None:
    """Masses, centres of mass, and the moments about its axes that do not depend on them."""
    for name, link in ours.links.items():
        if link.mass == 0:
            continue
        other = theirs.links[name]
        assert other.mass == pytest.approx(link.mass, rel=1e-5), name
        assert_allclose(other.center, link.center, atol=SIX_DIGITS, err_msg=name)
        moments, others = (np.linalg.eigvalsh(each.inertia) for each in (link, other))
        assert_allclose(others, moments, rtol=1e-3, atol=1e-6, err_msg=name)


@robots
def test_we_read_the_collada_that_ros_writes(path: Path, tmp_path: Path) -> None:
    program = debian_program("urdf_to_collada", "collada-urdf-tools")
    urdf = as_urdf(path, tmp_path)
    run(tmp_path, program, str(urdf), str(tmp_path / "theirs.dae"))
    robotfmt.convert(tmp_path / "theirs.dae", tmp_path / "read.urdf")
    ours, theirs = plain_urdf(urdf), plain_urdf(tmp_path / "read.urdf")
    assert_same_tree(ours, theirs)
    assert_same_limits(ours, theirs)
    assert_same_masses(ours, theirs)


@robots
def test_urdfdom_accepts_the_urdf_that_we_write(path: Path, tmp_path: Path) -> None:
    program = debian_program("check_urdf", "liburdfdom-tools")
    robotfmt.convert(path, tmp_path / "robot.dae")
    robotfmt.convert(tmp_path / "robot.dae", tmp_path / "robot.urdf", settings=OLD)
    run(tmp_path, program, str(tmp_path / "robot.urdf"))


def test_all_the_robots_are_there() -> None:
    found = {path.name for path in ROBOTS}
    assert found >= {"arm6.urdf", "gripper.urdf", "dual_arm.dae"}
    assert found >= set(NAMES) or not example_robots()
