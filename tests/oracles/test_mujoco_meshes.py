"""MuJoCo, which reads neither COLLADA files nor ``package://``, finds the meshes of what was converted for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from programs import oracle
from real import example_robots

import robotfmt
from robotfmt.context import Context
from robotfmt.hub.exports import MeshFormat
from robotfmt.surfaces.listing import list_meshes

from .oracle import require_example_robots
from .test_mujoco import COMPILER

NAMES = ("ur5_robot.urdf", "panda.urdf", "tiago.urdf", "talos_full_v2.urdf")
"""Robots with COLLADA files: equal names in several folders, axes that are Y up, mirrored meshes."""
ROBOTS = [path for path in example_robots() if path.name in NAMES]


def load(mujoco: Any, path: Path, **options: str) -> Any:
    """MuJoCo's model of a URDF with all its shapes; nonsense of inertia is mended, which is not what is tested."""
    tree = ElementTree.parse(path)
    for link in tree.getroot().findall("link"):
        for inertial in link.findall("inertial"):
            link.remove(inertial)
    compiler = {**COMPILER, "boundmass": "1", "boundinertia": "1", "discardvisual": "false", **options}
    ElementTree.SubElement(ElementTree.SubElement(tree.getroot(), "mujoco"), "compiler", compiler)
    plain = path.with_name(f"plain_{path.name}")
    tree.write(plain)
    return mujoco.MjModel.from_xml_path(str(plain))


@pytest.mark.parametrize("urdf", ROBOTS, ids=[path.stem for path in ROBOTS])
def test_mujoco_finds_every_mesh(urdf: Path, tmp_path: Path) -> None:
    mujoco = oracle("mujoco")
    format: MeshFormat = "obj" if urdf.stem in ("panda", "tiago") else "stl"
    done = robotfmt.convert(urdf, tmp_path / urdf.name, meshes="copy", mesh_format=format)
    model = load(mujoco, tmp_path / urdf.name)
    meshes = list_meshes(done.robot, Context())
    assert all(each.triangles for each in meshes)
    files = {(each.path, each.scale or (1.0, 1.0, 1.0)): each.triangles or 0 for each in meshes}
    assert model.nmesh == len(files)
    # MuJoCo leaves out triangles whose corners fall together.
    assert model.nmeshface == pytest.approx(sum(files.values()), rel=0.01)


@pytest.mark.parametrize("urdf", ROBOTS[:1], ids=[path.stem for path in ROBOTS[:1]])
def test_mujoco_finds_meshes_by_their_names_alone(urdf: Path, tmp_path: Path) -> None:
    """As its older releases do with URDF: no two files may have one name."""
    mujoco = oracle("mujoco")
    robotfmt.convert(urdf, tmp_path / "r.urdf", meshes="copy", mesh_format="stl")
    model = load(mujoco, tmp_path / "r.urdf", strippath="true", meshdir="r_meshes")
    assert model.nmesh == len(list((tmp_path / "r_meshes").iterdir()))


def test_the_robots_are_there() -> None:
    require_example_robots()
    assert len(ROBOTS) == len(NAMES)
