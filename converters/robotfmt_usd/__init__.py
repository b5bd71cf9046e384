"""OpenUSD stages with UsdPhysics, which Isaac Sim, Isaac Lab, Newton and MuJoCo read."""

from __future__ import annotations

from robotfmt.formats import Carries, Feature, Format, Option

ROBOT_TYPES = {
    "default": "Default",
    "end-effector": "End Effector",
    "manipulator": "Manipulator",
    "humanoid": "Humanoid",
    "wheeled": "Wheeled",
    "holonomic": "Holonomic",
    "quadruped": "Quadruped",
    "mobile-manipulators": "Mobile Manipulators",
    "aerial": "Aerial",
}
"""The tokens of ``isaac:robotType``, by the words for them in the option."""
_STARTS = (b"#usda ", b"PXR-USDC")


def _sniff(data: bytes) -> bool:
    return data.startswith(_STARTS) or (data.startswith(b"PK\x03\x04") and b".usd" in data[:200])


FORMAT = Format(
    name="usd",
    title="OpenUSD stages",
    versions=("1.0",),
    suffixes=(".usda", ".usd", ".usdc", ".usdz"),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.PLACEMENT: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.INERTIA: Carries.PARTIAL,
        Feature.COMPUTED_INERTIA: Carries.FULL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.FULL,
        Feature.OTHER_SHAPES: Carries.PARTIAL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.APPEARANCE: Carries.PARTIAL,
        Feature.TEXTURES: Carries.FULL,
        Feature.SHADING: Carries.FULL,
        Feature.JOINTS: Carries.PARTIAL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LOOPS: Carries.FULL,
        Feature.LIMITS: Carries.PARTIAL,
        Feature.VELOCITY: Carries.PARTIAL,
        Feature.EFFORT: Carries.FULL,
        Feature.DYNAMICS: Carries.PARTIAL,
        Feature.MIMIC: Carries.PARTIAL,
        Feature.ACTUATORS: Carries.PARTIAL,
        Feature.FRAMES: Carries.FULL,
        Feature.BASE: Carries.PARTIAL,
        Feature.STATES: Carries.PARTIAL,
        Feature.SCENE: Carries.PARTIAL,
        Feature.SURFACES: Carries.PARTIAL,
        Feature.SIMULATION: Carries.PARTIAL,
        Feature.SPHERES: Carries.PARTIAL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.GRAVITY: Carries.FULL,
        Feature.ROBOTS: Carries.FULL,
        Feature.WORLD_JOINTS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    embeds_meshes=True,
    has_variants=True,
    options=(
        Option("layout", ("file", "isaac"), "one file, or layers in a folder as Isaac Sim's own assets have them"),
        Option("physics", ("physx", "newton", "mujoco"), "the engine whose variant a stage selects; it has all three"),
        Option(
            "utf8",
            ("no", "yes"),
            "yes: names of prims have the letters of all scripts; engines read them, old tools may not",
        ),
        Option(
            "massless",
            ("weigh", "merge"),
            "merge: shapes of links without mass go to the body that they are fixed to; else these get a tiny mass",
        ),
        Option("spheres", ("guides", "colliders"), "colliders: collision spheres are the shapes that collide"),
        Option(
            "robot_type",
            ("auto", *ROBOT_TYPES),
            "the type of the robot for Isaac Sim; 'auto': as far as its joints show it",
        ),
    ),
    adapt="robotfmt_usd.adapt:adapt",
    write="robotfmt_usd.writer:write",
    adapt_world="robotfmt_usd.adapt:adapt_world",
    write_world="robotfmt_usd.writer:write_world",
    read="robotfmt_usd.reader:read",
    read_world="robotfmt_usd.reader:read_world",
    read_mesh="robotfmt_usd.parts.meshes:read_mesh",
    check="robotfmt_usd.check:check",
    codes="robotfmt_usd.codes:CODES",
)
