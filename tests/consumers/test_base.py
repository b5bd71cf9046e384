"""An edit of the base is in force in the program that reads the output, whatever the document gave before."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt
from robotfmt.cli import main
from robotfmt.model import JointType

_BOX = "<geom type='box' size='.1 .1 .1' mass='2'/>"
_ARM = "<body name='arm'><joint name='turn' axis='0 0 1' range='-1 1' limited='true'/><geom size='.1' mass='1'/></body>"
_MJCF = f"<mujoco model='m'><worldbody><body name='base'>{{}}{_BOX}{_ARM}</body></worldbody></mujoco>"
_INERTIAL = "<inertial><mass>2</mass><inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz></inertia></inertial>"
_SDF = f"""<sdf version='1.9'><model name='m'>{{}}
  <link name='base'>{_INERTIAL}</link><link name='arm'>{_INERTIAL}</link>
  <joint name='turn' type='revolute'><parent>base</parent><child>arm</child><axis><xyz>0 0 1</xyz>
  <limit><lower>-1</lower><upper>1</upper></limit></axis></joint></model></sdf>"""
_SOURCES = {
    "fixed.xml": _MJCF.format(""),
    "free.xml": _MJCF.format("<freejoint/>"),
    "free.sdf": _SDF.format(""),
    "static.sdf": _SDF.format("<static>true</static>"),
    "held.sdf": _SDF.format("<joint name='h' type='fixed'><parent>world</parent><child>base</child></joint>"),
}


@pytest.mark.parametrize("suffix", [".xml", ".sdf"])
@pytest.mark.parametrize("base", ["fixed", "floating"])
@pytest.mark.parametrize("source", _SOURCES)
def test_a_base_that_is_chosen_is_the_one_that_is_there(source: str, base: str, suffix: str, tmp_path: Path) -> None:
    (tmp_path / source).write_text(_SOURCES[source])
    made = tmp_path / f"made{suffix}"
    assert main(["edit", str(tmp_path / source), "--base", base, "-o", str(made), "-q"]) == 0
    assert _is_free(made) == (base == "floating")


def _is_free(path: Path) -> bool:
    if path.suffix == ".xml":
        mujoco: Any = oracle("mujoco")
        model = mujoco.MjModel.from_xml_path(str(path))
        return bool(model.nq == 8)
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(path))
    plant.Finalize()
    return bool(plant.num_positions() == 8)


_PLANAR = """<robot name="m"><link name="world"/><link name="base"><inertial><mass value="2"/>
  <inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="drive" type="planar"><parent link="world"/><child link="base"/><axis xyz="0 0 1"/></joint></robot>"""


@pytest.mark.parametrize("suffix", [".xml", ".sdf", ".body", ".dae", ".robot.xml"])
def test_a_planar_joint_from_the_world_moves_in_the_plane(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "m.urdf").write_text(_PLANAR)
    made = tmp_path / f"made{suffix}"
    assert main(["convert", str(tmp_path / "m.urdf"), str(made), "-q"]) == 0
    types = Counter(each.type for each in robotfmt.read(made).joints)
    assert types == {JointType.PRISMATIC: 2, JointType.CONTINUOUS: 1}
    if suffix == ".xml":
        mujoco: Any = oracle("mujoco")
        assert mujoco.MjModel.from_xml_path(str(made)).nv == 3
