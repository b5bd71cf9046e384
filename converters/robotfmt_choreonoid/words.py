"""A body's words for the fields of records: the keys of its nodes.

Keys have underscores here, as in format version 2.0; they are read in either spelling. There is no specification: the
functions and files below are those of Choreonoid 2.3, in ``src/Body/StdBodyLoader.cpp``, in
``src/Util/StdSceneReader.cpp``, and those of devices in ``src/Body``.
"""

from __future__ import annotations

from typing import Any

from robotfmt.model import (
    Axis,
    Box,
    Camera,
    Capsule,
    Cone,
    Cylinder,
    Dynamics,
    ForceTorque,
    Imu,
    Inertial,
    JointType,
    JointValue,
    Laser,
    Light,
    LightType,
    Limits,
    Material,
    Sensor,
    Sphere,
    Texture,
    View,
)
from robotfmt.words.mappings import Fixed, Inner, Notation, One, Parameters, Row, Synonym, Words
from robotfmt.words.vocabulary import Known, Vocabulary

from .document.mappings import Part
from .document.notations import (
    ANGLE,
    AXIS,
    EXPONENT,
    FADING,
    HALF_ANGLE,
    NUMBER,
    RGB,
    ROTOR,
    TENSOR,
    TEXT,
    TRUTH,
    VECTOR,
    WHOLE,
    as_only_value,
    bounds,
    one_of,
    positive,
    speeds,
)
from .document.records import Mass, Paint, Scan

# Links and their joints

MASS = Words(
    Mass,
    One("mass", "mass", NUMBER),
    One("center_of_mass", "center", VECTOR),
    One("inertia", "inertia", TENSOR),
)
"""``readLinkContents``, ``readRigidBody``."""
UNITS: dict[JointType | None, Notation[Part]] = {
    JointType.REVOLUTE: ANGLE,
    JointType.CONTINUOUS: ANGLE,
    JointType.PRISMATIC: NUMBER,
}
"""The notation of displacements, by the types of the joints that have one."""
LIMITS: dict[JointType | None, Words[Part, Limits]] = {
    kind: Words(
        Limits,
        *([Row("joint_range", ("lower", "upper"), bounds(unit))] if kind is not JointType.CONTINUOUS else []),
        One("max_joint_velocity", "velocity", positive(unit)),
        Synonym("joint_velocity_range", "velocity", speeds(unit)),
        One("max_joint_effort", "effort", positive(NUMBER)),
    )
    for kind, unit in UNITS.items()
}
"""``readJointDisplacementRange``, ``readJointVelocityRange``, ``readJointEffortRange``."""
AXES: dict[JointType | None, Words[Part, Axis]] = {
    kind: Words(Axis, One("joint_axis", "direction", AXIS), Inner("hard", limits), elsewhere=("motion",))
    for kind, limits in LIMITS.items()
}
STARTS: dict[JointType | None, tuple[One[Part], ...]] = {
    kind: (
        Synonym("joint_angle", "values", as_only_value(ANGLE)),
        One("joint_displacement", "values", as_only_value(unit)),
    )
    for kind, unit in UNITS.items()
}
"""``readJointContents``: the displacement at the start, a ``JointValue``."""
DYNAMICS = Words(
    Dynamics,
    One("rotor_inertia", "armature", ROTOR),
    Synonym("joint_axis_inertia", "armature", NUMBER),
)

# Shapes and their appearance

_RADIUS = (Fixed("radius", 1.0), One("radius", "radius", NUMBER))
_HEIGHT = (Fixed("length", 1.0), One("height", "length", NUMBER))
SHAPES: dict[str, Words[Part, Any]] = {
    "Box": Words(Box, Fixed("size", (1.0, 1.0, 1.0)), One("size", "size", VECTOR)),
    "Sphere": Words(Sphere, *_RADIUS),
    "Cylinder": Words(Cylinder, *_RADIUS, *_HEIGHT),
    "Cone": Words(Cone, *_RADIUS, *_HEIGHT),
    "Capsule": Words(Capsule, *_RADIUS, *_HEIGHT),
}
"""``readGeometry``: by the type of the node; what it does not give is 1."""

PAINT = Words(
    Paint,
    Synonym("diffuse_color", "diffuse", RGB),
    One("diffuse", "diffuse", RGB),
    Synonym("ambient_intensity", "ambient", NUMBER),
    One("ambient", "ambient", NUMBER),
    Synonym("specular_color", "specular", RGB),
    One("specular", "specular", RGB),
    Synonym("emissive_color", "emission", RGB),
    One("emissive", "emission", RGB),
    One("shininess", "shininess", NUMBER),
    Synonym("specular_exponent", "shininess", EXPONENT),
    One("transparency", "transparency", NUMBER),
)
"""``readMaterial``."""
TEXTURE = (Synonym("url", "uri", TEXT), One("uri", "uri", TEXT))
"""``readTexture``."""

# Devices

_PLACED = ("name", "type", "pose")
_SHINE = (
    One("on", "on", TRUTH),
    One("color", "color", RGB),
    One("intensity", "intensity", NUMBER),
)
_FADING = Row("attenuation", ("constant", "linear", "quadratic"), FADING)
LIGHTS: dict[LightType | None, Words[Part, Light]] = {
    LightType.SPOT: Words(
        Light,
        *_SHINE,
        One("direction", "direction", VECTOR),
        One("beam_width", "inner_angle", HALF_ANGLE),
        One("cut_off_angle", "outer_angle", HALF_ANGLE),
        One("cut_off_exponent", "falloff", NUMBER),
        _FADING,
        elsewhere=_PLACED,
    ),
    LightType.POINT: Words(Light, *_SHINE, _FADING, elsewhere=_PLACED),
}
"""``Light.cpp``, ``SpotLight.cpp``, ``PointLight.cpp``."""
FORCE = Words(
    ForceTorque,
    Fixed("frame", "sensor"),
    One("max_force", "load_range_force", VECTOR),
    One("max_torque", "load_range_torque", VECTOR),
)
"""``ForceSensor.cpp``."""
IMU: Words[Part, Imu] = Words(Imu)
VIEWS = {"gl": View.GRAPHICS, "cv": View.OPTICAL, "robotics": View.FORWARD}
CAMERA = Words(
    Camera,
    Fixed("view", View.GRAPHICS),
    One("optical_frame", "view", one_of(VIEWS, silent=View.GRAPHICS)),
    One("width", "width", WHOLE),
    One("height", "height", WHOLE),
    One("field_of_view", "horizontal_fov", ANGLE),
    One("near_clip_distance", "near", NUMBER),
    One("far_clip_distance", "far", NUMBER),
)
"""``VisionSensor.cpp``, ``Camera.cpp``; ``field_of_view`` is the smaller one of both angles of view."""
SCAN = Words(
    Scan,
    Synonym("scan_angle", "yaw", ANGLE),
    One("yaw_range", "yaw", ANGLE),
    Synonym("scan_step", "yaw_step", ANGLE),
    One("yaw_step", "yaw_step", ANGLE),
    One("pitch_range", "pitch", ANGLE),
    One("pitch_step", "pitch_step", ANGLE),
    One("min_distance", "near", NUMBER),
    One("max_distance", "far", NUMBER),
)
"""``RangeSensor.cpp``."""
_BESIDE = ("name", "link", "pose")
_ID = Parameters(("id",), WHOLE)
FORMATS = {
    "COLOR": "color",
    "DEPTH": "depth",
    "COLOR_DEPTH": "color_depth",
    "POINT_CLOUD": "point_cloud",
    "COLOR_POINT_CLOUD": "color_point_cloud",
}
SENSORS: dict[type[object], Words[Part, Sensor]] = {
    ForceTorque: Words(Sensor, _ID, Inner("data", FORCE, bare=True), elsewhere=_BESIDE),
    Imu: Words(Sensor, _ID, Inner("data", IMU, bare=True), elsewhere=_BESIDE),
    Camera: Words(
        Sensor,
        _ID,
        One("format", "type", one_of(FORMATS)),
        Inner("data", CAMERA, bare=True),
        One("frame_rate", "update_rate", NUMBER),
        elsewhere=_BESIDE,
    ),
    Laser: Words(
        Sensor,
        _ID,
        Inner("data", SCAN, bare=True),
        One("scan_rate", "update_rate", NUMBER),
        elsewhere=_BESIDE,
    ),
}
"""``readDevice``, and the data of each sensor."""

# Vocabulary

_KIND = JointType.REVOLUTE
_PLACE = Known({"pose": "translation, rotation"})
VOCABULARY: Vocabulary = {
    Inertial: (Known({"mass": "mass", "pose": "center_of_mass", "inertia": "inertia"}),),
    Axis: (Known({"motion": "joint_type", "dynamics": "rotor_inertia"}), AXES[_KIND]),
    Limits: (LIMITS[_KIND],),
    Dynamics: (DYNAMICS,),
    JointValue: (Known({"joint": "joint_name"}), *STARTS[_KIND]),
    **{each.kind: (each,) for each in SHAPES.values()},
    Material: (
        Known({"color": "diffuse, transparency", "texture": "texture"}),
        Known({name: key for name, key in PAINT.words.items() if name in Material.compared_fields}),
    ),
    Texture: TEXTURE,
    Light: (Known({"type": "type", "name": "name"}), _PLACE, LIGHTS[LightType.SPOT]),
    Sensor: (
        Known({"name": "name", "link": "elements", "type": "type, format", "data": "type"}),
        _PLACE,
        Known({"update_rate": "frame_rate, scan_rate"}),
        *SENSORS.values(),
    ),
    ForceTorque: (FORCE,),
    Camera: (CAMERA,),
    Laser: (
        Known(dict.fromkeys(("min_angle", "max_angle"), "yaw_range")),
        Known(dict.fromkeys(("angle_increment", "samples"), "yaw_step")),
        Known(dict.fromkeys(("vertical_min_angle", "vertical_max_angle"), "pitch_range")),
        Known({"vertical_samples": "pitch_step", "min_range": "min_distance", "max_range": "max_distance"}),
    ),
}
