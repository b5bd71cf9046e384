"""SDF that we write of the SDF of others as 1.11: Drake accepts it where it accepts the source, and places its links
where they were.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from real import corpus, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model.record import replace

from .oracle import Array
from .test_sdf_readings import REAL
from .test_sdf_written import settings_of

ACCEPTED = [
    line.split("\t")[0]
    for each in corpus("sdf/peers/drake-corpus.tsv")
    for line in each.read_text().splitlines()
    if line.split("\t")[1] == "agrees" and "iiwa14_polytope_collision" not in line
]
"""What Drake accepts, without a document with a number that is none, which we refuse to convert."""
REFUSED = [
    line.split("\t")[0]
    for each in corpus("sdf/peers/drake-corpus.tsv")
    for line in each.read_text().splitlines()
    if "not defined in SDF" in line or "Joint type" in line
]
"""What Drake refuses for what SDF does not define, and for joints that Drake does not have."""
TOLERANCE = 1e-9

pytestmark = pytest.mark.skipif(not ACCEPTED, reason="the corpus of SDF is not here")


def link_poses(document: Path, folders: Path) -> dict[tuple[str, str], Array]:
    """The poses of all bodies in the world, by model and link, as Drake finds them at zero.

    Args:
        folders: The folder of the repository, whose models are packages.
    """
    parsing = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plants: Any = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    trees: Any = pytest.importorskip("pydrake.multibody.tree", reason="Drake is not installed")
    logging.getLogger("drake").setLevel(logging.ERROR)
    plant = plants.MultibodyPlant(0.0)
    parser = parsing.Parser(plant)
    for config in sorted(folders.rglob("model.config")):
        if not parser.package_map().Contains(config.parent.name):
            parser.package_map().Add(config.parent.name, str(config.parent))
    parser.AddModels(str(document))
    plant.Finalize()
    context = plant.CreateDefaultContext()
    bodies = [plant.get_body(trees.BodyIndex(index)) for index in range(1, plant.num_bodies())]
    return {
        (plant.GetModelInstanceName(each.model_instance()), each.name()): np.array(
            each.EvalPoseInWorld(context).GetAsMatrix4()
        )
        for each in bodies
    }


@pytest.mark.slow
@pytest.mark.parametrize("file", some(ACCEPTED, 6))
def test_drake_finds_every_link_where_it_was(file: str, tmp_path: Path) -> None:
    folders = REAL / "files" / file.split("/")[1]
    before, path = link_poses(REAL / file, folders), tmp_path / "written.sdf"
    robotfmt.convert(REAL / file, path, report=Report(), settings=settings_of(file, "1.11"))
    after = link_poses(path, folders)
    assert before.keys() == after.keys()
    assert before
    for name, pose in before.items():
        assert np.abs(pose - after[name]).max() < TOLERANCE, name


@pytest.mark.slow
@pytest.mark.parametrize("file", some(REFUSED, 12))
def test_drake_accepts_documents_written_for_drake(file: str, tmp_path: Path) -> None:
    path, settings = tmp_path / "written.sdf", settings_of(file, "1.11")
    settings = replace(settings, options={"sdf.target": "drake"})
    robotfmt.convert(REAL / file, path, report=Report(), settings=settings)
    assert link_poses(path, REAL / "files" / file.split("/")[1])
