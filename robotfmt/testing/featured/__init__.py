"""Robots with each feature."""

from __future__ import annotations

import struct
from base64 import b64decode
from pathlib import Path

from ...model import Extension, ExtensionKind, Geometry, Material, Mesh, Origin, Pose, Robot, Texture
from ...model.features import Feature
from ...model.record import replace
from .plain import PLAIN as PLAIN
from .plain import shaped
from .robots import WITHOUT_FILES

_MESH, _IMAGE = "meshes/base.stl", "meshes/grain.png"
_PIXEL = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
_CORNERS = ((0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, 0.3))
_FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))

_OF_STAGES = Extension(
    format="usd",
    place="/robot",
    kind=ExtensionKind.ATTRIBUTE,
    name="physxArticulation:solverPositionIterationCount",
    content="int = 8",
)
"""Unrecognised content of a stage: an attribute of the prim of a robot."""


def featured(folder: Path, *content: Extension) -> dict[Feature, Robot]:
    """Return the robots, by their features.

    Args:
        folder: Where the mesh and the texture are; see :func:`lay`.
        own: Extensions of formats besides those of robotfmt.
    """
    here = Origin(str(folder / "robot.urdf"))
    mesh = Geometry(origin=here, shape=Mesh(_MESH, scale=(2.0, 2.0, 2.0)), pose=Pose((0.1, 0.0, 0.0)))
    grain = Material(name="grain", texture=Texture(origin=here, uri=_IMAGE))
    foreign = tuple(map(_foreign, ("collada", "curobo", "srdf", "urdf", "xrdf")))
    return {
        **WITHOUT_FILES,
        Feature.MESHES: shaped(mesh),
        Feature.TEXTURES: shaped(replace(mesh, material=grain)),
        Feature.EXTENSIONS: replace(PLAIN, extensions=(*foreign, _OF_STAGES, *content)),
    }


def lay(folder: Path) -> None:
    """Put the mesh and the texture into a folder."""
    (folder / "meshes").mkdir(parents=True, exist_ok=True)
    (folder / _IMAGE).write_bytes(_PIXEL)
    rows = (struct.pack("<12fH", 0, 0, 0, *(x for corner in face for x in _CORNERS[corner]), 0) for face in _FACES)
    (folder / _MESH).write_bytes(struct.pack("<80xI", len(_FACES)) + b"".join(rows))


def _foreign(format: str) -> Extension:
    """Return unrecognised content of a format."""
    element = format not in ("curobo", "xrdf")
    return Extension(
        format=format,
        place={"urdf": "/robot", "collada": "/COLLADA", "srdf": "/robot"}.get(format, "/"),
        kind=ExtensionKind.ELEMENT if element else ExtensionKind.ENTRY,
        name=f"{format}_thing",
        content=f"<{format}_thing></{format}_thing>" if element else "1",
    )
