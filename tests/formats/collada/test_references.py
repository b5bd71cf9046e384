"""COLLADA documents that refer to others: the numbers of ``fixtures/references`` worked out by hand."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import formats
from robotfmt.diagnostics import Fate, Report
from robotfmt.formats import Format
from robotfmt.model import Grab, JointType, Mesh, PlacedRobot, Pose, Robot
from robotfmt.settings import Settings, format_context
from robotfmt.surfaces import surface

REFERENCES = FIXTURES / "references"
DEGREE = math.pi / 180
OUTER = Settings(options={"collada.external_binds": "outer"})


def read(name: str, settings: Settings | None = None) -> Robot:
    return robotfmt.read(REFERENCES / name, settings=settings)


def values(robot: Robot) -> dict[str, float]:
    """The values of joints in the scene, in degrees."""
    return {each.joint: round(each.values[0] / DEGREE, 9) for each in robot.scene_positions}


def limits(robot: Robot, joint: str) -> tuple[float | None, ...]:
    """Soft limits in degrees, and the velocity limit in degrees per second."""
    axis = robot.joint_by_name[joint].axis
    assert axis is not None
    hard, soft = axis.hard, axis.soft
    reported = (
        soft.lower if soft is not None else None,
        soft.upper if soft is not None else None,
        hard.velocity if hard is not None else None,
    )
    return tuple(None if each is None else round(each / DEGREE, 9) for each in reported)


def differences(a: Robot, b: Robot) -> list[str]:
    """What differs, but for what is kept without being understood."""
    return [str(each) for each in robotfmt.diff(a, b) if each.path[0] != "extension"]


def masses(robot: Robot) -> dict[str, float | None]:
    return {each.name: each.inertial.mass if each.inertial is not None else None for each in robot.links}


# Scenes that refer to a robot


def test_a_scene_that_gives_a_value_has_all_else_of_the_robot() -> None:
    arm, robot = read("arm.dae"), read("values.dae")
    assert values(arm) == {"elbow": 10}
    assert values(robot) == {"shoulder": 90, "elbow": 10}
    assert differences(arm, robot) == ["scene position 'shoulder': nothing -> 1.5708"]


def test_as_openrave_reads_it_only_what_the_outer_scene_binds_is_bound() -> None:
    robot = read("values.dae", OUTER)
    assert values(robot) == {"shoulder": 90}
    # A node that no binding names is found by its name all the same.
    assert masses(robot) == {"base": 3, "upper": 2, "fore": 1}


def test_without_a_scene_for_the_eyes_the_other_document_s_is_shown(tmp_path: Path) -> None:
    shutil.copy(REFERENCES / "arm.dae", tmp_path)
    path = tmp_path / "scene.dae"
    path.write_text(document('<scene><instance_kinematics_scene url="arm.dae#ks"/></scene>'))
    assert masses(robotfmt.read(path)) == {"base": 3, "upper": 2, "fore": 1}
    alone = robotfmt.read(path, settings=OUTER)
    assert masses(alone) == {"base": None, "upper": None, "fore": None}
    assert [len(each.visuals) for each in alone.links] == [0, 0, 0]
    assert values(alone) == {}


def test_outer_systems_and_parameters_that_are_set_win() -> None:
    arm, robot = read("arm.dae"), read("limits.dae")
    assert limits(arm, "shoulder") == (-170, 170, 90)
    assert limits(arm, "elbow") == (-45, 45, 180)
    assert limits(robot, "shoulder") == (-60, 60, 45)
    assert limits(robot, "elbow") == (-45, 30, 180)


def test_a_parameter_that_nothing_asks_for_stays_in_the_ledger(tmp_path: Path) -> None:
    shutil.copy(REFERENCES / "arm.dae", tmp_path)
    path = tmp_path / "limits.dae"
    text = (REFERENCES / "limits.dae").read_text()
    path.write_text(text.replace('ref="elbow_high"', 'ref="wrist_high"'))
    robot = robotfmt.read(path)
    assert limits(robot, "elbow") == (-45, 45, 180)
    assert "setparam" in [each.name for each in robot.extensions]


# Instances


def cell() -> list[PlacedRobot]:
    return list(robotfmt.read_world(REFERENCES / "cell.dae").robots)


def test_two_instances_of_one_robot_have_different_placements() -> None:
    left, right = cell()
    assert [each.robot.name for each in (left, right)] == ["left", "right"]
    assert left.pose is not None and right.pose is not None
    assert left.pose.xyz == (0, 1, 0)
    assert right.pose.xyz == (0, -1, 0)
    assert right.pose.matrix[0] == pytest.approx((-1, 0, 0))
    assert values(left.robot) == {"elbow": 10}
    assert values(right.robot) == {"elbow": -30}


def test_each_instance_has_its_own_nodes_and_masses() -> None:
    left, right = (each.robot for each in cell())
    reported = ["robot: name 'left' -> 'right'", "scene position 'elbow': 0.174533 -> -0.523599"]
    assert differences(left, right) == reported
    assert masses(right) == {"base": 3, "upper": 2, "fore": 1}
    assert [len(each.visuals) for each in right.links] == [1, 1, 1]


def test_an_id_with_a_suffix_does_not_name_another_element() -> None:
    report = Report()
    robotfmt.read_world(REFERENCES / "cell.dae", report=report)
    assert not report.having("collada.unresolved") + report.having("collada.inferred-binding")
    assert "extra" not in [each.name for each in robotfmt.read_world(REFERENCES / "cell.dae").extensions]


def test_a_scene_gives_which_robot_holds_which() -> None:
    arm, gripper = robotfmt.read_world(REFERENCES / "holding.dae").robots
    assert arm.robot.grabs == (Grab(link="fore", body="gripper", body_link="palm", ignored_links=("upper",)),)
    assert gripper.robot.grabs == ()
    assert gripper.pose is not None
    assert gripper.pose.xyz == (0.6, 0, 0.5)
    assert values(arm.robot) == {"elbow": 45}
    assert masses(gripper.robot) == {"palm": 0.5, "finger": 0.1}


def test_robots_of_another_document_hold_the_same_bodies(tmp_path: Path) -> None:
    for name in ("arm", "gripper", "holding"):
        shutil.copy(REFERENCES / f"{name}.dae", tmp_path)
    path = tmp_path / "outer.dae"
    path.write_text(document('<scene><instance_kinematics_scene url="holding.dae#ks"/></scene>'))
    held = [each.robot.grabs for each in robotfmt.read_world(REFERENCES / "holding.dae").robots]
    assert [each.robot.grabs for each in robotfmt.read_world(path).robots] == held
    assert [each.robot.grabs for each in robotfmt.read_world(path, settings=OUTER).robots] == [(), ()]


# Robots of several parts


@pytest.fixture(scope="module")
def worker() -> Robot:
    return read("composed.dae")


def test_parts_are_attached_to_the_links_of_their_nodes(worker: Robot) -> None:
    joints = worker.joint_by_name
    tie, other = joints["palm_joint"], joints["palm_2_joint"]
    assert (tie.type, tie.parent, tie.child) == (JointType.FIXED, "fore", "palm")
    assert (other.type, other.parent, other.child) == (JointType.FIXED, "fore", "palm_2")
    assert tie.pose_in_parent == Pose((0.3, 0.1, 0.0))
    assert other.pose_in_parent == Pose((0.3, -0.1, 0.0))
    assert (joints["jaw"].child, joints["jaw_2"].child) == ("finger", "finger_2")


def test_each_document_has_its_own_unit_of_length(worker: Robot) -> None:
    place = worker.joint_by_name["jaw"].pose_in_parent
    assert place is not None
    assert place.xyz == pytest.approx((0.05, 0, 0))  # 5 cm
    place = worker.joint_by_name["elbow"].pose_in_parent
    assert place is not None
    assert place.xyz == (0.4, 0, 0)


def test_values_of_one_instance_do_not_apply_to_the_other(worker: Robot) -> None:
    assert limits(worker, "jaw_2") == (0, 20, None)
    assert limits(worker, "jaw") == (None, None, None)
    assert values(worker) == {"jaw_2": 15, "elbow": 10}


def test_each_part_has_the_masses_of_its_document(worker: Robot) -> None:
    arm = {"base": 3, "upper": 2, "fore": 1}
    grippers = {"palm": 0.5, "finger": 0.1, "palm_2": 0.5, "finger_2": 0.1}
    assert masses(worker) == arm | grippers


def test_one_id_in_two_documents_is_two_meshes(worker: Robot) -> None:
    links = worker.link_by_name
    uris, sizes = [], []
    for name in ("base", "palm"):
        (geometry,) = links[name].visuals
        assert isinstance(geometry.shape, Mesh)
        triangles = surface(geometry, format_context(collada(), Settings(), Report()))
        assert triangles is not None
        uris.append(geometry.shape.uri)
        sizes.append(float(triangles.vertices[:, 0].max()))
    assert uris == ["arm.dae#box", "gripper.dae#box"]
    assert sizes == pytest.approx([1.0, 0.01])


def test_each_producer_means_its_own_units(tmp_path: Path) -> None:
    """The arm's document says degrees per second, the gripper's radians."""
    for name in ("arm", "gripper"):
        scene = f'<scene><instance_kinematics_scene url="{REFERENCES.name}/{name}.dae#ks"/></scene>'
        (tmp_path / f"{name}.dae").write_text(document(scene))
    shutil.copytree(REFERENCES, tmp_path / REFERENCES.name)
    assert limits(robotfmt.read(tmp_path / "arm.dae"), "shoulder")[2] == 90
    assert limits(robotfmt.read(tmp_path / "gripper.dae"), "jaw")[2] == pytest.approx(2 / DEGREE)


# Archives


def test_members_of_an_archive_refer_to_one_another() -> None:
    assert robotfmt.diff(read("values.dae"), read("values.zae")) == []


@pytest.mark.parametrize("reference", ["values.zae/robots/arm.dae", "./values.zae//robots/arm.dae"])
def test_a_member_of_an_archive_is_referred_to_from_outside(reference: str, tmp_path: Path) -> None:
    shutil.copy(REFERENCES / "values.zae", tmp_path)
    path = tmp_path / "scene.dae"
    path.write_text(document(f'<scene><instance_kinematics_scene url="{reference}#ks"/></scene>'))
    assert differences(read("arm.dae"), robotfmt.read(path)) == []


def test_an_archive_means_its_main_document(tmp_path: Path) -> None:
    robotfmt.convert(REFERENCES / "arm.dae", tmp_path / "arm.zae")
    path = tmp_path / "scene.dae"
    path.write_text(document('<scene><instance_kinematics_scene url="./arm.zae#kscene"/></scene>'))
    assert masses(robotfmt.read(path)) == {"base": 3, "upper": 2, "fore": 1}


# Whatever may be referred to

PARTS = """<library_geometries><geometry id="cube" name="cube"><mesh>
<source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor count="3" source="#a" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor>
</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="m"><input offset="0" semantic="VERTEX" source="#v"/><p>0 1 2</p></triangles></mesh>
</geometry></library_geometries>
<library_materials><material id="red" name="red"><instance_effect url="#e"/></material></library_materials>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><phong>
<diffuse><color>1 0 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_joints><joint id="hinge" name="hinge"><revolute sid="axis0"><axis>0 0 1</axis>
<limits><min>-30</min><max>30</max></limits></revolute></joint></library_joints>
<extra type="library_sensors"><technique profile="OpenRAVE"><sensor type="base_force6d" id="feeler">
<custom>7 8</custom><strange><deep/></strange></sensor></technique></extra>
<extra type="library_actuators"><technique profile="OpenRAVE"><actuator type="electric_motor" id="motor">
<max_speed>3000</max_speed></actuator></technique></extra>
<library_nodes><node id="nobody"/></library_nodes>"""
WHOLE = """<library_kinematics_models><kinematics_model id="km" name="lamp"><technique_common>
<instance_joint url="parts/parts.dae#hinge" sid="j"/>
<link sid="foot" name="foot"><attachment_full joint="km/j"><link sid="head" name="head"/></attachment_full></link>
</technique_common></kinematics_model></library_kinematics_models>
<library_visual_scenes><visual_scene id="vs"><node id="n" name="foot">
<instance_geometry url="parts/parts.dae#cube"><bind_material><technique_common>
<instance_material symbol="m" target="parts/parts.dae#red"/></technique_common></bind_material></instance_geometry>
</node></visual_scene></library_visual_scenes>
<library_articulated_systems><articulated_system id="s"><kinematics><instance_kinematics_model url="#km"/></kinematics>
<extra type="attach_sensor" name="touch"><technique profile="OpenRAVE"><instance_sensor url="parts/parts.dae#feeler"/>
<frame_origin link="km/head"/></technique></extra>
<extra type="attach_actuator" name="drive"><technique profile="OpenRAVE">
<instance_actuator url="parts/parts.dae#motor"/><bind_actuator joint="km/j"/></technique></extra>
</articulated_system></library_articulated_systems>"""


def document(*parts: str) -> str:
    return (
        '<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">\n'
        + "\n".join(parts)
        + "</COLLADA>"
    )


def collada() -> Format:
    return formats.find("collada")


@pytest.fixture
def lamp(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "parts.dae").write_text(document(PARTS))
    path = tmp_path / "lamp.dae"
    path.write_text(document(WHOLE))
    return path


def test_geometry_materials_joints_sensors_and_actuators_of_another_document(lamp: Path) -> None:
    robot = robotfmt.read(lamp)
    (joint,) = robot.joints
    assert joint.name == "hinge"
    assert joint.axis is not None and joint.axis.hard is not None
    assert joint.axis.hard.upper == pytest.approx(30 * DEGREE)
    (geometry,) = robot.link_by_name["foot"].visuals
    assert geometry.material is not None
    assert (geometry.material.name, geometry.material.color) == ("red", (1, 0, 0, 1))
    (sensor,) = robot.sensors
    assert (sensor.name, sensor.link, sensor.model) == ("touch", "head", "feeler")
    (actuator,) = robot.actuators
    assert actuator.motor is not None
    assert (actuator.name, actuator.joint, actuator.motor.max_speed) == ("drive", "hinge", 3000)


def test_unread_content_of_referenced_elements_is_kept_and_of_others_is_not(lamp: Path) -> None:
    report = Report()
    robot = robotfmt.read(lamp, report=report)
    assert [(each.name, each.place) for each in robot.extensions] == [
        ("strange", "/COLLADA/extra[@type='library_sensors']/technique/sensor[@id='feeler']")
    ]
    (reported,) = report.having(Fate.PASSED_THROUGH)
    assert reported.place.endswith("parts.dae:14")


def test_a_robot_of_several_documents_is_converted_whole(lamp: Path, tmp_path: Path) -> None:
    for name in ("out.dae", "out.zae", "out.urdf"):
        done = robotfmt.convert(lamp, tmp_path / "out" / name, meshes="copy")
        back = robotfmt.read(tmp_path / "out" / name)
        assert len(back.links) == 2
        if name != "out.urdf":
            assert robotfmt.diff(done.robot, back) == []
    assert (tmp_path / "out" / "out_meshes" / "cube.stl").is_file()


@pytest.mark.parametrize("name", ["values.dae", "limits.dae", "composed.dae", "values.zae"])
@pytest.mark.parametrize("suffix", ["dae", "zae", "urdf"])
def test_fixtures_convert(name: str, suffix: str, tmp_path: Path) -> None:
    output = tmp_path / f"out.{suffix}"
    done = robotfmt.convert(REFERENCES / name, output, meshes="copy")
    assert done.report.errors == []
    if suffix != "urdf":
        assert robotfmt.diff(read(name), robotfmt.read(output)) == []
