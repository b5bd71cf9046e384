"""Real documents beside their robots: which rules they break, and how often.

Facts about them were counted by others too: radii below 0 as place holders, keys and pairs that stand twice, default
poses in which a robot of cuMotion's own touches itself.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from real import CORPUS

from robotfmt.diagnostics import Report
from robotfmt.hub.checking import check

REAL = CORPUS / "xrdf" / "real"
TABLE = """
Lakshya-04+cumotion-deployment-toolkit/ur10e | - | non-ascii unknown-key*2 empty-spheres*2 collision-geometry
Lakshya-04+cumotion-deployment-toolkit/ur10e_with_lift | - | \
yaml.duplicate-key non-ascii unknown-key*2 empty-spheres*2 collision-geometry
Lakshya-04+cumotion-deployment-toolkit/xrdf_template | - | non-ascii unknown-key*2 empty-spheres collision-geometry
NVIDIA-ISAAC-ROS+isaac_ros_cumotion/franka | isaacsim_franka | negative-radius*4
NVIDIA-ISAAC-ROS+isaac_ros_cumotion/ur10e | ur10e_curobo | negative-radius
NVIDIA-ISAAC-ROS+isaac_ros_cumotion/ur10e_robotiq_2f_140 | ur10e_robotiq_2f_140 | \
ignore-self-pair*10 negative-radius*2 default-unspecified robot.pair-twice
NVIDIA-ISAAC-ROS+isaac_ros_cumotion/ur10e_robotiq_2f_85 | ur10e_robotiq_2f_85 | negative-radius*2 default-unspecified
NVIDIA-ISAAC-ROS+isaac_ros_cumotion/ur5e | - | negative-radius
NVIDIA-ISAAC-ROS+isaac_ros_cumotion/ur5e_robotiq_2f_140 | ur5e_robotiq_2f_140 | \
yaml.duplicate-key*5 negative-radius*2 default-unspecified
NVIDIA-ISAAC-ROS+isaac_ros_cumotion/ur5e_robotiq_2f_85 | ur5e_robotiq_2f_85 | negative-radius*2 default-unspecified
NVlabs+curobo/ur10e | ur10e_curobo | negative-radius
nvidia-isaac+cumotion/cart_pole | cart_pole | tool-frames-empty self-collision-absent robot.hardly-covered
nvidia-isaac+cumotion/fanuc_m20ia | fanuc_m20ia | tool-frames-empty
nvidia-isaac+cumotion/fanuc_m900ib700 | fanuc_m900ib700 | \
tool-frames-empty no-geometry collision-absent self-collision-absent
nvidia-isaac+cumotion/franka | franka | self-geometry-differs
nvidia-isaac+cumotion/franka_curobo | franka_curobo | negative-radius*4
nvidia-isaac+cumotion/g1_29dof_with_hand | g1 | default-unspecified no-geometry collision-absent self-collision-absent
nvidia-isaac+cumotion/gantry | gantry | tool-frames-empty self-collision-absent
nvidia-isaac+cumotion/gantry1d | gantry1d | tool-frames-empty self-collision-absent
nvidia-isaac+cumotion/gantry2d | gantry2d | tool-frames-empty self-collision-absent
nvidia-isaac+cumotion/gantry2d_anisotropic | gantry2d_anisotropic | \
tool-frames-empty self-collision-absent robot.default-self-collision robot.hardly-covered*2
nvidia-isaac+cumotion/joint_venture | joint_venture | tool-frames-empty self-collision-absent
nvidia-isaac+cumotion/nv_mimic | nv_mimic | tool-frames-empty no-geometry collision-absent self-collision-absent
nvidia-isaac+cumotion/robotiq_2f_140 | robotiq_2f_140 | \
tool-frames-empty robot.sphere-redundant robot.default-self-collision*4 robot.adjacent-not-ignored*2 \
robot.hardly-covered*2
nvidia-isaac+cumotion/slider | slider | tool-frames-empty self-collision-absent
nvidia-isaac+cumotion/spinner | spinner | tool-frames-empty self-collision-absent
nvidia-isaac+cumotion/thirty_link_arm | thirty_link_arm | tool-frames-empty
nvidia-isaac+cumotion/three_link_arm | three_link_arm | self-collision-absent self-geometry-differs
nvidia-isaac+cumotion/two_link_arm | two_link_arm | self-collision-absent
nvidia-isaac+cumotion/ur10 | ur10 | self-geometry-differs
nvidia-isaac+cumotion/ur10e | ur10e_cumotion |
"""
"""The document, its robot, and how often which code is told of it (``xrdf.`` left out)."""
ROWS = [tuple(each.strip() for each in row.split("|")) for row in TABLE.split("\n")[1:-1]]
OF_EACH = ("xrdf.end-effector", "robot.link-without-spheres", "document.not-understood")

pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the corpus of real documents is not here")


def findings(name: str, robot: str) -> Report:
    """What a check says, of the robot too."""
    robots = [CORPUS / "xrdf" / "urdfs" / f"{robot}.urdf"] if robot != "-" else []
    (done,) = check(*robots, REAL / f"{name}.xrdf")
    return done.report


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_findings_in_real_documents(row: tuple[str, str, str]) -> None:
    name, robot, reported = row
    path = REAL / f"{name}.xrdf"
    found = [each for each in findings(name, robot) if each.file == str(path) and each.code not in OF_EACH]
    counts = Counter(each.code.removeprefix("xrdf.") for each in found)
    expected = (each.partition("*") for each in reported.split())
    assert counts == {code: int(number or 1) for code, _, number in expected}
    text = path.read_text(encoding="utf-8")
    assert counts["negative-radius"] == len(re.findall(r"radius\W*:\s*-", text))


def test_every_real_document_is_in_the_table() -> None:
    assert {str(path.relative_to(REAL).with_suffix("")) for path in REAL.rglob("*.xrdf")} == {row[0] for row in ROWS}


@pytest.mark.parametrize(
    ("name", "depths"),
    [("robotiq_2f_140", ["2.4", "2.4", "7.8", "7.8"]), ("gantry2d_anisotropic", ["50.0"])],
)
def test_default_poses_in_which_a_robot_touches_itself(name: str, depths: list[str]) -> None:
    report = findings(f"nvidia-isaac+cumotion/{name}", name)
    found = [each.message for each in report.having("robot.default-self-collision")]
    assert sorted(re.findall(r"by ([0-9.]+) mm", " ".join(found))) == depths


def test_self_pairs_and_duplicate_pairs() -> None:
    report = findings("NVIDIA-ISAAC-ROS+isaac_ros_cumotion/ur10e_robotiq_2f_140", "ur10e_robotiq_2f_140")
    (again,) = report.having("robot.pair-twice")
    assert re.search(r"so are \d+ other pairs", again.message)
