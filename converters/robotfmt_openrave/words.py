"""OpenRAVE's words for the fields of records (its XML format 0.9, in any case), and the fields without words."""

from __future__ import annotations

from robotfmt.adapting.wordless import Wordless
from robotfmt.model import Axis, Geometry, Inertial, Joint, Limits, Link, Robot, RobotSimulation
from robotfmt.words.vocabulary import Known, Vocabulary, wordless

_PLACE = "Translation RotationAxis"
VOCABULARY: Vocabulary = {
    RobotSimulation: (Known({"static": "Body@type"}),),
    Link: (
        Known({"name": "Body@name", "inertial": "Mass", "visuals": "Geom", "collisions": "Geom"}),
        Known({"static": "Body@type", "enabled": "Body@enable"}),
    ),
    Inertial: (Known({"mass": "total", "pose": "com", "inertia": "inertia"}),),
    Geometry: (
        Known({"name": "Geom@name", "shape": "Geom@type", "pose": _PLACE}),
        Known({"material": "diffuseColor ambientColor transparency", "purpose": "Geom@render"}),
    ),
    Joint: (
        Known({"name": "Joint@name", "type": "Joint@type", "parent": "Body", "child": "Body", "axes": "axis"}),
        Known({"pose_in_parent": "anchor", "pose_in_child": "anchor offsetfrom", "dof_index": "Joint"}),
    ),
    Axis: (
        Known({"motion": "Joint@type", "direction": "axis", "hard": "limits", "coupling": "Joint@mimic_pos"}),
        Known({"circular": "Joint@circular", "active": "Joint@enable", "pitch": "Joint@mimic_pos"}),
        Known({"planning_weight": "weight", "resolution": "resolution"}),
    ),
    Limits: (
        Known({"lower": "limits", "upper": "limits", "velocity": "maxvel", "effort": "maxtorque"}),
        Known({"acceleration": "maxaccel"}),
    ),
}
"""A screw becomes a turn and a slide that follows it."""

WORDLESS: Wordless = {Robot: ("world_collision", "self_collision"), **wordless(VOCABULARY)}
