"""A document of each format with a mark at every number: ``<<...>>`` where the robot depends on it, ``<<?...>>`` where
it does not, so that one that cannot be read is a warning."""

from __future__ import annotations

import re
from collections.abc import Iterator

URDF = """\
<robot name="r">
  <material name="m"><color rgba="<<?1 0 0 1>>"/></material>
  <link name="base">
    <inertial>
      <origin xyz="<<0 0 0>>" rpy="<<0 0 0>>"/><mass value="<<1>>"/>
      <inertia ixx="<<1>>" ixy="<<0>>" ixz="<<0>>" iyy="<<1>>" iyz="<<0>>" izz="<<1>>"/>
    </inertial>
    <visual><origin xyz="<<0 0 0>>" rpy="<<0 0 0>>"/><geometry><box size="<<1 1 1>>"/></geometry></visual>
    <visual><geometry><mesh filename="a.stl" scale="<<1 1 1>>"/></geometry></visual>
    <collision><geometry><cylinder radius="<<1>>" length="<<1>>"/></geometry></collision>
    <collision><geometry><sphere radius="<<1>>"/></geometry></collision>
  </link>
  <link name="arm"/><link name="hand"/>
  <joint name="elbow" type="revolute">
    <origin xyz="<<0 0 0>>" rpy="<<0 0 0>>"/><parent link="base"/><child link="arm"/><axis xyz="<<0 0 1>>"/>
    <limit lower="<<-1>>" upper="<<1>>" effort="<<1>>" velocity="<<1>>"/>
    <dynamics damping="<<1>>" friction="<<1>>"/><calibration rising="<<0>>"/>
    <safety_controller k_velocity="<<1>>" k_position="<<1>>" soft_lower_limit="<<-1>>" soft_upper_limit="<<1>>"/>
  </joint>
  <joint name="wrist" type="revolute">
    <parent link="arm"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
    <mimic joint="elbow" multiplier="<<1>>" offset="<<0>>"/>
  </joint>
  <gazebo reference="base"><mu1><<?1>></mu1><fdir1><<?0 0 1>></fdir1><maxContacts value="<<?7>>"/></gazebo>
  <gazebo reference="elbow"><stopCfm><<?0>></stopCfm></gazebo>
  <gazebo reference="hand">
    <sensor name="s" type="camera">
      <pose><<0 0 0 0 0 0>></pose><update_rate><<?30>></update_rate>
      <camera>
        <horizontal_fov><<?1>></horizontal_fov><image><width><<?3>></width><height><<?3>></height></image>
        <clip><near><<?0.1>></near><far><<?10>></far></clip>
      </camera>
    </sensor>
  </gazebo>
  <transmission name="t">
    <type>x</type><joint name="elbow"/>
    <actuator name="a"><mechanicalReduction><<?1>></mechanicalReduction></actuator>
  </transmission>
</robot>
"""
SRDF = """\
<robot name="r">
  <group name="all"><joint name="elbow"/></group>
  <group_state name="home" group="all"><joint name="elbow" value="<<?1>>"/></group_state>
  <link_sphere_approximation link="base"><sphere center="<<0 0 0>>" radius="<<1>>"/></link_sphere_approximation>
</robot>
"""
XRDF = """\
format: xrdf
format_version: 1.0
modifiers:
  - set_base_frame: base
  - add_frame:
      frame_name: tip
      parent_frame_name: arm
      joint_name: tip_joint
      joint_type: FIXED
      fixed_transform: {position: [<<0>>, 0, 0], orientation: {w: <<1>>, xyz: [0, <<0>>, 0]}}
default_joint_positions:
  elbow: <<0.5>>
cspace:
  joint_names: [elbow]
  acceleration_limits: [<<10>>]
  jerk_limits: [<<500>>]
tool_frames: [tip]
collision:
  geometry: balls
  buffer_distance: {base: <<0.01>>}
self_collision:
  geometry: balls
  buffer_distance: {base: <<0.02>>}
geometry:
  balls:
    spheres:
      base:
        - {center: [0, 0, <<0.1>>], radius: <<0.2>>}
"""
CUROBO = """\
robot_cfg:
  kinematics:
    base_link: base
    collision_link_names: [base]
    collision_sphere_buffer: {base: <<0.01>>}
    collision_spheres:
      base:
      - {center: [<<0>>, 0, 0], radius: <<0.1>>}
    cspace:
      joint_names: [elbow]
      max_acceleration: [<<10>>]
      max_jerk: <<500>>
      retract_config: [<<0.5>>]
    extra_links:
      tip:
        {parent_link_name: arm, link_name: tip, joint_name: tip_joint, joint_type: FIXED,
         fixed_transform: [0, <<0>>, 0, 1, 0, 0, 0]}
    lock_joints: {finger: <<0.04>>}
    self_collision_buffer: {base: <<0.02>>}
    ee_link: tip
"""
LULA = """\
api_version: 1.0
cspace: [elbow]
default_q: [<<0.5>>]
acceleration_limits: [<<10>>]
jerk_limits: [<<500>>]
root_link: base
cspace_to_urdf_rules:
  - {name: finger, rule: fixed, value: <<0.04>>}
collision_spheres:
  - base:
    - {center: [0, 0, <<0.1>>], radius: <<0.2>>}
"""
COLLADA = """\
<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">
  <asset><unit meter="<<1>>" name="meter"/><up_axis>Z_UP</up_axis></asset>
  <library_effects><effect id="fx"><profile_COMMON><technique sid="c"><phong>
    <diffuse><color><<?1 0 0 1>></color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
  <library_materials><material id="red" name="red"><instance_effect url="#fx"/></material></library_materials>
  <library_geometries>
    <geometry id="box"><extra type="geometry_info"><technique profile="OpenRAVE">
      <box><half_extents><<1 1 1>></half_extents></box><translate><<0 0 0>></translate></technique></extra></geometry>
    <geometry id="ball"><extra type="geometry_info"><technique profile="OpenRAVE">
      <sphere><radius><<1>></radius></sphere></technique></extra></geometry>
    <geometry id="rod"><extra type="geometry_info"><technique profile="OpenRAVE">
      <cylinder><radius><<1 1>></radius><height><<1>></height></cylinder></technique></extra></geometry>
    <geometry id="triangle"><mesh>
      <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
        <accessor count="3" source="#pa" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
        <param name="Z" type="float"/></accessor></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
      <triangles count="1" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
    </mesh></geometry>
  </library_geometries>
  <library_kinematics_models><kinematics_model id="kmodel0" name="lamp"><technique_common>
    <joint sid="swing" name="swing"><revolute sid="axis0"><axis><<0 1 0>></axis>
      <limits><min><<-90>></min><max><<90>></max></limits></revolute></joint>
    <joint sid="nod" name="nod"><revolute sid="axis0"><axis>0 1 0</axis></revolute></joint>
    <link sid="foot" name="foot"><attachment_full joint="kmodel0/swing">
      <translate><<0 0 0.1>></translate><rotate><<0 0 1 0>></rotate>
      <link sid="arm" name="arm"><attachment_full joint="kmodel0/nod">
        <matrix><<1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1>></matrix><link sid="head" name="head"/>
      </attachment_full></link>
    </attachment_full></link>
    <formula sid="f"><target><param>kmodel0/nod</param></target><technique_common>
      <math xmlns="http://www.w3.org/1998/Math/MathML"><apply><plus/><apply><times/><cn><<2>></cn>
      <csymbol encoding="COLLADA">kmodel0/swing</csymbol></apply><cn>1</cn></apply></math></technique_common></formula>
  </technique_common></kinematics_model></library_kinematics_models>
  <library_visual_scenes><visual_scene id="vscene"><node id="desk" name="desk"><translate><<1 2 0.7>></translate>
    <node id="foot_node" sid="foot_node" name="foot">
      <instance_geometry url="#box"/><instance_geometry url="#ball"/><instance_geometry url="#rod"/>
      <instance_geometry url="#triangle"><bind_material><technique_common>
        <instance_material symbol="m" target="#red"/></technique_common></bind_material></instance_geometry>
      <node name="arm"><translate>0 0 0.1</translate><rotate sid="swing_axis">0 1 0 0</rotate></node>
    </node></node></visual_scene></library_visual_scenes>
  <library_physics_models><physics_model id="pm"><rigid_body sid="rb"><technique_common><dynamic>true</dynamic>
    <mass><<1>></mass><mass_frame><translate><<0 0 0>></translate></mass_frame><inertia><<1 1 1>></inertia>
  </technique_common></rigid_body></physics_model></library_physics_models>
  <library_physics_scenes><physics_scene id="ps"><instance_physics_model url="#pm" parent="#foot_node">
    <instance_rigid_body body="rb" target="#foot_node"/></instance_physics_model><technique_common/>
  </physics_scene></library_physics_scenes>
  <library_articulated_systems>
    <articulated_system id="ks"><kinematics><instance_kinematics_model url="#kmodel0" sid="km"/><technique_common>
      <axis_info sid="i0" axis="kmodel0/swing/axis0">
        <newparam sid="planning_weight"><float><<1>></float></newparam>
        <limits><min><float><<-80>></float></min><max><float><<80>></float></max></limits></axis_info>
    </technique_common></kinematics></articulated_system>
    <articulated_system id="ms"><motion><instance_articulated_system url="#ks" sid="ksi"/><technique_common>
      <axis_info sid="j0" axis="ks/i0"><speed><float><<10>></float></speed>
        <acceleration><float><<10>></float></acceleration></axis_info></technique_common></motion>
      <extra type="manipulator" name="m"><technique profile="OpenRAVE"><frame_origin link="kmodel0/foot"/>
        <frame_tip link="kmodel0/arm"><translate><<0 0 1>></translate><direction><<0 0 1>></direction></frame_tip>
      </technique></extra>
      <extra type="attach_sensor" name="cam"><technique profile="OpenRAVE">
        <frame_origin link="kmodel0/arm"><translate><<0 0 1>></translate></frame_origin>
        <instance_sensor url="#s1"/></technique></extra>
    </articulated_system>
  </library_articulated_systems>
  <library_kinematics_scenes><kinematics_scene id="kscene"><instance_articulated_system url="#ms" sid="lamp">
    <newparam sid="k.model"><SIDREF>kscene/lamp/ksi/km</SIDREF></newparam>
    <newparam sid="k.swing"><SIDREF>kscene/lamp/ksi/km/swing/axis0</SIDREF></newparam>
  </instance_articulated_system></kinematics_scene></library_kinematics_scenes>
  <scene>
    <instance_physics_scene url="#ps"/><instance_visual_scene url="#vscene"/>
    <instance_kinematics_scene url="#kscene">
      <bind_kinematics_model node="desk/foot_node"><param>k.model</param></bind_kinematics_model>
      <bind_joint_axis target="desk/swing_axis"><axis><param>k.swing</param></axis>
        <value><float><<0>></float></value></bind_joint_axis>
    </instance_kinematics_scene>
  </scene>
  <extra type="library_sensors"><technique profile="OpenRAVE"><sensor id="s1" type="base_pinhole_camera">
    <focal_length><<1>></focal_length><image_dimensions><<?3 3>></image_dimensions>
    <intrinsic><<1 0 0 0 1 0>></intrinsic></sensor></technique></extra>
</COLLADA>
"""
TEXTS = {"urdf": URDF, "srdf": SRDF, "xrdf": XRDF, "curobo": CUROBO, "lula": LULA, "collada": COLLADA}
_MARK = re.compile(r"<<(\??)(.*?)>>")


def sound(name: str) -> str:
    """The document of a format without its marks."""
    return _MARK.sub(r"\2", TEXTS[name])


def marked(name: str, token: str) -> Iterator[tuple[str, bool, int]]:
    """For each number of a document, that document with a token instead of it; whether the robot depends on it; the
    line that it is on."""
    text = TEXTS[name]
    for mark in _MARK.finditer(text):
        before, behind = (_MARK.sub(r"\2", part) for part in (text[: mark.start()], text[mark.end() :]))
        words = mark[2].split()
        changed = " ".join([token, *words[1:]])
        yield before + changed + behind, not mark[1], before.count("\n") + 1
