"""Equalities of MJCF that hold a joint at a value, or make it a polynomial of another one, keep the mechanism."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Fate, Report

_ARM = """<mujoco model="arm"><worldbody><body name="rail"><geom type="box" size=".5 .05 .05" mass="1"/>
  <body name="a"><joint name="ja" type="slide" axis="1 0 0" range="-.4 .4"/><geom size=".05" mass="1"/>
    <body name="b" pos=".1 0 0"><joint name="jb" axis="0 0 1" range="-90 90"/><geom size=".05" mass="1"/></body></body>
  <body name="c"><joint name="jc" type="slide" axis="0 1 0" range="-1 1"/><geom size=".05" mass="1"/></body>
  <body name="d"><joint name="jd" type="slide" axis="0 0 1" range="-1 1"/><geom size=".05" mass="1"/></body>
</body></worldbody><equality>{rows}</equality></mujoco>"""
_HELD = '<joint joint1="jb" polycoef=".25 1 0 0 0"/>'
_CURVE = '<joint joint1="jd" joint2="ja" polycoef=".1 1 .5 0 -2"/>'


def _source(folder: Path, *rows: str) -> Path:
    path = folder / "arm.xml"
    path.write_text(_ARM.format(rows="".join(rows)))
    return path


@pytest.mark.parametrize("suffix", [".urdf", ".sdf"])
def test_a_joint_that_is_held_is_fixed_in_its_pose(suffix: str, tmp_path: Path) -> None:
    robotfmt.convert(_source(tmp_path, _HELD), made := tmp_path / f"made{suffix}")
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(made))
    if suffix == ".urdf":
        plant.WeldFrames(plant.world_frame(), plant.GetFrameByName("rail"))
    plant.Finalize()
    assert plant.num_positions() == 3
    pose = plant.GetFrameByName("b").CalcPose(plant.CreateDefaultContext(), plant.GetFrameByName("a"))
    assert pose.translation() == pytest.approx([0.1, 0, 0])
    assert pose.rotation().matrix()[:2, 0] == pytest.approx([np.cos(0.25), np.sin(0.25)])


def test_a_joint_that_follows_only_a_held_joint_is_fixed_too(tmp_path: Path) -> None:
    rows = ('<joint joint1="ja" polycoef=".2"/>', _CURVE)
    robotfmt.convert(_source(tmp_path, *rows), made := tmp_path / "made.urdf")
    pinocchio: Any = oracle("pinocchio")
    model = pinocchio.buildModelFromUrdf(str(made))
    assert list(model.names)[1:] == ["jb", "jc"]
    place = model.frames[model.getFrameId("jd")].placement
    assert place.translation[2] == pytest.approx(0.1 + 0.2 + 0.5 * 0.04 - 2 * 0.2**4)


def test_a_polynomial_that_the_target_lacks_is_lost_as_a_warning(tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(_source(tmp_path, _CURVE), tmp_path / "made.urdf", report=report)
    lost = [each for each in report if each.fate is Fate.LOST and "'jd'" in each.message]
    assert [each.severity.value for each in lost] == ["warning"]


@pytest.mark.parametrize("through", [".mjcf", ".dae", ".kinbody.xml"])
def test_equalities_return_from_formats_with_formulas(through: str, tmp_path: Path) -> None:
    """MuJoCo has the same coefficients after the way through another document."""
    source = _source(tmp_path, _HELD, _CURVE, '<joint joint1="jc" joint2="ja" polycoef="0 -2 0 0 0"/>')
    middle = tmp_path / f"middle{through}"
    robotfmt.convert(source, middle)
    robotfmt.convert(middle, again := tmp_path / "again.mjcf")
    assert _equalities(again) == _equalities(source)


def _equalities(path: Path) -> dict[tuple[str, str], tuple[float, ...]]:
    mujoco: Any = oracle("mujoco")
    model = mujoco.MjModel.from_xml_path(str(path))
    found = {}
    for each in range(model.neq):
        leader = model.eq_obj2id[each]
        ends = (model.joint(model.eq_obj1id[each]).name, model.joint(leader).name if leader >= 0 else "")
        count = 5 if leader >= 0 else 1
        found[ends] = tuple(np.round(model.eq_data[each][:count], 12).tolist())
    return found


def test_an_inactive_equality_holds_nothing(tmp_path: Path) -> None:
    robotfmt.convert(_source(tmp_path, _HELD.replace("/>", ' active="false"/>')), made := tmp_path / "made.urdf")
    pinocchio: Any = oracle("pinocchio")
    assert pinocchio.buildModelFromUrdf(str(made)).nq == 4
