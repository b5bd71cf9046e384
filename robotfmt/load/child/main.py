"""Load one document with one program, and print what the program has of it, as JSON.

Run as ``python -m robotfmt.load.child.main PROGRAM FORMAT FILE``: a program that crashes, or never ends, takes only
this process with it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

Facts: TypeAlias = "dict[str, Any]"


def main(arguments: list[str]) -> int:
    """Print the version of a program and what it has, or why it refuses the document."""
    program, format, path = arguments
    try:
        found = LOADERS[program](path, format)
    except (ValueError, RuntimeError, TypeError, KeyError, OSError, MemoryError) as error:
        found = {"refused": str(error) or type(error).__name__}
    sys.stdout.write(f"{json.dumps(found)}\n")
    return 0


def _mujoco(path: str, _format: str) -> Facts:
    mujoco = import_module("mujoco")
    model = mujoco.MjModel.from_xml_path(path)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    free = sum(int(each) == int(mujoco.mjtJoint.mjJNT_FREE) for each in model.jnt_type)
    mass = float(sum(model.body_mass))
    return {
        "version": mujoco.__version__,
        "freedoms": model.nv - 6 * free,
        "floating": free,
        "mass": mass,
        "contacts": data.ncon,
    }


def _pinocchio(path: str, format: str) -> Facts:
    pinocchio = import_module("pinocchio")
    build = pinocchio.buildModelFromUrdf if format == "urdf" else pinocchio.buildModelFromMJCF
    model = build(path)
    free = sum(each.shortname() == "JointModelFreeFlyer" for each in model.joints)
    mass = float(sum(each.mass for each in model.inertias))
    return {"version": pinocchio.__version__, "freedoms": model.nv - 6 * free, "mass": mass}


def _drake(path: str, format: str) -> Facts:
    plants, parsing = import_module("pydrake.multibody.plant"), import_module("pydrake.multibody.parsing")
    trees = import_module("pydrake.multibody.tree")
    plant = plants.MultibodyPlant(0.0)  # without a scene graph it does not read shapes, of which it supports few meshes
    parser = parsing.Parser(plant)
    if path.endswith(f".{format}") or format == "mjcf":
        parser.AddModels(path)
    else:
        parser.AddModels(file_contents=Path(path).read_text(encoding="utf-8"), file_type=format)
    plant.Finalize()
    bodies = [plant.get_body(trees.BodyIndex(each)) for each in range(1, plant.num_bodies())]
    free = sum(each.is_floating_base_body() for each in bodies)
    mass = float(sum(each.default_mass() for each in bodies))
    return {"freedoms": plant.num_velocities() - 6 * free, "floating": free, "mass": mass}


def _collada(path: str, _format: str) -> Facts:
    collada = import_module("collada")
    try:
        collada.Collada(path)
    except collada.DaeError as error:
        return {"refused": str(error)}
    return {}


LOADERS: dict[str, Callable[[str, str], Facts]] = {
    "mujoco": _mujoco,
    "pinocchio": _pinocchio,
    "drake": _drake,
    "pycollada": _collada,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
