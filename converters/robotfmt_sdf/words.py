"""SDF's words for the fields of records, by their elements (http://sdformat.org/spec), and the fields without words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from robotfmt.adapting.wordless import Wordless
from robotfmt.diagnostics import Severity
from robotfmt.gazebo.sensor_data import VOCABULARY as SENSORS
from robotfmt.gazebo.tokens import FLAG, RGBA
from robotfmt.model import (
    Axis,
    Box,
    Capsule,
    CollisionMask,
    Cone,
    Cylinder,
    Dynamics,
    Ellipsoid,
    Geometry,
    Heightmap,
    Inertia,
    Joint,
    JointSimulation,
    Limits,
    LinearCoupling,
    Link,
    LinkSimulation,
    Material,
    Plane,
    Robot,
    RobotSimulation,
    Shape,
    Sphere,
    Surface,
)
from robotfmt.words.elements import One, Words
from robotfmt.words.notations import NUMBER, PAIR, VECTOR, WHOLE, WORD
from robotfmt.words.vocabulary import Below, Known, Vocabulary, wordless

from .document.leaves import Bound, Leaf

SHAPES: dict[type[Shape], Words[Any]] = {
    Box: Words("box", Box, Leaf("size", VECTOR)),
    Cylinder: Words("cylinder", Cylinder, Leaf("radius", NUMBER), Leaf("length", NUMBER)),
    Capsule: Words("capsule", Capsule, Leaf("radius", NUMBER), Leaf("length", NUMBER)),
    Cone: Words("cone", Cone, Leaf("radius", NUMBER), Leaf("length", NUMBER)),
    Sphere: Words("sphere", Sphere, Leaf("radius", NUMBER)),
    Ellipsoid: Words("ellipsoid", Ellipsoid, Leaf("radii", VECTOR)),
    Plane: Words("plane", Plane, Leaf("normal", VECTOR), Leaf("size", replace(PAIR, severity=Severity.ERROR))),
}
"""Shapes with elements of numbers alone."""
MASS: tuple[One, ...] = (One("mass", "mass", NUMBER),)
INERTIA: tuple[One, ...] = tuple(One(each, each, NUMBER) for each in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
DENSITY: tuple[One, ...] = (One("density", "density", NUMBER),)
COMPUTED: tuple[One, ...] = (One("@auto", "computed", FLAG), *DENSITY)
MATERIAL: tuple[One, ...] = (
    One("ambient", "ambient", RGBA),
    One("diffuse", "color", RGBA),
    One("specular", "specular", RGBA),
    One("emissive", "emission", RGBA),
    One("shininess", "shininess", NUMBER),
    One("pbr/metal/metalness", "metalness", NUMBER),
    One("pbr/metal/roughness", "roughness", NUMBER),
)
IMAGES = {
    "texture": "albedo_map",
    "normal_map": "normal_map",
    "metalness_map": "metalness_map",
    "roughness_map": "roughness_map",
}
"""The elements of images under ``pbr/metal``, by the field of the material."""
SURFACE: tuple[One, ...] = (
    One("surface/friction/ode/mu", "friction", NUMBER),
    One("surface/friction/ode/mu2", "second_friction", NUMBER),
    One("surface/friction/ode/fdir1", "friction_direction", VECTOR),
    One("surface/contact/ode/kp", "stiffness", NUMBER),
    One("surface/contact/ode/kd", "damping", NUMBER),
    One("surface/contact/ode/max_vel", "max_velocity", NUMBER),
    One("surface/contact/ode/min_depth", "min_depth", NUMBER),
    One("max_contacts", "max_contacts", WHOLE),
    One("surface/friction/ode/slip1", "slip", NUMBER),
    One("surface/friction/ode/slip2", "second_slip", NUMBER),
    One("surface/friction/torsional/coefficient", "torsional_friction", NUMBER),
    One("surface/friction/torsional/patch_radius", "patch_radius", NUMBER),
    One("surface/friction/torsional/surface_radius", "surface_radius", NUMBER),
    One("surface/friction/torsional/use_patch_radius", "use_patch_radius", FLAG),
    One("surface/friction/torsional/ode/slip", "torsional_slip", NUMBER),
    One("surface/friction/bullet/rolling_friction", "rolling_friction", NUMBER),
    One("surface/bounce/restitution_coefficient", "restitution", NUMBER),
    One("surface/bounce/threshold", "restitution_threshold", NUMBER),
    One("surface/contact/ode/soft_cfm", "soft_cfm", NUMBER),
    One("surface/contact/ode/soft_erp", "soft_erp", NUMBER),
)
COLLIDES = One("surface/contact/collide_bitmask", "collides_with", WHOLE)
MASK: tuple[One, ...] = (COLLIDES, One("surface/contact/category_bitmask", "category", WHOLE))
RETRO: tuple[One, ...] = (One("laser_retro", "laser_retro", NUMBER),)
LINK_SIMULATION: tuple[One, ...] = (
    One("gravity", "gravity", FLAG),
    One("enable_wind", "wind", FLAG),
    One("self_collide", "self_collide", FLAG),
    One("kinematic", "kinematic", FLAG),
)
ROBOT_SIMULATION: tuple[One, ...] = (One("static", "static", FLAG), One("self_collide", "self_collide", FLAG))
BOUNDS = (
    Bound("limit/lower", "lower"),
    Bound("limit/upper", "upper"),
    Bound("limit/effort", "effort", positive=True),
    Bound("limit/velocity", "velocity", positive=True),
)
DYNAMICS: tuple[One, ...] = (
    One("dynamics/damping", "damping", NUMBER),
    One("dynamics/friction", "friction", NUMBER),
    One("dynamics/spring_reference", "spring_reference", NUMBER),
    One("dynamics/spring_stiffness", "spring_stiffness", NUMBER),
)
STOPS: tuple[One, ...] = (
    One("limit/stiffness", "stop_stiffness", NUMBER),
    One("limit/dissipation", "stop_damping", NUMBER),
)
MIMIC: tuple[One, ...] = (One("multiplier", "multiplier", NUMBER), One("offset", "offset", NUMBER))
ODE: tuple[One, ...] = (
    One("physics/ode/implicit_spring_damper", "implicit_spring_damper", FLAG),
    One("physics/ode/fudge_factor", "fudge_factor", NUMBER),
    One("physics/ode/limit/cfm", "stop_cfm", NUMBER),
    One("physics/ode/limit/erp", "stop_erp", NUMBER),
)
FEEDBACK = (
    One("physics/ode/provide_feedback", "provide_feedback", FLAG),
    One("physics/provide_feedback", "provide_feedback", FLAG),
)
"""Two places of a flag, which is below ``ode`` until SDF 1.6; if it is given twice, the second stays in the ledger."""

_IMAGES = tuple(One(f"pbr/metal/{path}", field, WORD) for field, path in IMAGES.items())
_BODY: Vocabulary = {
    Inertia: (Below("inertia", INERTIA),),
    Material: (Below("material", (*MATERIAL, *_IMAGES)),),
    Surface: SURFACE,
    CollisionMask: MASK,
    LinkSimulation: (*LINK_SIMULATION, Known({"velocity_decay": "velocity_decay"})),
    RobotSimulation: ROBOT_SIMULATION,
    Limits: BOUNDS,
    Dynamics: DYNAMICS,
    JointSimulation: (*STOPS, *ODE, *FEEDBACK),
    LinearCoupling: (Below("mimic", (Known({"joint": "@joint", "axis": "@axis"}), *MIMIC)),),
    **{shape: (words,) for shape, words in SHAPES.items()},
}
"""Those of limits and dynamics are in the ``<axis>``."""
VOCABULARY: Vocabulary = {**_BODY, **SENSORS}

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
    **wordless(_BODY),
    Geometry: ("visible", "mass"),
    Heightmap: ("base",),
}
"""Of these only what the features of the format hold in part is reported by the format; the rest by the hub."""
