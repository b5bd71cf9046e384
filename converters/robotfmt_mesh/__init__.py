"""A mesh by itself: a robot with one link, whose shape it is. For spheres, pictures and checks of a single part."""

from __future__ import annotations

from robotfmt.formats import Carries, Feature, Format


def _sniff(data: bytes) -> bool:
    """Only the suffix tells: a mesh is read where a robot was asked for, and nothing else comes into question."""
    return False


FORMAT = Format(
    name="mesh",
    title="a single mesh",
    versions=("1.0",),
    suffixes=(".stl", ".obj", ".ply", ".off", ".glb", ".gltf"),
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
