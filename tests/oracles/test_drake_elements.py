"""Drake's elements in URDF and SDF: Drake has the same of what is written in the other format."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Fate, Report

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
URDF = f"""<robot name="arm" xmlns:drake="http://drake.mit.edu">
  <link name="base">{INERTIAL}
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
    <collision><geometry><box size="1 1 1"/></geometry>{{collision}}</collision>
  </link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"{{limit}}/></joint>
  <link name="hand">{INERTIAL}<collision name="palm"><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="bend" type="revolute"><parent link="hand"/><child link="tip"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
  <link name="tip">{INERTIAL}<collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <transmission name="t" type="SimpleTransmission"><actuator name="motor">{{actuator}}</actuator>
    <joint name="turn"/></transmission>
  {{robot}}
</robot>
"""
MEMBERS = '<drake:member link="base"/><drake:member link="tip"/>'
IGNORED = '<drake:ignored_collision_filter_group name="g"/>'
PIECES = {
    "stiffness": (
        "collision",
        "<drake:proximity_properties><drake:compliant_hydroelastic/><drake:hydroelastic_modulus value='1e7'/>"
        "<drake:mesh_resolution_hint value='0.2'/></drake:proximity_properties>",
    ),
    "friction": (
        "collision",
        "<drake:proximity_properties><drake:mu_dynamic value='0.3'/><drake:mu_static value='0.4'/>"
        "</drake:proximity_properties>",
    ),
    "acceleration": ("limit", ' drake:acceleration="7"'),
    "gears": ("actuator", '<drake:gear_ratio value="30"/><drake:rotor_inertia value="0.01"/>'),
    "filters": (
        "robot",
        f'<drake:collision_filter_group name="g">{MEMBERS}{IGNORED}</drake:collision_filter_group>',
    ),
}
TO_SDF_ONLY = ("gears",)
"""What needs a transmission in URDF, which SDF does not have."""


def of_drake(path: Path) -> dict[str, object]:
    """What Drake has of a document, without the names of shapes."""
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    frameworks: Any = oracle("pydrake.systems.framework")
    logging.getLogger("drake").setLevel(logging.ERROR)
    plant, scene = plants.AddMultibodyPlantSceneGraph(frameworks.DiagramBuilder(), 0.0)
    parsing.Parser(plant).AddModels(str(path))
    plant.Finalize()
    inspector = scene.model_inspector()
    shapes = [each for each in inspector.GetAllGeometryIds() if inspector.GetProximityProperties(each) is not None]
    actuators = [plant.get_joint_actuator(each) for each in plant.GetJointActuatorIndices()]
    turn = plant.GetJointByName("turn")
    return {
        "properties": sorted(map(str, (_properties(inspector.GetProximityProperties(each)) for each in shapes))),
        "pairs": len(inspector.GetCollisionCandidates()),
        "gears": [
            (each.default_gear_ratio(), each.default_rotor_inertia())
            for each in actuators
            if each.joint().name() == "turn"
        ],
        "acceleration": turn.acceleration_upper_limits().tolist(),
    }


def _properties(found: Any) -> list[tuple[str, str, str]]:
    rows = [(group, name) for group in found.GetGroupNames() for name in found.GetPropertiesInGroup(group)]
    return sorted((group, name, _value(found, group, name)) for group, name in rows)


def _value(found: Any, group: str, name: str) -> str:
    if name == "coulomb_friction":
        friction = found.GetProperty(group, name)
        return f"{friction.static_friction():g} {friction.dynamic_friction():g}"
    return f"{found.GetProperty(group, name):g}" if name in ("hydroelastic_modulus", "resolution_hint") else ""


def source(name: str | None, folder: Path) -> Path:
    path = folder / f"{name}.urdf"
    empty = dict.fromkeys(("collision", "limit", "actuator", "robot"), "")
    piece = dict([PIECES[name]]) if name is not None else {}
    path.write_text(URDF.format_map({**empty, **piece}), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", PIECES)
def test_drake_has_the_same_in_sdf_and_back(name: str, tmp_path: Path) -> None:
    urdf, sdf, back, report = source(name, tmp_path), tmp_path / "arm.sdf", tmp_path / "back.urdf", Report()
    before = of_drake(urdf)
    assert before != of_drake(source(None, tmp_path))
    robotfmt.convert(urdf, sdf, report=report)
    assert of_drake(sdf) == before
    assert not [each for each in report.having(Fate.LOST) if each.subject.startswith("extension")]
    report = Report()
    robotfmt.convert(sdf, back, report=report)
    lost = [each for each in report.having(Fate.LOST) if each.subject.startswith("extension")]
    if name in TO_SDF_ONLY:
        assert lost
    else:
        assert (lost, of_drake(back) == {**before, "gears": []}) == ([], True)


def test_an_element_of_the_robot_that_has_no_twin_is_lost(tmp_path: Path) -> None:
    path, report = tmp_path / "arm.urdf", Report()
    empty = dict.fromkeys(("collision", "limit", "actuator"), "")
    path.write_text(URDF.format_map({**empty, "robot": "<drake:bushing/>"}), encoding="utf-8")
    robotfmt.convert(path, tmp_path / "arm.sdf", report=report)
    assert "bushing" not in (tmp_path / "arm.sdf").read_text(encoding="utf-8")
    assert ["bushing" in each.subject for each in report.having(Fate.LOST) if "extension" in each.subject] == [True]
