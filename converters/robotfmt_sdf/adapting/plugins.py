"""Plugins of Gazebo classic and of Ignition under the names and with the parameters that the new Gazebo has for them.

Ignition's names changed by rule. Some plugins of Gazebo classic have a successor with other names of parameters; those
without one stay, and are reported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from robotfmt.diagnostics import Report
from robotfmt.documents.tokens import BadToken, real, written
from robotfmt.documents.xml.nodes import Node, canonical, make, subtree
from robotfmt.facts.difference import diff
from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.record import replace

from ..codes import PLUGIN_CLASSIC, PLUGIN_MIGRATED

_RULES = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (r"\b(?:lib)?ignition-gazebo-([\w-]+?)-system(?:\.so)?(?=\")", r"gz-sim-\1-system"),
        (r"\bignition::gazebo::systems::", "gz::sim::systems::"),
        (r"\bignition\.msgs\.", "gz.msgs."),
        (r"(</?)ignition-gui\b", r"\1gz-gui"),
        (r"\bfuel\.ignitionrobotics\.org\b", "fuel.gazebosim.org"),
    )
)
_HALF = "half"


class _Successor(NamedTuple):
    """A plugin of the new Gazebo, with the names of its parameters by those of the old plugin."""

    filename: str
    name: str
    parameters: Mapping[str, str]


_DRIVE = {
    **dict.fromkeys(("leftJoint", "left_joint"), "left_joint"),
    **dict.fromkeys(("rightJoint", "right_joint"), "right_joint"),
    **dict.fromkeys(("wheelSeparation", "wheel_separation"), "wheel_separation"),
    **dict.fromkeys(("wheelDiameter", "wheel_diameter"), f"wheel_radius {_HALF}"),
    **dict.fromkeys(("commandTopic", "command_topic"), "topic"),
    **dict.fromkeys(("odometryTopic", "odometry_topic"), "odom_topic"),
    **dict.fromkeys(("odometryFrame", "odometry_frame"), "frame_id"),
    **dict.fromkeys(("robotBaseFrame", "robot_base_frame"), "child_frame_id"),
    **dict.fromkeys(("updateRate", "update_rate"), "odom_publish_frequency"),
}
_POSE = {
    **dict.fromkeys(("frameName", "frame_name"), "odom_frame"),
    **dict.fromkeys(("bodyName", "body_name"), "robot_base_frame"),
    **dict.fromkeys(("updateRate", "update_rate"), "odom_publish_frequency"),
    **dict.fromkeys(("topicName", "topic_name"), "odom_topic"),
}
_LIFT = (
    "a0",
    "cla",
    "cda",
    "cma",
    "alpha_stall",
    "cla_stall",
    "cda_stall",
    "cma_stall",
    "cp",
    "area",
    "forward",
)
_SUCCESSORS = {
    "gazebo_ros_diff_drive": _Successor("gz-sim-diff-drive-system", "DiffDrive", _DRIVE),
    "gazebo_ros_joint_state_publisher": _Successor(
        "gz-sim-joint-state-publisher-system",
        "JointStatePublisher",
        {"joint_name": "joint_name", "jointName": "joint_name"},
    ),
    "gazebo_ros_p3d": _Successor("gz-sim-odometry-publisher-system", "OdometryPublisher", _POSE),
    "gazebo_ros_planar_move": _Successor(
        "gz-sim-velocity-control-system",
        "VelocityControl",
        dict.fromkeys(("commandTopic", "command_topic"), "topic"),
    ),
    "LiftDragPlugin": _Successor(
        "gz-sim-lift-drag-system",
        "LiftDrag",
        {name: name for name in (*_LIFT, "upward", "air_density", "link_name", "control_joint_name")},
    ),
}
"""The new plugins, by the library of the old one."""


def migrated(robot: Robot, report: Report) -> Robot:
    """Return the robot with the plugins of its documents converted to the new Gazebo; others are reported."""
    changes = {each: _migrated(each) for each in robot.extensions}
    if all(old is new for old, new in changes.items()):
        new = robot
    else:
        new = replace(robot, extensions=tuple(changes[each] for each in robot.extensions))
        texts = {old.origin: _names(old, made) for old, made in changes.items() if old is not made}
        for each in diff(robot, new):
            fact = each.before or each.after
            message = texts.get(fact.origin) if fact is not None else None
            found = each.diagnosed(PLUGIN_MIGRATED)
            report.diagnostics.append(found if message is None else replace(found, message=message))
    for old, made in changes.items():
        _report(old, made, report)
    return new


def _names(old: Extension, new: Extension) -> str:
    before, after = (_filename(each) for each in (old, new))
    if before != after:
        return f"plugin '{before}' is '{after}' in the new Gazebo"
    return f"<{old.name}> has the names of the new Gazebo"


def _filename(extension: Extension) -> str:
    return subtree(extension.content or "", None).get("filename", "") if _is_plugin(extension) else ""


def _report(old: Extension, new: Extension, report: Report) -> None:
    """Report a plugin, or parameters of a plugin, that the new Gazebo has no counterpart for."""
    library = _filename(old)
    successor = _SUCCESSORS.get(_library(library))
    if successor is not None:
        children = subtree(old.content or "", None)
        lost = [str(each.tag) for each in children if str(each.tag) not in successor.parameters]
        if lost:
            message = f"the successor of plugin '{library}' has no {', '.join(lost)}; left out"
            report.add(PLUGIN_CLASSIC, message, old.origin)
    elif old is new and _is_classic(library):
        message = f"plugin '{library}' is for Gazebo classic, and is kept"
        report.add(PLUGIN_CLASSIC, message, old.origin)


def _is_plugin(extension: Extension) -> bool:
    is_ours = extension.format == "sdf" and extension.kind is ExtensionKind.ELEMENT
    return is_ours and extension.name == "plugin" and bool(extension.content)


def _is_classic(library: str) -> bool:
    return library.endswith(".so") and not library.startswith(("libgz-", "libignition-"))


def _library(filename: str) -> str:
    return filename.removeprefix("lib").removesuffix(".so")


def _migrated(extension: Extension) -> Extension:
    """Return an extension as the new Gazebo has it, itself if that is the same."""
    content = extension.content
    if extension.format != "sdf" or extension.kind is not ExtensionKind.ELEMENT or not content:
        return extension
    text = content
    for pattern, new in _RULES:
        text = pattern.sub(new, text)
    if _is_plugin(extension):
        text = _succeeded(text)
    return extension if text == content else _with_content(extension, text)


def _with_content(it: Extension, content: str) -> Extension:
    return Extension(origin=it.origin, format=it.format, place=it.place, kind=it.kind, name=it.name, content=content)


def _succeeded(text: str) -> str:
    """Return the plugin that takes the place of one of Gazebo classic, if there is one."""
    node = subtree(text, None)
    successor = _SUCCESSORS.get(_library(node.get("filename", "")))
    if successor is None:
        return text
    name = f"gz::sim::systems::{successor.name}"
    made = make("plugin", {"filename": successor.filename, "name": name})
    for each in node:
        word = successor.parameters.get(str(each.tag))
        if word is not None:
            made.append(_parameter(word, (each.text or "").strip()))
    return canonical(made, None)


def _parameter(word: str, text: str) -> Node:
    name, _, change = word.partition(" ")
    try:
        text = written(real(text) / 2) if change == _HALF else text
    except BadToken:
        name = "wheel_diameter"
    return make(name, text=text)
