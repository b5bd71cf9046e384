"""Small robots with one fault each, which programs load or refuse."""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.mesh import stl_bytes, tessellate
from robotfmt.mesh.companions import Images
from robotfmt.mesh.glb import glb_bytes
from robotfmt.model import Box

INERTIAL = (
    '<inertial><origin xyz="0 0 0"/><mass value="2"/>'
    '<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>'
)
_LIMIT = '<limit lower="-1" upper="1" effort="100" velocity="2"/>'
_HAND_LINK = f"""<link name="hand">{INERTIAL}
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>"""
_LAST = f"""<joint name="wrist" type="revolute"><origin xyz="0 0 0.3"/><parent link="arm"/><child link="hand"/>
    <axis xyz="0 1 0"/>{_LIMIT}</joint>"""
URDF = f"""<robot name="robot">
  <link name="base">{INERTIAL}</link>
  <link name="arm">{INERTIAL}<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><origin xyz="0 0 0.2"/><parent link="base"/><child link="arm"/>
    <axis xyz="0 0 1"/>{_LIMIT}</joint>
  {_LAST}
  {_HAND_LINK}
</robot>
"""
_JOINT = '<joint name="other" type="revolute"><parent link="{}"/><child link="{}"/><axis xyz="0 0 1"/>' + _LIMIT


def _last(old: str, new: str, text: str = URDF) -> str:
    """Replace a text in the last joint and its link."""
    start = text.index('<body name="hand"' if text.startswith("<mujoco") else '<joint name="wrist"')
    assert old in text[start:], old
    return text[:start] + text[start:].replace(old, new, 1)


def _more(text: str) -> str:
    return URDF.replace("</robot>", f"{text}</robot>")


def _limit(text: str) -> str:
    return _last(_LIMIT, text)


def _type(name: str) -> str:
    return _last('type="revolute"', f'type="{name}"')


def _shape(text: str) -> str:
    return _last('<sphere radius="0.1"/>', text)


def _visual(text: str) -> str:
    return _last("<collision>", f"<visual><geometry>{text}</geometry></visual><collision>")


URDFS: Mapping[str, str] = {
    "sound": URDF,
    "mass-negative": _last('value="2"', 'value="-2"'),
    "mass-zero": _last('value="2"', 'value="0"'),
    "inertia-thin": _last('ixx="0.01"', 'ixx="0"'),
    "inertia-zero": _last(INERTIAL, INERTIAL.replace("0.01", "0")),
    "nothing": _last(INERTIAL, "").replace('<collision><geometry><sphere radius="0.1"/></geometry></collision>', ""),
    "root-massless": URDF.replace(f'<link name="base">{INERTIAL}</link>', '<link name="base"/>'),
    "inertia-triangle": _last('izz="0.01"', 'izz="0.05"'),
    "inertia-rounded": _last('izz="0.01"', 'izz="0.020005"'),
    "inertia-negative": _last('ixx="0.01"', 'ixx="-0.01"'),
    "limits-reversed": _limit('<limit lower="1" upper="-1" effort="100" velocity="2"/>'),
    "limits-missing": _limit(""),
    "velocity-missing": _limit('<limit lower="-1" upper="1" effort="100"/>'),
    "effort-missing": _limit('<limit lower="-1" upper="1" velocity="2"/>'),
    "velocity-negative": _limit('<limit lower="-1" upper="1" effort="100" velocity="-2"/>'),
    "effort-negative": _limit('<limit lower="-1" upper="1" effort="-100" velocity="2"/>'),
    "size-negative": _shape('<sphere radius="-0.1"/>'),
    "size-zero": _shape('<sphere radius="0"/>'),
    "axis-zero": _last('xyz="0 1 0"', 'xyz="0 0 0"'),
    "joint-named-as-link": URDF.replace('name="wrist"', 'name="hand"'),
    "two-roots": _more(f'<link name="alone">{INERTIAL}</link>'),
    "loop": _more(f"{_JOINT.format('base', 'hand')}</joint>"),
    "floating": _type("floating"),
    "planar": _type("planar"),
    "ball": _type("ball"),
    "mimic": _limit(f'{_LIMIT}<mimic joint="shoulder"/>'),
    "damping-negative": _limit(f'{_LIMIT}<dynamics damping="-1" friction="0"/>'),
    "friction-negative": _limit(f'{_LIMIT}<dynamics damping="0" friction="-1"/>'),
    "mesh-missing": _shape('<mesh filename="none.obj"/>'),
    "mesh-stl": _shape('<mesh filename="part.stl"/>'),
    "mesh-obj": _shape('<mesh filename="part.obj"/>'),
    "mesh-glb": _shape('<mesh filename="part.glb"/>'),
    "visual-missing": _visual('<mesh filename="none.obj"/>'),
    "visual-glb": _visual('<mesh filename="part.glb"/>'),
    "no-shape": _last('<geometry><sphere radius="0.1"/></geometry>', "<geometry/>"),
    "no-name": URDF.replace(' name="robot"', ""),
    "material-unknown": _visual('<sphere radius="0.1"/>').replace("</visual>", '<material name="none"/></visual>'),
    "material-twice": _more('<material name="a"><color rgba="1 0 0 1"/></material>' * 2),
    "texture-missing": _more('<material name="a"><texture filename="none.png"/></material>'),
    "color-range": _visual('<sphere radius="0.1"/>').replace(
        "</visual>", '<material name="a"><color rgba="255 0 0 1"/></material></visual>'
    ),
    "inertia-incomplete": _last(' izz="0.01"', ""),
}

MJCF = """<mujoco model="robot"><compiler angle="radian"/>
  <worldbody><body name="base"><geom type="box" size="0.1 0.1 0.1"/>
    <body name="arm" pos="0 0 0.2"><joint name="shoulder" axis="0 0 1" range="-1 1"/>
      <geom type="box" size="0.1 0.1 0.1"/>
      <body name="hand" pos="0 0 0.3"><inertial pos="0 0 0" mass="2" diaginertia="0.01 0.01 0.01"/>
        <joint name="wrist" axis="0 1 0" range="-1 1"/><geom type="sphere" size="0.1"/></body></body></body></worldbody>
</mujoco>
"""
_MESH = '<asset><mesh name="part" file="{}"/></asset><worldbody>'


def _mjcf_mesh(file: str) -> str:
    return _last('type="sphere" size="0.1"', 'type="mesh" mesh="part"', MJCF).replace("<worldbody>", _MESH.format(file))


MJCFS: Mapping[str, str] = {
    "sound": MJCF,
    "mass-negative": _last('mass="2"', 'mass="-2"', MJCF),
    "mass-zero": _last('mass="2"', 'mass="0"', MJCF),
    "inertia-triangle": _last("0.01 0.01 0.01", "0.01 0.01 0.05", MJCF),
    "inertia-rounded": _last("0.01 0.01 0.01", "0.01 0.01 0.020005", MJCF),
    "inertia-negative": _last("0.01 0.01 0.01", "0.01 0.01 -0.01", MJCF),
    "inertia-thin": _last("0.01 0.01 0.01", "0 0.01 0.01", MJCF),
    "inertia-zero": _last("0.01 0.01 0.01", "0 0 0", MJCF),
    "size-negative": _last('type="sphere" size="0.1"', 'type="sphere" size="-0.1"', MJCF),
    "size-zero": _last('type="sphere" size="0.1"', 'type="sphere" size="0"', MJCF),
    "axis-zero": _last('axis="0 1 0"', 'axis="0 0 0"', MJCF),
    "damping-negative": _last('name="wrist"', 'name="wrist" damping="-1"', MJCF),
    "friction-negative": _last('name="wrist"', 'name="wrist" frictionloss="-1"', MJCF),
    "ball": _last('name="wrist" axis="0 1 0" range="-1 1"', 'name="wrist" type="ball"', MJCF),
    "two-bodies": MJCF.replace('name="hand"', 'name="arm"'),
    "two-joints": MJCF.replace('name="wrist"', 'name="shoulder"'),
    "mesh-obj": _mjcf_mesh("part.obj"),
    "mesh-stl": _mjcf_mesh("part.stl"),
    "mesh-glb": _mjcf_mesh("part.glb"),
    "mesh-missing": _mjcf_mesh("none.obj"),
    "color-range": _last('size="0.1"', 'size="0.1" rgba="255 0 0 1"', MJCF),
    "texture-missing": MJCF.replace(
        "<worldbody>",
        '<asset><texture name="t" type="2d" file="none.png"/><material name="m" texture="t"/></asset><worldbody>',
    ),
    "height-field": MJCF.replace(
        "<worldbody>", '<asset><hfield name="hill" nrow="2" ncol="2" size="1 1 1 1"/></asset><worldbody>'
    ).replace('<body name="base">', '<body name="base"><geom type="hfield" hfield="hill"/>'),
}
_SDF_INERTIAL = """<inertial><mass>2</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz>
    <ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>"""
_SDF_LIMIT = "<limit><lower>-1</lower><upper>1</upper><effort>100</effort><velocity>2</velocity></limit>"
SDF = f"""<sdf version="1.9"><model name="robot">
  <link name="base">{_SDF_INERTIAL}</link>
  <link name="arm"><pose>0 0 0.2 0 0 0</pose>{_SDF_INERTIAL}</link>
  <joint name="shoulder" type="revolute"><parent>base</parent><child>arm</child>
    <axis><xyz>0 0 1</xyz>{_SDF_LIMIT}</axis></joint>
  <joint name="wrist" type="revolute"><parent>arm</parent><child>hand</child>
    <axis><xyz>0 1 0</xyz>{_SDF_LIMIT}</axis></joint>
  <link name="hand"><pose>0 0 0.5 0 0 0</pose>{_SDF_INERTIAL}
    <collision name="shape"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link>
</model></sdf>
"""


def _sdf(old: str, new: str) -> str:
    return _last(old, new, SDF)


SDFS: Mapping[str, str] = {
    "sound": SDF,
    "mass-negative": _sdf("<mass>2", "<mass>-2"),
    "mass-zero": _sdf("<mass>2", "<mass>0"),
    "inertia-triangle": _sdf("<izz>0.01", "<izz>0.05"),
    "inertia-negative": _sdf("<izz>0.01", "<izz>-0.01"),
    "limits-reversed": _sdf("<lower>-1</lower><upper>1", "<lower>1</lower><upper>-1"),
    "size-negative": _sdf("<radius>0.1", "<radius>-0.1"),
    "axis-zero": _sdf("<xyz>0 1 0", "<xyz>0 0 0"),
    "joint-named-as-link": SDF.replace('name="wrist"', 'name="hand"'),
    "loop": SDF.replace(
        "</model>", '<joint name="other" type="fixed"><parent>base</parent><child>hand</child></joint></model>'
    ),
    "reserved-name": SDF.replace('"arm"', '"world"').replace(">arm<", ">world<"),
    "script-without-uri": _sdf(
        "</link>",
        '<visual name="seen"><geometry><sphere><radius>0.1</radius></sphere></geometry><material><script>'
        "<name>Gazebo/Grey</name></script></material></visual></link>",
    ),
    "gearbox": _sdf('type="revolute"', 'type="gearbox"'),
    "ball": _sdf('type="revolute"', 'type="ball"'),
    "damping-negative": _sdf("</axis>", "<dynamics><damping>-1</damping></dynamics></axis>"),
    "friction-negative": _sdf("</axis>", "<dynamics><friction>-1</friction></dynamics></axis>"),
    "mesh-stl": _sdf("<sphere><radius>0.1</radius></sphere>", "<mesh><uri>part.stl</uri></mesh>"),
    "mesh-obj": _sdf("<sphere><radius>0.1</radius></sphere>", "<mesh><uri>part.obj</uri></mesh>"),
    "mesh-missing": _sdf("<sphere><radius>0.1</radius></sphere>", "<mesh><uri>none.obj</uri></mesh>"),
}
SUFFIXES = {".urdf": URDFS, ".xml": MJCFS, ".sdf": SDFS}
OBJ = "v 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


def meshes() -> dict[str, bytes]:
    """The files that the documents name."""
    box = tessellate(Box((0.2, 0.2, 0.2)), 0.01)
    assert box is not None
    return {"part.stl": stl_bytes(box), "part.obj": OBJ.encode(), "part.glb": glb_bytes(box, Images())}
