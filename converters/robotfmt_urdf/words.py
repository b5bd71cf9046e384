"""URDF's words: the elements and attributes of the fields of records (http://wiki.ros.org/urdf/XML/link and /joint)."""

from __future__ import annotations

from typing import Any

from robotfmt.documents.xml.element import Element
from robotfmt.gazebo.sensor_data import VOCABULARY as SENSORS
from robotfmt.model import (
    Box,
    Calibration,
    Capsule,
    Cylinder,
    Dynamics,
    Inertia,
    Limits,
    LinearCoupling,
    Mesh,
    SafetyController,
    Shape,
    Sphere,
)
from robotfmt.words.elements import Attribute, Numbers, Words, numbers
from robotfmt.words.vocabulary import Vocabulary

from .document.versions import DERIVATIVES

INERTIA = Words("inertia", Inertia, numbers("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
DYNAMICS = Words("dynamics", Dynamics, numbers("damping", "friction"))
CALIBRATION = Words("calibration", Calibration, numbers("rising", "falling", "reference_position"))
SAFETY = Words("safety_controller", SafetyController, numbers("k_position", "k_velocity"))
SOFT_LIMITS = Words("safety_controller", Limits, Numbers({"soft_lower_limit": "lower", "soft_upper_limit": "upper"}))
"""Soft limits are in the element of the safety controller."""
LIMITS = Words("limit", Limits, numbers("lower", "upper", "effort", "velocity", *DERIVATIVES))
MIMIC = Words("mimic", LinearCoupling, Attribute("joint", "joint", Element.required), numbers("multiplier", "offset"))

SHAPES: dict[type[Shape], Words[Any]] = {
    Box: Words("box", Box, Attribute("size", "size", Element.vector)),
    Cylinder: Words("cylinder", Cylinder, numbers("radius", "length")),
    Capsule: Words("capsule", Capsule, numbers("radius", "length")),
    Sphere: Words("sphere", Sphere, numbers("radius")),
    Mesh: Words(
        "mesh", Mesh, Attribute("filename", "uri", Element.required), Attribute("scale", "scale", Element.vector)
    ),
}

VOCABULARY: Vocabulary = {
    Inertia: (INERTIA,),
    Limits: (LIMITS,),
    Dynamics: (DYNAMICS,),
    Calibration: (CALIBRATION,),
    SafetyController: (SAFETY,),
    LinearCoupling: (MIMIC,),
    **{shape: (words,) for shape, words in SHAPES.items()},
    **SENSORS,
}
"""Sensors are Gazebo's, in a ``<gazebo>`` block; soft limits are those of ``SOFT_LIMITS``."""


def has_words(shape: Shape) -> bool:
    """Return True if URDF has an element for a shape."""
    return shape.record_type in SHAPES
