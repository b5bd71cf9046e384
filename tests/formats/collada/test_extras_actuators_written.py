"""Actuators and effort limits: writing, and reading back what was written."""

from __future__ import annotations

import math

import pytest
from extras import (
    Loaded,
    compact,
    plain,
    robot,
    written,
)

from robotfmt.model import (
    Actuator,
    ElectricMotor,
    InterfaceType,
    JointType,
    Limits,
    LinearCoupling,
    Parameter,
    Robot,
)
from robotfmt.model.record import replace
from robotfmt_collada.adapting.devices import electric, with_actuators
from robotfmt_collada.adapting.drives import with_efforts, with_motors, without_efforts
from robotfmt_collada.parts.actuators import write_actuators
from robotfmt_collada.parts.body import Ids
from robotfmt_collada.parts.joint_order import dof_order, with_value_indices
from robotfmt_collada.parts.libraries import write_library
from tests.formats.collada.test_extras_actuators import REST_MOTOR, read


def _with(model: Robot, *actuators: Actuator) -> Robot:
    return replace(model, actuators=actuators)


def _written(model: Robot) -> tuple[tuple[Actuator, ...], Loaded]:
    ids = Ids(model)
    entries, attached = write_actuators(model, ids)
    return read(written(model, ids, system=attached, root=[write_library("actuators", entries)]))


def _adapted(model: Robot) -> Robot:
    for step in (electric, with_actuators, with_motors, with_actuators, without_efforts, with_efforts):
        model = step(model)
    return model


def _limited(effort: float = 12.5, velocity: float | None = None) -> Limits:
    return Limits(lower=-1.0, upper=1.0, effort=effort, velocity=velocity)


def test_each_driven_joint_has_an_extra_in_the_order_of_the_values() -> None:
    model = robot(5)
    fixed = replace(model.joints[1], type=JointType.FIXED)
    mimic = replace(model.joints[2], axes=(replace(model.joints[2].axes[0], coupling=LinearCoupling(joint="j0")),))
    last = replace(model.joints[3], dof_index=0)
    model = replace(model, joints=(model.joints[0], fixed, mimic, last))
    entries, attached = write_actuators(model, Ids(model))
    assert entries == []
    assert [plain(each) for each in attached] == [
        compact(f"""
    <extra type="attach_actuator" name="motor_{sid}"><technique profile="OpenRAVE">
      <bind_actuator joint="kmodel0/{sid}"/></technique></extra>""")
        for sid in ("joint3", "joint0")
    ]
    found, loaded = _written(model)
    assert (found, loaded.left()) == ((), [])


def test_an_effort_limit_is_a_motor_for_ros_and_openrave() -> None:
    model = robot(2, hard=_limited(velocity=4 * math.pi))
    entries, attached = write_actuators(model, Ids(model))
    assert [plain(each) for each in entries] == [
        compact("""
    <actuator type="electric_motor" id="motor_joint0"><gear_ratio>1</gear_ratio>
      <max_speed>2</max_speed><no_load_speed>2</no_load_speed>
      <stall_torque>12.5</stall_torque><nominal_torque>12.5</nominal_torque>
      <max_instantaneous_torque>12.5</max_instantaneous_torque></actuator>""")
    ]
    assert [plain(each) for each in attached] == [
        compact("""
    <extra type="attach_actuator" name="motor_joint0">
      <technique profile="OpenRAVE">
        <instance_actuator url="#motor_joint0"/><bind_actuator joint="kmodel0/joint0"/>
      </technique></extra>""")
    ]


def test_an_effort_limit_reads_back_as_one() -> None:
    found, loaded = _written(robot(3, hard=_limited()))
    assert found == ()
    hard = [draft.joint.axes[0].hard for draft in loaded.body.joints.values()]
    assert hard == [_limited(), _limited()]
    assert loaded.left() == []


MOTOR = Actuator(name="a", joint="j1", type="electric_motor", model="m", motor=REST_MOTOR)
GEARED = replace(MOTOR, motor=ElectricMotor(gear_ratio=50.0))


def test_a_motor_with_only_a_gear_ratio_gives_the_effort_limit() -> None:
    """OpenRAVE multiplies the torques with the gear ratio; ROS's parser takes the nominal torque for the limit."""
    model = _with(robot(2, hard=_limited(velocity=4 * math.pi)), replace(GEARED, joint="j0"))
    entries, attached = write_actuators(model, Ids(model))
    assert [plain(each) for each in entries] == [
        compact("""
    <actuator type="electric_motor" id="m" name="m"><gear_ratio>50</gear_ratio>
      <max_speed>100</max_speed><no_load_speed>100</no_load_speed>
      <stall_torque>0.25</stall_torque><nominal_torque>12.5</nominal_torque>
      <max_instantaneous_torque>0.25</max_instantaneous_torque></actuator>""")
    ]
    assert [plain(each) for each in attached] == [
        compact("""
    <extra type="attach_actuator" name="a">
      <technique profile="OpenRAVE">
        <instance_actuator url="#m"/><bind_actuator joint="kmodel0/joint0"/>
      </technique></extra>""")
    ]


@pytest.mark.parametrize(
    "actuators",
    [
        (MOTOR,),
        (replace(MOTOR, model=None),),
        (replace(MOTOR, model="not an id", name="motor3"), Actuator(name="b", joint="j2")),
        (replace(MOTOR, type="Electric_Motor", interface=InterfaceType(name="x")),),
        (replace(MOTOR, type=None), replace(MOTOR, name="b", joint="j2", type="general")),
        (replace(MOTOR, joint=None), Actuator(name="free", joint=None), replace(MOTOR, name="c")),
        (Actuator(name="motor7", joint="j1"), Actuator(name="motor8", joint=None)),
        (Actuator(name="p", joint="j1", type="piston", parameters=(Parameter(name="bore", values=(0.5,)),)),),
        (Actuator(name="w", joint="j0", parameters=(Parameter(name="two words", values="12"),)),),
        (MOTOR, replace(MOTOR, name="second of one joint")),
        (replace(MOTOR, joint="j0"), replace(MOTOR, name="same model"), replace(MOTOR, name="c", joint="j2")),
        (GEARED, replace(GEARED, name="c", joint="j2"), replace(GEARED, name="second of one joint")),
        (replace(GEARED, model=None), replace(GEARED, model=None, name="c", joint="j2", type=None)),
        (replace(GEARED, motor=ElectricMotor(gear_ratio=1.0)),),
        (replace(GEARED, motor=ElectricMotor(gear_ratio=-3.0)),),
        (replace(GEARED, motor=ElectricMotor(gear_ratio=5e-324)),),
    ],
)
@pytest.mark.parametrize("effort", [False, True])
def test_reads_back_as_adapted(actuators: tuple[Actuator, ...], effort: bool) -> None:
    model = _adapted(_with(robot(hard=_limited()) if effort else robot(), *actuators))
    found, loaded = _written(model)
    assert found == model.actuators
    hard = [draft.joint.axes[0].hard for draft in loaded.body.joints.values()]
    assert hard == [joint.axes[0].hard for joint in model.joints]
    assert loaded.left() == [] and loaded.codes == []
    assert dof_order(loaded.body, loaded.extras) == ["j0", "j1", "j2"]


def test_a_motor_with_other_data_gives_the_effort_limit() -> None:
    """OpenRAVE takes the first point of the curve, or the maximal torque, times the gear ratio."""
    strong = replace(
        MOTOR, joint="j0", motor=ElectricMotor(gear_ratio=50.0, max_instantaneous_torque=0.5, stall_torque=1.0)
    )
    model = _adapted(_with(robot(2, hard=_limited()), strong))
    found, loaded = _written(model)
    assert found == (strong,)
    hard = loaded.body.joints["j0"].joint.axes[0].hard
    assert hard is not None
    assert hard.effort == 25.0


def test_openrave_sees_no_joint_twice_and_no_actuator_without_a_joint() -> None:
    one = replace(MOTOR, joint="j0")
    model = _adapted(_with(robot(2), one, replace(MOTOR, name="b", joint="j0"), replace(MOTOR, joint=None)))
    assert model.actuators == (one,)


def test_the_order_of_the_values_counts_before_that_of_the_actuators() -> None:
    model = _with(robot(), MOTOR, replace(MOTOR, name="b", joint="j0"))
    found, loaded = _written(model)
    assert [each.joint for each in found] == ["j0", "j1"]
    assert dof_order(loaded.body, loaded.extras) == ["j0", "j1", "j2"]


def test_efforts_of_joints_that_are_not_driven_are_lost() -> None:
    model = robot(4, hard=_limited())
    still = replace(
        model.joints[0],
        type=JointType.FIXED,
        axes=(replace(model.joints[0].axes[0], hard=Limits(effort=3.0)),),
    )
    passive = replace(model.joints[1], axes=(replace(model.joints[1].axes[0], active=False),))
    two = replace(
        model.joints[2],
        type=JointType.COMPOUND,
        axes=(*model.joints[2].axes, *robot(2, hard=_limited(7.0)).joints[0].axes),
    )
    model = replace(model, joints=(still, passive, two))
    found, loaded = _written(_adapted(model))
    assert found == _adapted(model).actuators
    efforts = [
        [axis.hard.effort if axis.hard is not None else None for axis in draft.joint.axes]
        for draft in loaded.body.joints.values()
    ]
    assert efforts == [[None], [None], [12.5, None]]


def test_a_loop_has_its_effort_limit_behind_the_order() -> None:
    model = robot(4, hard=_limited())
    model = replace(model, joints=model.joints[:2], loops=(replace(model.joints[2], dof_index=None),))
    _, attached = write_actuators(model, Ids(model))
    assert [each.get("name") for each in attached] == ["motor_joint0", "motor_joint1", "motor_joint2"]


def test_a_joint_that_closes_a_loop_keeps_its_place_among_the_values() -> None:
    first, second, third = (
        replace(each, dof_index=index) for each, index in zip(robot(4).joints, (0, 2, 1), strict=False)
    )
    model = replace(robot(4), joints=(first, second), loops=(third,))
    _, attached = write_actuators(model, Ids(model))
    assert [each.get("name") for each in attached] == ["motor_joint0", "motor_joint2", "motor_joint1"]
    assert with_value_indices(model) == model
