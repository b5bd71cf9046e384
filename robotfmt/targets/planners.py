"""Programs that plan motions, and pinocchio and MoveIt, which read robots with urdfdom."""

from __future__ import annotations

from .conditions import (
    FLOATING_OR_PLANAR,
    MIMIC,
    NO_ACCELERATION,
    NO_GROUPS,
    NO_PAIRS,
    NO_RANGE,
    NO_VELOCITY,
    ONLY_SPHERES,
    OTHER_TYPE,
    SHARED_NAME,
    STATIC,
    of_kind,
)
from .rows import Target, accepts, changes, needs, refuses

_URDF = ("urdf",)
MEASURED = "measured on 29 November 2026 with"
URDFDOM = (
    *refuses(
        *("robot.no-limits", "robot.several-roots", "robot.no-links"),
        *("urdf.limit-incomplete", "urdf.no-robot-name", "urdf.no-gain", "urdf.empty-dynamics"),
        *("urdf.material-again", "urdf.white-space", OTHER_TYPE),
        says="reads the robot with urdfdom, which refuses it",
        formats=_URDF,
    ),
    *changes(
        *("urdf.inertial-incomplete", "urdf.no-geometry", "urdf.newer-than-version"),
        says="reads the robot with urdfdom, which drops shapes of the link",
        formats=_URDF,
    ),
)
"""What every program that reads URDF with urdfdom 6.0.0 does."""
_PINOCCHIO = (
    *URDFDOM,
    *refuses("urdf.loop", says="reads a tree, or refuses it, by the order of the names of the joints", formats=_URDF),
    *refuses("robot.limit-negative", word="velocity"),
    *refuses("robot.limit-negative", word="effort"),
    *refuses("robot.resistance-negative", word="friction"),
    *accepts("robot.mass-not-positive", "robot.inertia-not-positive", "robot.limits-reversed", "robot.zero-axis"),
    *accepts("robot.size-not-positive", "mjcf.massless"),
    *accepts("mjcf.repeated-name", word="another joint"),
    *accepts("robot.resistance-negative", word="damping"),
)

PINOCCHIO = Target(
    name="pinocchio",
    title="Pinocchio",
    reads=("urdf", "mjcf", "srdf"),
    source=f"{MEASURED} pinocchio 4.1.0",
    rows=(
        *_PINOCCHIO,
        *refuses("mesh.missing", says="refuses it when it builds shapes", formats=_URDF),
        *refuses(of_kind("heightmap"), formats=("mjcf",)),
        *changes(MIMIC, says="moves each joint on its own, unless 'mimic=True' is given", formats=_URDF),
    ),
)
ROBOPLAN = Target(
    name="roboplan",
    title="roboplan",
    reads=("urdf", "srdf", "joint_limits", "mjcf"),
    source=f"{MEASURED} roboplan 0.7.0, which reads URDF with pinocchio",
    rows=(
        *_PINOCCHIO,
        *refuses(SHARED_NAME, "robot.mimic-chain"),
        *refuses("mesh.missing", word="/collision"),
        *needs(NO_ACCELERATION, says="plans trajectories of unbounded acceleration without a joint_limits.yaml"),
        *needs(NO_GROUPS, says="plans for groups of an SRDF"),
    ),
)
MOVEIT = Target(
    name="moveit",
    title="MoveIt",
    reads=("urdf", "srdf", "joint_limits"),
    source="urdfdom 6.0.0; moveit/moveit2: trajectory_processing/src/time_optimal_trajectory_generation.cpp",
    rows=(
        *URDFDOM,
        *needs(NO_GROUPS, says="plans for groups of an SRDF; robotfmt srdf makes one"),
        *needs(NO_ACCELERATION, says="cannot time trajectories without a joint_limits.yaml that has them"),
    ),
)
PYROKI = Target(
    name="pyroki",
    title="pyroki",
    reads=_URDF,
    source=f"{MEASURED} almond-pyroki 0.1.1, which reads URDF with yourdfpy 0.0.60",
    rows=(
        *refuses("robot.no-limits", "robot.no-links", "robot.mimic-chain"),
        *refuses("urdf.no-robot-name", "urdf.no-geometry", "urdf.loop", "robot.color-range"),
        *refuses(NO_VELOCITY, NO_RANGE, FLOATING_OR_PLANAR, OTHER_TYPE, STATIC, of_kind("capsule")),
        *accepts("robot.mass-not-positive", "robot.inertia-not-positive", "robot.limits-reversed", "robot.zero-axis"),
        *accepts("robot.resistance-negative"),
    ),
)
VAMP = Target(
    name="vamp",
    title="VAMP's cricket",
    reads=("urdf", "srdf"),
    source="CoMMALab/cricket: README.md",
    rows=(
        *refuses(ONLY_SPHERES, says="reads only spheres; robotfmt setup --for vamp fits them"),
        *needs(NO_PAIRS, says="only guesses which links may touch without an SRDF"),
    ),
)
PLANNERS = (PINOCCHIO, MOVEIT, ROBOPLAN, PYROKI, VAMP)
