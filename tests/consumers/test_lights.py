"""Lights, as MuJoCo has them: of an SDF, and of an MJCF that was an SDF in between."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report

LAMPS = """
<light name="flood" type="directional"><pose>0 0 3 0 0.5 0</pose><diffuse>1 .5 .25 1</diffuse><intensity>.5</intensity>
  <direction>0 0 -1</direction></light>
<light name="beam" type="spot"><pose>.1 0 .2 0 0 0</pose><cast_shadows>true</cast_shadows><specular>0 0 0 1</specular>
  <attenuation><range>4</range><constant>.2</constant><linear>.3</linear><quadratic>.4</quadratic></attenuation>
  <direction>1 0 -1</direction>
  <spot><inner_angle>.2</inner_angle><outer_angle>.8</outer_angle><falloff>1</falloff></spot></light>
"""
BODY = "<inertial><mass>1</mass></inertial>"
WORLD = """<sdf version="1.9"><world name="hall"><gravity>0 0 -1.62</gravity>{around}
<model name="crate"><pose>0 0 1 0 0 0</pose><link name="crate">{body}{inside}</link></model>{more}</world></sdf>"""


def test_lights_of_a_link_are_those_of_the_body(tmp_path: Path) -> None:
    model, report = _compiled(WORLD.format(around="", body=BODY, inside=LAMPS, more=""), "sdf", tmp_path)
    _check(model, lift=1.0)
    assert any(each.fate is not None and "inner angle 0.2 -> 0 rad" in each.message for each in report)


@pytest.mark.parametrize("more", ["", f'<model name="other"><link name="lid">{BODY}</link></model>'])
def test_lights_and_gravity_around_models_are_in_force(tmp_path: Path, more: str) -> None:
    model, _ = _compiled(WORLD.format(around=LAMPS, body=BODY, inside="", more=more), "sdf", tmp_path)
    _check(model, lift=0.0)
    assert model.opt.gravity.tolist() == [0, 0, -1.62]


def _check(model: Any, lift: float) -> None:
    mujoco: Any = oracle("mujoco")
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    flood, beam = (mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_LIGHT, name) for name in ("flood", "beam"))
    assert model.light_type[flood] == mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    assert model.light_type[beam] == mujoco.mjtLightType.mjLIGHT_SPOT
    np.testing.assert_allclose(data.light_xdir[flood], [-math.sin(0.5), 0, -math.cos(0.5)], atol=1e-7)
    np.testing.assert_allclose(model.light_diffuse[flood], [0.5, 0.25, 0.125])
    np.testing.assert_allclose(model.light_specular[flood], [0.05] * 3)
    np.testing.assert_allclose(data.light_xpos[beam], [0.1, 0, 0.2 + lift], atol=1e-7)
    np.testing.assert_allclose(data.light_xdir[beam], np.array([1, 0, -1]) / math.sqrt(2), atol=1e-7)
    np.testing.assert_allclose(model.light_diffuse[beam], [1, 1, 1])
    np.testing.assert_allclose(model.light_attenuation[beam], [0.2, 0.3, 0.4])
    assert model.light_castshadow.tolist() == [False, True]
    assert model.light_range[beam] == 4
    assert model.light_cutoff[beam] == pytest.approx(math.degrees(0.4))


MJCF = """<mujoco><default><light diffuse=".1 .2 .3"/></default><worldbody>
<light name="sun" pos="0 0 5" dir="0 1 -1" type="directional" castshadow="false"/><light pos="0 0 3"/>
<body name="a"><freejoint/><geom size=".1"/>
<frame euler="0 90 0"><light name="lamp" pos="0 0 1" cutoff="20" active="false"/></frame>
<light name="bulb" type="point" pos="1 2 3" attenuation="1 2 3" specular="0 0 1"/></body>
<body name="b" pos="1 0 0"><freejoint/><geom size=".1"/>
<light name="torch" dir="1 0 0" diffuse="1 1 1" range="2"/></body>
</worldbody></mujoco>"""
FIELDS = (
    "type",
    "diffuse",
    "specular",
    "active",
    "castshadow",
    "range",
    "attenuation",
    "cutoff",
    "pos",
    "dir",
    "bodyid",
)


def test_lights_of_a_world_return_from_sdf(tmp_path: Path) -> None:
    before, _ = _compiled(MJCF, "xml", tmp_path)
    robotfmt.convert(tmp_path / "in.xml", tmp_path / "between.sdf")
    after, _ = _compiled((tmp_path / "between.sdf").read_text(), "sdf", tmp_path)
    for field in FIELDS:
        np.testing.assert_allclose(_sorted(after, field), _sorted(before, field), atol=1e-6, err_msg=field)


def _sorted(model: Any, field: str) -> NDArray[np.float64]:
    """Return a property of the lights in the order of their places."""
    return np.asarray(getattr(model, f"light_{field}"), dtype=float)[np.lexsort(model.light_pos.T)]


def _compiled(text: str, suffix: str, folder: Path) -> tuple[Any, Report]:
    mujoco: Any = oracle("mujoco")
    source, output, report = folder / f"in.{suffix}", folder / "out.xml", Report()
    source.write_text(text)
    robotfmt.convert(source, output, report=report, overwrite=True)
    return mujoco.MjModel.from_xml_path(str(output)), report
