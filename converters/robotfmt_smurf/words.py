"""SMURF's words for the fields of records: the keys of the items of its sections.

There is no specification: these are the keys that Phobos 2.1 (``representation.py``, ``sensor_representations.py``)
writes and MARS (``SMURFLoader.cpp``) reads.
"""

from __future__ import annotations

from typing import Any

from robotfmt.documents.yaml.document import Mapping
from robotfmt.model import (
    Actuator,
    Camera,
    CollisionMask,
    Contact,
    ForceTorque,
    Gps,
    Imu,
    Laser,
    Limits,
    Material,
    Sensor,
    View,
)
from robotfmt.words.mappings import Fixed, One, Parameters, Row, Words
from robotfmt.words.vocabulary import Known, Vocabulary

from .document.values import COLOR, DEGREES, NUMBER, SPAN, TEXT, TRUTH, WHOLE

LIMITS = Words(
    Limits,
    One("minValue", "lower", NUMBER),
    One("maxValue", "upper", NUMBER),
    One("maxSpeed", "velocity", NUMBER),
    One("maxEffort", "effort", NUMBER),
)
"""The soft limits of the joint of a motor, in the item of the motor."""
MOTOR = Words(
    Actuator,
    One("type", "type", TEXT),
    Parameters(("p", "i", "d"), NUMBER),
    elsewhere=("name", "joint"),
)
MATERIAL = Words(
    Material,
    One("diffuseColor", "color", COLOR),
    One("ambientColor", "ambient", COLOR),
    One("specularColor", "specular", COLOR),
    One("emissionColor", "emission", COLOR),
    One("shininess", "shininess", NUMBER),
)
MASK = One("bitmask", "collides_with", WHOLE)
SENSOR = Words(
    Sensor,
    One("rate", "update_rate", NUMBER),
    One("always_on", "always_on", TRUTH),
    One("visualize", "visualize", TRUTH),
    elsewhere=("name",),
)
CAMERA = Words(
    Camera,
    Fixed("view", View.FORWARD),
    One("width", "width", WHOLE),
    One("height", "height", WHOLE),
    One("opening_width", "horizontal_fov", DEGREES),
)
LASER = Words(
    Laser,
    Row("opening_width", ("min_angle", "max_angle"), SPAN),
    One("horizontal_resolution", "angle_increment", NUMBER),
    One("lasers", "samples", WHOLE),
    Row("opening_height", ("vertical_min_angle", "vertical_max_angle"), SPAN),
    One("bands", "vertical_samples", WHOLE),
    One("min_distance", "min_range", NUMBER),
    One("max_distance", "max_range", NUMBER),
)
DATA: dict[type[object], Words[Mapping, Any]] = {
    Camera: CAMERA,
    Laser: LASER,
    ForceTorque: Words(ForceTorque),
    Imu: Words(Imu),
    Gps: Words(Gps),
    Contact: Words(Contact, elsewhere=("collisions",)),
}

VOCABULARY: Vocabulary = {
    Limits: (LIMITS,),
    Actuator: (Known({"name": "name", "joint": "joint"}), MOTOR),
    Material: (Known({"name": "name"}), MATERIAL),
    CollisionMask: (MASK,),
    Sensor: (
        Known({"name": "name", "link": "link", "joint": "joint", "parameters": "id", "data": "type"}),
        Known({"type": "type", "pose": "position_offset, orientation_offset"}),
        SENSOR,
    ),
    Camera: (CAMERA,),
    Laser: (LASER,),
    Contact: (Known({"collisions": "id"}),),
}
