"""A URDF made of an MJCF: urdfdom and pinocchio accept it, and it has MuJoCo's poses, masses and collision shapes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest
from programs import oracle
from real import CORPUS

import robotfmt
from robotfmt.kinematics.forward import forward_kinematics

from .oracle import Array

CONFIGURATIONS = 5
EXACT = 1e-9
FEW = (
    "google-deepmind+mujoco/model/humanoid/humanoid.xml",
    "pypi+dm_control/dm_control/mjcf/test_assets/robot_arm.xml",
    "Farama-Foundation+Gymnasium-Robotics/gymnasium_robotics/envs/mujoco/assets/half_cheetah.xml",
)
"""One that floats, with three hinges in a body; one of many links; one that slides and turns from the world."""
MORE = (
    "google-deepmind+mujoco/model/humanoid/humanoid100.xml",
    "google-deepmind+mujoco/mjx/mujoco/mjx/test_data/humanoid/humanoid.xml",
    "pypi+dm_control/dm_control/locomotion/soccer/assets/boxhead/boxhead.xml",
    "pypi+dm_control/dm_control/locomotion/walkers/assets/humanoid_CMU_V2019.xml",
    "pypi+dm_control/dm_control/locomotion/walkers/assets/humanoid_CMU_V2020.xml",
    "pypi+dm_control/dm_control/mujoco/testing/assets/arm.xml",
    "pypi+dm_control/dm_control/mujoco/testing/assets/cartpole.xml",
)
NAMES = (*FEW, *MORE) if os.environ.get("ROBOTFMT_ALL") else FEW
REFERENCES = """<mujoco><compiler inertiafromgeom="true"/><default><geom size=".1"/></default><worldbody>
  <body name="base"><geom/><body name="a" pos=".1 .2 .3" euler="10 20 30"><geom/>
    <joint name="turn" axis="0 1 0" pos=".05 0 .02" ref="30" range="-10 80"/>
    <body name="b" pos="0 0 .5"><joint name="slide" type="slide" axis="1 0 1" ref=".2" range="-.1 .6"/><geom/>
      <body name="c" pos="0 .3 .1"><joint name="x" axis="1 0 0" ref="-45"/><geom/>
        <joint name="z" pos=".1 0 0" ref="15" range="20 60"/>
</body></body></body></body></worldbody></mujoco>"""
"""Joints that have a value other than 0 in the given pose; the last one cannot reach it."""
PARTS = {3: 3}
"""How many shapes of URDF there are for one of MuJoCo's: a capsule is a cylinder and two spheres."""


class _Pair:
    """A robot in MuJoCo, and what pinocchio reads of its URDF."""

    def __init__(self, source: Path, urdf: Path) -> None:
        self.mujoco, self.pinocchio = oracle("mujoco"), oracle("pinocchio")
        self.model = self.mujoco.MjModel.from_xml_path(str(source))
        self.data = self.mujoco.MjData(self.model)
        self.made = self.pinocchio.buildModelFromUrdf(str(urdf))
        self.moved = self.made.createData()
        names = (self.model.body(index).name for index in range(1, self.model.nbody))
        self.bodies = {name: index for index, name in enumerate(names, 1) if self.made.existFrame(name)}
        self.root = next(iter(self.bodies))

    def move(self, rng: Any) -> None:
        """Give each hinge and slide a value from where its body has its given pose."""
        here, there = self.model.qpos0.copy(), self.pinocchio.neutral(self.made)
        for index in range(self.model.njnt):
            name, address = self.model.joint(index).name, self.model.jnt_qposadr[index]
            if name and self.made.existJointName(name):
                value, joint = rng.uniform(-1, 1), self.made.joints[self.made.getJointId(name)]
                here[address] += value
                values = (value,) if joint.nq == 1 else (np.cos(value), np.sin(value))
                there[joint.idx_q : joint.idx_q + joint.nq] = values
        self.data.qpos[:] = here
        self.mujoco.mj_kinematics(self.model, self.data)
        self.pinocchio.framesForwardKinematics(self.made, self.moved, there)

    def in_mujoco(self, body: str) -> Array:
        """The pose of a body in MuJoCo's world."""
        pose = np.eye(4)
        pose[:3, :3] = self.data.xmat[self.bodies[body]].reshape(3, 3)
        pose[:3, 3] = self.data.xpos[self.bodies[body]]
        return pose

    def in_urdf(self, link: str) -> Array:
        """The pose of a link in the root of the URDF."""
        frame = self.made.getFrameId(link, self.pinocchio.FrameType.BODY)
        return np.array(self.moved.oMf[frame].homogeneous)


def test_values_count_from_the_given_pose(tmp_path: Path) -> None:
    source, urdf = tmp_path / "robot.xml", tmp_path / "robot.urdf"
    source.write_text(REFERENCES)
    robotfmt.convert(source, urdf)
    robotfmt.convert(source, tmp_path / "robot.sdf")
    pair, rng = _Pair(source, urdf), np.random.default_rng(0)
    others = [robotfmt.read(urdf), robotfmt.read(tmp_path / "robot.sdf")]
    for _ in range(CONFIGURATIONS):
        pair.move(rng)
        here, there = (np.linalg.inv(pose("base")) for pose in (pair.in_mujoco, pair.in_urdf))
        model = pair.model
        values = {model.joint(each).name: pair.data.qpos[each] - model.qpos0[each] for each in range(model.njnt)}
        for body in pair.bodies:
            wanted = here @ pair.in_mujoco(body)
            found = [forward_kinematics(each, values)[body] for each in others]
            for pose in (there @ pair.in_urdf(body), *found):
                assert np.allclose(wanted, pose, atol=EXACT, rtol=0), body
    for robot in others:
        for name, start in zip(("turn", "slide", "z"), pair.model.qpos0[[0, 1, 3]], strict=True):
            hard = robot.joint_by_name[name].axes[0].hard
            assert hard is not None and hard.lower is not None and hard.upper is not None
            assert [hard.lower + start, hard.upper + start] == pytest.approx(pair.model.joint(name).range, abs=1e-12)


@pytest.mark.parametrize("name", NAMES, ids=[Path(each).stem for each in NAMES])
def test_the_urdf_is_the_same_robot(name: str, tmp_path: Path) -> None:
    source, urdf = CORPUS / "mjcf" / "files" / name, tmp_path / "robot.urdf"
    if not source.is_file():
        pytest.skip("the corpus is not there")
    robotfmt.convert(source, urdf)
    pair = _Pair(source, urdf)
    rng = np.random.default_rng(0)
    for _ in range(CONFIGURATIONS):
        pair.move(rng)
        here = np.linalg.inv(pair.in_mujoco(pair.root))
        there = np.linalg.inv(pair.in_urdf(pair.root))
        for body in pair.bodies:
            assert np.allclose(here @ pair.in_mujoco(body), there @ pair.in_urdf(body), atol=EXACT, rtol=0), body
    own = pair.model.body_rootid == pair.bodies[pair.root]
    assert set(pair.bodies.values()) == set(np.flatnonzero(own))
    masses = sum(pair.model.body_mass[index] for index in pair.bodies.values())
    assert sum(each.mass for each in pair.made.inertias) == pytest.approx(masses, rel=EXACT)
    kind, folders = pair.pinocchio.GeometryType.COLLISION, [str(tmp_path)]
    shapes = pair.pinocchio.buildGeomFromUrdf(pair.made, str(urdf), kind, package_dirs=folders)
    touching = (pair.model.geom_contype != 0) | (pair.model.geom_conaffinity != 0)
    inside = touching & own[pair.model.geom_bodyid]
    assert shapes.ngeoms == sum(PARTS.get(kind, 1) for kind in pair.model.geom_type[inside])
    if which("check_urdf") is not None:
        done = subprocess.run(["check_urdf", str(urdf)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
