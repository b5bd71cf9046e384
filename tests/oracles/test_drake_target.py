"""Documents for Drake: meshes that it reads (OBJ, not STL or COLLADA), ignored pairs, and joints that follow others."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from programs import oracle
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Fate
from robotfmt.mesh import stl_bytes, tessellate
from robotfmt.model import Box
from robotfmt.settings import Settings

FORMATS = {".urdf": "urdf", ".sdf": "sdf", ".xml": "mjcf"}
DOCUMENT = """<robot name="r"><link name="a">
  <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <visual><geometry><mesh filename="part.stl"/></geometry></visual>
  <collision><geometry><mesh filename="part.stl"/></geometry></collision>
</link></robot>"""


@pytest.mark.parametrize("suffix", [".urdf", ".sdf", ".xml"])
def test_drake_has_the_meshes(suffix: str, tmp_path: Path) -> None:
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    geometry: Any = oracle("pydrake.geometry")
    box = tessellate(Box((0.1, 0.2, 0.3)), 0.01)
    assert box is not None
    (tmp_path / "part.stl").write_bytes(stl_bytes(box))
    (tmp_path / "r.urdf").write_text(DOCUMENT)
    made = tmp_path / f"made{suffix}"
    robotfmt.convert(tmp_path / "r.urdf", made, settings=Settings(options={f"{FORMATS[suffix]}.target": "drake"}))
    plant, scene = plants.MultibodyPlant(0.0), geometry.SceneGraph()
    plant.RegisterAsSourceForSceneGraph(scene)
    parsing.Parser(plant).AddModels(str(made))
    plant.Finalize()
    body = plant.GetBodyByName("a")
    meshes = [plant.GetVisualGeometriesForBody(body), plant.GetCollisionGeometriesForBody(body)]
    assert [len(each) for each in meshes] == [1, 1]
    names = [type(scene.model_inspector().GetShape(each[0])).__name__ for each in meshes]
    assert set(names) <= {"Mesh", "Convex"}


@pytest.mark.parametrize("suffix", [".urdf", ".sdf", ".xml"])
def test_meshes_of_a_document_become_files_that_drake_reads(suffix: str, tmp_path: Path) -> None:
    """A COLLADA document contains its meshes, which become STL for other programs."""
    source, settings = FIXTURES / "openrave_examples" / "collision.dae", Settings()
    robotfmt.convert(source, tmp_path / "any" / f"arm{suffix}", settings=settings)
    settings = Settings(options={f"{FORMATS[suffix]}.target": "drake"})
    robotfmt.convert(source, tmp_path / "drake" / f"arm{suffix}", settings=settings)
    kinds = {each: {path.suffix for path in (tmp_path / each / "arm_meshes").iterdir()} for each in ("any", "drake")}
    assert kinds == {"any": {".stl"}, "drake": {".obj"}}


def test_a_joint_follows_another_one_in_drake(tmp_path: Path) -> None:
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    links = "".join(f'<link name="{each}">{inertial}</link>' for each in "abc")
    joint = '<joint name="{}" type="continuous"><parent link="a"/><child link="{}"/><axis xyz="0 0 1"/>{}</joint>'
    follower = joint.format("other", "c", '<mimic joint="one" multiplier="-2" offset="0.25"/>')
    (tmp_path / "r.urdf").write_text(f'<robot name="r">{links}{joint.format("one", "b", "")}{follower}</robot>')
    settings = Settings(options={"sdf.target": "drake"})
    report = robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.sdf", settings=settings).report
    assert all(each.fate is Fate.CONVERTED for each in report if "mimic" in each.message)
    plant = plants.MultibodyPlant(0.001)
    parsing.Parser(plant).AddModels(str(tmp_path / "r.sdf"))
    plant.Finalize()
    analysis: Any = oracle("pydrake.systems.analysis")
    simulator = analysis.Simulator(plant)
    context = simulator.get_mutable_context()
    one, other = (plant.GetJointByName(name) for name in ("one", "other"))
    other.set_angle(context, 0.25)
    one.set_angular_rate(context, 1.0)
    simulator.AdvanceTo(0.1)
    assert abs(one.get_angle(context)) > 0.01
    assert abs(other.get_angle(context) - (0.25 - 2 * one.get_angle(context))) < 1e-3


CHAIN = ("base", "upper", "lower", "hand", "tip")
IGNORED = {("base", "lower"), ("base", "hand"), ("upper", "tip")}


@pytest.mark.parametrize("suffix", [".urdf", ".sdf"])
def test_ignored_pairs_pass_through_each_other(suffix: str, tmp_path: Path) -> None:
    """Drake lets neighbours pass through each other anyway."""
    inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    shape = '<collision><geometry><sphere radius="1"/></geometry></collision>'
    links = "".join(f'<link name="{each}">{inertial}{shape}</link>' for each in CHAIN)
    joints = "".join(
        f'<joint name="{b}" type="continuous"><parent link="{a}"/><child link="{b}"/><axis xyz="0 0 1"/></joint>'
        for a, b in itertools.pairwise(CHAIN)
    )
    pairs = "".join(f'<disable_collisions link1="{a}" link2="{b}" reason="Never"/>' for a, b in sorted(IGNORED))
    (tmp_path / "arm.urdf").write_text(f'<robot name="arm">{links}{joints}</robot>')
    (tmp_path / "arm.srdf").write_text(f'<robot name="arm">{pairs}</robot>')
    made = tmp_path / f"made{suffix}"
    settings = Settings(options={f"{FORMATS[suffix]}.target": "drake"})
    report = robotfmt.convert([tmp_path / "arm.urdf", tmp_path / "arm.srdf"], made, settings=settings).report
    neighbours = set(itertools.pairwise(CHAIN))
    assert _filtered(made) == {tuple(sorted(each)) for each in IGNORED | neighbours}
    lines = [each for each in report if "ignored pair" in each.message]
    assert len(lines) == len(IGNORED)
    assert all(each.fate is Fate.CONVERTED for each in lines)


def _filtered(path: Path) -> set[tuple[str, ...]]:
    """Return the pairs of bodies that Drake lets pass through each other."""
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    geometry: Any = oracle("pydrake.geometry")
    plant, scene = plants.MultibodyPlant(0.0), geometry.SceneGraph()
    plant.RegisterAsSourceForSceneGraph(scene)
    parsing.Parser(plant).AddModels(str(path))
    plant.Finalize()
    inspector = scene.model_inspector()
    shapes = {name: plant.GetCollisionGeometriesForBody(plant.GetBodyByName(name))[0] for name in CHAIN}
    return {
        tuple(sorted((a, b)))
        for a in CHAIN
        for b in CHAIN
        if a != b and inspector.CollisionFiltered(shapes[a], shapes[b])
    }
