"""The files of a ROS 2 package with a robot: its manifest, its build, and the xacro that adds simulated hardware."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

_MANIFEST = """\
<?xml version="1.0"?>
<package format="3">
  <name>{package}</name>
  <version>0.1.0</version>
  <description>{description}</description>
  <maintainer email="robot@localhost">{package}</maintainer>
  <license>BSD-3-Clause</license>

  <buildtool_depend>ament_cmake</buildtool_depend>
{depends}

  <export>
    <build_type>ament_cmake</build_type>
  </export>
</package>
"""
_DEPENDS = (
    *("moveit_ros_move_group", "moveit_kinematics", "moveit_planners", "moveit_simple_controller_manager"),
    *("moveit_configs_utils", "moveit_ros_visualization", "controller_manager", "joint_state_broadcaster"),
    *("joint_trajectory_controller", "hardware_interface", "robot_state_publisher", "xacro", "tf2_ros"),
    *("rviz2", "rviz_common", "rviz_default_plugins", "moveit_setup_assistant", "moveit_ros_warehouse"),
)
_CMAKE = """\
cmake_minimum_required(VERSION 3.22)
project({package})

find_package(ament_cmake REQUIRED)

ament_package()

foreach(folder config launch meshes)
  if(EXISTS "${{CMAKE_CURRENT_SOURCE_DIR}}/${{folder}}")
    install(DIRECTORY ${{folder}} DESTINATION share/${{PROJECT_NAME}})
  endif()
endforeach()
install(FILES .setup_assistant DESTINATION share/${{PROJECT_NAME}})
"""
_WHOLE = """\
<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name={name}>
  <xacro:arg name="initial_positions_file" default="initial_positions.yaml"/>

  <xacro:include filename="{file}.urdf"/>
  <xacro:include filename="{file}.ros2_control.xacro"/>

  <xacro:{file}_ros2_control name="simulated" initial_positions_file="$(arg initial_positions_file)"/>
</robot>
"""
_CONTROL = """\
<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="{file}_ros2_control" params="name initial_positions_file">
    <xacro:property name="initial" value="${{xacro.load_yaml(initial_positions_file)['initial_positions']}}"/>

    <ros2_control name="${{name}}" type="system">
      <hardware>
        <plugin>mock_components/GenericSystem</plugin>
      </hardware>
{joints}    </ros2_control>
  </xacro:macro>
</robot>
"""
_JOINT = """\
      <joint name={name}>
        <command_interface name="position"/>
        <state_interface name="position">
          <param name="initial_value">${{initial[{key}]}}</param>
        </state_interface>
        <state_interface name="velocity"/>
      </joint>
"""
_LAUNCH = """\
from moveit_configs_utils import MoveItConfigsBuilder
from moveit_configs_utils.launches import generate_{kind}_launch


def generate_launch_description():
    config = MoveItConfigsBuilder("{name}", package_name="{package}").to_moveit_configs()
    return generate_{kind}_launch(config)
"""
_LAUNCHED = (
    *("demo", "move_group", "moveit_rviz", "rsp", "spawn_controllers", "static_virtual_joint_tfs"),
    *("setup_assistant", "warehouse_db"),
)
"""The launch files of the Setup Assistant; ``demo`` starts all but ``setup_assistant``, the last if asked for."""


def manifest(package: str, description: str = "A robot for MoveIt", depends: Iterable[str] = _DEPENDS) -> str:
    """Return the ``package.xml`` of a package."""
    rows = "\n".join(f"  <exec_depend>{each}</exec_depend>" for each in depends)
    return _MANIFEST.format(package=package, description=description, depends=rows)


def cmake(package: str) -> str:
    """Return the ``CMakeLists.txt`` of a package with a configuration for MoveIt."""
    return _CMAKE.format(package=package)


def launches(name: str, package: str) -> dict[str, str]:
    """Return the launch files of a package with a configuration for MoveIt, by their paths."""
    return {f"launch/{kind}.launch.py": _LAUNCH.format(kind=kind, name=name, package=package) for kind in _LAUNCHED}


def whole_xacro(file: str, name: str | None = None) -> str:
    """Return the xacro of a robot with simulated hardware.

    Args:
        file: The name of the robot's files.
        name: The name of the robot; by default that of the files.
    """
    return _WHOLE.format(file=file, name=quoteattr(name if name is not None else file))


def ros2_control(file: str, joints: Iterable[str]) -> str:
    """Return the xacro with the simulated hardware of some joints, which starts at the initial positions."""
    rows = (_JOINT.format(name=quoteattr(each), key=_quoted(each)) for each in joints)
    return _CONTROL.format(file=file, joints="".join(rows))


def _quoted(name: str) -> str:
    """Return a name as a text of Python inside of an XML document."""
    return quoteattr(repr(name))[1:-1]
