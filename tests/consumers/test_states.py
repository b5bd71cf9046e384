"""States of an SRDF are keyframes that MuJoCo starts from, and in which drives of positions hold the robot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle

import robotfmt
from robotfmt.settings import Settings

_LINK = (
    '<link name="{}"><inertial><mass value=".1"/>'
    '<inertia ixx=".01" iyy=".01" izz=".01" ixy="0" ixz="0" iyz="0"/></inertial></link>'
)
_JOINT = (
    '<joint name="{}" type="revolute"><parent link="{}"/><child link="{}"/><axis xyz="0 0 1"/>'
    '<limit lower="-2" upper="2" effort="9" velocity="1"/></joint>'
)
_ARM = "".join(
    (
        *('<robot name="arm">', *map(_LINK.format, "abc")),
        *(_JOINT.format("one", "a", "b"), _JOINT.format("two", "b", "c"), "</robot>"),
    )
)
_STATES = """<robot name="arm"><group name="arm"><chain base_link="a" tip_link="c"/></group>
  <group_state name="ready" group="arm"><joint name="one" value="0.5"/><joint name="two" value="-1.25"/></group_state>
  <group_state name="bent" group="arm"><joint name="two" value="1"/></group_state></robot>"""


def _model(folder: Path, actuators: str) -> Any:
    (folder / "arm.urdf").write_text(_ARM)
    (folder / "arm.srdf").write_text(_STATES)
    settings = Settings(options={"mjcf.actuators": actuators})
    robotfmt.convert([folder / "arm.urdf", folder / "arm.srdf"], made := folder / "arm.xml", settings=settings)
    mujoco: Any = oracle("mujoco")
    return mujoco.MjModel.from_xml_path(str(made))


@pytest.mark.parametrize("actuators", ["none", "motor", "position"])
def test_states_are_keyframes(actuators: str, tmp_path: Path) -> None:
    model = _model(tmp_path, actuators)
    found = {model.key(each).name: model.key_qpos[each].tolist() for each in range(model.nkey)}
    assert found == {"ready": [0.5, -1.25], "bent": [0.0, 1.0]}


def test_drives_of_positions_hold_the_robot_in_a_state(tmp_path: Path) -> None:
    model = _model(tmp_path, "position")
    mujoco: Any = oracle("mujoco")
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    for _ in range(500):
        mujoco.mj_step(model, data)
    assert np.abs(data.qpos - [0.5, -1.25]).max() < 1e-6
