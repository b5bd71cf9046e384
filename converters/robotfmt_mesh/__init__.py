"""A single mesh as a robot with one link. For spheres, pictures and checks of a single part."""

from __future__ import annotations

from robotfmt.formats import Carries, Feature, Format


def _sniff(data: bytes) -> bool:
    """Accept any content: only the suffix identifies a mesh."""
    return False


FORMAT = Format(
    name="mesh",
    title="a single mesh",
    versions=("1.0",),
    suffixes=(".stl", ".obj", ".ply", ".off", ".glb", ".gltf", ".wrl", ".vrml", ".iv"),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.PARTIAL,
        Feature.LINKS: Carries.PARTIAL,
        Feature.VISUALS: Carries.PARTIAL,
        Feature.COLLISIONS: Carries.PARTIAL,
        Feature.MESHES: Carries.PARTIAL,
    },
    read="robotfmt_mesh.reader:read",
)
