"""We read the SDF documents of others as libsdformat 17 does: structure, and numbers to 1e-12."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from real import CORPUS, corpus, is_ok, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Rpy, World, rotation_matrix
from robotfmt.model.pose import quaternion_of
from robotfmt.settings import Settings

from .oracle import Array
from .sdf_facts import differences, link_poses, matrix_of, of_reading, of_world

REAL = CORPUS / "sdf" / "real"
READINGS = {path.stem: path for path in corpus("sdf/real/readings/*.json")}
KINEMATICS = {path.stem: path for path in corpus("sdf/real/kinematics/*.json")}
TOLERANCE = 1e-12
PLANAR = ("::link7", "::link8", "::link9", "::link10", "::link11", "::link12")
EXCEPTIONS: dict[str, tuple[str | tuple[str, ...], str]] = {
    "iiwa14_polytope_collision": ("/velocity", "a number with a quotation mark behind it, which we report"),
    "hoop_red": ("/shape", "several polylines in one geometry, which the model does not hold"),
    "joint_parsing_test": (PLANAR, "a planar joint in an element of Drake's own, and what hangs on it"),
}
"""By a part of the name of a document what is read otherwise, and why."""

pytestmark = pytest.mark.skipif(not READINGS, reason="the corpus with readings by libsdformat is not here")


def loaded(path: Path) -> dict[str, Any]:
    """A file of JSON."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def folders(repository: str) -> tuple[Path, ...]:
    """The folders of a repository that hold models, and so what the oracle was given."""
    top = REAL / "files" / repository
    found = {each.parent.parent for mark in ("model.config", "package.xml") for each in top.rglob(mark)}
    if repository == "gazebosim+gz-sim":
        found.add(REAL / "files" / "osrf+gazebo_models")
    return tuple(sorted(found))


def read(file: str, report: Report | None = None) -> World:
    """A document of the corpus."""
    from robotfmt.assets.resolver import Assets

    settings = Settings(assets=Assets(roots=folders(file.split("/")[1])))
    return robotfmt.read_world(REAL / file, report=report, settings=settings)


def accepted() -> list[str]:
    """The documents that libsdformat accepts."""
    return [name for name, path in sorted(READINGS.items()) if is_ok(path)]


@pytest.mark.parametrize("name", some(accepted(), 3, EXCEPTIONS))
def test_reading_agrees(name: str) -> None:
    reading = loaded(READINGS[name])
    found = differences(of_reading(reading), of_world(read(reading["file"])), TOLERANCE)
    assert [each for each in found if not is_excepted(name, each.partition(": ")[0])] == []


def is_excepted(name: str, path: str) -> bool:
    """Whether something of a document is known to be read otherwise."""
    return any(part in name and path.endswith(end) for part, (end, _) in EXCEPTIONS.items())


def _values(it: dict[str, Any]) -> list[float]:
    """The values of a joint; of a ball Drake gives roll, pitch and yaw, and we take a quaternion."""
    if len(it["values"]) != 3:
        return list(it["values"])
    q = quaternion_of(rotation_matrix(Rpy(*it["values"])))
    return [q.w, q.x, q.y, q.z]


@pytest.mark.parametrize("name", some(list(KINEMATICS), 3, EXCEPTIONS))
def test_link_poses_agree_with_the_readings(name: str) -> None:
    known = loaded(KINEMATICS[name])
    world = read(known["file"])
    assert known["configurations"]
    for configuration in known["configurations"]:
        ours: dict[str, Array] = {}
        for placed in world.robots:
            scope = f"{placed.robot.name}::"
            values = {
                joint.removeprefix(scope): [_values(it)]
                for joint, it in configuration["joints"].items()
                if joint.startswith(scope)
            }
            poses = link_poses(placed, values)
            ours |= {f"{scope}{link}": pose for link, pose in poses.items()}
        for link, pose in configuration["links"].items():
            if is_excepted(name, link):
                continue
            assert np.abs(ours[link] - matrix_of(pose)).max() < 1e-9, link
