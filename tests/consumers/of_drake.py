"""A robot as Drake has it, without its shapes: whose meshes it could not read does not matter."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from programs import oracle

from .behaviour import Axis, Behaviour, Body
from .contact import Pair
from .difference import Array, Values
from .overlaps import overlaps_of_drake
from .sdformat import read_sdf

_ENDLESS = 1e16
"""A limit from here on is none: SDF's old word for it, and the largest number."""


def of_drake(path: Path) -> Behaviour:
    """Return what Drake has of an SDF, a URDF or an MJCF.

    Raises:
        RuntimeError: Drake refuses it.
    """
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    trees: Any = oracle("pydrake.multibody.tree")
    logging.getLogger("drake").setLevel(logging.ERROR)
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(path))
    plant.Finalize()
    bodies = _named(plant, _each(plant.get_body, trees.BodyIndex, plant.num_bodies())[1:])
    joints = _named(plant, _each(plant.get_joint, trees.JointIndex, plant.num_joints()))
    one = {name: each for name, each in joints.items() if each.num_velocities() == 1}
    free = frozenset(name for name, each in bodies.items() if each.is_floating_base_body())

    def place(values: Values) -> dict[str, Array]:
        context = plant.CreateDefaultContext()
        positions = plant.GetPositions(context)
        for name, value in values.items():
            positions[one[name].position_start()] = value
        plant.SetPositions(context, positions)
        return {name: np.array(each.EvalPoseInWorld(context).GetAsMatrix4()) for name, each in bodies.items()}

    sdf = read_sdf(path, bodies) if path.suffix == ".sdf" else None
    indices = {int(each.index()): name for name, each in bodies.items()}
    return Behaviour(
        {name: _body(each.default_spatial_inertia()) for name, each in bodies.items()},
        {name: _axis(each) for name, each in one.items()},
        place,
        floating=free,
        states={},
        drives={},
        cameras=sdf.cameras if sdf else None,
        sensors=sdf.sensors if sdf else None,
        lights=sdf.lights if sdf else None,
        couplings=sdf.couplings if sdf else None,
        plugins=sdf.plugins if sdf else None,
        looks=sdf.looks if sdf else None,
        gravity=sdf.gravity if sdf else None,
        contact=sdf.contact(_still(plant, bodies)) if sdf else None,
        overlaps=overlaps_of_drake(path, indices) if path.suffix == ".sdf" else None,
    )


def _still(plant: Any, bodies: Mapping[str, Any]) -> frozenset[Pair]:
    """Return the pairs of bodies that are welded together."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for name, each in bodies.items():
        welded = tuple(sorted(int(it.index()) for it in plant.GetBodiesWeldedTo(each)))
        groups.setdefault(welded, []).append(name)
    return frozenset(frozenset(pair) for names in groups.values() for pair in combinations(names, 2))


def _named(plant: Any, parts: Sequence[Any]) -> dict[str, Any]:
    """Return bodies or joints by their names, with that of their model where there are several."""
    models = {each.model_instance() for each in parts}
    if len(models) <= 1:
        return {each.name(): each for each in parts}
    return {f"{plant.GetModelInstanceName(each.model_instance())}::{each.name()}": each for each in parts}


def _each(get: Any, index: Any, count: int) -> list[Any]:
    return [get(index(each)) for each in range(count)]


def _body(inertia: Any) -> Body:
    mass, com = inertia.get_mass(), np.array(inertia.get_com())
    if not mass:
        return Body(0.0, np.zeros(3), np.zeros((3, 3)))
    about = inertia.Shift(inertia.get_com()).CalcRotationalInertia().CopyToFullMatrix3()
    return Body(float(mass), com, np.array(about))


def _axis(joint: Any) -> Axis:
    return Axis(
        lower=_limit(joint.position_lower_limits()[0]),
        upper=_limit(joint.position_upper_limits()[0]),
        damping=float(joint.default_damping_vector()[0]),
    )


def _limit(value: float) -> float:
    return float(np.copysign(np.inf, value)) if abs(value) >= _ENDLESS else float(value)
