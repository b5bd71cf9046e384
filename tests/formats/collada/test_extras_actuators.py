"""Actuators, the order of joint values, and effort limits."""

from __future__ import annotations

import math

import pytest
from extras import (
    SPOT,
    Loaded,
    chain,
    document,
    injected,
    load,
)

from robotfmt.model import (
    Actuator,
    ElectricMotor,
    InterfaceType,
    Limits,
    Parameter,
    SpeedTorquePoint,
)
from robotfmt.model.record import replace
from robotfmt_collada.parts.actuators import read_actuators
from robotfmt_collada.parts.joint_order import dof_indices, dof_order

MODEL = chain("base", "myjoint", "arm", "other", "hand")
EXAMPLE = """
<actuator type="electric_motor" id="ExampleMotor1">
  <assigned_power_rating>1.0</assigned_power_rating>
  <max_speed>3000</max_speed>
  <no_load_speed>3990</no_load_speed>
  <stall_torque>0.012</stall_torque>
  <nominal_torque>0.012</nominal_torque>
  <nominal_voltage>24.0</nominal_voltage>
  <rotor_inertia>0.0000023</rotor_inertia>
  <speed_constant>173.0</speed_constant>
  <starting_current>0.578</starting_current>
  <terminal_resistance>41.5</terminal_resistance>
  <torque_constant>0.0552</torque_constant>
</actuator>"""
EXAMPLE_MOTOR = ElectricMotor(
    assigned_power_rating=1.0,
    max_speed=3000.0,
    no_load_speed=3990.0,
    stall_torque=0.012,
    nominal_torque=0.012,
    nominal_voltage=24.0,
    rotor_inertia=0.0000023,
    speed_constant=173.0,
    starting_current=0.578,
    terminal_resistance=41.5,
    torque_constant=0.0552,
)
REST = """
  <model_type>M1 with gear</model_type><gear_ratio>50</gear_ratio>
  <max_instantaneous_torque>-1</max_instantaneous_torque>
  <coloumb_friction>0.5</coloumb_friction><viscous_friction>0</viscous_friction>
  <nominal_speed_torque_point>1 2</nominal_speed_torque_point>
  <nominal_speed_torque_point>3 4</nominal_speed_torque_point>
  <max_speed_torque_point>5 6 7 8</max_speed_torque_point>
  <speed_torque_gradient>0</speed_torque_gradient><encoder_pulse>1.000000</encoder_pulse>
  <interface_type><technique profile="OpenRAVE"><interface>X</interface></technique></interface_type>"""
REST_MOTOR = ElectricMotor(
    model_type="M1 with gear",
    gear_ratio=50.0,
    max_instantaneous_torque=-1.0,
    coulomb_friction=0.5,
    viscous_friction=0.0,
    nominal_speed_torque_points=(SpeedTorquePoint(1.0, 2.0), SpeedTorquePoint(3.0, 4.0)),
    max_speed_torque_points=(SpeedTorquePoint(5.0, 6.0), SpeedTorquePoint(7.0, 8.0)),
)
ATTACHED = """
<extra type="attach_actuator" name="motor0">
  <technique profile="OpenRAVE">
    <instance_actuator url="#ExampleMotor1"/>
    <bind_actuator joint="kmodel0/myjoint"/>
  </technique>
</extra>"""


def _document(entries: str, attached: str = ATTACHED, model: str = MODEL) -> str:
    technique = f'<technique profile="OpenRAVE">{entries}</technique>'
    library = f'<extra type="library_actuators" id="libactuators">{technique}</extra>'
    return document(model, system=attached, root=library)


def read(text: str | bytes) -> tuple[tuple[Actuator, ...], Loaded]:
    loaded = load(text)
    return read_actuators(loaded.body, loaded.extras), loaded


def _order_extra(joint: str, name: str) -> str:
    technique = f'<technique profile="OpenRAVE"><bind_actuator joint="{joint}"/></technique>'
    return f'<extra type="attach_actuator" name="{name}">{technique}</extra>'


def test_the_example_of_the_text() -> None:
    found, loaded = read(_document(EXAMPLE))
    assert found == (
        Actuator(name="motor0", joint="MYJOINT", type="electric_motor", model="ExampleMotor1", motor=EXAMPLE_MOTOR),
    )
    assert loaded.left() == [] and loaded.codes == []
    assert loaded.body.joints["MYJOINT"].joint.axes[0].hard == Limits(lower=-math.pi / 2, upper=math.pi / 2)


def test_actuator_values_beyond_the_example_and_the_specification() -> None:
    (actuator,), loaded = read(_document(f'<actuator type="Electric_Motor" id="ExampleMotor1">{REST}</actuator>'))
    assert actuator.motor == REST_MOTOR
    assert actuator.type == "Electric_Motor"
    assert actuator.parameters == (
        Parameter(name="speed_torque_gradient", values=(0,)),
        Parameter(name="encoder_pulse", values=(1.0,)),
    )
    assert actuator.interface == InterfaceType(name="X")
    assert loaded.left() == []


def test_points_that_are_no_pairs_stay() -> None:
    inside = "<max_speed_torque_point>1 2 3</max_speed_torque_point><gear_ratio>x</gear_ratio>"
    (actuator,), loaded = read(_document(f'<actuator type="electric_motor" id="ExampleMotor1">{inside}</actuator>'))
    assert actuator.motor == ElectricMotor()
    assert [name for _, name, _ in loaded.left()] == ["max_speed_torque_point", "gear_ratio"]
    assert loaded.codes == ["number.bad", "number.bad"]


def test_other_types_have_parameters_only() -> None:
    entry = '<actuator type="piston" id="ExampleMotor1"><gear_ratio>2</gear_ratio></actuator>'
    (actuator,), _ = read(_document(entry))
    assert (actuator.type, actuator.motor) == ("piston", None)
    assert actuator.parameters == (Parameter(name="gear_ratio", values=(2,)),)


def test_extras_that_only_order_the_joints() -> None:
    extras = _order_extra("other", "motor0") + _order_extra("kmodel0/myjoint", "motor_joint0")
    found, loaded = read(_document("", extras))
    assert found == ()
    assert dof_order(loaded.body, loaded.extras) == ["OTHER", "MYJOINT"]
    assert loaded.left() == [] and loaded.codes == []


def test_an_extra_with_a_name_of_its_own_is_an_actuator() -> None:
    found, _ = read(_document("", _order_extra("other", "WAIST")))
    assert found == (Actuator(name="WAIST", joint="OTHER"),)


def test_joints_that_are_not_driven_have_no_place_in_the_order() -> None:
    extras = _order_extra("other", "a") + _order_extra("myjoint", "b") + _order_extra("other", "c")
    loaded = load(_document("", extras))
    assert dof_order(loaded.body, loaded.extras) == ["OTHER", "MYJOINT"]
    draft = loaded.body.joints["OTHER"]
    draft.set_axis(0, replace(draft.joint.axes[0], active=False))
    assert dof_order(loaded.body, loaded.extras) == ["MYJOINT"]


def test_joints_are_numbered_where_their_order_is_another() -> None:
    names = ["JOINT0", "JOINT1", "JOINT2"]
    model = chain("a", "joint0", "b", "joint1", "c", "joint2", "d", axes=2)
    extras = _order_extra("joint2", "a") + _order_extra("joint0", "b")
    loaded = load(_document("", extras, model))
    assert dof_indices(loaded.body, loaded.extras, names) == {"JOINT2": 0, "JOINT0": 2, "JOINT1": 4}
    assert dof_indices(loaded.body, loaded.extras, ["JOINT2", "JOINT0", "JOINT1"]) == {}
    assert dof_indices(loaded.body, (), names) == {}


@pytest.mark.parametrize("declared", ["", '<joint sid="jointsid1000" name="WAIST"/>'])
def test_the_joint_to_the_world_is_left_out_with_a_note(declared: str) -> None:
    model = MODEL.replace("<technique_common>", f"<technique_common>{declared}")
    extras = ATTACHED.replace("motor0", "WAIST").replace("myjoint", "jointsid1000")
    (actuator,), loaded = read(_document(EXAMPLE, extras, model))
    assert (actuator.name, actuator.joint, actuator.motor) == ("WAIST", None, EXAMPLE_MOTOR)
    assert loaded.codes == ["collada.pseudo-joint"]
    assert dof_order(loaded.body, loaded.extras) == []
    assert [name for _, name, _ in loaded.left() if name != "joint"] == []


@pytest.mark.parametrize(
    ("old", "new", "left"), [("myjoint", "nil", "joint"), ("#ExampleMotor1", "#nil", "instance_actuator")]
)
def test_dangling_references(old: str, new: str, left: str) -> None:
    (actuator,), loaded = read(_document(EXAMPLE, ATTACHED.replace(old, new)))
    assert actuator.name == "motor0"
    assert left in [name for _, name, _ in loaded.left()]
    assert loaded.codes == ["collada.unresolved"]


def test_an_entry_without_an_instance_stays() -> None:
    found, loaded = read(_document(EXAMPLE, ""))
    assert found == ()
    assert [name for _, name, _ in loaded.left()] == ["actuator"]


def test_everything_unknown_survives() -> None:
    entry = f'<actuator type="electric_motor" id="ExampleMotor1">{REST}</actuator>'
    extras = ATTACHED + _order_extra("other", "motor1")
    for where, text in injected(_document(entry, extras)):
        found, loaded = read(text)
        assert SPOT in repr((loaded.left(), found)), where
        assert len(found) == 1
