"""Edits of robots with blocks for Gazebo: plugins stay in their sensors, and no property is lost without a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree
from reading import read_text, write_bytes

import robotfmt
from robotfmt import Robot, cli, edit
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import ForceTorque, JointSimulation, Surface

MASS = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
SHAPE = "<collision><geometry><box size='1 1 1'/></geometry></collision>"
PLUGIN = '<plugin name="p" filename="lib.so"><frameName>{}</frameName></plugin>'
CAMERA = (
    '<gazebo reference="eye"><sensor name="camera" type="camera"><pose>0.1 0 0 0 0 0</pose>'
    "<update_rate>30</update_rate><camera><horizontal_fov>1.2</horizontal_fov></camera>"
    f"{PLUGIN}</sensor></gazebo>"
)


def document(blocks: str, shapes: str = "", of_plate: str = "") -> str:
    """A base with a plate and an eye, both fixed to it, and an arm."""
    return (
        f'<robot name="r"><link name="base">{MASS}{shapes}</link><link name="eye"/>'
        f'<link name="plate">{MASS}{of_plate}</link><link name="arm"/>'
        '<joint name="look" type="fixed"><origin xyz="0 0 1"/><parent link="base"/><child link="eye"/></joint>'
        '<joint name="screws" type="fixed"><origin xyz="1 0 0"/><parent link="base"/><child link="plate"/></joint>'
        '<joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>'
        f"{blocks}</robot>"
    )


def robot_of(blocks: str, shapes: str = "", of_plate: str = "") -> Robot:
    return read_text(document(blocks, shapes, of_plate), "urdf")


def home_of_plugin(robot: Robot) -> list[str]:
    """The elements around the one plugin of a robot's URDF, with what they are called."""
    root = etree.fromstring(write_bytes(robot, "urdf"))
    (plugin,) = root.iter("plugin")
    around = list(plugin.iterancestors())[-2::-1]
    return [f"{etree.QName(each).localname}={each.get('reference', '') or each.get('name', '')}" for each in around]


@pytest.mark.parametrize(
    ("operation", "home"),
    [
        (lambda it: edit.prefix(it, "a_"), ["gazebo=a_eye", "sensor=a_camera"]),
        (lambda it: edit.rename(it, links={"eye": "lens"}), ["gazebo=lens", "sensor=camera"]),
        (
            lambda it: edit.rename(edit.prefix(it, "a_"), links={"a_eye": "b"}),
            ["gazebo=b", "sensor=a_camera"],
        ),
        (lambda it: edit.reroot(it, "arm", move_frames=True), ["gazebo=eye", "sensor=camera"]),
        (lambda it: edit.extract(it, "eye"), ["gazebo=eye", "sensor=camera"]),
        (lambda it: edit.lock(it, {"turn": 1.0}), ["gazebo=eye", "sensor=camera"]),
        (
            lambda it: edit.attach(robot_of(""), it, "arm", prefix="h_"),
            ["gazebo=h_eye", "sensor=h_camera"],
        ),
    ],
)
def test_a_plugin_stays_in_its_sensor(operation: Callable[[Robot], Robot], home: list[str]) -> None:
    robot = operation(robot_of(CAMERA.format("eye")))
    assert home_of_plugin(robot) == home
    written = write_bytes(robot, "urdf").decode()
    assert "<extension" not in written
    assert written.count("<gazebo") == 1
    assert f"<frameName>{home[0].partition('=')[2]}</frameName>" in written


def test_each_of_several_blocks_keeps_its_content() -> None:
    blocks = '<gazebo reference="eye"><mu1>1</mu1></gazebo>' + CAMERA.format("elsewhere")
    blocks += '<gazebo reference="eye"><sensor name="other" type="imu"/><visual/></gazebo>'
    for other in (
        edit.prefix(robot_of(blocks), "a_"),
        edit.attach(robot_of(""), robot_of(blocks), "arm", prefix="a_"),
    ):
        root = etree.fromstring(write_bytes(other, "urdf"))
        assert [[each.tag for each in block] for block in root.findall("gazebo")] == [
            ["mu1"],
            ["sensor"],
            ["sensor", "visual"],
        ]


def test_a_merged_link_takes_its_sensor_along() -> None:
    """A camera that is no frame of anything moves to the body, and its plugin with it."""
    robot = edit.merge_fixed_joints(robot_of(CAMERA.format("elsewhere")))
    assert [each.name for each in robot.links] == ["base", "arm"]
    assert home_of_plugin(robot) == ["gazebo=base", "sensor=camera"]
    assert "<pose>0.1 0 1 0 0 0</pose>" in write_bytes(robot, "urdf").decode()


def stays(blocks: str, why: str) -> None:
    report = Report()
    robot = edit.merge_fixed_joints(robot_of(blocks), report=report)
    kept = [each.message for each in report.having("edit.not-merged")]
    assert len(kept) == 1
    assert kept[0].endswith(f"was not merged: {why}")
    assert len(robot.links) == 3


def test_joints_that_a_simulator_needs_stay() -> None:
    block = '<gazebo reference="screws">{}</gazebo>'
    stays(block.format("<preserveFixedJoint>true</preserveFixedJoint>"), "its document requests it")
    stays(block.format("<disableFixedJointLumping>1</disableFixedJointLumping>"), "its document requests it")
    stays(
        block.format("<provideFeedback>true</provideFeedback>"),
        "its document requests the forces at the joint",
    )
    stays(block.format('<sensor name="f" type="force_torque"/>'), "a sensor measures there")
    stays(CAMERA.format("eye"), "unrecognised content refers to it")
    stays(
        '<gazebo reference="plate"><visual><plugin/></visual></gazebo>',
        "its link contains unrecognised content",
    )
    robot = edit.merge_fixed_joints(robot_of(block.format("<preserveFixedJoint>false</preserveFixedJoint>")))
    assert [each.name for each in robot.links] == ["base", "arm"]


def merged(blocks: str, shapes: str = "", of_plate: str = "") -> tuple[Robot, dict[str, Fate | None]]:
    report = Report()
    robot = edit.merge_fixed_joints(robot_of(blocks, shapes, of_plate), report=report)
    return robot, {each.subject: each.fate for each in report if each.fate is Fate.LOST}


def test_properties_of_merged_links_are_kept_or_reported() -> None:
    surface = '<gazebo reference="plate"><mu1>0.5</mu1><kp>100</kp></gazebo>'
    of_base = '<gazebo reference="base"><mu1>{}</mu1></gazebo>'
    # Each shape keeps its own surface.
    robot, lost = merged(surface + of_base.format("1"), SHAPE, SHAPE)
    assert [each.surface for each in robot.links[0].collisions] == [
        Surface(friction=1.0),
        Surface(friction=0.5, stiffness=100.0),
    ]
    assert lost == {}
    _, lost = merged('<gazebo reference="plate"><kinematic>true</kinematic></gazebo>')
    assert lost == {"link/plate/simulation": Fate.LOST}
    _, lost = merged('<gazebo reference="screws"><stopErp>0.2</stopErp></gazebo>')
    assert lost == {"joint/screws/simulation": Fate.LOST}


def test_merging_fails_where_losses_are_forbidden(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = tmp_path / "r.urdf", tmp_path / "o.urdf"
    source.write_text(
        document('<gazebo reference="plate"><kinematic>true</kinematic></gazebo>', SHAPE, SHAPE),
        encoding="utf-8",
    )
    asked = ["edit", str(source), "--merge-fixed", "--fail-on", "lost", "-o", str(output)]
    assert cli.main(asked) == 1
    assert (
        "[edit.not-taken-over]: link 'plate' simulation: removed: the body 'base' has other settings"
        in capsys.readouterr().err
    )
    assert not output.exists()
    assert cli.main([*asked, "--except", "plate"]) == 0


def test_a_sensor_of_forces_measures_the_same_from_the_other_end() -> None:
    block = '<gazebo reference="turn"><sensor name="f" type="force_torque">{}</sensor></gazebo>'
    reported = "<force_torque><frame>{}</frame><measure_direction>{}</measure_direction></force_torque>"
    report = Report()
    robot = edit.reroot(robot_of(block.format(reported.format("child", "child_to_parent"))), "arm", report=report)
    assert robot.sensors[0].data == ForceTorque(frame="parent", measure_direction="parent_to_child")
    assert {each.subject for each in report.having("edit.reversed")} >= {
        "sensor/f/data/frame",
        "sensor/f/data/measure_direction",
    }
    robot = edit.reroot(robot_of(block.format("<force_torque/>")), "arm")
    assert robot.sensors[0].data == ForceTorque(frame="parent", measure_direction="parent_to_child")
    robot = edit.reroot(robot_of(block.format(reported.format("sensor", "parent_to_child"))), "arm")
    assert robot.sensors[0].data == ForceTorque(frame="sensor", measure_direction="child_to_parent")


def test_hardware_looks_for_sensors_by_their_names() -> None:
    """gz_ros2_control finds a sensor of Gazebo by the name of a sensor in <ros2_control>."""
    control = (
        '<ros2_control name="c" type="system"><joint name="turn"><command_interface name="position"/></joint>'
        '<sensor name="camera"><state_interface name="light"/></sensor>'
        '<gpio name="lamp"><command_interface name="on"/></gpio></ros2_control>'
    )
    robot = edit.prefix(robot_of(CAMERA.format("eye") + control), "a_")
    (controller,) = robot.controllers
    assert controller.sensors[0].name == robot.sensors[0].name == "a_camera"
    assert controller.gpios[0].name == "a_lamp"
    assert edit.extract(robot, "a_plate").controllers == ()


def test_a_joint_that_closes_a_loop_is_simulated_too() -> None:
    joint = '<joint name="{}" type="continuous"><parent link="{}"/><child link="arm"/></joint>'
    loop = joint.format("close", "plate") + '<gazebo reference="close"><stopErp>0.2</stopErp></gazebo>'
    robot = robot_of(loop)
    assert robot.loops[0].simulation == JointSimulation(stop_erp=0.2)
    back = read_text(write_bytes(robot, "urdf"), "urdf")
    assert back.loops[0].simulation == JointSimulation(stop_erp=0.2)
    without = robot_of(joint.format("close", "plate"))
    assert [each.subject for each in robotfmt.diff(robot, without)] == ["loop/close/simulation"]
