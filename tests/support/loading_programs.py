"""Loads a document with a program, and prints whether it refuses it; run in a process of its own, which may crash."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def _mujoco(path: str) -> None:
    import_module("mujoco").MjModel.from_xml_path(path)


def _pinocchio(path: str) -> None:
    pinocchio = import_module("pinocchio")
    if path.endswith(".urdf"):
        pinocchio.buildModelsFromUrdf(path, package_dirs=[str(Path(path).parent)])
    else:
        pinocchio.buildModelFromMJCF(path)


def _drake(path: str) -> None:
    plants, builders = import_module("pydrake.multibody.plant"), import_module("pydrake.systems.framework")
    builder = builders.DiagramBuilder()
    plant, _ = plants.AddMultibodyPlantSceneGraph(builder, 0.001)
    import_module("pydrake.multibody.parsing").Parser(plant).AddModels(path)
    plant.Finalize()
    builder.Build().CreateDefaultContext()


def _bullet(path: str) -> None:
    bullet = import_module("pybullet")
    bullet.connect(bullet.DIRECT)
    bullet.loadURDF(path)


LOADERS = {"mujoco": _mujoco, "pinocchio": _pinocchio, "drake": _drake, "bullet": _bullet}
MODULES = {"mujoco": "mujoco", "pinocchio": "pinocchio", "drake": "pydrake", "bullet": "pybullet"}

if __name__ == "__main__":
    for name in sys.argv[2:]:
        try:
            LOADERS[sys.argv[1]](name)
        except BaseException:  # Drake leaves with SystemExit
            sys.stdout.write(f"\nrefused {name}\n")
        else:
            sys.stdout.write(f"\nloads {name}\n")
        sys.stdout.flush()
