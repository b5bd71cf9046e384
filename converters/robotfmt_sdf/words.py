"""The fields of records that SDF has no words for."""

from __future__ import annotations

from robotfmt.adapting.wordless import Wordless
from robotfmt.model import Axis, Dynamics, Geometry, Heightmap, Joint, JointSimulation, Limits, Link, Material, Robot

WORDLESS: Wordless = {
    Robot: (
        *("materials", "groups", "states", "default_positions", "scene_positions", "end_effectors", "passive_joints"),
        *("joint_properties", "manipulators", "tool_frames", "cspace", "sphere_sets", "world_collision"),
        *("self_collision", "ignored_pairs", "unchecked_links", "checked_pairs", "actuators", "transmissions"),
        *("controllers", "interfaces", "grabs", "connected_bodies", "modifiers", "virtual_joints"),
    ),
    Link: ("static", "enabled", "visible", "parameters"),
    Joint: ("dof_index", "parameters"),
    Axis: (
        *("soft", "safety", "calibration", "circular", "active", "locked", "planning_weight", "resolution", "name"),
    ),
    Limits: ("acceleration", "deceleration", "jerk"),
    Dynamics: ("armature",),
    JointSimulation: ("keep_fixed", "fixed_as_revolute"),
    Geometry: ("visible", "mass"),
    Heightmap: ("base",),
    Material: ("name",),
}
"""Of these only what the features of the format hold in part is reported by the format; the rest by the hub."""
