"""COLLADA 1.5 with OpenRAVE's robot extensions (.dae and .zae)."""

from __future__ import annotations

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format, Option

_ZIP = b"PK\x03\x04"


def _sniff(data: bytes) -> bool:
    return data.startswith(_ZIP) or root_name(data) == "COLLADA"


_FULL = (
    Feature.NAME,
    Feature.PLACEMENT,
    Feature.ROBOTS,
    Feature.GRAVITY,
    Feature.LINKS,
    Feature.LINK_FLAGS,
    Feature.LINK_PARAMETERS,
    Feature.VISUALS,
    Feature.COLLISIONS,
    Feature.PURPOSES,
    Feature.PRIMITIVES,
    Feature.CAPSULES,
    Feature.MESHES,
    Feature.COLORS,
    Feature.APPEARANCE,
    Feature.TEXTURES,
    Feature.JOINTS,
    Feature.LIMITS,
    Feature.VELOCITY,
    Feature.EFFORT,
    Feature.ACCELERATION,
    Feature.JERK,
    Feature.MIMIC,
    Feature.FORMULAS,
    Feature.JOINT_FLAGS,
    Feature.PLANNING,
    Feature.DOF_ORDER,
    Feature.JOINT_PARAMETERS,
    Feature.SCENE,
    Feature.MANIPULATORS,
    Feature.IGNORED_PAIRS,
    Feature.INTERFACES,
)
_PARTIAL = (
    *(Feature.INERTIA, Feature.COMPUTED_INERTIA, Feature.OTHER_SHAPES, Feature.SPECIAL_JOINTS, Feature.LOOPS),
    *(Feature.SOFT_LIMITS, Feature.BASE, Feature.SENSORS, Feature.ACTUATORS, Feature.GRABS, Feature.EXTENSIONS),
)

FORMAT = Format(
    name="collada",
    title="COLLADA 1.5 with OpenRAVE's robot extensions",
    versions=("1.5.0",),
    suffixes=(".dae", ".zae"),
    sniff=_sniff,
    carries={**dict.fromkeys(_FULL, Carries.FULL), **dict.fromkeys(_PARTIAL, Carries.PARTIAL)},
    embeds_meshes=True,
    read="robotfmt_collada.reader:read",
    read_world="robotfmt_collada.reader:read_world",
    read_mesh="robotfmt_collada.parts.meshes:read_mesh",
    adapt="robotfmt_collada.adapt:adapt",
    write="robotfmt_collada.writer:write",
    adapt_world="robotfmt_collada.adapt:adapt_world",
    write_world="robotfmt_collada.writer:write_world",
    options=(
        Option(
            "speed_units",
            ("auto", "degrees", "radians"),
            "unit of speeds and accelerations in the source (auto: that of the program that wrote it)",
            reading=True,
        ),
        Option(
            "external_binds",
            ("merge", "outer"),
            "merge: scenes of referenced documents supply what the document's own scene lacks; outer: "
            "only its own scene is used",
            reading=True,
        ),
        Option(
            "write_speeds",
            ("degrees", "radians"),
            "unit in which speeds and accelerations are written (ROS's parser needs radians)",
        ),
        Option(
            "mass_frame",
            ("auto", "parent", "root_link"),
            "frame that mass frames are relative to in the source",
            reading=True,
        ),
        Option(
            "round",
            ("off", *map(str, range(1, 16))),
            "number of decimals of joint frames and axes, for ikfast",
        ),
        Option(
            "spheres",
            ("none", "collision"),
            "collision: write collision spheres as collision geometry",
            adds={"collision": (Feature.SPHERES,)},
        ),
    ),
    codes="robotfmt_collada.codes:CODES",
)
