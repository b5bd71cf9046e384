"""Pinocchio finds in a flat URDF the frames and the root that an XRDF asked for, and the motion that there was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt.kinematics.tree import joints_above, links_below, roots

from .oracle import homogeneous, pose_error, require_example_robots
from .test_edits import deepest
from .test_pinocchio import link_poses, motions

EXACT = 1e-9
NAMES = (
    "panda.urdf",
    "ur5_robot.urdf",
    "solo12.urdf",
    "talos_reduced.urdf",
    "romeo_small.urdf",
    "anymal.urdf",
)
ROBOTS = [path for path in example_robots() if path.name in NAMES]
XRDF = """format: xrdf
format_version: 2.0
modifiers:
  - add_frame:
      frame_name: "far"
      parent_frame_name: "near"
      joint_name: "far_joint"
      joint_type: FIXED
      fixed_transform: {{position: [0.0, 0.0, 0.2], orientation: {{w: 0.6, xyz: [0.0, 0.8, 0.0]}}}}
  - set_base_frame: "{base}"
  - add_frame:
      frame_name: "near"
      parent_frame_name: "{tip}"
      joint_name: "near_joint"
      joint_type: FIXED
      fixed_transform: {{position: [0.1, 0.0, 0.0], orientation: {{w: 0.0, xyz: [1.0, 0.0, 0.0]}}}}
{more}cspace:
  joint_names: []
  acceleration_limits: []
  jerk_limits: []
"""
FAR = np.diag([1.0, -1.0, -1.0, 1.0]) @ homogeneous(
    np.array([[-0.28, 0.0, 0.96], [0.0, 1.0, 0.0], [-0.96, 0.0, -0.28]]), np.array([0.0, 0.0, 0.2])
)
FAR[0, 3] += 0.1
"""Half a turn about x and 0.1 along it, then 2 acos(0.6) about y and 0.2 along z."""


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_the_frames_and_the_root_are_there_and_all_moves_as_before(path: Path, tmp_path: Path) -> None:
    pinocchio = oracle("pinocchio")
    robot = robotfmt.read(path)
    above, tip = joints_above(robot), deepest(robot)
    way = [tip]
    while way[-1] in above:
        way.append(above[way[-1]].parent or "")
    base = way[len(way) // 2]
    (tmp_path / "asks.xrdf").write_text(XRDF.format(base=base, tip=tip, more=""))
    robotfmt.convert([path, tmp_path / "asks.xrdf"], tmp_path / "flat.urdf")
    assert roots(robotfmt.read(tmp_path / "flat.urdf")) == [base]
    before, after = (_model(pinocchio, each) for each in (path, tmp_path / "flat.urdf"))
    parts, others = motions(before), motions(after)
    assert others.keys() <= parts.keys()
    for velocity in np.random.default_rng(5).uniform(-2, 2, (10, before.nv)):
        moved = np.zeros(after.nv)
        for name, part in others.items():
            moved[part] = velocity[parts[name]]
        expected, found = link_poses(pinocchio, before, velocity), link_poses(pinocchio, after, moved)
        assert found.keys() == links_below(robot, base) | {"near", "far"}
        expected["far"] = expected[tip] @ FAR
        inverse = np.linalg.inv(expected[base])
        names = found.keys() - {"near"}
        assert max(pose_error(found[name], inverse @ expected[name]) for name in names) < EXACT


def _model(pinocchio: Any, path: Path) -> Any:
    """A model whose root does not float."""
    return pinocchio.buildModelFromUrdf(str(path))


def test_a_freed_joint_moves_by_itself_within_its_limits(tmp_path: Path) -> None:
    pinocchio = oracle("pinocchio")
    require_example_robots()
    path = next(each for each in ROBOTS if each.name == "panda.urdf")
    more = (
        "  - remove_mimic_attributes:\n      joint_name: panda_finger_joint2\n"
        "      position_limits: [0.01, 0.03]\n      velocity_limit: 0.5\n"
    )
    (tmp_path / "asks.xrdf").write_text(XRDF.format(base="panda_link0", tip="panda_hand", more=more))
    robotfmt.convert([path, tmp_path / "asks.xrdf"], tmp_path / "flat.urdf")
    before, after = (pinocchio.buildModelFromUrdf(str(each), True) for each in (path, tmp_path / "flat.urdf"))
    assert after.nv == before.nv + 1
    joint = after.joints[after.getJointId("panda_finger_joint2")]
    assert_allclose(after.lowerPositionLimit[joint.idx_q], 0.01)
    assert_allclose(after.upperPositionLimit[joint.idx_q], 0.03)
    assert_allclose(after.upperVelocityLimit[joint.idx_v], 0.5)


def test_the_robots_were_there() -> None:
    require_example_robots()
    assert len(ROBOTS) >= len(NAMES)
