"""Content of ``<gazebo>`` blocks and of SDF for Gazebo: libsdformat has the same of what is written."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from libsdformat import elements_of, read_with_libsdformat

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.settings import Settings

INERTIAL = '<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
BOX = '<geometry><box size="1 1 1"/></geometry>'
URDF = f"""<robot name="rover">
  <link name="base">{INERTIAL}<visual>{BOX}</visual><collision>{BOX}</collision></link>
  <joint name="axle" type="continuous"><parent link="base"/><child link="wheel"/><axis xyz="0 1 0"/></joint>
  <link name="wheel">{INERTIAL}</link>
  <joint name="bolts" type="fixed"><origin xyz="1 0 0"/><parent link="base"/><child link="mast"/></joint>
  <link name="mast">{INERTIAL}<collision name="hull">{BOX}</collision><collision>{BOX}</collision></link>
  <gazebo reference="bolts"><preserveFixedJoint>true</preserveFixedJoint></gazebo>
  {{}}
</robot>
"""
SDF = """<sdf version="1.9"><model name="rover">
  <link name="base">
    <inertial><mass>2</mass></inertial>
    <visual name="base_visual"><geometry><box><size>1 1 1</size></box></geometry>{visual}</visual>
    <collision name="hull"><geometry><box><size>1 1 1</size></box></geometry>{collision}</collision>
    {link}
  </link>
  <link name="wheel"><inertial><mass>2</mass></inertial></link>
  <joint name="axle" type="revolute"><parent>base</parent><child>wheel</child>
    <axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit>{axis}</axis>{joint}</joint>
  {model}
</model></sdf>
"""
PLUGIN = '<plugin name="p" filename="libp.so"><joint>axle</joint><odd a="1"/></plugin>'
BLOCKS = {
    "a plugin of the model": (f"<gazebo>{PLUGIN}</gazebo>", "model/plugin"),
    "a plugin of a link": (f'<gazebo reference="base">{PLUGIN}</gazebo>', "model/link/plugin"),
    "a plugin of a joint": (f'<gazebo reference="axle">{PLUGIN}</gazebo>', "model/joint/plugin"),
    "a plugin of a fixed joint": (f'<gazebo reference="bolts">{PLUGIN}</gazebo>', "model/joint/plugin"),
    "a plugin of a sensor": (
        f'<gazebo reference="base"><sensor name="s" type="imu">{PLUGIN}</sensor></gazebo>',
        "model/link/sensor/plugin",
    ),
    "a plugin of a sensor at a joint": (
        f'<gazebo reference="axle"><sensor name="s" type="force_torque">{PLUGIN}</sensor></gazebo>',
        "model/joint/sensor/plugin",
    ),
    "a plugin of a sensor in a second block": (
        '<gazebo reference="base"><mu1>1</mu1></gazebo>'
        f'<gazebo reference="base"><sensor name="s" type="imu">{PLUGIN}</sensor></gazebo>',
        "model/link/sensor/plugin",
    ),
    "a plugin of visuals": (
        f'<gazebo reference="base"><visual>{PLUGIN}</visual></gazebo>',
        "model/link/visual/plugin",
    ),
    "the frame of a sensor": (
        '<gazebo reference="base"><sensor name="s" type="imu"><gz_frame_id>x</gz_frame_id></sensor></gazebo>',
        "model/link/sensor/gz_frame_id",
    ),
    "the optical frame of a camera": (
        '<gazebo reference="base"><sensor name="s" type="camera"><camera><horizontal_fov>1</horizontal_fov>'
        "<optical_frame_id>x</optical_frame_id></camera></sensor></gazebo>",
        "model/link/sensor/camera/optical_frame_id",
    ),
    "a light": (
        '<gazebo reference="mast"><light name="l" type="spot"><pose>0 0 1 0 0 0</pose><cast_shadows>true'
        "</cast_shadows></light></gazebo>",
        "model/link/light",
    ),
    "decay in one way": (
        '<gazebo reference="base"><velocity_decay><linear>0.1</linear></velocity_decay></gazebo>',
        "model/link/velocity_decay",
    ),
    "decay in both ways": (
        '<gazebo reference="base"><velocity_decay><linear>0.1</linear><angular>0.1</angular></velocity_decay></gazebo>',
        "model/link/velocity_decay",
    ),
    "the material of visuals": (
        '<gazebo reference="base"><visual><material><ambient>1 0 0 1</ambient><diffuse>0 1 0 1</diffuse></material>'
        "</visual></gazebo>",
        "model/link/visual/material",
    ),
    "a spring": (
        '<gazebo reference="axle"><springStiffness>3</springStiffness><springReference>0.5</springReference></gazebo>',
        "model/joint[@name='axle']/axis/dynamics",
    ),
    "something unknown": ('<gazebo reference="base"><odd><x>1</x></odd></gazebo>', "model/link/odd"),
}


def content(document: Path, path: str) -> list[str]:
    """What libsdformat has at a path, without white space and in any order of elements."""
    return sorted(_flat(each) for each in elements_of(document).iterfind(path))


def _flat(element: ElementTree.Element) -> str:
    inner = "".join(sorted(map(_flat, element)))
    return f"<{element.tag} {sorted(element.attrib.items())}>{(element.text or '').strip()}{inner}"


@pytest.mark.parametrize(("block", "path"), BLOCKS.values(), ids=BLOCKS)
def test_content_of_a_block_is_where_gazebo_puts_it(block: str, path: str, tmp_path: Path) -> None:
    source, output, report = tmp_path / "rover.urdf", tmp_path / "rover.sdf", Report()
    source.write_text(URDF.format(block), encoding="utf-8")
    robotfmt.convert(source, output, report=report)
    assert content(source, path)
    assert content(output, path) == content(source, path)
    assert not [each for each in report.having(Fate.LOST) if each.subject.startswith("extension")]


def test_words_that_the_import_converts_are_not_copied(tmp_path: Path) -> None:
    source, output, report = tmp_path / "rover.urdf", tmp_path / "rover.sdf", Report()
    source.write_text(URDF.format('<gazebo reference="wheel"><mu1>1</mu1></gazebo>'), encoding="utf-8")
    robotfmt.convert(source, output, report=report)
    assert content(output, "model/link/mu1") == content(source, "model/link/mu1") == []
    assert [each.subject for each in report.having("convert.no-place")]


@pytest.mark.parametrize(
    ("named", "shape"),
    [
        ("base_collision", "base_collision"),
        ("mast_collision_1", "mast_collision"),
        ("mast_fixed_joint_lump__hull_collision", "hull"),
        ("nothing", "nothing"),
    ],
)
def test_a_contact_sensor_names_a_collision_of_the_output(named: str, shape: str, tmp_path: Path) -> None:
    source, output = tmp_path / "rover.urdf", tmp_path / "rover.sdf"
    text = f'<sensor name="s" type="contact"><contact><collision>{named}</collision></contact></sensor>'
    source.write_text(URDF.format(f'<gazebo reference="base">{text}</gazebo>'), encoding="utf-8")
    robotfmt.convert(source, output, report=Report())
    known = {each.get("name") for each in elements_of(source).iterfind("model/link/collision")}
    there = {each.get("name") for each in elements_of(output).iterfind("model/link/collision")}
    assert (named in known) == (shape in there)
    assert [each.text for each in elements_of(output).iterfind(".//contact/collision")] == [shape]


def test_a_block_with_unknown_content_is_lumped(tmp_path: Path) -> None:
    lamp = '<light name="l" type="point"><pose>0 0 1 0 0 0</pose></light>'
    block = f'<gazebo reference="mast">{PLUGIN}{lamp}<odd>1</odd></gazebo>'
    source, output = tmp_path / "rover.urdf", tmp_path / "rover.sdf"
    source.write_text(URDF.replace(">true<", ">false<").format(block), encoding="utf-8")
    robotfmt.convert(source, output, report=Report(), settings=Settings(options={"sdf.target": "gazebo"}))
    (base, wheel) = elements_of(output).iterfind("model/link")
    assert (base.get("name"), wheel.get("name")) == ("base", "wheel")
    assert [len(base.findall(each)) for each in ("plugin", "odd", "light")] == [1, 1, 1]
    assert (base.findtext("light/pose") or "").split()[:3] == ["1", "0", "1"]


def test_a_link_that_is_not_lumped_is_named(tmp_path: Path) -> None:
    block = '<gazebo reference="mast"><projector><pose>0 0 1 0 0 0</pose></projector></gazebo>'
    source, output, report = tmp_path / "rover.urdf", tmp_path / "rover.sdf", Report()
    source.write_text(URDF.replace(">true<", ">false<").format(block), encoding="utf-8")
    robotfmt.convert(source, output, report=report, settings=Settings(options={"sdf.target": "gazebo"}))
    assert ["'bolts'" in each.message for each in report.having("edit.not-merged")] == [True]


PIECES = {
    "a plugin of the model": ({"model": PLUGIN}, "model/plugin"),
    "a plugin of a link": ({"link": PLUGIN}, "model/link/plugin"),
    "a plugin of a joint": ({"joint": PLUGIN}, "model/joint/plugin"),
    "a plugin of a sensor": ({"link": f'<sensor name="s" type="imu">{PLUGIN}</sensor>'}, "model/link/sensor/plugin"),
    "a plugin of a sensor at a joint": (
        {"joint": f'<sensor name="s" type="force_torque">{PLUGIN}</sensor>'},
        "model/joint/sensor/plugin",
    ),
    "a plugin of a visual": ({"visual": PLUGIN}, "model/link/visual/plugin"),
    "the frame of a sensor": (
        {"link": '<sensor name="s" type="imu"><gz_frame_id>x</gz_frame_id></sensor>'},
        "model/link/sensor/gz_frame_id",
    ),
    "a light": (
        {"link": '<light name="l" type="point"><pose>0 0 1 0 0 0</pose><diffuse>1 0 0 1</diffuse></light>'},
        "model/link/light/diffuse",
    ),
    "decay": (
        {"link": "<velocity_decay><linear>0.1</linear><angular>0.1</angular></velocity_decay>"},
        "model/link/velocity_decay",
    ),
    "a spring": (
        {"axis": "<dynamics><spring_stiffness>3</spring_stiffness><spring_reference>1</spring_reference></dynamics>"},
        "model/joint/axis/dynamics/spring_stiffness",
    ),
    "friction of a shape that has a name": (
        {"collision": "<surface><friction><ode><mu>0.3</mu></ode></friction></surface>"},
        "model/link/collision/surface/friction/ode/mu",
    ),
}


@pytest.mark.parametrize(("pieces", "path"), PIECES.values(), ids=PIECES)
def test_content_of_an_sdf_is_where_gazebo_finds_it_in_the_urdf(
    pieces: dict[str, str], path: str, tmp_path: Path
) -> None:
    source, there, back = tmp_path / "rover.sdf", tmp_path / "rover.urdf", tmp_path / "back.sdf"
    empty = dict.fromkeys(("visual", "collision", "link", "joint", "axis", "model"), "")
    source.write_text(SDF.format_map({**empty, **pieces}), encoding="utf-8")
    report = Report()
    robotfmt.convert(source, there, report=report)
    robotfmt.convert(there, back, report=Report())
    assert content(source, path)
    assert content(there, path) == content(source, path)
    assert content(back, path) == content(source, path)
    assert not [each for each in report.having(Fate.LOST) if each.subject.startswith("extension")]


def test_a_contact_sensor_names_a_collision_of_the_import(tmp_path: Path) -> None:
    source, there, back = tmp_path / "rover.sdf", tmp_path / "rover.urdf", tmp_path / "back.sdf"
    sensor = '<sensor name="s" type="contact"><contact><collision>hull</collision></contact></sensor>'
    empty = dict.fromkeys(("visual", "collision", "joint", "axis", "model"), "")
    source.write_text(SDF.format(**empty, link=sensor), encoding="utf-8")
    robotfmt.convert(source, there, report=Report())
    robotfmt.convert(there, back, report=Report())
    for document in (there, back):
        (named,) = (each.text for each in elements_of(document).iterfind(".//contact/collision"))
        assert named in {each.get("name") for each in elements_of(document).iterfind("model/link/collision")}
    assert [each.text for each in elements_of(back).iterfind(".//contact/collision")] == ["hull"]


def test_plugins_of_visuals_without_a_block_are_lost(tmp_path: Path) -> None:
    source, output, report = tmp_path / "rover.sdf", tmp_path / "rover.urdf", Report()
    empty = dict.fromkeys(("collision", "link", "joint", "axis", "visual"), "")
    text = SDF.format(**empty, model="").replace('"base_visual"', '"seen"').replace("</visual>", f"{PLUGIN}</visual>")
    source.write_text(text, encoding="utf-8")
    robotfmt.convert(source, output, report=report)
    assert content(output, "model/link/visual/plugin") == []
    assert [each.subject.split("/")[0] for each in report.having(Fate.LOST) if "plugin" in each.subject] == [
        "extension"
    ]


def test_robots_of_a_world_keep_the_content_of_their_blocks(tmp_path: Path) -> None:
    one = URDF.format(f'<gazebo>{PLUGIN}</gazebo><gazebo reference="base"><visual>{PLUGIN}</visual>{PLUGIN}</gazebo>')
    source, output, report = tmp_path / "scene.urdf", tmp_path / "scene.sdf", Report()
    source.write_text(f"<world>{one}{one.replace('rover', 'world')}</world>", encoding="utf-8")
    robotfmt.convert(source, output, report=report)
    models = elements_of(output).findall("world/model")
    assert len(models) == 2
    for path in ("plugin", "link/plugin", "link/visual/plugin"):
        assert [len(each.findall(path)) for each in models] == [1, 1]
    assert not [each for each in report.having(Fate.LOST) if "extension" in each.subject]


def test_an_element_with_the_name_of_a_joint_makes_a_document_unreadable(tmp_path: Path) -> None:
    """As URDFs for the Gazebo of Player have: ``<joint:hinge name="...">``. Plugins may be called like a joint."""
    named = PLUGIN.replace('"p"', '"axle"')
    block = f'<gazebo><odd name="axle"/><odd name="new"/>{named}</gazebo>'
    source, output, report = tmp_path / "rover.urdf", tmp_path / "rover.sdf", Report()
    source.write_text(URDF.format(block))
    robotfmt.convert(source, output, report=report)
    found, _ = read_with_libsdformat(output)
    assert found["ok"]
    assert content(output, "model/odd") == ["<odd [('name', 'new')]>"]
    assert len(content(output, "model/plugin")) == 1
    assert any(each.fate is Fate.LOST and "<odd>" in each.message for each in report)
