"""The fields of records that MJCF has no words for."""

from __future__ import annotations

from robotfmt.adapting.wordless import Wordless
from robotfmt.model import (
    Axis,
    Camera,
    Geometry,
    Inertial,
    Joint,
    Limits,
    Link,
    LinkSimulation,
    Material,
    Sensor,
    Surface,
)

WORDLESS: Wordless = {
    Link: ("static", "enabled", "visible", "parameters"),
    LinkSimulation: ("self_collide", "kinematic", "wind", "velocity_decay"),
    Inertial: ("computed", "density"),
    Geometry: ("laser_retro", "script"),
    Surface: tuple(each for each in Surface.field_types if each not in ("origin", "friction")),
    Material: (
        *("ambient", "specular", "emission", "shininess"),
        *("metalness_map", "roughness_map", "normal_map"),
    ),
    Joint: ("simulation", "parameters"),
    Axis: (
        *("soft", "safety", "calibration", "circular", "active", "locked", "planning_weight", "resolution"),
        *("pitch", "name"),
    ),
    Limits: ("velocity", "acceleration", "deceleration", "jerk"),
    Sensor: (
        *("type", "model", "update_rate", "always_on", "visualize", "topic", "parameters", "interface"),
        *("hardware_id", "reference", "maker", "product"),
    ),
    Camera: (
        *("channels", "format", "pixel_format", "measurement_time", "gain", "intrinsic", "focal_length"),
        *("distortion_model", "distortion", "distortion_center", "near", "far", "noise", "references", "targets"),
    ),
}
