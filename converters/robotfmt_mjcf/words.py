"""MJCF's words: the elements and attributes for the fields of records (MuJoCo's XML reference), and the fields without.

Tables read an element with the values of its class. Where the meaning of an attribute depends on others, or on the
compiler's settings, the readers and writers of ``parts`` know it.
"""

from __future__ import annotations

import math

from robotfmt.adapting.wordless import Wordless
from robotfmt.documents.tokens import degrees
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
    Rgba,
    Sensor,
    Surface,
)
from robotfmt.words.mappings import Notation, One, Row, Words
from robotfmt.words.vocabulary import Known, OfAttributes, Vocabulary, wordless

from .document.views import ClassedElement


def _color(view: ClassedElement, name: str) -> Rgba | None:
    given = view.vector(name)
    return (*given, 1.0) if given is not None else None


def _cutoff(view: ClassedElement, name: str) -> float | None:
    half = view.number(name)
    return 2 * math.radians(half) if half is not None else None


def _number_alone(view: ClassedElement, name: str) -> float | None:
    """Take a number; the coefficients of a polynomial stay in the ledger."""
    if len((view.peek(name) or "").split()) in (2, 3):
        view.keep(name)
        return None
    return view.number(name)


NUMBER = Notation(ClassedElement.number)
ALONE = Notation(_number_alone)
VECTOR = Notation(ClassedElement.vector)
FLAG = Notation(ClassedElement.flag, lambda value: str(value).lower())
RGB = Notation(_color, lambda color: color[:3])
"""A colour without an opacity."""
FADING = Notation[ClassedElement](
    lambda view, name: view.numbers(name, 3, 3), lambda values: tuple(each or 0.0 for each in values)
)
CUTOFF = Notation(_cutoff, lambda angle: degrees(angle / 2))
"""The half angle of a cone, which is in degrees whatever the compiler's setting."""

LIGHT = Words(
    Light,
    One("dir", "direction", VECTOR),
    One("diffuse", "color", RGB),
    One("specular", "specular", RGB),
    One("active", "on", FLAG),
    One("castshadow", "cast_shadows", FLAG),
    One("range", "range", NUMBER),
    Row("attenuation", ("constant", "linear", "quadratic"), FADING),
)
CONE = One("cutoff", "outer_angle", CUTOFF)
"""Of a spotlight alone."""
DYNAMICS = Words(
    Dynamics,
    One("stiffness", "spring_stiffness", ALONE),
    One("damping", "damping", ALONE),
    One("frictionloss", "friction", NUMBER),
    One("armature", "armature", NUMBER),
)
"""Of a joint of any type; the spring of a ball joint pulls to the pose that is drawn."""

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
    Dynamics: (OfAttributes((DYNAMICS,)), Known({"spring_reference": "@springref"})),
    Sensor: (
        Known({"name": "@name", "link": "body", "pose": _PLACE, "joint": "sensor/force", "data": "camera sensor"}),
    ),
    Camera: (
        Known({"name": "@name", "view": "camera", "pose": _PLACE, "width": "@resolution", "height": "@resolution"}),
        Known({"horizontal_fov": "@fovy"}),
    ),
    Light: (
        OfAttributes((LIGHT, CONE)),
        Known({"name": "@name", "type": "@type", "pose": "@pos", "intensity": "@diffuse @specular"}),
        Known(dict.fromkeys(("inner_angle", "falloff"), "@cutoff")),
    ),
}
"""A light's intensity becomes a factor of its colours, and a cone has one angle."""

WORDLESS: Wordless = wordless(VOCABULARY)
