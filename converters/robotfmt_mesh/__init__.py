"""A mesh by itself: a robot with one link, whose shape it is. For spheres, pictures and checks of a single part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robotfmt.formats import Carries, Feature, Format

if TYPE_CHECKING:
    from robotfmt.context import Context
    from robotfmt.documents.source import Source
    from robotfmt.model import Robot


def _sniff(data: bytes) -> bool:
    """Only the suffix tells: a mesh is read where a robot was asked for, and nothing else comes into question."""
    return False


def _read(source: Source, robot: Robot | None, context: Context) -> Robot:
    from .reader import read

    return read(source, robot, context)


FORMAT = Format(
    name="mesh",
    title="a mesh by itself",
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
    read=_read,
)
