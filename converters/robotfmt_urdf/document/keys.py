"""The attributes that identify an element of a URDF among its siblings, in paths, and its words for joint types."""

from __future__ import annotations

from robotfmt.gazebo.drake import PREFIX
from robotfmt.model import JointType

BALL = f"{PREFIX}ball_constraint"

_NAMED = ("link", "joint", "material", "visual", "collision", "transmission", "sensor", "ros2_control")
_IN_BLOCKS = ("actuator", "gpio", "command_interface", "state_interface", "param")
KEYS = {
    **dict.fromkeys((*_NAMED, *_IN_BLOCKS, "loop_joint", BALL), ("name",)),
    "gazebo": ("reference",),
}


WORDS = {
    JointType.FIXED: "fixed",
    JointType.REVOLUTE: "revolute",
    JointType.CONTINUOUS: "continuous",
    JointType.PRISMATIC: "prismatic",
    JointType.PLANAR: "planar",
    JointType.FLOATING: "floating",
}
# The last two are not in the standard; in three of 1211 public files.
TYPES = {word: kind for kind, word in WORDS.items()} | {"ball": JointType.BALL, "spherical": JointType.BALL}
