"""The attributes that identify an element of a URDF among its siblings, in paths."""

from __future__ import annotations

from robotfmt.gazebo.drake import PREFIX

BALL = f"{PREFIX}ball_constraint"

_NAMED = ("link", "joint", "material", "visual", "collision", "transmission", "sensor", "ros2_control")
_IN_BLOCKS = ("actuator", "gpio", "command_interface", "state_interface", "param")
KEYS = {
    **dict.fromkeys((*_NAMED, *_IN_BLOCKS, "loop_joint", BALL), ("name",)),
    "gazebo": ("reference",),
}
