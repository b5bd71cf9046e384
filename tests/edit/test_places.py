"""Where names stand in documents: unrecognised content follows the parts that it is in, and refers to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from featured import FEATURED
from lxml import etree
from real import fixtures

import robotfmt
from robotfmt import edit, formats
from robotfmt.context import Context
from robotfmt.diagnostics import Fate, Report
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.yaml import document as yaml
from robotfmt.edit import elements, entries
from robotfmt.model import Link, Robot
from robotfmt.model.record import replace
from robotfmt_sdf.document.keys import KEYS as SDF
from robotfmt_srdf.reader import KEYS as SRDF
from robotfmt_urdf.document.keys import KEYS as URDF

BEFORE = "new_"
Operation = Callable[[Robot, Report], Robot]


def context_of(name: str) -> Context:
    format = formats.find(name)
    return Context(report=Report(), output="o", version=format.versions[-1], options=format.check_options({}))


def adapted(robot: Robot, name: str) -> Robot:
    adapt = formats.find(name).adapt
    assert adapt is not None
    return adapt(robot, context_of(name))


def written(robot: Robot, name: str) -> bytes:
    write = formats.find(name).write
    assert write is not None
    return write(robot, context_of(name))["o"]


def steps(value: yaml.Value, path: str = "") -> Iterator[str]:
    if isinstance(value, yaml.Mapping):
        for each in value.entries:
            step = f"{path}/{yaml.escape(each.key)}"
            yield step
            yield from steps(each.value, step)
    elif isinstance(value, yaml.Sequence):
        for index, item in enumerate(value.items):
            yield from steps(item, f"{path}/{index}")


def places(robot: Robot, name: str) -> set[str]:
    """The paths of all elements, or of all keys, of a robot's document."""
    data = written(robot, name)
    if name in ("xrdf", "curobo"):
        return set(steps(yaml.parse_document(data, name="", format=name, report=Report()).root))
    keys = {"urdf": URDF, "srdf": SRDF, "sdf": SDF}[name]
    root = parse_document(data, name="", format=name, report=Report(), keys=keys).root
    return {each.path for each in root.iter()}


def other(kinds: tuple[str, ...], text: str) -> str:
    return f"{BEFORE}{text}" if kinds and kinds != ("spheres",) else text


@pytest.mark.parametrize("name", ["urdf", "srdf", "xrdf", "curobo", "sdf"])
@pytest.mark.parametrize("robot", FEATURED.values(), ids=[each.name for each in FEATURED])
def test_a_format_knows_all_names_in_its_paths(robot: Robot, name: str) -> None:
    """So that the place of unrecognised content is called as the writer calls it."""
    table = formats.find(name).names
    follow = entries.renamed_path if name in ("xrdf", "curobo") else elements.renamed_path
    robot = adapted(replace(robot, virtual_joints=()), name)
    expected = {follow(each, table, other) for each in places(robot, name)}
    # A prefix makes the link 'world', which SDF has without an element, another link.
    world = f"/sdf/model[@name='{robot.name}']/link[@name='{BEFORE}world']"
    assert places(edit.prefix(robot, BEFORE), name) - {world} == expected


# What nobody understood, in every place of a document

NEW = "zzp_"
UNKNOWN = "zz_unknown"
MARK, COUNTS = re.compile(rf"{UNKNOWN}\d+"), re.compile(r"\[\d+\]")
BLOCKS = """<?xml version="1.0"?>
<robot name="blocks">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base">
    <inertial><origin xyz="0 0 0.1"/><mass value="1"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual name="shell"><geometry><box size="1 1 1"/></geometry><material name="grey"/></visual>
    <visual><geometry><sphere radius="1"/></geometry></visual>
    <collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="1" length="2"/></geometry></collision>
  </link>
  <link name="eye"/>
  <link name="arm"><inertial><mass value="1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="hand"/>
  <joint name="mount" type="fixed"><origin xyz="0 0 1"/><parent link="base"/><child link="eye"/></joint>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/><dynamics damping="0.1"/>
    <safety_controller k_velocity="1"/><calibration rising="0.1"/></joint>
  <joint name="grip" type="prismatic"><parent link="arm"/><child link="hand"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="shoulder" multiplier="0.5"/></joint>
  <transmission name="drive"><type>transmission_interface/SimpleTransmission</type>
    <joint name="shoulder"><hardwareInterface>EffortJointInterface</hardwareInterface></joint>
    <actuator name="motor"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>
  <ros2_control name="system" type="system"><hardware><plugin>p/P</plugin><param name="port">1</param></hardware>
    <joint name="shoulder"><command_interface name="position"><param name="min">-1</param></command_interface>
      <state_interface name="position"/></joint>
    <sensor name="camera"><state_interface name="light"/></sensor>
    <gpio name="lamp"><command_interface name="on"/></gpio>
    <transmission name="geared"><plugin>t/T</plugin>
      <joint name="shoulder"><mechanical_reduction>2</mechanical_reduction></joint>
      <actuator name="motor"/></transmission></ros2_control>
  <gazebo reference="eye"><mu1>0.5</mu1></gazebo>
  <gazebo reference="base"><mu1>0.5</mu1><kp>1000000</kp></gazebo>
  <gazebo reference="arm"><sensor name="camera" type="camera"><pose>0.1 0 0 0 0 0</pose><update_rate>30</update_rate>
    <camera><horizontal_fov>1.2</horizontal_fov><image><width>64</width><height>48</height></image></camera></sensor>
  </gazebo>
  <gazebo reference="arm"><material>Gazebo/Red</material><sensor name="turn" type="imu"><imu/></sensor></gazebo>
  <gazebo reference="mount"><preserveFixedJoint>true</preserveFixedJoint></gazebo>
  <gazebo reference="shoulder"><stopErp>0.2</stopErp></gazebo>
  <gazebo><self_collide>true</self_collide></gazebo>
</robot>
"""
SEMANTICS = """<?xml version="1.0"?>
<robot name="blocks">
  <group name="arm"><chain base_link="base" tip_link="arm"/></group>
  <group name="all"><link name="base"/><joint name="shoulder"/><group name="arm"/></group>
  <group_state name="home" group="arm"><joint name="shoulder" value="0.1"/></group_state>
  <end_effector name="tool" parent_link="arm" group="all"/>
  <virtual_joint name="stand" type="fixed" parent_frame="world" child_link="base"/>
  <passive_joint name="grip"/>
  <joint_property joint_name="shoulder" property_name="weight" value="2"/>
  <disable_default_collisions link="hand"/>
  <disable_collisions link1="base" link2="arm" reason="Adjacent"/>
</robot>
"""
PLAN = {
    "format": "xrdf",
    "format_version": 1.0,
    "modifiers": [
        {
            "add_frame": {
                "frame_name": "tip",
                "parent_frame_name": "hand",
                "joint_name": "tip_joint",
                "joint_type": "FIXED",
                "fixed_transform": {
                    "position": [0.0, 0.0, 0.1],
                    "orientation": {"w": 1.0, "xyz": [0.0, 0.0, 0.0]},
                },
            }
        }
    ],
    "default_joint_positions": {"shoulder": 0.1},
    "cspace": {"joint_names": ["shoulder"], "acceleration_limits": [10.0], "jerk_limits": [500.0]},
    "tool_frames": ["hand"],
    "collision": {"geometry": "balls", "buffer_distance": {"arm": 0.01}},
    "self_collision": {"geometry": "balls", "buffer_distance": {"arm": 0.01}, "ignore": {"base": ["arm"]}},
    "geometry": {"balls": {"spheres": {"arm": [{"center": [0.0, 0.0, 0.1], "radius": 0.1}]}}},
}


def injected(text: str | bytes) -> bytes:
    """A document of XML with something unknown in every element."""
    root = etree.fromstring(text.encode() if isinstance(text, str) else text)
    for number, element in enumerate([each for each in root.iter() if isinstance(each.tag, str)]):
        element.set(f"{UNKNOWN}{number}", f"value {number}")
        namespace = etree.QName(element).namespace
        name = f"{UNKNOWN}{number}"
        child = etree.SubElement(element, f"{{{namespace}}}{name}" if namespace else name)
        child.text = "text"
    return etree.tostring(root)


BY_NAME = ("default_joint_positions", "buffer_distance", "ignore", "geometry", "spheres")
"""Mappings whose keys are names."""


def with_unknown_keys(value: object, number: list[int], key: str = "") -> object:
    """YAML with an unknown key in every mapping."""
    if isinstance(value, dict):
        number[0] += 1
        own = {} if key in BY_NAME else {f"{UNKNOWN}{number[0]}": number[0]}
        return {each: with_unknown_keys(inner, number, each) for each, inner in value.items()} | own
    return [with_unknown_keys(each, number) for each in value] if isinstance(value, list) else value


@pytest.fixture
def documents(tmp_path: Path) -> list[Path]:
    """A robot with something unknown in every element and in every mapping."""
    paths = [tmp_path / f"in.{suffix}" for suffix in ("urdf", "srdf", "xrdf")]
    paths[0].write_bytes(injected(BLOCKS))
    paths[1].write_bytes(injected(SEMANTICS))
    paths[2].write_text(json.dumps(with_unknown_keys(PLAN, [0])), encoding="utf-8")
    return paths


def converted(documents: list[Path], operation: Operation | None, tmp_path: Path) -> tuple[list[str], Report]:
    """The documents after an operation, and what was said of it."""
    outputs = [tmp_path / f"out{path.suffix}" for path in documents]
    report = Report()

    def edited(robot: Robot, *, report: Report, **_: object) -> Robot:
        return operation(robot, report) if operation is not None else robot

    robotfmt.convert(documents, *outputs, report=report, overwrite=True, edit=edited)
    return [path.read_text(encoding="utf-8") for path in outputs], report


def test_other_names_change_nothing_but_names(documents: list[Path], tmp_path: Path) -> None:
    plain, _ = converted(documents, None, tmp_path)
    new, report = converted(documents, lambda it, report: edit.prefix(it, NEW, report=report), tmp_path)
    assert [text.replace(NEW, "") for text in new] == plain
    assert not report.having("convert.place-gone")
    assert not report.having(Fate.LOST)


def documents_of_robots() -> list[Path]:
    return [path for path in fixtures(".urdf", ".dae") if b"<link" in path.read_bytes()]


@pytest.mark.parametrize("path", documents_of_robots(), ids=lambda path: path.stem)
def test_other_names_change_nothing_but_names_in_fixtures(path: Path, tmp_path: Path) -> None:
    source = tmp_path / path.name
    source.write_bytes(injected(path.read_bytes()) if path.suffix == ".urdf" else path.read_bytes())
    plain, _ = converted([source], None, tmp_path)
    new, _ = converted([source], lambda it, report: edit.prefix(it, NEW, report=report), tmp_path)
    assert new[0].replace(NEW, "") == plain[0]


def homes(text: str) -> dict[str, tuple[str, ...]]:
    """Where everything unknown is in a document of XML: the names of the elements above it."""
    found: dict[str, tuple[str, ...]] = {}
    for element in etree.fromstring(text.encode()).iter():
        tags = [etree.QName(each).localname for each in (element, *element.iterancestors())]
        if tags[0].startswith(UNKNOWN):
            found[tags[0]] = tuple(reversed(tags[1:]))
        found |= {f"@{name}": tuple(reversed(tags)) for name in element.attrib if str(name).startswith(UNKNOWN)}
    return found


PLAIN = Robot(name="plain", links=(Link(name="stand"),))
OPERATIONS: dict[str, Operation] = {
    "rename": lambda it, report: edit.rename(
        it, links={"arm": "upper"}, joints={"shoulder": "turn"}, groups={"arm": "one"}, report=report
    ),
    "extract all": lambda it, report: edit.extract(it, "base", report=report),
    "extract": lambda it, report: edit.extract(it, "arm", report=report),
    "merge": lambda it, report: edit.merge_fixed_joints(it, report=report),
    "reroot": lambda it, report: edit.reroot(it, "arm", report=report),
    "reroot, moved": lambda it, report: edit.reroot(it, "arm", move_frames=True, report=report),
    "lock": lambda it, report: edit.lock(it, {"shoulder": 0.5}, report=report),
    "modifiers": lambda it, report: edit.apply_modifiers(it, report=report),
    "attach": lambda it, report: edit.attach(PLAIN, it, "stand", prefix="b_", report=report),
    "attach to it": lambda it, report: edit.attach(it, PLAIN, "arm", prefix="b_", report=report),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_unrecognised_content_is_in_its_place_or_reported(name: str, documents: list[Path], tmp_path: Path) -> None:
    texts, report = converted(documents, OPERATIONS[name], tmp_path)
    assert not report.having("convert.place-gone")
    reported = " ".join(each.subject for each in report if each.fate in (Fate.LOST, Fate.REMOVED))
    gone = [
        f"{each.name}={each.content}"
        for each in robotfmt.read(*documents, report=Report()).extensions
        if f"{each.place}/{each.kind.value}/{each.name}" in COUNTS.sub("", reported)
    ]
    for source, text in zip(documents[:2], texts[:2], strict=True):
        before, after = homes(source.read_text(encoding="utf-8")), homes(text)
        assert {key: where for key, where in after.items() if where != before[key]} == {}
        assert [key for key in before.keys() - after.keys() if key.lstrip("@") not in " ".join(gone)] == []
    before_keys, after_keys = (set(MARK.findall(each)) for each in (documents[2].read_text(), texts[2]))
    assert [key for key in before_keys - after_keys if key not in " ".join(gone)] == []
