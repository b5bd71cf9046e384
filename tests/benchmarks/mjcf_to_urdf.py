"""MJCF to URDF: ten models from the package index, and what other converters make of them.

::

    python tests/benchmarks/mjcf_to_urdf.py FOLDER [--rivals]

FOLDER gets the models, each package in a folder of its name, and the environments of other programs. Each URDF is
judged by the model that MuJoCo compiles of the source: poses of bodies with all joints within their ranges, surfaces,
collision shapes and masses. With --rivals the last line gives each cell in which another program is better than
robotfmt. mjcf-urdf-simple-converter writes all joints but hinges as fixed ones: the fingers of yam do not move.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from mjcf_rivals import TO_URDF, Cell, installed, row_of, run, verdict
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.limits import Limits
from robotfmt.mesh import load
from robotfmt.model import Geometry, Mesh, Pose, Robot
from robotfmt.model.record import replace

MODELS = (
    *(("mjlab", f"mjlab/asset_zoo/robots/{each}.xml") for each in ("unitree_g1/xmls/g1", "unitree_go1/xmls/go1")),
    ("mjlab", "mjlab/asset_zoo/robots/i2rt_yam/xmls/yam.xml"),
    *(
        ("robosuite", f"robosuite/models/assets/robots/{each}/robot.xml")
        for each in ("iiwa", "panda", "ur5e", "xarm7", "sawyer")
    ),
    ("dm-control", "dm_control/third_party/kinova/jaco_arm.xml"),
    ("gymnasium-robotics", "gymnasium_robotics/envs/assets/hand/reach.xml"),
)
CONFIGURATIONS = 30
EXACT = 1e-9
NEAR = 1e-6
"""The distance in metres up to which a surface is in its place: mesh files have single precision."""
MISPLACED = 1e-3
"""The distance in metres from which a mesh is in another place."""


@dataclass
class Row:
    """What one program reaches."""

    name: str
    made: int = 0
    accepted: int = 0
    fk: float = 0.0
    meshes: int = 0
    misplaced: int = 0
    surface: float = 0.0
    touching: int = 0
    all_touching: int = 0
    added: float = 0.0
    kept: dict[str, list[int]] = field(
        default_factory=lambda: {each: [0, 0] for each in ("effort", "damping", "friction")}
    )
    seconds: float = 0.0

    def cells(self) -> list[Cell]:
        """Return the cells of the row: lengths below their bounds are equally good, and seconds are for each URDF."""
        seconds = self.seconds / self.accepted if self.accepted else math.inf
        right = self.meshes - self.misplaced
        return [
            Cell("pinocchio accepts", f"{self.accepted}/{self.made}", self.accepted),
            Cell("FK", *self._length(self.fk, EXACT)),
            Cell("meshes off", f"{self.misplaced}/{self.meshes}", right),
            Cell("worst surface", *self._length(self.surface, NEAR)),
            Cell("collisions", f"{self.touching}/{self.all_touching}", self.touching),
            Cell("mass added", *self._length(self.added, EXACT)),
            *(Cell(name, f"{one}/{two}", one) for name, (one, two) in self.kept.items()),
            Cell(
                "s",
                f"{seconds:.1f}" if self.accepted else "-",
                -seconds if self.accepted == len(MODELS) else -math.inf,
            ),
        ]

    def _length(self, value: float, bound: float) -> tuple[str, float]:
        return (f"{value:.0e}", -max(value, bound)) if self.meshes else ("-", -math.inf)


def main() -> None:
    home = Path(sys.argv[1])
    sources = [fetched(package, home) / path for package, path in MODELS]
    print(
        "| program | pinocchio accepts | FK [m] | meshes off | worst surface [m] | collisions | mass added [kg] "
        "| effort | damping | friction | s |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    ours, others = report_program("robotfmt", sources, None), dict[str, list[Cell]]()
    for rival in TO_URDF if "--rivals" in sys.argv else ():
        scripts = installed(rival, home)
        if scripts is not None:
            others[rival.name] = report_program(rival.name, sources, (rival, scripts))
    print(verdict(ours, others))


def report_program(name: str, sources: list[Path], rival: Any) -> list[Cell]:
    """Print the row of a program, and return its cells."""
    cells = judged(name, sources, rival).cells()
    print(row_of(name, cells), flush=True)
    return cells


def fetched(package: str, home: Path) -> Path:
    """Return the folder of a package, installed on first use."""
    folder = home / package
    if not folder.is_dir():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        subprocess.run([*command, package], check=True)
    return folder


def judged(name: str, sources: list[Path], rival: Any) -> Row:
    """Return the row of a program."""
    row, mujoco = Row(name), oracle("mujoco")
    for source in sources:
        with tempfile.TemporaryDirectory() as folder:
            out: Path | None = Path(folder) / "out" / "robot.urdf"
            assert out is not None
            out.parent.mkdir()
            if rival is None:
                start = time.process_time()
                robotfmt.convert(source, out, meshes="copy", report=Report())
                row.seconds += time.process_time() - start
            else:
                program, scripts = rival
                out, seconds = run(program, scripts, source, out, Path(folder))
                row.seconds += seconds
            if out is None:
                continue
            row.made += 1
            row.accepted += is_accepted(out)
            try:
                robot = robotfmt.read(out, report=Report())
            except robotfmt.errors.RobotfmtError as error:
                print(f"{name}, {source.name}: {error}", file=sys.stderr)
                continue
            _Judge(mujoco, source, robot, row).judge()
            shutil.rmtree(folder, ignore_errors=True)
    return row


def is_accepted(urdf: Path) -> bool:
    """Return True if pinocchio, which reads with urdfdom, accepts a URDF."""
    code = "import sys, pinocchio; pinocchio.buildModelFromUrdf(sys.argv[1])"
    return subprocess.run([sys.executable, "-c", code, urdf], capture_output=True).returncode == 0


class _Judge:
    """Compares a URDF with MuJoCo's model of its source."""

    def __init__(self, mujoco: Any, source: Path, robot: Robot, row: Row) -> None:
        self.mujoco, self.robot, self.row = mujoco, robot, row
        self.model = mujoco.MjModel.from_xml_path(str(source))
        self.data = mujoco.MjData(self.model)
        names = {self.model.body(index).name: index for index in range(1, self.model.nbody)}
        self.bodies = {name: index for name, index in names.items() if name in robot.link_by_name}

    def judge(self) -> None:
        """Add the findings to the row."""
        if not self.bodies:
            return
        top = next(iter(self.bodies.values()))
        self.bodies = {
            name: index
            for name, index in self.bodies.items()
            if self.model.body_rootid[index] == self.model.body_rootid[top]
        }
        self._poses()
        self._shapes()
        mass = sum(self.model.body_mass[index] for index in self.bodies.values())
        others = {self.model.body(index).name for index in range(self.model.nbody)} - set(self.bodies)
        links = [each for each in self.robot.links if each.inertial is not None and each.name not in others]
        own = sum(each.inertial.mass or 0.0 for each in links if each.inertial is not None)
        self.row.added = max(self.row.added, own - mass)
        self._numbers()

    def _poses(self) -> None:
        rng = np.random.default_rng(0)
        root = next(iter(self.bodies))
        for _ in range(CONFIGURATIONS):
            values: dict[str, Any] = {}
            self.data.qpos[:] = self.model.qpos0
            for index in range(self.model.njnt):
                name, at = self.model.joint(index).name, self.model.jnt_qposadr[index]
                if self.model.jnt_type[index] >= 2 and name in self.robot.joint_by_name:
                    start, limited = self.model.qpos0[at], self.model.jnt_limited[index]
                    bounds = self.model.jnt_range[index] - start if limited else (-1.0, 1.0)
                    values[name] = rng.uniform(bounds[0], bounds[1])
                    self.data.qpos[at] += values[name]
            self.mujoco.mj_kinematics(self.model, self.data)
            free = tuple(
                replace(each, axes=tuple(replace(axis, coupling=None) for axis in each.axes))
                for each in self.robot.joints
            )
            poses = forward_kinematics(replace(self.robot, joints=free), values)
            here = np.linalg.inv(self._pose(self.bodies[root]))
            there = np.linalg.inv(poses[root])
            for name, index in self.bodies.items():
                error = here @ self._pose(index) - there @ poses[name]
                self.row.fk = max(self.row.fk, float(np.abs(error[:3, 3]).max()))

    def _pose(self, body: int) -> Any:
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = self.data.xmat[body].reshape(3, 3), self.data.xpos[body]
        return pose

    def _shapes(self) -> None:
        nearest: Any = import_module("scipy.spatial").cKDTree
        model = self.model
        for name, index in self.bodies.items():
            link = self.robot.link_by_name[name]
            trees = [nearest(each) for each in map(corners, (*link.visuals, *link.collisions)) if each is not None]
            own = np.flatnonzero(model.geom_bodyid == index)
            touching = (model.geom_contype[own] != 0) | (model.geom_conaffinity[own] != 0)
            self.row.all_touching += int(touching.sum())
            self.row.touching += min(len(link.collisions), int(touching.sum()))
            for geom in own[model.geom_type[own] == 7]:
                found = min((float(tree.query(self._vertices(geom))[0].max()) for tree in trees), default=np.inf)
                self.row.meshes += 1
                self.row.misplaced += found > MISPLACED
                self.row.surface = max(self.row.surface, found)

    def _vertices(self, geom: int) -> Any:
        model, mesh, turn = self.model, self.model.geom_dataid[geom], np.zeros(9)
        self.mujoco.mju_quat2Mat(turn, model.geom_quat[geom])
        start = model.mesh_vertadr[mesh]
        rows = model.mesh_vert[start : start + model.mesh_vertnum[mesh]].astype(float)
        return rows @ turn.reshape(3, 3).T + model.geom_pos[geom]

    def _numbers(self) -> None:
        for joint in self.robot.joints:
            index = self.mujoco.mj_name2id(self.model, self.mujoco.mjtObj.mjOBJ_JOINT, joint.name)
            if index < 0 or self.model.jnt_type[index] < 2 or not joint.axes:
                continue
            at, own = self.model.jnt_dofadr[index], joint.axes[0].dynamics
            hard = joint.axes[0].hard
            self._count("effort", self._effort(index), hard.effort if hard is not None else None)
            damping = float(np.atleast_1d(self.model.dof_damping[at])[0])
            self._count("damping", damping, own.damping if own is not None else None)
            self._count("friction", float(self.model.dof_frictionloss[at]), own.friction if own is not None else None)

    def _count(self, name: str, wanted: float, found: float | None) -> None:
        if wanted:
            self.row.kept[name][1] += 1
            self.row.kept[name][0] += abs((found or 0.0) - wanted) < 1e-9 * max(1.0, wanted)

    def _effort(self, joint: int) -> float:
        """Return the limit of the force on a joint: its own, or that of its only actuator; 0 without one."""
        model = self.model
        if model.jnt_actfrclimited[joint]:
            return float(model.jnt_actfrcrange[joint][1])
        drives = [index for index in range(model.nu) if model.actuator_trntype[index] == 0]
        own = [index for index in drives if model.actuator_trnid[index][0] == joint]
        if len(own) != 1:
            return 0.0
        (index,), gear = own, float(abs(model.actuator_gear[own[0]][0]))
        if model.actuator_forcelimited[index]:
            return _symmetric(model.actuator_forcerange[index]) * gear
        is_direct = not model.actuator_biastype[index] and not model.actuator_gaintype[index]
        if is_direct and model.actuator_ctrllimited[index]:
            return _symmetric(model.actuator_ctrlrange[index]) * float(model.actuator_gainprm[index][0]) * gear
        return 0.0


def _symmetric(row: Any) -> float:
    return float(row[1]) if row[0] == -row[1] else 0.0


def corners(geometry: Geometry) -> Any:
    """Return the corners of a mesh in the frame of its link; None of another shape, and without a file.

    The file may be anywhere: other programs leave the meshes where they are.
    """
    mesh = geometry.shape
    if not isinstance(mesh, Mesh) or not mesh.uri or geometry.origin is None:
        return None
    path = Path(geometry.origin.document).parent / mesh.uri.removeprefix("file://")
    if not path.is_file():
        return None
    found = load(path.read_bytes(), path.suffix, name=str(path), limits=Limits(), report=Report(), appearance=False)
    pose = geometry.pose or Pose()
    points = found.scaled(mesh.scale or (1.0, 1.0, 1.0)).corners.reshape(-1, 3)
    return points @ np.array(pose.matrix).T + np.array(pose.xyz)


if __name__ == "__main__":
    main()
