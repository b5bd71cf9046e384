"""Attributes that identify elements of an SDF, and elements that name parts of a robot."""

from __future__ import annotations

_NAMED = (
    "world",
    "model",
    "link",
    "joint",
    "frame",
    "visual",
    "collision",
    "sensor",
    "plugin",
    "light",
    "camera",
)
KEYS = {**dict.fromkeys(_NAMED, ("name",))}
"""The attributes that distinguish an element from its siblings in paths."""

NAMES = {
    "link@name": "link",
    "joint@name": "joint",
    "frame@name": "link",
    "sensor@name": "sensor",
    "model@canonical_link": "link",
    "frame@attached_to": "link",
    "*@relative_to": "link joint",
    "*@expressed_in": "link joint",
    **dict.fromkeys(("parent", "child"), "link"),
    "mimic@joint": "joint",
    **dict.fromkeys(("gearbox_reference_body", "gripper_link", "palm_link"), "link"),
    # Of plugins
    **dict.fromkeys(("link", "linkName", "link_name", "bodyName", "body_name", "frameName", "frame_name"), "link"),
    **dict.fromkeys(("child_link", "parent_link", "robotBaseFrame", "robot_base_frame"), "link"),
    **dict.fromkeys(("body1", "body2", "canonicalBody"), "link"),
    **dict.fromkeys(("jointName", "joint_name", "mimicJoint", "left_joint", "right_joint"), "joint"),
    **dict.fromkeys(("leftJoint", "rightJoint"), "joint"),
}
