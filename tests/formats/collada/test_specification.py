"""Every element, attribute and parameter in the tables of OpenRAVE's COLLADA extensions 0.3.6 is in the model.

Each has a check of what the fixture ``complete.dae`` says with it: on the robot that is read from it, and on the one
that is read from what is written of that. What the text's tables do not list, and OpenRAVE or others write all the
same, is in a second table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from reading import context_for, read_text, write_bytes
from real import CORPUS, FIXTURES

import robotfmt
from robotfmt.documents.source import Source
from robotfmt.model import (
    Cage,
    CalibrationBoard,
    Camera,
    Capsule,
    Container,
    Cylinder,
    ForceTorque,
    FormulaCoupling,
    Geometry,
    Imu,
    Joint,
    Laser,
    Link,
    Manipulator,
    Number,
    Odometry,
    Parameter,
    Plane,
    Purpose,
    Robot,
    Sensor,
    SpeedTorquePoint,
    Sphere,
    StereoCamera,
    Variable,
)
from robotfmt_collada.reader import read_world
from tests.formats.collada.test_grabs import EXAMPLE, HELD, scene_of_two

COMPLETE = FIXTURES / "openrave_examples" / "complete.dae"
TEXT = CORPUS.parent / "specs" / "openrave-collada.rst"
Check = Callable[[Robot], object]


def names_in(text: str) -> set[str]:
    """The names in the tables of the text: section, what it belongs to, name; and the types that a name can have."""
    found: set[str] = set()
    section = owner = ""
    lines = text.splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if re.fullmatch(r"={3,}", below):
            section, owner = line.split("/<technique_common>/")[-1], ""
        elif re.fullmatch(r"~{3,}", below):
            owner = line.rpartition(" for ")[2] if " for " in line else ""
        kind = re.match(r"\*\*type (\w+):?\*\*", line)
        if kind is not None:
            owner = kind.group(1)
        row = re.match(r"  (<[\w/<>]+>|[a-z]\w*) \| (.*)", line)
        if row is not None:
            path = "/".join(part for part in (section, owner, row.group(1)) if part)
            found.add(re.sub("[<>]", "", path))
            types = re.search(r"Possible types are: \*\*(.*?)\*\*", row.group(2))
            found |= {
                re.sub("[<>]", "", f"{path}={each}")
                for each in (types.group(1).split(", ") if types is not None else ())
                if row.group(1) == "type"
            }
    return found


def _arm(robot: Robot) -> Manipulator:
    return robot.manipulators[0]


def _link(robot: Robot, name: str) -> Link:
    return robot.link_by_name[name]


def _joint(robot: Robot, name: str) -> Joint:
    return robot.joint_by_name[name]


def _bound(robot: Robot) -> list[tuple[Purpose, str | None]]:
    return [(each.purpose, each.name) for each in _link(robot, "base").collisions]


def _shown(robot: Robot, name: str) -> Geometry:
    return next(each for each in _link(robot, "base").visuals if each.name == name)


def _sensor(robot: Robot, name: str) -> Sensor:
    return next(each for each in robot.sensors if each.name == name)


def _data(robot: Robot, name: str) -> Any:
    return _sensor(robot, name).data


def _values(parameters: tuple[Parameter, ...]) -> dict[str, object]:
    return {each.name: each.values for each in parameters}


def _motor(robot: Robot) -> Any:
    return robot.actuators[0].motor


def _formula(robot: Robot) -> FormulaCoupling:
    coupling = _joint(robot, "thumb").coupling
    assert isinstance(coupling, FormulaCoupling)
    return coupling


def _diagonal(value: float) -> tuple[tuple[float, ...], ...]:
    return (value, 0.0, 0.0), (0.0, value, 0.0), (0.0, 0.0, value)


def _loads(name: str, expected: tuple[float, float, float]) -> Check:
    return lambda robot: getattr(_data(robot, "base_force6d"), name) == expected


def _solves(kind: str) -> Check:
    return lambda robot: kind in {each.type for each in _arm(robot).ik_solvers}


def _of_motor(name: str, expected: object) -> Check:
    return lambda robot: getattr(_motor(robot), name) == expected


def _at_hand(each: Any) -> bool:
    """Whether a pose is that of the example: moved along y, turned about it by a right angle."""
    return bool(each.pose.xyz == (0.0, 1.0, 0.0) and _turned(each.pose))


def _turned(pose: Any) -> bool:
    return [round(value, 9) for value in pose.matrix[0]] == [0.0, 0.0, 1.0]


IK = (
    "Transform6D",
    "Rotation3D",
    "Translation3D",
    "Direction3D",
    "Ray4D",
    "Lookat3D",
    "TranslationDirection5D",
)
FACES: dict[str, Callable[[Robot], object]] = {
    "base_pinhole_camera": lambda it: isinstance(_data(it, "base_pinhole_camera"), Camera),
    "base_stereo_camera": lambda it: isinstance(_data(it, "base_stereo_camera"), StereoCamera),
    "base_laser2d": lambda it: isinstance(_data(it, "base_laser2d"), Laser),
    "base_laser3d": lambda it: (
        math.isclose(_data(it, "base_laser3d").max_angle, math.pi / 4)
        and _values(_sensor(it, "base_laser3d").parameters) == {"layers": (16,)}
    ),
    "base_flash_laser": lambda it: (
        _values(_sensor(it, "base_flash_laser").parameters) == {"resolution": (64, 64), "wavelength": (9.05e-07,)}
    ),
    "base_encoder": lambda it: (
        _values(_sensor(it, "base_encoder").parameters) == {"ticks": (4096,), "absolute": "true"}
    ),
    "base_force6d": lambda it: isinstance(_data(it, "base_force6d"), ForceTorque),
    "base_imu": lambda it: isinstance(_data(it, "base_imu"), Imu),
    "base_odometry": lambda it: isinstance(_data(it, "base_odometry"), Odometry),
}
MOTOR: dict[str, object] = {
    "model_type": "RE 40",
    "gear_ratio": 81.5,
    "assigned_power_rating": 150.5,
    "max_speed": 3000.0,
    "no_load_speed": 3990.0,
    "stall_torque": 0.012,
    "rotor_inertia": 0.0000023,
    "torque_constant": 0.0552,
    "nominal_torque": 0.011,
    "nominal_voltage": 24.5,
    "speed_constant": 173.5,
    "starting_current": 0.578,
    "terminal_resistance": 41.5,
    "max_instantaneous_torque": 0.013,
    "viscous_friction": 0.002,
}
LOADS = {
    "load_range_force": (10.0, 11.0, 12.0),
    "load_range_torque": (1.0, 2.0, 3.0),
    "load_resolution_force": (0.1, 0.1, 0.2),
    "load_resolution_torque": (0.01, 0.01, 0.02),
    "load_capacity_range_force": (100.0, 110.0, 120.0),
    "load_capacity_range_torque": (5.0, 6.0, 7.0),
}

CHECKS: dict[str, Check] = {
    "interface_type/interface": lambda it: [each.name for each in it.interfaces] == ["MyGenericRobot"],
    "interface_type/plugin": lambda it: it.interfaces[0].plugin == "myplugin",
    "interface_type/interface/type": lambda it: it.interfaces[0].type == "robot",
    "manipulator/frame_origin": lambda it: _arm(it).base == "base",
    "manipulator/frame_tip": lambda it: _arm(it).tip == "hand",
    "manipulator/frame_origin/frame_tip/link": lambda it: (_arm(it).base, _arm(it).tip) == ("base", "hand"),
    "manipulator/frame_tip/translate": lambda it: _arm(it).tool.xyz == (0.0, 0.0, 0.22),  # type: ignore[union-attr]
    "manipulator/frame_tip/rotate": lambda it: _turned(_arm(it).tool),
    "manipulator/frame_tip/direction": lambda it: _arm(it).direction == (0.0, 0.0, 1.0),
    "manipulator/gripper_joint": lambda it: len(_arm(it).gripper_joints) == 1,
    "manipulator/gripper_joint/joint": lambda it: _arm(it).gripper_joints[0].joint == "jaw",
    "manipulator/gripper_joint/chucking_direction": lambda it: _arm(it).gripper_joints[0].closing[0][1] == -1,
    "manipulator/gripper_joint/chucking_direction/axis": lambda it: _arm(it).gripper_joints[0].closing[0][0] == 0,
    "manipulator/iksolver": lambda it: len(_arm(it).ik_solvers) == len(IK),
    "manipulator/iksolver/type": lambda it: tuple(each.type for each in _arm(it).ik_solvers) == IK,
    **{f"manipulator/iksolver/type={kind}": _solves(kind) for kind in IK},
    "manipulator/iksolver/free_joint": lambda it: len(_arm(it).ik_solvers[0].free_joints) == 1,
    "manipulator/iksolver/free_joint/joint": lambda it: _arm(it).ik_solvers[0].free_joints[0].joint == "shoulder",
    "manipulator/iksolver/free_joint/stepsize": lambda it: _arm(it).ik_solvers[0].free_joints[0].step == 0.05,
    "manipulator/iksolver/interface_type": lambda it: (
        _arm(it).ik_solvers[0].interface.name == "WAM7ikfast"  # type: ignore[union-attr]
    ),
    "collision/bind_instance_geometry": lambda it: len(_bound(it)) == 2,
    "collision/bind_instance_geometry/type": lambda it: (
        [purpose for purpose, _ in _bound(it)] == [Purpose.ENVIRONMENT, Purpose.SELF]
    ),
    "collision/bind_instance_geometry/link": lambda it: len(_link(it, "base").collisions) == 2,
    "collision/bind_instance_geometry/url": lambda it: [name for _, name in _bound(it)] == ["plain_env", "plain_self"],
    "collision/ignore_link_pair": lambda it: len(it.ignored_pairs) == 1,
    "collision/ignore_link_pair/link0": lambda it: it.ignored_pairs[0].first == "base",
    "collision/ignore_link_pair/link1": lambda it: it.ignored_pairs[0].second == "hand",
    "collision/link_collision_state": lambda it: _link(it, "base").enabled is False,
    "collision/link_collision_state/link": lambda it: _link(it, "upper").enabled is None,
    "collision/link_visible_state": lambda it: _link(it, "finger").visible is False,
    "collision/link_visible_state/link": lambda it: _link(it, "upper").visible is None,
    "geometry_info/visible": lambda it: _shown(it, "sphere").visible is False and _shown(it, "box").visible is None,
    "geometry_info/translate": lambda it: _shown(it, "box").pose.xyz == (0.0, 0.0, 0.5),  # type: ignore[union-attr]
    "geometry_info/rotate": lambda it: math.isclose(
        _shown(it, "box").pose.matrix[0][0],  # type: ignore[union-attr]
        math.sqrt(0.5),
    ),
    "link_info/name": lambda it: _values(_link(it, "upper").parameters) == {"newparam": (-10,)},
    "link_info/float_array": lambda it: _values(_link(it, "base").parameters) == {"myparam": (1.5, 2.5)},
    "link_info/int_array": lambda it: _link(it, "upper").parameters[0].values == (-10,),
    "joint_info/name": lambda it: _values(_joint(it, "elbow").parameters) == {"newparam": (-10,)},
    "joint_info/float_array": lambda it: _joint(it, "shoulder").parameters[0].values == (1.5, 2.5),
    "joint_info/int_array": lambda it: _joint(it, "elbow").parameters[0].values == (-10,),
    "sensor/type": lambda it: len({type(each.data) for each in it.sensors}) == 7,
    "sensor/id": lambda it: [each.model or each.name for each in it.sensors] == list(FACES),
    **{f"sensor/type={kind}": check for kind, check in FACES.items()},
    "sensor/interface_type": lambda it: (
        _sensor(it, "base_pinhole_camera").interface.name == "MyCamera"  # type: ignore[union-attr]
    ),
    "sensor/hardware_id": lambda it: _sensor(it, "base_pinhole_camera").hardware_id == "0815",
    "sensor/base_pinhole_camera/image_dimensions": lambda it: (
        (_data(it, "base_pinhole_camera").width, _data(it, "base_pinhole_camera").height) == (640, 480)
        and _data(it, "base_pinhole_camera").channels == 3
    ),
    "sensor/base_pinhole_camera/format": lambda it: _data(it, "base_pinhole_camera").format == "uint8",
    "sensor/base_pinhole_camera/measurement_time": lambda it: _data(it, "base_pinhole_camera").measurement_time == 0.04,
    "sensor/base_pinhole_camera/gain": lambda it: _data(it, "base_pinhole_camera").gain == 1.5,
    "sensor/base_pinhole_camera/intrinsic": lambda it: (
        _data(it, "base_pinhole_camera").intrinsic == (400.0, 0.0, 320.0, 0.0, 401.0, 240.0)
    ),
    "sensor/base_pinhole_camera/focal_length": lambda it: _data(it, "base_pinhole_camera").focal_length == 0.01,
    "sensor/base_pinhole_camera/distortion_model": lambda it: (
        (_data(it, "base_pinhole_camera").distortion_model, _data(it, "base_pinhole_camera").distortion)
        == ("plumb_bob", (0.1, 0.2))
    ),
    "sensor/base_pinhole_camera/sensor_reference": lambda it: (
        _data(it, "base_pinhole_camera").references == ("base_imu",)
    ),
    "sensor/base_pinhole_camera/target_region": lambda it: len(_data(it, "base_pinhole_camera").targets) == 1,
    "sensor/base_stereo_camera/instance_sensor": lambda it: len(_data(it, "base_stereo_camera").cameras) == 2,
    "sensor/instance_sensor/url": lambda it: (
        {each.sensor for each in _data(it, "base_stereo_camera").cameras} == {"base_pinhole_camera"}
    ),
    "sensor/instance_sensor/rectification": lambda it: (
        _data(it, "base_stereo_camera").cameras[1].rectification[0] == (1.0, 0.0, 0.1)
    ),
    "sensor/base_laser2d/angle_range": lambda it: (
        (_data(it, "base_laser2d").min_angle, _data(it, "base_laser2d").max_angle) == (-math.pi / 2, math.pi / 2)
    ),
    "sensor/base_laser2d/distance_range": lambda it: (
        (_data(it, "base_laser2d").min_range, _data(it, "base_laser2d").max_range) == (0.01, 4.5)
    ),
    "sensor/base_laser2d/angle_increment": lambda it: math.isclose(
        _data(it, "base_laser2d").angle_increment, math.radians(1)
    ),
    "sensor/base_laser2d/time_increment": lambda it: _data(it, "base_laser2d").time_increment == 0.0005,
    "sensor/base_laser2d/measurement_time": lambda it: _data(it, "base_laser2d").measurement_time == 0.025,
    **{f"sensor/base_force6d/{name}": _loads(name, value) for name, value in LOADS.items()},
    "sensor/base_imu/measurement_time": lambda it: _data(it, "base_imu").measurement_time == 0.01,
    "sensor/base_imu/rotation_covariance": lambda it: _data(it, "base_imu").rotation_covariance == _diagonal(0.1),
    "sensor/base_imu/angular_velocity_covariance": lambda it: (
        _data(it, "base_imu").angular_velocity_covariance == _diagonal(0.2)
    ),
    "sensor/base_imu/linear_acceleration_covariance": lambda it: (
        _data(it, "base_imu").linear_acceleration_covariance == _diagonal(0.3)
    ),
    "sensor/base_odometry/measurement_time": lambda it: _data(it, "base_odometry").measurement_time == 0.1,
    "sensor/base_odometry/target": lambda it: _data(it, "base_odometry").target == "floor",
    "attach_sensor/instance_sensor": lambda it: len(it.sensors) == len(FACES),
    "attach_sensor/frame_origin": lambda it: {each.link for each in it.sensors} == {"hand"},
    "attach_sensor/frame_origin/link": lambda it: it.sensors[0].link == "hand",
    "attach_sensor/frame_origin/translate": lambda it: all(map(_at_hand, it.sensors)),
    "attach_sensor/frame_origin/rotate": lambda it: all(map(_at_hand, it.sensors)),
    "formula/technique/equation": lambda it: _formula(it).expression.arguments[1] == Number(0.25),  # type: ignore[union-attr]
    "formula/technique/equation/type": lambda it: (
        [each.expression for each in (*_formula(it).first_partials, *_formula(it).second_partials)]
        == [Number(0.5), Number(0.0)]
    ),
    "formula/technique/equation/target": lambda it: _formula(it).first_partials[0].joint == "jaw",
    "actuator/type": lambda it: it.actuators[0].type == "electric_motor",
    "actuator/type=electric_motor": lambda it: _motor(it) is not None,
    "actuator/id": lambda it: it.actuators[0].model == "motor_model",
    "actuator/interface_type": lambda it: it.actuators[0].interface.name == "MyMotor",  # type: ignore[union-attr]
    **{f"actuator/electric_motor/{name}": _of_motor(name, value) for name, value in MOTOR.items()},
    "actuator/electric_motor/coloumb_friction": _of_motor("coulomb_friction", 0.001),
    "actuator/electric_motor/nominal_speed_torque_point": _of_motor(
        "nominal_speed_torque_points", (SpeedTorquePoint(1000.0, 0.5), SpeedTorquePoint(2000.0, 0.25))
    ),
    "actuator/electric_motor/max_speed_torque_point": _of_motor(
        "max_speed_torque_points", (SpeedTorquePoint(1500.0, 0.75),)
    ),
    "attach_actuator/instance_actuator": lambda it: [each.name for each in it.actuators] == ["shoulder_motor"],
    "attach_actuator/bind_actuator": lambda it: it.actuators[0].joint == "shoulder",
    "attach_actuator/bind_actuator/joint": lambda it: it.actuators[0].joint == "shoulder",
    "axis_info/circular": lambda it: _joint(it, "elbow").axes[0].circular is True,
    "axis_info/planning_weight": lambda it: _joint(it, "elbow").axes[0].planning_weight == 2.5,
    "axis_info/discretization_resolution": lambda it: _joint(it, "elbow").axes[0].resolution == 0.02,
}
"""What the tables list, and what must be so where the fixture says it."""
HELD_CHECKS = (
    "dynamic_rigid_constraints/rigid_constraint",
    "dynamic_rigid_constraints/rigid_constraint/technique/ignore_link",
)
"""What needs two bodies: ``test_grabs.py``, and below."""

BEYOND: dict[str, Check] = {
    "manipulator: frame_endlink": lambda it: _arm(it).end_link == "upper",
    "manipulator: grippername": lambda it: _arm(it).gripper == "jaws",
    "manipulator: toolChangerConnectedBodyToolName": lambda it: _arm(it).tool_changer_tool == "drill_tip",
    "manipulator: toolChangerLinkName": lambda it: _arm(it).tool_changer_link == "hand",
    "manipulator: restrict_graspset_name": lambda it: _arm(it).grasp_sets == ("top",),
    "connect_body": lambda it: (
        [(each.name, each.link, each.uri, each.active) for each in it.connected_bodies]
        == [("drill", "hand", "./drill.dae", True)]
    ),
    "gripper_info": lambda it: _is_carried(it, "jaws", "grippertype"),
    "custom extras": lambda it: _is_carried(it, "mycustomparams", "mylocalparam"),
    "library_animations": lambda it: _is_carried(it, "library_animations", "wave"),
    "link_info: string_value": lambda it: _values(_link(it, "hand").parameters) == {"note": "left"},
    "joint_info: string_value": lambda it: _values(_joint(it, "jaw").parameters)["note"] == "soft",
    "joint_info: controlMode": lambda it: _values(_joint(it, "jaw").parameters)["controlMode"] == (2,),
    "joint_info: jointcontrolinfo_robotcontroller": lambda it: (
        _values(_joint(it, "jaw").parameters)["jointcontrolinfo_robotcontroller/robotControllerAxisIndex"] == (3,)
    ),
    "joint_info: jointcontrolinfo_io": lambda it: (
        _values(_joint(it, "jaw").parameters)["jointcontrolinfo_io/moveIONames"] == "open close"
    ),
    "joint_info: jointcontrolinfo_externaldevice": lambda it: (
        _values(_joint(it, "jaw").parameters)["jointcontrolinfo_externaldevice/externalDeviceType"] == "plc"
    ),
    "attach_sensor: reference_attach_sensor": lambda it: it.sensors[0].reference == "base_imu",
    "attach_sensor: sensor_maker": lambda it: it.sensors[0].maker == "ACME",
    "attach_sensor: sensor_model": lambda it: it.sensors[0].product == "E 100",
    "sensor: any other child": lambda it: _values(it.sensors[0].parameters) == {"shutter": "rolling"},
    "electric_motor: speed_torque_gradient, encoder_pulse": lambda it: (
        _values(it.actuators[0].parameters) == {"speed_torque_gradient": (3.85,), "encoder_pulse": (500,)}
    ),
    "axis_info: limits": lambda it: (
        [round(math.degrees(each or 0)) for each in _bounds(_joint(it, "elbow"))] == [-90, 90, -45, 60]
    ),
    "static link, in the rigid body": lambda it: _link(it, "base").static is True,
    "static link, in its instance": lambda it: _link(it, "upper").static is True,
    "several geometries of one node": lambda it: len(_link(it, "base").visuals) == 9,
    "geometry_info: sphere": lambda it: _shown(it, "sphere").shape == Sphere(0.25),
    "geometry_info: cylinder": lambda it: _shown(it, "cylinder").shape == Cylinder(0.1, 0.4),
    "geometry_info: cylinderz": lambda it: _shown(it, "cylinderz").shape == Cylinder(0.05, 0.2),
    "geometry_info: capsule": lambda it: _shown(it, "capsule").shape == Capsule(0.05, 0.3),
    "geometry_info: plane": lambda it: (
        _shown(it, "plane").shape == Plane((0.0, 0.0, 2.0)) and _shown(it, "plane").pose.xyz == (0.0, 0.0, 0.5)  # type: ignore[union-attr]
    ),
    "geometry_info: container": lambda it: isinstance(_shown(it, "container").shape, Container),
    "geometry_info: cage": lambda it: isinstance(_shown(it, "cage").shape, Cage),
    "geometry_info: calibration_board": lambda it: isinstance(_shown(it, "board").shape, CalibrationBoard),
    "formula: MathML": lambda it: Variable("jaw") in _formula(it).expression.arguments[0].arguments,  # type: ignore[union-attr]
}
"""What the tables do not list."""


def _is_carried(robot: Robot, *words: str) -> bool:
    return any(all(word in f"{each.name} {each.content}" for word in words) for each in robot.extensions)


def _bounds(joint: Joint) -> list[float | None]:
    sets = (joint.axes[0].hard, joint.axes[0].soft)
    return [value for each in sets if each is not None for value in (each.lower, each.upper)]


@cache
def _robot(written: bool) -> Robot:
    robot = robotfmt.read(COMPLETE)
    return read_text(write_bytes(robot, "collada", output=str(COMPLETE)), "collada") if written else robot


@pytest.mark.parametrize("written", [False, True], ids=["read", "written"])
@pytest.mark.parametrize("name", [*CHECKS, *BEYOND])
def test_each_element_of_the_specification_is_read(name: str, written: bool) -> None:
    assert (CHECKS | BEYOND)[name](_robot(written)) is True


def test_a_held_body_of_the_example_is_read() -> None:
    world = read_world(Source("in", scene_of_two(EXAMPLE).encode()), context_for("collada"))
    assert world.robots[0].robot.grabs == (HELD,)


@pytest.mark.skipif(not TEXT.exists(), reason="the text of the specification is not there")
def test_the_tables_of_the_text_list_no_other_names() -> None:
    assert names_in(TEXT.read_text(encoding="utf-8")) == {*CHECKS, *HELD_CHECKS}


def test_every_element_is_written() -> None:
    data = write_bytes(robotfmt.read(COMPLETE), "collada", output=str(COMPLETE)).decode()
    elements = {name.rpartition("/")[2] for name in CHECKS if "=" not in name}
    attributes = {
        "type",
        "id",
        "link",
        "link0",
        "link1",
        "joint",
        "axis",
        "name",
        "url",
        "target",
        "stepsize",
    }
    parameters = {"circular", "planning_weight", "discretization_resolution"}
    missing = [each for each in elements - attributes - parameters if f"<{each}" not in data]
    assert missing == []
    assert all(f'<newparam sid="{each}">' in data for each in parameters)
