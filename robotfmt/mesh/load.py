"""Load mesh files: bytes to triangles in metres, under limits.

Units: STL, OBJ, PLY, OFF and MSH declare none and are read as metres; glTF is in metres by definition; the ``unit`` of
COLLADA is applied, its ``up_axis`` is not (see :mod:`robotfmt.mesh.dae`). VRML is in metres, and so is Open Inventor
where no node declares another unit.

PLY, OFF and glTF are read by trimesh, which is imported only here; it gets checked bytes, and a resolver that opens
nothing.
"""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import numpy as np

from ..codes import LIMIT, MESH_EMPTY, MESH_SUFFIX
from ..diagnostics import Report
from ..documents.tokens import BadToken
from ..errors import LimitError, MeshError
from ..limits import Limits
from ..model import Material, Origin
from .contents import TITLES, check_off, check_ply, suffix_of
from .gltf import check_glb, check_gltf, glb_rest, numbered, read_materials
from .msh import read_msh
from .obj import read_obj
from .problems import Named, check_limit, check_triangles, chosen, mended, refuse, refuse_format, refuse_part, warn
from .stl import read_stl
from .triangles import Flags, Floats, Triangles, join

if TYPE_CHECKING:
    import trimesh

    from .vrml.document import Files

Reader: TypeAlias = Callable[[bytes, str, Limits, Report, bool], Triangles]
"""Reads the bytes of a file, given its name, and whether its appearance is needed."""
Check: TypeAlias = Callable[[bytes, str, Limits], int]

_OF_GLTF = ("glb", "gltf")
_FARTHEST = 1e9
"""Coordinates beyond this many metres are treated as damage."""


def load(
    data: bytes,
    suffix: str,
    *,
    name: str,
    limits: Limits,
    report: Report,
    appearance: bool = True,
    files: Files | None = None,
    part: str | None = None,
) -> Triangles:
    """Return the triangles of a mesh file, in metres.

    Triangles with a corner that is not finite are dropped with a warning, and so is everything else that can be
    dropped without guessing.

    Args:
        data: The whole file.
        suffix: The suffix of its name, with the dot; the content decides if it clearly has another format.
        name: The name of the file in messages.
        limits: The limits on its size.
        report: Gets the warnings.
        appearance: True to read normals, texture coordinates and materials, if the format supports it.
        files: Opens the files that a VRML file draws, and the materials of OBJ; without it they are left out.
        part: The name of the only part to use: of a node of COLLADA or glTF, or of an object or a group of OBJ.

    Raises:
        MeshError: The mesh cannot be read, has no triangles or no such part, has an unknown format, or exceeds a limit.
    """
    check_limit(len(data), limits.mesh_bytes, "bytes", "mesh_bytes", name)
    reader = _reader(_suffix(data, suffix.lower(), name, report), files, part, name)
    try:
        with np.errstate(all="ignore"):
            triangles = reader(data, name, limits, report, appearance)
    except LimitError as error:
        raise MeshError(LIMIT, error.diagnostic.message, Origin(name)) from error
    except (BadToken, MemoryError) as error:
        refuse(name, f"it {error}" if isinstance(error, BadToken) else "it needs too much memory")
    check_triangles(len(triangles), name, limits)
    return valid(triangles, name, report)


def _reader(suffix: str, files: Files | None, part: str | None, name: str) -> Reader:
    if part is not None:
        if suffix not in _WITH_PARTS:
            refuse_part(part, (), name)
        if suffix == ".obj":
            return partial(_read_obj, part=part, files=files)
        return partial(_WITH_PARTS[suffix], part=part)
    if suffix == ".obj":
        return partial(_read_obj, files=files)
    reader = _READERS[suffix]
    return partial(_read_vrml, files=files) if reader is _read_vrml else reader


def _suffix(data: bytes, suffix: str, name: str, report: Report) -> str:
    """Return the suffix for the content of the file.

    Raises:
        MeshError: The suffix is unknown.
    """
    if suffix not in _READERS:
        refuse_format(name, f"'{suffix}' is not a supported mesh format; supported are {', '.join(_READERS)}")
    there = suffix_of(data)
    if there is None or _READERS[there] is _READERS[suffix]:
        return suffix
    report.add(MESH_SUFFIX, f"the mesh is {TITLES[there]}, despite the suffix '{suffix}'", Origin(name))
    return there


def valid(triangles: Triangles, name: str, report: Report) -> Triangles:
    """Return the surface without triangles at invalid places.

    Raises:
        MeshError: A face has a vertex that does not exist, or nothing is left.
    """
    faces, vertices = triangles.faces, triangles.vertices
    if len(faces) and (faces.min() < 0 or faces.max() >= len(vertices)):
        refuse(name, f"a face has an index outside of its {len(vertices)} vertices")
    with np.errstate(invalid="ignore"):
        good: Flags = np.all(np.abs(vertices) < _FARTHEST, axis=1)
    if not good.all():
        kept = np.all(good[faces], axis=1)
        if not kept.all():
            lost = len(faces) - int(kept.sum())
            warn(report, name, f"{lost} of {len(faces)} triangles have a corner that is not finite")
        triangles = replace(triangles.only(kept), vertices=np.where(good[:, None], vertices, 0.0))
    if not len(triangles):
        raise MeshError(MESH_EMPTY, "the mesh has no triangles", Origin(name))
    return triangles


def _read_dae(
    data: bytes, name: str, limits: Limits, report: Report, appearance: bool, part: str | None = None
) -> Triangles:
    from .dae import read_dae  # imports the reader of XML documents

    return read_dae(data, name, limits, report, appearance, part)


def _read_zae(
    data: bytes, name: str, limits: Limits, report: Report, appearance: bool, part: str | None = None
) -> Triangles:
    from .dae import read_zae  # imports the reader of XML documents

    return read_zae(data, name, limits, report, appearance, part)


def _read_obj(
    data: bytes,
    name: str,
    limits: Limits,
    report: Report,
    appearance: bool,
    part: str | None = None,
    files: Files | None = None,
) -> Triangles:
    return read_obj(data, name, limits, report, part, files if appearance else None)


def _read_vrml(
    data: bytes, name: str, limits: Limits, report: Report, appearance: bool, files: Files | None = None
) -> Triangles:
    from .vrml import read_vrml  # only for documents of VRML

    return read_vrml(data, name, limits, report, appearance, files)


def _read_plain(
    read: Callable[[bytes, str, Limits, Report], Triangles],
    data: bytes,
    name: str,
    limits: Limits,
    report: Report,
    _appearance: bool,
) -> Triangles:
    return read(data, name, limits, report)


def _read_foreign(
    check: Check,
    suffix: str,
    data: bytes,
    name: str,
    limits: Limits,
    report: Report,
    appearance: bool,
    part: str | None = None,
) -> Triangles:
    """Read a file with trimesh, after a check; fewer triangles than declared faces are reported."""
    declared = check(data, name, limits)
    materials = read_materials(data, name) if appearance and suffix in _OF_GLTF else ()
    try:
        surfaces = _by_trimesh(numbered(data) if materials else data, suffix, materials)
    except Exception as error:  # whatever a foreign parser raises
        refuse(name, f"{type(error).__name__}: {error}")
    triangles = join(chosen(surfaces, part, name))
    if part is None and len(triangles) < declared:
        lost = declared - len(triangles)
        warn(report, name, f"{lost} of {declared} faces could not be read; they were dropped")
    return triangles


def _read_glb(
    data: bytes, name: str, limits: Limits, report: Report, appearance: bool, part: str | None = None
) -> Triangles:
    triangles = _read_foreign(check_glb, "glb", data, name, limits, report, appearance, part)
    rest = glb_rest(data)
    if rest:
        mended(report, name, f"{rest} bytes follow the end of the GLB; they were ignored")
    return triangles


def _by_trimesh(data: bytes, suffix: str, materials: Sequence[Material]) -> list[Named]:
    """Return the surfaces of a file, with the names of their node and of their mesh.

    Args:
        data: The file.
        suffix: Its format.
        materials: Those that its surfaces name by their numbers.
    """
    import trimesh

    logging.getLogger("trimesh").addHandler(logging.NullHandler())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scene = trimesh.load_scene(
            io.BytesIO(data),
            file_type=suffix,
            resolver=_no_files(),
            process=False,
            skip_materials=not materials,
        )
    nodes = scene.graph.nodes_geometry
    return [((str(node), str(scene.graph[node][1])), _instance(scene, node, materials)) for node in nodes]


def _instance(scene: trimesh.Scene, node: str, materials: Sequence[Material]) -> Triangles:
    matrix, name = scene.graph[node]
    geometry: Any = scene.geometry[name]
    if not hasattr(geometry, "faces"):
        return join([])
    vertices: Floats = np.asarray(geometry.vertices, dtype=np.float64).reshape(-1, 3)
    faces = np.asarray(geometry.faces, dtype=np.int64).reshape(-1, 3)
    turned = np.linalg.det(matrix[:3, :3]) < 0
    surface = Triangles(vertices @ matrix[:3, :3].T + matrix[:3, 3], faces[:, ::-1] if turned else faces)
    number = getattr(getattr(geometry.visual, "material", None), "name", None) if materials else None
    return surface.with_material(materials[int(number)]) if number and number.isdecimal() else surface


def _no_files() -> Any:
    """Return a trimesh resolver that opens nothing."""
    from trimesh.resolvers import Resolver

    class NoFiles(Resolver):
        """Opens nothing: a mesh must be self-contained."""

        def __init__(self) -> None:
            pass

        def get(self, key: str) -> NoReturn:
            raise FileNotFoundError(f"'{key}' is a separate file, and is not opened")

        def write(self, name: str, data: object) -> NoReturn:
            raise PermissionError(f"'{name}' is a separate file, and is not written")

        def namespaced(self, namespace: str) -> NoFiles:
            return self

        def keys(self) -> list[str]:
            return []

    return NoFiles()


_READERS: dict[str, Reader] = {
    ".stl": partial(_read_plain, read_stl),
    ".dae": _read_dae,
    ".zae": _read_zae,
    ".obj": _read_obj,
    ".ply": partial(_read_foreign, check_ply, "ply"),
    ".off": partial(_read_foreign, check_off, "off"),
    ".msh": read_msh,
    ".glb": _read_glb,
    ".gltf": partial(_read_foreign, check_gltf, "gltf"),
    ".wrl": _read_vrml,
    ".vrml": _read_vrml,
    ".iv": _read_vrml,
}
_WITH_PARTS: dict[str, Callable[..., Triangles]] = {
    ".dae": _read_dae,
    ".zae": _read_zae,
    ".obj": _read_obj,
    ".glb": _read_glb,
    ".gltf": partial(_read_foreign, check_gltf, "gltf"),
}
"""The readers of formats whose parts have names."""
