"""Drake: a second of simulation from home, in steps of a millisecond, without drives."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from described import Findings, answer

SECONDS, STEP = 1.0, 0.001


def simulate(folder: Path) -> Findings:
    """Return the simulated seconds, the velocities, the couplings, and the bodies that touch at home."""
    plant, diagram = built(folder)
    analysis = import_module("pydrake.systems.analysis")
    context = diagram.CreateDefaultContext()
    inside = plant.GetMyContextFromRoot(context)
    query = plant.get_geometry_query_input_port().Eval(inside)
    inspector, touching = query.inspector(), set[str]()
    for each in query.ComputePointPairPenetration():
        touching.add(" / ".join(inspector.GetName(inspector.GetFrameId(one)) for one in (each.id_A, each.id_B)))
    simulator = analysis.Simulator(diagram, context)
    simulator.AdvanceTo(SECONDS)
    return {
        "s": context.get_time() if np.isfinite(plant.GetPositions(inside)).all() else 0.0,
        "joints": plant.num_velocities(),
        "couplings": plant.num_constraints(),
        "contacts": sorted(touching),
    }


def built(folder: Path) -> tuple[Any, Any]:
    """Return the plant of a folder, and the diagram that contains it."""
    plants, parsing = import_module("pydrake.multibody.plant"), import_module("pydrake.multibody.parsing")
    builder = import_module("pydrake.systems.framework").DiagramBuilder()
    plant, _ = plants.AddMultibodyPlantSceneGraph(builder, STEP)
    parser = parsing.Parser(plant)
    (directives,) = folder.glob("*.dmd.yaml")
    parser.package_map().PopulateFromFolder(str(folder))
    parser.AddModels(str(directives))
    plant.Finalize()
    return plant, builder.Build()


if __name__ == "__main__":
    answer(simulate)
