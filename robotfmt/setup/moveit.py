"""The files of MoveIt 2: a package that ``MoveItConfigsBuilder`` finds, as the Setup Assistant of MoveIt lays it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..documents.yaml.compose import Tree, Word
from ..model import Group
from .description import Described
from .folder import Document, Folder, yaml
from .package import cmake, launches, manifest, ros2_control, whole_xacro

_FREE = 6
"""The number of joints with which an arm reaches any pose."""
_LIMITS = {"joint_limits.target": "moveit"}
_PLANNERS = {
    "RRTConnectkConfigDefault": "geometric::RRTConnect",
    "RRTstarkConfigDefault": "geometric::RRTstar",
    "PRMkConfigDefault": "geometric::PRM",
    "LBKPIECEkConfigDefault": "geometric::LBKPIECE",
}
# MoveIt's builder loads the pipelines of all planners that come with it, and fails without these (moveit2 8fcb5d2,
# moveit_configs_builder.py); the values are those that its Setup Assistant writes, in m, s and rad.
_CARTESIAN = {"max_trans_vel": 1.0, "max_trans_acc": 2.25, "max_trans_dec": -5.0, "max_rot_vel": 1.57}
# A path may take a fifth and half a second longer than planned, and begin 0.01 rad or m away from where the robot is.
_EXECUTION = {
    "allowed_execution_duration_scaling": 1.2,
    "allowed_goal_duration_margin": 0.5,
    "allowed_start_tolerance": 0.01,
}
_REQUESTS = ("ResolveConstraintFrames", "ValidateWorkspaceBounds", "CheckStartStateBounds", "CheckStartStateCollision")
_RESPONSES = ("AddTimeOptimalParameterization", "ValidateSolution", "DisplayMotionPath")


def moveit(robot: Described) -> Folder:
    """Return the contents of a package for MoveIt 2, in the form of Jazzy."""
    name, package = robot.name, f"{robot.name}_moveit_config"
    documents = (f"config/{name}.urdf", f"config/{name}.srdf", "config/joint_limits.yaml")
    texts = {
        "package.xml": manifest(package),
        "CMakeLists.txt": cmake(package),
        ".setup_assistant": yaml(_assistant(name, package)),
        f"config/{name}.urdf.xacro": whole_xacro(name),
        f"config/{name}.ros2_control.xacro": ros2_control(name, robot.driven),
        "config/kinematics.yaml": yaml(_kinematics(robot)),
        "config/ompl_planning.yaml": yaml(_ompl(robot)),
        "config/pilz_cartesian_limits.yaml": yaml({"cartesian_limits": {**_CARTESIAN}}),
        "config/moveit_controllers.yaml": yaml(_moveit_controllers(robot)),
        "config/ros2_controllers.yaml": yaml(_ros2_controllers(robot)),
        "config/initial_positions.yaml": yaml({"initial_positions": dict(robot.home)}),
        "config/moveit.rviz": yaml(_rviz(robot)),
        **launches(name, package),
    }
    meshes = f"package://{package}/meshes"
    return Folder((Document(robot.robot, documents, _LIMITS, meshes=meshes),), texts)


# Planning


def _kinematics(robot: Described) -> Tree:
    return {group.name: _solver(robot, group) for group in robot.chains}


def _solver(robot: Described, group: Group) -> Tree:
    found: dict[str, Tree] = {
        "kinematics_solver": "kdl_kinematics_plugin/KDLKinematicsPlugin",
        "kinematics_solver_search_resolution": 0.005,
        "kinematics_solver_timeout": 0.005,
    }
    # an arm with fewer joints reaches positions, but hardly any orientation with them
    return found | {"position_only_ik": True} if len(robot.joints_of(group.name)) < _FREE else found


def _ompl(robot: Described) -> Tree:
    groups: dict[str, Tree] = {
        name: {"default_planner_config": next(iter(_PLANNERS)), "planner_configs": list(_PLANNERS)}
        for name in (each.name for each in robot.robot.groups)
        if robot.joints_of(name)
    }
    return {
        "planning_plugins": ["ompl_interface/OMPLPlanner"],
        "request_adapters": [f"default_planning_request_adapters/{each}" for each in _REQUESTS],
        "response_adapters": [f"default_planning_response_adapters/{each}" for each in _RESPONSES],
        "planner_configs": {name: {"type": kind} for name, kind in _PLANNERS.items()},
        **groups,
    }


# Controllers


def controllers(robot: Described) -> dict[str, tuple[str, ...]]:
    """Return the joints of a controller for each group, none of them in two."""
    return dict(_controllers(robot))


def _controllers(robot: Described) -> Iterator[tuple[str, tuple[str, ...]]]:
    taken: set[str] = set()
    for group in robot.robot.groups:
        joints = robot.joints_of(group.name)
        if joints and taken.isdisjoint(joints):
            taken.update(joints)
            yield f"{group.name}_controller", joints


def _moveit_controllers(robot: Described) -> Tree:
    found = controllers(robot)
    each: dict[str, Tree] = {
        name: {
            "type": "FollowJointTrajectory",
            "action_ns": "follow_joint_trajectory",
            "default": True,
            "joints": list(joints),
        }
        for name, joints in found.items()
    }
    return {
        "trajectory_execution": {**_EXECUTION},
        "moveit_controller_manager": "moveit_simple_controller_manager/MoveItSimpleControllerManager",
        "moveit_simple_controller_manager": {"controller_names": list(found), **each},
    }


def _ros2_controllers(robot: Described) -> Tree:
    found = controllers(robot)
    types: dict[str, Tree] = {name: {"type": "joint_trajectory_controller/JointTrajectoryController"} for name in found}
    types["joint_state_broadcaster"] = {"type": "joint_state_broadcaster/JointStateBroadcaster"}
    parameters: Mapping[str, Tree] = {
        name: {
            "ros__parameters": {
                "joints": list(joints),
                "command_interfaces": ["position"],
                "state_interfaces": ["position", "velocity"],
                "allow_nonzero_velocity_at_trajectory_end": True,
            }
        }
        for name, joints in found.items()
    }
    return {"controller_manager": {"ros__parameters": {"update_rate": Word("100"), **types}}, **parameters}


# The package


def _rviz(robot: Described) -> Tree:
    displays: list[Tree] = [
        {"Class": "rviz_default_plugins/Grid", "Name": "Grid", "Value": True},
        {"Class": "moveit_rviz_plugin/MotionPlanning", "Name": "MotionPlanning", "Value": True},
    ]
    return {
        "Panels": [{"Class": "rviz_common/Displays", "Name": "Displays"}],
        "Visualization Manager": {
            "Class": "",
            "Displays": displays,
            "Global Options": {"Fixed Frame": robot.base},
        },
    }


def _assistant(name: str, package: str) -> Tree:
    return {
        "moveit_setup_assistant_config": {
            "urdf": {"package": package, "relative_path": f"config/{name}.urdf.xacro"},
            "srdf": {"relative_path": f"config/{name}.srdf"},
            "package_settings": {"author_name": "", "author_email": ""},
        }
    }
