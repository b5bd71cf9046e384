"""The files for MoveIt have the keys that public configurations use and MoveIt reads, and no others.

The keys are facts about nine configurations for MoveIt 2, each as it was at a commit:

- ``panda_moveit_config`` and ``fanuc_moveit_config`` of moveit/moveit_resources ef5836d (2024-10-14)
- ``ur_moveit_config`` of UniversalRobots/Universal_Robots_ROS2_Driver 696e1a7b (2026-07-23)
- ``franka_moveit_config`` of frankaemika/franka_ros2 40cf08b (2024-01-26)
- ``kinova_gen3_7dof_robotiq_2f_85_moveit_config`` of Kinovarobotics/ros2_kortex 1fdbef3 (2026-04-03)
- ``iiwa7_moveit_config`` of lbr-stack/lbr_fri_ros2_stack 218d723 (2024-10-23)
- ``open_manipulator_moveit_config`` of ROBOTIS-GIT/open_manipulator 3fd6fa9 (2025-12-12)
- ``abb_irb1200_5_90_moveit_config`` of PickNikRobotics/abb_ros2 0705714 (2024-10-10)
- pal-robotics/tiago_moveit_config fce7161 (2024-03-12)

and about moveit/moveit2 8fcb5d2 (2026-08-19), which reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from real import FIXTURES

import robotfmt
from robotfmt import Settings
from robotfmt.planning import PlanOptions
from robotfmt.setup import setup

pytest.importorskip("coal")
NAME = "*"
"""The name of a joint, a group, a controller or a planner."""

# Behind a key is how many of the nine have it. Those of most are wanted; of the others, some that MoveIt reads may be.
WANTED = {
    "kinematics.yaml": {
        "*/kinematics_solver",  # 9
        "*/kinematics_solver_search_resolution",  # 9
        "*/kinematics_solver_timeout",  # 9
    },
    "joint_limits.yaml": {
        "joint_limits/*/has_velocity_limits",  # 7 of the 8 that have the file
        "joint_limits/*/max_velocity",  # 7
        "joint_limits/*/has_acceleration_limits",  # 8
        "joint_limits/*/max_acceleration",  # 8
    },
    "ompl_planning.yaml": {
        "planning_plugins",  # 5: a list since Jazzy; planning_plugin, one text, before
        "request_adapters",  # 7: a list since Jazzy
        "response_adapters",  # 5
        "planner_configs/*/type",  # 5
        "*/planner_configs",  # 6
    },
    "moveit_controllers.yaml": {
        "moveit_controller_manager",  # 8
        "moveit_simple_controller_manager/controller_names",  # 8
        "moveit_simple_controller_manager/*/action_ns",  # 8
        "moveit_simple_controller_manager/*/type",  # 8
        "moveit_simple_controller_manager/*/default",  # 7
        "moveit_simple_controller_manager/*/joints",  # 8
        "trajectory_execution/allowed_execution_duration_scaling",  # 5
        "trajectory_execution/allowed_goal_duration_margin",  # 5
        "trajectory_execution/allowed_start_tolerance",  # 5
    },
    "ros2_controllers.yaml": {
        "controller_manager/ros__parameters/update_rate",  # 4 of 4
        "controller_manager/ros__parameters/*/type",  # 4
        "*/ros__parameters/joints",  # 4
        "*/ros__parameters/command_interfaces",  # 4
        "*/ros__parameters/state_interfaces",  # 4
    },
    "initial_positions.yaml": {"initial_positions/*"},  # 3 of 3
    "pilz_cartesian_limits.yaml": {
        "cartesian_limits/max_trans_vel",  # 8
        "cartesian_limits/max_trans_acc",  # 8
        "cartesian_limits/max_trans_dec",  # 8
        "cartesian_limits/max_rot_vel",  # 8
    },
}
MAY = {
    "kinematics.yaml": {"*/position_only_ik", "*/kinematics_solver_attempts"},
    "joint_limits.yaml": {
        "joint_limits/*/has_jerk_limits",  # 2; robot_model_loader.cpp
        "joint_limits/*/max_jerk",  # 1
        "joint_limits/*/min_position",  # robot_model_loader.cpp
        "joint_limits/*/max_position",
        # joint_limits_rosparam.hpp of ros2_control, whose words these are
        "joint_limits/*/has_position_limits",
        "joint_limits/*/has_effort_limits",
        "joint_limits/*/max_effort",
    },
    "ompl_planning.yaml": {"*/default_planner_config"},  # 2; ompl_interface.cpp
    "moveit_controllers.yaml": {"trajectory_execution/execution_duration_monitoring"},  # 3
    "ros2_controllers.yaml": {"*/ros__parameters/allow_nonzero_velocity_at_trajectory_end"},  # 2
}
FIXED = {each for keys in (*WANTED.values(), *MAY.values()) for key in keys for each in key.split("/")} - {NAME}
DEPENDS = {  # of the 5 packages that MoveItConfigsBuilder launches; each program that a launch file of ours starts
    *("moveit_ros_move_group", "moveit_kinematics", "moveit_planners", "moveit_simple_controller_manager"),
    *("moveit_configs_utils", "moveit_ros_visualization", "robot_state_publisher", "tf2_ros", "xacro", "rviz2"),
    *("controller_manager", "joint_trajectory_controller", "joint_state_broadcaster"),
}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of an arm."""
    place, settings = tmp_path_factory.mktemp("moveit"), Settings()
    robot = robotfmt.read(FIXTURES / "arm6" / "arm6.urdf", settings=settings)
    setup(robot, ["moveit"], place, PlanOptions(samples=200), settings=settings, workers=1)
    return place


def keys(tree: object, above: str = "") -> Iterator[str]:
    """Yield the keys of a document that have values, names replaced."""
    if not isinstance(tree, dict):
        yield above
        return
    for key, value in tree.items():
        name = key if key in FIXED else NAME
        yield from keys(value, f"{above}/{name}" if above else name)


@pytest.mark.parametrize("name", WANTED)
def test_a_file_has_the_keys_of_public_configurations_and_no_others(name: str, package: Path) -> None:
    found = set(keys(yaml.safe_load((package / "config" / name).read_text())))
    assert WANTED[name] <= found
    assert found <= WANTED[name] | MAY.get(name, set())


def test_every_file_of_the_configuration_is_known(package: Path) -> None:
    written = {each.name for each in (package / "config").glob("*.yaml")}
    assert written == WANTED.keys()


def test_moveits_builder_finds_what_it_looks_for(package: Path) -> None:
    """The rules are those of ``moveit_configs_builder.py``."""
    config, name = package / "config", "arm6"
    assert (config / f"{name}.urdf.xacro").is_file()  # before what .setup_assistant names
    assistant = yaml.safe_load((package / ".setup_assistant").read_text())["moveit_setup_assistant_config"]
    assert (package / assistant["srdf"]["relative_path"]).is_file()
    for each in ("kinematics.yaml", "joint_limits.yaml", "pilz_cartesian_limits.yaml"):
        assert (config / each).is_file()
    controllers = {match[1] for it in config.iterdir() if (match := re.fullmatch(r"(.*)_controllers\.yaml", it.name))}
    assert "moveit" in controllers  # the first of several
    planners = {match[1] for it in config.iterdir() if (match := re.fullmatch(r"(.*)_planning\.yaml", it.name))}
    assert planners == {"ompl"}


def test_the_demo_finds_every_launch_file_that_it_includes(package: Path) -> None:
    """Those that ``generate_demo_launch`` of ``launches.py`` includes."""
    included = ("static_virtual_joint_tfs", "rsp", "move_group", "moveit_rviz", "warehouse_db", "spawn_controllers")
    for name in included:
        assert f"generate_{name}_launch(config)" in (package / "launch" / f"{name}.launch.py").read_text()
    assert (package / "config" / "ros2_controllers.yaml").is_file()
    assert (package / "config" / "moveit.rviz").is_file()


def test_names_agree_between_files(package: Path) -> None:
    config = package / "config"
    moveit, ros2, ompl, kinematics = (
        yaml.safe_load((config / f"{name}.yaml").read_text())
        for name in ("moveit_controllers", "ros2_controllers", "ompl_planning", "kinematics")
    )
    manager = moveit["moveit_simple_controller_manager"]
    started = ros2["controller_manager"]["ros__parameters"]
    groups = {each.get("name") for each in ElementTree.parse(config / "arm6.srdf").getroot().iter("group")}
    for name in manager["controller_names"]:
        assert manager[name]["joints"] == ros2[name]["ros__parameters"]["joints"]
        assert name in started
    assert kinematics.keys() <= groups
    for group in ompl.keys() & groups:
        assert set(ompl[group]["planner_configs"]) <= ompl["planner_configs"].keys()


def test_the_manifest_names_what_the_launch_files_start(package: Path) -> None:
    root = ElementTree.parse(package / "package.xml").getroot()
    assert {each.text for each in root.iter("exec_depend")} >= DEPENDS
    cmake = (package / "CMakeLists.txt").read_text()
    assert all(each in cmake for each in ("config", "launch", ".setup_assistant", "ament_package()"))
