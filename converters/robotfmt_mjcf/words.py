"""MJCF's words: the elements and attributes for the fields of records (MuJoCo's XML reference), and the fields without.

The readers and writers of ``parts`` know them: an attribute may be that of a class, and its meaning depends on the
compiler's settings.
"""

from __future__ import annotations

from robotfmt.adapting.wordless import Wordless
from robotfmt.model import (
    Axis,
    Camera,
    Dynamics,
    Geometry,
    Inertial,
    Joint,
    Light,
    Limits,
    Link,
    LinkSimulation,
    Material,
    Sensor,
    Surface,
)
from robotfmt.words.vocabulary import Known, Vocabulary, wordless

_PLACE = "@pos @quat"
VOCABULARY: Vocabulary = {
    Link: (
        Known({"name": "body@name", "inertial": "inertial", "visuals": "geom", "collisions": "geom"}),
        Known({"lights": "light", "simulation": "body@gravcomp"}),
    ),
    LinkSimulation: (Known({"gravity": "body@gravcomp"}),),
    Inertial: (Known({"mass": "@mass", "pose": _PLACE, "inertia": "@diaginertia @fullinertia"}),),
    Geometry: (
        Known({"name": "@name", "shape": "@type @size", "pose": _PLACE, "material": "@material @rgba"}),
        Known({"purpose": "@group @contype", "visible": "@group", "density": "@density", "mass": "@mass"}),
        Known({"surface": "@friction", "collision_mask": "@contype @conaffinity"}),
    ),
    Surface: (Known({"friction": "@friction"}),),
    Material: (
        Known({"name": "@name", "color": "@rgba", "texture": "@texture"}),
        Known({"metalness": "@metallic", "roughness": "@roughness"}),
    ),
    Joint: (
        Known({"name": "@name", "type": "@type", "parent": "body", "child": "body", "axes": "joint"}),
        Known({"pose_in_parent": "body@pos body@quat", "pose_in_child": "@pos", "dof_index": "joint"}),
    ),
    Axis: (
        Known({"motion": "@type", "direction": "@axis", "hard": "@range @actuatorfrcrange"}),
        Known({"dynamics": "joint", "coupling": "equality/joint"}),
    ),
    Limits: (Known({"lower": "@range", "upper": "@range", "effort": "@actuatorfrcrange"}),),
    Dynamics: (
        Known({"damping": "@damping", "friction": "@frictionloss", "armature": "@armature"}),
        Known({"spring_stiffness": "@stiffness", "spring_reference": "@springref"}),
    ),
    Sensor: (
        Known({"name": "@name", "link": "body", "pose": _PLACE, "joint": "sensor/force", "data": "camera sensor"}),
    ),
    Camera: (
        Known({"name": "@name", "view": "camera", "pose": _PLACE, "width": "@resolution", "height": "@resolution"}),
        Known({"horizontal_fov": "@fovy"}),
    ),
    Light: (
        Known({"name": "@name", "type": "@type", "pose": "@pos", "direction": "@dir", "color": "@diffuse"}),
        Known({"specular": "@specular", "on": "@active", "cast_shadows": "@castshadow", "range": "@range"}),
        Known(dict.fromkeys(("constant", "linear", "quadratic"), "@attenuation")),
        Known(dict.fromkeys(("outer_angle", "inner_angle", "falloff"), "@cutoff")),
        Known({"intensity": "@diffuse @specular"}),
    ),
}
"""A light's intensity becomes a factor of its colours, and a cone has one angle."""

WORDLESS: Wordless = wordless(VOCABULARY)
