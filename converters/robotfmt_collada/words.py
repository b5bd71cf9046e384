"""OpenRAVE's words for devices in COLLADA (the extension text, "sensor" and "actuator"): an element for each field; and
the fields that neither COLLADA nor OpenRAVE has words for.
"""

from __future__ import annotations

from dataclasses import replace

from robotfmt.adapting.wordless import Wordless
from robotfmt.diagnostics import Severity
from robotfmt.documents import tokens
from robotfmt.documents.tokens import written_all
from robotfmt.model import (
    Axis,
    Camera,
    ElectricMotor,
    ForceTorque,
    Geometry,
    Imu,
    Inertial,
    Material,
    Matrix3,
    Odometry,
    Plane,
)
from robotfmt.model.record import Record
from robotfmt.words.elements import One
from robotfmt.words.notations import NUMBER as LENIENT
from robotfmt.words.notations import VECTOR, Notation
from robotfmt.words.vocabulary import Known, Vocabulary

TEXT = Notation(str.strip, str, exact=True)
"""Any text, an empty one too."""
NUMBER = replace(LENIENT, severity=Severity.ERROR)
_SIX = replace(VECTOR, parse=lambda text: tokens.reals(text, 6), severity=Severity.ERROR)
_THREE = replace(VECTOR, severity=Severity.ERROR)


def _rows(text: str) -> Matrix3:
    a, b, c, d, e, f, g, h, i = tokens.reals(text, 9)
    return (a, b, c), (d, e, f), (g, h, i)


def _rows_text(rows: Matrix3) -> str:
    return " ".join(map(written_all, rows))


MATRIX = Notation(_rows, _rows_text, severity=Severity.ERROR, exact=True)
"""The three rows of a matrix."""


def _numbers(*fields: str) -> tuple[One, ...]:
    return tuple(One(each, each, NUMBER) for each in fields)


CAMERA = (
    One("format", "format", TEXT),
    *_numbers("measurement_time", "gain"),
    One("intrinsic", "intrinsic", _SIX),
    *_numbers("focal_length"),
)
"""``focal_length`` is in the unit of length of the document."""
DATA: dict[type[Record], tuple[One, ...]] = {
    ForceTorque: tuple(One(each, each, _THREE) for each in ForceTorque.compared_fields if each.startswith("load_")),
    Imu: (
        *_numbers("measurement_time"),
        One("rotation_covariance", "rotation_covariance", MATRIX),
        One("angular_velocity_covariance", "angular_velocity_covariance", MATRIX),
        One("linear_acceleration_covariance", "linear_acceleration_covariance", MATRIX),
    ),
    Odometry: (*_numbers("measurement_time"), One("target", "target", TEXT)),
}
"""The data of sensors all of whose fields have an element each."""
MAKER = (One("sensor_maker", "maker", TEXT), One("sensor_model", "product", TEXT))
"""OpenRAVE's own elements, next to the instance of a sensor."""
MOTOR = (
    One("model_type", "model_type", TEXT),
    *_numbers("gear_ratio", "assigned_power_rating", "max_speed", "no_load_speed", "stall_torque", "rotor_inertia"),
    *_numbers("torque_constant", "nominal_torque", "nominal_voltage", "speed_constant", "starting_current"),
    *_numbers("terminal_resistance", "max_instantaneous_torque", "viscous_friction"),
    One("coloumb_friction", "coulomb_friction", NUMBER),  # the extension text has this spelling
)
POINTS = {
    "nominal_speed_torque_point": "nominal_speed_torque_points",
    "max_speed_torque_point": "max_speed_torque_points",
}
"""The elements of a motor with pairs of a speed and a torque."""

_DIMENSIONS = Known(dict.fromkeys(("width", "height", "channels"), "image_dimensions"))
_DISTORTION = Known({"distortion_model": "distortion_model@type", "distortion": "distortion_model"})
_OTHERS = Known({"references": "sensor_reference@url", "targets": "target_region@url"})
VOCABULARY: Vocabulary = {
    Camera: (*CAMERA, _DIMENSIONS, _DISTORTION, _OTHERS),
    **DATA,
    ElectricMotor: (*MOTOR, *(One(path, field, NUMBER) for path, field in POINTS.items())),
}

WORDLESS: Wordless = {
    Inertial: ("computed", "density"),
    Geometry: ("density", "mass"),
    Plane: ("size",),
    Axis: ("pitch",),
    Material: ("metalness", "roughness", "metalness_map", "roughness_map", "normal_map"),
}
