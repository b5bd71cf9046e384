"""Programs that simulate robots."""

from __future__ import annotations

from .conditions import (
    FLOATING,
    FLOATING_OR_PLANAR,
    LOOPS,
    MANY_PAIRS,
    MASSLESS,
    MASSLESS_ROOT,
    MIMIC,
    NO_INERTIAL,
    OTHER_PAIRS,
    OTHER_TYPE,
    PARTIAL_INERTIAL,
    PLANAR,
    SHARED_NAME,
    THIN,
    VELOCITY,
    VISUALS,
    WEIGHTLESS,
    WITHOUT_MATTER,
    mesh_other_than,
    of_kind,
    of_type,
)
from .planners import MEASURED, URDFDOM
from .rows import Target, accepts, changes, passes_over, refuses

_URDF, _SDF, _MJCF = ("urdf",), ("sdf",), ("mjcf",)
_HIDDEN = "leaves them out; convert --target mujoco adds the option that keeps them"

MUJOCO = Target(
    name="mujoco",
    title="MuJoCo",
    reads=("mjcf", "urdf"),
    source=f"{MEASURED} MuJoCo 4.0.0",
    rows=(
        *refuses("robot.inertia-triangle", "robot.inertia-rounded", unless="balanceinertia"),
        *refuses(WEIGHTLESS, unless="boundmass"),
        *refuses(THIN),
        *refuses("mesh.missing", "mesh.texture-missing", formats=_MJCF),
        *refuses("mesh.missing", word="/collision", formats=_URDF),
        *refuses("urdf.loop", "urdf.no-geometry", "urdf.inertial-incomplete", FLOATING, OTHER_TYPE, formats=_URDF),
        *refuses(WITHOUT_MATTER, formats=_URDF, unless="boundmass"),
        *refuses(mesh_other_than("stl", "obj"), formats=_URDF),
        *refuses(mesh_other_than("stl", "obj", "msh", visuals=True), formats=_MJCF),
        *accepts("robot.limits-reversed", "robot.resistance-negative"),
        *passes_over(VISUALS, says=_HIDDEN, formats=_URDF, unless="discardvisual"),
        *passes_over(VELOCITY, says="does not limit velocities", formats=_URDF),
    ),
)
_LIBSDFORMAT = refuses(
    *("sdf.auto-inertia", "sdf.material", "sdf.name", "sdf.unknown-frame", "sdf.include-incomplete"),
    *("value.missing", "value.unknown"),
    word="Gazebo refuses",
    formats=_SDF,
)
"""What libsdformat refuses, with which Gazebo and Drake read SDF, by what the messages of the format's check have."""
_ACCEPTED_BY_DRAKE = ("robot.mass-not-positive", "robot.inertia-not-positive")
DRAKE = Target(
    name="drake",
    title="Drake",
    reads=("sdf", "urdf", "mjcf"),
    source=f"{MEASURED} Drake 1.51.1",
    rows=(
        *refuses("mesh.missing"),
        *refuses(mesh_other_than("obj", "gltf", "vtk"), formats=(*_URDF, *_SDF)),
        *refuses(mesh_other_than("obj", visuals=True), formats=_MJCF),
        *refuses("robot.limit-negative", word="velocity", formats=_URDF),
        *refuses("robot.unknown-material", "robot.color-range", "mesh.texture-missing", formats=_URDF),
        *refuses("urdf.loop", "urdf.no-geometry", "urdf.no-robot-name", "urdf.material-again", formats=_URDF),
        *refuses(OTHER_TYPE, formats=_URDF),
        *changes(FLOATING, says="leaves the link as a free body", formats=_URDF),
        *refuses(
            "robot.inertia-triangle",
            "robot.inertia-rounded",
            "robot.mass-not-positive",
            "robot.color-range",
            formats=_MJCF,
        ),
        *_LIBSDFORMAT,
        *refuses("sdf.zero-axis", "sdf.gearbox", LOOPS, of_type("compound"), formats=_SDF),
        *accepts(*_ACCEPTED_BY_DRAKE, says="warns, and loads it", formats=(*_URDF, *_SDF)),
        *accepts("robot.size-not-positive", word="size 0;"),
        *accepts("robot.size-not-positive", formats=_SDF),
        *accepts("robot.resistance-negative", word="friction"),
    ),
)
GAZEBO = Target(
    name="gazebo",
    title="Gazebo",
    reads=("sdf", "urdf"),
    source=f"{MEASURED} libsdformat 12.3, which reads documents for Gazebo",
    rows=(
        *URDFDOM,
        *refuses("robot.inertia-triangle", "robot.inertia-rounded"),
        *refuses("urdf.loop", SHARED_NAME, FLOATING_OR_PLANAR, formats=_URDF),
        *refuses(MASSLESS_ROOT, says="drops the link with all that it carries, and refuses the rest", formats=_URDF),
        *changes(MASSLESS, says="drops the link with all that it carries", formats=_URDF),
        *_LIBSDFORMAT,
        *refuses("sdf.zero-axis", formats=_SDF),
        *accepts("robot.limits-reversed", "robot.size-not-positive", "robot.resistance-negative"),
    ),
)
BULLET = Target(
    name="bullet",
    title="Bullet",
    reads=("urdf", "mjcf"),
    source=f"{MEASURED} pybullet 3.2.7; its reader of SDF ends with an abort at documents of SDF 1.9",
    rows=(
        *refuses("robot.no-limits", "robot.several-roots", "robot.no-links", "mesh.missing", formats=_URDF),
        *refuses("urdf.loop", "urdf.no-robot-name", "urdf.no-geometry", "urdf.inertial-incomplete", formats=_URDF),
        *refuses(OTHER_TYPE, mesh_other_than("stl", "obj", "dae", visuals=True), formats=_URDF),
        *accepts("robot.mass-not-positive", "robot.inertia-not-positive", "robot.limits-reversed", "robot.zero-axis"),
        *accepts("robot.size-not-positive", "robot.resistance-negative"),
        *changes(MIMIC, says="moves each joint on its own", formats=_URDF),
        *changes(FLOATING, says="holds the link fixed", formats=_URDF),
        *changes(NO_INERTIAL, says="assumes 1 kg and 1 kg m^2", formats=_URDF),
    ),
)
NEWTON = Target(
    name="newton",
    title="Newton",
    reads=("urdf", "mjcf"),
    source="newton-physics/newton: newton/_src/utils/import_urdf.py, newton/_src/utils/topology.py",
    rows=(
        *refuses(OTHER_TYPE, "urdf.loop", formats=_URDF),
        *changes("mesh.missing", says="leaves the shape out", formats=_URDF),
        *changes(
            of_kind("capsule"), says="reads its height, which URDF calls length, and takes 1 m instead", formats=_URDF
        ),
        *passes_over(VELOCITY, says="does not limit velocities", formats=_URDF),
    ),
)
_SAPIEN = "haosulab/SAPIEN: python/py_package/wrapper/urdf_loader.py"
MANISKILL = Target(
    name="maniskill",
    title="ManiSkill",
    reads=("urdf", "srdf", "mjcf"),
    source=f"haosulab/ManiSkill: mani_skill/utils/building/urdf_loader.py, and {_SAPIEN}",
    rows=(
        *refuses("robot.no-limits", "robot.inertia-not-positive", OTHER_TYPE, FLOATING, formats=_URDF),
        *refuses(MANY_PAIRS, says="refuses the SRDF"),
        *changes(OTHER_PAIRS, says="lets these touch"),
        *changes(MIMIC, says="moves each joint on its own", formats=_URDF),
        *changes(PLANAR, says="gives the joint no motion", formats=_URDF),
        *changes(PARTIAL_INERTIAL, says="computes both from shapes of 1,000 kg/m^3", formats=_URDF),
        *passes_over(VELOCITY, says="does not limit velocities", formats=_URDF),
    ),
)
_GENESIS_ISSUES = "https://github.com/Genesis-Embodied-AI/genesis-world/issues"
GENESIS = Target(
    name="genesis",
    title="Genesis",
    reads=("urdf", "mjcf"),
    source="Genesis-Embodied-AI/Genesis: genesis/utils/urdf.py, genesis/ext/urdfpy/urdf.py",
    rows=(
        *refuses("robot.no-limits", "urdf.no-robot-name", "urdf.loop", "robot.several-roots", formats=_URDF),
        *refuses(OTHER_TYPE, PLANAR, formats=_URDF),
        *refuses("robot.inertia-triangle", formats=_URDF, source=f"{_GENESIS_ISSUES}/2274"),
        *changes(
            WITHOUT_MATTER,
            says="gives the link a mass of 1e-15 kg, with which simulations become unstable",
            formats=_URDF,
            source=f"{_GENESIS_ISSUES}/3185",
        ),
        *passes_over(VELOCITY, says="does not limit velocities", formats=_URDF),
    ),
)
_CONVERTER = "newton-physics/urdf-usd-converter: urdf_usd_converter/_impl"
ISAACLAB = Target(
    name="isaaclab",
    title="Isaac Lab",
    reads=("urdf", "mjcf"),
    source=f"isaac-sim/IsaacLab: source/isaaclab/isaaclab/sim/converters/urdf_converter.py, and {_CONVERTER}",
    rows=(
        *refuses(OTHER_TYPE, of_kind("capsule"), "urdf.no-robot-name", "robot.unknown-material", formats=_URDF),
        *changes("robot.no-limits", says="limits it to 0", formats=_URDF),
        *changes("mesh.missing", says="leaves it out", formats=_URDF),
        *changes(mesh_other_than("stl", "obj", "dae", visuals=True), says="leaves the mesh out", formats=_URDF),
    ),
)
SIMULATORS = (MUJOCO, DRAKE, GAZEBO, BULLET, NEWTON, MANISKILL, GENESIS, ISAACLAB)
