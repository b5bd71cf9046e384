"""Properties that MJCF cannot store, as JSON in ``<custom>``: MuJoCo loads these texts without effect.

::

    <custom>
      <text name="robotfmt:joint:elbow" data='{"axis": {"hard": {"velocity": 3.0}}}'/>
    </custom>

:mod:`robotfmt.model.completion` reads these objects.
"""

from __future__ import annotations

from collections.abc import Mapping

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
from robotfmt.model.completion import Given
from robotfmt.model.fields import fields_said
from robotfmt.model.json import to_object
from robotfmt.model.record import Record

PREFIX = "robotfmt:"
BEYOND: dict[type[Record], tuple[str, ...]] = {
    Link: ("static", "enabled", "visible", "lights", "parameters"),
    LinkSimulation: ("self_collide", "kinematic", "wind", "velocity_decay"),
    Inertial: ("computed", "density"),
    Geometry: ("visible", "laser_retro", "script"),
    Surface: tuple(each for each in Surface.field_types if each not in ("origin", "friction")),
    Material: (
        *("ambient", "specular", "emission", "shininess"),
        *("texture", "metalness_map", "roughness_map", "normal_map"),
    ),
    Joint: ("dof_index", "simulation", "parameters"),
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
        *(
            "distortion_model",
            "distortion",
            "distortion_center",
            "near",
            "far",
            "noise",
            "references",
            "targets",
        ),
    ),
}
"""The fields that MJCF cannot store."""


def beyond(it: Record | None) -> Given:
    """Return the fields of a record that MJCF cannot store."""
    if it is None:
        return {}
    given = dict(fields_said(it))
    return {name: to_object(given[name]) for name in BEYOND[it.record_type] if name in given}


def is_share(value: float | None) -> bool:
    """Return True if a metalness or a roughness can be an attribute of a material: below 0 MuJoCo has none."""
    return value is not None and 0 <= value <= 1


def only(**parts: Mapping[str, object] | None) -> Given:
    """Return the parts that are not empty."""
    return {name: dict(part) for name, part in parts.items() if part}
