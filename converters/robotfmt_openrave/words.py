"""The fields of records that OpenRAVE's XML has no words for."""

from __future__ import annotations

from robotfmt.adapting.wordless import Wordless
from robotfmt.model import Axis, Geometry, Inertial, Joint, Limits, Link, Robot, RobotSimulation

WORDLESS: Wordless = {
    Robot: ("world_collision", "self_collision"),
    RobotSimulation: tuple(each for each in RobotSimulation.field_types if each not in ("origin", "static")),
    Link: ("visible", "lights", "simulation", "parameters"),
    Inertial: ("computed", "density"),
    Geometry: ("visible", "density", "mass", "surface", "collision_mask", "laser_retro", "script"),
    Joint: ("simulation", "parameters"),
    Axis: ("soft", "dynamics", "safety", "calibration", "locked", "name"),
    Limits: ("deceleration", "jerk"),
}
