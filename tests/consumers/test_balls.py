"""A ball is damped alike in MuJoCo and in Drake, and by the three joints that a URDF has instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt

_MJCF = """<mujoco><worldbody><body name="a"><geom size=".1"/><body name="b">
  <joint name="turn" type="ball" damping="3" armature=".5" stiffness="2" frictionloss="1"/><geom size=".1"/>
</body></body></worldbody></mujoco>"""
_SDF = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>
  <joint name="turn" type="ball"><parent>a</parent><child>b</child>
    <axis><xyz>0 0 1</xyz><dynamics><damping>3</damping></dynamics></axis></joint></model></sdf>"""


@pytest.mark.parametrize(("name", "text"), [("m.xml", _MJCF), ("m.sdf", _SDF)])
def test_in_mujoco(name: str, text: str, tmp_path: Path) -> None:
    mujoco: Any = oracle("mujoco")
    (tmp_path / name).write_text(text)
    robotfmt.convert(tmp_path / name, made := tmp_path / "made.xml")
    model = mujoco.MjModel.from_xml_path(str(made))
    joint = model.joint("turn")
    first = int(joint.dofadr[0])
    assert model.dof_damping[first : first + 3].ravel().tolist()[:3] == [3, 3, 3]
    resists = [float(model.dof_armature[first]), float(joint.stiffness[0]), float(model.dof_frictionloss[first])]
    assert resists == ([0.5, 2, 1] if text == _MJCF else [0, 0, 0])


@pytest.mark.parametrize(("name", "text"), [("m.xml", _MJCF), ("m.sdf", _SDF)])
def test_in_drake(name: str, text: str, tmp_path: Path) -> None:
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    (tmp_path / name).write_text(text)
    robotfmt.convert(tmp_path / name, made := tmp_path / "made.sdf")
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(made))
    plant.Finalize()
    assert plant.GetJointByName("turn").default_damping_vector().tolist() == [3, 3, 3]


def test_in_a_row_of_joints(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(_SDF)
    robotfmt.convert(tmp_path / "m.sdf", made := tmp_path / "made.urdf")
    found = [each.axes[0].dynamics for each in robotfmt.read(made).joints]
    assert [each.damping if each is not None else None for each in found] == [3, 3, 3]
