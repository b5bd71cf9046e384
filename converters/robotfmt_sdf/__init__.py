"""SDF, the Simulation Description Format of Gazebo, versions 1.0 to 1.12."""

from __future__ import annotations

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format, MeshFiles, Option

from .document.keys import NAMES


def _sniff(data: bytes) -> bool:
    return root_name(data) in ("sdf", "gazebo")


FORMAT = Format(
    name="sdf",
    title="Simulation Description Format",
    versions=("1.9", "1.7", "1.11"),
    version_help="1.7 and 1.9 lose mimic joints, which 1.11 keeps",
    suffixes=(".sdf", ".world"),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.PLACEMENT: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.INERTIA: Carries.PARTIAL,
        Feature.COMPUTED_INERTIA: Carries.PARTIAL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.FULL,
        Feature.OTHER_SHAPES: Carries.PARTIAL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.APPEARANCE: Carries.FULL,
        Feature.TEXTURES: Carries.FULL,
        Feature.SHADING: Carries.FULL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LOOPS: Carries.PARTIAL,
        Feature.LIMITS: Carries.FULL,
        Feature.VELOCITY: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.DYNAMICS: Carries.PARTIAL,
        Feature.MIMIC: Carries.FULL,
        Feature.FRAMES: Carries.FULL,
        Feature.BASE: Carries.PARTIAL,
        Feature.SENSORS: Carries.PARTIAL,
        Feature.LIGHTS: Carries.FULL,
        Feature.SURFACES: Carries.FULL,
        Feature.COLLISION_MASKS: Carries.FULL,
        Feature.SIMULATION: Carries.FULL,
        Feature.EXTENSIONS: Carries.PARTIAL,
        Feature.ROBOTS: Carries.FULL,
        Feature.WORLD_JOINTS: Carries.FULL,
        Feature.WORLD_FRAMES: Carries.FULL,
        Feature.GRAVITY: Carries.FULL,
    },
    has_mesh_parts=True,
    mesh_files={"drake": MeshFiles(title="Drake", formats=("obj", "gltf", "vtk"))},
    mesh_shapes=("CalibrationBoard", "Cage", "Container"),
    read="robotfmt_sdf.reader:read",
    read_world="robotfmt_sdf.reader:read_world",
    adapt="robotfmt_sdf.adapt:adapt",
    write="robotfmt_sdf.writer:write",
    revise="robotfmt_sdf.revise:revise",
    adapt_world="robotfmt_sdf.adapt:adapt_world",
    write_world="robotfmt_sdf.writer:write_world",
    needs="robotfmt_sdf.adapt:needs",
    check="robotfmt_sdf.check:check",
    options=(
        Option(
            "poses",
            ("as-read", "relative", "model"),
            "frame of poses: as-read (new ones relative to the parent), relative (all relative to the parent link "
            "or joint), or model (all in the frame of the model)",
        ),
        Option(
            "includes",
            ("inline", "keep"),
            "included models: inline (written as models of the document), or keep (written as includes, also merged "
            "ones, while their URIs lead to the same models)",
        ),
        Option(
            "target",
            ("any", "gazebo", "drake"),
            "program that will read the document: any, gazebo (fixed joints are lumped as its import of URDF does, "
            "and the links become frames), or drake (what SDF does not define is left out, joints of two axes that "
            "Drake does not have become joints in a row, and meshes are written as OBJ)",
        ),
        Option(
            "plugins",
            ("as-read", "gz"),
            "names of plugins: as-read, or gz (names and parameters of the new Gazebo for plugins of Ignition and of "
            "Gazebo classic; those without a counterpart are reported)",
        ),
    ),
    names=NAMES,
    codes="robotfmt_sdf.codes:CODES",
)
